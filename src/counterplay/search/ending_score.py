"""The exact score of a state near the end: alpha-beta by the facts that a game states, as they come.

So near the end, sorting actions and remembering positions would take longer than they save. `solving.exact` comes here where few plies are
left; Monte Carlo search asks for the leaves that a network would otherwise have to judge. The contract is that of `solving.exact`:

    alpha < result < beta   implies  result = m
    result <= alpha         implies  m <= result
    result >= beta          implies  m >= result

where m is the state's minimax score for `player` and alpha < beta.
"""

from __future__ import annotations

from math import inf
from typing import Final

from ..kernels import kernel

NO_LIMIT: Final = 1 << 62


@kernel
def movers_view(game, state, alpha, beta, player):
    """Who is to move, the window with that player's eyes, and -1 where that is not `player`: then whoever moved before moves again."""
    if not game.alternates and not game.is_terminal(state) and game.to_move(state) != player:
        return 1 - player, -beta, -alpha, -1.0
    return player, alpha, beta, 1.0


@kernel
def ending_score(game, state, depth, alpha, beta, player, until, watch):
    """The score of `state` for `player`. `depth` counts down; once more than `until` nodes were entered, what is returned means nothing."""
    if watch.enter(state, depth, alpha, beta) or watch.entered() > until:
        return 0.0
    player, alpha, beta, sign = movers_view(game, state, alpha, beta, player)
    low, high = game.bounds(state, player)
    if low >= beta or low == high:
        return sign * low
    if high <= alpha:
        return sign * high
    best = -inf
    for action in game.candidates(state):
        least = max(alpha, best)
        score = -ending_score(game, game.result(state, action), depth - 1, -beta, -least, 1 - player, until, watch)
        if score > best:
            best = score
            if best >= beta:
                break
    return sign * best
