"""Knowing a small game at a glance: what an algorithm that looks deeper and deeper would take all its time for.

A game without an evaluation tells a search nothing before its end is seen, and along the lines of play that end may be far away although
there are few states: two heaps of 36 stones have 2,734 states, and lines of 72 plies. Visiting every state once knows such a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any, Final, NamedTuple

from ..errors import CounterplayError
from ..game import Game
from ..kernels import Progress
from ..search.fitting import require_time
from .knowledge import Knowledge, solve_all
from .solution import LONGEST_LINE, Solution
from .whole import solve_whole

LONGEST_GLANCE: Final = 1.0
"""In seconds."""
SHARE: Final = 0.2
"""No more than this part of the time that is given."""
MEMORY: Final = 1 << 28
"""In bytes."""


class Glance(NamedTuple):
    """What was seen."""

    solution: Solution | None
    """The exact answer; None where the game is too large, or this is no way to search it."""
    seconds: float | None
    """How much is left of the time that was given; never less than three fifths, however slow the machine."""


def glance(
    game: Game[Any, Any],
    state: Any = None,
    *,
    seconds: float | None,
    longest: float = LONGEST_GLANCE,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Glance:
    """Visit every state that can be reached, if they are few, for at most `longest` seconds, and no more than a fifth of the time given.

    Only where the game has no evaluation, nor anything else that leads a search to the goal. It is done interpreted, for compiling would
    take longer than that; somebody who insists on machine code gets none.

    >>> import counterplay as cp
    >>> glance(cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])"), seconds=None, longest=60).solution.value
    3.0
    """
    require_time(seconds)
    leads = any(map(game.overrides, ("evaluate", "heuristic"))) or game.monte_carlo
    opponents = game.players == 2 and game.payoff_sum == 0 and not game.overrides("chances")
    if leads or compiled or not (game.finite or opponents):
        return Glance(None, seconds)
    started = time.monotonic()
    moment = longest if seconds is None else min(longest, SHARE * seconds)
    limits: dict[str, Any] = {"memory": MEMORY, "seconds": moment, "compiled": False, "progress": progress}
    try:
        solution = _answer(solve_all(game, state, threads=1, **limits)) if opponents else solve_whole(game, state, **limits)
    except CounterplayError:  # too large; or what is wrong, the search that follows will say
        solution = None
    # However slow the machine: a search that follows keeps most of its time.
    left = None if seconds is None else max(seconds - (time.monotonic() - started), (1 - 2 * SHARE) * seconds)
    return Glance(solution, left)


def _answer(known: Knowledge) -> Solution | None:
    """What the engine would say, if it got so far: how far a win is, but only where 1 is the most that can be won.

    A game that calls itself finite although positions come back has a mistake in it, of which the search that follows will tell.
    """
    solution, game = known.solution(), known.game
    end = reduce(game.result, solution.line, known.start)
    if game.finite and len(solution.line) < LONGEST_LINE and not game.is_terminal(end):
        return None
    return solution if abs(solution.value) == known.values.largest_amount == 1 else replace(solution, distance=None)
