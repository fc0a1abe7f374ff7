"""Expectiminimax (Michie 1966; Russell & Norvig, section 5.5): minimax where dice or cards move as well.

Contract: `expectiminimax_value` returns exactly

    utility(s, player)                                       if s is terminal
    evaluate(s, player)                                      if is_cutoff(s, depth)
    max over a of value(result(s, a))                        if player moves in s
    min over a of value(result(s, a))                        if the opponent does
    the sum over chances (o, p) of p * value(result(s, o))   if chance does

An average depends on more than the order of values, so an evaluation must be a positive linear function of the utility it guesses.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ..game import CHANCE, Game
from ..kernels import Progress, kernel
from ..positions import root_of
from ..result import SearchResult
from .fitting import require_constant_sum, zero_sum_values
from .lookahead import CutoffTest, Evaluation, Limits, look_ahead, mover


@kernel
def expectiminimax_value(game, state, depth, player, watch):
    """The value of `state` for `player`, looking `depth` plies ahead."""
    if watch.enter(state, depth, -inf, inf):
        return 0.0
    if game.is_terminal(state):
        value = float(game.utility(state, player))
        watch.terminal(value)
    elif game.is_cutoff(state, depth):
        value = float(game.evaluate(state, player))
        watch.evaluated(value)
    elif game.to_move(state) == CHANCE:  # the expected value: the probabilities add up to 1, so nothing is divided
        value = 0.0
        for outcome, probability in game.chances(state):
            watch.descend(outcome)
            value += probability * expectiminimax_value(game, game.result(state, outcome), depth - 1, player, watch)
    elif game.to_move(state) == player:  # MAX-VALUE
        value = -inf
        for action in game.actions(state):
            watch.descend(action)
            child = expectiminimax_value(game, game.result(state, action), depth - 1, player, watch)
            if child > value:
                value = child
                watch.improve(depth, action, value, -inf, inf)
    else:  # MIN-VALUE
        value = inf
        for action in game.actions(state):
            watch.descend(action)
            child = expectiminimax_value(game, game.result(state, action), depth - 1, player, watch)
            if child < value:
                value = child
                watch.improve(depth, action, value, -inf, inf)
    watch.leave(value)
    return value


def expectiminimax(
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
    """The action with the best expected value, to `depth` plies or to the end of the game. Chance moves count as plies.

    Where chance moves first there is no action to choose, and the value is the first player's.

    >>> import counterplay as cp
    >>> coin = cp.load("tree([{'chance': [0.9, 0.1], 'children': [2, 3]}, {'chance': [0.9, 0.1], 'children': [1, 4]}])")
    >>> cp.expectiminimax(coin).value
    2.1
    """
    require_constant_sum("expectiminimax", game)
    player = max(mover(game, root_of(game, state)), 0)
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)
    return look_ahead(
        "expectiminimax",
        expectiminimax_value,
        game,
        state,
        limits,
        lambda depth: (player,),
        lambda value: zero_sum_values(game, player, value),
    )
