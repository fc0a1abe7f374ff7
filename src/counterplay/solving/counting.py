"""How many different positions there are after 0, 1, 2, … plies.

Contract: `counts[n]` is the number of states s for which some line of exactly n plies leads from the start to s; a finished game is not
continued. (`perft` counts the lines.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from ..buffers import buffer
from ..game import CHANCE, Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..search.lookahead import Limits
from ..watch import TABLE_FULL, Watch
from .growing import WHOLE_MEMORY, with_enough_room
from .solution import require_sense


@dataclass(frozen=True)
class PositionCounts:
    """How many positions there are."""

    counts: tuple[int, ...]
    """After 0, 1, 2, … plies."""
    nodes: int
    seconds: float
    compiled: bool

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@kernel
def visit_positions(game, state, depth, counts, table, watch):
    """Count `state`, with `depth` plies left, and what it leads to, unless it was met with as many plies left before."""
    if watch.enter(state, depth, -inf, inf) or table.find((state, depth)) >= 0:
        return 0
    if table.add((state, depth)) < 0:
        watch.halt(TABLE_FULL)
        return 0
    counts[depth] += 1
    if depth > 0 and not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            for outcome, _ in game.chances(state):
                visit_positions(game, game.result(state, outcome), depth - 1, counts, table, watch)
        else:
            for action in game.actions(state):
                visit_positions(game, game.result(state, action), depth - 1, counts, table, watch)
    return 0


def count_positions(
    game: Game[Any, Any],
    depth: int,
    state: Any = None,
    *,
    memory: int = WHOLE_MEMORY,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> PositionCounts:
    """Count the different positions after each number of plies up to `depth`, from the start or from a state.

    `memory` bounds, in bytes, the table that holds them all.

    >>> import counterplay as cp
    >>> cp.count_positions(cp.load("tic_tac_toe"), 4).counts
    (1, 9, 72, 252, 756)
    """
    Limits(depth=depth)  # verifies the depth
    require_sense(memory, seconds=None)
    start = root_of(game, state)

    def attempt(run: Runner) -> PositionCounts:
        def visit(table: Any, watch: Watch) -> Any:
            counts = buffer(depth + 1, "q", compiled=run.compiled)
            run(visit_positions, game, start, depth, counts, table, watch=watch)
            return counts

        what = f"positions within {depth} plies, and {{room}}. Give more memory, or count fewer plies."
        counts, _, nodes = with_enough_room(game, run, memory, 1, 0, visit, what)  # a key is a state and the plies left
        return PositionCounts(tuple(counts[left] for left in range(depth, -1, -1)), nodes, run.elapsed(), run.compiled)

    return at_two_speeds(visit_positions, game, attempt, compiled=compiled, progress=progress)
