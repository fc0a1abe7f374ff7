"""The fast half of zero-sum games: a simplex in machine code on floats, whose answers are checked in fractions or bounded.

Numba keeps the machine code on disk beside this file; the first call of all compiles for a few seconds. This module is imported only
where a game is large enough to be worth it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numba import njit

from ..errors import UsageError

REFINED_FROM: Final = 60
"""So many strategies in all: solving once more from the last basis costs little beside the pivots, and gains digits."""


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def pivot(table: Any, row: int, column: int) -> None:
    """Exchange the basic variable of a row and the nonbasic one of a column."""
    inverse = 1.0 / table[row, column]
    table[row, column] = 1.0
    for j in range(table.shape[1]):
        table[row, j] *= inverse
    for i in range(table.shape[0]):
        factor = table[i, column]
        if i != row and factor != 0.0:
            table[i, column] = 0.0
            for j in range(table.shape[1]):
                table[i, j] -= factor * table[row, j]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def simplex(table: Any, basic: Any, nonbasic: Any, patience: int) -> int:
    """Dantzig's simplex on a dictionary of floats (the last row is the objective, the last column the constants); returns its pivots.

    -1 says that it lost its way: more pivots than patience allows, or nothing that bounds.
    """
    height, width = table.shape[0] - 1, table.shape[1] - 1
    for pivots in range(patience):
        column, best = -1, -1e-12
        for j in range(width):
            if table[height, j] < best:
                column, best = j, table[height, j]
                if pivots > patience // 2:
                    break
        if column < 0:
            return pivots
        row, least = -1, np.inf
        for i in range(height):
            entry = table[i, column]
            if entry > 1e-11:
                ratio = table[i, width] / entry
                if ratio < least:
                    row, least = i, ratio
        if row < 0:
            return -1
        pivot(table, row, column)
        basic[row], nonbasic[column] = nonbasic[column], basic[row]
    return -1


def _table(matrix: Any) -> tuple[Any, Any, Any, float, float]:
    """`maximise Σ y where A·y ≤ 1` with A between 1 and 2: table, basic, nonbasic, the least payoff and their range."""
    height, width = matrix.shape
    least, most = matrix.min(), matrix.max()
    span = float(most - least) or 1.0
    table = np.empty((height + 1, width + 1))
    np.subtract(matrix, least, out=table[:height, :width])
    table[:height, :width] /= span
    table[:height, :width] += 1.0
    table[:height, width] = 1.0
    table[height, :width] = -1.0
    table[height, width] = 0.0
    return table, np.arange(width, width + height), np.arange(width), float(least), span


def optimal_basis(positive: Sequence[Sequence[int]]) -> list[int]:
    """Which variables seem to be basic at the optimum of `maximise Σ y where A·y ≤ 1`; the slacks' names come after the columns'."""
    most = max(map(max, positive))
    matrix = np.array([[entry / most for entry in row] for row in positive])
    table, basic, nonbasic, _, _ = _table(matrix)
    simplex(table, basic, nonbasic, 50 * sum(matrix.shape))
    return [int(name) for name in basic]


def solve_floats(given: Any) -> tuple[float, Any, Any, float]:
    """Value, mixtures and the gap between their guarantees."""
    matrix = np.asarray(given, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0:
        raise UsageError("A matrix is a list of rows of equal length, with at least one entry.")
    if not np.isfinite(matrix).all():
        raise UsageError("Every payoff must be a finite number: this matrix holds NaN or an infinity.")
    height, width = matrix.shape
    table, basic, nonbasic, least, span = _table(matrix)
    simplex(table, basic, nonbasic, 50 * (height + width))
    columns, rows = np.zeros(width + height), np.zeros(width + height)
    columns[basic] = table[:height, width]
    rows[nonbasic] = table[height, :width]
    columns, rows = np.maximum(columns[:width], 0.0), np.maximum(rows[width:], 0.0)
    if height + width > REFINED_FROM:
        columns, rows = _refined(matrix, least, span, basic, columns, rows)
    columns, rows = columns / columns.sum(), rows / rows.sum()
    guarantee, concession = float((rows @ matrix).min()), float((matrix @ columns).max())
    return (guarantee + concession) / 2, rows, columns, max(0.0, concession - guarantee)


def _refined(matrix: Any, least: float, span: float, basic: Any, columns: Any, rows: Any) -> tuple[Any, Any]:
    """The mixtures solved afresh from the last basis: hundreds of pivots have left their rounding in the table."""
    height, width = matrix.shape
    support = np.sort(basic[basic < width])
    tight = np.setdiff1d(np.arange(height), basic[basic >= width] - width)
    if len(support) != len(tight):
        return columns, rows
    square = (matrix[np.ix_(tight, support)] - least) / span + 1.0
    try:
        new_columns, new_rows = np.zeros(width), np.zeros(height)
        new_columns[support] = np.linalg.solve(square, np.ones(len(support)))
        new_rows[tight] = np.linalg.solve(square.T, np.ones(len(tight)))
    except np.linalg.LinAlgError:
        return columns, rows
    return np.maximum(new_columns, 0.0), np.maximum(new_rows, 0.0)
