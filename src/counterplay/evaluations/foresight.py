"""A network that says what a state is worth and which actions look good, in plain loops that compile with the rules.

Sparse inputs (the game's `encode`), two hidden layers of rectified units, and outputs: the value first, then a logit for every action
number. The value is tanh(output / 2), so that (1 + value) / 2 is the logistic function of the output: the chance to win.

Weights lie one after the other: for every input one to each unit of the first layer, the biases of these; for each of them one to each
unit of the second layer, their biases; for each of those one to each output, the biases of the outputs. A game that is guided by a network
carries them as `network`, beside `network_inputs`, `network_wide`, `network_narrow` and `policy_outputs`.
"""

from __future__ import annotations

from math import tanh
from typing import Any, Final

from ..buffers import scratch
from .forward import MOST_ACTIVE

MOST_UNITS: Final = 1024
"""In a layer."""
MOST_POLICY: Final = 128
"""So many action numbers a game may have."""
MOST_SAID: Final = MOST_POLICY + 1


def add_rows(weights: Any, first: int, width: int, rows: Any, amounts: Any, count: int, sums: Any) -> None:
    """Add so many rows of a matrix, each times its amount; behind its `size` rows, the matrix from `first` on has the biases.

    Four rows at a time: so a sum is fetched and put back once, not four times.
    """
    i = 0
    while i + 4 <= count:
        a, b = first + int(rows[i]) * width, first + int(rows[i + 1]) * width
        c, d = first + int(rows[i + 2]) * width, first + int(rows[i + 3]) * width
        p, q, r, s = amounts[i], amounts[i + 1], amounts[i + 2], amounts[i + 3]
        for j in range(width):
            sums[j] += p * weights[a + j] + q * weights[b + j] + r * weights[c + j] + s * weights[d + j]
        i += 4
    while i < count:
        a, p = first + int(rows[i]) * width, amounts[i]
        for j in range(width):
            sums[j] += p * weights[a + j]
        i += 1


def layer(weights: Any, first: int, size: int, width: int, rows: Any, amounts: Any, count: int, sums: Any) -> int:
    """What reaches every unit of a layer: its bias and what comes from the units below that are not 0. Returns where the next begins."""
    bias = first + size * width
    for j in range(width):
        sums[j] = weights[bias + j]
    add_rows(weights, first, width, rows, amounts, count, sums)
    return bias + width


def rectified(sums: Any, width: int, rows: Any, amounts: Any) -> int:
    """List the units that are not 0; returns how many there are."""
    count = 0
    for j in range(width):
        if sums[j] > 0.0:
            rows[count] = j
            amounts[count] = sums[j]
            count += 1
    return count


def network_foresees(game: Any, state: Any, logits: Any) -> float:
    """`Game.foresee` of a game that is guided by a network."""
    rows, amounts, sums = scratch(MOST_UNITS), scratch(MOST_UNITS), scratch(MOST_UNITS)
    outputs = game.policy_outputs + 1
    count = game.encode(state, rows, amounts)
    second = layer(game.network, 0, game.network_inputs, game.network_wide, rows, amounts, count, sums)
    count = rectified(sums, game.network_wide, rows, amounts)
    third = layer(game.network, second, game.network_wide, game.network_narrow, rows, amounts, count, sums)
    count = rectified(sums, game.network_narrow, rows, amounts)
    layer(game.network, third, game.network_narrow, outputs, rows, amounts, count, sums)
    for number in range(game.policy_outputs):
        logits[number] = sums[number + 1]
    return tanh(0.5 * sums[0])


def weight_count(inputs: int, wide: int, narrow: int, policy: int) -> int:
    """How many weights a network has."""
    return (inputs + 1) * wide + (wide + 1) * narrow + (narrow + 1) * (policy + 1)


assert MOST_UNITS >= MOST_ACTIVE and MOST_UNITS >= MOST_SAID  # what is listed for one layer is overwritten for the next
