"""Best-reply search (Schadd & Winands 2011): of all your opponents, only the one with the strongest reply moves; the others pass.

Contract, where b is the value of this state for `player`, to `depth` plies:

    utility or evaluation                                        at an end, or where is_cutoff
    the greatest b(result(s, a))                                 over the actions a, where `player` is to move
    the least b(back(result(t, a)))                              over all opponents, t being s after those before them have passed,
                                                                 and their actions a; `back` passes until `player` is to move again

and `best_reply_value` is within alpha and beta what alpha-beta says of it. A round of n players costs two plies instead of n, so it sees
further than paranoid search; on the way it looks at positions that cannot arise, because players pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from ..errors import DoesNotFit
from ..game import Game
from ..kernels import Progress, kernel
from ..positions import root_of
from ..result import SearchResult
from ..transpositions import NO_ACTION, USUAL_MEMORY
from .fitting import require_no_chance, shared_values
from .lookahead import CutoffTest, Evaluation, Limits, Memory, look_ahead, mover
from .remembered import recall_bounds, remember_bounds


@kernel
def best_reply_value(game, state, depth, alpha, beta, player, top, table, remembers, watch):
    """What `state` is worth to `player` if one opponent answers each of their moves, as far as it lies between alpha and beta."""
    if watch.enter(state, depth, alpha, beta):
        return 0.0
    if game.is_terminal(state):
        value = float(game.utility(state, player))
        watch.terminal(value)
        return value
    if game.is_cutoff(state, depth):
        value = float(game.evaluate(state, player))
        watch.evaluated(value)
        return value
    low, high = -inf, inf
    if remembers and depth < top:
        low, high, _ = recall_bounds(game, state, depth, table, watch)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    cutoffs = watch.cutoffs()
    least, most = alpha, beta
    if game.to_move(state) == player:
        value = -inf
        for action in game.actions(state):
            child = best_reply_value(game, game.result(state, action), depth - 1, least, most, player, top, table, remembers, watch)
            if child > value:
                value = child
                least = max(least, value)
                watch.improve(depth, action, value, least, most)
            if least >= most:
                break
    else:
        value = inf
        replying, passed = state, state
        while least < most and game.to_move(replying) != player:
            for action in game.actions(replying):
                after = back_to(game, game.result(replying, action), player)
                child = best_reply_value(game, after, depth - 1, least, most, player, top, table, remembers, watch)
                if child < value:
                    value = child
                    most = min(most, value)
                    watch.improve(depth, action, value, least, most)
                if least >= most:
                    break
            passed = game.pass_turn(replying)
            if passed == replying:  # here nobody may pass
                break
            replying = passed
    if remembers and not watch.stopped():
        if value > alpha:
            low = max(low, value)
        if value < beta:
            high = min(high, value)
        nothing = NO_ACTION
        remember_bounds(game, state, depth, low, high, watch.cutoffs() == cutoffs, nothing, table)
    return value


@kernel
def back_to(game, state, player):
    """The state after everybody has passed who would move before `player`, as far as the game lets them."""
    while not game.is_terminal(state) and game.to_move(state) != player:
        passed = game.pass_turn(state)
        if passed == state:
            break
        state = passed
    return state


def best_reply(
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
    """The best action if after it only the most dangerous of the opponents moves. The game must say what passing is (`pass_turn`).

    Its line is the action alone: what follows is no game that can be played. The value is never called exact, unless the game is over.

    >>> import counterplay as cp
    >>> cp.best_reply(cp.load("nim(pile_sizes=(1,2),is_misere=False,players=3)")).line
    (1,)
    """
    require_no_chance("best_reply", game)
    if game.players > 2 and not game.overrides("pass_turn"):
        raise DoesNotFit(
            f"best_reply lets opponents pass, but {game.name} does not say what passing is: write pass_turn(state), or use paranoid."
        )
    player = mover(game, root_of(game, state))
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)

    def arguments(depth: int) -> tuple[Any, ...]:
        return -inf, inf, player, depth

    def values(value: float) -> tuple[float, ...]:
        return shared_values(game, player, value)

    result = look_ahead("best_reply", best_reply_value, game, state, limits, arguments, values, Memory(memory, follows=False))
    return replace(result, line=result.line[:1], exact=result.exact and result.depth <= 1)
