"""The transposition table: what a search has found out about positions it may meet again, in memory of stated size.

An entry holds, for a position searched to some depth, what its value lies between, and the best action found. Keys are compared whole, so
two positions are never taken for each other. The compiled table verifies each entry by a checksum as well: several threads may write to it
at once, and a half-written entry is no entry.
"""

from __future__ import annotations

import ctypes
import mmap
from typing import Any, Final

NO_ACTION: Final = -(1 << 31)
"""No action of a compiled game: those are ints of 32 bits, and this the least of them."""
MASK: Final = 0
HEADER: Final = 8
DATA_WORDS: Final = 3
"""After the header, entries of key words and three words: low, high, and action and depth packed into one. Two entries share a place."""

HUGE_PAGE: Final = 2 << 20
INTERPRETED_BYTES: Final = 400
"""What an entry of the interpreted table takes, roughly."""


class TranspositionTable:
    """For interpreted searches: keys of any hashable kind, the oldest entry leaves when it is full."""

    def __init__(self, memory: int):
        self.capacity = max(1, memory // INTERPRETED_BYTES)
        self.entries: dict[Any, tuple[float, float, int, Any]] = {}

    def place(self, key: Any) -> Any:
        """Where an entry with this key would be."""
        return key

    def code(self, key: Any) -> Any:
        """What stands for this key on a line of play: the same for the same key."""
        return key

    def prefetch(self, place: Any) -> None:
        """It will be needed soon."""

    def find(self, place: Any, key: Any) -> Any:
        """The entry with this key: a number from 0 on, or -1 if there is none. What it holds can be asked until the next `find`."""
        self._found = self.entries.get(key)
        return -1 if self._found is None else 0

    def low(self, entry: int) -> float:
        """The value found last is at least this."""
        return self._found[0]  # type: ignore[index]

    def high(self, entry: int) -> float:
        """The value found last is at most this."""
        return self._found[1]  # type: ignore[index]

    def depth(self, entry: int) -> int:
        """To what depth, or with how much work, it was found."""
        return self._found[2]  # type: ignore[index]

    def action(self, entry: int) -> Any:
        """The best action found, or NO_ACTION."""
        return self._found[3]  # type: ignore[index]

    def store(self, place: Any, key: Any, low: float, high: float, depth: int, action: Any) -> None:
        """Keep what was found."""
        if len(self.entries) >= self.capacity and key not in self.entries:
            del self.entries[next(iter(self.entries))]
        self.entries[key] = (low, high, depth, action)

    def full(self) -> float:
        """Which part of it is filled, from 0 to 1."""
        return len(self.entries) / self.capacity

    def clear(self) -> None:
        """Forget everything."""
        self.entries.clear()


class CompiledTranspositionTable:
    """For machine code; its methods are in `counterplay.native.transpositions`."""

    def __init__(self, memory: int, key_words: int):
        stride = 8 * (key_words + DATA_WORDS)
        entries = 2
        page = HUGE_PAGE if memory >= 8 * HUGE_PAGE else mmap.PAGESIZE
        while 2 * entries * stride + 8 * HEADER + page <= memory:
            entries *= 2
        size = entries * stride + 8 * HEADER
        self._memory = mmap.mmap(-1, size + page)
        if page == HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE"):
            # A probe goes to a random place: with small pages the processor would look up nearly every one of them. A fifth faster.
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self.address = start + -start % page
        """Where machine code finds the words; entries begin with a cache line."""
        self._words = (ctypes.c_int64 * (size // 8)).from_address(self.address)
        self._words[MASK] = entries - 2
        self._entry_words = stride // 8

    def full(self) -> float:
        """Which part of it is filled, from 0 to 1: in a sample."""
        words, stride = self._words, self._entry_words
        sample = min(1000, words[MASK] + 2)
        return sum(words[HEADER + (number + 1) * stride - 1] != 0 for number in range(sample)) / sample

    def clear(self) -> None:
        """Forget everything."""
        mask = self._words[MASK]
        ctypes.memset(self.address, 0, ctypes.sizeof(self._words))
        self._words[MASK] = mask
