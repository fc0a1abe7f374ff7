"""What solving returns."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..result import SearchResult
from ..search.fitting import endless_value, require_time

LEAST_MEMORY = 1 << 20
LONGEST_LINE = 1000
"""So many plies of best play are told at most."""


@dataclass(frozen=True)
class Solution(SearchResult):
    """A result that is exact."""

    score: float | None = None
    """The value in the game's own scoring, for the player to move: Connect Four's stones to spare, Othello's discs.

    None where every state was visited and the game's scoring says more than the utility, which is what was counted there.
    """
    states: int | None = None
    """Where every state was visited: how many there are, symmetric ones counted once, the start and finished games included."""
    tolerance: float = 0.0
    """The value is no further from the truth than this."""


def require_sense(memory: int, seconds: float | None, threads: int = 1) -> None:
    """Refuse a memory without room, a time that is over before it begins, and nobody to search."""
    if type(threads) is not int or threads < 1:
        raise UsageError(f"threads={threads!r}: give a whole number from 1 on.")
    if memory < LEAST_MEMORY:
        raise UsageError(f"memory={memory}: give at least a megabyte ({LEAST_MEMORY}).")
    require_time(seconds)


def require_finite(game: Game[Any, Any], *values: float) -> None:
    """Refuse an infinite value: it comes from a state where there is nothing to choose from."""
    if any(map(isinf, values)):
        raise endless_value(game)
