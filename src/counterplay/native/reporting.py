"""Watchers and random numbers in machine code: pointers to the words that Python sees too.

`Watch` and `Line` differ only in what their methods compile to. Reports nobody listens to compile to nothing. Entering a node compares the
stack with the floor, and whoever wants the kernel to stop raises the floor above every address: one comparison serves both. Floor and node
count are atomic words: neither is kept in a register over a loop, so Ctrl-C, clock and progress always see the truth.
"""

from __future__ import annotations

import inspect
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import NativeValue, intrinsic, models, overload_method, register_jitable, register_model, typeof_impl, unbox

from ..rng import Random
from ..watch import (
    CLOCK,
    CUT_OFF,
    DEADLINE,
    DEEPEST,
    FLOOR,
    HEADER,
    MOST_PLIES,
    NODES,
    ROWS,
    RUNNING,
    STACK,
    STACK_ENDS,
    STOP,
    TOO_DEEP,
    TOP,
    Line,
    Watch,
)
from .bits import BitsType, as_bits

STACK_RESERVE = 1 << 20
"""Bytes of stack that are left when a kernel stops because of its depth: room for the rules of one more node, and to return."""

WORD = ir.IntType(64)


class WordsType(types.Type):
    """A Python object seen from machine code as the address of its words."""


class WatchType(WordsType):
    """`Watch`."""

    def __init__(self) -> None:
        super().__init__("Watch")


class LineType(WordsType):
    """`Line`."""

    def __init__(self) -> None:
        super().__init__("Line")


class RandomType(WordsType):
    """`Random`."""

    def __init__(self) -> None:
        super().__init__("Random")


def define_words_type(kind: type[WordsType]) -> None:
    """A value of this type is a pointer; the Python object says where its words are (`address`)."""

    @register_model(kind)
    class WordsModel(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any):
            super().__init__(manager, kind, WORD.as_pointer())

    @unbox(kind)
    def unbox_words(kind: Any, thing: Any, c: Any) -> NativeValue:
        address = c.pyapi.object_getattr_string(thing, "address")
        number = c.pyapi.long_as_longlong(address)
        c.pyapi.decref(address)
        failed = cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
        return NativeValue(c.builder.inttoptr(number, WORD.as_pointer()), is_error=failed)


for _kind in (WatchType, LineType, RandomType):
    define_words_type(_kind)


@typeof_impl.register(Watch)
def _typeof_watch(watch: Watch, context: Any) -> WordsType | None:
    return {Watch: WatchType, Line: LineType}[type(watch)]() if type(watch) in (Watch, Line) else None


@typeof_impl.register(Random)
def _typeof_random(rng: Random, context: Any) -> RandomType:
    return RandomType()


@intrinsic
def get_word(typingctx, words, index):
    """One of the words, as it is now."""

    def generate(context, builder, signature, arguments):
        return builder.load_atomic(builder.gep(arguments[0], [arguments[1]]), ordering="monotonic", align=8)

    return types.int64(words, types.int64), generate


@intrinsic
def set_word(typingctx, words, index, value):
    """Change one of the words, for all to see."""

    def generate(context, builder, signature, arguments):
        place = builder.gep(arguments[0], [arguments[1]])
        builder.store_atomic(arguments[2], place, ordering="monotonic", align=8)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


# ── Reports ──


def _silent(name: str) -> None:
    """A report that this watcher does not listen to."""
    parameters = list(inspect.signature(getattr(Watch, name)).parameters)
    namespace: dict[str, Any] = {}
    exec(f"def typer({', '.join(parameters)}):\n    return lambda {', '.join(parameters)}: None", namespace)
    for kind in (WatchType, LineType):
        if not (kind is LineType and name in vars(Line)):
            overload_method(kind, name)(namespace["typer"])


for _name in ("terminal", "descend", "improve", "cut", "leave", "select", "expand", "simulate", "back_up", "move"):
    _silent(_name)


@intrinsic
def _stack_pointer(typingctx):
    """About where the stack is now, as an unsigned number."""

    def generate(context, builder, signature, arguments):
        return builder.ptrtoint(cgutils.alloca_once(builder, ir.IntType(8)), WORD)

    return BitsType(64)(), generate


@intrinsic
def _floor(typingctx, words):
    """The floor as an unsigned number: above every address until it is known."""

    def generate(context, builder, signature, arguments):
        return builder.load_atomic(builder.gep(arguments[0], [ir.Constant(WORD, FLOOR)]), ordering="monotonic", align=8)

    return BitsType(64)(words), generate


@register_jitable
def _must_stop(self, depth):
    """The stack is below the floor, for one of three reasons: it is told to stop, nobody has measured the stack yet, or the stack ends."""
    if get_word(self, STOP) != RUNNING:
        return True
    if depth < -MOST_PLIES:
        self.halt(TOO_DEEP)
    elif get_word(self, FLOOR) == -1:
        set_word(self, FLOOR, int(_stack_pointer() - get_word(self, STACK) + STACK_RESERVE))
    else:
        self.halt(STACK_ENDS)
    return get_word(self, STOP) != RUNNING


@overload_method(WatchType, "enter")
def _watch_enter(self, state, depth, alpha, beta):
    def enter(self, state, depth, alpha, beta):
        set_word(self, NODES, get_word(self, NODES) + 1)
        if depth < -MOST_PLIES or _stack_pointer() < _floor(self):
            return _must_stop(self, depth)
        return False

    return enter


@overload_method(LineType, "enter")
def _line_enter(self, state, depth, alpha, beta):
    def enter(self, state, depth, alpha, beta):
        set_word(self, NODES, get_word(self, NODES) + 1)
        ply = get_word(self, TOP) - depth
        if ply > get_word(self, DEEPEST):
            set_word(self, DEEPEST, ply)
            if ply > MOST_PLIES:
                self.halt(TOO_DEEP)
        rows = get_word(self, ROWS)
        if ply < rows:
            set_word(self, HEADER + ply * rows, 0)
        if depth < -MOST_PLIES or _stack_pointer() < _floor(self):
            return _must_stop(self, depth)
        return False

    return enter


@overload_method(WatchType, "evaluated")
@overload_method(LineType, "evaluated")
def _evaluated(self, value):
    def evaluated(self, value):
        set_word(self, CUT_OFF, get_word(self, CUT_OFF) + 1)

    return evaluated


@overload_method(WatchType, "stopped")
@overload_method(LineType, "stopped")
def _stopped(self):
    return lambda self: get_word(self, STOP) != RUNNING


@overload_method(WatchType, "entered")
@overload_method(LineType, "entered")
def _entered(self):
    return lambda self: get_word(self, NODES)


@overload_method(WatchType, "cutoffs")
@overload_method(LineType, "cutoffs")
def _cutoffs(self):
    return lambda self: get_word(self, CUT_OFF)


@overload_method(WatchType, "halt")
@overload_method(LineType, "halt")
def _halt(self, reason):
    def halt(self, reason):
        set_word(self, STOP, reason)
        set_word(self, FLOOR, -1)

    return halt


@overload_method(LineType, "improve")
def _line_improve(self, depth, action, value, alpha, beta):
    if not isinstance(action, types.Integer):
        raise TypingError(f"actions must be ints to compile, but they are {action}")

    def improve(self, depth, action, value, alpha, beta):
        rows = get_word(self, ROWS)
        ply = get_word(self, TOP) - depth
        if ply + 1 < rows:
            here = HEADER + ply * rows
            below = here + rows
            length = min(get_word(self, below), rows - 2)
            set_word(self, here, length + 1)
            set_word(self, here + 1, action)
            for i in range(1, length + 1):
                set_word(self, here + 1 + i, get_word(self, below + i))

    return improve


@intrinsic
def _nanoseconds(typingctx):
    """The clock of `time.monotonic`, or 0 where there is none to ask."""

    def generate(context, builder, signature, arguments):
        if CLOCK is None:
            return ir.Constant(WORD, 0)
        number, pair = ir.IntType(32), ir.LiteralStructType([WORD, WORD])
        place = cgutils.alloca_once(builder, pair)
        kind = ir.FunctionType(number, [number, pair.as_pointer()])
        builder.call(cgutils.get_or_insert_function(builder.module, kind, "clock_gettime"), [ir.Constant(number, CLOCK), place])
        seconds, rest = (builder.load(cgutils.gep_inbounds(builder, place, 0, i)) for i in (0, 1))
        return builder.add(builder.mul(seconds, ir.Constant(WORD, 1_000_000_000)), rest)

    return types.int64(), generate


@overload_method(WatchType, "out_of_time")
@overload_method(LineType, "out_of_time")
def _out_of_time(self):
    def out_of_time(self):
        deadline = get_word(self, DEADLINE)
        return deadline > 0 and _nanoseconds() >= deadline

    return out_of_time


# ── Random numbers ──


@intrinsic
def _next_random(typingctx, words):
    """SplitMix64, as in `counterplay.rng`."""

    def generate(context, builder, signature, arguments):
        def number(value: int) -> Any:
            return ir.Constant(WORD, value)

        def mixed(z: Any, shift: int, factor: int) -> Any:
            return builder.mul(builder.xor(z, builder.lshr(z, number(shift))), number(factor))

        place = arguments[0]
        state = builder.add(builder.load(place), number(0x9E3779B97F4A7C15))
        builder.store(state, place)
        z = mixed(mixed(state, 30, 0xBF58476D1CE4E5B9), 27, 0x94D049BB133111EB)
        return builder.xor(z, builder.lshr(z, number(31)))

    return types.uint64(words), generate


@intrinsic
def _below(typingctx, number, limit):
    def generate(context, builder, signature, arguments):
        half = ir.Constant(WORD, 32)
        return builder.lshr(builder.mul(builder.lshr(arguments[0], half), arguments[1]), half)

    return types.int64(types.uint64, types.int64), generate


@overload_method(RandomType, "next")
def _random_next(self):
    to_bits = as_bits(64)
    return lambda self: to_bits(_next_random(self))


@overload_method(RandomType, "below")
def _random_below(self, limit):
    return lambda self, limit: _below(_next_random(self), limit)


@overload_method(RandomType, "uniform")
def _random_uniform(self):
    @intrinsic
    def top_bits(typingctx, number):
        def generate(context, builder, signature, arguments):
            return builder.lshr(arguments[0], ir.Constant(WORD, 11))

        return types.int64(types.uint64), generate

    return lambda self: top_bits(_next_random(self)) * (1.0 / 9007199254740992.0)
