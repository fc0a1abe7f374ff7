"""Mixed strategies, and strategies of all players together with what they are worth and how far from equilibrium they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import UsageError
from .exact import exact, shown

Mixed = tuple[Fraction, ...]
"""A probability for each pure strategy."""


def pure(strategy: int, size: int) -> Mixed:
    """The mixed strategy that always chooses this one."""
    return tuple(Fraction(int(k == strategy)) for k in range(size))


def mixed_strategy(given: Any, size: int) -> Mixed:
    """A mixed strategy from a list of probabilities, or from the number of a pure strategy; probabilities must add up to 1 exactly."""
    if isinstance(given, int) and not isinstance(given, bool):
        if not 0 <= given < size:
            raise UsageError(f"There is no strategy number {given}: they are numbered from 0 to {size - 1}.")
        return pure(given, size)
    if type(given) is tuple and len(given) == size and all(type(p) is Fraction for p in given):
        probabilities = given
    else:
        if not hasattr(given, "__len__") or isinstance(given, str) or len(given) != size:
            raise UsageError(f"A mixed strategy here is a list of {size} probabilities, not {given!r}.")
        probabilities = tuple(exact(p, "A probability") for p in given)
    if min(probabilities) < 0 or sum(probabilities) != 1:
        raise UsageError(f"Probabilities are at least 0 and add up to 1; {', '.join(map(shown, probabilities))} do not.")
    return probabilities


def called(name: str) -> str:
    """A strategy's name in a sentence: one that is only a number gets a sign, so that it is not taken for a probability."""
    return f"#{name}" if name.isdigit() else name


def worded(mixture: Mixed, names: Sequence[str]) -> str:
    """A mixed strategy in words: the strategy's name, or `1/3 left + 2/3 right`.

    >>> worded((Fraction(1, 3), Fraction(2, 3)), ["left", "right"])
    '1/3 left + 2/3 right'
    """
    parts = [(p, called(name)) for p, name in zip(mixture, names, strict=True) if p]
    if len(parts) == 1 and parts[0][0] == 1:
        return parts[0][1]
    return " + ".join(f"{shown(p)} {name}" for p, name in parts)


@dataclass(frozen=True)
class Equilibrium:
    """Strategies of all players, what they are worth, and the most that anybody could gain by changing alone (0: an equilibrium)."""

    strategies: tuple[Mixed, ...]
    payoffs: tuple[Fraction, ...]
    regret: Fraction
    names: tuple[tuple[str, ...], ...]
    players: tuple[str, ...]

    @property
    def pure(self) -> bool:
        """Whether nobody mixes."""
        return all(1 in mixture for mixture in self.strategies)

    @property
    def supports(self) -> tuple[tuple[int, ...], ...]:
        """The strategies that each player uses at all."""
        return tuple(tuple(k for k, p in enumerate(mixture) if p) for mixture in self.strategies)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: fractions as text."""
        return {
            "strategies": [[str(p) for p in mixture] for mixture in self.strategies],
            "payoffs": [str(worth) for worth in self.payoffs],
            "regret": str(self.regret),
        }

    def __str__(self) -> str:
        chosen = ", ".join(
            f"{player}: {worded(mixture, names)}" for player, mixture, names in zip(self.players, self.strategies, self.names, strict=True)
        )
        worth = ", ".join(map(shown, self.payoffs))
        return f"{chosen}; worth {worth}" + (f"; regret {float(self.regret):.1e}" if self.regret else "")
