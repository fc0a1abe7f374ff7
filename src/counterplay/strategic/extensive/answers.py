"""The equilibria of a tree, by the way that suits it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from ...errors import UsageError
from .behaviour import Behaviour
from .kuhn import behaviour_from_mixed
from .sequence_form import solve

if TYPE_CHECKING:
    from ..normal_form import NormalForm
    from .form import ExtensiveForm

Method = Literal["sequence form", "reduced normal form"]


@dataclass(frozen=True)
class Answer(Sequence[Behaviour]):
    """Equilibria of a tree: one by the sequence form, or all by the reduced normal form."""

    form: ExtensiveForm
    method: Method
    behaviours: tuple[Behaviour, ...]
    """A mixture at every information set; empty where somebody forgets, for then strategies must be mixed as wholes (`found`)."""
    value: Fraction | None
    """What the game is worth to the first player, where two players' payoffs have a constant sum."""
    table: NormalForm | None = None
    """The reduced normal form, where it was used …"""
    found: Any = None
    """… and its equilibria, in the same order as the behaviours."""

    def __getitem__(self, index: Any) -> Any:
        return self.behaviours[index]

    def __len__(self) -> int:
        return len(self.behaviours)

    @property
    def complete(self) -> bool:
        """Whether these are certainly all (extreme) equilibria."""
        return self.found is not None and bool(getattr(self.found, "complete", True))

    def __str__(self) -> str:
        if self.found is not None and not self.behaviours:
            return str(self.found)
        if self.found is None:
            lines = ["An equilibrium, by the sequence form; every regret, computed in fractions, is 0", str(self.behaviours[0])]
        else:
            first, *rest = str(self.found).split("\n")
            told = [f"{number}. {each}" for number, each in enumerate(self.behaviours, 1)]
            lines = [first, *told, *rest[len(told) :]]
        return "\n".join(lines)


def nash(form: ExtensiveForm, *, table: bool = False, cells: int | None = None, **settings: Any) -> Answer:
    """Equilibria. Two players, constant sum and perfect recall: one, by the sequence form. Otherwise, or if `table`: all, by the table.

    The table may have so many `cells`; `settings` are those of its own `nash`.
    """
    zero_sum = len(form.players) == 2 and form.constant_sum is not None
    if zero_sum and form.perfect_recall and not table:
        if settings:
            raise UsageError(f"{', '.join(settings)}: a setting of the table's nash; say table=True to have it.")
        solved = solve(form)
        return Answer(form, "sequence form", (solved.behaviour,), solved.value)
    normal = form.normal_form(cells=cells)
    found = normal.nash(**settings)
    behaviours = tuple(behaviour_from_mixed(form, each.strategies) for each in found) if form.perfect_recall else ()
    value = normal.value if zero_sum else None  # type: ignore[attr-defined]
    return Answer(form, "reduced normal form", behaviours, value, normal, found)
