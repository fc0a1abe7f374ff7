"""All vertices of a best-response polytope, in exact arithmetic.

{ x ≥ 0, M·x ≤ 1 } with M positive: one player's unnormalised mixtures against which no pure reply is worth more than 1. A *label* names
each inequality; the labels of a vertex are those that hold with equality (von Stengel, *Computing equilibria for two-person games*, 2002).

The search walks from basis to basis with the lexicographic rule, which treats the polytope as if it were perturbed into a simple one: so
degenerate games have no more bases than others, and every vertex has at least one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from ..errors import CounterplayError
from .dictionary import packing
from .exact import whole
from .profiles import Mixed

MOST_BASES: Final = 100_000
"""Beyond this many, the game is too large to enumerate: one equilibrium at a time is what can be had."""

Labels = int
"""A set of labels as the bits of an int."""


class TooManyVertices(CounterplayError):
    """A polytope has more vertices than anybody would wait for."""


def too_many(count: int) -> TooManyVertices:
    """What to say, and what to do instead."""
    return TooManyVertices(
        f"The best-response polytopes have more than {count:,} vertices: all equilibria would take too long. "
        "Take dominated strategies away first (eliminate), or find one equilibrium with lemke_howson."
    )


def positive(payoffs: Sequence[Sequence[Fraction]]) -> list[list[int]]:
    """The matrix in positive whole numbers: adding a constant to all payoffs and multiplying them changes no best response."""
    width = len(payoffs[0])
    numbers, _ = whole([entry for row in payoffs for entry in row])
    shift = 1 - min(numbers)
    return [[number + shift for number in numbers[k : k + width]] for k in range(0, len(numbers), width)]


def exact_vertices(matrix: Sequence[Sequence[int]], own: Sequence[int], replies: Sequence[int]) -> dict[Labels, Mixed | None]:
    """The vertices of { x ≥ 0, matrix · x ≤ 1 } by their labels, as mixtures; the vertex 0 is no mixture, None.

    `own` are the labels of x ≥ 0, `replies` those of the rows.
    """
    start = packing(matrix, replies, own)
    slack, count = list(replies), len(own)
    seen = {_bits(own)}
    found: dict[Labels, Mixed | None] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        labels = outside = _bits(here.nonbasic)
        for name, row in zip(here.basic, here.rows, strict=True):
            if row[-1] == 0:
                labels |= 1 << name
        if labels not in found:
            numbers = [here.numerator(name) for name in own]
            total = sum(numbers)
            found[labels] = tuple(Fraction(number, total) for number in numbers) if total else None
        for column in range(count):
            row_number = here.leaving(column, slack)
            assert row_number is not None, "a polytope is bounded"
            there = outside ^ (1 << here.nonbasic[column]) ^ (1 << here.basic[row_number])
            if there not in seen:
                seen.add(there)
                waiting.append(here.pivot(row_number, column))
        if len(seen) > MOST_BASES:
            raise too_many(MOST_BASES)
    return found


def _bits(names: Sequence[int]) -> Labels:
    total = 0
    for name in names:
        total |= 1 << name
    return total
