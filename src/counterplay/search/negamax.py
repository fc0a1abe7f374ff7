"""Alpha-beta in negamax form, fail-soft (Knuth & Moore 1975): what is good for one player is as bad for the other, so one case will do.

Contract, where m is the minimax value of the state for `player` and alpha < beta (both for `player` too):

    alpha < result < beta   implies  result = m
    result <= alpha         implies  m <= result
    result >= beta          implies  m >= result

It needs two players whose utilities add up to 0, and an evaluation of which the same is true: evaluate(s, 0) = -evaluate(s, 1).
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ..game import Game
from ..kernels import Progress, kernel
from ..positions import root_of
from ..result import SearchResult
from .fitting import require_opponents, zero_sum_values
from .lookahead import CutoffTest, Evaluation, Limits, look_ahead, mover


@kernel
def negamax_value(game, state, depth, alpha, beta, player, watch):
    """The value of `state` for `player`, whose turn it is if turns alternate."""
    if watch.enter(state, depth, alpha, beta):
        return 0.0
    if game.is_terminal(state):
        value = float(game.utility(state, player))
        watch.terminal(value)
    elif game.is_cutoff(state, depth):
        value = float(game.evaluate(state, player))
        watch.evaluated(value)
    else:
        again = (
            not game.alternates and game.to_move(state) != player
        )  # the player who moved before moves again: see it with that player's eyes
        if again:
            alpha, beta, player = -beta, -alpha, 1 - player
        value = -inf
        for action in game.actions(state):
            watch.descend(action)
            child = -negamax_value(game, game.result(state, action), depth - 1, -beta, -alpha, 1 - player, watch)
            if child > value:
                value = child
                alpha = max(alpha, value)
                watch.improve(depth, action, value, alpha, beta)
                if value >= beta:
                    watch.cut(alpha, beta)
                    break
        if again:
            value = -value
    watch.leave(value)
    return value


def negamax(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    evaluate: Evaluation | None = None,
    is_cutoff: CutoffTest | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The same answer as alphabeta by the shortest program that gives it: the quickest of the plain searches.

    >>> import counterplay as cp
    >>> cp.negamax(cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])")).value
    3.0
    """
    require_opponents("negamax", game)
    player = mover(game, root_of(game, state))
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)
    return look_ahead(
        "negamax",
        negamax_value,
        game,
        state,
        limits,
        lambda depth: (-inf, inf, player),
        lambda value: zero_sum_values(game, player, value),
    )
