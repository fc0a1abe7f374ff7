"""OpenSpiel plays the same games: random games, step by step, must have equal legal actions, movers, ends and returns."""

from __future__ import annotations

import random

import pytest
from tests.long_runs import games

import counterplay as cp

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")


@pytest.mark.parametrize(
    ("ours", "theirs", "usual"),
    [
        ("tic_tac_toe", "tic_tac_toe", 1000),
        ("tic_tac_toe(rows=6,columns=7,line=4)", "mnk(m=7,n=6,k=4)", 200),
        ("connect_four", "connect_four", 500),
        ("connect_four(rows=5,columns=4)", "connect_four(rows=5,columns=4)", 500),
        ("breakthrough", "breakthrough", 200),
        ("breakthrough(rows=5,columns=3)", "breakthrough(rows=5,columns=3)", 100),
        ("hex", "hex", 40),
        ("hex(board_size=4)", "hex(board_size=4)", 100),
        ("hex(board_size=5,swap=true)", "hex(board_size=5,swap=true)", 200),
        ("nim", "nim", 500),
        ("nim(pile_sizes=1;3;5;7,is_misere=true)", "nim(pile_sizes=1;3;5;7,is_misere=true)", 200),
        ("nim(pile_sizes=2;4;4,is_misere=false)", "nim(pile_sizes=2;4;4,is_misere=false)", 500),
    ],
)
def test_random_games_agree_step_by_step(ours: str, theirs: str, usual: int) -> None:
    game, other = cp.load(ours), pyspiel.load_game(theirs)
    rng = random.Random(ours)
    for _ in range(games(usual)):
        state, there = game.initial(), other.new_initial_state()
        while not there.is_terminal():
            assert not game.is_terminal(state)
            assert game.to_move(state) == there.current_player()
            actions = list(game.actions(state))
            assert sorted(actions) == sorted(there.legal_actions())
            assert game.count(state) == len(actions)
            action = rng.choice(actions)
            state = game.result(state, action)
            there.apply_action(action)
        assert game.is_terminal(state)
        assert [game.utility(state, player) for player in (0, 1)] == there.returns()


def test_the_order_of_actions_is_openspiel_s() -> None:
    for name in ("tic_tac_toe", "connect_four", "nim", "breakthrough", "hex"):
        game = cp.load(name)
        assert list(game.actions(game.initial())) == pyspiel.load_game(name).new_initial_state().legal_actions()
