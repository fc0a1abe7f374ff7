"""From floats to fractions: HiGHS guesses which unknowns of a linear program are 0 and which constraints are tight.

At a vertex these say all: what is left is a system of equations with one solution, which `lifting.py` finds exactly; and so for the dual
prices. Whether the guess was right is checked: a feasible point and feasible prices of the same value are the optimum (weak duality).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ..lifting import solve_sparse
from ..linear import Optimum

if TYPE_CHECKING:
    from .sequence_form import Program

NOTHING: Final = 1e-9
"""What floats say is less than this is taken for 0."""


def guessed(lp: Program) -> Optimum | None:
    """The exact optimum, if the guess of the floats was right; else None."""
    from .nearly import in_floats

    floats = in_floats(lp)
    if floats is None:
        return None
    point, slack, prices = floats
    columns: list[dict[int, Fraction]] = [{} for _ in range(lp.size)]
    for i, row in enumerate(lp.rows):
        for k, entry in row.items():
            columns[k][i] = entry
    gains = [Fraction(k == lp.goal) for k in range(lp.size)]
    costs = [sum(float(entry) * prices[i] for i, entry in column.items()) - (k == lp.goal) for k, column in enumerate(columns)]
    exact_point = _solved(lp.rows, lp.bounds, [i for i, free in enumerate(slack) if free <= NOTHING], point)
    exact_prices = _solved(columns, gains, [k for k, cost in enumerate(costs) if abs(cost) <= NOTHING], prices)
    if exact_point is None or exact_prices is None:
        return None
    fits = min(exact_point) >= 0 and all(
        sum((entry * exact_point[k] for k, entry in row.items()), Fraction(0)) <= bound
        for row, bound in zip(lp.rows, lp.bounds, strict=True)
    )
    pays = min(exact_prices) >= 0 and all(
        sum((entry * exact_prices[i] for i, entry in column.items()), Fraction(0)) >= gain
        for column, gain in zip(columns, gains, strict=True)
    )
    value = exact_point[lp.goal]
    same = value == sum((bound * price for bound, price in zip(lp.bounds, exact_prices, strict=True)), Fraction(0))
    return Optimum(value, exact_point, exact_prices) if fits and pays and same else None


def _solved(rows: list[dict[int, Fraction]], constants: list[Fraction], tight: list[int], floats: list[float]) -> list[Fraction] | None:
    """The unknowns that floats take for 0 are 0, the tight rows are equations: solve them for the others."""
    some = [k for k, number in enumerate(floats) if number > NOTHING]
    place = {k: number for number, k in enumerate(some)}
    equations = [{place[k]: entry for k, entry in rows[i].items() if k in place} for i in tight]
    solution = solve_sparse(equations, [constants[i] for i in tight], len(some))
    if solution is None:
        return None
    whole = [Fraction(0)] * len(floats)
    for k, number in zip(some, solution, strict=True):
        whole[k] = number
    return whole
