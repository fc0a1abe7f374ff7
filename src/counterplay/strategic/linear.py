"""Linear programs in exact arithmetic, with the proof that the answer is best.

    maximise c·x   where   A·x ≤ b,   x ≥ 0

by the simplex method in two phases on whole numbers (`dictionary.py`): Bland's rule after a while, so that it ends. The dual solution, read
from the same dictionary, is checked: dual feasible with the same value means that nothing better exists (strong duality).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..errors import CounterplayError
from .dictionary import Dictionary
from .exact import whole

OBJECTIVE: Final = -1
"""The name of the row that holds the objective; names of variables are not negative, and no ratio test looks at rows with others."""
WAITING: Final = -2
"""The name of that row during phase one, which has an objective of its own."""
PATIENCE: Final = 50
"""After so many pivots that gained nothing, Bland's rule takes over: it is slow, but cannot cycle."""


@dataclass(frozen=True)
class Optimum:
    """The best value, where it is, and the dual prices that prove it."""

    value: Fraction
    point: list[Fraction]
    prices: list[Fraction]


class Infeasible(CounterplayError):
    """No point satisfies all constraints."""


class Unbounded(CounterplayError):
    """There is no best point: the objective grows without end."""


def maximise(objective: Sequence[Fraction], matrix: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]) -> Optimum:
    """The exact solution of a linear program.

    >>> best = maximise([Fraction(3), Fraction(2)], [[Fraction(1), Fraction(1)], [Fraction(1), Fraction(0)]], [Fraction(4), Fraction(3)])
    >>> best.value, best.point
    (Fraction(11, 1), [Fraction(3, 1), Fraction(1, 1)])
    """
    size = len(objective)
    rows, scales = [], []
    for entries, bound in zip(matrix, bounds, strict=True):
        numbers, scale = whole([*entries, bound])
        rows.append(numbers)
        scales.append(scale)
    gains, gain_scale = whole(list(objective))
    slack = range(size, size + len(rows))
    last = [-gain for gain in gains] + [0]
    dictionary = Dictionary([*rows, last], [*slack, OBJECTIVE], list(range(size)))
    dictionary = optimised(_feasible(dictionary, size + len(rows)))
    determinant = dictionary.determinant
    point = [Fraction(dictionary.numerator(j), determinant) for j in range(size)]
    final = dictionary.rows[dictionary.basic.index(OBJECTIVE)]
    reduced = {name: final[column] for column, name in enumerate(dictionary.nonbasic)}
    prices = [Fraction(reduced.get(size + i, 0) * scales[i], determinant * gain_scale) for i in range(len(rows))]
    optimum = Optimum(Fraction(final[-1], determinant * gain_scale), point, prices)
    _verify(optimum, objective, matrix, bounds)
    return optimum


def optimised(dictionary: Dictionary) -> Dictionary:
    """Simplex pivots from a feasible dictionary until no variable would raise the objective."""
    idle = 0
    while True:
        place = dictionary.basic.index(OBJECTIVE)
        last = dictionary.rows[place]
        gaining = [j for j in range(len(dictionary.nonbasic)) if last[j] < 0]
        if not gaining:
            return dictionary
        if idle < PATIENCE:
            column = min(gaining, key=lambda j: last[j])
        else:
            column = min(gaining, key=lambda j: dictionary.nonbasic[j])
        row = _first_to_fall(dictionary, column)
        if row is None:
            raise Unbounded("The objective grows without end.")
        idle = idle + 1 if dictionary.rows[row][-1] == 0 else 0
        dictionary = dictionary.pivot(row, column)


def _first_to_fall(dictionary: Dictionary, column: int) -> int | None:
    """The row that bounds the variable of this column; of several, the one whose variable has the least name (Bland)."""
    best: int | None = None
    for i, entries in enumerate(dictionary.rows):
        if dictionary.basic[i] < 0 or entries[column] <= 0:
            continue
        if best is not None:
            difference = entries[-1] * dictionary.rows[best][column] - dictionary.rows[best][-1] * entries[column]
            if difference > 0 or (difference == 0 and dictionary.basic[i] > dictionary.basic[best]):
                continue
        best = i
    return best


def _feasible(dictionary: Dictionary, artificial: int) -> Dictionary:
    """Phase one: a dictionary with no negative constant, by driving one artificial variable, present in every row, back to 0."""
    place = dictionary.basic.index(OBJECTIVE)
    worst = min((i for i in range(len(dictionary.rows)) if i != place), key=lambda i: dictionary.rows[i][-1], default=None)
    if worst is None or dictionary.rows[worst][-1] >= 0:
        return dictionary
    rows = [[*entries[:-1], 0 if i == place else -1, entries[-1]] for i, entries in enumerate(dictionary.rows)]
    width = len(dictionary.nonbasic)
    rows.append([0] * width + [1, 0])  # maximise minus the artificial variable, while the true objective rides along
    names = [WAITING if name == OBJECTIVE else name for name in dictionary.basic]
    first = Dictionary(rows, [*names, OBJECTIVE], [*dictionary.nonbasic, artificial])
    found = optimised(first.pivot(worst, width))
    if found.rows[-1][-1] < 0:
        raise Infeasible("No point satisfies all constraints.")
    if artificial in found.basic:  # basic, at 0: it may leave for any other variable
        row = found.basic.index(artificial)
        found = found.pivot(row, next(j for j, entry in enumerate(found.rows[row][:-1]) if entry))
    column = found.nonbasic.index(artificial)
    kept = [entries[:column] + entries[column + 1 :] for entries in found.rows[:-1]]
    names = [OBJECTIVE if name == WAITING else name for name in found.basic[:-1]]
    return Dictionary(kept, names, found.nonbasic[:column] + found.nonbasic[column + 1 :], found.determinant)


def _verify(optimum: Optimum, objective: Sequence[Fraction], matrix: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]) -> None:
    """Weak duality proves the answer: a feasible point and feasible prices with the same value. Anything else is our error."""
    point, prices = optimum.point, optimum.prices
    feasible = min(point, default=0) >= 0 and all(
        sum((a * x for a, x in zip(entries, point, strict=True) if a and x), Fraction(0)) <= bound
        for entries, bound in zip(matrix, bounds, strict=True)
    )
    columns = [Fraction(0)] * len(point)
    for price, entries in zip(prices, matrix, strict=True):
        if price:
            for j, a in enumerate(entries):
                columns[j] += price * a
    dual = min(prices, default=0) >= 0 and all(cost >= gain for cost, gain in zip(columns, objective, strict=True))
    primal_value = sum((c * x for c, x in zip(objective, point, strict=True)), Fraction(0))
    dual_value = sum((b * y for b, y in zip(bounds, prices, strict=True)), Fraction(0))
    if not (feasible and dual and primal_value == dual_value == optimum.value):
        raise CounterplayError("The linear program's answer did not pass its own check; please report this.")
