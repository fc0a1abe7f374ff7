"""Short vectors of small numbers, for evaluations: a feature may have a whole row of weights, which is added as one."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final

from .errors import UsageError

LANES: Final = 32
"""So many numbers has a vector: 512 bits, one to four registers of a processor."""
LEAST: Final = -(1 << 15)
MOST: Final = (1 << 15) - 1
"""Each is a number of 16 bits."""
FINE: Final = 3
"""The numbers of a unit have so many more bits than its activity: they are sums, and each of what they add up has been rounded."""
FULL: Final = 181 << FINE
"""Where a unit of a network is fully active: 181 is the largest number whose square has 16 bits, its sign among them."""
MOST_WORTH: Final = 1 << 16
"""What all units are worth together, their signs left out, is less: then what they add up to has 32 bits."""


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
            raise UsageError(f"A Vector holds up to {LANES} numbers, not {len(given)}.")
        for place, number in enumerate(given):
            if type(number) is not int or not LEAST <= number <= MOST:
                raise UsageError(f"A Vector holds ints from {LEAST} to {MOST}, not {number!r:.40} (entry {place}).")
        return _vector(given + (0,) * (LANES - len(given)))

    def __add__(self, other: Vector) -> Vector:  # type: ignore[override]
        return _vector(_within(a + b) for a, b in zip(self, other, strict=True))

    def __sub__(self, other: Vector) -> Vector:
        return _vector(_within(a - b) for a, b in zip(self, other, strict=True))

    def __mul__(self, times: int) -> Vector:  # type: ignore[override]
        times = operator.index(times)
        return _vector((a * times - LEAST) % (1 << 16) + LEAST for a in self)

    __rmul__ = __mul__  # type: ignore[assignment]


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


def activated(vector: Vector, worths: Vector) -> int:
    """What the units of a network add up to: the activity of each (its number from 0 up to FULL, without the FINE bits), squared, times its
    worth (a squared clipped rectifier). The worths, without their signs, add up to less than MOST_WORTH; machine code does not verify that.

    >>> activated(Vector([80, -80, 30_000]), Vector([3, 7, 1]))
    33061
    """
    if sum(map(abs, worths)) >= MOST_WORTH:
        raise UsageError(f"activated(): what the units are worth must add up to less than {MOST_WORTH}, signs left out.")
    return sum((max(0, min(FULL, number)) >> FINE) ** 2 * worth for number, worth in zip(vector, worths, strict=True))
