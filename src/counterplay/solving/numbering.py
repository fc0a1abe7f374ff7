"""All states that can be reached, numbered: what value iteration begins with."""

from __future__ import annotations

from math import inf
from typing import Any

from ..game import CHANCE, Game
from ..kernels import Runner, kernel
from ..watch import TABLE_FULL, Watch
from .growing import FIRST_CAPACITY, with_enough_room


@kernel
def number_states(game, state, table, watch):
    """Number all states that can be reached, breadth first; returns how many steps lead from one to another."""
    steps, known, number = 0, 1, 0
    table.add(game.canonical(state))
    while number < known:
        one = table.state(number, state)
        if watch.enter(one, number, -inf, inf):
            return steps
        if not game.is_terminal(one):
            if game.to_move(one) == CHANCE:
                for outcome, _ in game.chances(one):
                    steps += 1
                    known += newcomer(table, game.canonical(game.result(one, outcome)), watch)
            else:
                for action in game.actions(one):
                    steps += 1
                    known += newcomer(table, game.canonical(game.result(one, action)), watch)
        number += 1
    return steps


@kernel
def newcomer(table, key, watch):
    """1 if this state has just got its number, 0 if it had one."""
    if table.find(key) >= 0:
        return 0
    if table.add(key) < 0:
        watch.halt(TABLE_FULL)
        return 0
    return 1


def all_numbered(game: Game[Any, Any], run: Runner, start: Any, memory: int) -> tuple[int, Any, int]:
    """How many steps lead from one state to another; the table of the states; how many nodes were entered. Needs at most `memory`."""

    def number_all(table: Any, watch: Watch) -> int:
        return int(run(number_states, game, start, table, watch=watch, here=table.capacity <= FIRST_CAPACITY))

    return with_enough_room(game, run, memory, 0, 0, number_all, "states, and {room}. Give more memory, or search to a depth instead.")
