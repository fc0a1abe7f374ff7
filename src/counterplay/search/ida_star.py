"""Iterative-deepening A* (Korf 1985): what A* finds, with no more memory than one line of play.

Depth-first search that turns back where the way so far and the heuristic cost more than a bound; again and again, each time with the least
cost that was beyond the bound before. Contract of `beyond`, where h never says too much and c is the cost of the cheapest way on from s:

    FOUND             c <= bound, and `line` holds such a way
    any other         bound < result <= c
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isinf
from typing import Any, Final

from ..buffers import buffer
from ..errors import UsageError
from ..game import Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..result import SearchResult
from ..watch import TOO_DEEP, Watch
from .fitting import require_one_player
from .lookahead import Limits

FOUND: Final = -1.0
MOST_MOVES: Final = 10_000
"""No solution is longer than this."""
LENGTH: Final = MOST_MOVES
"""Where in the line its length stands."""


@kernel
def beyond(game, state, ply, spent, bound, before, line, watch):
    """Whether a way from `state` costs at most `bound` in all; if not, the least cost beyond. It never goes straight back to `before`."""
    if watch.enter(state, -ply, 0.0, 0.0):
        return inf
    estimate = spent + game.heuristic(state)
    if estimate > bound:
        return estimate
    if game.is_terminal(state):
        if game.utility(state, 0) > 0:
            line[LENGTH] = ply
            return FOUND
        return inf
    if ply >= MOST_MOVES:
        watch.halt(TOO_DEEP)
        return inf
    least = inf
    for action in game.actions(state):
        child = game.result(state, action)
        if child != before:
            line[ply] = action
            found = beyond(game, child, ply + 1, spent + game.cost(state, action), bound, state, line, watch)
            if found == FOUND:
                return FOUND
            least = min(least, found)
    return least


@kernel
def deepening_cost(game, root, ply, spent, line, watch):
    """What the cheapest way from `root` to a won end costs: bound after bound, beginning with the heuristic; infinity if there is none."""
    bound = game.heuristic(root)
    while bound < inf and not watch.stopped():
        found = beyond(game, root, ply, spent, bound, root, line, watch)
        if found == FOUND:
            return bound
        bound = found
    return inf


def ida_star(
    game: Game[Any, Any],
    state: Any = None,
    *,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The cheapest way to a won end of a game for one player, with hardly any memory; when `seconds` are over before, there is no answer.

    >>> import counterplay as cp
    >>> cp.ida_star(cp.load("sliding_puzzle"), cp.load("sliding_puzzle").parse_state("7 2 4 5 0 6 8 3 1")).distance
    26
    """
    require_one_player("ida_star", game)
    Limits(seconds=seconds)
    root = root_of(game, state)

    def attempt(run: Runner) -> SearchResult:
        line, watch, start, nothing = buffer(MOST_MOVES + 1, "q", compiled=run.compiled), Watch(), 0, 0.0
        cost = run(deepening_cost, game, root, start, nothing, line, watch=watch)
        if isinf(cost):
            raise UsageError(f"{game.name}: no way leads from this position to a won end.")
        way = tuple(line[ply] for ply in range(line[LENGTH]))
        end = root
        for action in way:
            end = game.result(end, action)
        value = float(game.utility(end, 0))
        return SearchResult(
            action=way[0] if way else None,
            value=value,
            values=(value,),
            line=way,
            nodes=watch.nodes,
            depth=len(way),
            seconds=run.elapsed(),
            exact=True,
            algorithm="ida_star",
            compiled=run.compiled,
            distance=len(way),
        )

    return at_two_speeds(deepening_cost, game, attempt, compiled=compiled, seconds=seconds, progress=progress)
