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
from counterplay.vectors import FULL, LANES, LEAST, MOST, Vector, activated, exchanged
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
        return activated(ROWS[state.number % 5] * state.number, OUTPUTS)


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


@given(st.integers(0, (1 << 64) - 1), st.integers(-(10**6), 10**6), st.integers(0, LANES - 1))
def test_machine_code_says_what_python_says(board: int, number: int, lane: int) -> None:
    state = Words(board, number)
    assert compiled(lane_of, state, lane) == GAME.lane_of(state, lane)
    assert compiled(active, state) == GAME.active(state)


@given(LISTS, LISTS, st.integers(-(1 << 40), 1 << 40))
def test_operators_are_those_of_numbers_of_16_bits(left: list[int], right: list[int], times: int) -> None:
    """NumPy, of its own 16-bit numbers, says the same of products, and of sums that do not stop at an end."""
    a, b = Vector(left), Vector(right)
    wide, other = np.array(left), np.array(right)
    assert list(a + b) == np.clip(wide + other, LEAST, MOST).tolist()
    assert list(a - b) == np.clip(wide - other, LEAST, MOST).tolist()
    assert list(a * times) == (wide.astype(np.int16) * np.int64(times)).astype(np.int16).tolist()
    assert list(exchanged(a)) == np.roll(wide, LANES // 2).tolist() and exchanged(exchanged(a)) == a
    assert activated(a, b) == int(np.clip(wide, 0, FULL) ** 2 @ other)


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ([0] * (LANES + 1), f"holds {LANES} numbers, not {LANES + 1}"),
        ([MOST + 1], f"ints from {LEAST} to {MOST}"),
        ([LEAST - 1], f"ints from {LEAST} to {MOST}"),
        ([1.5], f"ints from {LEAST} to {MOST}"),
        ([True], f"ints from {LEAST} to {MOST}"),
    ],
)
def test_what_does_not_fit_is_refused(numbers: list[Any], complaint: str) -> None:
    with pytest.raises(UsageError, match=re.escape(complaint)):
        Vector(numbers)


def test_a_table_of_vectors_has_nothing_else() -> None:
    with pytest.raises(UsageError, match="same length"):
        Table([ROWS[0], (1, 2)])
