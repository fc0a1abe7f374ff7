"""Payoff vectors: one number for each player, as a tuple of fixed length, which is what compiled code can hold in registers."""

from __future__ import annotations

from typing import Any

from ..bits import replace
from ..game import Game
from ..kernels import kernel


def zeros(game: Game[Any, Any]) -> tuple[float, ...]:
    """Nothing for anybody: the tuple that kernels fill in, so that they know its length."""
    return (0.0,) * game.players


@kernel
def utilities(game, state, values):
    """What a terminal state is worth to each player; `values` is any vector."""
    for player in range(len(values)):
        values = replace(values, player, float(game.utility(state, player)))
    return values


@kernel
def evaluations(game, state, values):
    """What a state looks like being worth to each player; `values` is any vector."""
    for player in range(len(values)):
        values = replace(values, player, float(game.evaluate(state, player)))
    return values


@kernel
def add_weighted(values, probability, others):
    """`values` plus `probability` times `others`: one term of an expected value."""
    for player in range(len(values)):
        values = replace(values, player, values[player] + probability * others[player])
    return values
