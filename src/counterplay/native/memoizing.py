"""`memoized` in machine code: a block of memory of the module's own, each result in the place that a hash of its arguments says.

An entry is the words of the arguments, the first of them mixed with all the others, then those of the result. Several threads may write
to it at once: what does not fit together is not there.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, register_jitable

from .bits import BitsType
from .reporting import WORD
from .tables import fits
from .words import as_words, hashed, mixed, scaled, value_of, word_count

MOST_BYTES: Final = 64 << 20


def stays(have: Any, want: Any) -> bool:
    """Whether a result of the one type is the same as one of the other: nothing is cut off, nothing becomes a bool that was none."""
    if isinstance(want, types.BaseTuple):
        return isinstance(have, types.BaseTuple) and len(have) == len(want) and all(map(stays, have.types, want.types))
    if want == types.boolean:
        return isinstance(have, types.Boolean)
    if isinstance(want, BitsType) and isinstance(have, BitsType):
        return have.bits <= want.bits
    return fits(have, want)


@register_jitable
def sealed(words):
    """The first word of an entry, mixed with the others, or taken out of the mixture again."""
    code = 1  # else an empty place would be one for zeros
    for other in words[1:]:
        code = mixed(code, other)
    return words[0] ^ code


@register_jitable
def holds(kept, key):
    """Whether an entry is whole and has these arguments."""
    for i in range(1, len(key)):
        if kept[i] != key[i]:
            return False
    return sealed(kept) == key[0]


def with_memory(name: str, compute: Any, kind: Any, entries: int) -> Any:
    """A compiled function that answers like `compute`, whose results have the type `kind`, and keeps so many of them."""
    result_words = word_count(kind)

    def memory(builder: Any, size: int) -> Any:
        """The block: zeros at first, which are no entry. Each function has a module of its own until all are linked, where names of what is
        internal may meet again."""
        block = builder.module.globals.get(f"counterplay.memoized.{name}")
        if block is None:
            words = ir.ArrayType(WORD, entries * size)
            block = cgutils.add_global_variable(builder.module, words, f"counterplay.memoized.{name}")
            block.linkage, block.initializer, block.align = "internal", ir.Constant(words, None), 64
        return block

    def word(builder: Any, place: Any, size: int, index: int) -> Any:
        """Where a word of an entry is."""
        at = builder.add(builder.mul(place, ir.Constant(WORD, size)), ir.Constant(WORD, index))
        return builder.gep(memory(builder, size), [ir.Constant(WORD, 0), at], inbounds=True)

    @intrinsic
    def entry(typingctx, key, place):
        """The words at a place."""
        size = len(key) + result_words
        if 8 * size * entries > MOST_BYTES:
            most = MOST_BYTES // (8 * size)
            raise TypingError(
                f"{name} is memoized with {entries} results of {size} words: no more than {most} fit into {MOST_BYTES >> 20} MB"
            )
        result = types.UniTuple(types.int64, size)

        def generate(context, builder, signature, arguments):
            return context.make_tuple(builder, result, [builder.load(word(builder, arguments[1], size, i)) for i in range(size)])

        return result(key, types.int64), generate

    @intrinsic
    def keep(typingctx, place, words):
        """Write an entry."""

        def generate(context, builder, signature, arguments):
            for i in range(len(words)):
                builder.store(builder.extract_value(arguments[1], i), word(builder, arguments[0], len(words), i))
            return context.get_dummy_value()

        return types.void(types.int64, words), generate

    @intrinsic
    def result_in(typingctx, words):
        """The result that an entry holds."""

        def generate(context, builder, signature, arguments):
            last = [builder.extract_value(arguments[0], i) for i in range(len(words) - result_words, len(words))]
            return value_of(context, builder, kind, last)

        return kind(words), generate

    @intrinsic
    def as_declared(typingctx, result):
        """The result with the types that the annotations say."""
        if not stays(result, kind):
            raise TypingError(f"{name} is declared to return {kind} but returns {result}")
        return kind(result), lambda context, builder, signature, arguments: context.cast(builder, arguments[0], result, kind)

    @register_jitable
    def answer(*arguments):
        key = as_words(arguments)
        place = scaled(hashed(key), entries)
        kept = entry(key, place)
        if holds(kept, key):
            return result_in(kept)
        result = as_declared(compute(*arguments))
        words = key + as_words(result)
        keep(place, (sealed(words), *words[1:]))
        return result

    return answer
