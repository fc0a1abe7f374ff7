"""Tables, short tuples, states within states, constants and random numbers: compiled they are what they are interpreted."""

from __future__ import annotations

import enum
import math
from typing import Any, NamedTuple

import pytest

from counterplay import Bits, Game, Random, Table, UsageError, popcount, replace
from counterplay.kernels import kernel
from counterplay.native.compiler import entry_point
from counterplay.native.store import CannotCompile
from counterplay.watch import Watch

from . import helpers

WIDE = 0x123456789ABCDEF0123456789ABCDEF01234
"""A number of more than 63 bits, mentioned by name."""
SHORT = (1, 1 << 70, 3)
POWERS = Table(1 << i for i in range(0, 128, 4))


class Colour(enum.IntEnum):
    WHITE = 3
    BLACK = 4


class Inner(NamedTuple):
    stones: Bits
    number: int = 7


class Outer(NamedTuple):
    here: Inner
    pair: tuple[Inner, Inner]
    row: tuple[int, ...]
    share: float


class Values(Game[Outer, int]):
    bits = 100

    def __init__(self, seed: int = 0) -> None:
        self.squares = Table(i * i for i in range(40))
        self.negative = Table([-5, 3, -(2**63), 2**63 - 1])
        self.fractions = Table([0.5, -math.inf, 3, 1e300])
        self.masks = Table((1 << i) | 1 for i in range(0, 100, 7))
        self.rows = Table([(1, 2, 3), (4, 5, 6), (-7, 8, 9)])
        self.weighted = Table([(2, 0.5), (1, 1.5), (0, -2)])
        self.wide_rows = Table([[1, 1 << 99], [2, 3]])
        self.empty = Table([])
        self.masks_as_tuple = tuple(1 << i for i in (3, 64, 99))
        self.long_tuple = tuple(range(50))
        self.seed = seed

    def initial(self) -> Outer:
        return Outer(Inner(0, 0), (Inner(0, 0), Inner(1, 1)), (1, 2, 3), 0.0)


def run(one: Any, game: Game[Any, Any], *arguments: Any) -> tuple[Any, Any]:
    """What a kernel answers interpreted and compiled."""
    return one(game, *arguments, Watch()), entry_point(one, game, (*arguments, Watch()))(game, *arguments, Watch())


@kernel
def read_tables(game, index, watch):
    total, crossings, fraction = 0, 0, 0.0
    for square in game.squares:
        for other in game.squares:
            if square < other:
                total += other - square
                break
    for a, b, c in game.rows:
        for row in game.rows:
            crossings += a * row[2] + b * row[1] + c * row[0]
            if row[0] < 0:
                break
    for cell, weight in game.weighted:
        fraction += weight * game.squares[cell]
    united = game.bit(99)
    for mask in game.masks:
        united |= mask
    for mask in game.masks_as_tuple:
        united ^= mask
    nothing = 0
    for _ in game.empty:
        nothing += 1
    return (
        (total, crossings, fraction, united & ~0, nothing, len(game.squares), len(game.rows), len(game.empty)),
        (game.squares[index], game.squares[-1], game.negative[index], game.negative[2], game.negative[3], game.long_tuple[index + 20]),
        (game.fractions[index], game.fractions[1], game.fractions[2], game.masks[index], game.wide_rows[0][1], game.rows[index % 3]),
        (POWERS[31], POWERS[index], SHORT[1], game.masks_as_tuple[2] >> 3, game.weighted[1][1], len(POWERS), len(SHORT)),
    )


def test_tables() -> None:
    for index in range(4):
        interpreted, compiled = run(read_tables, Values(), index)
        assert compiled == interpreted


@kernel
def item(game, index, watch):
    return game.squares[index], game.rows[index]


def test_a_table_has_no_entry_outside() -> None:
    game, watch = Values(), Watch()
    native = entry_point(item, game, (0, watch))
    for index in (0, 2, -1, -3):
        assert native(game, index, watch) == item(game, index, watch)
    for index in (40, -41, 2**62, -(2**63)):
        with pytest.raises(IndexError):
            item(game, index, watch)
        with pytest.raises(IndexError):
            native(game, index, watch)


def test_tables_are_regular() -> None:
    with pytest.raises(UsageError, match="same length"):
        Table([(1, 2), (3,)])


@kernel
def change(game, values, index, watch):
    return replace(values, index, values[0] * 10 + 1), replace(replace(values, 0, 5), 2, True)


def test_replace() -> None:
    game, watch = Values(), Watch()
    for values in ((1, 2, 3), (1.5, 2.5, -0.25)):
        native = entry_point(change, game, (values, 0, watch))
        for index in range(3):
            assert native(game, values, index, watch) == change(game, values, index, watch)
        for index in (-1, 3, 2**40):
            with pytest.raises(IndexError, match="no entry"):
                change(game, values, index, watch)
            with pytest.raises(IndexError, match="no entry"):
                native(game, values, index, watch)


@kernel
def spoil(game, values, watch):
    return replace(values, 0, 1.5)


def test_replace_never_rounds() -> None:
    with pytest.raises(CannotCompile, match=r"replace\(\) is to put float into a tuple of int"):
        entry_point(spoil, Values(), ((1, 2, 3), Watch()))


@kernel
def rebuild(game, state, watch):
    """States within states: annotated types, defaults, keywords, order, equality."""
    one = Inner((state.here.stones & 3) << 90 & WIDE, 5)
    other = Inner(1)
    third = Inner(number=2, stones=game.bit(80))
    made = Outer(here=one, pair=(third, other), row=(4, 5, 6), share=1)
    return made, made == state, made < state, one > other, made.pair[0].stones >> 79, popcount(WIDE), made.pair[1].number, (WIDE | 1) >> 100


def test_states_within_states() -> None:
    game = Values()
    for stones in (0, 1, 1 << 9, (1 << 100) - 1):
        state = Outer(Inner(stones, -4), (Inner(stones, 0), Inner(1, 1)), (1, 2, 3), 2.5)
        interpreted, compiled = run(rebuild, game, state)
        assert compiled == interpreted
        assert type(compiled[0]) is Outer


@kernel
def mention(game, x, watch):
    """Constants by every road: a module's attribute, an enumeration, a literal, a function's default, a helper in another module."""
    big = game.bit(99) | 0xFFFF_FFFF_FFFF_FFFF_FFFF
    named = (helpers.LIMIT + x, helpers.twice(x), helpers.nested(x), helpers.MASK >> 60)
    return named, Colour.BLACK + 1, Colour.WHITE == 3, big, big & (1 << 77)


def test_constants_and_helpers() -> None:
    interpreted, compiled = run(mention, Values(), 20)
    assert compiled == interpreted


def test_classes_inside_functions() -> None:
    """Rules may mention what is defined around them, not only what is in their module."""
    step = 3

    class Local(NamedTuple):
        cells: Bits
        turn: int

    def shifted(x: int) -> int:
        return x << step

    class LocalGame(Game[Local, int]):
        bits = 90

        def initial(self) -> Local:
            return Local(1, 0)

        def to_move(self, state: Local) -> int:
            return state.turn

        def actions(self, state: Local) -> Any:
            yield step
            yield from ()

        def result(self, state: Local, action: int) -> Local:
            return Local(shifted(state.cells), 1 - state.turn)

        def is_terminal(self, state: Local) -> bool:
            return state.cells >> 86 != 0

        def utility(self, state: Local, player: int) -> float:
            return 1.0 if player == state.turn else -1.0

    from counterplay.native.rules import call_result

    interpreted, compiled = run(call_result, LocalGame(), Local(1 << 80, 0), 3)
    assert compiled == interpreted == (1 << 83, 1)


# ── Random numbers ──


@kernel
def draw_many(game, rng, numbers, limits, fractions, watch):
    for i in range(len(numbers)):
        numbers[i] = int(rng.next() >> 1)
        limits[i] = rng.below(i % 1000 + 1)
        fractions[i] = rng.uniform()
    return rng.next()


def test_one_random_sequence() -> None:
    import numpy

    size = 100_000
    columns = [(numpy.zeros(size, numpy.int64), numpy.zeros(size, numpy.int64), numpy.zeros(size)) for _ in range(2)]
    game, one, other, watch = Values(), Random(seed=2024), Random(seed=2024), Watch()
    last = draw_many(game, one, *columns[0], watch)
    assert entry_point(draw_many, game, (other, *columns[1], watch))(game, other, *columns[1], watch) == last
    assert one.next() == other.next()
    for interpreted, compiled in zip(*columns, strict=True):
        assert (interpreted == compiled).all()
    assert columns[0][2].min() >= 0.0
    assert columns[0][2].max() < 1.0


def test_splitmix64_as_published() -> None:
    rng = Random(seed=1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [rng.next() for _ in published] == published


@pytest.mark.parametrize("sides", [2, 6, 37, 1000])
def test_random_numbers_are_spread_evenly(sides: int) -> None:
    """Chi-square of 100,000 draws: within five standard deviations of its mean (the seed is fixed, so this never flickers)."""
    rng, draws = Random(seed=sides), 100_000
    below, uniform = [0] * sides, [0] * sides
    for _ in range(draws):
        below[rng.below(sides)] += 1
        uniform[int(rng.uniform() * sides)] += 1
    for counts in (below, uniform):
        chi_square = sum((count - draws / sides) ** 2 for count in counts) / (draws / sides)
        assert abs(chi_square - (sides - 1)) < 5 * math.sqrt(2 * (sides - 1)) + 1
