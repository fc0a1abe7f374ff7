"""The flattened tree: sizes that OpenSpiel counts, the same at both speeds, and games that are refused."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import counterplay as cp
from counterplay.errors import DoesNotFit, RulesError
from counterplay.hidden.flatten import MOVER, flattened


def test_the_sizes_are_those_that_openspiel_counts(shared_data) -> None:
    rows = [line.split('"') for line in (shared_data / "poker" / "poker_values.csv").read_text().splitlines() if line.startswith('"')]
    seen = 0
    for _, name, numbers in rows:
        histories, infosets = numbers.split(",")[-2:]
        if int(histories) > 5000:
            continue
        tree = flattened(cp.load(name), compiled=False)
        assert (tree.nodes[:, MOVER] >= 0).sum() == int(histories)
        assert len(tree.sets) == int(infosets)
        seen += 1
    assert seen == 5


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "goofspiel(num_cards=3)"])
def test_both_speeds_make_the_same_tree(name: str) -> None:
    game = cp.load(name)
    slow, fast = flattened(game, compiled=False), flattened(game, compiled=True)
    assert fast.compiled and not slow.compiled
    for array in ("nodes", "chance", "ends", "weights", "payoffs", "sets", "labels"):
        np.testing.assert_array_equal(getattr(slow, array), getattr(fast, array))


def test_every_information_set_has_a_state_of_its_own() -> None:
    game = cp.load("leduc_poker")
    states = flattened(game, compiled=False).representatives()
    keys = {(game.to_move(state), game.observation(state, game.to_move(state))) for state in states}
    assert len(keys) == len(states) == 936


class Coins(NamedTuple):
    first: int
    second: int
    guess: int


class Forgetful(cp.Game):
    """A player calls two coins, having forgotten the first call at the second."""

    players = 1
    payoff_sum = None

    def initial(self):
        return Coins(-1, -1, -1)

    def to_move(self, state):
        return 0

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        if state.first < 0:
            return Coins(action, -1, -1)
        return state._replace(second=action)

    def is_terminal(self, state):
        return state.second >= 0

    def utility(self, state, player):
        return float(state.first == state.second)

    def observation(self, state, player):
        return 0, 0 if state.first < 0 else 1


class Unlike(Forgetful):
    """What can be done depends on what is not seen."""

    def actions(self, state):
        yield 0
        if state.first != 1:
            yield 1


class Endless(Forgetful):
    finite = False


def test_forgetting_is_refused_with_the_line_that_shows_it() -> None:
    with pytest.raises(RulesError, match=r"no perfect recall: after 1 player 0 observes \(0, 1\)"):
        flattened(Forgetful(), compiled=False)


def test_other_actions_in_one_information_set_are_refused() -> None:
    class Blind(Unlike):
        def to_move(self, state):
            return 0 if state.first < 0 else 1

        players = 2

    with pytest.raises(RulesError, match=r"after 1 player 1 observes .* other actions there"):
        flattened(Blind(), compiled=False)


def test_what_is_too_large_is_refused_with_its_size_before_anything_is_made() -> None:
    with pytest.raises(DoesNotFit, match="more than 1,000 histories"):
        flattened(cp.load("leduc_poker"), most=1000, compiled=False)
    with pytest.raises(cp.UsageError, match="most=0"):
        flattened(cp.load("leduc_poker"), most=0)
    with pytest.raises(DoesNotFit, match="for ever"):
        flattened(Endless())
    with pytest.raises(DoesNotFit, match="players see everything"):
        flattened(cp.load("nim"))
