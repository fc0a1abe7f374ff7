"""Quiescence (Shannon 1950): an evaluation in the middle of a trade is wrong, so noisy actions are followed until none is left.

The player to move need not take part: `stand pat` is worth the evaluation of the state as it is. Contract, where q is the larger of that
and the best of the noisy actions, each valued likewise, and alpha < beta:

    alpha < result < beta   implies  result = q
    result <= alpha         implies  q <= result
    result >= beta          implies  q >= result
"""

from __future__ import annotations

from ...kernels import kernel
from ...watch import TABLE_FULL
from .distances import ended, estimated
from .limits import keep_limits
from .ordering import sort_actions
from .room import DEEPEST_PLY, NOTHING


@kernel
def quiet_value(game, state, ply, alpha, beta, player, base, moves, promises, room, watch):
    """The value of `state`, which its caller has entered, for `player` once it is quiet."""
    if game.is_terminal(state):
        value = ended(float(game.utility(state, player)), ply, room, watch)
        watch.terminal(value)
        return value
    again = not game.alternates and game.to_move(state) != player
    if again:
        player, alpha, beta = 1 - player, -beta, -alpha
    best = estimated(float(game.evaluate(state, player)), room, watch)
    watch.evaluated(best)
    least = max(alpha, best)
    if best < beta and ply < room[DEEPEST_PLY]:
        end = base
        for action in game.actions(state):
            if game.is_noisy(state, action):
                if end < len(moves):
                    moves[end] = action
                end += 1
        if end > len(moves):
            watch.halt(TABLE_FULL)
            return 0.0
        depth, before = -ply, room[NOTHING]
        sort_actions(game, state, depth, ply, player, before, base, end, moves, promises, room)
        for i in range(base, end):
            watch.descend(moves[i])
            child_state = game.result(state, moves[i])
            if watch.enter(child_state, -ply - 1, -beta, -least):
                return 0.0
            keep_limits(room, watch)
            child = -quiet_value(game, child_state, ply + 1, -beta, -least, 1 - player, end, moves, promises, room, watch)
            watch.leave(-child)
            if child > best:
                best = child
                least = max(least, best)
                if best >= beta:
                    break
                watch.improve(-ply, moves[i], best, least, beta)
    return -best if again else best
