"""`CompactTable` in machine code. What `find` returns is the entry's data itself: no other thread can change it while it is read."""

from __future__ import annotations

from typing import Any

from numba.extending import overload_method, register_jitable, typeof_impl

from ..compact_table import LIMIT, CompactTable, ways_of_a_place, words_of_a_place
from ..transpositions import MOST_PLACES, NO_ACTION, PLACES, START
from .claims import define_claims
from .growing import define_growing
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
define_growing(CompactTableType, words_of_a_place, lambda key_words: key_words + 1, lambda key_words: key_words + 1)


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
    """Use twice as many places."""

    def grow(self, words):
        places = load(self, PLACES)
        if 2 * places <= load(self, MOST_PLACES):
            store(self, LIMIT, load(self, LIMIT) + 1)
            self._spread(words, 2 * places)

    return grow


@overload_method(CompactTableType, "_code_at")
def _code_at(self, at, words):
    """The hash of the key of the entry at this index: its first word is what `seal` has mixed with the others."""
    key_words = len(words)

    def code_at(self, at, words):
        rest = 0
        for i in range(1, key_words):
            rest = mixed(rest, load(self, at + i))
        code = mixed(0, load(self, at) ^ rest ^ load(self, at + key_words))
        for i in range(1, key_words):
            code = mixed(code, load(self, at + i))
        return code

    return code_at
