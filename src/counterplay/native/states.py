"""`CompiledStateTable` in machine code: open addressing over whole states, each laid out as 64-bit words."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.extending import intrinsic, overload_method, typeof_impl

from ..states import (
    AT_ONCE,
    BUSY,
    CAPACITY,
    HEADER,
    KEY_WORDS,
    LAST_FREE,
    MASK,
    NEXT_FREE,
    PLAYERS,
    TABLE,
    USED,
    CompiledStateTable,
    SharedStateTable,
    SortedStates,
)
from .reporting import WORD, WordsType, define_words_type
from .words import (
    add_shared,
    as_float,
    as_word,
    as_words,
    exchange_half,
    hashed,
    load,
    load_half,
    load_half_shared,
    load_value,
    store,
    store_half,
    store_half_shared,
)

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
        mask = load(self, MASK)
        stride = len(words) + load(self, PLAYERS)
        entries = HEADER + (mask + 1 >> 1)
        slot = hashed(words) & mask
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


@overload_method(StateTableType, "index_again")
def _index_again(self, number, like):
    """Enter the state with this number into an index that was cleared."""

    def index_again(self, number, like):
        mask = load(self, MASK)
        slot = hashed(as_words(self.state(number, like))) & mask
        while load_half(self, 2 * HEADER + slot) != 0:
            slot = slot + 1 & mask
        store_half(self, 2 * HEADER + slot, number + 1)

    return index_again


@overload_method(StateTableType, "move")
def _move(self, old, new, like):
    """Give the state with one number another, which no state has."""

    def move(self, old, new, like):
        words = as_words(self.state(old, like))
        mask = load(self, MASK)
        slot = hashed(words) & mask
        while load_half(self, 2 * HEADER + slot) != old + 1:
            slot = slot + 1 & mask
        store_half(self, 2 * HEADER + slot, new + 1)
        base = HEADER + (mask + 1 >> 1) + new * (len(words) + load(self, PLAYERS))
        for i in range(len(words)):
            store(self, base + i, words[i])

    return move


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


class SharedStateTableType(WordsType):
    """The address of what one thread sees of a table to which others add states, too."""

    def __init__(self) -> None:
        super().__init__("SharedStateTable")


define_words_type(SharedStateTableType)


@typeof_impl.register(SharedStateTable)
def _typeof_shared(table: SharedStateTable, context: Any) -> SharedStateTableType:
    return SharedStateTableType()


@intrinsic
def _table_of(typingctx, shared):
    """The table that a thread adds to."""
    table = StateTableType()

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(builder.load(builder.gep(arguments[0], [ir.Constant(WORD, TABLE)])), context.get_value_type(table))

    return table(shared), generate


@overload_method(SharedStateTableType, "used")
def _used_shared(self):
    return lambda self: _table_of(self).used()


@overload_method(SharedStateTableType, "state")
def _state_shared(self, number, like):
    return lambda self, number, like: _table_of(self).state(number, like)


@overload_method(SharedStateTableType, "_next_number")
def _next_number(self):
    """A number that no other thread gives to a state; -1 when the table is full."""

    def next_number(self):
        number, table = load(self, NEXT_FREE), _table_of(self)
        if number == load(self, LAST_FREE):
            number = add_shared(table, USED, AT_ONCE)
            if number + AT_ONCE > load(table, CAPACITY):
                add_shared(table, USED, -AT_ONCE)
                return -1
            store(self, LAST_FREE, number + AT_ONCE)
        store(self, NEXT_FREE, number + 1)
        return number

    return next_number


@overload_method(SharedStateTableType, "number")
def _number_shared(self, state):
    """Whoever finds an empty slot marks it busy, writes the state, and then its number into the slot; others wait for that moment."""

    def number(self, state):
        words, table = as_words(state), _table_of(self)
        mask = load(table, MASK)
        stride = len(words) + load(table, PLAYERS)
        entries = HEADER + (mask + 1 >> 1)
        slot = hashed(words) & mask
        while True:
            there = load_half_shared(table, 2 * HEADER + slot)
            if there == 0:
                if exchange_half(table, 2 * HEADER + slot, 0, BUSY):
                    number = self._next_number()
                    for i in range(len(words) if number >= 0 else 0):
                        store(table, entries + number * stride + i, words[i])
                    store_half_shared(table, 2 * HEADER + slot, number + 1)
                    return number
            elif there != BUSY:
                same = True
                base = entries + (there - 1) * stride
                for i in range(len(words)):
                    if load(table, base + i) != words[i]:
                        same = False
                if same:
                    return there - 1
                slot = slot + 1 & mask

    return number


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
