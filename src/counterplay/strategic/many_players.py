"""Equilibria of three and more players.

Where at most two players mix, the others' pure strategies leave a game of two, and all its equilibria are found exactly
(`equilibria.py`); those in which the others, too, have nothing to gain are kept. Where three or more mix, the equations are no longer
linear, and solutions may be irrational: `boxes.py` finds them all by cutting. A solution with a simple fraction is tried exactly; of any
other the regret, computed in fractions at the nearest point that floats can name, is stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING, Any, Final

from ..errors import UsageError
from .profiles import Equilibrium, Mixed, pure

if TYPE_CHECKING:
    from .normal_form import NormalForm

MOST_BOXES: Final = 4_000
"""So many boxes are looked at in all, unless the caller says otherwise."""
FAIR_SHARE: Final = 30
"""Every choice of supports gets at least so many, so that a continuum in one of them hides nothing in another."""
MOST_SUPPORTS: Final = 20_000
SIMPLE: Final = 10_000
"""The largest denominator that is tried as the exact value of a solution."""


@dataclass(frozen=True)
class ManyPlayerEquilibria(Sequence[Equilibrium]):
    """The equilibria found; whether that is certainly all of them, and if not, why not."""

    found: tuple[Equilibrium, ...]
    complete: bool
    remark: str

    @property
    def pure(self) -> list[Equilibrium]:
        """Those in which nobody mixes."""
        return [each for each in self.found if each.pure]

    @property
    def regret(self) -> Fraction:
        """The largest regret of all: 0 where all are exact."""
        return max((each.regret for each in self.found), default=Fraction(0))

    def __getitem__(self, index: Any) -> Any:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def __str__(self) -> str:
        count = len(self.found)
        regret = "every regret, computed in fractions, is 0" if not self.regret else f"no regret is over {float(self.regret):.1e}"
        lines = [f"{count} equilibri{'um' if count == 1 else 'a'}{' (all there are)' if self.complete else ''}; {regret}"]
        lines += [f"{number + 1}. {each}" for number, each in enumerate(self.found)]
        return "\n".join([*lines, *([self.remark] if self.remark else [])])


def many_player_equilibria(game: NormalForm, boxes: int = MOST_BOXES) -> ManyPlayerEquilibria:
    """The equilibria of a game of any number of players. `boxes` is how much work is spent where three or more mix."""
    found: dict[tuple[Mixed, ...], Equilibrium] = {}
    endless = False
    for each, finite in _at_most_two_mix(game):
        found[each.strategies] = each
        endless = endless or not finite
    mixed, remark = _three_or_more_mix(game, boxes) if len(game.shape) > 2 else ([], "")
    for each in mixed:
        if not any(_near(each, other) for other in found.values()):
            found[each.strategies] = each
    remarks = [remark] if remark else []
    if endless:
        remarks.insert(0, "Some of these are corners of a continuum of equilibria.")
    ordered = sorted(found.values(), key=lambda each: [tuple(-p for p in mixture) for mixture in each.strategies])
    return ManyPlayerEquilibria(tuple(ordered), not remarks, " ".join(remarks))


def _near(one: Equilibrium, other: Equilibrium) -> bool:
    return all(abs(float(p - q)) < 1e-7 for a, b in zip(one.strategies, other.strategies, strict=True) for p, q in zip(a, b, strict=True))


def _at_most_two_mix(game: NormalForm) -> Iterator[tuple[Equilibrium, bool]]:
    """For every pair and every choice of the others: the two's equilibria in which the others have nothing to gain."""
    from .normal_form import NormalForm

    players = range(len(game.shape))
    if len(players) == 1:
        for (choice,) in game.pure_equilibria():
            yield game.equilibrium([choice]), True
        return
    for first, second in combinations(players, 2):
        rest = [i for i in players if i not in (first, second)]
        for fixed in product(*(range(game.shape[i]) for i in rest)):
            cells = []
            for pair in product(range(game.shape[first]), range(game.shape[second])):
                profile = _merged(players, (first, second), pair, rest, fixed)
                cell = game.payoffs(profile)
                cells.append((cell[first], cell[second]))
            two: Any = NormalForm.from_cells((game.shape[first], game.shape[second]), cells)
            answers = two.nash()
            whole = []
            for each in answers:
                mixtures: list[Any] = [None] * len(players)
                for i, k in zip(rest, fixed, strict=True):
                    mixtures[i] = pure(k, game.shape[i])
                mixtures[first], mixtures[second] = each.strategies
                whole.append(game.equilibrium(mixtures))
            finite = all(_one_at_most(game, rest, [whole[k] for k in some.equilibria]) for part in answers.components for some in part.sets)
            for candidate in whole:
                if candidate.regret == 0:
                    yield candidate, finite


def _one_at_most(game: NormalForm, others: list[int], corners: list[Equilibrium]) -> bool:
    """Whether no continuum between these corners, equilibria for two, is one for the others too.

    What another gains by a change is linear in each of the two's mixtures: a change that gains at one corner and loses at none
    gains wherever that corner has weight.
    """
    gains = []
    for corner in corners:
        gain = []
        for i in others:
            worth = game.deviations(corner.strategies, i)
            gain += [value - corner.payoffs[i] for value in worth]
        gains.append(gain)
    while len(gains) > 1:
        harmful = [k for k in range(len(gains[0])) if min(gain[k] for gain in gains) >= 0]
        left = [gain for gain in gains if all(gain[k] == 0 for k in harmful)]
        if len(left) == len(gains):
            return False
        gains = left
    return True


def _merged(players: range, pair: tuple[int, int], choices: tuple[int, ...], rest: list[int], fixed: tuple[int, ...]) -> list[int]:
    chosen = dict(zip((*pair, *rest), (*choices, *fixed), strict=True))
    return [chosen[i] for i in players]


def _three_or_more_mix(game: NormalForm, most: int) -> tuple[list[Equilibrium], str]:
    import numpy as np

    from .boxes import Indifference, supports

    if prod(2**size - 1 for size in game.shape) > MOST_SUPPORTS:
        raise UsageError(
            f"{' x '.join(map(str, game.shape))} strategies can be in use in more than {MOST_SUPPORTS:,} ways: too many to try. "
            "pure_equilibria, eliminate and correlated work at this size."
        )
    payoffs = []
    for player in range(len(game.shape)):
        table = np.array([float(cell[player]) for cell in game.cells]).reshape(game.shape)
        payoffs.append((table - table.min()) / (float(np.ptp(table)) or 1.0))
    found, unclear, left = [], 0, most
    chosen = supports(game.shape)
    for number, some in enumerate(chosen):
        equations = Indifference(payoffs, some)
        answer = equations.solve(max(FAIR_SHARE, left // (len(chosen) - number)))
        if answer.unclear:
            equations.seek(answer)
        left = max(0, left - answer.boxes)
        unclear += answer.unclear
        for point in answer.points:
            candidate = _certified(game, some, point)
            if candidate is not None:
                found.append(candidate)
    remark = f"{unclear:,} small boxes of mixtures stayed unclear: there may be more equilibria, or a continuum." if unclear else ""
    return found, remark


def _certified(game: NormalForm, some: tuple[tuple[int, ...], ...], point: list[Any]) -> Equilibrium | None:
    """The solution in fractions: the simplest nearby ones if they are exactly an equilibrium, else those the floats stand for."""
    best: Equilibrium | None = None
    for denominator in (12, 100, SIMPLE, None):
        mixtures = []
        for support, size, numbers in zip(some, game.shape, point, strict=True):
            weights = [Fraction(float(p)) if denominator is None else Fraction(float(p)).limit_denominator(denominator) for p in numbers]
            total = sum(weights)
            mixture = [Fraction(0)] * size
            for k, weight in zip(support, weights, strict=True):
                mixture[k] = weight / total
            mixtures.append(tuple(mixture))
        candidate = game.equilibrium(mixtures)
        if candidate.regret == 0:
            return candidate
        best = candidate
    span = max(max(cell) for cell in game.cells) - min(min(cell) for cell in game.cells)
    return best if best is not None and best.regret <= span / 10**12 else None
