"""Learning real-time A* (Korf 1990): trial after trial, until the way is the cheapest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..kernels import Progress
from ..result import SearchResult
from .real_time import USUAL_CAPACITY, Walker


class LrtaStar(Walker):
    """Chooses step by step, and learns what the way from each state costs at least. What it has learned is true for ever.

    >>> import counterplay as cp
    >>> walker = LrtaStar(cp.load("sliding_puzzle(rows=2,columns=3)"))
    >>> trials = [walker.walk().distance for _ in range(60)]
    >>> trials[0] > trials[-1] == cp.astar(walker.game).distance
    True
    """

    algorithm = "lrta_star"
    learns = True


def lrta_star(
    game: Game[Any, Any],
    state: Any = None,
    *,
    trials: int = 1,
    horizon: int = 1,
    capacity: int = USUAL_CAPACITY,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The way of the last of so many trials, each of which knows what the ones before have learned; `exact`: no way is cheaper.

    It ends before the last trial where there is nothing more to learn.

    >>> import counterplay as cp
    >>> game = cp.load("sliding_puzzle(rows=2,columns=3)")
    >>> cp.lrta_star(game, trials=1000).exact
    True
    """
    if type(trials) is not int or trials < 1:
        raise UsageError(f"trials={trials}: give a number above 0.")
    walker = LrtaStar(game, horizon=horizon, capacity=capacity, compiled=compiled)
    nodes = 0
    for _ in range(trials):
        result = walker.walk(state, seconds=seconds, progress=progress)
        nodes += result.nodes
        if result.exact:
            break
    return replace(result, nodes=nodes)
