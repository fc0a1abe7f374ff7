"""What all Monte Carlo searches share around their kernel: arguments verified, number of simulations or clock, the tree put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from ..errors import Stopped, UsageError
from ..game import Game
from ..kernels import Kernel, Progress, Runner, at_two_speeds
from ..rng import Random
from ..watch import MOST_PLIES, Watch
from .lookahead import Evaluation
from .sampled_tree import ROOT, Columns, MonteCarloTree
from .vectors import zeros
from .watching import observed

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
        if self.simulations is not None and not 1 <= self.simulations <= MOST_SIMULATIONS:
            raise UsageError(f"simulations={self.simulations}: give a number from 1 to {MOST_SIMULATIONS:,}.")
        if self.seconds is not None and not self.seconds > 0:
            raise UsageError(f"seconds={self.seconds}: give a time above 0.")
        if self.depth is not None and not 0 <= self.depth <= MOST_PLIES:
            raise UsageError(f"depth={self.depth}: playouts are cut off after this many plies; give a number from 0 to {MOST_PLIES:,}.")
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


def sample_tree(
    algorithm: str,
    kernel: Kernel,
    game: Game[Any, Any],
    state: Any,
    sampling: Sampling,
    capacity: int,
    exploration: float,
    by_mean: bool = False,
) -> MonteCarloTree:
    """Run `kernel(game, state, simulations, exploration, depth, zeros, tree, rng, watch)` on an empty tree with room for `capacity` nodes.

    When the clock stops it the tree is used as it then is: a kernel stops between two simulations.
    """
    if sampling.evaluate is not None:
        game = game.using(evaluate=sampling.evaluate)
    state = game.initial() if state is None else state
    simulations = 1 if game.is_terminal(state) else sampling.most  # where the game is over there is nothing to find out

    def attempt(run: Runner) -> MonteCarloTree:
        columns = Columns.empty(capacity, game.players, run.compiled)
        tree = columns if run.compiled else columns.plain()
        watch, rng = Watch(), Random(sampling.seed)
        try:
            run(kernel, game, state, simulations, exploration, sampling.plies, zeros(game), tree, rng, watch=observed(watch))
        except Stopped:
            if run.trial or sampling.seconds is None or not columns.visits[ROOT]:
                raise
        seconds = run.elapsed()
        made = int(columns.visits[ROOT])
        return MonteCarloTree(game, state, columns, algorithm, by_mean, exploration, made, seconds, run.compiled)

    return at_two_speeds(kernel, game, attempt, compiled=sampling.compiled, seconds=sampling.seconds, progress=sampling.progress)
