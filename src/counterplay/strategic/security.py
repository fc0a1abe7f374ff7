"""Security strategies: what a player can make sure of alone, whatever the others do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import UsageError
from .profiles import Mixed
from .zero_sum import zero_sum

if TYPE_CHECKING:
    from .normal_form import NormalForm


@dataclass(frozen=True)
class Security:
    """The maximin mixture with the payoff it guarantees, and the same among pure strategies."""

    strategy: Mixed
    level: Fraction
    pure: int
    pure_level: Fraction


def against(game: NormalForm, player: int) -> list[list[Fraction]]:
    """A player's payoffs as a matrix: a row for each own strategy, a column for each choice of all others."""
    if not 0 <= player < len(game.shape):
        raise UsageError(f"Players are numbered from 0 to {len(game.shape) - 1}; there is none with number {player}.")
    rows: list[list[Fraction]] = [[] for _ in range(game.shape[player])]
    for profile, cell in zip(game.profiles(), game.cells, strict=True):
        rows[profile[player]].append(cell[player])
    return rows


def security(game: NormalForm, player: int) -> Security:
    """The others are taken as one opponent who wants to do harm: a zero-sum game, whose value is the security level."""
    matrix = against(game, player)
    answer = zero_sum(matrix)
    levels = [min(row) for row in matrix]
    return Security(answer.rows, answer.value, levels.index(max(levels)), max(levels))
