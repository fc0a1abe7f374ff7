"""Paranoid search (Sturtevant & Korf 2000): everybody else is against you.

Contract: `paranoid_value` is the minimax value of the two-player game between `player` and the coalition of all others, who together
want `player` to have as little as possible; where alpha < beta, fail-soft as in `alphabeta`:

    alpha < result < beta   implies  result = that value, to this depth
    result <= alpha         implies  it is at most the result
    result >= beta          implies  it is at least the result

It cuts as deeply as alpha-beta does, so it sees further than max^n, of a world that is worse than it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from ..game import Game
from ..kernels import Progress, kernel
from ..positions import root_of
from ..result import SearchResult
from ..transpositions import NO_ACTION, USUAL_MEMORY
from .fitting import require_no_chance, shared_values
from .lookahead import CutoffTest, Evaluation, Limits, Memory, look_ahead, mover
from .remembered import recall_bounds, remember_bounds


@kernel
def paranoid_value(game, state, depth, alpha, beta, player, top, table, remembers, watch):
    """What `state` is worth to `player` if all others play against them, as far as it lies between alpha and beta."""
    if watch.enter(state, depth, alpha, beta):
        return 0.0
    if game.is_terminal(state):
        value = float(game.utility(state, player))
        watch.terminal(value)
        watch.leave(value)
        return value
    if game.is_cutoff(state, depth):
        value = float(game.evaluate(state, player))
        watch.evaluated(value)
        watch.leave(value)
        return value
    low, high, remembered = -inf, inf, NO_ACTION
    if remembers and depth < top:
        low, high, remembered = recall_bounds(game, state, depth, table, watch)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    cutoffs = watch.cutoffs()
    least, most = alpha, beta
    is_mine = game.to_move(state) == player
    value = -inf if is_mine else inf
    best = remembered
    for turn in range(2):  # first what the table remembers as best, then all others
        for action in game.actions(state):
            if (action == remembered) != (turn == 0):
                continue
            watch.descend(action)
            child = paranoid_value(game, game.result(state, action), depth - 1, least, most, player, top, table, remembers, watch)
            if (child > value) if is_mine else (child < value):
                value = child
                best = action
                if is_mine:
                    least = max(least, value)
                else:
                    most = min(most, value)
                watch.improve(depth, action, value, least, most)
            if least >= most:
                watch.cut(least, most)
                break
        if least >= most:
            break
    if remembers and not watch.stopped():
        if value > alpha:
            low = max(low, value)
        if value < beta:
            high = min(high, value)
        remember_bounds(game, state, depth, low, high, watch.cutoffs() == cutoffs, best, table)
    watch.leave(value)
    return value


def paranoid(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    memory: int = USUAL_MEMORY,
    evaluate: Evaluation | None = None,
    is_cutoff: CutoffTest | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The action that leaves the player to move most if all others play together against them, and what that is.

    The others' values are what remains of the sum, in equal parts: this search does not ask what each of them wants. `memory` is for the
    table of positions, in bytes (0: none).

    >>> import counterplay as cp
    >>> cp.paranoid(cp.load("tree([[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]],players=3)")).value
    6.0
    """
    require_no_chance("paranoid", game)
    player = mover(game, root_of(game, state))
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)

    def arguments(depth: int) -> tuple[Any, ...]:
        return -inf, inf, player, depth

    def values(value: float) -> tuple[float, ...]:
        return shared_values(game, player, value)

    result = look_ahead("paranoid", paranoid_value, game, state, limits, arguments, values, Memory(memory))
    # With three players it is exact about what can be had against all others together: no true value of the game.
    return result if game.players <= 2 else replace(result, exact=False)
