"""The lectures' three requirements for an evaluation, measured (Russell & Norvig, section 5.3.1).

1. It orders terminal states as the utility does.
2. It takes little time.
3. For other states it goes with the actual chance to win.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from ..buffers import Pointer
from ..evaluations.charts import calibration_chart
from ..game import CHANCE, Game
from ..kernels import Runner, kernel
from ..rng import Random
from ..watch import Watch
from .experience import best_child
from .self_play import rolled

BINS: Final = 20
WANDERING: Final = 0.2
"""How often a player plays any action, so that all kinds of positions come up."""
CALLS: Final = 100
"""How often each position is evaluated to know how long that takes."""


@dataclass(frozen=True)
class Requirements:
    """How an evaluation meets them."""

    ends: int
    """How many finished games were looked at."""
    misordered: int
    """How many pairs of ends it puts in another order than the utility does."""
    nanoseconds: float
    """What a call takes."""
    positions: int
    correlation: float
    """Between its values and how the games ended."""
    bias: float
    """By how much a value differs from what came of it, on average over values of all sizes."""
    bins: tuple[tuple[float, float, int], ...]
    """Values in steps: the mean value, the mean result, the number of positions."""

    def __str__(self) -> str:
        order = "as the utility does" if self.misordered == 0 else f"differently from the utility in {self.misordered:,} pairs"
        return (
            f"orders {self.ends:,} finished games {order}; takes {self.nanoseconds:,.0f} ns a call; goes with the results by a"
            f" correlation of {self.correlation:.3f}, and is off by {self.bias:.3f} on average ({self.positions:,} positions)"
        )

    def svg(self) -> str:
        """The calibration: what came of positions, by the value they were given."""
        return calibration_chart(self.bins)


@kernel
def judge(game, root, games, most, depth, values, results, ends, worths, rng, watch):
    """Play games, looking `depth` plies beyond each action; write down the value and the result of every position and of every end.

    Returns how many positions there are.
    """
    written = 0
    for number in range(games):
        state, begun, plies = root, written, 0
        while not game.is_terminal(state) and plies < most and not watch.enter(state, number, 0.0, 0.0):
            if game.is_cutoff(state, 0):
                values[written] = float(game.evaluate(state, 0))
                written += 1
            if game.to_move(state) == CHANCE:
                state = rolled(game, state, rng)
            elif rng.uniform() < WANDERING:
                state = game.result(state, game.random_action(state, rng))
            else:
                state, _ = best_child(game, state, depth, watch)
            plies += 1
        over = game.is_terminal(state)
        worth = float(game.utility(state, 0)) if over else 0.0
        worths[number] = worth
        ends[number] = float(game.evaluate(state, 0)) if over else 0.0
        for i in range(begun, written):
            results[i] = worth
    return written


@kernel
def evaluate_often(game, root, plies, calls, rng, watch):
    """Evaluate the positions of a random game over and over; returns how many calls, and a sum, so that no call can be left out."""
    state, total, made = root, 0.0, 0
    for _ in range(plies):
        if game.is_terminal(state):
            state = root
        for _ in range(calls):
            total += float(game.evaluate(state, 0))
            made += 1
        if game.to_move(state) == CHANCE:
            state = rolled(game, state, rng)
        else:
            state = game.result(state, game.random_action(state, rng))
    return made, total


def requirements(
    game: Game[Any, Any], *, evaluate: Any = None, games: int = 500, plies: int = 400, seed: int = 1, compiled: bool = True
) -> Requirements:
    """Measure the game's evaluation, or another, by games that it plays against itself with some random moves.

    >>> import counterplay as cp
    >>> found = requirements(cp.load("tic_tac_toe"), games=20, compiled=False)
    >>> found.ends, found.misordered
    (20, 0)
    """
    import numpy

    game = game if evaluate is None else game.using(evaluate=evaluate)
    columns = [numpy.zeros(length, kind) for kind, length in ((float, games * plies),) * 2 + ((float, games),) * 2]
    seen = [Pointer(column) for column in columns] if compiled else columns
    run = Runner(compiled)
    depth = 0
    written = run(judge, game, game.initial(), games, plies, depth, *seen, Random(seed), watch=Watch())
    values, results, ends, worths = columns[0][:written], columns[1][:written], columns[2], columns[3]
    run(evaluate_often, game, game.initial(), 1, 1, Random(seed), watch=Watch())
    started = time.process_time()
    calls, _ = run(evaluate_often, game, game.initial(), 60, CALLS, Random(seed), watch=Watch())
    nanoseconds = (time.process_time() - started) / calls * 1e9
    wrong = numpy.sum((worths[:, None] > worths[None, :]) & (ends[:, None] <= ends[None, :]))
    most = max(1.0, float(abs(results).max()), float(abs(values).max()))
    place = numpy.minimum(((values / most + 1) / 2 * BINS).astype(int), BINS - 1)
    bins = [
        (float(values[place == i].mean() / most), float(results[place == i].mean() / most), int((place == i).sum()))
        for i in range(BINS)
        if (place == i).any()
    ]
    spread = values.std() * results.std()
    correlation = float(((values - values.mean()) * (results - results.mean())).mean() / spread) if spread else 0.0
    bias = sum(count * abs(said - came) for said, came, count in bins) / max(1, written)
    return Requirements(games, int(wrong), nanoseconds, written, correlation, bias, tuple(bins))
