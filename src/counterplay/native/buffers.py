"""`CompiledBuffer` in machine code. Indices are not verified: kernels keep within `len(buffer)`."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.extending import overload, typeof_impl

from ..buffers import CompiledBuffer
from .reporting import WordsType, define_words_type
from .words import as_float, as_word, load, store


class IntegersType(WordsType):
    """The address of a buffer of ints."""

    def __init__(self) -> None:
        super().__init__("Integers")


class NumbersType(WordsType):
    """The address of a buffer of floats."""

    def __init__(self) -> None:
        super().__init__("Numbers")


define_words_type(IntegersType)
define_words_type(NumbersType)


@typeof_impl.register(CompiledBuffer)
def _typeof_buffer(buffer: CompiledBuffer, context: Any) -> WordsType:
    return IntegersType() if buffer.typecode == "q" else NumbersType()


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
