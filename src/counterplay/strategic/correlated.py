"""Correlated equilibria: somebody trusted draws a choice for all and tells each only his own part, and nobody gains by not following.

A probability for every cell; for each player, each advice i and each alternative k the gain of k over i is not positive on average
(Aumann 1974). *Coarse*: one decides before hearing the advice, so there is one condition for each alternative (Moulin & Vial 1978).
Either way a linear program, solved exactly and with its optimality checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..errors import CounterplayError, UsageError
from .exact import shown
from .linear import maximise

if TYPE_CHECKING:
    from .normal_form import NormalForm, Profile


@dataclass(frozen=True)
class Correlated:
    """A probability for each choice of all players, what that is worth, and the most that anybody could gain by not following (0)."""

    probabilities: dict[Profile, Fraction]
    payoffs: tuple[Fraction, ...]
    regret: Fraction
    coarse: bool
    game: NormalForm

    def as_dict(self) -> dict[str, Any]:
        """For JSON: fractions as text."""
        chosen = [{"strategies": list(profile), "probability": str(p)} for profile, p in self.probabilities.items()]
        return {"probabilities": chosen, "payoffs": [str(worth) for worth in self.payoffs], "regret": str(self.regret)}

    def __str__(self) -> str:
        parts = [
            f"{shown(p)} ({', '.join(self.game.strategies[i][k] for i, k in enumerate(profile))})"
            for profile, p in self.probabilities.items()
        ]
        return f"{' + '.join(parts)}; worth {', '.join(map(shown, self.payoffs))}"


def correlated(game: NormalForm, objective: str = "welfare", *, coarse: bool = False) -> Correlated:
    """The correlated equilibrium that is best for the sum (`welfare`), worst for it (`least welfare`), or best for one (`player 1`)."""
    weights = _objective(game, objective)
    conditions = _gains(game, coarse)
    one = Fraction(1)
    count = len(game.cells)
    bounds = [Fraction(0)] * len(conditions) + [one, -one]
    best = maximise(weights, [*conditions, [one] * count, [-one] * count], bounds)
    gains = [sum((gain * p for gain, p in zip(row, best.point, strict=True) if p), Fraction(0)) for row in conditions]
    regret = max([Fraction(0), *gains])
    if regret or sum(best.point) != 1:
        raise CounterplayError("A correlated equilibrium did not pass its own check; please report this game.")
    probabilities = {profile: p for profile, p in zip(game.profiles(), best.point, strict=True) if p}
    payoffs = tuple(
        sum((p * game.payoff(profile, player) for profile, p in probabilities.items()), Fraction(0)) for player in range(len(game.shape))
    )
    return Correlated(probabilities, payoffs, regret, coarse, game)


def _objective(game: NormalForm, objective: str) -> list[Fraction]:
    if objective in ("welfare", "least welfare"):
        sign = 1 if objective == "welfare" else -1
        return [sign * sum(cell, Fraction(0)) for cell in game.cells]
    for player in range(len(game.shape)):
        if objective in (f"player {player + 1}", game.players[player]):
            return [cell[player] for cell in game.cells]
    raise UsageError(f"The objective {objective!r} is none of: welfare, least welfare, player 1, player 2, …")


def _gains(game: NormalForm, coarse: bool) -> list[list[Fraction]]:
    """One row for each condition: what not following gains in each cell."""
    rows = []
    for player, size in enumerate(game.shape):
        for alternative in range(size):
            for advice in [None] if coarse else range(size):
                if advice == alternative:
                    continue
                row = []
                for profile, cell in zip(game.profiles(), game.cells, strict=True):
                    if advice is not None and profile[player] != advice:
                        row.append(Fraction(0))
                        continue
                    other = (*profile[:player], alternative, *profile[player + 1 :])
                    row.append(game.payoff(other, player) - cell[player])
                rows.append(row)
    return rows
