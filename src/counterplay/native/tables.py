"""Short tuples and constant tables in machine code."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.extending import intrinsic, lower_builtin, models, overload, register_model, typeof_impl

from .. import bits as interpreted
from ..vectors import Vector
from .bits import WORD, BitsType, as_bits, resize
from .digest import content_digest
from .vectors import VECTOR, constant

NO_END: Final = (1 << 63) - 1
"""An entry as large as this has no number of 64 bits after it."""

# ── Tuples ──


def fits(have: Any, want: Any) -> bool:
    """Whether a value may be put into a place: numbers widen, ints become sets; a float never silently becomes an int."""
    if isinstance(have, types.Omitted):
        return True
    if isinstance(want, BitsType):
        return isinstance(have, (types.Integer, types.Boolean, BitsType))
    if want == types.float64:
        return isinstance(have, (types.Integer, types.Boolean, types.Float))
    if want in (types.int64, types.boolean):
        return isinstance(have, (types.Integer, types.Boolean))
    if isinstance(want, types.BaseTuple) and isinstance(have, types.BaseTuple) and len(want) == len(have):
        return all(fits(a, b) for a, b in zip(have.types, want.types, strict=True))
    return bool(have == want)


@intrinsic
def _with_entry(typingctx, values, index, value):
    def generate(context, builder, signature, arguments):
        entries, position, entry = arguments
        entry = context.cast(builder, entry, signature.args[2], signature.args[0].dtype)
        memory = cgutils.alloca_once_value(builder, entries)
        builder.store(entry, builder.gep(memory, [ir.Constant(WORD, 0), position], inbounds=True))
        return builder.load(memory)

    return values(values, index, value), generate


@overload(interpreted.replace)
def _replace(values, index, value):
    if not isinstance(values, types.UniTuple):
        raise TypingError("replace() changes tuples whose entries all have one type")
    if not fits(value, values.dtype):
        raise TypingError(f"replace() is to put {value} into a tuple of {values.dtype}")
    length = len(values)

    def implementation(values, index, value):
        position = int(index)
        if position < 0 or position >= length:
            raise IndexError("replace: there is no entry with this index")
        return _with_entry(values, position, value)

    return implementation


# ── Tables ──


class TableType(types.IterableType):
    """A constant table: its entries are part of the type, its machine code a read-only array."""

    def __init__(self, entries: interpreted.Table):
        self.entries = entries
        if entries and isinstance(entries[0], Vector):
            self.row_type = VECTOR
        elif entries and isinstance(entries[0], tuple):
            self.row_type = types.Tuple(_column_types(list(zip(*entries, strict=True))))
        else:
            self.row_type = element_type(entries)
        super().__init__(f"Table[{len(entries)}, {self.row_type}, {content_digest(tuple(entries))}]")

    @property
    def iterator_type(self) -> TableIterator:
        return TableIterator(self)

    def llvm_array(self, context: Any) -> ir.Constant:
        row = context.get_value_type(self.row_type)
        return ir.Constant(ir.ArrayType(row, len(self.entries)), [_llvm_row(row, entry) for entry in self.entries])


def _llvm_row(row: Any, entry: Any) -> ir.Constant:
    if isinstance(entry, Vector):
        return constant(entry)
    if not isinstance(entry, tuple):
        return ir.Constant(row, entry)
    return ir.Constant(row, [ir.Constant(column, number) for column, number in zip(row.elements, entry, strict=True)])


def _column_types(columns: list[tuple[Any, ...]]) -> list[Any]:
    """Columns of ints have one type together, so that a row can be indexed; columns with floats are float64."""
    has_floats = [any(isinstance(number, float) for number in column) for column in columns]
    whole = element_type([number for column, floats in zip(columns, has_floats, strict=True) if not floats for number in column])
    return [types.float64 if floats else whole for floats in has_floats]


class TableIterator(types.SimpleIteratorType):
    """`for row in table`: a pointer to the index of the next row."""

    def __init__(self, table: TableType):
        self.table = table
        super().__init__(f"iterator({table.name})", table.row_type)


@register_model(TableIterator)
class _TableIteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: TableIterator):
        super().__init__(manager, kind, [("index", types.EphemeralPointer(types.int64))])


def element_type(numbers: Sequence[Any]) -> Any:
    """The type of a table's numbers: float64 if there is a float among them, int64 if all fit, else a set of bits."""
    if not all(isinstance(number, (int, float)) for number in numbers):
        raise TypingError("a Table holds numbers, or rows of numbers")
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
    row = builder.load(builder.gep(memory, [ir.Constant(WORD, 0), position], inbounds=True))
    if table.row_type == types.int64 and max(table.entries, default=NO_END) < NO_END:
        # What lies between known ends is not compared again where it is an index of another table.
        ends = [ir.Constant(WORD, min(table.entries)), ir.Constant(WORD, max(table.entries) + 1)]
        row.set_metadata("range", builder.module.add_metadata(ends))
    return row


@intrinsic
def _table_row(typingctx, table, index):
    def generate(context, builder, signature, arguments):
        return _load_row(context, builder, table, resize(builder, arguments[1], signature.args[1], 64))

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
def _table_item(table, index):
    if isinstance(table, TableType) and isinstance(index, (types.Integer, BitsType)):
        length = len(table.entries)
        to_unsigned = as_bits(64)

        def item(table, index):
            position = int(index)
            if to_unsigned(position) >= length:  # one comparison for both ends; what follows is rare
                position += length
                if position < 0 or position >= length or index >= 0:
                    raise IndexError("this index is outside of the Table")
            return _table_row(table, position)

        return item
    return None


@overload(len)
def _table_length(table):
    if isinstance(table, TableType):
        length = len(table.entries)
        return lambda table: length
    return None
