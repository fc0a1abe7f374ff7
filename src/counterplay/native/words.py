"""Values as 64-bit words, and words in memory: what the tables of states are made of in machine code."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, register_jitable

from ..vectors import LANES
from .bits import BitsType
from .reporting import WORD
from .vectors import SMALL, VectorType


def word_count(kind: Any) -> int:
    """How many words a value of this type takes."""
    if isinstance(kind, BitsType):
        return (kind.bits + 63) // 64
    if isinstance(kind, VectorType):
        return LANES // 4
    if isinstance(kind, types.BaseTuple):
        return sum(word_count(each) for each in kind.types)
    if isinstance(kind, (types.Integer, types.Boolean, types.Float)):
        return 1
    raise TypingError(f"a state with {kind} in it cannot be stored")


def leaf_words(kind: Any) -> list[int]:
    """How many words each number in a value of this type takes, in the order in which they are laid out; 0 is one word, of a float."""
    if isinstance(kind, types.BaseTuple):
        return [words for each in kind.types for words in leaf_words(each)]
    return [0 if isinstance(kind, types.Float) else word_count(kind)]


def _words(builder: Any, kind: Any, value: Any) -> list[Any]:
    """A value as LLVM words, exactly: equal words are equal values."""
    if isinstance(kind, BitsType):
        wide = ir.IntType(64 * word_count(kind))
        whole = builder.zext(value, wide) if value.type.width < wide.width else value
        parts = [builder.lshr(whole, ir.Constant(wide, 64 * i)) for i in range(word_count(kind))]
        return [builder.trunc(part, WORD) if wide.width > 64 else part for part in parts]
    if isinstance(kind, VectorType):
        whole = builder.bitcast(value, ir.VectorType(WORD, word_count(kind)))
        return [builder.extract_element(whole, ir.Constant(WORD, i)) for i in range(word_count(kind))]
    if isinstance(kind, types.BaseTuple):
        return [word for i, each in enumerate(kind.types) for word in _words(builder, each, builder.extract_value(value, i))]
    if isinstance(kind, types.Float):
        return [builder.bitcast(value, WORD)]
    return [value if value.type.width == 64 else builder.zext(value, WORD)]


@intrinsic
def as_words(typingctx, state):
    """A state as a tuple of words."""
    count = word_count(state)
    result = types.UniTuple(types.int64, count)

    def generate(context, builder, signature, arguments):
        return context.make_tuple(builder, result, _words(builder, state, arguments[0]))

    return result(state), generate


def value_of(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """The value that `_words` took apart; uses up the words from the front."""
    if isinstance(kind, BitsType):
        wide = ir.IntType(64 * word_count(kind))
        whole = ir.Constant(wide, 0)
        for i in range(word_count(kind)):
            part = words.pop(0)
            part = builder.zext(part, wide) if wide.width > 64 else part
            whole = builder.or_(whole, builder.shl(part, ir.Constant(wide, 64 * i)))
        return builder.trunc(whole, ir.IntType(kind.bits)) if kind.bits < wide.width else whole
    if isinstance(kind, VectorType):
        whole = ir.Constant(ir.VectorType(WORD, word_count(kind)), ir.Undefined)
        for i in range(word_count(kind)):
            whole = builder.insert_element(whole, words.pop(0), ir.Constant(WORD, i))
        return builder.bitcast(whole, SMALL)
    if isinstance(kind, types.BaseTuple):
        value = ir.Constant(context.get_value_type(kind), ir.Undefined)
        for i, each in enumerate(kind.types):
            value = builder.insert_value(value, value_of(context, builder, each, words), i)
        return value
    word, wanted = words.pop(0), context.get_value_type(kind)
    if isinstance(kind, types.Float):
        return builder.bitcast(word, wanted)
    return word if wanted.width == 64 else builder.trunc(word, wanted)


@intrinsic
def load_value(typingctx, words, index, like):
    """The value of the type of `like` whose words begin at an index."""

    def generate(context, builder, signature, arguments):
        places = [builder.add(arguments[1], ir.Constant(WORD, i)) for i in range(word_count(like))]
        return value_of(context, builder, like, [builder.load(builder.gep(arguments[0], [place])) for place in places])

    return like(words, types.int64, like), generate


@intrinsic
def mixed(typingctx, code, word):
    """A hash of one word more: one multiplication, folded so that the low bits depend on all."""

    def generate(context, builder, signature, arguments):
        z = builder.mul(builder.xor(arguments[0], arguments[1]), ir.Constant(WORD, 0x9E3779B97F4A7C15))
        return builder.xor(z, builder.lshr(z, ir.Constant(WORD, 32)))

    return types.int64(types.int64, types.int64), generate


@register_jitable
def hashed(words):
    """A hash of several words."""
    code = 0
    for word in words:
        code = mixed(code, word)
    return code


@intrinsic
def scaled(typingctx, code, count):
    """A number below `count` from the upper half of a hash: any size will do, not only powers of two."""

    def generate(context, builder, signature, arguments):
        half = ir.Constant(WORD, 32)
        return builder.lshr(builder.mul(builder.lshr(arguments[0], half), arguments[1]), half)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def as_float(typingctx, word):
    """The float whose bits these are."""
    return types.float64(types.int64), lambda context, builder, signature, arguments: builder.bitcast(arguments[0], ir.DoubleType())


@intrinsic
def as_word(typingctx, number):
    """The bits of a float."""
    return types.int64(types.float64), lambda context, builder, signature, arguments: builder.bitcast(arguments[0], WORD)


@intrinsic
def load(typingctx, words, index):
    """The word at an index. For memory that only one thread writes to, or whose entries verify themselves."""
    return types.int64(words, types.int64), lambda context, builder, signature, arguments: builder.load(
        builder.gep(arguments[0], [arguments[1]])
    )


@intrinsic
def store(typingctx, words, index, word):
    """Write the word at an index."""

    def generate(context, builder, signature, arguments):
        builder.store(arguments[2], builder.gep(arguments[0], [arguments[1]]))
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


def _half_place(builder: Any, words: Any, index: Any) -> Any:
    return builder.gep(builder.bitcast(words, ir.IntType(32).as_pointer()), [index])


@intrinsic
def load_half(typingctx, words, index):
    """The half of a word at an index of halves: a number from 0 to 2 ** 32 - 1."""

    def generate(context, builder, signature, arguments):
        return builder.zext(builder.load(_half_place(builder, *arguments)), WORD)

    return types.int64(words, types.int64), generate


@intrinsic
def store_half(typingctx, words, index, number):
    """Write the half of a word at an index of halves."""

    def generate(context, builder, signature, arguments):
        builder.store(builder.trunc(arguments[2], ir.IntType(32)), _half_place(builder, *arguments[:2]))
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


def _small_place(builder: Any, words: Any, index: Any) -> Any:
    return builder.gep(builder.bitcast(words, ir.IntType(16).as_pointer()), [index])


@intrinsic
def load_small(typingctx, words, index):
    """The quarter of a word at an index of quarters: a number from -2 ** 15 to 2 ** 15 - 1."""

    def generate(context, builder, signature, arguments):
        return builder.sext(builder.load(_small_place(builder, *arguments)), WORD)

    return types.int64(words, types.int64), generate


@intrinsic
def store_small(typingctx, words, index, number):
    """Write the quarter of a word at an index of quarters."""

    def generate(context, builder, signature, arguments):
        builder.store(builder.trunc(arguments[2], ir.IntType(16)), _small_place(builder, *arguments[:2]))
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


@intrinsic
def load_half_shared(typingctx, words, index):
    """The half of a word at an index of halves, of memory to which several threads write; what was written before it is there, too."""

    def generate(context, builder, signature, arguments):
        return builder.zext(builder.load_atomic(_half_place(builder, *arguments), "acquire", 4), WORD)

    return types.int64(words, types.int64), generate


@intrinsic
def store_half_shared(typingctx, words, index, number):
    """Write the half of a word at an index of halves, after everything that was written before."""

    def generate(context, builder, signature, arguments):
        place = _half_place(builder, *arguments[:2])
        builder.store_atomic(builder.trunc(arguments[2], ir.IntType(32)), place, "release", 4)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


@intrinsic
def exchange_half(typingctx, words, index, expected, number):
    """Write the half of a word at an index of halves if it is what was expected; whether so. One of several threads succeeds."""

    def generate(context, builder, signature, arguments):
        half, place = ir.IntType(32), _half_place(builder, *arguments[:2])
        expected, number = (builder.trunc(one, half) for one in arguments[2:])
        return builder.extract_value(builder.cmpxchg(place, expected, number, "acq_rel", "acquire"), 1)

    return types.boolean(words, types.int64, types.int64, types.int64), generate


@intrinsic
def add_shared(typingctx, words, index, number):
    """Add to the word at an index, in one step; what it was before."""

    def generate(context, builder, signature, arguments):
        return builder.atomic_rmw("add", builder.gep(arguments[0], [arguments[1]]), arguments[2], "monotonic")

    return types.int64(words, types.int64, types.int64), generate


@intrinsic
def prefetch(typingctx, words, index):
    """Ask the processor to fetch the word at an index, which will be needed soon."""

    def generate(context, builder, signature, arguments):
        number = ir.IntType(32)
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        address = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), pointer)
        builder.call(function, [address, *(ir.Constant(number, value) for value in (0, 3, 1))])  # to read, keep, data
        return context.get_dummy_value()

    return types.void(words, types.int64), generate
