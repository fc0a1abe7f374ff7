"""Keys: how a database knows the states of a game that does not number them itself.

A state, or the one that stands for all that are symmetric to it, is a row of bytes: its numbers one after the other, each in so many words
of 64 bits as machine code gives it. The rows of all states are sorted, and the place of a row is the number of its state. Bytes that are 0
in all rows are left out. A state that machine code cannot hold is known by a digest of how it is spelled.

In the file, the rows of a block stand before its entries, column by column: sorted rows have much in common. A shelf of its own has the
first row of every block; whoever asks keeps these in memory, about 60 bytes a block.
"""

from __future__ import annotations

import hashlib
import struct
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import Any, Final

from ...game import Game
from ...states import CompiledStateTable
from .shelves import Shelf
from .spelling import spelled

WORD: Final = (1 << 64) - 1
FLOAT: Final = 0
"""In the form of a state: one word that is a float."""
KEYED_BLOCK: Final = 128
"""States in a block. With twice as many the blocks take a sixth less room, and one takes half as long again to unpack."""


def form_of(game: Game[Any, Any]) -> list[int] | None:
    """How many words each number of a state has (a float: FLOAT); None where machine code cannot hold such states."""
    if not game.compiles:
        return None
    from ...native.store import CannotCompile
    from ...native.types import state_type
    from ...native.words import leaf_words

    try:
        return leaf_words(state_type(game))
    except CannotCompile:
        return None


def encoder(form: list[int] | None) -> Callable[[Any], bytes]:
    """What turns a state of this form into a row of bytes; all have the same length, and different states have different rows."""
    if form is None:
        return lambda state: hashlib.blake2b(spelled(state).encode(), digest_size=16).digest()
    pack = struct.Struct(">" + "".join("d" if words == FLOAT else "Q" * words for words in form)).pack

    def encoded(state: Any) -> bytes:
        leaves = state if isinstance(state, tuple) and len(state) == len(form) else _leaves(state)
        try:
            return pack(*leaves)  # most states: no number is negative, or wider than a word
        except struct.error:
            return pack(*_words(_leaves(state), form))

    return encoded


def _leaves(state: Any) -> tuple[Any, ...]:
    """The numbers that a state is made of."""
    if not isinstance(state, tuple):
        return (state,)
    leaves: tuple[Any, ...] = ()
    for part in state:
        leaves += _leaves(part) if isinstance(part, tuple) else (part,)
    return leaves


def _words(leaves: tuple[Any, ...], form: list[int]) -> Iterator[Any]:
    for number, width in zip(leaves, form, strict=True):
        if width == FLOAT:
            yield number
        else:
            yield from (number >> 64 * i & WORD for i in range(width))


def words_of(table: Any, form: list[int] | None) -> Any:
    """The words of all states in a table, a row each, in the order of their numbers there."""
    import numpy

    if isinstance(table, CompiledStateTable):
        return table.keys()
    return numpy.frombuffer(b"".join(map(encoder(form), table.states)), ">u8").reshape(len(table), -1)


def used_planes(words: Any) -> list[int]:
    """The places of the bytes that are not 0 in all rows."""
    import numpy

    together = numpy.bitwise_or.reduce(words, axis=0).astype(">u8").tobytes()
    return [place for place, byte in enumerate(together) if byte] or [0]


def rows_of(words: Any, planes: list[int]) -> Any:
    """Rows of only these bytes."""
    import numpy

    rows = numpy.empty((len(words), len(planes)), numpy.uint8)
    for i, place in enumerate(planes):
        rows[:, i] = words[:, place // 8] >> numpy.uint64(56 - 8 * (place % 8)) & numpy.uint64(255)
    return rows


def sorting(rows: Any) -> Any:
    """The numbers of rows in the order of the rows."""
    import numpy

    states, width = rows.shape
    words = []
    for first in range(0, width, 8):
        part = numpy.zeros((states, 8), numpy.uint8)
        part[:, : min(8, width - first)] = rows[:, first : first + 8]
        words.append(part.view(">u8").ravel().astype(numpy.uint64))
    return numpy.lexsort(words[::-1])


def first_rows(rows: Any) -> bytes:
    """The first row of every block."""
    firsts: bytes = rows[::KEYED_BLOCK].tobytes()
    return firsts


def with_keys(rows: Any, blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Blocks of entries, each with the sorted rows of its states before it."""
    for number, block in enumerate(blocks):
        yield rows[number * KEYED_BLOCK : (number + 1) * KEYED_BLOCK].T.tobytes() + block


def rows_in(block: bytes, width: int, states: int) -> Any:
    """The rows at the beginning of an unpacked block, as an array."""
    import numpy

    return numpy.frombuffer(block, numpy.uint8, width * states).reshape(width, states).T


def words_from(rows: Any, planes: list[int], words: int) -> Any:
    """The words that these rows were taken from: what `rows_of` does, turned round."""
    import numpy

    whole = numpy.zeros((len(rows), words), numpy.uint64)
    for i, place in enumerate(planes):
        whole[:, place // 8] |= rows[:, i].astype(numpy.uint64) << numpy.uint64(56 - 8 * (place % 8))
    return whole


class Keys:
    """The rows in a file: which number has a state? `block(number)` is a block, unpacked."""

    def __init__(self, firsts: Shelf, form: list[int] | None, planes: list[int], states: int, block: Callable[[int], bytes]):
        self.states, self.firsts, self.form, self.planes, self.width = states, firsts, form, planes, len(planes)
        self._encoded, self._block, self._last = encoder(form), block, (states - 1) // KEYED_BLOCK
        self._chosen: Callable[[bytes], Any] = itemgetter(*planes) if len(planes) > 1 else lambda row: (row[planes[0]],)

    @cached_property
    def _firsts(self) -> list[bytes]:
        data, width = self.firsts[0], self.width
        return [data[place : place + width] for place in range(0, len(data), width)]

    def states_in(self, block: int) -> int:
        """How many states a block has: the last one may have fewer."""
        return KEYED_BLOCK if block < self._last else self.states - KEYED_BLOCK * block

    def find(self, state: Any) -> int:
        """The number of a state that stands for all symmetric ones; -1 where the database does not have it."""
        place = self.place(state)
        return -1 if place is None else place[0] * KEYED_BLOCK + place[1]

    def place(self, state: Any) -> tuple[int, int, bytes, int] | None:
        """The number of the block that has such a state, its place there, the block, where in it the keys end; None: no block has it."""
        whole = self._encoded(state)
        row = bytes(self._chosen(whole))
        block = bisect_right(self._firsts, row) - 1
        if block < 0 or len(whole) - whole.count(0) != len(row) - row.count(0):
            return None
        columns, states = self._block(block), self.states_in(block)
        end, low, high = self.width * states, 0, states
        while low < high:
            middle = low + high >> 1
            if columns[middle:end:states] < row:
                low = middle + 1
            else:
                high = middle
        return (block, low, columns, end) if columns[low:end:states] == row else None
