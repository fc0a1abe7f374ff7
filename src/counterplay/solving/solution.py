"""What solving returns."""

from __future__ import annotations

from dataclasses import dataclass

from ..result import SearchResult


@dataclass(frozen=True)
class Solution(SearchResult):
    """A result that is exact."""

    score: float | None = None
    """The value in the game's own scoring, for the player to move: Connect Four's stones to spare, Othello's discs."""
    states: int | None = None
    """Where every state was visited: how many there are, symmetric ones counted once, the start and finished games included."""
