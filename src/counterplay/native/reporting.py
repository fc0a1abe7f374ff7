"""Watchers and random numbers in machine code: pointers to the words that Python sees too.

`Watch` and `Line` differ only in what their methods compile to. Reports nobody listens to compile to nothing. The stop flag is read, and the
node count written, as atomic words: neither is kept in a register over a loop, so Ctrl-C, clock and progress always see the truth.
"""

from __future__ import annotations

import inspect
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import NativeValue, intrinsic, models, overload_method, register_model, typeof_impl, unbox

from ..rng import Random
from ..watch import CUT_OFF, DEEPEST, HEADER, MOST_PLIES, NODES, ROWS, RUNNING, STOP, TOO_DEEP, TOP, Line, Watch

WORD = ir.IntType(64)


class WordsType(types.Type):  # type: ignore[misc]
    """A Python object seen from machine code as the address of its words."""


class WatchType(WordsType):
    def __init__(self) -> None:
        super().__init__("Watch")


class LineType(WordsType):
    def __init__(self) -> None:
        super().__init__("Line")


class RandomType(WordsType):
    def __init__(self) -> None:
        super().__init__("Random")


def define_words_type(kind: type[WordsType]) -> None:
    """A value of this type is a pointer; the Python object says where its words are (`address`)."""

    @register_model(kind)
    class WordsModel(models.PrimitiveModel):  # type: ignore[misc]
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
def get_word(typingctx, words, index):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.load_atomic(builder.gep(arguments[0], [arguments[1]]), ordering="monotonic", align=8)

    return types.int64(words, types.int64), generate


@intrinsic
def set_word(typingctx, words, index, value):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        place = builder.gep(arguments[0], [arguments[1]])
        builder.store_atomic(arguments[2], place, ordering="monotonic", align=8)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


# ── Reports ──


def _silent(name: str) -> None:
    """A report that this watcher does not listen to."""
    parameters = list(inspect.signature(getattr(Watch, name)).parameters)
    namespace: dict[str, Any] = {}
    exec(f"def typer({', '.join(parameters)}):\n    return lambda {', '.join(parameters)}: None", namespace)  # noqa: S102
    for kind in (WatchType, LineType):
        if not (kind is LineType and name in vars(Line)):
            overload_method(kind, name)(namespace["typer"])


for _name in ("terminal", "descend", "improve", "cut", "leave", "select", "expand", "simulate", "back_up"):
    _silent(_name)


@overload_method(WatchType, "enter")
def _watch_enter(self, state, depth, alpha, beta):  # type: ignore[no-untyped-def]
    def enter(self, state, depth, alpha, beta):  # type: ignore[no-untyped-def]
        set_word(self, NODES, get_word(self, NODES) + 1)
        if depth < -MOST_PLIES:
            set_word(self, STOP, TOO_DEEP)
        return get_word(self, STOP) != RUNNING

    return enter


@overload_method(LineType, "enter")
def _line_enter(self, state, depth, alpha, beta):  # type: ignore[no-untyped-def]
    def enter(self, state, depth, alpha, beta):  # type: ignore[no-untyped-def]
        set_word(self, NODES, get_word(self, NODES) + 1)
        if depth < -MOST_PLIES:
            set_word(self, STOP, TOO_DEEP)
        ply = get_word(self, TOP) - depth
        if ply > get_word(self, DEEPEST):
            set_word(self, DEEPEST, ply)
        rows = get_word(self, ROWS)
        if ply < rows:
            set_word(self, HEADER + ply * rows, 0)
        return get_word(self, STOP) != RUNNING

    return enter


@overload_method(WatchType, "evaluated")
@overload_method(LineType, "evaluated")
def _evaluated(self, value):  # type: ignore[no-untyped-def]
    def evaluated(self, value):  # type: ignore[no-untyped-def]
        set_word(self, CUT_OFF, 1)

    return evaluated


@overload_method(WatchType, "halt")
@overload_method(LineType, "halt")
def _halt(self, reason):  # type: ignore[no-untyped-def]
    def halt(self, reason):  # type: ignore[no-untyped-def]
        set_word(self, STOP, reason)

    return halt


@overload_method(LineType, "improve")
def _line_improve(self, depth, action, value, alpha, beta):  # type: ignore[no-untyped-def]
    if not isinstance(action, types.Integer):
        raise TypingError(f"actions must be ints to compile, but they are {action}")

    def improve(self, depth, action, value, alpha, beta):  # type: ignore[no-untyped-def]
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


# ── Random numbers ──


@intrinsic
def _next_random(typingctx, words):  # type: ignore[no-untyped-def]
    """SplitMix64, as in `counterplay.rng`."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
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
def _below(typingctx, number, limit):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        half = ir.Constant(WORD, 32)
        return builder.lshr(builder.mul(builder.lshr(arguments[0], half), arguments[1]), half)

    return types.int64(types.uint64, types.int64), generate


@overload_method(RandomType, "below")
def _random_below(self, limit):  # type: ignore[no-untyped-def]
    return lambda self, limit: _below(_next_random(self), limit)


@overload_method(RandomType, "uniform")
def _random_uniform(self):  # type: ignore[no-untyped-def]
    @intrinsic
    def top_bits(typingctx, number):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.lshr(arguments[0], ir.Constant(WORD, 11))

        return types.int64(types.uint64), generate

    return lambda self: top_bits(_next_random(self)) * (1.0 / 9007199254740992.0)
