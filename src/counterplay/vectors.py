"""Short vectors of small numbers, for evaluations: a feature with a whole row of weights is added as fast as one with a single weight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .errors import UsageError

LANES: Final = 32
"""So many numbers has a vector: 512 bits, the widest register of common processors."""
LEAST: Final = -(1 << 15)
MOST: Final = (1 << 15) - 1
"""Each is a number of 16 bits."""
FULL: Final = 181
"""Where a unit of a network is fully active: the largest number whose square is one of 16 bits."""


class Vector(tuple[int, ...]):
    """LANES whole numbers of 16 bits: a tuple interpreted, one LLVM vector compiled. Entries of a constant `Table`, mostly.

    Sums and differences stay within 16 bits (they stop at the ends); products with an int are taken modulo 2**16.

    >>> row = Vector([3, -2])  # the others are 0
    >>> (row + row)[0], (row - row * 3)[1], (row * 10_000 + row * 10_000)[0]
    (6, 4, 32767)
    """

    __slots__ = ()

    def __new__(cls, numbers: Iterable[int]) -> Vector:
        given = tuple(numbers)
        if len(given) > LANES:
            raise UsageError(f"A Vector holds {LANES} numbers, not {len(given)}.")
        if not all(type(number) is int and LEAST <= number <= MOST for number in given):
            raise UsageError(f"A Vector holds ints from {LEAST} to {MOST}.")
        return _vector(given + (0,) * (LANES - len(given)))

    def __add__(self, other: Vector) -> Vector:  # type: ignore[override]
        return _vector(_within(a + b) for a, b in zip(self, other, strict=True))

    def __sub__(self, other: Vector) -> Vector:
        return _vector(_within(a - b) for a, b in zip(self, other, strict=True))

    def __mul__(self, times: int) -> Vector:  # type: ignore[override]
        return _vector((a * times - LEAST) % (1 << 16) + LEAST for a in self)


def _vector(numbers: Iterable[int]) -> Vector:
    """A vector of numbers that are known to fit."""
    return tuple.__new__(Vector, numbers)


def _within(number: int) -> int:
    return max(LEAST, min(MOST, number))


def exchanged(vector: Vector) -> Vector:
    """The vector with its halves exchanged.

    >>> exchanged(Vector(range(32)))[:3]
    (16, 17, 18)
    """
    half = LANES // 2
    return _vector(vector[half:] + vector[:half])


def activated(vector: Vector, weights: Vector) -> int:
    """What the units of a network add up to: each number, from 0 up to FULL, squared and times its weight (a squared clipped rectifier).

    The weights, without their signs, must add up to less than 2**16: then the sum is one of 32 bits.

    >>> activated(Vector([10, -10, 1000]), Vector([3, 7, 1]))
    33061
    """
    return sum(max(0, min(FULL, number)) ** 2 * weight for number, weight in zip(vector, weights, strict=True))
