"""What is good for all, and what kind of game it is: Pareto, welfare, symmetry, potential."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .normal_form import NormalForm, Profile


@dataclass(frozen=True)
class Outcome:
    """A sum of payoffs and the choices of pure strategies where it is reached."""

    total: Fraction
    profiles: list[Profile]


def pareto(game: NormalForm) -> list[Profile]:
    """The choices of pure strategies that no other choice improves for somebody without harm to anybody.

    In the order of falling payoffs, nothing that comes later can dominate: each need only be compared with the efficient ones so far.
    """
    efficient: list[tuple[Fraction, ...]] = []
    for cell in sorted(set(game.cells), reverse=True):
        if not any(all(a >= b for a, b in zip(other, cell, strict=True)) for other in efficient):
            efficient.append(cell)
    wanted = set(efficient)
    return [profile for profile, cell in zip(game.profiles(), game.cells, strict=True) if cell in wanted]


def welfare(game: NormalForm) -> Outcome:
    """The largest sum of payoffs that pure strategies (and so any mixture) can reach."""
    sums = [sum(cell, Fraction(0)) for cell in game.cells]
    best = max(sums)
    return Outcome(best, [profile for profile, total in zip(game.profiles(), sums, strict=True) if total == best])


def is_symmetric(game: NormalForm) -> bool:
    """Whether exchanging any two players together with their strategies changes nothing.

    Neighbours suffice: their exchanges make every permutation.
    """
    if len(set(game.shape)) > 1:
        return False
    players = len(game.shape)
    for first in range(players - 1):
        order = list(range(players))
        order[first], order[first + 1] = first + 1, first
        for profile, cell in zip(game.profiles(), game.cells, strict=True):
            other = game.payoffs([profile[i] for i in order])
            if tuple(other[i] for i in order) != cell:
                return False
    return True


def potential(game: NormalForm) -> list[Fraction] | None:
    """An exact potential (Monderer & Shapley 1996): what changes by as much as the payoff of whoever changes alone, or None.

    Any path of single changes from the first cell tells what it must be; then every single change is checked.
    """
    values: list[Fraction] = []
    sizes = game.shape
    steps = [1] * len(sizes)
    for i in range(len(sizes) - 2, -1, -1):
        steps[i] = steps[i + 1] * sizes[i + 1]
    for place, profile in enumerate(game.profiles()):
        changed = next((i for i, k in enumerate(profile) if k), None)
        if changed is None:
            values.append(Fraction(0))
        else:
            before = place - steps[changed]
            values.append(values[before] + game.cells[place][changed] - game.cells[before][changed])
    for place, profile in enumerate(game.profiles()):
        for player, k in enumerate(profile):
            before = place - steps[player]
            if k and values[place] - values[before] != game.cells[place][player] - game.cells[before][player]:
                return None
    return values
