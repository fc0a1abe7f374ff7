"""A transposition table for exact scores that is small where it can be: solving waits for memory more than for anything else.

An entry takes one word beside the key, so that four positions with keys of one word share a cache line, and all that may be looked at for
a position lies in one. Each bound is kept in 20 bits, the upper ones of a float: a whole number up to 512, or any number with nine
significant bits, is kept as it is; another is rounded outwards, which leaves it a bound. Keys are compared whole.

At first only a part of the memory is used, which fits into the processor's cache: a probe there takes a tenth of the time. It doubles
whenever the search below one position has entered `ROOMY` times as many nodes as there are entries. (Pons's Connect Four positions of
a million nodes each take three quarters of the time that they take with all of 256 MB used from the start, though a tenth more nodes.)

Interpreted searches use `TranspositionTable`, which answers the same questions.
"""

from __future__ import annotations

from typing import Final

from .transpositions import PLACES, MemoryBlock

LIMIT: Final = 2
"""Where the header says above which effort the table grows."""
LINE: Final = 8
"""Words of a cache line. A place is one line, or several where a key is that long."""
ROOMY: Final = 3
"""Doublings: the table grows when a search has eight times as many nodes as it has entries."""


class CompactTable(MemoryBlock):
    """For machine code; its methods are in `counterplay.native.compact_table`."""

    def __init__(self, memory: int, key_words: int):
        super().__init__(memory, words_of_a_place(key_words))
        self._ways = ways_of_a_place(key_words)
        self._begin_small()
        self._set_limit()

    def clear(self) -> None:
        """Forget everything, and begin with few places again."""
        super().clear()
        self._set_limit()

    def _set_limit(self) -> None:
        self._words[LIMIT] = (self._words[PLACES] * self._ways).bit_length() + ROOMY


def words_of_a_place(key_words: int) -> int:
    """How many words belong to one place: whole cache lines."""
    return -(-(key_words + 1) // LINE) * LINE


def ways_of_a_place(key_words: int) -> int:
    """How many entries a place has."""
    return max(1, LINE // (key_words + 1))
