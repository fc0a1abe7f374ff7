"""A small network as an evaluation, in plain loops that compile with the rules: sparse inputs, one hidden layer, a ladder of outcomes.

The utilities that a game can end with are a ladder, from worst to best (in backgammon -3, -2, -1, 1, 2, 3). Output k is the probability
that the game ends at least on rung k + 1, for the player whose view is encoded; the value is what that expects:

    value = rungs[0] + the sum over k of (rungs[k + 1] - rungs[k]) * output k

Weights lie one after the other: for every input one to each hidden unit, the biases of the hidden units, for every hidden unit one to
each output, the biases of the outputs. Without hidden units the inputs reach the outputs themselves, and these weights are all there are:
the evaluation is a weighted sum, as of patterns. A game with a network carries them as `network`, beside `network_inputs`, `network_hidden`
and `rungs`.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from ..buffers import scratch

MOST_HIDDEN: Final = 256
MOST_ACTIVE: Final = 128
"""So many inputs of one state may differ from 0."""
MOST_OUTPUTS: Final = 16
CLEAR: Final = 30.0
"""Beyond this a logistic function is 0 or 1 for all purposes."""


def squashed(x: float) -> float:
    """A sigmoid made of two parabolas, within 0.024 of the logistic function (Zhang, Vassiliadis & Delgado-Frias 1996): no exponential."""
    rest = 1.0 - 0.25 * abs(x)
    if rest < 0.0:
        rest = 0.0
    half = 0.5 * rest * rest
    return 1.0 - half if x > 0.0 else half


def slope(x: float) -> float:
    """The derivative of `squashed`."""
    rest = 1.0 - 0.25 * abs(x)
    return 0.25 * rest if rest > 0.0 else 0.0


def logistic(x: float) -> float:
    """The probability whose log odds are x."""
    return 1.0 / (1.0 + exp(-max(-CLEAR, min(CLEAR, x))))


def reached(hidden: int, outputs: int) -> int:
    """How many units the inputs reach: the hidden ones or, where there are none, the outputs."""
    return hidden if hidden > 0 else outputs


def sum_inputs(weights: Any, inputs: int, width: int, places: Any, amounts: Any, active: int, sums: Any) -> None:
    """What comes to each of the units that the inputs reach: its bias and the rows of the inputs that are not 0."""
    bias = inputs * width
    for j in range(width):
        sums[j] = weights[bias + j]
    for i in range(active):
        row, amount = int(places[i]) * width, amounts[i]
        for j in range(width):
            sums[j] += amount * weights[row + j]


def outputs_from(weights: Any, inputs: int, hidden: int, outputs: int, sums: Any, units: Any, found: Any) -> None:
    """The hidden units and the outputs, from the sums of the inputs."""
    for j in range(hidden):
        units[j] = squashed(sums[j])
    first = (inputs + 1) * hidden
    for k in range(outputs):
        found[k] = weights[first + hidden * outputs + k] if hidden > 0 else sums[k]
    for j in range(hidden):
        unit, row = units[j], first + j * outputs
        for k in range(outputs):
            found[k] += unit * weights[row + k]
    for k in range(outputs):
        found[k] = logistic(found[k])


def expected(rungs: tuple[float, ...], found: Any) -> float:
    """The utility that the outputs expect."""
    value = rungs[0]
    for k in range(len(rungs) - 1):
        value += (rungs[k + 1] - rungs[k]) * found[k]
    return value


def network_value(game: Any, state: Any, player: int) -> float:
    """The evaluation of a game that carries a network."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    places, amounts = scratch(MOST_ACTIVE), scratch(MOST_ACTIVE)
    sums, units, found = scratch(MOST_HIDDEN), scratch(MOST_HIDDEN), scratch(MOST_OUTPUTS)
    active = game.encode(state, places, amounts)
    inputs, hidden, outputs = game.network_inputs, game.network_hidden, len(game.rungs) - 1
    sum_inputs(game.network, inputs, reached(hidden, outputs), places, amounts, active, sums)
    outputs_from(game.network, inputs, hidden, outputs, sums, units, found)
    value = expected(game.rungs, found)
    return value if player == game.viewpoint(state) else -value
