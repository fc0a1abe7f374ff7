"""`CompiledTranspositionTable` in machine code: two entries a place, within one or two cache lines."""

from __future__ import annotations

from typing import Any

from numba.extending import overload_method, register_jitable, typeof_impl

from ..transpositions import (
    DATA_WORDS,
    GENERATION,
    MOST_PLACES,
    PLACES,
    START,
    WANTED_PLACES,
    CompiledTranspositionTable,
    entry_words,
)
from .claims import define_claims
from .growing import define_growing
from .reporting import WordsType, define_words_type
from .words import as_float, as_word, as_words, hashed, load, mixed, prefetch, scaled, store

# The last word of an entry:  action (32 bits, signed) | generation (16) | depth (16)


class TranspositionTableType(WordsType):
    """The address of a table's words."""

    def __init__(self) -> None:
        super().__init__("TranspositionTable")


define_words_type(TranspositionTableType)
define_claims(TranspositionTableType)
define_growing(TranspositionTableType, lambda key_words: 2 * entry_words(key_words), entry_words, lambda key_words: key_words + DATA_WORDS)


size_of_entry = register_jitable(entry_words)


@typeof_impl.register(CompiledTranspositionTable)
def _typeof_table(table: CompiledTranspositionTable, context: Any) -> TranspositionTableType:
    return TranspositionTableType()


@overload_method(TranspositionTableType, "code")
def _code(self, key):
    return lambda self, key: hashed(as_words(key))


@overload_method(TranspositionTableType, "place")
def _place(self, key):
    def place(self, key):
        return START + scaled(self.code(key), load(self, PLACES)) * 2 * size_of_entry(len(as_words(key)))

    return place


@overload_method(TranspositionTableType, "prefetch")
def _prefetch(self, place):
    return lambda self, place: prefetch(self, place)


@register_jitable
def seal(words, low, high, rest):
    """The first word of an entry: the key's, mixed with all the others. A plain sum of bits would not do: `low` and `high` are often
    equal, and keys often the same words in another order."""
    code = 0
    for i in range(1, len(words)):
        code = mixed(code, words[i])
    return words[0] ^ code ^ mixed(0, low) ^ high ^ rest


@overload_method(TranspositionTableType, "_holds")
def _holds(self, at, words):
    """Whether the entry at this index is whole and has this key."""

    def holds(self, at, words):
        data = at + len(words)
        rest = load(self, data + 2)
        if rest == 0:
            return False
        for i in range(1, len(words)):
            if load(self, at + i) != words[i]:
                return False
        return load(self, at) == seal(words, load(self, data), load(self, data + 1), rest)

    return holds


@overload_method(TranspositionTableType, "find")
def _find(self, place, key):
    def find(self, place, key):
        words = as_words(key)
        if self._holds(place, words):
            return place + len(words)
        second = place + size_of_entry(len(words))
        if self._holds(second, words):
            return second + len(words)
        return -1

    return find


@overload_method(TranspositionTableType, "still_holds")
def _still_holds(self, entry, key):
    def still_holds(self, entry, key):
        words = as_words(key)
        return self._holds(entry - len(words), words)

    return still_holds


@overload_method(TranspositionTableType, "low")
def _low(self, entry):
    return lambda self, entry: as_float(load(self, entry))


@overload_method(TranspositionTableType, "high")
def _high(self, entry):
    return lambda self, entry: as_float(load(self, entry + 1))


@overload_method(TranspositionTableType, "depth")
def _depth(self, entry):
    return lambda self, entry: (load(self, entry + 2) & 0xFFFF) - 1


@overload_method(TranspositionTableType, "action")
def _action(self, entry):
    return lambda self, entry: load(self, entry + 2) >> 32


@register_jitable
def worth(rest, generation):
    """How much an entry is to be kept: what this search has found before what an earlier one did, then the deeper."""
    depth = rest & 0xFFFF
    return depth + 0x10000 if rest >> 16 & 0xFFFF == generation else depth


@overload_method(TranspositionTableType, "store")
def _store(self, place, key, low, high, depth, action):
    """In the place of the same position, else of an old one, else of the shallower of the two."""

    def keep(self, place, key, low, high, depth, action):
        words = as_words(key)
        generation = load(self, GENERATION)
        at = place
        second = place + size_of_entry(len(words))
        if not self._holds(place, words):
            first_rest, second_rest = load(self, place + len(words) + 2), load(self, second + len(words) + 2)
            if self._holds(second, words) or worth(second_rest, generation) < worth(first_rest, generation):
                at = second
        data = at + len(words)
        low_word, high_word = as_word(low), as_word(high)
        rest = action << 32 | generation << 16 | min(max(depth, 0), 0xFFFE) + 1
        store(self, at, seal(words, low_word, high_word, rest))
        for i in range(1, len(words)):
            store(self, at + i, words[i])
        store(self, data, low_word)
        store(self, data + 1, high_word)
        store(self, data + 2, rest)

    return keep


@overload_method(TranspositionTableType, "make_room")
def _make_room(self, key, nodes):
    """Use more places, twice as many or that again, until there is an entry for each node, or all."""

    def make_room(self, key, nodes):
        places, most = load(self, PLACES), load(self, MOST_PLACES)
        wanted = max(places, load(self, WANTED_PLACES))
        while wanted < most and 2 * wanted < nodes:
            wanted *= 2
        if wanted > places:
            self._spread(as_words(key), wanted)

    return make_room


@overload_method(TranspositionTableType, "_code_at")
def _code_at(self, at, words):
    """The hash of the key of the entry at this index: its first word is what `seal` has mixed with the others."""
    key_words = len(words)

    def code_at(self, at, words):
        data = at + key_words
        rest = 0
        for i in range(1, key_words):
            rest = mixed(rest, load(self, at + i))
        first = load(self, at) ^ rest ^ mixed(0, load(self, data)) ^ load(self, data + 1) ^ load(self, data + 2)
        code = mixed(0, first)
        for i in range(1, key_words):
            code = mixed(code, load(self, at + i))
        return code

    return code_at
