"""`CompiledStateTable` in machine code: open addressing over whole states, each laid out as 64-bit words."""

from __future__ import annotations

from typing import Any

from numba.extending import overload_method, typeof_impl

from ..states import CAPACITY, HEADER, KEY_WORDS, MASK, PLAYERS, USED, CompiledStateTable, SortedStates
from .reporting import WordsType, define_words_type
from .words import as_float, as_word, as_words, load, load_half, load_value, mixed, store, store_half

SIGN = -(1 << 63)
"""Exchanging the sign of two words lets them compare as what they are: numbers from 0 on."""


class StateTableType(WordsType):
    """The address of a table's words."""

    def __init__(self) -> None:
        super().__init__("StateTable")


define_words_type(StateTableType)


@typeof_impl.register(CompiledStateTable)
def _typeof_table(table: CompiledStateTable, context: Any) -> StateTableType:
    return StateTableType()


@overload_method(StateTableType, "_place")
def _place(self, state):
    """The index of the slot where this state is, or of the empty slot where it belongs."""

    def place(self, state):
        words = as_words(state)
        code = 0
        for word in words:
            code = mixed(code, word)
        mask = load(self, MASK)
        stride = len(words) + load(self, PLAYERS)
        entries = HEADER + (mask + 1 >> 1)
        slot = code & mask
        while True:
            number = load_half(self, 2 * HEADER + slot) - 1
            if number < 0:
                return slot
            same = True
            base = entries + number * stride
            for i in range(len(words)):
                if load(self, base + i) != words[i]:
                    same = False
            if same:
                return slot
            slot = slot + 1 & mask

    return place


@overload_method(StateTableType, "find")
def _find(self, state):
    return lambda self, state: load_half(self, 2 * HEADER + self._place(state)) - 1


@overload_method(StateTableType, "add")
def _add(self, state):
    return lambda self, state: self._put_in(self._place(state), state)


@overload_method(StateTableType, "_put_in")
def _put_in(self, slot, state):
    """Give a new state the next number, in the empty slot where it belongs."""

    def put_in(self, slot, state):
        number = load(self, USED)
        if number >= load(self, CAPACITY):
            return -1
        words = as_words(state)
        base = HEADER + (load(self, MASK) + 1 >> 1) + number * (len(words) + load(self, PLAYERS))
        for i in range(len(words)):
            store(self, base + i, words[i])
        for player in range(load(self, PLAYERS)):
            store(self, base + len(words) + player, as_word(float("nan")))
        store_half(self, 2 * HEADER + slot, number + 1)
        store(self, USED, number + 1)
        return number

    return put_in


@overload_method(StateTableType, "number")
def _number(self, state):
    def number(self, state):
        slot = self._place(state)
        known = load_half(self, 2 * HEADER + slot) - 1
        return known if known >= 0 else self._put_in(slot, state)

    return number


@overload_method(StateTableType, "used")
def _used(self):
    return lambda self: load(self, USED)


@overload_method(StateTableType, "state")
def _state(self, number, like):
    def state(self, number, like):
        return load_value(self, HEADER + (load(self, MASK) + 1 >> 1) + number * (load(self, KEY_WORDS) + load(self, PLAYERS)), like)

    return state


@overload_method(StateTableType, "_value_index")
def _value_index(self, number, player):
    def index(self, number, player):
        key_words = load(self, KEY_WORDS)
        return HEADER + (load(self, MASK) + 1 >> 1) + number * (key_words + load(self, PLAYERS)) + key_words + player

    return index


@overload_method(StateTableType, "get")
def _get(self, number, player):
    return lambda self, number, player: as_float(load(self, self._value_index(number, player)))


@overload_method(StateTableType, "put")
def _put(self, number, player, value):
    return lambda self, number, player, value: store(self, self._value_index(number, player), as_word(value))


class SortedStatesType(WordsType):
    """The address of the words of sorted states."""

    def __init__(self) -> None:
        super().__init__("SortedStates")


define_words_type(SortedStatesType)


@typeof_impl.register(SortedStates)
def _typeof_sorted(states: SortedStates, context: Any) -> SortedStatesType:
    return SortedStatesType()


@overload_method(SortedStatesType, "find")
def _find_sorted(self, state):
    """By halves: the number of a state, or -1 if it is not here."""

    def find(self, state):
        words = as_words(state)
        low, high = 0, load(self, 0)
        while low < high:
            middle = low + high >> 1
            base = 1 + middle * len(words)
            i = 0
            while i < len(words) - 1 and load(self, base + i) == words[i]:
                i += 1
            there = load(self, base + i)
            if there == words[i]:
                return middle
            if there ^ SIGN < words[i] ^ SIGN:
                low = middle + 1
            else:
                high = middle
        return -1

    return find
