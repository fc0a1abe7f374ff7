"""States and kernels with which the tables are tried out."""

from __future__ import annotations

from typing import Any, NamedTuple

from counterplay import Game, kernel
from counterplay.buffers import buffer
from counterplay.watch import Watch

SIZES = (1, 2, 6)


class Words(NamedTuple):
    words: tuple[int, ...]


class Keys(Game[Words, int]):
    """Nothing to play: states whose keys have so many words."""

    def __init__(self, size: int):
        self.size = size

    def initial(self) -> Words:
        return Words((0,) * self.size)

    def key(self, state: Words) -> tuple[int, ...]:
        return state.words


@kernel
def keep(game, state, low, high, depth, action, table, watch):
    key = game.key(state)
    place = table.place(key)
    table.prefetch(place)
    table.store(place, key, low, high, depth, action)
    return 0


@kernel
def seek(game, state, numbers, table, watch):
    """Where the entry is (-1: nowhere); what it holds goes into `numbers`, its place too."""
    key = game.key(state)
    place = table.place(key)
    entry = table.find(place, key)
    if entry >= 0:
        numbers[0] = table.low(entry)
        numbers[1] = table.high(entry)
        numbers[2] = float(table.depth(entry))
        numbers[3] = float(table.action(entry))
    return entry


@kernel
def place_of(game, state, table, watch):
    return table.place(game.key(state))


class Asked:
    """A compiled table, asked through machine code."""

    def __init__(self, size: int, table: Any):
        self.game, self.size, self.table = Keys(size), size, table
        self.numbers = buffer(4, "d", compiled=True)

    def call(self, one: Any, *arguments: Any) -> Any:
        from counterplay.native.compiler import entry_point

        watch = Watch()
        return entry_point(one, self.game, (*arguments, watch))(self.game, *arguments, watch)

    def store(self, key: tuple[int, ...], low: float, high: float, depth: int, action: int) -> None:
        self.call(keep, Words(key), low, high, depth, action, self.table)

    def entry(self, key: tuple[int, ...]) -> int:
        return int(self.call(seek, Words(key), self.numbers, self.table))

    def find(self, key: tuple[int, ...]) -> tuple[float, float, int, int] | None:
        import struct

        if self.entry(key) < 0:
            return None
        low, high, depth, action = struct.unpack("4d", self.numbers.words[1:5].tobytes())
        return low, high, int(depth), int(action)

    def place(self, key: tuple[int, ...]) -> int:
        return int(self.call(place_of, Words(key), self.table))
