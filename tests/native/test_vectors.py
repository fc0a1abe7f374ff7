"""Vectors of small numbers: compiled, every operator gives what the interpreted one gives, at the ends of 16 bits too."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay import Bits, Game, Table, UsageError, memoized
from counterplay.kernels import kernel
from counterplay.native.compiler import entry_point
from counterplay.native.store import CannotCompile
from counterplay.vectors import FINE, FULL, LANES, LEAST, MOST, Vector, activated, exchanged
from counterplay.watch import Watch

NUMBERS = st.one_of(st.integers(LEAST, MOST), st.integers(-300, 300), st.sampled_from([LEAST, -1, 0, 1, FULL, FULL + 1, MOST]))
LISTS = st.lists(NUMBERS, min_size=LANES, max_size=LANES)
ROWS = Table(Vector((row + 1) * (lane - 7) for lane in range(LANES)) for row in range(5))
OUTPUTS = Vector((-1) ** lane * 50 * lane for lane in range(LANES))


class Words(NamedTuple):
    board: Bits
    number: int


@memoized(4)
def kept(board: Bits) -> tuple[Vector, Bits]:
    """A vector among the results that machine code keeps."""
    return ROWS[int(board & 3)] - ROWS[4], board ^ 1


class Adder(Game[Words, int]):
    """Rules that work with vectors."""

    bits = 64

    def initial(self) -> Words:
        return Words(0, 0)

    def lane_of(self, state: Words, lane: int) -> int:
        row, board = kept(state.board)
        total = ROWS[state.number % 5] * state.number + row
        total += exchanged(total)
        total -= OUTPUTS
        return total[lane] + int(board & 1)

    def active(self, state: Words) -> int:
        return activated(state.number * ROWS[state.number % 5], OUTPUTS)


@kernel
def lane_of(game, state, lane, watch):
    return game.lane_of(state, lane)


@kernel
def active(game, state, watch):
    return game.active(state)


GAME = Adder()


def compiled(function: Any, *arguments: Any) -> Any:
    values = (*arguments, Watch())
    return entry_point(function, GAME, values)(GAME, *values)


@given(st.integers(0, (1 << 64) - 1), st.integers(-(10**6), 10**6), st.integers(-LANES, LANES - 1))
def test_machine_code_says_what_python_says(board: int, number: int, lane: int) -> None:
    state = Words(board, number)
    assert compiled(lane_of, state, lane) == GAME.lane_of(state, lane)
    assert compiled(active, state) == GAME.active(state)


@pytest.mark.parametrize("lane", [LANES, LANES + 8, 1000, -LANES - 1])
def test_there_are_no_other_numbers_at_either_speed(lane: int) -> None:
    for asked in (GAME.lane_of, lambda state, lane: compiled(lane_of, state, lane)):
        with pytest.raises(IndexError):
            asked(GAME.initial(), lane)


class Holder(NamedTuple):
    row: Vector


class Keeping(Adder):
    """A state may not hold a vector where it is to be compiled."""

    def initial(self) -> Any:
        return Holder(ROWS[0])


def test_a_state_holds_no_vector_and_says_so() -> None:
    with pytest.raises(CannotCompile, match="the field 'row' of Holder is annotated Vector; the compiler takes int"):
        entry_point(active, Keeping(), (Holder(ROWS[0]), Watch()))


@given(LISTS, LISTS, st.integers(-(1 << 40), 1 << 40))
def test_operators_are_those_of_numbers_of_16_bits(left: list[int], right: list[int], times: int) -> None:
    """NumPy, of its own 16-bit numbers, says the same of products, and of sums that do not stop at an end."""
    a, b = Vector(left), Vector(right)
    wide, other = np.array(left), np.array(right)
    assert list(a + b) == np.clip(wide + other, LEAST, MOST).tolist()
    assert list(a - b) == np.clip(wide - other, LEAST, MOST).tolist()
    assert list(a * times) == (wide.astype(np.int16) * np.int64(times)).astype(np.int16).tolist()
    assert list(exchanged(a)) == np.roll(wide, LANES // 2).tolist() and exchanged(exchanged(a)) == a
    assert times * a == a * times
    small = Vector(number // 16 for number in right)
    assert activated(a, small) == int((np.clip(wide, 0, FULL) >> FINE) ** 2 @ (other // 16))


def test_units_are_not_worth_more_than_32_bits_hold() -> None:
    with pytest.raises(UsageError, match="less than 65536"):
        activated(ROWS[0], Vector([MOST] * 3))


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ([0] * (LANES + 1), f"holds up to {LANES} numbers, not {LANES + 1}"),
        ([0, MOST + 1], f"ints from {LEAST} to {MOST}, not {MOST + 1} (entry 1)"),
        ([LEAST - 1], f"ints from {LEAST} to {MOST}"),
        ([1.5], f"ints from {LEAST} to {MOST}"),
        ([True], f"ints from {LEAST} to {MOST}"),
    ],
)
def test_what_does_not_fit_is_refused(numbers: list[Any], complaint: str) -> None:
    with pytest.raises(UsageError, match=re.escape(complaint)):
        Vector(numbers)


@pytest.mark.parametrize("other", [(1, 2), tuple(range(LANES)), 3])
def test_a_table_of_vectors_has_nothing_else(other: Any) -> None:
    for entries in ([ROWS[0], other], [other, ROWS[0]]):
        with pytest.raises(UsageError, match="same length"):
            Table(entries)
