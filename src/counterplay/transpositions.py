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
PLACES: Final = 0
MOST_PLACES: Final = 1
"""How many places are in use, and how many there are."""
GENERATION: Final = 2
WANTED_PLACES: Final = 3
"""So many are to be used from the next search on."""
HEADER: Final = 8
CLAIMS: Final = HEADER
NEWEST: Final = 511
START: Final = CLAIMS + NEWEST + 1
"""After the header come NEWEST + 1 words that say which positions are being searched by some thread, then the entries."""
DATA_WORDS: Final = 3
"""After the header, entries of key words and three words: low, high, and action and depth packed into one. Two entries share a place."""
LINE_WORDS: Final = 8
"""A cache line."""

USUAL_MEMORY: Final = 256 << 20
"""The size of a table where nobody says otherwise, in bytes."""
HUGE_PAGE: Final = 2 << 20
FIRST_MEMORY: Final = 2 * HUGE_PAGE
"""So much of a table is enough for a small search, and it grows with the search. The system gives memory when it is first written to, and
sets it to zero: where pages are huge, all of a large table for a few thousand entries, which takes longer than the search."""
LARGE_MEMORY: Final = 16 * FIRST_MEMORY
"""Below this, a table may as well be whole from the beginning."""
INTERPRETED_BYTES: Final = 400
"""What an entry of the interpreted table takes, roughly."""


def entry_words(key_words: int) -> int:
    """How many words an entry takes: one that nearly fills a cache line fills it, so that it is never on two of them."""
    words = key_words + DATA_WORDS
    return LINE_WORDS if words == LINE_WORDS - 1 else words


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

    def still_holds(self, entry: int, key: Any) -> bool:
        """Whether what was read of an entry is what was found: in machine code another thread may have written to it meanwhile."""
        return True

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

    def age(self) -> None:
        """Nothing to do: here the oldest entry leaves in any case."""

    def full(self) -> float:
        """Which part of it is filled, from 0 to 1."""
        return len(self.entries) / self.capacity

    def make_room(self, key: Any, nodes: int) -> None:
        """For what a search of so many nodes finds; it is told the key of a position, whichever. Nothing to do: here it grows by itself."""

    def clear(self) -> None:
        """Forget everything."""
        self.entries.clear()


class MemoryBlock:
    """Words that machine code and Python both see, all zero at first: a header, claims, and places for entries. What follows the first
    HEADER of them begins with a cache line.

    Not all places need be in use. More are by moving the entries (`native.growing`): twice as many, or that again, so that nothing is
    forgotten.
    """

    @staticmethod
    def page(memory: int) -> int:
        """The size of a memory page: huge ones where there is room for some."""
        return HUGE_PAGE if memory >= 8 * HUGE_PAGE else mmap.PAGESIZE

    @classmethod
    def usable(cls, memory: int) -> int:
        """How many bytes of a block of this size are left when it begins with a page."""
        return memory - cls.page(memory)

    @staticmethod
    def fits(memory: int) -> bool:
        """Whether the system grants a block of so many bytes. It is asked, and nothing is taken. By its own rule it may grant more than the
        machine has, as it gives memory only when it is written to."""
        try:
            _reserved(memory).close()
        except (OSError, OverflowError, ValueError):
            return False
        return True

    def __init__(self, memory: int, place_words: int):
        page = self.page(memory)
        places = (self.usable(memory) - 8 * START) // (8 * place_words)
        size = 8 * (START + places * place_words)
        self._memory = _reserved(size + page)
        if page == HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE"):
            # A probe goes to a random place: with small pages the processor would look up nearly every one of them. A fifth faster.
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self.address = start + -start % page
        """Where machine code finds the words."""
        self._words = (ctypes.c_int64 * (size // 8)).from_address(self.address)
        self._place_words = place_words
        self._words[MOST_PLACES] = places
        self._begin_with(places)

    def _begin_with(self, places: int) -> None:
        """Use so many places until it grows, now and whenever it is cleared."""
        self._words[PLACES] = self._first_places = places

    def _begin_small(self) -> None:
        """Use no more than FIRST_MEMORY until it grows: a half of all places, or a quarter, or an eighth … (a few at the end stay unused).
        So it grows by doubling, which gives the entries of each place two places of their own: none is in the way of another."""
        places, halvings = int(self._words[MOST_PLACES]), 0
        while 8 * (START + self._place_words * places) > FIRST_MEMORY:
            places, halvings = places // 2, halvings + 1
        self._words[MOST_PLACES] = places << halvings
        self._begin_with(places)

    @property
    def is_small(self) -> bool:
        """Whether there are more places than are in use."""
        return self._words[PLACES] < self._words[MOST_PLACES]

    def clear(self) -> None:
        """Forget everything, and begin as small as at first."""
        self._forget(START + self._place_words * int(self._words[PLACES]))
        self._words[PLACES] = self._first_places

    def _forget(self, end: int) -> None:
        """Set the words between the header and this index to zero."""
        ctypes.memset(self.address + 8 * HEADER, 0, 8 * (end - HEADER))


def _reserved(size: int) -> mmap.mmap:
    """So many bytes; the system gives each page when it is first written to."""
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_ANONYMOUS") else {}
    return mmap.mmap(-1, size, **private)  # shared memory, the default, gets no huge pages


class CompiledTranspositionTable(MemoryBlock):
    """For machine code; its methods are in `counterplay.native.transpositions`."""

    def __init__(self, memory: int, key_words: int, *, grows: bool = False):
        """`grows`: whoever searches calls `make_room`, so that a large one may begin small."""
        super().__init__(memory, 2 * entry_words(key_words))
        self._entry_words, self._used_words = entry_words(key_words), key_words + DATA_WORDS
        if grows and memory >= LARGE_MEMORY:
            self._begin_small()

    def take_memory(self) -> None:
        """Have all memory now, and use all places from the next search on, until it is cleared; what is kept stays."""
        if self._words[WANTED_PLACES] < self._words[MOST_PLACES]:
            self._words[WANTED_PLACES] = self._words[MOST_PLACES]
            for first in range(0, len(self._words), mmap.PAGESIZE // 8):
                self._words[first] = self._words[first]  # the system gives a page when it is written to

    def clear(self) -> None:
        """Forget everything, and begin as small as at first."""
        super().clear()
        self._words[WANTED_PLACES] = 0

    def age(self) -> None:
        """From now on what is in the table counts as old: it is used, but the first to be replaced."""
        self._words[GENERATION] = (self._words[GENERATION] + 1) & 0xFFFF
        self._forget(START)  # a search that was stopped may have left claims

    def full(self) -> float:
        """Which part of it is filled, from 0 to 1: in a sample of what is in use."""
        sample = min(1000, 2 * self._words[PLACES])
        ends = self._words[START + self._used_words - 1 : START + sample * self._entry_words : self._entry_words]
        return sum(1 for end in ends if end) / sample * self._words[PLACES] / self._words[MOST_PLACES]
