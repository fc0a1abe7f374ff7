"""Stacks and columns of numbers that a search works in: one pointer compiled (an array would be seven arguments)."""

from __future__ import annotations

import struct
from array import array
from functools import cache
from typing import Any, Final

MOST_WAITING: Final = 1 << 16
"""How many actions of a search can wait to be tried: those of all states on one line of play."""


class CompiledBuffer:
    """Room for `size` ints (`typecode` "q") or floats ("d"), for machine code; its operators are in `counterplay.native.buffers`."""

    def __init__(self, size: int, typecode: str):
        self.typecode = typecode
        self.words = array("q", [size]) + array("q", bytes(8)) * size

    def __getitem__(self, index: int | slice) -> Any:
        """An entry, to read what a kernel wrote; of a buffer of ints, also a stretch of them (as an array)."""
        if isinstance(index, slice):
            return self.words[index.start + 1 : index.stop + 1]
        word: int = self.words[index + 1]
        return word if self.typecode == "q" else struct.unpack("d", struct.pack("q", word))[0]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        """Change an entry of a buffer of ints, or a stretch of them (from an array), for a kernel to read."""
        if isinstance(index, slice):
            self.words[index.start + 1 : index.stop + 1] = value
        else:
            self.words[index + 1] = value

    @property
    def address(self) -> int:
        """Where machine code finds the words: the size, then the entries."""
        return self.words.buffer_info()[0]


def buffer(size: int, typecode: str, *, compiled: bool) -> Any:
    """A buffer of the kind that this speed needs."""
    return CompiledBuffer(size, typecode) if compiled else [0] * size


class Pointer:
    """Where the numbers of a NumPy array (int32, int64 or float64) are, for machine code, which verifies no index."""

    def __init__(self, array: Any):
        self.array, self.dtype = array, _name(array.dtype)
        self.address: int = array.__array_interface__["data"][0]


@cache
def _name(dtype: Any) -> str:
    """`int32`: NumPy takes its time to say so."""
    return str(dtype)


def increased(column: Any, index: int) -> int:
    """What an entry was before it became one more; compiled, in one step, so that threads may do so at once."""
    before: int = column[index]
    column[index] = before + 1
    return before


def small(words: Any, start: int, index: int) -> int:
    """The number at an index of those, of 16 bits each, that begin at the word `start` of a buffer of ints; compiled, four share a word."""
    number: int = words[start + index]
    return number


def set_small(words: Any, start: int, index: int, number: int) -> None:
    """Change such a number."""
    words[start + index] = number


def words_for_small(count: int, *, compiled: bool) -> int:
    """How many words so many small numbers take."""
    return -(-count // 4) if compiled else count


def scratch(size: int) -> Any:
    """Room for floats until the function that calls this returns; compiled, on the stack, and not cleared. `size` is a constant."""
    return [0.0] * size
