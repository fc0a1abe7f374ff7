"""What a search returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SearchResult:
    """One small immutable answer, the same for every search.

    `value` is for the player to move at the root, `values` for all players in order.
    """

    action: Any
    """The best action; None where the game is over."""
    value: float
    values: tuple[float, ...]
    line: tuple[Any, ...]
    """The principal variation: best play by all sides from here, as far as the search saw (it ends where chance moves)."""
    nodes: int
    """How many positions the search entered."""
    depth: int
    """How many plies it looked ahead; the longest line for a search to the end of the game."""
    seconds: float
    exact: bool
    """Whether this is the true value: every line that matters was followed to the end of the game. (How far that is may be `at_most`.)"""
    algorithm: str
    compiled: bool
    """Whether it ran as machine code or interpreted."""
    distance: int | None = None
    """After how many plies the game is won or lost, where a search has proved that and counted them."""
    at_most: bool = False
    """Whether `distance` is only the most it takes: there may be a shorter way among what was not looked at."""

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}
