"""Subgame perfection: an equilibrium in every subgame, found from the last subgames to the first (Zermelo 1913; Selten 1965).

In a game of perfect information every node begins a subgame, and whoever moves takes an action that is best, given what follows. Where
information is hidden, a subgame without the subgames in it is a game of its own; each of its equilibria goes with each choice of
equilibria below, whose payoffs stand where they begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..profiles import Mixed, pure
from .behaviour import Behaviour, assessed
from .form import END, ExtensiveForm, TreeBuilder
from .kuhn import behaviour_from_mixed
from .sequence_form import solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Choices = dict[int, Mixed]
"""What is done at some information sets."""
Solution = tuple[tuple[Fraction, ...], Choices]
"""An equilibrium of a subgame: what it is worth to each, and what is done at its information sets."""
MOST_LISTED = 1_000
"""Where two players' payoffs have a constant sum and there are more pairs of strategies, one mixed equilibrium is found, not all."""


@dataclass(frozen=True)
class SubgamePerfect(Sequence[Behaviour]):
    """The subgame-perfect equilibria found, and whether that is all of their kind."""

    found: tuple[Behaviour, ...]
    complete: bool
    mixed: bool

    def __getitem__(self, index: Any) -> Any:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def __str__(self) -> str:
        count = len(self.found)
        kind = "" if self.mixed else " in pure strategies"
        extent = "all there are" if self.complete and not self.mixed else "from the extreme equilibria of every subgame"
        if not self.complete:
            extent = "there are more"
        lines = [f"{count:,} subgame-perfect equilibri{'um' if count == 1 else 'a'}{kind} ({extent})"]
        return "\n".join([*lines, *(f"{number}. {each.text(everywhere=True)}" for number, each in enumerate(self.found, 1))])


def backward_induction(form: ExtensiveForm) -> Behaviour:
    """The first best action at every node of a game of perfect information, and what follows from it."""
    if not form.perfect_information:
        hidden = next(each for each in form.sets if each.player >= 0 and len(each.nodes) > 1)
        raise UsageError(
            f"Backward induction is for games of perfect information, but {form.players[hidden.player]} does not always know where one is "
            f"({hidden.label}). subgame_perfect() takes such games."
        )
    return subgame_perfect(form, mixed=False, most=1, first=True)[0]  # type: ignore[no-any-return]


def subgame_perfect(form: ExtensiveForm, mixed: bool = False, most: int = 1000, first: bool = False) -> SubgamePerfect:
    """All subgame-perfect equilibria in pure strategies, `most` at most; or with extreme mixed ones in every subgame (one in a large one).

    `first` keeps the first equilibrium of every subgame only: quick, however many there are.
    """
    if not form.perfect_recall:
        raise UsageError(f"{next(filter(None, form.forgetting))} Subgame perfection is computed for perfect recall.")
    solutions: dict[int, list[Solution]] = {}
    alone: list[int] = []
    complete = True
    starts = set(form.subgames)
    for start in reversed(form.subgames):
        inner = _inner(form, start, starts)
        found: list[Solution] = []
        for below in product(*(solutions.pop(number) for number in inner)):
            worth = {number: payoffs for number, (payoffs, _) in zip(inner, below, strict=True)}
            for payoffs, choices in _equilibria(form, start, worth, mixed, alone):
                merged = dict(choices)
                for _, others in below:
                    merged.update(others)
                found.append((payoffs, merged))
                if first:
                    break
            if len(found) > most or (first and found):
                break
        complete = complete and len(found) <= most and not first
        solutions[start] = found[:most]
    answers = []
    for _, choices in solutions[0]:
        mixtures = [each.probabilities or choices[number] for number, each in enumerate(form.sets)]
        answers.append(assessed(form, tuple(mixtures)))
    return SubgamePerfect(tuple(answers), complete and not alone, mixed)


def _inner(form: ExtensiveForm, start: int, starts: set[int]) -> list[int]:
    """The largest subgames inside the one that begins here."""
    found, number = [], start + 1
    while number < form.after[start]:
        if number in starts:
            found.append(number)
            number = form.after[number]
        else:
            number += 1
    return found


def _equilibria(
    form: ExtensiveForm, start: int, worth: dict[int, tuple[Fraction, ...]], mixed: bool, alone: list[int]
) -> Iterator[Solution]:
    """The equilibria of the subgame that begins here, with what the subgames in it are worth; to `alone` is added where it is only one."""
    root = form.nodes[start]
    if root.player >= 0 and all(child in worth or form.nodes[child].player == END for child in root.children):
        yield from _decisions(form, start, worth)  # one decision: no table needed
        return
    part, places = _truncated(form, start, worth)
    if mixed and len(part.players) == 2 and part.constant_sum is not None and part.strategies(0) * part.strategies(1) > MOST_LISTED:
        alone.append(start)  # the table has more equilibria than anybody waits for
        behaviours: Iterable[Behaviour] = [solve(part).behaviour]
    else:
        table = part.normal_form()
        profiles = [each.strategies for each in table.nash()] if mixed else table.pure_equilibria()
        behaviours = (behaviour_from_mixed(part, profile) for profile in profiles)
    for behaviour in behaviours:
        yield (
            behaviour.payoffs,
            {places[number]: mixture for number, mixture in enumerate(behaviour.mixtures) if part.sets[number].player >= 0},
        )


def _decisions(form: ExtensiveForm, start: int, worth: dict[int, tuple[Fraction, ...]]) -> Iterator[Solution]:
    root = form.nodes[start]
    values = [worth[child] if child in worth else form.gains[child] for child in root.children]
    best = max(value[root.player] for value in values)
    for action, value in enumerate(values):
        if value[root.player] == best:
            yield value, {root.set: pure(action, len(values))}


def _truncated(form: ExtensiveForm, start: int, worth: dict[int, tuple[Fraction, ...]]) -> tuple[ExtensiveForm, list[int]]:
    """The subgame that begins here as a game of its own, ends in place of the subgames in it; and what its sets were before."""
    tree = TreeBuilder(form.players, form.title)
    numbers: dict[int, int] = {-1: -1}
    places: list[int] = []
    number = start
    while number < form.after[start]:
        node = form.nodes[number]
        parent = -1 if number == start else numbers[node.parent]
        if number in worth or node.player == END:
            tree.add(parent, outcome=tree.add_outcome(worth.get(number, form.gains[number])))
            number = form.after[number]
            continue
        place = tree.find(node.set)
        if place is None:
            each = form.sets[node.set]
            place = tree.add_set(node.set, each.player, each.actions, each.probabilities, each.number, each.name)
            places.append(node.set)
        numbers[number] = tree.add(parent, place)
        number += 1
    return tree.form(), places
