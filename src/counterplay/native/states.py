"""`CompiledStateTable` in machine code: open addressing over whole states, each laid out as 64-bit words."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload_method, typeof_impl

from ..states import CAPACITY, HEADER, KEY_WORDS, MASK, PLAYERS, USED, CompiledStateTable
from .bits import BitsType
from .reporting import WORD, WordsType, define_words_type, get_word, set_word


class StateTableType(WordsType):
    """The address of a table's words."""

    def __init__(self) -> None:
        super().__init__("StateTable")


define_words_type(StateTableType)


@typeof_impl.register(CompiledStateTable)
def _typeof_table(table: CompiledStateTable, context: Any) -> StateTableType:
    return StateTableType()


def word_count(kind: Any) -> int:
    """How many words a value of this type takes."""
    if isinstance(kind, BitsType):
        return (kind.bits + 63) // 64
    if isinstance(kind, types.BaseTuple):
        return sum(word_count(each) for each in kind.types)
    if isinstance(kind, (types.Integer, types.Boolean, types.Float)):
        return 1
    raise TypingError(f"a state with {kind} in it cannot be stored")


def _words(builder: Any, kind: Any, value: Any) -> list[Any]:
    """A value as LLVM words, exactly: equal words are equal values."""
    if isinstance(kind, BitsType):
        wide = ir.IntType(64 * word_count(kind))
        whole = builder.zext(value, wide) if value.type.width < wide.width else value
        parts = [builder.lshr(whole, ir.Constant(wide, 64 * i)) for i in range(word_count(kind))]
        return [builder.trunc(part, WORD) if wide.width > 64 else part for part in parts]
    if isinstance(kind, types.BaseTuple):
        return [word for i, each in enumerate(kind.types) for word in _words(builder, each, builder.extract_value(value, i))]
    if isinstance(kind, types.Float):
        return [builder.bitcast(value, WORD)]
    return [value if value.type.width == 64 else builder.zext(value, WORD)]


@intrinsic
def _as_words(typingctx, state):
    """A state as a tuple of words."""
    count = word_count(state)
    result = types.UniTuple(types.int64, count)

    def generate(context, builder, signature, arguments):
        return context.make_tuple(builder, result, _words(builder, state, arguments[0]))

    return result(state), generate


@intrinsic
def _mixed(typingctx, code, word):
    """A hash of one word more (the finaliser of SplitMix64)."""

    def generate(context, builder, signature, arguments):
        z = builder.add(builder.xor(arguments[0], arguments[1]), ir.Constant(WORD, 0x9E3779B97F4A7C15))
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            z = builder.mul(builder.xor(z, builder.lshr(z, ir.Constant(WORD, shift))), ir.Constant(WORD, factor))
        return builder.xor(z, builder.lshr(z, ir.Constant(WORD, 31)))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _as_float(typingctx, word):
    return types.float64(types.int64), lambda context, builder, signature, arguments: builder.bitcast(arguments[0], ir.DoubleType())


@intrinsic
def _as_word(typingctx, number):
    return types.int64(types.float64), lambda context, builder, signature, arguments: builder.bitcast(arguments[0], WORD)


@overload_method(StateTableType, "_place")
def _place(self, state):
    """The index of the slot where this state is, or of the empty slot where it belongs."""

    def place(self, state):
        words = _as_words(state)
        code = 0
        for word in words:
            code = _mixed(code, word)
        mask = get_word(self, MASK)
        stride = len(words) + get_word(self, PLAYERS)
        entries = HEADER + mask + 1
        slot = code & mask
        while True:
            number = get_word(self, HEADER + slot) - 1
            if number < 0:
                return slot
            same = True
            base = entries + number * stride
            for i in range(len(words)):
                if get_word(self, base + i) != words[i]:
                    same = False
            if same:
                return slot
            slot = slot + 1 & mask

    return place


@overload_method(StateTableType, "find")
def _find(self, state):
    return lambda self, state: get_word(self, HEADER + self._place(state)) - 1


@overload_method(StateTableType, "add")
def _add(self, state):
    def add(self, state):
        number = get_word(self, USED)
        if number >= get_word(self, CAPACITY):
            return -1
        words = _as_words(state)
        slot = self._place(state)
        base = HEADER + get_word(self, MASK) + 1 + number * (len(words) + get_word(self, PLAYERS))
        for i in range(len(words)):
            set_word(self, base + i, words[i])
        for player in range(get_word(self, PLAYERS)):
            set_word(self, base + len(words) + player, _as_word(float("nan")))
        set_word(self, HEADER + slot, number + 1)
        set_word(self, USED, number + 1)
        return number

    return add


@overload_method(StateTableType, "_value_index")
def _value_index(self, number, player):
    def index(self, number, player):
        key_words = get_word(self, KEY_WORDS)
        return HEADER + get_word(self, MASK) + 1 + number * (key_words + get_word(self, PLAYERS)) + key_words + player

    return index


@overload_method(StateTableType, "get")
def _get(self, number, player):
    return lambda self, number, player: _as_float(get_word(self, self._value_index(number, player)))


@overload_method(StateTableType, "put")
def _put(self, number, player, value):
    return lambda self, number, player, value: set_word(self, self._value_index(number, player), _as_word(value))
