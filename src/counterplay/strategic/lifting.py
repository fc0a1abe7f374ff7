"""Large sparse systems of equations, solved in fractions: digit by digit in base p (Dixon 1982).

Modulo a prime p numbers do not grow, so that elimination there is quick. It is done once; then each step solves A·x = r modulo p, which is
the next digit of the solution in base p, and goes on with (r - A·x) / p. From enough digits every fraction is known, by Euclid's
algorithm (Wang 1981). The solution is checked in all equations: what is returned is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import isqrt, lcm
from typing import Final, NamedTuple

PRIME: Final = 2**61 - 1
MOST_DIGITS: Final = 1024
"""A solution whose fractions need more digits in base p (some 18,000 decimals) is given up."""


class Step(NamedTuple):
    """One step of the elimination: the row that was solved for a column, what was added to other rows, and the rest of the row."""

    row: int
    column: int
    inverse: int
    others: list[tuple[int, int]]
    rest: list[tuple[int, int]]


def solve_sparse(rows: Sequence[Mapping[int, Fraction]], constants: Sequence[Fraction], size: int) -> list[Fraction] | None:
    """The one solution of Σ_k rows[i][k] · x[k] = constants[i] for all i; None where there is none, or more, or it is too long.

    >>> solve_sparse([{0: Fraction(1), 1: Fraction(1)}, {1: Fraction(3)}, {0: Fraction(3)}], [Fraction(1), Fraction(1), Fraction(2)], 2)
    [Fraction(2, 3), Fraction(1, 3)]
    """
    whole_rows, whole_constants = [], []
    for row, constant in zip(rows, constants, strict=True):
        scale = lcm(constant.denominator, *(entry.denominator for entry in row.values()))
        whole_rows.append({k: int(entry * scale) for k, entry in row.items()})
        whole_constants.append(int(constant * scale))
    steps = _eliminated(whole_rows, size)
    if steps is None:
        return None
    residue = {step.row: whole_constants[step.row] for step in steps}
    values, power, count, due = [0] * size, 1, 0, 4
    while count < MOST_DIGITS:
        digits = _digits(steps, residue)
        if count == 0 and not _holds(whole_rows, whole_constants, digits, 1, PRIME):
            return None  # the equations contradict one another
        for k in range(size):
            values[k] += digits[k] * power
        power *= PRIME
        count += 1
        for i in residue:
            residue[i] = (residue[i] - sum(entry * digits[k] for k, entry in whole_rows[i].items())) // PRIME
        if count == due:
            found = _fractions(values, power)
            if found is not None and _holds(whole_rows, whole_constants, *found):
                return [Fraction(number, found[1]) for number in found[0]]
            due *= 2
    return None


def _eliminated(rows: Sequence[Mapping[int, int]], size: int) -> list[Step] | None:
    """Gauss's elimination modulo p, the shortest rows first, so that few entries come up; None where some column is left over."""
    left = [{k: entry % PRIME for k, entry in row.items() if entry % PRIME} for row in rows]
    holders: list[set[int]] = [set() for _ in range(size)]
    for i, row in enumerate(left):
        for k in row:
            holders[k].add(i)
    waiting = [(len(row), i) for i, row in enumerate(left)]
    heapify(waiting)
    used = [False] * len(left)
    steps: list[Step] = []
    while waiting and len(steps) < size:
        length, i = heappop(waiting)
        row = left[i]
        if used[i] or length != len(row) or not row:
            continue
        used[i] = True
        for k in row:
            holders[k].discard(i)
        column = min(row, key=lambda k: len(holders[k]))
        inverse = pow(row.pop(column), -1, PRIME)
        others = []
        for other in holders[column]:
            target = left[other]
            factor = target.pop(column) * inverse % PRIME
            others.append((other, factor))
            for k, entry in row.items():
                before = target.get(k)
                after = ((before or 0) - factor * entry) % PRIME
                if after:
                    target[k] = after
                    if before is None:
                        holders[k].add(other)
                elif before is not None:
                    del target[k]
                    holders[k].discard(other)
            heappush(waiting, (len(target), other))
        holders[column] = set()
        steps.append(Step(i, column, inverse, others, list(row.items())))
    if len(steps) < size:
        return None
    solved = {step.row for step in steps}
    return [step._replace(others=[(i, factor) for i, factor in step.others if i in solved]) for step in steps]


def _digits(steps: Sequence[Step], constants: Mapping[int, int]) -> list[int]:
    """The solution modulo p."""
    right = {i: constant % PRIME for i, constant in constants.items()}
    for step in steps:
        value = right[step.row]
        if value:
            for other, factor in step.others:
                right[other] = (right[other] - factor * value) % PRIME
    found = [0] * len(steps)
    for step in reversed(steps):
        found[step.column] = (right[step.row] - sum(entry * found[k] for k, entry in step.rest)) * step.inverse % PRIME
    return found


def _fractions(values: Sequence[int], power: int) -> tuple[list[int], int] | None:
    """Numerators over one denominator that are these numbers modulo a power of p, if there are short ones."""
    largest = isqrt(power // 2)
    denominator, parts = 1, []
    for value in values:
        rest = value * denominator % power
        if rest > power // 2:
            rest -= power
        if abs(rest) * denominator > largest:  # not yet over the denominator of those before
            above, below, factor_above, factor = power, rest % power, 0, 1
            while below > largest:
                quotient = above // below
                above, below = below, above - quotient * below
                factor_above, factor = factor, factor_above - quotient * factor
            denominator *= abs(factor)
            rest = below if factor > 0 else -below
            if factor == 0 or denominator > largest:
                return None
        parts.append((rest, denominator))
    return [number * (denominator // before) for number, before in parts], denominator


def _holds(rows: Sequence[Mapping[int, int]], constants: Sequence[int], numbers: Sequence[int], denominator: int, modulus: int = 0) -> bool:
    """Whether all equations are satisfied, or satisfied modulo a number."""
    for row, constant in zip(rows, constants, strict=True):
        difference = sum(entry * numbers[k] for k, entry in row.items()) - constant * denominator
        if (difference % modulus if modulus else difference) != 0:
            return False
    return True
