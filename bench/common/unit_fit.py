"""Fitting an evaluation that is a weighted sum of features with units on top (`counterplay.games.chess.evaluation`), by stochastic gradient
descent (Adam; Kingma & Ba 2015): the same sums as in the evaluation, for many positions at once, and their derivatives."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import expit

BATCH = 4096
STEP = 2e-3
"""How far a number moves in one step at first; the steps grow for a tenth of the time and shrink for the rest (Smith & Topin 2018)."""
LINEAR_STEP = 0.1
"""A weight of its own moves less, as a part of STEP: it was fitted before."""
DECAY = 5.0
"""What moves a unit goes back towards 0, by so many times a step's part of itself (Loshchilov & Hutter 2019): else units learn games by
heart, even a million positions."""
OUTPUT_SCALE = 10.0
"""What a unit adds moves more."""


class Sample(NamedTuple):
    """What the evaluation is made of in many positions, a row each, for the side to move."""

    counts: Any
    """How often each weight counts for the side to move, then how often for the other."""
    phases: Any
    """From 1, the middle of the game, to 0: how much the early weights count."""
    leads: Any
    """Which kind of lead it is if the side to move is ahead, and if the other is."""
    speaking: Any
    """1 where the units count, 0 where they are silent."""
    scores: Any
    """From 0 to 1."""

    def part(self, chosen: Any) -> Sample:
        """Some of the rows."""
        return Sample(*(each[chosen] for each in self))


class Numbers(NamedTuple):
    """Everything that is fitted, in pawns, and for units in parts of their full activity."""

    linear: Any
    """For each feature what it is worth early and late."""
    units: Any
    """For each feature what it does to the units of its own side, then to those of the other."""
    outputs: Any
    """What a unit that is fully active is worth early and late, in parts of OUTPUT_SCALE."""
    leads: Any
    """Which part of a late lead counts, by its kind."""
    scale: Any
    """What a pawn is, where scores are told by the logistic function."""

    def rows(self) -> Any:
        """For each feature of the side to move, then for each of the other side, what it adds to a sum: early, late, the units of both."""
        return np.concatenate([np.hstack([self.linear, self.units]), np.hstack([-self.linear, exchanged(self.units)])])


def exchanged(units: Any) -> Any:
    """The columns of the one side's units in the place of the other's."""
    return np.roll(units, units.shape[1] // 2, axis=1)


def values(numbers: Numbers, sample: Sample) -> Any:
    """The evaluations, in pawns."""
    return _forward(numbers, sample)[0]


def _forward(numbers: Numbers, sample: Sample) -> tuple[Any, ...]:
    """The evaluations and what they were made of."""
    sums = sample.counts @ numbers.rows()
    active = np.clip(sums[:, 2:], 0.0, 1.0) * sample.speaking[:, None]
    outputs = OUTPUT_SCALE * np.concatenate([numbers.outputs, -numbers.outputs])
    early, late = (sums[:, :2] + active**2 @ outputs).T
    kinds = np.where(late > 0.0, sample.leads[:, 0], sample.leads[:, 1])
    part = numbers.leads[kinds]
    return early * sample.phases + late * part * (1.0 - sample.phases), sums, active, outputs, late, kinds, part


def lead_counts(numbers: Numbers, sample: Sample) -> Any:
    """How much each kind of late lead was seen: how often it was the one that counts, by how late it was and how large."""
    _, _, _, _, late, kinds, _ = _forward(numbers, sample)
    return np.bincount(kinds, np.abs(late) * (1.0 - sample.phases), len(numbers.leads))


def gradient(numbers: Numbers, sample: Sample) -> Numbers:
    """How the loss, in nats, changes with each number."""
    value, sums, active, outputs, late, kinds, part = _forward(numbers, sample)
    error = (expit(value * numbers.scale) - sample.scores) / len(value)
    by_value = error * numbers.scale
    by_late = by_value * (1.0 - sample.phases)
    by_sides = np.stack([by_value * sample.phases, by_late * part], axis=1)
    by_active = by_sides @ outputs.T * 2.0 * active * (sums[:, 2:] == active)
    by_row = sample.counts.T @ np.hstack([by_sides, by_active])
    own, other = np.split(by_row, 2)
    half = len(numbers.outputs)
    by_output = active.T**2 @ by_sides * OUTPUT_SCALE
    return Numbers(
        own[:, :2] - other[:, :2],
        own[:, 2:] + exchanged(other[:, 2:]),
        by_output[:half] - by_output[half:],
        np.bincount(kinds, by_late * late, len(numbers.leads)),
        np.array(error @ value),
    )


def loss(numbers: Numbers, sample: Sample) -> float:
    """How well the evaluation foretells scores: the cross-entropy, in bits."""
    foretold = values(numbers, sample) * numbers.scale
    return float(np.mean(np.logaddexp(0.0, foretold) - sample.scores * foretold) / np.log(2.0))


def descend(numbers: Numbers, sample: Sample, free: Any, epochs: int, seed: int) -> Numbers:
    """Numbers that foretell the scores better, the weights of features that are not `free` staying as they are."""
    rng = np.random.default_rng(seed)
    moving = Numbers(*(np.array(each, dtype=float) for each in numbers))
    steps = (LINEAR_STEP * STEP * free[:, None], STEP * free[:, None], STEP, LINEAR_STEP * STEP, LINEAR_STEP * STEP)
    means, squares = ([np.zeros_like(each) for each in moving] for _ in range(2))
    size = min(BATCH, len(sample.scores))
    batches = len(sample.scores) // size
    total = epochs * batches
    count = 0
    for _ in range(epochs):
        order = rng.permutation(len(sample.scores))
        for i in range(batches):
            count += 1
            done = count / total
            pace = done / 0.1 if done < 0.1 else 0.5 + 0.5 * np.cos(np.pi * (done - 0.1) / 0.9)
            for each, slope, mean, square, step in zip(
                moving, gradient(moving, sample.part(order[i * size : (i + 1) * size])), means, squares, steps, strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                direction = mean / (1.0 - 0.9**count) / (np.sqrt(square / (1.0 - 0.999**count)) + 1e-8)
                each -= pace * step * (direction + DECAY * each if each is moving.units else direction)
    return moving
