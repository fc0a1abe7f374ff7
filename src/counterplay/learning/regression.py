"""Logistic regression: weights under which the features foretell best what experience says.

The chance to win is logistic(w · f(s)); the weights are those of the greatest likelihood, found by Newton's method, with a small penalty
for large weights. Positions of one game have the same result and teach nearly the same: standard errors count games, not positions (the
sandwich estimate by clusters), and what is held out to judge by is whole games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..errors import UsageError
from ..evaluations.linear import LinearEvaluation
from .experience import Experience

STEPS: Final = 30
HELD_OUT: Final = 5
"""Every fifth game is not learned from, but judged by."""


@dataclass(frozen=True)
class Fit:
    """What was learned, and how well it foretells games it has not seen."""

    evaluation: LinearEvaluation
    positions: int
    games: int
    held_out_error: float
    """In bits a position: how much the results still tell; 1 knows nothing."""
    curve: tuple[tuple[int, float], ...]
    """For more and more games: the error on those held out."""


def fit(experience: Experience, names: Any, *, phases: int = 1, penalty: float = 1.0, curve: bool = True) -> Fit:
    """The linear evaluation that experience teaches. `names` are those of the features, or the features themselves by name."""
    import numpy

    if phases < 1 or penalty < 0:
        raise UsageError("phases: from 1 on; penalty: from 0 on.")
    numbers = numpy.unique(experience.games)
    if len(numbers) < HELD_OUT:
        raise UsageError(f"{len(numbers)} games are too few to learn from: play {HELD_OUT} or more.")
    held = numpy.isin(experience.games, numbers[HELD_OUT - 1 :: HELD_OUT])
    seen, unseen = experience.chosen(~held), experience.chosen(held)
    points = []
    seen_games = numpy.unique(seen.games)
    for part in (0.1, 0.25, 0.5) if curve and len(seen_games) >= 40 else ():
        some = seen.chosen(numpy.isin(seen.games, seen_games[: int(part * len(seen_games))]))
        points.append((int(part * len(seen_games)), error(unseen, weights_of(some, phases, penalty)[0], phases)))
    weights, spread = weights_of(seen, phases, penalty)
    last = error(unseen, weights, phases)
    shape = phases, experience.features.shape[1]
    notes = {"positions": seen.size, "games": len(seen_games), "held_out_error": last}
    evaluation = LinearEvaluation(names, weights.reshape(shape).tolist(), spread.reshape(shape).tolist(), notes)
    return Fit(evaluation, seen.size, len(seen_games), last, (*points, (len(seen_games), last)))


def design(experience: Experience, phases: int) -> Any:
    """A row for every position, a column for every feature in every phase: the feature, shared among the two phases it lies between."""
    import numpy

    place = experience.phases * (phases - 1)
    shares = numpy.maximum(0.0, 1.0 - abs(place[:, None] - numpy.arange(phases)[None, :]))
    return (shares[:, :, None] * experience.features[:, None, :]).reshape(experience.size, -1)


def weights_of(experience: Experience, phases: int, penalty: float) -> tuple[Any, Any]:
    """The weights of the greatest likelihood, and their standard errors."""
    import numpy
    from scipy.special import expit

    rows, targets = design(experience, phases), experience.targets
    ridge = penalty * numpy.eye(rows.shape[1])
    weights = numpy.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = expit(rows @ weights)
        slope = rows.T @ (targets - chances) - penalty * weights
        curvature = (rows * (chances * (1 - chances))[:, None]).T @ rows + ridge
        step = numpy.linalg.lstsq(curvature, slope, rcond=None)[0]
        weights = weights + step
        if numpy.abs(step).max() < 1e-9:
            break
    surprise = rows * (targets - expit(rows @ weights))[:, None]
    _, games = numpy.unique(experience.games, return_inverse=True)
    by_game = numpy.zeros((games.max() + 1, rows.shape[1]))
    numpy.add.at(by_game, games, surprise)
    inverse = numpy.linalg.pinv(curvature)
    spread = numpy.sqrt(numpy.maximum(numpy.diag(inverse @ (by_game.T @ by_game) @ inverse), 0.0))
    return weights, spread


def error(experience: Experience, weights: Any, phases: int) -> float:
    """The cross-entropy of targets and forecasts, in bits a position."""
    import numpy

    odds = design(experience, phases) @ weights
    return float(numpy.mean(numpy.logaddexp(0.0, odds) - experience.targets * odds) / numpy.log(2.0))
