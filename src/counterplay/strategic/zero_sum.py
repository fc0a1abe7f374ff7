"""Zero-sum games: von Neumann's minimax theorem, as a linear program.

With all payoffs made positive by adding a constant, the column player's problem is: maximise Σ y where A·y ≤ 1, y ≥ 0. The value is then
1 / Σ y, the optimal mixture y · value, and the dual prices are the row player's (Dantzig 1951).

Two ways, one answer. `exact=True` gives fractions: a fast simplex on floats (`machine.py`) guesses which variables are basic at the end;
one exact dictionary for that guess is checked and, where the guess was wrong, pivoted on to the end. `exact=False` gives floats, and how
far apart the two sides' guarantees are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from ..errors import CounterplayError, UsageError
from .dictionary import Dictionary
from .exact import exact, whole
from .linear import OBJECTIVE, optimised
from .profiles import Mixed

if TYPE_CHECKING:
    import numpy as np

GUESS_FROM: Final = 7
"""Smaller games are solved exactly from the start: sooner than NumPy and Numba are loaded."""


@dataclass(frozen=True)
class ZeroSum:
    """What the game is worth to the row player, and a mixture for each that guarantees it."""

    value: Fraction
    rows: Mixed
    columns: Mixed


@dataclass(frozen=True)
class NearlyZeroSum:
    """The same in floats: the value lies between what the two mixtures guarantee, which are `gap` apart."""

    value: float
    rows: np.ndarray[Any, Any]
    columns: np.ndarray[Any, Any]
    gap: float


def zero_sum(matrix: Sequence[Sequence[Any]]) -> ZeroSum:
    """Value and optimal strategies, exact; both sides' guarantees are computed from the mixtures and are equal.

    >>> zero_sum([[3, -1], [-2, 1]])
    ZeroSum(value=Fraction(1, 7), rows=(Fraction(3, 7), Fraction(4, 7)), columns=(Fraction(2, 7), Fraction(5, 7)))
    """
    payoffs = [[exact(entry) for entry in row] for row in matrix]
    if not payoffs or not payoffs[0] or any(len(row) != len(payoffs[0]) for row in payoffs):
        raise UsageError("A matrix is a list of rows of equal length, with at least one entry.")
    numbers, scale = whole([entry for row in payoffs for entry in row])
    shift = 1 - min(numbers)
    height, width = len(payoffs), len(payoffs[0])
    positive = [[number + shift for number in numbers[i * width : (i + 1) * width]] for i in range(height)]
    dictionary = _optimal(positive)
    determinant = dictionary.determinant
    last = dictionary.rows[dictionary.basic.index(OBJECTIVE)]
    prices = dict(zip(dictionary.nonbasic, last, strict=False))
    total = last[-1]
    columns = tuple(Fraction(dictionary.numerator(j), total) for j in range(width))
    rows = tuple(Fraction(prices.get(width + i, 0), total) for i in range(height))
    value = Fraction(determinant - shift * total, scale * total)
    return _verified(ZeroSum(value, rows, columns), numbers, scale)


def _optimal(positive: list[list[int]]) -> Dictionary:
    """The optimal dictionary of `maximise Σ y where A·y ≤ 1`: variables 0 … are the columns', then come the slacks of the rows."""
    height, width = len(positive), len(positive[0])
    rows = [[*row, 1] for row in positive]
    rows.append([-1] * width + [0])
    start = Dictionary(rows, [*range(width, width + height), OBJECTIVE], list(range(width)))
    if min(height, width) >= GUESS_FROM:
        from .machine import optimal_basis

        guess = start.pivot_to([*optimal_basis(positive), OBJECTIVE])
        if guess is not None and all(row[-1] >= 0 for row, name in zip(guess.rows, guess.basic, strict=True) if name != OBJECTIVE):
            start = guess
    return optimised(start)


def _verified(answer: ZeroSum, numbers: list[int], scale: int) -> ZeroSum:
    """Von Neumann, checked: what the rows guarantee and what the columns concede, each against every pure reply, is the value."""
    rows, row_scale = whole(list(answer.rows))
    columns, column_scale = whole(list(answer.columns))
    width = len(columns)
    lines = [numbers[i * width : (i + 1) * width] for i in range(len(rows))]
    guarantee = Fraction(min(sum(p * line[j] for p, line in zip(rows, lines, strict=True) if p) for j in range(width)), scale * row_scale)
    concession = Fraction(max(sum(q * entry for q, entry in zip(columns, line, strict=True) if q) for line in lines), scale * column_scale)
    proper = min(rows) >= 0 and min(columns) >= 0 and sum(rows) == row_scale and sum(columns) == column_scale
    if not (proper and guarantee == answer.value == concession):
        raise CounterplayError("The two sides' values differ, against von Neumann; please report this matrix.")
    return answer


def nearly_zero_sum(matrix: Any) -> NearlyZeroSum:
    """Value and optimal strategies of a large matrix in floats, with the gap between the two guarantees.

    >>> answer = nearly_zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> abs(answer.value) <= 1e-12 and answer.gap <= 1e-12
    True
    """
    from .machine import solve_floats

    value, rows, columns, gap = solve_floats(matrix)
    return NearlyZeroSum(value, rows, columns, gap)
