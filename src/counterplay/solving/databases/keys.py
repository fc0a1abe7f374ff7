"""Keys: how a database knows the states of a game that does not number them itself.

A state, or the one that stands for all that are symmetric to it, is a row of bytes: its numbers one after the other, each in so many words
of 64 bits as machine code gives it. The rows of all states are sorted, and the place of a row is the number of its state. Bytes that are 0
in all rows are left out. A state that machine code cannot hold is known by a digest of what Python writes for it.

In the file, the first block of the shelf has the first row of every other block. These have BLOCK rows each, column by column, and of each
row only what is different from the one before (exclusive or): sorted rows have much in common.
"""

from __future__ import annotations

import hashlib
import struct
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any, Final

from ...game import Game
from ...states import CompiledStateTable
from .layout import BLOCK
from .shelves import Shelf

WORD: Final = (1 << 64) - 1
FLOAT: Final = 0
"""In the form of a state: one word that is a float."""
KEPT_BLOCKS: Final = 1024


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
        return lambda state: hashlib.blake2b(repr(state).encode(), digest_size=16).digest()
    pack = struct.Struct(">" + "".join("d" if words == FLOAT else "Q" * words for words in form)).pack

    def encoded(state: Any) -> bytes:
        words: list[Any] = []
        for number, width in zip(_leaves(state), form, strict=True):
            if width == FLOAT:
                words.append(number)
            else:
                words.extend(number >> 64 * i & WORD for i in range(width))
        return pack(*words)

    return encoded


def _leaves(state: Any) -> Iterator[Any]:
    if isinstance(state, tuple):
        for part in state:
            yield from _leaves(part)
    else:
        yield state


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


def key_blocks(rows: Any) -> Iterator[bytes]:
    """Sorted rows as the blocks of a shelf."""
    import numpy

    yield rows[::BLOCK].tobytes()
    for first in range(0, len(rows), BLOCK):
        part = rows[first : first + BLOCK].copy()
        part[1:] ^= rows[first : first + BLOCK][:-1]
        yield numpy.ascontiguousarray(part.T).tobytes()


class Keys:
    """The rows in a file: which number has a state?"""

    def __init__(self, shelf: Shelf, form: list[int] | None, planes: list[int], states: int):
        self.states, self.shelf, self._encoded = states, shelf, encoder(form)
        self._chosen: Callable[[bytes], Any] = itemgetter(*planes) if len(planes) > 1 else lambda row: (row[planes[0]],)
        self._width = len(planes)
        self._firsts = shelf[0]
        self._blocks: OrderedDict[int, bytes] = OrderedDict()

    def find(self, state: Any) -> int:
        """The number of a state that stands for all symmetric ones; -1 where the database does not have it."""
        whole = self._encoded(state)
        row = bytes(self._chosen(whole))
        if len(whole) - whole.count(0) != len(row) - row.count(0):
            return -1
        width = self._width
        block = bisect_right(range(len(self._firsts) // width), row, key=lambda i: self._firsts[i * width : (i + 1) * width]) - 1
        if block < 0:
            return -1
        rows = self._rows(block)
        place = bisect_left(range(len(rows) // width), row, key=lambda i: rows[i * width : (i + 1) * width])
        return block * BLOCK + place if rows[place * width : (place + 1) * width] == row else -1

    def same_rows(self, rows: Any) -> bool:
        """Whether these are the rows of the file, in their order."""
        if rows.shape != (self.states, self._width):
            return False
        parts = (unpacked_rows(self.shelf[number + 1], self._width) for number in range(len(self.shelf) - 1))
        return all((part == rows[i * BLOCK : i * BLOCK + len(part)]).all() for i, part in enumerate(parts))

    def _rows(self, number: int) -> bytes:
        """The rows of a block, one after the other."""
        kept = self._blocks.get(number)
        if kept is None:
            kept = self._blocks[number] = unpacked_rows(self.shelf[number + 1], self._width).tobytes()
            if len(self._blocks) > KEPT_BLOCKS:
                self._blocks.popitem(last=False)
        return kept


def unpacked_rows(block: bytes, width: int) -> Any:
    """The rows of an unpacked block, as an array."""
    import numpy

    return numpy.bitwise_xor.accumulate(numpy.frombuffer(block, numpy.uint8).reshape(width, -1).T, axis=0)
