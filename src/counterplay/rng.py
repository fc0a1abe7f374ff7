"""Random numbers: one generator, the same sequence interpreted and compiled, seeded by the caller."""

from __future__ import annotations

import os
from array import array

_MASK = (1 << 64) - 1


class Random:
    """SplitMix64 (Steele, Lea & Flood 2014): 64 bits of state, one addition and three multiply-xorshifts a number.

    >>> rng = Random(seed=1)
    >>> [rng.below(6) for _ in range(5)]
    [3, 4, 5, 2, 2]
    """

    def __init__(self, seed: int | None = None):
        self.words = array("Q", [(int.from_bytes(os.urandom(8)) if seed is None else seed) & _MASK])

    @property
    def address(self) -> int:
        """Where machine code finds the state."""
        return self.words.buffer_info()[0]

    def next(self) -> int:
        """The next 64 random bits."""
        z = self.words[0] = self.words[0] + 0x9E3779B97F4A7C15 & _MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31

    def below(self, limit: int) -> int:
        """A random integer in 0 … limit - 1 (limit under 2**32; bias under 2**-32)."""
        return (self.next() >> 32) * limit >> 32

    def uniform(self) -> float:
        """A random number in [0, 1) with 53 random bits."""
        return (self.next() >> 11) * (1.0 / (1 << 53))
