"""Max^n (Luckhardt & Irani 1986; Russell & Norvig, fig. 5.4): any number of players, any payoffs, each out for their own.

Contract: `maxn_values` returns exactly the vector

    (utility(s, 0), utility(s, 1), …)          if s is terminal
    (evaluate(s, 0), evaluate(s, 1), …)        if is_cutoff(s, depth)
    the sum over chances (o, p) of p * values(result(s, o))     if chance moves in s
    that values(result(s, a)) which is greatest for the player to move in s, of equals the first listed, otherwise

The rule for equals matters: a player who does not care decides what the others get. With two players and zero sum it is minimax.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ..bits import replace
from ..game import CHANCE, Game
from ..kernels import Progress, kernel
from ..result import SearchResult
from .fitting import require_perfect_information
from .lookahead import CutoffTest, Evaluation, Limits, look_ahead
from .vectors import add_weighted, evaluations, utilities, zeros


@kernel
def maxn_values(game, state, depth, nothing, watch):
    """What `state` is worth to each player, looking `depth` plies ahead; `nothing` is the vector of zeros."""
    if watch.enter(state, depth, -inf, inf):
        return nothing
    values = nothing
    if game.is_terminal(state):
        values = utilities(game, state, nothing)
        watch.terminal(values)
    elif game.is_cutoff(state, depth):
        values = evaluations(game, state, nothing)
        watch.evaluated(values)
    elif game.to_move(state) == CHANCE:
        for outcome, probability in game.chances(state):
            watch.descend(outcome)
            child = maxn_values(game, game.result(state, outcome), depth - 1, nothing, watch)
            values = add_weighted(values, probability, child)
    else:
        player = game.to_move(state)
        values = replace(nothing, player, -inf)
        for action in game.actions(state):
            watch.descend(action)
            child = maxn_values(game, game.result(state, action), depth - 1, nothing, watch)
            if child[player] > values[player]:
                values = child
                watch.improve(depth, action, values, -inf, inf)
    watch.leave(values)
    return values


def maxn(
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
    """What every player gets when each plays for themselves, to `depth` plies or to the end of the game. Chance moves count as plies.

    Of equally good actions the first listed is taken.

    >>> import counterplay as cp
    >>> cp.maxn(cp.load("tree([[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]],players=3)")).values
    (7.0, 4.0, 1.0)
    """
    require_perfect_information("maxn", game)
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)
    return look_ahead("maxn", maxn_values, game, state, limits, lambda depth: (zeros(game),), lambda values: values)
