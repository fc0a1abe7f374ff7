"""How much to sample: the words that all Monte Carlo searches share, verified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from numbers import Integral
from typing import ClassVar

from ..errors import UsageError
from ..kernels import Progress
from ..watch import MOST_PLIES
from .fitting import require_time
from .lookahead import Evaluation

MOST_SIMULATIONS = 2**31 - 1
"""What the counters of a tree can count."""


@dataclass(frozen=True)
class Sampling:
    """How much to sample, in the words every Monte Carlo search uses."""

    simulations: int | None = None
    seconds: float | None = None
    depth: int | None = None
    seed: int | None = None
    evaluate: Evaluation | None = None
    compiled: bool | None = None
    progress: Callable[[Progress], None] | None = None

    USUAL: ClassVar[int] = 10_000
    """How many simulations are made if neither a number nor a time was given."""

    def __post_init__(self) -> None:
        if self.simulations is not None and not (isinstance(self.simulations, Integral) and 1 <= self.simulations <= MOST_SIMULATIONS):
            raise UsageError(f"simulations={self.simulations!r}: give a whole number from 1 to {MOST_SIMULATIONS:,}.")
        require_time(None if self.seconds == inf else self.seconds)  # inf: until somebody stops it
        if self.depth is not None and not (isinstance(self.depth, Integral) and 0 <= self.depth <= MOST_PLIES):
            raise UsageError(f"depth={self.depth!r}: playouts are cut off after this many plies; give a number from 0 to {MOST_PLIES:,}.")
        if self.seed is not None and type(self.seed) is not int:
            raise UsageError(f"seed={self.seed!r}: a seed is an int.")

    @property
    def most(self) -> int:
        """How many simulations to make at most."""
        if self.simulations is not None:
            return self.simulations
        return self.USUAL if self.seconds is None else MOST_SIMULATIONS

    @property
    def plies(self) -> int:
        """How long a playout may be; one that was given no limit and comes to this is reported as endless."""
        return MOST_PLIES + 1 if self.depth is None else self.depth
