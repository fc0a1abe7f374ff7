"""Minimax, depth first (Russell & Norvig, fig. 5.3, with the cut-off test of section 5.3).

Contract: `minimax_value` returns exactly

    utility(s, player)                      if s is terminal
    evaluate(s, player)                     if is_cutoff(s, depth)
    max over a of value(result(s, a))       if player moves in s
    min over a of value(result(s, a))       if the opponent does
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ..game import Game
from ..kernels import Progress, kernel
from ..positions import root_of
from ..result import SearchResult
from .fitting import require_two_player_zero_sum, zero_sum_values
from .lookahead import CutoffTest, Evaluation, Limits, look_ahead, mover


@kernel
def minimax_value(game, state, depth, player, watch):
    """The value of `state` for `player`, looking `depth` plies ahead."""
    if watch.enter(state, depth, -inf, inf):
        return 0.0
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
            child = minimax_value(game, game.result(state, action), depth - 1, player, watch)
            if child > value:
                value = child
                watch.improve(depth, action, value, -inf, inf)
    else:  # MIN-VALUE
        value = inf
        for action in game.actions(state):
            watch.descend(action)
            child = minimax_value(game, game.result(state, action), depth - 1, player, watch)
            if child < value:
                value = child
                watch.improve(depth, action, value, -inf, inf)
    watch.leave(value)
    return value


def minimax(
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
    """The best action and its value by looking at the whole tree, to `depth` plies or to the end of the game.

    >>> import counterplay as cp
    >>> cp.minimax(cp.load("nim(pile_sizes=(2,2))")).value      # II-Nim: the second player wins
    -1.0
    """
    require_two_player_zero_sum("minimax", game)
    player = mover(game, root_of(game, state))
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)
    return look_ahead(
        "minimax", minimax_value, game, state, limits, lambda depth: (player,), lambda value: zero_sum_values(game, player, value)
    )
