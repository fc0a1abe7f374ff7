"""States numbered slice by slice: what a slice is, and which one a number belongs to."""

from __future__ import annotations

from typing import NamedTuple

from .bits import Table


class Slice(NamedTuple):
    """States with consecutive numbers that are solved together: those with the same material, say."""

    name: str
    states: int
    pieces: int
    """How much there is on the board; whoever builds a database may stop at a number of these."""


def slice_with(number: int, starts: Table) -> int:
    """The slice in which a number lies, where `starts` says where each begins and, at its end, where the last one ends.

    >>> slice_with(7, Table([0, 5, 7, 20]))
    2
    """
    low, high = 0, len(starts) - 1
    while high - low > 1:  # starts[low] <= number < starts[high]
        middle = (low + high) // 2
        if starts[middle] <= number:
            low = middle
        else:
            high = middle
    return low
