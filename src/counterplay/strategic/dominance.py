"""Dominance: strategies that are never worth playing, and what remains when they are gone.

A strategy is strictly dominated if some other, pure or mixed, is worth more against every choice of the others; weakly, if never less and
at least once more. The best mixture is found by an exact linear program:

    strictly:  max ε        where  Σ_k p_k u_k(s) ≥ u_i(s) + ε  for all s       (the value of a zero-sum game: dominated where ε > 0)
    weakly:    max Σ_s d_s  where  Σ_k p_k u_k(s) = u_i(s) + d_s, d ≥ 0          (dominated where the sum is > 0)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from .exact import shown
from .linear import Infeasible, maximise
from .profiles import Mixed, called, pure, worded
from .security import against
from .zero_sum import zero_sum

if TYPE_CHECKING:
    from .normal_form import NormalForm


@dataclass(frozen=True)
class Domination:
    """A strategy that is dominated, and by what. `margin` is the least that the dominating one is better by (weakly: 0)."""

    player: int
    strategy: int
    by: Mixed
    strict: bool
    margin: Fraction
    player_name: str
    strategy_name: str
    by_name: str

    def as_dict(self) -> dict[str, Any]:
        """For JSON: names, and fractions as text."""
        return {
            "player": self.player_name,
            "strategy": self.strategy_name,
            "by": [str(p) for p in self.by],
            "strict": self.strict,
            "margin": str(self.margin),
            "text": str(self),
        }

    def __str__(self) -> str:
        how = f"strictly dominated by {self.by_name}, better by at least {shown(self.margin)}"
        return f"{self.player_name}: {called(self.strategy_name)} is {how if self.strict else f'weakly dominated by {self.by_name}'}"


def dominated(game: NormalForm, player: int | None = None, *, strict: bool = True, mixed: bool = True) -> list[Domination]:
    """The dominated strategies of a player, or of all. `strict=False` also finds those dominated only weakly."""
    if player is None:
        return [each for i in range(len(game.shape)) for each in dominated(game, i, strict=strict, mixed=mixed)]
    matrix = against(game, player)
    found = []
    for strategy in range(len(matrix)):
        answer = _by_pure(matrix, strategy, strict)
        if mixed and (answer is None or not answer[1]) and len(matrix) > 2:
            answer = _by_mixed(matrix, strategy, strict) or answer
        if answer is not None:
            by, margin = answer
            names = game.strategies[player]
            found.append(Domination(player, strategy, by, margin > 0, margin, game.players[player], names[strategy], worded(by, names)))
    return found


def _by_pure(matrix: list[list[Fraction]], strategy: int, strict: bool) -> tuple[Mixed, Fraction] | None:
    """The pure strategy that dominates by the largest margin."""
    best: tuple[Mixed, Fraction] | None = None
    for other, row in enumerate(matrix):
        gains = [a - b for a, b in zip(row, matrix[strategy], strict=True)]
        margin = min(gains)
        if (margin > 0 or (not strict and margin == 0 and max(gains) > 0)) and (best is None or margin > best[1]):
            best = pure(other, len(matrix)), margin
    return best


def _by_mixed(matrix: list[list[Fraction]], strategy: int, strict: bool) -> tuple[Mixed, Fraction] | None:
    """The mixture that dominates by the largest margin; weakly, the one that is better by the largest sum."""
    others = [k for k in range(len(matrix)) if k != strategy]
    gains = [[a - b for a, b in zip(matrix[k], matrix[strategy], strict=True)] for k in others]
    answer = zero_sum(gains)
    if answer.value > 0:
        return _spread(answer.rows, others, len(matrix)), answer.value
    if strict or answer.value < 0:
        return None
    sums = [sum(row, Fraction(0)) for row in gains]
    one = Fraction(1)
    constraints = [[-gain for gain in column] for column in zip(*gains, strict=True)]
    bounds = [Fraction(0)] * len(constraints)
    constraints += [[one] * len(others), [-one] * len(others)]
    try:
        best = maximise(sums, constraints, [*bounds, one, -one])
    except Infeasible:
        return None
    return (_spread(tuple(best.point), others, len(matrix)), Fraction(0)) if best.value > 0 else None


def _spread(mixture: Mixed, places: list[int], size: int) -> Mixed:
    found = [Fraction(0)] * size
    for place, p in zip(places, mixture, strict=True):
        found[place] = p
    return tuple(found)


def dominant(game: NormalForm, player: int, *, strict: bool = True) -> int | None:
    """The strategy that strictly dominates every other (not strict: is never worse, and against each other one once better)."""
    matrix = against(game, player)
    for strategy, row in enumerate(matrix):
        gains = [[a - b for a, b in zip(row, other, strict=True)] for k, other in enumerate(matrix) if k != strategy]
        if all(min(gain) > 0 or (not strict and min(gain) == 0 and max(gain) > 0) for gain in gains):
            return strategy
    return None


@dataclass(frozen=True)
class Elimination:
    """What was taken away in which round, and the game that is left."""

    game: NormalForm
    rounds: tuple[tuple[Domination, ...], ...]
    left: NormalForm
    kept: tuple[tuple[int, ...], ...]
    """For each player, the numbers (in the whole game) of the strategies that are left."""
    strict: bool

    @property
    def solved(self) -> bool:
        """Whether one strategy is left for each player."""
        return all(len(numbers) == 1 for numbers in self.kept)

    def removed(self) -> dict[tuple[int, int], int]:
        """The round in which each strategy (player, number in the whole game) went."""
        return {(each.player, each.strategy): number for number, steps in enumerate(self.rounds, 1) for each in steps}

    def svg(self, until: int | None = None) -> str:
        """The table with what was taken away (`until` some round) struck out, and the round beside it."""
        from .table import svg_table

        return svg_table(self.game, {each: number for each, number in self.removed().items() if until is None or number <= until})

    def _repr_html_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        kind = "strictly" if self.strict else "weakly"
        if not self.rounds:
            return f"No strategy is {kind} dominated."
        lines = [f"Round {number}: {each}." for number, steps in enumerate(self.rounds, 1) for each in steps]
        names = [[self.game.strategies[i][k] for k in numbers] for i, numbers in enumerate(self.kept)]
        left = "; ".join(f"{player}: {', '.join(map(called, some))}" for player, some in zip(self.game.players, names, strict=True))
        lines.append(f"Left: {left}.")
        if not self.strict:
            lines.append("(What is left may depend on the order here: each round takes away all that is dominated at once.)")
        return "\n".join(lines)


def eliminate(game: NormalForm, *, strict: bool = True, mixed: bool = True) -> Elimination:
    """Iterated elimination: in each round all dominated strategies of all players go at once.

    Strictly, the order does not matter. Weakly it may; and at least one strategy of each player always stays.
    """
    if not isinstance(strict, bool) or not isinstance(mixed, bool):
        raise UsageError("strict and mixed are True or False.")
    kept = [list(range(size)) for size in game.shape]
    left = game
    rounds: list[tuple[Domination, ...]] = []
    while True:
        steps = []
        for each in dominated(left, strict=strict, mixed=mixed):
            player = each.player
            by = _spread(each.by, kept[player], game.shape[player])
            steps.append(
                Domination(
                    player, kept[player][each.strategy], by, each.strict, each.margin, each.player_name, each.strategy_name, each.by_name
                )
            )
        if not steps:
            return Elimination(game, tuple(rounds), left, tuple(map(tuple, kept)), strict)
        rounds.append(tuple(steps))
        gone = {(each.player, each.strategy) for each in steps}
        kept = [[k for k in numbers if (i, k) not in gone] for i, numbers in enumerate(kept)]
        left = game.without([[k for k in range(size) if k not in numbers] for size, numbers in zip(game.shape, kept, strict=True)])
