"""`CompactTable` in machine code. What `find` returns is the entry's data itself: no other thread can change it while it is read."""

from __future__ import annotations

from typing import Any

from numba.extending import overload_method, register_jitable, typeof_impl

from ..compact_table import LIMIT, MOST_PLACES, CompactTable, ways_of_a_place, words_of_a_place
from ..transpositions import NO_ACTION, PLACES, START
from .claims import define_claims
from .reporting import WordsType, define_words_type
from .words import as_float, as_word, as_words, hashed, load, mixed, prefetch, scaled, store

DROPPED = 44
"""Bits of a float that an entry has no room for."""
ROUNDING = (1 << DROPPED) - 1
BOUND = (1 << 20) - 1
LOW_AT, HIGH_AT, EFFORT_AT = 36, 16, 56
MOST_EFFORT = 127
MOST_ACTION = (1 << 15) - 1
NO_SHORT_ACTION = -(1 << 15)
"""What an entry keeps for NO_ACTION, and for an action that it has no room for."""


class CompactTableType(WordsType):
    """The address of a table's words."""

    def __init__(self) -> None:
        super().__init__("CompactTable")


define_words_type(CompactTableType)
define_claims(CompactTableType)


@typeof_impl.register(CompactTable)
def _typeof_table(table: CompactTable, context: Any) -> CompactTableType:
    return CompactTableType()


words_of = register_jitable(words_of_a_place)
ways_of = register_jitable(ways_of_a_place)


@overload_method(CompactTableType, "place")
def _place(self, key):
    def place(self, key):
        words = as_words(key)
        return START + scaled(hashed(words), load(self, PLACES)) * words_of(len(words))

    return place


@overload_method(CompactTableType, "prefetch")
def _prefetch(self, place):
    return lambda self, place: prefetch(self, place)


@register_jitable
def seal(words, data):
    """The first word of an entry: the key's, mixed with all the others, so that a half-written entry is no entry."""
    code = 0
    for i in range(1, len(words)):
        code = mixed(code, words[i])
    return words[0] ^ code ^ data


@overload_method(CompactTableType, "_data")
def _data(self, at, words):
    """The data of the entry at this index if it is whole and has this key, else 0."""

    def data_of(self, at, words):
        data = load(self, at + len(words))
        for i in range(1, len(words)):
            if load(self, at + i) != words[i]:
                return 0
        return data if load(self, at) == seal(words, data) else 0

    return data_of


@overload_method(CompactTableType, "find")
def _find(self, place, key):
    def find(self, place, key):
        words = as_words(key)
        for i in range(ways_of(len(words))):
            data = self._data(place + i * (len(words) + 1), words)
            if data != 0:
                return data
        return -1

    return find


@overload_method(CompactTableType, "low")
def _low(self, entry):
    return lambda self, entry: as_float((entry >> LOW_AT & BOUND) << DROPPED)


@overload_method(CompactTableType, "high")
def _high(self, entry):
    return lambda self, entry: as_float((entry >> HIGH_AT & BOUND) << DROPPED)


@overload_method(CompactTableType, "depth")
def _depth(self, entry):
    return lambda self, entry: (entry >> EFFORT_AT) - 1


@overload_method(CompactTableType, "action")
def _action(self, entry):
    def action(self, entry):
        short = (entry << 48) >> 48
        return NO_ACTION if short == NO_SHORT_ACTION else short

    return action


@register_jitable
def packed(low, high, depth, action):
    """The data of an entry. Rounding outwards adds to a float's magnitude where it is negative (`low`) or positive (`high`)."""
    low_word, high_word = as_word(low), as_word(high)
    low_word = (low_word + (low_word >> 63 & ROUNDING)) >> DROPPED & BOUND
    high_word = (high_word + (~(high_word >> 63) & ROUNDING)) >> DROPPED & BOUND
    if action > MOST_ACTION or action < -MOST_ACTION:
        action = NO_SHORT_ACTION
    return (min(max(depth, 0), MOST_EFFORT - 1) + 1) << EFFORT_AT | low_word << LOW_AT | high_word << HIGH_AT | action & 0xFFFF


@overload_method(CompactTableType, "store")
def _store(self, place, key, low, high, depth, action):
    """In the place of the same position, else of the one that took least effort."""

    def keep(self, place, key, low, high, depth, action):
        words = as_words(key)
        data = packed(low, high, depth, action)
        chosen = place
        least = MOST_EFFORT + 1
        for i in range(ways_of(len(words))):
            at = place + i * (len(words) + 1)
            effort = load(self, at + len(words)) >> EFFORT_AT
            if self._data(at, words) != 0:
                effort = -1
            if effort < least:
                least = effort
                chosen = at
        store(self, chosen, seal(words, data))
        for i in range(1, len(words)):
            store(self, chosen + i, words[i])
        store(self, chosen + len(words), data)
        if depth > load(self, LIMIT):
            self._grow(words)

    return keep


@overload_method(CompactTableType, "_grow")
def _grow(self, words):
    """Use twice as many places. An entry of place p belongs to 2p or 2p + 1 then: from the last place down, so that none is in the way.

    Where several threads grow it at once, or write meanwhile, entries may get lost; a wrong one does not verify.
    """
    key_words = len(words)
    size, ways, stride = words_of_a_place(key_words), ways_of_a_place(key_words), key_words + 1

    def grow(self, words):
        places = load(self, PLACES)
        if 2 * places > load(self, MOST_PLACES):
            return
        store(self, PLACES, 2 * places)
        store(self, LIMIT, load(self, LIMIT) + 1)
        for place in range(places - 1, -1, -1):
            for way in range(ways):
                old = START + place * size + way * stride
                data = load(self, old + key_words)
                if data == 0:
                    continue
                store(self, old + key_words, 0)
                rest, code = 0, 0
                for i in range(1, key_words):
                    rest = mixed(rest, load(self, old + i))
                code = mixed(code, load(self, old) ^ rest ^ data)
                for i in range(1, key_words):
                    code = mixed(code, load(self, old + i))
                first = START + scaled(code, 2 * places) * size
                for other in range(ways):
                    new = first + other * stride
                    if load(self, new + key_words) == 0:
                        for i in range(key_words):
                            store(self, new + i, load(self, old + i))
                        store(self, new + key_words, data)
                        break

    return grow
