"""`Vector` in machine code: one LLVM vector, which the processor adds with an instruction or two."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, lower_builtin, models, overload, register_model, type_callable, typeof_impl

from ..vectors import FINE, FULL, LANES, Vector, activated, exchanged
from .bits import WORD

SMALL, WIDE = ir.VectorType(ir.IntType(16), LANES), ir.VectorType(ir.IntType(32), LANES)
INDICES = ir.VectorType(ir.IntType(32), LANES)


class VectorType(types.Type):
    """LANES numbers of 16 bits."""

    def __init__(self) -> None:
        super().__init__("Vector")


VECTOR = VectorType()


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: VectorType):
        super().__init__(manager, kind, SMALL)


@typeof_impl.register(Vector)
def _typeof(vector: Vector, context: Any) -> VectorType:
    return VECTOR


@lower_constant(VectorType)
def _constant(context: Any, builder: Any, kind: VectorType, value: Vector) -> Any:
    return constant(value)


def constant(vector: Vector) -> ir.Constant:
    """The vector as LLVM writes it."""
    return ir.Constant(SMALL, [ir.Constant(SMALL.element, number) for number in vector])


def everywhere(builder: Any, number: Any) -> Any:
    """The same number in every lane."""
    first = builder.insert_element(ir.Constant(SMALL, ir.Undefined), number, ir.Constant(WORD, 0))
    return builder.shuffle_vector(first, first, ir.Constant(INDICES, [0] * LANES))


# ── Operators ──


def _saturating(name: str) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(SMALL, [SMALL, SMALL]), f"llvm.{name}.sat.v{LANES}i16")
        return builder.call(function, arguments)

    return generate


def _of_one(vector: Any) -> Any:
    return VECTOR if isinstance(vector, VectorType) else None


def _of_two(left: Any, right: Any) -> Any:
    return VECTOR if isinstance(left, VectorType) and isinstance(right, VectorType) else None


def _of_multiple(vector: Any, times: Any) -> Any:
    return VECTOR if isinstance(vector, VectorType) and isinstance(times, types.Integer) else None


def _multiple(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    times = context.cast(builder, arguments[1], signature.args[1], types.int16)
    return builder.mul(arguments[0], everywhere(builder, times))


def _multiple_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    times = context.cast(builder, arguments[0], signature.args[0], types.int16)
    return builder.mul(arguments[1], everywhere(builder, times))


def _define_operators() -> None:
    for name, operators in (("sadd", (operator.add, operator.iadd)), ("ssub", (operator.sub, operator.isub))):
        for each in operators:
            type_callable(each)(lambda context: _of_two)
            lower_builtin(each, VectorType, VectorType)(_saturating(name))
    for each in (operator.mul, operator.imul):
        type_callable(each)(lambda context: _of_multiple)
        lower_builtin(each, VectorType, types.Integer)(_multiple)
    type_callable(operator.mul)(lambda context: lambda times, vector: _of_multiple(vector, times))
    lower_builtin(operator.mul, types.Integer, VectorType)(_multiple_of)


_define_operators()


@intrinsic
def _lane(typingctx, vector, lane):
    """A number of a vector, without asking whether there is such a lane."""

    def generate(context, builder, signature, arguments):
        index = context.cast(builder, arguments[1], signature.args[1], types.int64)
        return builder.sext(builder.extract_element(arguments[0], index), WORD)

    return types.int64(vector, lane), generate


@overload(operator.getitem, prefer_literal=True)
def _item(vector, lane):
    if not isinstance(vector, VectorType) or not isinstance(lane, types.Integer):
        return None
    if isinstance(lane, types.IntegerLiteral) and 0 <= lane.literal_value < LANES:
        return lambda vector, lane: _lane(vector, lane)

    def item(vector, lane):
        place = int(lane)
        if place < 0:
            place += LANES
        if place < 0 or place >= LANES:
            raise IndexError("there is no such number in a Vector")
        return _lane(vector, place)

    return item


@type_callable(exchanged)
def _type_exchanged(context):
    return _of_one


@lower_builtin(exchanged, VectorType)
def _exchange(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    order = [(lane + LANES // 2) % LANES for lane in range(LANES)]
    return builder.shuffle_vector(arguments[0], arguments[0], ir.Constant(INDICES, order))


@type_callable(activated)
def _type_activated(context):
    return lambda vector, worths: types.int64 if _of_two(vector, worths) else None


@lower_builtin(activated, VectorType, VectorType)
def _activate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    vector, worths = arguments
    for end, sign in ((0, ">"), (FULL, "<")):
        limit = ir.Constant(SMALL, [ir.Constant(SMALL.element, end)] * LANES)
        vector = builder.select(builder.icmp_signed(sign, vector, limit), vector, limit)
    vector = builder.lshr(vector, ir.Constant(SMALL, [ir.Constant(SMALL.element, FINE)] * LANES))
    products = builder.mul(builder.sext(builder.mul(vector, vector), WIDE), builder.sext(worths, WIDE))
    add = cgutils.get_or_insert_function(builder.module, ir.FunctionType(WIDE.element, [WIDE]), f"llvm.vector.reduce.add.v{LANES}i32")
    return builder.sext(builder.call(add, [products]), WORD)
