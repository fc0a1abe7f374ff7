"""All vertices of a degenerate best-response polytope, in whole numbers of one machine word each; exact, or given up.

The same walk as in `vertices.py`: dictionaries of whole numbers, the lexicographic rule. Payoffs of degenerate games are mostly small, so
that all entries fit into 64 bits, though their products do not. Two facts make that enough:

* A pivot's (p·a - f·b) / d leaves no remainder. With d = 2^s · odd, multiplying modulo 2^64 by the inverse of the odd part gives the
  quotient modulo 2^(64 - s) (Jebelean 1993): the quotient itself, where it is known to be smaller than half of that.
* Two ratios are compared by floats where they differ clearly; where not, the difference of the products fits into a word.

Where an entry might become too long, the answer is None, and `exact_vertices` does the work.

Measured need for this third way: degenerate 12 x 12 games (payoffs 0 to 9) took 1.5 to 2.1 s. `tests/strategic` holds the ways equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numba import njit

from .profiles import Mixed
from .simple_vertices import MOST_LABELS, grown, slot_of
from .vertices import MOST_BASES, too_many

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST: Final = 2**31
"""No entry of the matrix is larger."""
LONGEST: Final = 2.0**52
"""Entries stay below this. Then two products that floats cannot tell apart, by 10^-14 of their sum, differ by less than 2^63."""
ONE: Final = np.uint64(1)


class Vertices(NamedTuple):
    """The different vertices: the labels of each, and the numbers to which its mixture is proportional."""

    labels: Any
    numbers: Any

    def mixture(self, place: int) -> Mixed | None:
        """The mixture of a vertex; of the vertex 0, None."""
        numbers = [int(number) for number in self.numbers[place]]
        total = sum(numbers)
        return tuple(Fraction(number, total) for number in numbers) if total else None


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _inverse(odd: Any) -> Any:
    """What an odd number must be multiplied with to give 1 modulo 2^64: Newton's iteration doubles the right bits, at first three."""
    found = odd
    for _ in range(5):
        found = found * (np.uint64(2) - odd * found)
    return found


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _pivot(table: Any, before: int, row: int, column: int, changed: Any) -> Any:
    """Put the dictionary after a pivot into `changed`, and return its denominator; 0 where an entry might be too long."""
    height, width = table.shape
    pivot, sign = table[row, column], 1
    if pivot < 0:
        pivot, sign = -pivot, -1
    largest = largest_row = largest_factor = 0.0
    for i in range(height):
        largest_factor = max(largest_factor, abs(float(table[i, column])))
        for j in range(width):
            largest = max(largest, abs(float(table[i, j])))
    for j in range(width):
        largest_row = max(largest_row, abs(float(table[row, j])))
    shift = 0
    while (before >> shift) & 1 == 0:
        shift += 1
    bound = (float(pivot) * largest + largest_factor * largest_row) / float(before)
    if not 4.0 * bound < min(2.0 ** (63 - shift), LONGEST):
        return 0
    inverse = _inverse(np.uint64(before >> shift))
    move = np.uint64(shift)
    for i in range(height):
        if i == row:
            for j in range(width):
                changed[i, j] = sign * table[i, j]
            changed[i, column] = sign * before
        else:
            factor = sign * table[i, column]
            for j in range(width):
                product = np.uint64(pivot * table[i, j] - factor * table[row, j])
                quotient = ((product >> move) * inverse) << move
                changed[i, j] = np.int64(quotient) >> shift
            changed[i, column] = -factor
    return pivot


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _less(number: int, divisor: int, best: int, best_divisor: int) -> int:
    """The sign of number / divisor - best / best_divisor, both divisors positive."""
    one, other = float(number) * float(best_divisor), float(best) * float(divisor)
    if abs(one - other) > 1e-14 * (abs(one) + abs(other)):
        return 1 if one > other else -1
    difference = number * best_divisor - best * divisor  # the products may be too long, but their difference is not
    return 1 if difference > 0 else -1 if difference < 0 else 0


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _leaving(table: Any, determinant: int, basic: Any, nonbasic: Any, column: int, tied: Any) -> int:
    """The row whose variable first falls to 0, by the lexicographic rule: see `Dictionary.leaving`."""
    height, width = table.shape[0], table.shape[1] - 1
    count = 0
    for i in range(height):
        if table[i, column] > 0:
            if count:
                order = _less(table[i, width], table[i, column], table[tied[0], width], table[tied[0], column])
                if order > 0:
                    continue
                if order < 0:
                    count = 0
            tied[count] = i
            count += 1
    for slack in range(width, width + height):
        if count <= 1:
            break
        other = -1
        for j in range(width):
            if nonbasic[j] == slack:
                other = j
        kept = 0
        best = best_divisor = 0
        for k in range(count):
            i = tied[k]
            number = table[i, other] if other >= 0 else determinant if basic[i] == slack else 0
            if kept:
                order = _less(number, table[i, column], best, best_divisor)
                if order > 0:
                    continue
                if order < 0:
                    kept = 0
            best, best_divisor = number, table[i, column]
            tied[kept] = i
            kept += 1
        count = kept
    return tied[0] if count else -1


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _walk(matrix: Any, names: Any, most: int) -> Any:
    """The labels of all bases' vertices, and the numbers of their mixtures. One label 0: too many; none: an entry might be too long."""
    height, width = matrix.shape
    capacity, count, here = 256, 1, 0
    tables = np.empty((capacity, height, width + 1), np.int64)
    determinants = np.ones(capacity, np.int64)
    basics = np.empty((capacity, height), np.int64)
    nonbasics = np.empty((capacity, width), np.int64)
    outside = np.empty(capacity, np.uint64)
    labels = np.empty(capacity, np.uint64)
    numbers = np.zeros((capacity, width), np.int64)
    places = np.full(1024, -1, np.int64)  # an open hash table of the numbers of the bases
    tied = np.empty(height, np.int64)
    tables[0, :, :width] = matrix
    tables[0, :, width] = 1
    outside[0] = np.uint64(0)
    for j in range(width):
        nonbasics[0, j] = j
        outside[0] |= ONE << np.uint64(names[j])
    for i in range(height):
        basics[0, i] = width + i
    places[slot_of(places, outside, outside[0])] = 0
    while here < count:
        labels[here] = outside[here]
        numbers[here] = 0
        for i in range(height):
            if tables[here, i, width] == 0:
                labels[here] |= ONE << np.uint64(names[basics[here, i]])
            if basics[here, i] < width:
                numbers[here, basics[here, i]] = tables[here, i, width]
        for column in range(width):
            row = _leaving(tables[here], determinants[here], basics[here], nonbasics[here], column, tied)
            if row < 0:
                return labels[:0], numbers[:0]
            mask = outside[here] ^ (ONE << np.uint64(names[basics[here, row]])) ^ (ONE << np.uint64(names[nonbasics[here, column]]))
            slot = slot_of(places, outside, mask)
            if places[slot] >= 0:
                continue
            if count == capacity:
                if capacity >= most:
                    return np.zeros(1, np.uint64), numbers[:1]
                capacity *= 2
                tables, determinants, basics = grown(tables, capacity), grown(determinants, capacity), grown(basics, capacity)
                nonbasics, outside, labels = grown(nonbasics, capacity), grown(outside, capacity), grown(labels, capacity)
                numbers = grown(numbers, capacity)
                places = np.full(4 * capacity, -1, np.int64)
                for k in range(count):
                    places[slot_of(places, outside, outside[k])] = k
                slot = slot_of(places, outside, mask)
            determinants[count] = _pivot(tables[here], determinants[here], row, column, tables[count])
            if determinants[count] == 0:
                return labels[:0], numbers[:0]
            places[slot], outside[count] = count, mask
            basics[count], nonbasics[count] = basics[here], nonbasics[here]
            basics[count, row], nonbasics[count, column] = nonbasics[here, column], basics[here, row]
            count += 1
        here += 1
    return labels[:count], numbers[:count]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _complementary(mine: Any, theirs: Any, everything: Any) -> Any:
    """The pairs, by their places, that have every label between them."""
    found = np.empty((64, 2), np.int64)
    count = 0
    for i in range(len(mine)):
        needed = everything & ~mine[i]
        for j in range(len(theirs)):
            if needed & ~theirs[j] == 0:
                if count == len(found):
                    found = grown(found, 2 * count)
                found[count, 0], found[count, 1] = i, j
                count += 1
    return found[:count]


def whole_vertices(matrix: Sequence[Sequence[int]], own: Sequence[int], replies: Sequence[int]) -> Vertices | None:
    """The vertices of { x ≥ 0, matrix · x ≤ 1 }, if machine words are certainly long enough; None otherwise."""
    if len(own) + len(replies) > MOST_LABELS or max(map(max, matrix)) > LARGEST:
        return None
    labels, numbers = _walk(np.array(matrix, np.int64), np.array([*own, *replies], np.int64), MOST_BASES)
    if len(labels) == 1 and labels[0] == 0:
        raise too_many(MOST_BASES)
    if len(labels) == 0:
        return None
    different, first = np.unique(labels, return_index=True)
    return Vertices(different, numbers[first])


def complementary(mine: Vertices, theirs: Vertices, labels: int) -> Iterator[tuple[Mixed, Mixed]]:
    """The mixtures of all pairs of vertices that have every one of so many labels between them."""
    for i, j in _complementary(mine.labels, theirs.labels, np.uint64((1 << labels) - 1)):
        x, y = mine.mixture(i), theirs.mixture(j)
        if x is not None and y is not None:
            yield x, y
