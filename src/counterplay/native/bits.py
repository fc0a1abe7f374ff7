"""`Bits` in machine code: one LLVM integer of exactly n bits, with the operators of `counterplay.bits`.

Contract, tested for every n from 1 to 400: each operator gives what Python ints give, masked to n bits. A shift by n or more gives 0 (LLVM
leaves that undefined), comparisons with negative ints are never equal, and a value that does not fit is refused where it enters.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast, lower_constant
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    models,
    overload,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from .. import bits as interpreted

WORD = ir.IntType(64)
FLAG = ir.IntType(1)


class BitsType(types.Type):
    """A set of n bits."""

    def __init__(self, bits: int):
        self.bits = bits
        super().__init__(f"Bits[{bits}]")

    def unify(self, typingctx: Any, other: Any) -> Any:
        if isinstance(other, (types.Integer, types.Boolean)):
            return self
        if isinstance(other, BitsType):
            return max(self, other, key=operator.attrgetter("bits"))
        return None

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        from numba.core.typeconv import Conversion

        return Conversion.safe if isinstance(other, (types.Integer, types.Boolean, BitsType)) else None


@register_model(BitsType)
class _BitsModel(models.PrimitiveModel):
    """n bits in registers, whole words (or a byte, or two, or four) in memory.

    A set of 104 bits would be written as 8 + 4 + 1 bytes and read as words, for which the processor waits: backgammon took half as
    long again.
    """

    def __init__(self, manager: Any, kind: BitsType):
        super().__init__(manager, kind, ir.IntType(kind.bits))
        whole = -(-kind.bits // 64) * 64 if kind.bits > 32 else max(8, 1 << (kind.bits - 1).bit_length())
        self.stored_type = ir.IntType(whole)

    def get_data_type(self) -> Any:
        return self.stored_type

    def get_return_type(self) -> Any:
        return self.stored_type

    def as_data(self, builder: Any, value: Any) -> Any:
        return resize(builder, value, None, self.stored_type.width)

    def from_data(self, builder: Any, value: Any) -> Any:
        return resize(builder, value, None, self.be_type.width)

    as_return, from_return = as_data, from_data


# ── Conversions ──


def resize(builder: Any, value: Any, kind: Any, bits: int) -> Any:
    """An integer or set of any type as exactly `bits` bits, modulo 2**bits."""
    target = ir.IntType(bits)
    if value.type.width == bits:
        return value
    if value.type.width > bits:
        return builder.trunc(value, target)
    if isinstance(kind, types.Integer) and kind.signed:
        return builder.sext(value, target)
    return builder.zext(value, target)


@lower_cast(types.Integer, BitsType)
@lower_cast(types.Boolean, BitsType)
@lower_cast(BitsType, BitsType)
def _cast(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return resize(builder, value, given, wanted.bits)


@lower_constant(BitsType)
def _constant(context: Any, builder: Any, kind: BitsType, value: int) -> Any:
    return ir.Constant(ir.IntType(kind.bits), int(value))


def bytes_of(value: Any, bits: int) -> bytes:
    """A set as bytes, lowest first; an error that says what was wrong if the value is no set of this many bits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"a set of bits is an int, not {value!r:.60}") from None
    if number < 0:
        raise OverflowError("a negative number is no set of bits")
    if number.bit_length() > bits:
        raise OverflowError(f"a number of {number.bit_length()} bits does not fit into Bits[{bits}]")
    return number.to_bytes((bits + 7) // 8, "little")


@unbox(BitsType)
def _unbox(kind: BitsType, thing: Any, c: Any) -> NativeValue:
    """Through `bytes_of`, which refuses whatever is not a non-negative int of at most n bits."""
    size = (kind.bits + 7) // 8
    integer = ir.IntType(kind.bits)
    result = cgutils.alloca_once_value(c.builder, ir.Constant(integer, 0))
    failed = cgutils.alloca_once_value(c.builder, cgutils.true_bit)
    fine_so_far = cgutils.is_null(c.builder, c.pyapi.err_occurred())  # an earlier field of the state may have been refused
    with c.builder.if_then(fine_so_far, likely=True):
        convert = c.pyapi.unserialize(c.pyapi.serialize_object(bytes_of))
        width = c.pyapi.unserialize(c.pyapi.serialize_object(kind.bits))
        raw = c.pyapi.call_function_objargs(convert, (thing, width))
        c.pyapi.decref(convert)
        c.pyapi.decref(width)
        with c.builder.if_then(cgutils.is_not_null(c.builder, raw), likely=True):
            whole = ir.IntType(8 * size)
            pointer = c.builder.bitcast(c.pyapi.bytes_as_string(raw), whole.as_pointer())
            value = c.builder.load(pointer, align=1)
            c.pyapi.decref(raw)
            c.builder.store(value if whole == integer else c.builder.trunc(value, integer), result)
            c.builder.store(cgutils.false_bit, failed)
    return NativeValue(c.builder.load(result), is_error=c.builder.load(failed))


@box(BitsType)
def _box(kind: BitsType, value: Any, c: Any) -> Any:
    if kind.bits <= 64:
        return c.pyapi.long_from_ulonglong(resize(c.builder, value, kind, 64))
    size = (kind.bits + 7) // 8
    whole = resize(c.builder, value, kind, 8 * size)
    pointer = c.builder.bitcast(cgutils.alloca_once_value(c.builder, whole), ir.IntType(8).as_pointer())
    raw = c.pyapi.bytes_from_string_and_size(pointer, ir.Constant(WORD, size))
    integer = c.pyapi.unserialize(c.pyapi.serialize_object(int))
    order = c.pyapi.unserialize(c.pyapi.serialize_object("little"))
    result = c.pyapi.call_method(integer, "from_bytes", (raw, order))
    for thing in (raw, integer, order):
        c.pyapi.decref(thing)
    return result


def as_bits(bits: int) -> Any:
    """A compiled function that turns an int or a set into a set of `bits` bits."""
    kind = BitsType(bits)

    @intrinsic
    def convert(typingctx, value):
        if not _is_number(value):
            raise TypingError(f"a set of bits is made from an int, not from {value}")

        def generate(context, builder, signature, arguments):
            return resize(builder, arguments[0], value, bits)

        return kind(value), generate

    return convert


def one_bit(bits: int) -> Any:
    """A compiled function index -> the set with that one member."""
    kind = BitsType(bits)

    @intrinsic
    def bit(typingctx, index):
        def generate(context, builder, signature, arguments):
            return _shifted(builder, "shl", ir.Constant(ir.IntType(bits), 1), arguments[0], signature.args[0])

        return kind(index), generate

    return bit


class Constant:
    """A number too large for an int64, where compiled code mentions it by name."""

    def __init__(self, value: int, bits: int):
        self.value, self.bits = value, bits

    def __int__(self) -> int:
        return self.value


@typeof_impl.register(Constant)
def _typeof_constant(value: Constant, context: Any) -> BitsType:
    return BitsType(value.bits)


# ── Operators ──
# Each is typed and lowered directly. As `overload`s they would be Python functions, each compiled for itself, and that takes long.

NUMBERS = (types.Integer, types.Boolean)
SET_AND_ANY = ((BitsType, BitsType), *((BitsType, number) for number in NUMBERS))
ANY_AND_SET = tuple((number, BitsType) for number in NUMBERS)

Generate = Callable[[Any, Any, Any, Any], Any]
"""`generate(context, builder, signature, arguments)`: the LLVM value of a call."""


def _is_number(kind: Any) -> bool:
    return isinstance(kind, (*NUMBERS, BitsType))


def _mixes(left: Any, right: Any) -> bool:
    """Whether the two are a set and a set, or a set and an int."""
    return _is_number(left) and _is_number(right) and (isinstance(left, BitsType) or isinstance(right, BitsType))


def _widest(*kinds: Any) -> int:
    return max(kind.bits for kind in kinds if isinstance(kind, BitsType))


def _widest_type(left: Any, right: Any) -> BitsType | None:
    return BitsType(_widest(left, right)) if _mixes(left, right) else None


def _define(functions: Iterable[Any], result: Callable[..., Any], generate: Generate, *shapes: tuple[Any, ...]) -> None:
    """Let Numba know functions: the type of the result (None: these arguments are not ours), and the code for each shape of arguments."""
    for function in functions:
        type_callable(function)(lambda context: result)
        for shape in shapes:
            lower_builtin(function, *shape)(generate)


def _resized(builder: Any, signature: Any, arguments: Any, bits: int) -> Any:
    return (resize(builder, value, kind, bits) for value, kind in zip(arguments, signature.args, strict=True))


def _define_arithmetic(instruction: str, *operators: Any) -> None:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return getattr(builder, instruction)(*_resized(builder, signature, arguments, signature.return_type.bits))

    _define(operators, _widest_type, generate, *SET_AND_ANY, *ANY_AND_SET)


def _compared(builder: Any, sign: str, signature: Any, arguments: Any) -> Any:
    if all(isinstance(kind, BitsType) for kind in signature.args):
        return builder.icmp_unsigned(sign, *_resized(builder, signature, arguments, _widest(*signature.args)))
    # One bit more than either needs, so that a negative int stays below every set.
    return builder.icmp_signed(sign, *_resized(builder, signature, arguments, max(_widest(*signature.args), 64) + 1))


def _define_comparison(sign: str, compare: Any) -> None:
    def result(left: Any, right: Any) -> Any:
        return types.boolean if _mixes(left, right) else None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _compared(builder, sign, signature, arguments)

    _define([compare], result, generate, *SET_AND_ANY, *ANY_AND_SET)


def _define_choice(sign: str, choose: Any) -> None:
    """`min` and `max`: the second if it is less (more) than the first."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first, second = _resized(builder, signature, arguments, signature.return_type.bits)
        return builder.select(_compared(builder, sign, signature, arguments), first, second)

    _define([choose], _widest_type, generate, *SET_AND_ANY, *ANY_AND_SET)


def _shifted(builder: Any, instruction: str, value: Any, amount: Any, kind: Any) -> Any:
    """A shift that gives 0 when the amount is the width or more."""
    bits = value.type.width
    wide = max(bits, amount.type.width)
    amount = resize(builder, amount, kind, wide)
    inside = builder.icmp_unsigned("<", amount, ir.Constant(ir.IntType(wide), bits))
    if wide > bits:
        amount = builder.trunc(amount, value.type)
    safe = builder.select(inside, amount, ir.Constant(value.type, 0))
    return builder.select(inside, getattr(builder, instruction)(value, safe), ir.Constant(value.type, 0))


def _define_shift(instruction: str, *operators: Any) -> None:
    def result(value: Any, amount: Any) -> Any:
        return value if isinstance(value, BitsType) and _is_number(amount) else None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _shifted(builder, instruction, arguments[0], arguments[1], signature.args[1])

    _define(operators, result, generate, *SET_AND_ANY)


def _define_unary(function: Any, result: Any, compute: Callable[[Any, Any], Any], *kinds: Any) -> None:
    """A function of one set; `result` is the type it returns, None for the same set's; `compute(builder, value)` its code."""

    def result_type(value: Any) -> Any:
        return (result or value) if isinstance(value, kinds or (BitsType,)) else None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return compute(builder, arguments[0])

    _define([function], result_type, generate, *((kind,) for kind in kinds or (BitsType,)))


def _zero(value: Any) -> Any:
    return ir.Constant(value.type, 0)


_define_arithmetic("and_", operator.and_, operator.iand)
_define_arithmetic("or_", operator.or_, operator.ior)
_define_arithmetic("xor", operator.xor, operator.ixor)
_define_arithmetic("add", operator.add, operator.iadd)
_define_arithmetic("sub", operator.sub, operator.isub)
_define_arithmetic("mul", operator.mul, operator.imul)
_define_comparison("==", operator.eq)
_define_comparison("!=", operator.ne)
_define_comparison("<", operator.lt)
_define_comparison("<=", operator.le)
_define_comparison(">", operator.gt)
_define_comparison(">=", operator.ge)
_define_choice("<=", min)
_define_choice(">=", max)
_define_shift("shl", operator.lshift, operator.ilshift)
_define_shift("lshr", operator.rshift, operator.irshift)
_define_unary(operator.invert, None, lambda builder, x: builder.not_(x))
_define_unary(operator.neg, None, lambda builder, x: builder.neg(x))
_define_unary(operator.pos, None, lambda builder, x: x)
_define_unary(operator.not_, types.boolean, lambda builder, x: builder.icmp_unsigned("==", x, _zero(x)))
_define_unary(bool, types.boolean, lambda builder, x: builder.icmp_unsigned("!=", x, _zero(x)))
_define_unary(int, types.int64, lambda builder, x: resize(builder, x, None, 64))  # exact below 2**63


def _define_division(instruction: str, *operators: Any) -> None:
    @intrinsic
    def compute(typingctx, left, right):
        def generate(context, builder, signature, arguments):
            return resize(builder, getattr(builder, instruction)(*_resized(builder, signature, arguments, 64)), None, left.bits)

        return left(left, right), generate

    def implementation(left, right):
        if not isinstance(left, BitsType) or not _is_number(right):
            return None
        if left.bits > 64 or (isinstance(right, BitsType) and right.bits > 64):
            raise TypingError("sets of more than 64 bits cannot be divided")

        def divide(left, right):
            if right == 0:
                raise ZeroDivisionError("a set of bits is divided by 0")
            if right < 0:
                raise ValueError("a set of bits is divided by a negative number")
            return compute(left, right)

        return divide

    for each in operators:
        overload(each)(implementation)


_define_division("udiv", operator.floordiv, operator.ifloordiv)
_define_division("urem", operator.mod, operator.imod)


# ── Members ──


def _population(builder: Any, x: Any) -> Any:
    return resize(builder, builder.ctpop(x), None, 64)


def _zeros(builder: Any, x: Any, side: str, undefined_if_empty: bool) -> Any:
    """The zeros below the lowest member (cttz) or above the highest (ctlz); all n of them in the empty set, or anything."""
    return resize(builder, getattr(builder, side)(x, ir.Constant(FLAG, undefined_if_empty)), None, 64)


def lowest_member(builder: Any, x: Any) -> Any:
    """The least member, -1 if there is none. (In a loop over members there is one: the compiler sees an index below n then.)"""
    return builder.select(builder.icmp_unsigned("==", x, _zero(x)), ir.Constant(WORD, -1), _zeros(builder, x, "cttz", True))


def _length(builder: Any, x: Any) -> Any:
    return builder.sub(ir.Constant(WORD, x.type.width), _zeros(builder, x, "ctlz", False))


def _highest(builder: Any, x: Any) -> Any:
    return builder.sub(_length(builder, x), ir.Constant(WORD, 1))


_define_unary(interpreted.popcount, types.int64, _population, BitsType, types.Integer)
_define_unary(interpreted.lowest, types.int64, lowest_member, BitsType, types.Integer)
_define_unary(interpreted.highest, types.int64, _highest, BitsType, types.Integer)


@intrinsic
def _bit_length_of(typingctx, x):
    return types.int64(x), lambda context, builder, signature, arguments: _length(builder, arguments[0])


def width_of(kind: Any) -> int | None:
    """How many bits a set or an int has; None for anything else."""
    if isinstance(kind, BitsType):
        return kind.bits
    return int(kind.bitwidth) if isinstance(kind, types.Integer) else None


@overload_method(BitsType, "bit_count")
def _bit_count(x):
    return lambda x: interpreted.popcount(x)


@overload_method(BitsType, "bit_length")
def _bit_length(x):
    return lambda x: _bit_length_of(x)


@overload(interpreted.slot)
def _slot(x, count):
    return (lambda x, count: x & count - 1) if isinstance(x, types.Integer) else None


@overload(interpreted.members)
def _members(x):
    if width_of(x) is None:
        return None

    def implementation(x):
        while x:
            yield interpreted.lowest(x)
            x = x & (x - 1)

    return implementation
