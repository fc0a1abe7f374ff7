"""`Bits`, tuples and tables in machine code: one LLVM integer of exactly n bits, with the operators of `counterplay.bits`.

Contract, tested for every n from 1 to 400: each operator gives what Python ints give, masked to n bits. A shift by n or more gives 0 (LLVM
leaves that undefined), comparisons with negative ints are never equal, and a value that does not fit is refused where it enters.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl, lower_cast, lower_constant
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    models,
    overload,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from .. import bits as interpreted

WORD = ir.IntType(64)
FLAG = ir.IntType(1)


class BitsType(types.Type):  # type: ignore[misc]
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
class _BitsModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: BitsType):
        super().__init__(manager, kind, ir.IntType(kind.bits))


# ── Conversions ──


def _resize(builder: Any, value: Any, kind: Any, bits: int) -> Any:
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
    return _resize(builder, value, given, wanted.bits)


@lower_constant(BitsType)
def _constant(context: Any, builder: Any, kind: BitsType, value: int) -> Any:
    return ir.Constant(ir.IntType(kind.bits), int(value))


@unbox(BitsType)
def _unbox(kind: BitsType, thing: Any, c: Any) -> NativeValue:
    """Through `int.to_bytes`, which refuses negative and oversized values by itself; then the bits above n must be zero."""
    size = (kind.bits + 7) // 8
    integer = ir.IntType(kind.bits)
    result = cgutils.alloca_once_value(c.builder, ir.Constant(integer, 0))
    failed = cgutils.alloca_once_value(c.builder, cgutils.true_bit)
    length = c.pyapi.unserialize(c.pyapi.serialize_object(size))
    order = c.pyapi.unserialize(c.pyapi.serialize_object("little"))
    raw = c.pyapi.call_method(thing, "to_bytes", (length, order))
    c.pyapi.decref(length)
    c.pyapi.decref(order)
    with c.builder.if_then(cgutils.is_not_null(c.builder, raw), likely=True):
        whole = ir.IntType(8 * size)
        pointer = c.builder.bitcast(c.pyapi.bytes_as_string(raw), whole.as_pointer())
        value = c.builder.load(pointer, align=1)
        c.pyapi.decref(raw)
        fits = c.builder.icmp_unsigned("<=", value, ir.Constant(whole, (1 << kind.bits) - 1))
        with c.builder.if_else(fits, likely=True) as (then, otherwise):
            with then:
                c.builder.store(value if whole == integer else c.builder.trunc(value, integer), result)
                c.builder.store(cgutils.false_bit, failed)
            with otherwise:
                c.pyapi.err_set_string("PyExc_OverflowError", f"a number is too large for {kind.bits} bits")
    return NativeValue(c.builder.load(result), is_error=c.builder.load(failed))


@box(BitsType)
def _box(kind: BitsType, value: Any, c: Any) -> Any:
    if kind.bits <= 64:
        return c.pyapi.long_from_ulonglong(_resize(c.builder, value, kind, 64))
    size = (kind.bits + 7) // 8
    whole = _resize(c.builder, value, kind, 8 * size)
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
    def convert(typingctx, value):  # type: ignore[no-untyped-def]
        if not isinstance(value, (types.Integer, types.Boolean, BitsType)):
            raise TypingError(f"a set of bits is made from an int, not from {value}")

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _resize(builder, arguments[0], value, bits)

        return kind(value), generate

    return convert


def one_bit(bits: int) -> Any:
    """A compiled function index -> the set with that one member."""
    kind = BitsType(bits)

    @intrinsic
    def bit(typingctx, index):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
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


def _widest(*kinds: Any) -> int:
    return max(kind.bits for kind in kinds if isinstance(kind, BitsType))


def _mixes(left: Any, right: Any) -> bool:
    """Whether the two are a set and a set, or a set and an int."""
    plain = (types.Integer, types.Boolean, BitsType)
    return (isinstance(left, BitsType) and isinstance(right, plain)) or (isinstance(right, BitsType) and isinstance(left, plain))


def _define_arithmetic(instruction: str, *operators: Callable[..., Any]) -> None:
    @intrinsic
    def compute(typingctx, left, right):  # type: ignore[no-untyped-def]
        bits = _widest(left, right)

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            a, b = (_resize(builder, value, kind, bits) for value, kind in zip(arguments, signature.args, strict=True))
            return getattr(builder, instruction)(a, b)

        return BitsType(bits)(left, right), generate

    for each in operators:

        @overload(each)
        def implementation(left, right):  # type: ignore[no-untyped-def]
            if _mixes(left, right):
                return lambda left, right: compute(left, right)
            return None


def _define_comparison(sign: str, compare: Callable[..., Any]) -> None:
    @intrinsic
    def compute(typingctx, left, right):  # type: ignore[no-untyped-def]
        # One bit more than either needs, so that a negative int stays below every set.
        bits = max(_widest(left, right), 64) + 1 if not (isinstance(left, BitsType) and isinstance(right, BitsType)) else _widest(left, right)

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            a, b = (_resize(builder, value, kind, bits) for value, kind in zip(arguments, signature.args, strict=True))
            both = isinstance(left, BitsType) and isinstance(right, BitsType)
            return (builder.icmp_unsigned if both else builder.icmp_signed)(sign, a, b)

        return types.boolean(left, right), generate

    @overload(compare)
    def implementation(left, right):  # type: ignore[no-untyped-def]
        if _mixes(left, right):
            return lambda left, right: compute(left, right)
        return None


def _shifted(builder: Any, instruction: str, value: Any, amount: Any, kind: Any) -> Any:
    """A shift that gives 0 when the amount is the width or more."""
    bits = value.type.width
    wide = max(bits, amount.type.width)
    amount = _resize(builder, amount, kind, wide)
    inside = builder.icmp_unsigned("<", amount, ir.Constant(ir.IntType(wide), bits))
    if wide > bits:
        amount = builder.trunc(amount, value.type)
    safe = builder.select(inside, amount, ir.Constant(value.type, 0))
    return builder.select(inside, getattr(builder, instruction)(value, safe), ir.Constant(value.type, 0))


def _define_shift(instruction: str, *operators: Callable[..., Any]) -> None:
    @intrinsic
    def compute(typingctx, value, amount):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _shifted(builder, instruction, arguments[0], arguments[1], signature.args[1])

        return value(value, amount), generate

    for each in operators:

        @overload(each)
        def implementation(value, amount):  # type: ignore[no-untyped-def]
            if isinstance(value, BitsType) and isinstance(amount, (types.Integer, types.Boolean, BitsType)):
                return lambda value, amount: compute(value, amount)
            return None


def _define_unary(instruction: str, apply: Callable[..., Any]) -> None:
    @intrinsic
    def compute(typingctx, value):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return getattr(builder, instruction)(arguments[0])

        return value(value), generate

    @overload(apply)
    def implementation(value):  # type: ignore[no-untyped-def]
        if isinstance(value, BitsType):
            return lambda value: compute(value)
        return None


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
_define_shift("shl", operator.lshift, operator.ilshift)
_define_shift("lshr", operator.rshift, operator.irshift)
_define_unary("not_", operator.invert)
_define_unary("neg", operator.neg)


@intrinsic
def _is_nonempty(typingctx, value):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.icmp_unsigned("!=", arguments[0], ir.Constant(arguments[0].type, 0))

    return types.boolean(value), generate


@overload(bool)
def _bool(value):  # type: ignore[no-untyped-def]
    return (lambda value: _is_nonempty(value)) if isinstance(value, BitsType) else None


@intrinsic
def _low_word(typingctx, value):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return _resize(builder, arguments[0], value, 64)

    return types.int64(value), generate


@overload(int)
def _int(value):  # type: ignore[no-untyped-def]
    """A set as an int64: exact below 2**63."""
    return (lambda value: _low_word(value)) if isinstance(value, BitsType) else None


def _define_division(apply: Callable[..., Any], instruction: str) -> None:
    @intrinsic
    def compute(typingctx, left, right):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            a, b = (_resize(builder, value, kind, 64) for value, kind in zip(arguments, signature.args, strict=True))
            return _resize(builder, getattr(builder, instruction)(a, b), types.uint64, left.bits)

        return left(left, right), generate

    @overload(apply)
    def implementation(left, right):  # type: ignore[no-untyped-def]
        if not isinstance(left, BitsType) or not isinstance(right, (types.Integer, BitsType)):
            return None
        if left.bits > 64 or (isinstance(right, BitsType) and right.bits > 64):
            raise TypingError("sets of more than 64 bits cannot be divided")

        def divide(left, right):  # type: ignore[no-untyped-def]
            if right <= 0:
                raise ValueError("a set of bits is divided by a positive number only")
            return compute(left, right)

        return divide


_define_division(operator.floordiv, "udiv")
_define_division(operator.mod, "urem")


# ── Members ──


def _counting(instruction: str) -> Any:
    """popcount, and the number of zeros below the lowest or above the highest member."""

    @intrinsic
    def compute(typingctx, value):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            x = arguments[0]
            if instruction == "ctpop":
                number = builder.ctpop(x)
            else:
                # x = 0 has neither; the flag makes the answer then the width, as bit_length and lowest of Python need.
                number = getattr(builder, instruction)(x, ir.Constant(FLAG, 0))
            return _resize(builder, number, types.uint64, 64)

        return types.int64(value), generate

    return compute


_population, _trailing, _leading = _counting("ctpop"), _counting("cttz"), _counting("ctlz")


def _width(kind: Any) -> int | None:
    """How many bits a set or an int has; None for anything else."""
    if isinstance(kind, BitsType):
        return kind.bits
    return int(kind.bitwidth) if isinstance(kind, types.Integer) else None


@overload(interpreted.popcount)
def _popcount(x):  # type: ignore[no-untyped-def]
    return (lambda x: _population(x)) if _width(x) else None


@overload(interpreted.lowest)
def _lowest(x):  # type: ignore[no-untyped-def]
    return (lambda x: _trailing(x) if x else -1) if _width(x) else None


@overload(interpreted.highest)
def _highest(x):  # type: ignore[no-untyped-def]
    width = _width(x)
    return (lambda x: width - 1 - _leading(x)) if width else None


@overload_method(BitsType, "bit_count")
def _bit_count(x):  # type: ignore[no-untyped-def]
    return lambda x: _population(x)


@overload_method(BitsType, "bit_length")
def _bit_length(x):  # type: ignore[no-untyped-def]
    width = x.bits
    return lambda x: width - _leading(x)


@overload(interpreted.members)
def _members(x):  # type: ignore[no-untyped-def]
    if _width(x) is None:
        return None

    def implementation(x):  # type: ignore[no-untyped-def]
        while x:
            yield _trailing(x)
            x = x & (x - 1)

    return implementation


@overload(interpreted.select)
def _select(x, k):  # type: ignore[no-untyped-def]
    """Word by word to the one that has the member, then by halves within it."""
    width = _width(x)
    if width is None:
        return None
    to_word = as_bits(64)
    if width > 64:

        def from_many_words(x, k):  # type: ignore[no-untyped-def]
            base = 0
            while base < width:
                word = to_word(x)
                here = _population(word)
                if k < here:
                    return base + interpreted.select(word, k)
                k -= here
                base += 64
                x = x >> 64
            return -1

        return from_many_words

    def from_one_word(x, k):  # type: ignore[no-untyped-def]
        word = to_word(x)
        position = 0
        for step in (32, 16, 8, 4, 2, 1):
            here = _population(word & ((1 << step) - 1))
            if k >= here:
                k -= here
                position += step
                word = word >> step
        return position if word else -1

    return from_one_word


# ── Tuples ──


@intrinsic
def _with_entry(typingctx, values, index, value):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        entries, position, entry = arguments
        entry = context.cast(builder, entry, signature.args[2], signature.args[0].dtype)
        memory = cgutils.alloca_once_value(builder, entries)
        builder.store(entry, builder.gep(memory, [ir.Constant(WORD, 0), position], inbounds=True))
        return builder.load(memory)

    return values(values, index, value), generate


@overload(interpreted.replace)
def _replace(values, index, value):  # type: ignore[no-untyped-def]
    if not isinstance(values, types.UniTuple):
        return None
    length = len(values)

    def implementation(values, index, value):  # type: ignore[no-untyped-def]
        if index < 0 or index >= length:
            raise IndexError("replace: there is no entry with this index")
        return _with_entry(values, index, value)

    return implementation


# ── Tables ──


class TableType(types.IterableType):  # type: ignore[misc]
    """A constant table: its entries are part of the type, its machine code a read-only array."""

    def __init__(self, entries: interpreted.Table):
        self.entries = entries
        flat = [number for entry in entries for number in (entry if isinstance(entry, tuple) else (entry,))]
        self.columns = len(entries[0]) if entries and isinstance(entries[0], tuple) else None
        self.element = element_type(flat)
        from .digest import content_digest

        super().__init__(f"Table[{len(entries)}, {self.element}, {content_digest(tuple(entries))}]")

    @property
    def row_type(self) -> Any:
        return self.element if self.columns is None else types.UniTuple(self.element, self.columns)

    @property
    def iterator_type(self) -> TableIterator:
        return TableIterator(self)

    def llvm_array(self, context: Any) -> ir.Constant:
        element = context.get_value_type(self.element)
        rows = [entry if isinstance(entry, tuple) else (entry,) for entry in self.entries]
        columns = self.columns or 1
        row = ir.ArrayType(element, columns)
        return ir.Constant(ir.ArrayType(row, len(rows)), [ir.Constant(row, [ir.Constant(element, n) for n in each]) for each in rows])


class TableIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """`for row in table`: a pointer to the index of the next row."""

    def __init__(self, table: TableType):
        self.table = table
        super().__init__(f"iterator({table.name})", table.row_type)


@register_model(TableIterator)
class _TableIteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: TableIterator):
        super().__init__(manager, kind, [("index", types.EphemeralPointer(types.int64))])


def element_type(numbers: list[Any]) -> Any:
    """The type of a table's numbers: int64 if all fit, else a set of bits, else float64."""
    if any(isinstance(number, float) for number in numbers):
        return types.float64
    if all(-(1 << 63) <= number < 1 << 63 for number in numbers):
        return types.int64
    if min(numbers) < 0:
        raise TypingError("a Table holds numbers below 0 or above 2**63, but not both")
    return BitsType(max(64, max(number.bit_length() for number in numbers)))


register_model(TableType)(models.OpaqueModel)


@typeof_impl.register(interpreted.Table)
def _typeof_table(table: interpreted.Table, context: Any) -> TableType:
    return TableType(table)


@lower_constant(TableType)
def _table_constant(context: Any, builder: Any, kind: TableType, value: Any) -> Any:
    return context.get_dummy_value()


def _load_row(context: Any, builder: Any, table: TableType, position: Any) -> Any:
    content = table.llvm_array(context)
    name = f"counterplay.{table.name}"
    memory = builder.module.globals.get(name)
    if memory is None:
        memory = cgutils.add_global_variable(builder.module, content.type, name)
        memory.linkage, memory.global_constant, memory.initializer = "internal", True, content
    row = builder.gep(memory, [ir.Constant(WORD, 0), position], inbounds=True)
    if table.columns is None:
        return builder.load(builder.gep(row, [ir.Constant(WORD, 0), ir.Constant(WORD, 0)], inbounds=True))
    return builder.load(row)


@intrinsic
def _table_row(typingctx, table, index):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return _load_row(context, builder, table, _resize(builder, arguments[1], signature.args[1], 64))

    return table.row_type(table, index), generate


@lower_builtin("getiter", TableType)
def _table_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    iterator.index = cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
    return iterator._getvalue()


@lower_builtin("iternext", TableIterator)
@iternext_impl(RefType.UNTRACKED)
def _table_next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = cgutils.create_struct_proxy(kind)(context, builder, value=arguments[0])
    index = builder.load(iterator.index)
    valid = builder.icmp_signed("<", index, ir.Constant(WORD, len(kind.table.entries)))
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(_load_row(context, builder, kind.table, index))
        builder.store(builder.add(index, ir.Constant(WORD, 1)), iterator.index)


@overload(operator.getitem)
def _table_item(table, index):  # type: ignore[no-untyped-def]
    if isinstance(table, TableType) and isinstance(index, (types.Integer, BitsType)):
        return lambda table, index: _table_row(table, index)
    return None


@overload(len)
def _table_length(table):  # type: ignore[no-untyped-def]
    if isinstance(table, TableType):
        length = len(table.entries)
        return lambda table: length
    return None
