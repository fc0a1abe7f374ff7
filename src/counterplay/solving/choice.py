"""`solve`: the way of solving that fits the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..kernels import Progress
from ..transpositions import USUAL_MEMORY
from .growing import WHOLE_MEMORY
from .iteration import USUAL_TOLERANCE, iterate_values
from .knowledge import solve_all
from .solution import Solution
from .solver import Solver
from .whole import solve_whole


def solve(
    game: Game[Any, Any],
    state: Any = None,
    *,
    all_states: bool = False,
    memory: int | None = None,
    threads: int | None = None,
    tolerance: float = USUAL_TOLERANCE,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The true value of a game (or of one state of it), with best play.

    A two-player game that states what it knows about scores (`bounds`) is searched by `Solver`, which looks only where it matters. Any
    other game, or any with `all_states=True`, is solved by visiting every state that can be reached once, which also counts them.
    Where positions come back (`finite = False`), values are found backwards from the ends (`solve_all`) or, where chance moves, as in
    pig, by sweeps to within `tolerance`.
    `memory` bounds the table in bytes; `threads` work together in the first way (left out, one) and by `solve_all` (left out, one a core).

    >>> import counterplay as cp
    >>> answer = cp.solve(cp.load("tic_tac_toe"))
    >>> answer.value, answer.states                     # a draw; 765 positions up to symmetry
    (0.0, 765)
    """
    two_opponents = game.players == 2 and game.payoff_sum == 0 and not game.overrides("chances") and not game.overrides("observation")
    if two_opponents and game.overrides("bounds") and not all_states:
        solver = Solver(
            game, memory=USUAL_MEMORY if memory is None else memory, threads=1 if threads is None else threads, compiled=compiled
        )
        return solver.solve(state, seconds=seconds, progress=progress)
    room = WHOLE_MEMORY if memory is None else memory
    if two_opponents and not game.finite:
        return solve_all(game, state, memory=room, threads=threads, seconds=seconds, compiled=compiled, progress=progress).solution()
    if threads not in (None, 1):
        raise UsageError("threads= is for games that state `bounds`, and for solve_all: here every state is visited by one thread.")
    if game.overrides("chances") and not game.finite:
        return iterate_values(game, state, tolerance=tolerance, memory=room, seconds=seconds, compiled=compiled, progress=progress)
    return solve_whole(game, state, memory=room, seconds=seconds, compiled=compiled, progress=progress)
