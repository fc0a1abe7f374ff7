"""Max^n with shallow pruning (Korf 1991; Sturtevant & Korf 2000): the vectors of max^n, without looking where that cannot matter.

Where all payoffs together come to at most `total` and nobody gets less than `least`, what one player has bounds what is left for the
others. Contract: the result is the vector of `maxn_values`, to the last of equals, unless the rest of the node was cut; then

    the player to move in s gets at least what the result says, hence
    the player to move above s gets at most   total - result[mover] - least * (players - 2)   <=   what they have elsewhere

so that the player above does not choose s. Two cuts are made:

    immediate   the mover has all that anybody can have: total - least * (players - 1)
    shallow     the player above has as much elsewhere as this node can still leave for them

A bound from further above would cut more but is wrong: it may cut what decides between the choices of players in between (Korf 1991).
Evaluations must keep to the bounds as well. The kernel verifies every leaf; where one does not, it is searched again without cuts.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final

from ..bits import replace
from ..errors import OutsideRange
from ..game import CHANCE, Game
from ..kernels import Progress, kernel
from ..result import SearchResult
from ..transpositions import USUAL_MEMORY
from ..watch import OUTSIDE
from .fitting import require_perfect_information
from .lookahead import CutoffTest, Evaluation, Limits, Memory, look_ahead
from .remembered import recall_vector, remember_vector
from .vectors import add_weighted, evaluations, utilities, zeros

LEAST: Final = 0
TOTAL: Final = 1
LEFT: Final = 2
MOST: Final = 3
"""Indices of `bounds`: the least payoff, the sum of all, what is left for any two players together, the most that one can have."""
ROUNDING: Final = 1e-9
"""Sums of evaluations may be beside the truth by so much."""


@kernel
def shallow_maxn_values(game, state, depth, above, above_has, nothing, bounds, top, table, remembers, watch):
    """What `state` is worth to each player; the player `above` chose to come here, and has `above_has` already elsewhere."""
    if watch.enter(state, depth, -inf, inf):
        return nothing
    values = nothing
    if game.is_terminal(state):
        values = utilities(game, state, nothing)
        keeps_to(bounds, values, watch)
        watch.terminal(values)
        watch.leave(values)
        return values
    if game.is_cutoff(state, depth):
        values = evaluations(game, state, nothing)
        keeps_to(bounds, values, watch)
        watch.evaluated(values)
        watch.leave(values)
        return values
    if remembers and depth < top:
        known, values = recall_vector(game, state, depth, nothing, table, watch)
        if known:
            return values
    cutoffs = watch.cutoffs()
    whole = True
    if game.to_move(state) == CHANCE:
        nobody, nowhere = game.to_move(state), -inf
        for outcome, probability in game.chances(state):
            watch.descend(outcome)
            child = shallow_maxn_values(
                game, game.result(state, outcome), depth - 1, nobody, nowhere, nothing, bounds, top, table, remembers, watch
            )
            values = add_weighted(values, probability, child)
    else:
        player = max(game.to_move(state), 0)  # a variable even where the rules say `return 0`
        values = replace(nothing, player, -inf)
        for action in game.actions(state):
            watch.descend(action)
            child = shallow_maxn_values(
                game, game.result(state, action), depth - 1, player, values[player], nothing, bounds, top, table, remembers, watch
            )
            if child[player] > values[player]:
                values = child
                watch.improve(depth, action, values, -inf, inf)
                if values[player] >= bounds[MOST]:
                    watch.cut(-inf, inf)
                    break
                if player != above and bounds[LEFT] - values[player] <= above_has:
                    watch.cut(above_has, bounds[LEFT])
                    whole = False
                    break
    if remembers and whole and not watch.stopped():
        remember_vector(game, state, depth, values, watch.cutoffs() == cutoffs, table)
    watch.leave(values)
    return values


@kernel
def keeps_to(bounds, values, watch):
    """Stop the search where a leaf shows that the bounds are none."""
    total = 0.0
    for player in range(len(values)):
        total += values[player]
        if values[player] < bounds[LEAST] - ROUNDING:
            watch.halt(OUTSIDE)
    if total > bounds[TOTAL] + ROUNDING:
        watch.halt(OUTSIDE)


def known_bounds(game: Game[Any, Any]) -> tuple[float, float, float, float]:
    """What the game says about its payoffs; infinite where it says nothing."""
    total = inf if game.payoff_sum is None else float(game.payoff_sum)
    least = -inf if game.least_payoff is None else float(game.least_payoff)
    if game.least_payoff is None and game.decisive:
        least = -1.0
    others = max(game.players - 2, 0)
    left = total - others * least if others else total
    most = total - (others + 1) * least if game.players > 1 else inf
    return least, total, left, most


UNKNOWN_BOUNDS: Final = (-inf, inf, inf, inf)


def shallow_maxn(
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
    """The same vector as `maxn`, without looking where it cannot matter, and with a table of positions of `memory` bytes (0: none).

    It cuts where the game says what payoffs add up to (`payoff_sum`) and, with more than two players, what the least of them is
    (`least_payoff`). Of equally good actions the first listed is taken.

    >>> import counterplay as cp
    >>> game = cp.load("nim(pile_sizes=(1,2,3),players=3)")
    >>> cp.shallow_maxn(game, memory=0).nodes < cp.maxn(game).nodes
    True
    """
    require_perfect_information("shallow_maxn", game)
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)
    nothing = zeros(game)

    def search(bounds: tuple[float, float, float, float]) -> SearchResult:
        def arguments(depth: int) -> tuple[Any, ...]:
            return CHANCE, -inf, nothing, bounds, depth

        remembering = Memory(memory, more_words=1)
        return look_ahead("shallow_maxn", shallow_maxn_values, game, state, limits, arguments, lambda values: values, remembering)

    try:
        return search(known_bounds(game))
    except OutsideRange:  # found out by looking: these payoffs keep to no bounds
        return search(UNKNOWN_BOUNDS)
