"""Learned numbers that a game carries: machine code finds them by their address, so learning more compiles nothing anew."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any


class Weights:
    """Floats that a game has as an attribute and that are no constants to the compiler: two games with as many share their machine code.

    >>> weights = Weights([0.5, 1.0])
    >>> weights[1], len(weights)
    (1.0, 2)
    """

    dtype = "float64"

    def __init__(self, numbers: Iterable[float]):
        import numpy

        given = numbers if isinstance(numbers, numpy.ndarray) else list(numbers)
        self.array: Any = numpy.array(given, dtype=numpy.float64).reshape(-1)  # a copy: what the caller does with its own changes nothing
        self.array.setflags(write=False)  # games with equal weights are equal, and stay so

    @property
    def address(self) -> int:
        """Where machine code finds the numbers."""
        address: int = self.array.ctypes.data
        return address

    @cached_property
    def _numbers(self) -> list[float]:
        """The same as Python's own floats, which are read ten times as fast as those of NumPy."""
        numbers: list[float] = self.array.tolist()
        return numbers

    def __getitem__(self, index: int) -> float:
        return self._numbers[index]

    def __len__(self) -> int:
        return len(self.array)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Weights) and self.array.tobytes() == other.array.tobytes())

    def __hash__(self) -> int:
        return hash(self.array.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return Weights, (self.array,)
