"""Real-time A* (Korf 1990): step by step to a won end, remembering of each state what coming back to it would cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Game
from ..kernels import Progress
from ..result import SearchResult
from .real_time import USUAL_CAPACITY, Walker


class RtaStar(Walker):
    """Chooses step by step; `forget` between games."""

    algorithm = "rta_star"


def rta_star(
    game: Game[Any, Any],
    state: Any = None,
    *,
    horizon: int = 1,
    capacity: int = USUAL_CAPACITY,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """A way to a won end of a game for one player, found by acting: after looking `horizon` plies ahead it takes a step, and never turns
    back (its line is the way it went, turnings and all; `distance` says how long that was).

    >>> import counterplay as cp
    >>> cp.rta_star(cp.load("sliding_puzzle"), cp.load("sliding_puzzle").parse_state("1 2 5 3 4 0 6 7 8")).distance
    3
    """
    return RtaStar(game, horizon=horizon, capacity=capacity, compiled=compiled).walk(state, seconds=seconds, progress=progress)
