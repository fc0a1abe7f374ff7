"""Solving a game that ends: the value of every state that can be reached, each computed once (backward induction with a table).

Contract: the vector kept for a state is its max^n vector to the end of the game (see `counterplay.search.maxn`), which for two players
and zero sum is the minimax value; symmetric states share one entry. A game in which a position can come back is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isnan
from typing import Any

from ..bits import replace
from ..game import CHANCE, Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..search.fitting import require_perfect_information
from ..search.lookahead import mover
from ..search.vectors import add_weighted, utilities, zeros
from ..watch import REPEATS, TABLE_FULL, Watch
from .growing import WHOLE_MEMORY, with_enough_room
from .solution import LONGEST_LINE, Solution, require_finite, require_sense


@kernel
def known_values(table, number, values):
    """The vector that the table has for state `number`."""
    for player in range(len(values)):
        values = replace(values, player, table.get(number, player))
    return values


@kernel
def solve_state(game, state, depth, nothing, table, watch):
    """The vector of `state`, computed from its successors unless the table has it."""
    if watch.enter(state, depth, -inf, inf):
        return nothing
    key = game.canonical(state)
    number = table.find(key)
    values = nothing
    if number >= 0:
        values = known_values(table, number, nothing)
        if isnan(values[0]):  # entered, not left yet: this state is its own successor
            watch.halt(REPEATS)
        return values
    number = table.add(key)
    if number < 0:
        watch.halt(TABLE_FULL)
        return nothing
    if game.is_terminal(state):
        values = utilities(game, state, nothing)
    elif game.to_move(state) == CHANCE:
        for outcome, probability in game.chances(state):
            child = solve_state(game, game.result(state, outcome), depth - 1, nothing, table, watch)
            values = add_weighted(values, probability, child)
    else:
        player = game.to_move(state)
        values = replace(nothing, player, -inf)
        for action in game.actions(state):
            child = solve_state(game, game.result(state, action), depth - 1, nothing, table, watch)
            if child[player] > values[player]:
                values = child
    for player in range(len(values)):
        table.put(number, player, values[player])
    return values


@kernel
def best_line(game, state, line, nothing, table, watch):
    """Fill `line` with best play from `state`, to the end or to where chance moves; returns its length."""
    length = 0
    while length < len(line) and not game.is_terminal(state) and game.to_move(state) != CHANCE:
        player = game.to_move(state)
        value = -inf
        for action in game.actions(state):
            child = known_values(table, table.find(game.canonical(game.result(state, action))), nothing)
            if child[player] > value:
                value = child[player]
                line[length] = action
        state = game.result(state, line[length])
        length += 1
    return length


def solve_whole(
    game: Game[Any, Any],
    state: Any = None,
    *,
    memory: int = WHOLE_MEMORY,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The true value of a game (or of one state of it), with best play, by visiting every state that can be reached once.

    `memory` bounds the table in bytes; a game that needs more is refused, as is one in which positions can repeat.

    >>> import counterplay as cp
    >>> solve_whole(cp.load("nim(pile_sizes=(2,2),is_misere=False)")).states      # II-Nim, mirror images counted once
    9
    """
    require_perfect_information("solve", game)
    require_sense(memory, seconds)
    start = root_of(game, state)

    def attempt(run: Runner) -> Solution:
        def visit(table: Any, watch: Watch) -> Any:
            return run(solve_state, game, start, 0, zeros(game), table, watch=watch)

        what = "states, and {room}. Give more memory, or search to a depth instead."
        values, table, nodes = with_enough_room(game, run, memory, 0, game.players, visit, what)
        require_finite(game, *values)
        value = values[max(mover(game, start), 0)]
        line = _line(run.compiled)
        length = run(best_line, game, start, line, zeros(game), table, watch=Watch())
        best = tuple(line[i] if not run.compiled else int(line[i]) for i in range(length))
        return Solution(
            action=best[0] if best else None,
            value=value,
            values=values,
            line=best,
            nodes=nodes,
            depth=length,
            seconds=run.elapsed(),
            exact=True,
            algorithm="solve",
            compiled=run.compiled,
            score=None if game.overrides("score") else value,
            states=len(table),
        )

    return at_two_speeds(solve_state, game, attempt, compiled=compiled, seconds=seconds, progress=progress)


def _line(compiled: bool) -> Any:
    """A place for the line, of the kind that this speed needs."""
    if not compiled:
        return [None] * LONGEST_LINE
    import numpy

    return numpy.zeros(LONGEST_LINE, numpy.int64)
