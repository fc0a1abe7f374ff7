"""What decisions cost, against a plain best response by groups of histories, which knows nothing of sequences."""

from __future__ import annotations

from typing import Any

import pytest

import counterplay as cp
from counterplay.hidden import Policy, Reviewer, flattened, review

Group = list[tuple[Any, float]]


def best_value(game: Any, policy: Policy, player: int, group: Group) -> float:
    """What the player gets at most from these histories, each with its weight, against opponents who follow the policy."""
    value, waiting = 0.0, list(group)
    sets: dict[Any, Group] = {}
    while waiting:
        state, weight = waiting.pop()
        if game.is_terminal(state):
            value += weight * game.utility(state, player)
        elif game.to_move(state) == cp.CHANCE:
            waiting += [(game.result(state, outcome), weight * p) for outcome, p in game.chances(state)]
        elif game.to_move(state) != player:
            waiting += [(game.result(state, action), weight * p) for action, p in policy.probabilities(game, state).items()]
        else:
            sets.setdefault(game.observation(state, player), []).append((state, weight))
    for together in sets.values():
        value += max(action_value(game, policy, player, together, action) for action in game.actions(together[0][0]))
    return value


def action_value(game: Any, policy: Policy, player: int, together: Group, action: Any) -> float:
    return best_value(game, policy, player, [(game.result(state, action), weight) for state, weight in together])


def information_sets(game: Any, policy: Policy, player: int) -> dict[Any, Group]:
    """Every information set of the player with its histories, weighted by what chance and the opponents do."""
    found: dict[Any, Group] = {}
    waiting: Group = [(game.initial(), 1.0)]
    while waiting:
        state, weight = waiting.pop()
        if game.is_terminal(state):
            continue
        mover = game.to_move(state)
        if mover == cp.CHANCE:
            waiting += [(game.result(state, outcome), weight * p) for outcome, p in game.chances(state)]
            continue
        if mover == player:
            found.setdefault(game.observation(state, player), []).append((state, weight))
        odds = policy.probabilities(game, state)
        waiting += [(game.result(state, action), weight * (1.0 if mover == player else odds[action])) for action in odds]
    return found


@pytest.mark.parametrize("name", ["kuhn_poker", "kuhn_poker(players=3)", "leduc_poker(suit_isomorphism=true)"])
def test_values_of_actions_are_those_of_a_plain_best_response(name: str) -> None:
    game = cp.load(name)
    policy = cp.cfr(game, until=0.05, compiled=False).policy
    reviewer = Reviewer(flattened(game, compiled=False), policy)
    for player in range(game.players):
        groups = list(information_sets(game, policy, player).values())
        for together in groups[:: max(1, len(groups) // 25)]:
            likely = sum(weight for _, weight in together)
            state = together[0][0]
            decision = reviewer.decision(state, next(iter(game.actions(state))))
            if decision.values is None:
                assert likely == 0
                continue
            for action, value in decision.values.items():
                assert value == pytest.approx(action_value(game, policy, player, together, action) / likely, abs=1e-9)


def test_a_king_that_passes_loses_three() -> None:
    game = cp.load("kuhn_poker")
    policy = cp.cfr(game, until=1e-4).policy
    reviewer = Reviewer(flattened(game, compiled=False), policy)
    first, second = review(reviewer, game, [2, 0, 0, 1, 0], 0)
    assert first.loss == pytest.approx(0, abs=1e-2)
    assert second.values == pytest.approx({0: -1, 1: 2}) and second.loss == pytest.approx(3)
    assert review(reviewer, game, [2, 0, 0, 1, 0], 1)[0].probabilities[1] == pytest.approx(1 / 3, abs=0.05)


def test_where_the_opponents_never_lead_nothing_is_said() -> None:
    game = cp.load("kuhn_poker")
    tree = flattened(game, compiled=False)
    passes = {f"{game.to_move(s)} {game.observation(s, game.to_move(s))!r}": (1.0, 0.0) for s in tree.representatives()}
    decision = Reviewer(tree, Policy("kuhn_poker", passes)).decision(game.parse_state("K J bet"), 0)
    assert decision.values is None and decision.loss is None
