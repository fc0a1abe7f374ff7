"""`CompiledBuffer` and `Pointer` in machine code. Indices are not verified: kernels keep within what there is."""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, lower_builtin, overload, type_callable, typeof_impl

from ..buffers import CompiledBuffer, Pointer, increased, scratch, set_small, small
from .reporting import WORD, WordsType, define_words_type
from .words import as_float, as_word, load, load_small, store, store_small


class IntegersType(WordsType):
    """The address of a buffer of ints."""

    def __init__(self) -> None:
        super().__init__("Integers")


class NumbersType(WordsType):
    """The address of a buffer of floats."""

    def __init__(self) -> None:
        super().__init__("Numbers")


class PointerType(WordsType):
    """The address of the first of many numbers."""

    def __init__(self, dtype: str) -> None:
        self.element = getattr(types, dtype)
        super().__init__(f"Pointer[{dtype}]")


define_words_type(IntegersType)
define_words_type(NumbersType)
define_words_type(PointerType)


@typeof_impl.register(CompiledBuffer)
def _typeof_buffer(buffer: CompiledBuffer, context: Any) -> WordsType:
    return IntegersType() if buffer.typecode == "q" else NumbersType()


@typeof_impl.register(Pointer)
def _typeof_pointer(pointer: Pointer, context: Any) -> PointerType:
    return _pointer_type(pointer.dtype)


@cache
def _pointer_type(dtype: str) -> PointerType:
    return PointerType(dtype)


# Reading and writing through a pointer is typed and lowered directly: as overloads, each kind of index would be a function to compile.


@type_callable(operator.getitem)
def _type_get(context):
    def typer(pointer, index):
        if isinstance(pointer, PointerType) and isinstance(index, types.Integer):
            return types.float64 if pointer.element == types.float64 else types.int64
        return None

    return typer


@type_callable(operator.setitem)
def _type_set(context):
    def typer(pointer, index, number):
        fine = isinstance(pointer, PointerType) and isinstance(index, types.Integer) and isinstance(number, types.Number | types.Boolean)
        return types.void if fine else None

    return typer


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    element = context.get_data_type(signature.args[0].element)
    index = context.cast(builder, arguments[1], signature.args[1], types.int64)
    return builder.gep(builder.bitcast(arguments[0], element.as_pointer()), [index])


@lower_builtin(operator.getitem, PointerType, types.Integer)
def _load_number(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    number = builder.load(_place(context, builder, signature, arguments))
    return context.cast(builder, number, signature.args[0].element, signature.return_type)


@lower_builtin(operator.setitem, PointerType, types.Integer, types.Number)
@lower_builtin(operator.setitem, PointerType, types.Integer, types.Boolean)
def _store_number(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    number = context.cast(builder, arguments[2], signature.args[2], signature.args[0].element)
    builder.store(number, _place(context, builder, signature, arguments))
    return context.get_dummy_value()


@overload(operator.getitem)
def _get(buffer, index):
    if isinstance(buffer, IntegersType) and isinstance(index, types.Integer):
        return lambda buffer, index: load(buffer, index + 1)
    if isinstance(buffer, NumbersType) and isinstance(index, types.Integer):
        return lambda buffer, index: as_float(load(buffer, index + 1))
    return None


@overload(operator.setitem)
def _set(buffer, index, value):
    if isinstance(buffer, IntegersType) and isinstance(index, types.Integer) and isinstance(value, types.Integer):
        return lambda buffer, index, value: store(buffer, index + 1, value)
    if isinstance(buffer, NumbersType) and isinstance(index, types.Integer):
        return lambda buffer, index, value: store(buffer, index + 1, as_word(float(value)))
    return None


@overload(len)
def _length(buffer):
    return (lambda buffer: load(buffer, 0)) if isinstance(buffer, (IntegersType, NumbersType)) else None


@overload(small)
def _small(words, start, index):
    return lambda words, start, index: load_small(words, 4 * (start + 1) + index)


@overload(set_small)
def _set_small(words, start, index, number):
    return lambda words, start, index, number: store_small(words, 4 * (start + 1) + index, number)


@type_callable(increased)
def _type_increased(context):
    def typer(pointer, index):
        fine = isinstance(pointer, PointerType) and isinstance(index, types.Integer) and pointer.element != types.float64
        return types.int64 if fine else None

    return typer


@lower_builtin(increased, PointerType, types.Integer)
def _increase(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place = _place(context, builder, signature, arguments)
    before = builder.atomic_rmw("add", place, ir.Constant(place.type.pointee, 1), "monotonic")
    return context.cast(builder, before, signature.args[0].element, types.int64)


@overload(scratch, prefer_literal=True)
def _scratch(size):
    if not isinstance(size, types.IntegerLiteral):
        raise TypingError("scratch() needs a constant size")

    @intrinsic
    def on_the_stack(typingctx):
        kind = PointerType("float64")

        def generate(context, builder, signature, arguments):
            room = cgutils.alloca_once(builder, context.get_data_type(kind.element), size=size.literal_value)
            return builder.bitcast(room, WORD.as_pointer())

        return kind(), generate

    return lambda size: on_the_stack()
