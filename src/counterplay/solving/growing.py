"""A table of all states met, for as many as there turn out to be: nobody knows before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import Stopped, TableFull
from ..game import Game
from ..kernels import Runner
from ..search.tables import state_words
from ..states import INTERPRETED_BYTES, CompiledStateTable, StateTable
from ..watch import Watch

FIRST_CAPACITY = 1 << 14
WHOLE_MEMORY = 1 << 30

T = TypeVar("T")


def with_enough_room(
    game: Game[Any, Any], run: Runner, memory: int, extra_words: int, players: int, search: Callable[[Any, Watch], T], what: str
) -> tuple[T, Any, int]:
    """What `search(table, watch)` returns once its table is large enough; the table; and how many nodes all attempts entered.

    A key is a state and `extra_words` more. `what` ends the sentence that refuses more than `memory` bytes.
    """
    wanted, nodes = FIRST_CAPACITY, 0
    while True:
        table, watch = _table(game, run, wanted, memory, extra_words, players), Watch()
        try:
            return search(table, watch), table, nodes + watch.nodes
        except TableFull as full:
            if run.trial:
                raise Stopped("Interpreted there is no room; machine code needs less.") from full
            if not run.compiled or table.capacity < wanted:
                room = f"a table for more does not fit into memory={memory:,} bytes"
                raise TableFull(f"{game.name} has more than {table.capacity:,} {what.format(room=room)}") from full
            nodes += watch.nodes
            wanted *= 4  # start again with more room: the last attempt is the longest by far


def _table(game: Game[Any, Any], run: Runner, capacity: int, memory: int, extra_words: int, players: int) -> Any:
    """A table for `capacity` states, or for as many as the memory holds, of the kind that this speed needs."""
    if not run.compiled:
        return StateTable(players, memory // INTERPRETED_BYTES)
    key_words = state_words(game) + extra_words
    while CompiledStateTable.size(players, key_words, capacity) > memory and capacity > FIRST_CAPACITY:
        capacity //= 2
    return CompiledStateTable(players, key_words, capacity)
