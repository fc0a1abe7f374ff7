"""Whole games of the engine against itself in machine code: a quick game has a hundred moves of a millisecond each, and asking `Engine` for
every one of them would take longer than finding it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from math import inf
from typing import Any, Final, NamedTuple

from counterplay import Random
from counterplay.buffers import buffer
from counterplay.kernels import Runner, kernel
from counterplay.search.endings import Endings
from counterplay.search.engine.deepening import ASPIRATION_WIDTH, NO_LIMIT, Deepening, Question
from counterplay.search.engine.distances import PROVEN
from counterplay.search.engine.principal import find_value
from counterplay.search.engine.repeating import came_back
from counterplay.search.engine.room import (
    COUNTERMOVE,
    DEEPEST_PLY,
    KILLER,
    MOST_NODES,
    NOTHING,
    PATH,
    REPETITION,
    ROOT_ACTION,
    Room,
)
from counterplay.search.engine.settings import Switches
from counterplay.search.tables import table_for
from counterplay.watch import Watch

DECIDED: Final = 0.75
"""Beyond this value (in chess, twelve pawns) a game is over for the two of them."""
MOST_PLIES: Final = 240
"""After so many it is a draw."""
MOST_DEPTH: Final = 20
MEMORY: Final = 4 << 20


class Played(NamedTuple):
    """One game."""

    actions: list[int]
    values: list[float]
    """What the search found before each of them, for who was to move; 0 before a random one."""
    result: float
    """For the first player: 1, 0.5 or 0."""


@kernel
def play_game(game, root, random_plies, enough, rng, table, endings, moves, promises, room, actions, values, watch):
    """Play to the end, some random moves first; every other move is the best at the first depth after which `enough` nodes were entered.

    Returns the value for the first player; `actions` tells the moves and, at last, how many there are.
    """
    state = root
    ply, nothing = 0, room[NOTHING]
    result = 0.0
    while True:
        if game.is_terminal(state):
            result = float(game.utility(state, 0))
            break
        if ply == MOST_PLIES or (game.repetition_draws and came_twice(game, state, ply, table, room, watch)):
            break
        action = nothing
        value = 0.0
        if ply < random_plies:
            action = game.random_action(state, rng)
        else:
            for i in range(KILLER, COUNTERMOVE):
                room[i] = nothing
            player = game.to_move(state)
            before, depth, width = watch.entered(), 1, inf
            while depth <= MOST_DEPTH and watch.entered() - before < enough:
                room[DEEPEST_PLY] = 2 * depth + 8
                value = find_value(game, state, depth, value, width, player, 0, nothing, 0, table, endings, moves, promises, room, watch)
                action = room[ROOT_ACTION]
                width = ASPIRATION_WIDTH if abs(value) < PROVEN else inf
                depth += 1
            if watch.stopped() or action == nothing:
                break
            if abs(value) > DECIDED:
                result = 1.0 if (value > 0.0) == (player == 0) else -1.0
                break
        actions[ply] = action
        values[ply] = value
        state = game.result(state, action)
        ply += 1
    actions[MOST_PLIES] = ply
    return result


@kernel
def came_twice(game, state, ply, table, room, watch):
    """Whether this state of the game has been there twice before. The states so far come before those of the search that follows."""
    room[REPETITION] = 1 + ply
    start = 0
    came_back(game, state, start, table, room, watch)
    again = 0
    for i in range(max(0, ply - game.reversible_plies(state)), ply):
        if room[PATH + i] == room[PATH + ply]:
            again += 1
    return again > 1


def games(game: Any, nodes: int, random_plies: int, seed: int, *, compiled: bool = True) -> Iterator[Played]:
    """Games without end, each begun by so many random moves; every other move is searched until so many nodes have been entered."""
    table, room, endings = table_for(game, MEMORY, compiled), Room(compiled, game.overrides("motif")), Endings.of(None, compiled)
    run = Runner(compiled)
    question = Question(game, game.initial(), Switches().decided(game, by_depth=False))
    Deepening(question, run, room, table, endings, threading.Event()).prepare()
    room.words[MOST_NODES] = NO_LIMIT
    actions, values = buffer(MOST_PLIES + 1, "q", compiled=compiled), buffer(MOST_PLIES, "d", compiled=compiled)
    rng = Random(seed)
    while True:
        table.clear()
        room.begin()
        result = run(
            play_game, game, game.initial(), random_plies, nodes, rng, table, endings, room.moves, room.promises, room.words, actions,
            values, watch=Watch(),
        )  # fmt: skip
        plies = actions[MOST_PLIES]
        yield Played([actions[i] for i in range(plies)], [values[i] for i in range(plies)], (result + 1.0) / 2.0)
