"""Kuhn's theorem, both ways: with perfect recall, mixtures of pure strategies and mixtures at information sets are equally good.

A *realisation plan* gives every own move the probability that a strategy makes all own moves up to it. Strategies with the same plan
lead everywhere with the same probability, whatever the others do (Kuhn 1953; von Stengel 1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..profiles import Mixed, mixed_strategy
from .behaviour import Behaviour, assessed
from .plans import plans

if TYPE_CHECKING:
    from .form import ExtensiveForm

RealisationPlan = dict[tuple[int, int] | None, Fraction]
"""The probability of each own move (information set, action) together with all own moves before it; None, before the first, is 1."""


def mixed_from_behaviour(behaviour: Behaviour, player: int) -> Mixed:
    """The mixture of reduced pure strategies (in the order of `plans`) that does the same: choices at different sets are independent."""
    form = behaviour.form
    _needs_recall(form, player)
    mixture = []
    for plan in plans(form, player):
        weight = Fraction(1)
        for number, action in zip(form.own_sets[player], plan, strict=True):
            if action is not None:
                weight *= behaviour.mixtures[number][action]
        mixture.append(weight)
    return tuple(mixture)


def behaviour_from_mixed(form: ExtensiveForm, mixed: Sequence[Any]) -> Behaviour:
    """The behaviour that does the same as mixtures of reduced pure strategies, one for each player; see `from_realisation`."""
    if len(mixed) != len(form.players):
        raise UsageError(f"Give one mixture for each of the {len(form.players)} players, not {len(mixed)}.")
    every = []
    for player, given in enumerate(mixed):
        _needs_recall(form, player)
        own = plans(form, player)
        every.append(realisation_from_mixed(form, player, mixed_strategy(given, len(own))))
    return behaviour_from_realisation(form, every)


def realisation_from_mixed(form: ExtensiveForm, player: int, mixture: Mixed) -> RealisationPlan:
    """How probable each own move is, given a mixture of reduced pure strategies."""
    realised: RealisationPlan = {None: Fraction(1)}
    for number in form.own_sets[player]:
        for action in range(len(form.sets[number].actions)):
            realised[number, action] = Fraction(0)
    for weight, plan in zip(mixture, plans(form, player), strict=True):
        if weight:
            for number, chosen in zip(form.own_sets[player], plan, strict=True):
                if chosen is not None:
                    realised[number, chosen] += weight
    return realised


def behaviour_from_realisation(form: ExtensiveForm, every: Sequence[RealisationPlan]) -> Behaviour:
    """The behaviour with these realisation plans, one for each player. At a set to which a plan never leads all actions are equally likely.

    There nothing depends on it, as long as the player keeps to the plan.
    """
    mixtures = [each.probabilities for each in form.sets]
    for player, realised in enumerate(every):
        for number in form.own_sets[player]:
            each = form.sets[number]
            total = realised[form.last_moves[each.nodes[0]][player]]
            width = len(each.actions)
            mixtures[number] = tuple(realised[number, a] / total if total else Fraction(1, width) for a in range(width))
    return assessed(form, tuple(mixtures))


def _needs_recall(form: ExtensiveForm, player: int) -> None:
    forgotten = form.forgetting[form.player(player)]
    if forgotten is not None:
        raise UsageError(f"{forgotten} Kuhn's theorem, that mixing at information sets is as good as mixing strategies, needs it.")
