"""Solving a game with hidden information: algorithms that come nearer to an equilibrium with every iteration, until it is near enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..buffers import Pointer
from ..errors import UsageError
from ..game import Game
from ..kernels import Progress
from ..rng import Random
from .fictitious import play_fictitiously
from .flatten import MOST_HISTORIES, flattened
from .machine import run_on_arrays
from .policy import Policy, load_with_arrays
from .regret import KINDS, minimise_regret
from .response import Assessment, assess, strategy
from .sampling import sample_externally, sample_outcomes, steps_of
from .sequence_form import sequence_form

ALGORITHMS: Final = (*KINDS, "external", "outcome", "fictitious")
"""Counterfactual regret minimisation in five kinds and by two kinds of samples, and fictitious play."""


class HiddenSolver:
    """A game in arrays, what has been learnt about it so far, and an algorithm that learns more.

    >>> import counterplay as cp
    >>> from counterplay.hidden import HiddenSolver
    >>> solver = HiddenSolver(cp.load("kuhn_poker"), "cfr+")
    >>> solver.run(500)
    >>> round(solver.assess().values[0], 3)                  # the first player loses 1/18 of a chip a game
    -0.056
    """

    def __init__(
        self,
        game: Game[Any, Any],
        algorithm: str = "cfr+",
        *,
        seed: int | None = None,
        most: int = MOST_HISTORIES,
        compiled: bool | None = None,
        progress: Callable[[Progress], None] | None = None,
    ):
        if algorithm not in ALGORITHMS:
            raise UsageError(f"There is no algorithm {algorithm!r} for hidden information. There are {', '.join(ALGORITHMS)}.")
        self.game, self.algorithm = game, algorithm
        self.tree = flattened(game, most=most, compiled=compiled, progress=progress)
        self.form, self.places = sequence_form(self.tree)
        self.rng = Random(seed)
        self.iterations = 0
        size = self.form.sequences
        self.regret, self.total = np.zeros(size), np.zeros(size)
        """What the algorithm goes on from: regrets, and the average strategy as weights of sequences."""
        self._sigma, self._reach = strategy(self.form, self.regret)
        self._worth, self._instant, self._room = np.zeros(size), np.zeros(size), np.zeros(size)
        if algorithm == "fictitious":
            self.total[:] = self._reach
        self._steps = steps_of(self.tree, self.form, self.places) if algorithm in ("external", "outcome") else None

    def run(self, iterations: int) -> None:
        """So many iterations more."""
        if self.algorithm in KINDS:
            run_on_arrays(
                minimise_regret, self.iterations, iterations, *self.form, *KINDS[self.algorithm],
                self._sigma, self._reach, self.regret, self.total, self._worth, self._instant,
            )  # fmt: skip
        elif self.algorithm == "fictitious":
            run_on_arrays(play_fictitiously, self.iterations, iterations, *self.form, self.total, self._worth, self._room)
        else:
            arrays = [Pointer(array) for array in (self._steps, self.tree.chance, self.tree.payoffs, self.regret, self.total)]
            if self.algorithm == "external":
                run_on_arrays(sample_externally, 0, 0, iterations, self.tree.players, *arrays, Pointer(self._room), self.rng)
            else:
                run_on_arrays(sample_outcomes, 0, iterations, self.tree.players, *arrays, self.rng)
        self.iterations += iterations

    def assess(self) -> Assessment:
        """How good the average strategy is: values and what best responses would get."""
        return assess(self.form, self.total)

    def policy(self, about: dict[str, Any] | None = None) -> Policy:
        """The average strategy."""
        return Policy.of(self.tree, self.form, self.places, strategy(self.form, self.total)[0], about or {})

    # ── Going on later ──
    def save(self, path: Path, about: dict[str, Any] | None = None) -> None:
        """Write the policy into a file, and all that is needed to go on from here."""
        about = {**(about or {}), "algorithm": self.algorithm, "iterations": self.iterations}
        self.policy(about).save(path, rng=np.array(self.rng.words, np.uint64), **self._arrays())

    def _arrays(self) -> dict[str, Any]:
        """All that changes while the algorithm runs."""
        return {"regret": self.regret, "total": self.total, "sigma": self._sigma, "reach": self._reach, "instant": self._instant}

    def resume(self, path: Path) -> dict[str, Any]:
        """Go on from such a file, exactly as if there had been no pause; returns what was written down about it."""
        policy, arrays = load_with_arrays(path)
        for what, kept, now in (("game", policy.game, str(self.game)), ("algorithm", policy.about.get("algorithm"), self.algorithm)):
            if kept != now:
                raise UsageError(f"{path} has the {what} {kept}, not {now}: give the same {what}, or another file.")
        mine = self._arrays()
        if any(name not in arrays or arrays[name].shape != array.shape for name, array in mine.items()):
            raise UsageError(f"{path} does not fit the tree of {self.game}: its rules have changed since. Give another file.")
        for name, array in mine.items():
            array[:] = arrays[name]
        self.rng.words[0] = int(arrays["rng"][0])
        self.iterations = int(policy.about["iterations"])
        return policy.about


class Interval:
    """When something is due that is done every so many seconds."""

    def __init__(self, seconds: float):
        self.seconds = seconds
        self._last = time.monotonic()

    def due(self) -> bool:
        """Whether it is time again; if so, the next interval begins."""
        now = time.monotonic()
        if now - self._last < self.seconds:
            return False
        self._last = now
        return True
