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

MOST_BLOCK: Final = 64
"""So many pivots are collected before the table is changed by all of them at once."""
TILE: Final = 256
"""So many columns of a block stay in the cache."""
PRECISE: Final = 1e-13
"""A gap larger than this part of the payoffs' range is rounding that can be removed."""


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
def pivots(table: Any, gains: Any, weights: Any, constants: Any, basic: Any, nonbasic: Any, left: Any, right: Any, bland: bool) -> int:
    """The simplex method on a dictionary of floats, a block of pivots at a time; returns how many, less than a block at the end.

    The variable that enters is the one that gains most for the length of its edge, as Devex estimates it in `weights` (Harris 1973): a
    quarter of the pivots of Dantzig's rule on large games.

    A pivot on (r, c) takes a matrix of rank one away: (column c, but p - 1 at r) · (row r, but p + 1 at c) / p. So the table is left alone
    until the block is full, and then changed by one product of matrices, which takes far less time than pivots one by one. Only `gains`,
    the objective, and `constants` are always up to date. -1 says that nothing bounds: rounding led astray.
    """
    height, width = table.shape
    for k in range(len(left)):
        c, best = -1, 0.0
        for j in range(width):
            if gains[j] < -1e-12 and gains[j] * gains[j] > best * weights[j]:
                c, best = j, gains[j] * gains[j] / weights[j]
                if bland:
                    break
        if c < 0:
            return k
        column, row = left[k], right[k]
        for i in range(height):
            column[i] = table[i, c]
        for q in range(k):
            factor = right[q, c]
            if factor != 0.0:
                for i in range(height):
                    column[i] -= factor * left[q, i]
        r, least = -1, np.inf
        for i in range(height):
            if column[i] > 1e-11 and constants[i] < least * column[i]:
                r, least = i, constants[i] / column[i]
        if r < 0:
            return -1
        for j in range(width):
            row[j] = table[r, j]
        for q in range(k):
            factor = left[q, r]
            if factor != 0.0:
                for j in range(width):
                    row[j] -= factor * right[q, j]
        p = column[r]
        for i in range(height):
            constants[i] -= least * column[i]
        constants[r] = least
        column[r], row[c] = p - 1.0, p + 1.0
        gain, weight = gains[c], weights[c]
        for j in range(width):
            row[j] /= p
            gains[j] -= gain * row[j]
            weights[j] = max(weights[j], row[j] * row[j] * weight)
        weights[c] = max(weight / (p * p), 1.0)
        basic[r], nonbasic[c] = nonbasic[c], basic[r]
    return len(left)


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def take_away(table: Any, left: Any, right: Any) -> None:
    """table -= leftᵀ · right, in tiles that stay in the cache, four rows at a time.

    NumPy's product would be quicker still, but it wakes a thread for every core, and on a busy machine these wait for one another.
    """
    height, width = table.shape
    for first in range(0, width, TILE):
        last = min(first + TILE, width)
        for i in range(height):
            q = 0
            while q + 4 <= len(left):
                a, b, c, d = left[q, i], left[q + 1, i], left[q + 2, i], left[q + 3, i]
                for j in range(first, last):
                    table[i, j] -= a * right[q, j] + b * right[q + 1, j] + c * right[q + 2, j] + d * right[q + 3, j]
                q += 4
            while q < len(left):
                for j in range(first, last):
                    table[i, j] -= left[q, i] * right[q, j]
                q += 1


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def optimise(matrix: Any, least: float, span: float) -> Any:
    """The optimum of `maximise Σ y where A·y ≤ 1`, with the payoffs mapped into A between 1 and 2: basic, nonbasic, constants, gains.

    The columns' variables come first, then the slacks of the rows.
    """
    height, width = matrix.shape
    table = (matrix - least) / span + 1.0
    gains, weights, constants = np.full(width, -1.0), np.ones(width), np.ones(height)
    basic, nonbasic = np.arange(width, width + height), np.arange(width)
    block = min(MOST_BLOCK, 2 * min(height, width) + 8)
    left, right = np.empty((block, height)), np.empty((block, width))
    patience = 50 * (height + width) // block + 2
    for turn in range(patience):
        bland = turn > patience // 2  # slower, but it does not go in circles
        if pivots(table, gains, weights, constants, basic, nonbasic, left, right, bland) < block:
            break
        take_away(table, left, right)
    return basic, nonbasic, constants, gains


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def guarantees(matrix: Any, rows: Any, columns: Any) -> Any:
    """What the rows' mixture gets at least, and the columns' mixture gives at most."""
    height, width = matrix.shape
    worth = np.zeros(width)
    concession = -np.inf
    for i in range(height):
        total = 0.0
        for j in range(width):
            total += matrix[i, j] * columns[j]
            worth[j] += rows[i] * matrix[i, j]
        concession = max(concession, total)
    return worth.min(), concession


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def mixtures(basic: Any, nonbasic: Any, constants: Any, gains: Any) -> Any:
    """The two sides' mixtures from the optimal dictionary: the columns' are its constants, the rows' its prices."""
    height, width = len(basic), len(nonbasic)
    columns, rows = np.zeros(width), np.zeros(height)
    for i in range(height):
        if basic[i] < width:
            columns[basic[i]] = max(constants[i], 0.0)
    for j in range(width):
        if nonbasic[j] >= width:
            rows[nonbasic[j] - width] = max(gains[j], 0.0)
    return rows / rows.sum(), columns / columns.sum()


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def extent(matrix: Any) -> Any:
    """The least and the largest entry; NaN where one is no finite number."""
    least, most = np.inf, -np.inf
    for i in range(matrix.shape[0]):
        for j in range(matrix.shape[1]):
            if not np.isfinite(matrix[i, j]):
                return np.nan, np.nan
            least, most = min(least, matrix[i, j]), max(most, matrix[i, j])
    return least, most


def optimal_basis(positive: Sequence[Sequence[int]]) -> list[int]:
    """Which variables seem to be basic at the optimum of `maximise Σ y where A·y ≤ 1`; the slacks' names come after the columns'."""
    largest = max(map(max, positive))
    matrix = np.array([[entry / largest for entry in row] for row in positive])
    least, most = extent(matrix)
    return [int(name) for name in optimise(matrix, least, most - least or 1.0)[0]]


def solve_floats(given: Any) -> tuple[float, Any, Any, float]:
    """Value, mixtures and the gap between their guarantees."""
    matrix = np.ascontiguousarray(given, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0:
        raise UsageError("A matrix is a list of rows of equal length, with at least one entry.")
    least, most = extent(matrix)
    if not least <= most:
        raise UsageError("Every payoff must be a finite number: this matrix holds NaN or an infinity.")
    span = most - least or 1.0
    if span == np.inf:
        raise UsageError("These payoffs are too far apart for floats: divide all of them by the same number.")
    optimum = optimise(matrix, least, span)
    rows, columns = mixtures(*optimum)
    guarantee, concession = guarantees(matrix, rows, columns)
    if concession - guarantee > PRECISE * span:
        rows, columns = _refined(matrix, least, span, optimum[0], rows, columns)
        guarantee, concession = guarantees(matrix, rows, columns)
    return (guarantee + concession) / 2, rows, columns, max(0.0, concession - guarantee)


def _refined(matrix: Any, least: float, span: float, basic: Any, rows: Any, columns: Any) -> tuple[Any, Any]:
    """The mixtures solved afresh from the last basis: hundreds of pivots have left their rounding in the table."""
    height, width = matrix.shape
    support = np.sort(basic[basic < width])
    tight = np.setdiff1d(np.arange(height), basic[basic >= width] - width)
    if len(support) != len(tight):
        return rows, columns
    square = (matrix[np.ix_(tight, support)] - least) / span + 1.0
    new_rows, new_columns = np.zeros(height), np.zeros(width)
    try:
        new_columns[support] = np.maximum(np.linalg.solve(square, np.ones(len(support))), 0.0)
        new_rows[tight] = np.maximum(np.linalg.solve(square.T, np.ones(len(tight))), 0.0)
    except np.linalg.LinAlgError:
        return rows, columns
    return new_rows / new_rows.sum(), new_columns / new_columns.sum()
