"""Every operator of `Bits[n]` compiled equals plain Python ints masked to n bits; and what enters and leaves machine code is checked."""

from __future__ import annotations

import operator
import os
import random
from typing import Any, NamedTuple

import numpy
import pytest
from llvmlite import ir
from numba import njit
from numba.core import types
from numba.extending import intrinsic

from counterplay import Bits, Game, UsageError, highest, lowest, members, minimax, popcount, select
from counterplay.games.nim import Nim, Piles
from counterplay.kernels import kernel
from counterplay.native.bits import BitsType, resize
from counterplay.native.compiler import entry_point
from counterplay.native.selecting import deposit, deposits_quickly, halve
from counterplay.watch import Watch

FULL = os.environ.get("COUNTERPLAY_FUZZ") == "full"
SPREAD = [*range(1, 68), *(64 * i + j for i in range(2, 7) for j in (-1, 0, 1)), 70, 97, 121, 225, 300, 361, 399, 400]


class Pair(NamedTuple):
    x: Bits
    y: Bits
    narrow: Bits[7]
    amount: int
    number: int
    flag: bool


class Sets(Game[Pair, int]):
    """Not a game: a width, and operators to try in it."""

    def __init__(self, bits: int):
        self.bits = bits
        self.board = (1 << bits) - 1
        self.top = 1 << (bits - 1)
        self.some = 0x5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A & self.board

    def initial(self) -> Pair:
        return Pair(0, 0, 0, 0, 0, False)


@kernel
def evaluate_sets(game, state, watch):
    """Every operator whose result is a set. Interpreted, mask what this returns."""
    x, y, narrow, amount, number, flag = state
    both = x
    both &= y
    either = x
    either |= y
    other = x
    other ^= y
    left = x
    left <<= amount
    right = x
    right >>= amount
    sum_ = x
    sum_ += y
    difference = x
    difference -= number
    product = x
    product *= y
    chosen = x if flag else number
    grown = 1
    for _ in range(3):
        grown = grown * 3 + x
    return (
        (x & y, x | y, x ^ y, ~x, -x, x << amount, x >> amount, x + y, x - y, x * y),
        (x & number, number & x, x | number, x ^ number, number ^ x, x + number, number + x, x - number, number - x, x * number),
        (x & flag, x | flag, x ^ flag, x + flag, x - flag, x * flag, x << flag, x >> flag),
        (x & -2, x | 5, x ^ 0xFF, x + 1, x - 1, x * 3, x << 1, x >> 1, 1 - x, 7 & x, x << 63, x >> 63, x << 0, x >> 64, x << 1000),
        (x & narrow, x | narrow, narrow ^ x, narrow + x, x - narrow, x * narrow, x << narrow, x >> narrow),
        (both, either, other, left, right, sum_, difference, product, chosen, grown),
        (x & game.board, x | game.top, x ^ game.some, ~x & game.board, (x << amount & game.board) >> 3, x & -x, x & (x - 1)),
        (game.bit(amount % game.bits), x | game.bit(0), x & ~game.bit(amount % game.bits), game.bit(game.bits), game.top >> 1),
        (x ^ (x >> 1), (x & game.some) >> 1 & game.some, (~(x | y)) & game.board, +x, min(x & y, x), max(y, x)),
    )


@kernel
def evaluate_numbers(game, state, watch):
    """Everything whose result is a number or a truth value: the same in both modes, as it is."""
    x, y, narrow, number, flag = state.x, state.y, state.narrow, state.number, state.flag
    total, weighted, k = 0, 0, 0
    for member in members(x):
        total += 1
        weighted += member * total
    selected = 0
    for k in range(popcount(x)):
        selected += select(x, k) * (k + 1)
    truth = 0
    if x:
        truth += 1
    if not y:
        truth += 2
    while x and truth < 8:
        truth += 4
    return (
        (x == y, x != y, x < y, x <= y, x > y, x >= y, bool(x), not x, x == x, x != x),
        (x == number, x != number, x < number, x <= number, x > number, x >= number, number == x, number < x, number >= x, number != x),
        (x == narrow, x < narrow, narrow >= x, x == flag, flag < x, x > -1, x == -1, x < 0, x == 0, x != 0, 1 <= x, x >= 127),
        (popcount(x), lowest(x), highest(x), x.bit_count(), x.bit_length(), select(x, 0), select(x, 400)),
        (total, weighted, selected, truth, popcount(x & y), highest(narrow), lowest(narrow), popcount(7), lowest(8), highest(9)),
        (x == game.board, x & game.top != 0, x > game.some, x in (y, y), (x, y) < (y, x), (x, 1) == (x, 1)),
        (int(x & 0x7FFF_FFFF), int(narrow), int(x & 0x7FFF_FFFF) + number % 7, float(int(x & 255)), int(bool(x))),
    )


@kernel
def evaluate_quotients(game, state, watch):
    """Division, for widths up to 64, by positive numbers."""
    x, y, narrow, amount = state.x, state.y, state.narrow, state.amount
    by = y | 1
    quotient = x
    quotient //= by
    rest = x
    rest %= by
    odd = narrow | 1
    return (x // by, x % by, x // 1, x % 3, x // 10, x // (amount + 1), x % (amount + 1), quotient, rest, x // odd, x % odd)


WIDER = (4, 6)
"""The row of `evaluate_sets` that mixes two widths: its first six results have the greater of the two."""


def masked(rows: tuple[tuple[int, ...], ...], bits: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(value & (1 << (max(bits, 7) if row == WIDER[0] and column < WIDER[1] else bits)) - 1 for column, value in enumerate(values))
        for row, values in enumerate(rows)
    )


def interesting(bits: int) -> list[int]:
    """0, 1, all ones, the top bit, two single bits, and random sets thin and dense."""
    draw = random.Random(bits)
    one = [1 << draw.randrange(bits) for _ in range(2)]
    thin, dense = draw.getrandbits(bits) & draw.getrandbits(bits), draw.getrandbits(bits) | draw.getrandbits(bits)
    return [0, 1, (1 << bits) - 1, 1 << (bits - 1), *one, draw.getrandbits(bits), thin, dense]


def pairs(bits: int) -> list[Pair]:
    draw = random.Random(-bits)
    numbers = (0, 1, -1, 5, -7, 2**62, -(2**62), 2**63 - 1, -(2**63), draw.getrandbits(40), -draw.getrandbits(30))
    amounts = (0, 1, bits - 1, bits, bits + 1, 63, 64, 65, draw.randrange(bits + 3))
    return [
        Pair(x, y, draw.getrandbits(7), amount, draw.choice(numbers), draw.random() < 0.5)
        for x in interesting(bits)
        for y in [*interesting(bits)[:4], draw.getrandbits(bits)]
        for amount in draw.sample(amounts, 2)
    ]


@pytest.mark.parametrize("bits", (1, 33, 64, 65, 361))
def test_expressions_in_kernels(bits: int) -> None:
    """From rules in Python to machine code and back, everything that Numba does in between included."""
    game, watch = Sets(bits), Watch()
    for one in (evaluate_sets, evaluate_numbers, *([evaluate_quotients] if bits <= 64 else [])):
        native = entry_point(one, game, (game.initial(), watch))
        for state in pairs(bits):
            expected = one(game, state, watch)
            assert native(game, state, watch) == (masked(expected, bits) if one is evaluate_sets else expected), (one.name, state)


# ── Every width ── Compiling whole kernels 400 times takes half an hour. Here each operator is typed and lowered as Numba would, but the
# calls are put one after the other into a single function that loops over all inputs: 0.1 s a width.

ARITHMETIC = [operator.and_, operator.or_, operator.xor, operator.add, operator.sub, operator.mul]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
SHIFTS = [operator.lshift, operator.rshift]
UNARY = [operator.invert, operator.neg, operator.pos, operator.not_, bool, popcount, lowest, highest]
CALLS: list[tuple[Any, str]] = [
    *((function, names) for function in [*ARITHMETIC, *COMPARISONS] for names in ("xy", "xn")),
    *((function, names) for function in (min, operator.sub, operator.lt) for names in ("nx", "xf", "fx", "xs", "sx")),
    *((function, names) for function in SHIFTS for names in ("xa", "xs", "sa")),
    *((function, "x") for function in UNARY),
    (max, "xy"),
    (operator.lshift, "xf"),
]
"""Each function with its arguments: x and y are sets of n bits, s a set of 7, a an amount to shift by, n an int64, f a bool."""


def result_type(function: Any, names: str, bits: int) -> Any:
    """The type of a call's result, as the contract of `Bits` has it: the wider set, the shifted set, a bool, an int."""
    if function in (*COMPARISONS, operator.not_, bool):
        return types.boolean
    if function in (popcount, lowest, highest):
        return types.int64
    widths = [7 if name == "s" else bits for name in names if name in "xys"]
    return BitsType(widths[0] if function in SHIFTS else max(widths))


def every_call(bits: int) -> Any:
    """A compiled function (x, inputs, outputs) that makes all CALLS for each row of inputs, and returns x."""
    kinds = {"x": BitsType(bits), "y": BitsType(bits), "s": BitsType(7), "a": types.int64, "n": types.int64, "f": types.boolean}
    words = (bits + 63) // 64

    @intrinsic
    def step(typingctx, inputs, outputs, row):
        def generate(context, builder, signature, arguments):
            def place(array: int, column: int, width: int) -> Any:
                """Where a value is kept in the row of an array, as a pointer to an integer of this many bits."""
                kind = signature.args[array]
                view = context.make_array(kind)(context, builder, arguments[array])
                stride = builder.extract_value(view.shape, 1)
                index = builder.add(builder.mul(arguments[2], stride), ir.Constant(ir.IntType(64), column))
                return builder.bitcast(builder.gep(view.data, [index]), ir.IntType(width).as_pointer())

            values = {}
            for number, (name, kind) in enumerate(kinds.items()):
                width = 1 if kind is types.boolean else kind.bits if isinstance(kind, BitsType) else 64
                whole = builder.load(place(0, number * words, 64 * words if isinstance(kind, BitsType) else 64), align=8)
                values[name] = builder.trunc(whole, ir.IntType(width)) if whole.type.width > width else whole
            for number, (function, names) in enumerate(CALLS):
                result = result_type(function, names, bits)
                code = context.get_function(function, result(*(kinds[name] for name in names)))
                wide = resize(builder, code(builder, [values[name] for name in names]), result, 64 * words)
                builder.store(wide, place(1, number * words, 64 * words), align=8)
            return context.get_dummy_value()

        return types.void(inputs, outputs, row), generate

    array = types.Array(types.uint64, 2, "C")

    def run(x, inputs, outputs):
        for row in range(len(inputs)):
            step(inputs, outputs, row)
        return x

    return njit(run).compile((BitsType(bits), array, array))


def as_words(number: int, words: int) -> list[int]:
    return [number >> 64 * i & 2**64 - 1 for i in range(words)]


@pytest.mark.parametrize("bits", range(1, 401) if FULL else SPREAD)
def test_every_operator_at_every_width(bits: int) -> None:
    words = (bits + 63) // 64
    run, cases = every_call(bits), pairs(bits)
    inputs = numpy.array([[word for value in case for word in as_words(value, words)] for case in cases], numpy.uint64)
    outputs = numpy.zeros((len(cases), len(CALLS) * words), numpy.uint64)
    assert run((1 << bits) - 1, inputs, outputs) == (1 << bits) - 1
    for case, results in zip(cases, outputs.tolist(), strict=True):
        values = dict(zip("xysanf", case, strict=True))
        for number, (function, names) in enumerate(CALLS):
            found = sum(word << 64 * i for i, word in enumerate(results[number * words : (number + 1) * words]))
            result = result_type(function, names, bits)
            width = result.bits if isinstance(result, BitsType) else 64 * words
            assert found == function(*(values[name] for name in names)) & (1 << width) - 1, (bits, function, names, case)


# ── What enters and leaves ──


@kernel
def give_back(game, state, watch):
    return state


@pytest.mark.parametrize("bits", [1, 5, 64, 65, 361])
def test_values_that_are_no_sets_are_refused(bits: int) -> None:
    game, watch = Sets(bits), Watch()
    native = entry_point(give_back, game, (game.initial(), watch))
    for good in (0, 1, (1 << bits) - 1, True):
        assert native(game, Pair(good, 0, 127, -1, 2, True), watch) == (good, 0, 127, -1, 2, True)
    for bad in (-1, 1 << bits, 1 << 5000, -(1 << 5000)):
        with pytest.raises(OverflowError, match="bits"):
            native(game, Pair(bad, bad, 0, 0, 0, False), watch)
    for strange in (1.5, "a", None, (1,), object()):
        with pytest.raises(TypeError, match="a set of bits is an int"):
            native(game, Pair(strange, 0, 0, 0, 0, False), watch)  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        native(game, Pair(0, 0, 0, 1 << 64, 0, False), watch)
    assert native(game, Pair(1, 0, 0, 0, 0, False), watch) == Pair(1, 0, 0, 0, 0, False), "nothing was left broken"


def test_states_of_another_shape_are_refused() -> None:
    """Numba crashes when a tuple is too short, so states are looked at before they enter."""
    game, watch, good = Sets(5), Watch(), Pair(0, 0, 0, 0, 0, False)
    wrong: list[tuple[str, Any]] = [("x", 32), ("x", -1), ("x", 1.5), ("x", ()), ("amount", 1 << 63), ("amount", 1.5), ("number", None)]
    for field, bad in [*wrong, ("flag", "yes")]:
        with pytest.raises(UsageError, match=rf"this state, '{field}' does not belong to sets\(bits=5\)"):
            entry_point(give_back, game, (good._replace(**{field: bad}), watch))
    with pytest.raises(UsageError, match=r"does not belong to nim.*4 entries there, but here 2 entries"):
        minimax(Nim(), Piles((1, 2), 0), compiled=True)


def test_widths_are_verified() -> None:
    for wrong in (0, -1, 4097, 1.5, "8", True):
        with pytest.raises(UsageError, match="the number of bits is an int"):
            Bits[wrong]  # type: ignore[misc]


def test_both_ways_to_select_find_the_same_member() -> None:
    ways = [halve, deposit] if deposits_quickly() else [halve]

    def compiled(way: Any) -> Any:
        @intrinsic
        def chosen(typingctx, word, k):
            return types.int64(types.uint64, types.int64), way

        return njit(types.int64(types.uint64, types.int64))(lambda word, k: chosen(word, k))

    functions, rng = [compiled(way) for way in ways], random.Random(8)
    for word in (0, 1, 1 << 63, (1 << 64) - 1, *(rng.getrandbits(64) & rng.getrandbits(64) for _ in range(200))):
        places = [place for place in range(64) if word >> place & 1]
        for k in (*range(-1, len(places) + 2), 63, 64, 1 << 40):
            wanted = places[k] if 0 <= k < len(places) else -1
            assert all(function(word, k) == wanted for function in functions)
