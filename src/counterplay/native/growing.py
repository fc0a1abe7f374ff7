"""More places for a table that begins small: its entries move to where they will be looked for, and one thread forgets nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.extending import overload_method

from ..transpositions import PLACES, START
from .words import exchange_half, load, scaled, store


def define_growing(
    table: Any, place_words: Callable[[int], int], entry_words: Callable[[int], int], used_words: Callable[[int], int]
) -> None:
    """Give a type of tables the method `_spread(words, places)`. The functions say of keys with so many words how many words a place has,
    how far apart its entries lie, and how many words of an entry are used: the last of these is 0 where there is none.

    The type's method `_code_at(at, words)` says the hash of the key of the entry at this index; it is made of the entry alone.
    """

    @overload_method(table, "_spread")
    def _spread(self, words, places):
        """Use so many places, a multiple of those in use; `words` are those of some key.

        A place is a hash scaled to their number: with more of them it lies no nearer to the first. So entries move from the last place
        down, and none is in the way of one that has not moved yet; and they stay in order, which is what memory likes. With a multiple of
        them, the entries of one place go to places that no others go to, so that there is room for all.

        Of several threads that want more places at once, one changes their number; the others, and whoever wants fewer, change nothing.
        Where several threads do so at once, or write meanwhile, entries may get lost; a wrong one does not verify.
        """
        size, stride, last = place_words(len(words)), entry_words(len(words)), used_words(len(words)) - 1
        ways = size // stride

        def spread(self, words, places):
            before = load(self, PLACES)
            if places <= before or not exchange_half(self, 2 * PLACES, before, places):
                return
            for place in range(before - 1, -1, -1):
                for way in range(ways):
                    old = START + place * size + way * stride
                    end = load(self, old + last)
                    if end == 0:
                        continue
                    first = START + scaled(self._code_at(old, words), places) * size
                    store(self, old + last, 0)
                    for other in range(ways):
                        new = first + other * stride
                        if load(self, new + last) == 0:
                            for i in range(last):
                                store(self, new + i, load(self, old + i))
                            store(self, new + last, end)
                            break

        return spread
