"""Stacks and columns of numbers that a search works in: one pointer compiled (an array would be seven arguments)."""

from __future__ import annotations

import struct
from array import array
from typing import Any, Final

MOST_WAITING: Final = 1 << 16
"""How many actions of a search can wait to be tried: those of all states on one line of play."""


class CompiledBuffer:
    """Room for `size` ints (`typecode` "q") or floats ("d"), for machine code; its operators are in `counterplay.native.buffers`."""

    def __init__(self, size: int, typecode: str):
        self.typecode = typecode
        self.words = array("q", [size]) + array("q", bytes(8)) * size

    def __getitem__(self, index: int) -> Any:
        """An entry, to read what a kernel wrote."""
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
        self.array, self.dtype = array, str(array.dtype)
        self.address: int = array.ctypes.data


def scratch(size: int) -> Any:
    """Room for floats until the function that calls this returns; compiled, on the stack, and not cleared. `size` is a constant."""
    return [0.0] * size
