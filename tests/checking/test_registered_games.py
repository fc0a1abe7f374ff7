"""Our own games are the first users of `check`."""

from __future__ import annotations

import pytest

from counterplay import load, registry
from counterplay.checking import check

from .sound_games import Countdown


class Nim(Countdown):
    """Somebody's own game with the name of one of ours."""


@pytest.mark.parametrize("name", registry.names())
def test_our_games_are_clean_at_both_speeds(name):
    """One examination for both: what is compared with machine code are the states that are examined anyway."""
    game = load(name)
    report = check(game, states=600, seconds=30)
    assert report.ok, str(report)
    assert not [hint for hint in report.hints if hint.kind != "does-not-compile"], str(report)
    assert report.examined.compared > 0 or not game.compiles


def test_a_name_that_forgets_something_is_found_out():
    game = load("nim(pile_sizes=(2,2))")
    game.secret = 3
    report = check(game, compiled=False)
    assert report.kinds == ("name",), str(report)


def test_a_game_of_the_same_name_is_left_alone():
    assert Nim(3).name in registry.names()
    assert check(Nim(3), compiled=False).ok
