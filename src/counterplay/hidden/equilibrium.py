"""`cfr`: an equilibrium of a game with hidden information, as near as asked for, with the curve of how it got there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..errors import UsageError
from ..game import Game
from ..kernels import Progress
from .flatten import MOST_HISTORIES
from .policy import Policy
from .solver import ALGORITHMS, HiddenSolver, Interval

UNTIL: Final = 1e-3
"""How near an equilibrium has to be where nothing else is said."""
STRETCH_SECONDS: Final = 0.25
"""Clock, Ctrl-C and progress are looked at about so often."""
SAVE_SECONDS: Final = 5.0
"""A run that is killed loses at most so much."""


class Point(NamedTuple):
    """How far a run was after some iterations."""

    iterations: int
    seconds: float
    exploitability: float


@dataclass(frozen=True)
class Equilibrium:
    """What `cfr` found."""

    game: str
    algorithm: str
    iterations: int
    seconds: float
    """Of iterating and assessing; flattening the tree and compiling come before."""
    exploitability: float
    """What each player could gain on average by a best response: 0 at an equilibrium."""
    values: tuple[float, ...]
    infosets: int
    histories: int
    reached: bool
    """Whether it came as near as asked for."""
    compiled: bool
    """Whether the rules ran as machine code when the tree was made; the algorithm on the tree always does."""
    curve: tuple[Point, ...] = field(repr=False)
    policy: Policy = field(repr=False)

    @property
    def value(self) -> float:
        """What the first player gets."""
        return self.values[0]

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.game,
            "algorithm": self.algorithm,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "exploitability": self.exploitability,
            "nash_conv": self.exploitability * len(self.values),
            "value": self.value,
            "values": list(self.values),
            "infosets": self.infosets,
            "histories": self.histories,
            "reached": self.reached,
            "compiled": self.compiled,
            "curve": [point._asdict() for point in self.curve],
        }


def cfr(
    game: Game[Any, Any],
    *,
    algorithm: str = "cfr+",
    until: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    save: Path | str | None = None,
    resume: bool = False,
    every: float = SAVE_SECONDS,
    seed: int | None = None,
    most: int = MOST_HISTORIES,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Equilibrium:
    """Iterate until exploitability is at most `until` (1e-3 where nothing bounds the run), or iterations or seconds are used up.

    `save` keeps the policy in a file, together with all that is needed to go on: it is written every `every` seconds and at the end, and
    with `resume` a run that was broken off goes on from there.

    >>> import counterplay as cp
    >>> found = cp.cfr(cp.load("kuhn_poker"), until=1e-4)
    >>> found.infosets, round(found.value, 3), found.reached
    (12, -0.056, True)
    """
    path = None if save is None else Path(save).expanduser()
    _verify(until, iterations, seconds, every, path, resume)
    goal = until if until is not None else UNTIL if iterations is None and seconds is None else 0.0
    solver = HiddenSolver(game, algorithm, seed=seed, most=most, compiled=compiled, progress=progress)
    curve: list[Point] = []
    if path is not None and resume and path.exists():
        curve = [Point(*point) for point in solver.resume(path).get("curve", [])]
    run = _Run(solver, curve, path, Interval(every), progress)
    run.until(goal, inf if iterations is None else iterations, inf if seconds is None else seconds)
    found = solver.assess()
    return Equilibrium(
        game=str(game),
        algorithm=algorithm,
        iterations=solver.iterations,
        seconds=run.elapsed(),
        exploitability=found.exploitability,
        values=found.values,
        infosets=len(solver.form.first),
        histories=len(solver.tree.nodes),
        reached=found.exploitability <= goal,
        compiled=solver.tree.compiled,
        curve=tuple(curve),
        policy=solver.policy(run.about()),
    )


class _Run:
    """Iterations in stretches: after each the strategy is assessed, and now and then saved."""

    def __init__(
        self, solver: HiddenSolver, curve: list[Point], path: Path | None, saving: Interval, progress: Callable[[Progress], None] | None
    ):
        self.solver, self.curve, self.path, self.saving, self.progress = solver, curve, path, saving, progress
        self.before = curve[-1].seconds if curve else 0.0
        self.started = time.perf_counter()

    def elapsed(self) -> float:
        """Seconds of this run and of those that it goes on from."""
        return self.before + time.perf_counter() - self.started

    def until(self, goal: float, iterations: float, seconds: float) -> None:
        """Go on until one of the three is reached; iterations and seconds are of all runs together."""
        solver = self.solver
        quickest = 1000 if solver.algorithm in ("external", "outcome") else 1
        solver.run(0)  # compiles, where that is still to be done: not part of the run
        solver.assess()
        self.started = time.perf_counter()
        if self.curve and self.curve[-1].exploitability <= goal:
            return
        try:
            self._stretches(goal, iterations, seconds, quickest)
        finally:  # Ctrl-C, too, keeps what there is
            if self.path is not None:
                solver.save(self.path, self.about())

    def _stretches(self, goal: float, iterations: float, seconds: float, quickest: int) -> None:
        solver = self.solver
        pace = 0.0  # seconds an iteration takes
        while solver.iterations < iterations and self.elapsed() < seconds:
            stretch = max(quickest, solver.iterations // 10)
            if pace > 0:
                patience = min(STRETCH_SECONDS, max(seconds - self.elapsed(), 0.0))
                stretch = max(1, min(stretch, int(patience / pace)))
            stretch = int(min(stretch, iterations - solver.iterations))
            began = time.perf_counter()
            solver.run(stretch)
            pace = (time.perf_counter() - began) / stretch
            exploitability = solver.assess().exploitability
            self.curve.append(Point(solver.iterations, self.elapsed(), exploitability))
            if self.progress is not None:
                self.progress(Progress(f"{solver.iterations:,} iterations, exploitability {exploitability:.2e}", 0, self.elapsed()))
            if exploitability <= goal:
                break
            if self.path is not None and self.saving.due():
                solver.save(self.path, self.about())

    def about(self) -> dict[str, Any]:
        """What is written down with a policy."""
        last = self.curve[-1].exploitability if self.curve else None
        return {
            "algorithm": self.solver.algorithm,
            "iterations": self.solver.iterations,
            "exploitability": last,
            "curve": [list(point) for point in self.curve],
        }


def _verify(until: float | None, iterations: int | None, seconds: float | None, every: float, path: Path | None, resume: bool) -> None:
    """Refuse what means nothing, before anything is done."""
    if until is not None and not (isfinite(until) and until >= 0):
        raise UsageError(f"until={until}: give an exploitability of 0 or more, like 1e-3.")
    if iterations is not None and (type(iterations) is not int or iterations < 1):
        raise UsageError(f"iterations={iterations!r}: give a whole number, 1 or more.")
    if seconds is not None and not seconds > 0:
        raise UsageError(f"seconds={seconds}: give more than 0.")
    if not every > 0:
        raise UsageError(f"every={every}: give more than 0 seconds.")
    if resume and path is None:
        raise UsageError("To resume, say from which file (save).")
    if path is not None and path.is_dir():
        raise UsageError(f"{path} is a folder; give the name of a file.")
    if path is not None and not path.parent.is_dir():
        raise UsageError(f"The folder of {path} does not exist.")
    if path is not None and path.exists() and not resume:
        raise UsageError(f"{path} exists: resume it, or give another file.")


__all__ = ["ALGORITHMS", "Equilibrium", "Point", "cfr"]
