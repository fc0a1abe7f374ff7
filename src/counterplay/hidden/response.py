"""Best responses, values and exploitability, on the sequence form.

A best response to the others' strategies is found by backward induction over the player's own information sets: the gains of the sequences
below an action are its own, so each set takes its best action and hands the gain on to the sequence before it. Then

    NashConv = Σ over players of (what a best response gets − what the strategy gets)        exploitability = NashConv / players

and the strategies are a Nash equilibrium where it is 0; for two players and zero sum, exploitability is what an opponent who knows the
strategy wins from it on average, beyond the value of the game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels import kernel
from .machine import run_on_arrays
from .sequence_form import SequenceForm


@kernel
def expected_gains(begin, end, players, start, others, gain, reach, worth):
    """What the ends of the sequences from `begin` up to `end` contribute, given what the other players do."""
    if players == 2:
        for k in range(begin, end):
            total = 0.0
            for e in range(start[k], start[k + 1]):
                total += gain[e] * reach[others[e]]
            worth[k] = total
    else:
        for k in range(begin, end):
            total = 0.0
            for e in range(start[k], start[k + 1]):
                part = gain[e]
                for j in range(e * (players - 1), (e + 1) * (players - 1)):
                    part *= reach[others[j]]
                total += part
            worth[k] = total


@kernel
def best_response(player, first, width, parent, begin, edge, start, others, gain, reach, worth):
    """What this player gets, and what a best response would get; `worth[k]` becomes what that gets from sequence k on."""
    players = len(begin) - 1
    expected_gains(player, player + 1, players, start, others, gain, reach, worth)
    expected_gains(edge[player], edge[player + 1], players, start, others, gain, reach, worth)
    value = worth[player]
    for k in range(edge[player], edge[player + 1]):
        value += reach[k] * worth[k]
    for s in range(begin[player + 1] - 1, begin[player] - 1, -1):
        best = worth[first[s]]
        for k in range(first[s] + 1, first[s] + width[s]):
            best = max(best, worth[k])
        worth[parent[s]] += best
    return value, worth[player]


@kernel
def follow(first, width, parent, weight, sigma, reach):
    """The strategy that plays each action in proportion to its weight (where all are 0, each alike), and its reach."""
    for k in range(first[0] if len(first) else len(reach)):
        reach[k] = 1.0
    for s in range(len(first)):
        total = 0.0
        for k in range(first[s], first[s] + width[s]):
            total += weight[k]
        here = reach[parent[s]]
        for k in range(first[s], first[s] + width[s]):
            sigma[k] = weight[k] / total if total > 0.0 else 1.0 / width[s]
            reach[k] = here * sigma[k]


@kernel
def set_out(game, first, width, parent, weight, sigma, reach, watch):
    """`follow`, from outside."""
    follow(first, width, parent, weight, sigma, reach)


@kernel
def respond(game, first, width, parent, begin, edge, start, others, gain, reach, worth, watch):
    """`best_response` for every player, from outside: `worth[k]` becomes what the sequence's player gets from there on."""
    for player in range(len(begin) - 1):
        best_response(player, first, width, parent, begin, edge, start, others, gain, reach, worth)


@kernel
def assess_all(game, first, width, parent, begin, edge, start, others, gain, weight, room, found, watch):
    """For each player what the strategy of these weights gets and what a best response would get, into the two rows of `found`."""
    sigma, reach, worth = room[0], room[1], room[2]
    follow(first, width, parent, weight, sigma, reach)
    for player in range(len(begin) - 1):
        found[0, player], found[1, player] = best_response(player, first, width, parent, begin, edge, start, others, gain, reach, worth)


class Assessment(NamedTuple):
    """How good a strategy for all players is."""

    values: tuple[float, ...]
    """What each player gets."""
    best: tuple[float, ...]
    """What each could get by a best response."""

    @property
    def nash_conv(self) -> float:
        """What the players together could gain, each by a best response to the others."""
        return sum(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        """NashConv for each player."""
        return max(0.0, self.nash_conv / len(self.values))


def strategy(form: SequenceForm, weights: Any) -> tuple[Any, Any]:
    """The probabilities that these weights of sequences mean, and their reach."""
    sigma, reach = np.ones(form.sequences), np.ones(form.sequences)
    run_on_arrays(set_out, form.first, form.width, form.parent, weights, sigma, reach)
    return sigma, reach


def best_responses(form: SequenceForm, reach: Any) -> Any:
    """For every sequence what its player gets from there on by a best response to the others' reach."""
    worth = np.zeros(form.sequences)
    run_on_arrays(respond, *form, reach, worth)
    return worth


def assess(form: SequenceForm, weights: Any) -> Assessment:
    """How good the strategy is that plays in proportion to these weights of sequences."""
    found = np.empty((2, form.players))
    run_on_arrays(assess_all, *form, weights, np.empty((3, form.sequences)), found)
    return Assessment(tuple(found[0].tolist()), tuple(found[1].tolist()))
