"""Behaviour strategies: a mixture at every information set. What they are worth, and how much anybody could gain by changing alone.

Best responses are computed set by set from the last to the first: with perfect recall what one gets after a choice depends on nothing
else one chose elsewhere. All in fractions, so that a regret of 0 proves an equilibrium.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ...game import CHANCE
from ..exact import shown
from ..profiles import Mixed, mixed_strategy, worded

if TYPE_CHECKING:
    from .form import ExtensiveForm

Mixtures = tuple[Mixed, ...]
"""A probability for each action at each information set, in the order of `form.sets`; chance keeps its own."""


@dataclass(frozen=True)
class Behaviour:
    """What everybody does everywhere, what it is worth to each, and what each could gain by changing alone."""

    form: ExtensiveForm
    mixtures: Mixtures
    payoffs: tuple[Fraction, ...]
    regrets: tuple[Fraction, ...]

    @property
    def regret(self) -> Fraction:
        """The most that anybody could gain by changing alone: 0 in an equilibrium."""
        return max(self.regrets)

    @property
    def pure(self) -> bool:
        """Whether nobody mixes anywhere."""
        return all(1 in mixture for mixture, each in zip(self.mixtures, self.form.sets, strict=True) if each.player != CHANCE)

    def of(self, player: int) -> tuple[Mixed, ...]:
        """One player's mixtures, in the order of the own information sets."""
        return tuple(self.mixtures[number] for number in self.form.own_sets[self.form.player(player)])

    def as_dict(self) -> dict[str, Any]:
        """For JSON: fractions as text."""
        return {
            "behaviour": [[[str(p) for p in mixture] for mixture in self.of(player)] for player in range(len(self.form.players))],
            "payoffs": [str(worth) for worth in self.payoffs],
            "regret": str(self.regret),
        }

    def text(self, everywhere: bool = False) -> str:
        """In words: what is done at the sets to which the player's own choices lead, or everywhere."""
        reached = own_reach(self.form, self.mixtures)
        parts = []
        for player, name in enumerate(self.form.players):
            own = [number for number in self.form.own_sets[player] if reached[number] or everywhere]
            told = [worded(self.mixtures[number], self.form.sets[number].actions) for number in own]
            if len(self.form.own_sets[player]) > 1:
                told = [f"{self.form.sets[number].label}: {words}" for number, words in zip(own, told, strict=True)]
            parts.append(f"{name} ({'; '.join(told)})" if told else f"{name} (nothing to choose)")
        worth = ", ".join(map(shown, self.payoffs))
        return f"{', '.join(parts)}; worth {worth}" + (f"; regret {float(self.regret):.1e}" if self.regret else "")

    def __str__(self) -> str:
        return self.text()


def behaviour(form: ExtensiveForm, given: Any) -> Behaviour:
    """Verify a behaviour and compute what it is worth.

    `given` has an entry for each player, in which there is one for each own information set (`form.own_sets`): the probabilities of its
    actions, or the number of one.

    >>> from counterplay.strategic.extensive import read_efg
    >>> form = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1 } t "" 2 "" { 3 }')
    >>> half = form.behaviour([[("1/2", "1/2")]])
    >>> half.payoffs, half.regret
    ((Fraction(2, 1),), Fraction(1, 1))
    """
    if not hasattr(given, "__len__") or len(given) != len(form.players):
        raise UsageError(f"Give a list for each of the {len(form.players)} players, with a mixture for each own information set.")
    mixtures: list[Mixed] = [each.probabilities for each in form.sets]
    for player, (own, some) in enumerate(zip(form.own_sets, given, strict=True)):
        if not hasattr(some, "__len__") or len(some) != len(own):
            raise UsageError(f"{form.players[player]} has {len(own)} information sets: give a mixture for each of them.")
        for number, mixture in zip(own, some, strict=True):
            mixtures[number] = mixed_strategy(mixture, len(form.sets[number].actions))
    return assessed(form, tuple(mixtures))


def assessed(form: ExtensiveForm, mixtures: Mixtures) -> Behaviour:
    """Mixtures at all information sets, with what they are worth and the regrets."""
    payoffs = expected(form, mixtures)
    regrets = tuple(best_response(form, player, mixtures)[0] - payoffs[player] for player in range(len(form.players)))
    return Behaviour(form, mixtures, payoffs, regrets)


def expected(form: ExtensiveForm, mixtures: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """What everybody gets on average."""
    reach = reaches(form, mixtures)
    return tuple(
        sum((reach[end] * form.gains[end][player] for end in form.ends if reach[end]), Fraction(0)) for player in range(len(form.players))
    )


def reaches(form: ExtensiveForm, mixtures: Sequence[Sequence[Any]], but: int | None = None) -> list[Any]:
    """How probable each node is; as if player `but` did everything to come there, if one is named."""
    reach: list[Any] = [Fraction(1)]
    for node in form.nodes[1:]:
        parent = form.nodes[node.parent]
        reach.append(reach[node.parent] if parent.player == but else reach[node.parent] * mixtures[parent.set][node.action])
    return reach


def own_reach(form: ExtensiveForm, mixtures: Mixtures) -> list[bool]:
    """For each information set whether its player's own choices ever lead to it."""
    reached: list[bool] = []
    for each in form.sets:
        moves = [form.last_moves[node][each.player] if each.player != CHANCE else None for node in each.nodes]
        reached.append(any(move is None or (reached[move[0]] and mixtures[move[0]][move[1]] > 0) for move in moves))
    return reached


def best_response(form: ExtensiveForm, player: int, mixtures: Sequence[Sequence[Any]]) -> tuple[Any, dict[int, int]]:
    """The most that a player can get while the others do not change, and the best action at each own information set."""
    forgotten = form.forgetting[form.player(player)]
    if forgotten is not None:
        raise UsageError(f"{forgotten} Best responses and behaviour strategies need perfect recall; normal_form() does not.")
    reach = reaches(form, mixtures, but=player)
    worth: dict[tuple[int, int] | None, Any] = {None: Fraction(0)}
    for end in form.ends:
        if reach[end]:
            move = form.last_moves[end][player]
            worth[move] = worth.get(move, 0) + reach[end] * form.gains[end][player]
    chosen = {}
    for number in reversed(form.own_sets[player]):
        each = form.sets[number]
        values = [worth.get((number, action), 0) for action in range(len(each.actions))]
        chosen[number] = max(range(len(values)), key=values.__getitem__)
        before = form.last_moves[each.nodes[0]][player]
        worth[before] = worth.get(before, 0) + values[chosen[number]]
    return worth[None], chosen
