"""Quiescence (Shannon 1950): an evaluation in the middle of a trade is wrong, so noisy actions are followed until none is left.

The player to move need not take part: `stand pat` is worth the evaluation of the state as it is. Contract, where q is the larger of that
and the best of the noisy actions, each valued likewise, and alpha < beta:

    alpha < result < beta   implies  result = q
    result <= alpha         implies  q <= result
    result >= beta          implies  q >= result

With the switch `exchanges`, actions that lose the exchange they begin do not count; with `delta`, nor do those that cannot win enough to
reach alpha.
"""

from __future__ import annotations

from ...kernels import kernel
from ...watch import TABLE_FULL
from ..endings import UNKNOWN, told
from .distances import PROVEN, ended, ending, estimated
from .limits import keep_limits
from .ordering import LOSING, bring_best, rate_actions
from .room import DEEPEST_PLY, DELTA, NOTHING

DELTA_STEPS = 2.0
"""How much more than what it wins an exchange may improve the evaluation by."""


@kernel
def quiet_value(game, state, ply, alpha, beta, player, base, endings, moves, promises, room, watch):
    """The value of `state`, which its caller has entered and which is not over, for `player` once it is quiet."""
    again = not game.alternates and game.to_move(state) != player
    if again:
        player, alpha, beta = 1 - player, -beta, -alpha
    best = estimated(float(game.evaluate(state, player)), room, watch)
    watch.evaluated(best)
    least = max(alpha, best)
    if best < beta and ply < room[DEEPEST_PLY]:
        end = game.fill_noisy(state, moves, base)
        if end > len(moves):
            watch.halt(TABLE_FULL)
            return 0.0
        depth, before = -ply, room[NOTHING]
        rate_actions(game, state, depth, ply, player, before, base, end, moves, promises, room)
        needed = 0.0
        if room[DELTA] and abs(alpha) < PROVEN:
            needed = game.steps_between(best, alpha) - DELTA_STEPS
        for i in range(base, end):
            bring_best(game, state, i, end, moves, promises, room)
            if promises[i] < LOSING:
                break
            action = moves[i]
            if needed > 0.0 and not game.exchange_reaches(state, action, needed):
                continue
            watch.descend(action)
            child_state = game.result(state, action)
            if watch.enter(child_state, -ply - 1, -beta, -least):
                return 0.0
            keep_limits(room, watch)
            known = told(game, child_state, endings)
            if game.is_terminal(child_state):
                child = ended(float(game.utility(child_state, player)), ply + 1, room, watch)
                watch.terminal(-child)
            elif known != UNKNOWN:
                child = ending(known, ply + 1, endings, room, watch)
                if game.to_move(child_state) != player:
                    child = -child
                watch.terminal(-child)
            else:
                child = -quiet_value(game, child_state, ply + 1, -beta, -least, 1 - player, end, endings, moves, promises, room, watch)
            watch.leave(-child)
            if child > best:
                best = child
                least = max(least, best)
                if best >= beta:
                    break
                watch.improve(-ply, action, best, least, beta)
    return -best if again else best
