"""Alpha-beta (Russell & Norvig, fig. 5.7; Knuth & Moore 1975), fail-soft and fail-hard, with any window.

Contract, where m is the minimax value of the state for `player` and alpha < beta:

    fail-hard   the result is  min(max(m, alpha), beta)
    fail-soft   alpha < result < beta   implies  result = m
                result <= alpha         implies  m <= result
                result >= beta          implies  m >= result
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..kernels import Progress, kernel
from ..positions import root_of
from ..result import SearchResult
from .fitting import require_two_player_zero_sum, zero_sum_values
from .lookahead import CutoffTest, Evaluation, Limits, look_ahead, mover


@kernel
def alphabeta_value(game, state, depth, alpha, beta, player, hard, watch):
    """The value of `state` for `player` as far as it lies between alpha (what Max has already) and beta (what Min has)."""
    if watch.enter(state, depth, alpha, beta):
        return 0.0
    least, most = alpha, beta
    if game.is_terminal(state):
        value = float(game.utility(state, player))
        watch.terminal(value)
    elif game.is_cutoff(state, depth):
        value = float(game.evaluate(state, player))
        watch.evaluated(value)
    elif game.to_move(state) == player:  # MAX-VALUE
        value = -inf
        for action in game.actions(state):
            watch.descend(action)
            child = alphabeta_value(game, game.result(state, action), depth - 1, alpha, beta, player, hard, watch)
            if child > value:
                value = child
                alpha = max(alpha, value)
                watch.improve(depth, action, value, alpha, beta)
            if value >= beta:
                watch.cut(alpha, beta)
                break
    else:  # MIN-VALUE
        value = inf
        for action in game.actions(state):
            watch.descend(action)
            child = alphabeta_value(game, game.result(state, action), depth - 1, alpha, beta, player, hard, watch)
            if child < value:
                value = child
                beta = min(beta, value)
                watch.improve(depth, action, value, alpha, beta)
            if value <= alpha:
                watch.cut(alpha, beta)
                break
    if hard:
        value = min(max(value, least), most)
    watch.leave(value)
    return value


def alphabeta(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    alpha: float = -inf,
    beta: float = inf,
    hard: bool = False,
    evaluate: Evaluation | None = None,
    is_cutoff: CutoffTest | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The same answer as minimax, without looking where it cannot matter.

    `alpha` and `beta` are for the player to move: a value outside them is only bounded. `hard=True` returns such a value as the bound
    itself, `hard=False` (fail-soft) as the tighter bound that the search has proved.

    >>> import counterplay as cp
    >>> cp.alphabeta(cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])")).nodes      # 13 nodes, without the leaves 4 and 6
    11
    """
    require_two_player_zero_sum("alphabeta", game)
    if not alpha < beta:
        raise UsageError(f"The window alpha={alpha} to beta={beta} is empty: alpha must be below beta.")
    player = mover(game, root_of(game, state))
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)
    result = look_ahead(
        "alphabeta",
        alphabeta_value,
        game,
        state,
        limits,
        lambda depth: (float(alpha), float(beta), player, hard),
        lambda value: zero_sum_values(game, player, value),
    )
    return result if alpha < result.value < beta else replace(result, exact=False)  # at the window's edge it is only a bound
