"""The sequence form in floats, for trees too large for fractions: HiGHS solves the linear program, the tree says how good the answer is.

The answer is a strategy for each player; what each can make sure of is computed from it on the tree, and `gap` is how far apart the two
guarantees are. The true value lies between them, up to the rounding of a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import CounterplayError
from .behaviour import best_response
from .sequence_form import Move, Program, completed, needs_constant_sum, program, sequence_form

if TYPE_CHECKING:
    from .form import ExtensiveForm


@dataclass(frozen=True)
class NearlySolved:
    """The value to the first player lies between `guarantee` and `guarantee + gap`; the mixtures at all information sets get that."""

    form: ExtensiveForm
    guarantee: float
    gap: float
    mixtures: tuple[tuple[float, ...], ...]

    @property
    def value(self) -> float:
        """The middle of where the value lies."""
        return self.guarantee + self.gap / 2

    def of(self, player: int) -> tuple[tuple[float, ...], ...]:
        """One player's mixtures, in the order of the own information sets."""
        return tuple(self.mixtures[number] for number in self.form.own_sets[self.form.player(player)])


def nearly_solve(form: ExtensiveForm) -> NearlySolved:
    """Value and an equilibrium of a zero-sum or constant-sum game of two players in floats, with the gap."""
    needs_constant_sum(form)
    sequences = sequence_form(form)
    lp = program(form, sequences)
    floats = in_floats(lp)
    if floats is None:
        raise CounterplayError("The linear program was not solved: floats are too short for these payoffs.")
    point, _, prices = floats
    mixtures: list[tuple[float, ...]] = [tuple(map(float, each.probabilities)) for each in form.sets]
    for player, realised in enumerate(({m: point[k] for m, k in lp.mine.items()}, {m: prices[k] for m, k in lp.theirs.items()})):
        positive: dict[Move, float] = {move: max(0.0, float(weight)) for move, weight in realised.items()}
        plan = completed(form, sequences, player, positive)
        for number in form.own_sets[player]:
            weights = [max(0.0, plan[number, action]) for action in range(len(form.sets[number].actions))]
            mixtures[number] = _shares(weights)
    total = float(form.constant_sum or 0)
    most = float(best_response(form, 0, mixtures)[0])
    least = total - float(best_response(form, 1, mixtures)[0])
    return NearlySolved(form, least, max(0.0, most - least), tuple(mixtures))


def in_floats(lp: Program) -> tuple[list[float], list[float], list[float]] | None:
    """The linear program solved by HiGHS: the point, how much room each row leaves, and the prices; None where it gives up."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    entries = [(i, k, float(amount)) for i, row in enumerate(lp.rows) for k, amount in row.items()]
    where, which, amounts = zip(*entries, strict=True)
    matrix = csr_array((amounts, (where, which)), shape=(len(lp.rows), lp.size))
    objective = [0.0] * lp.size
    objective[lp.goal] = -1.0
    best = linprog(objective, A_ub=matrix, b_ub=[float(bound) for bound in lp.bounds], method="highs-ds")
    if best.x is None:
        return None
    return best.x.tolist(), best.ineqlin.residual.tolist(), (-best.ineqlin.marginals).tolist()


def _shares(weights: list[Any]) -> tuple[float, ...]:
    total = sum(weights)
    return tuple(float(weight / total) for weight in weights) if total > 0 else (1 / len(weights),) * len(weights)
