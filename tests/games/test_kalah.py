"""Kalah: OpenSpiel's rules step by step; the values that Irving, Donkers and Uiterwijk found."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.long_runs import games

import counterplay as cp
from counterplay.games.kalah import Kalah

SOLVED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWW"}
"""What the first player gets with 1, 2, 3, … seeds in each house, by the number of houses on a side: Irving, Donkers and Uiterwijk,
Solving Kalah, ICGA Journal 23 (2000). For 2 and 3 houses a plain minimax over Irving's own rules.c (github.com/girving/kalah) gives the
same, and 3 houses with 4 seeds won by 2; those of 1 house we know from memory alone. (There the last seed is captured even opposite an
empty house, here as in OpenSpiel it is not: that changes margins, but none of these outcomes.)"""


def test_openspiel_sows_alike() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")
    game, rng = Kalah(), random.Random(6)
    for _ in range(games(200)):
        state, there = game.initial(), pyspiel.load_game("mancala").new_initial_state()
        while not there.is_terminal():
            assert not game.is_terminal(state) and game.to_move(state) == there.current_player()
            first = 8 if state.turn else 1
            actions = list(game.actions(state))
            assert [first + action for action in actions] == there.legal_actions()
            action = rng.choice(actions)
            state = game.result(state, action)
            there.apply_action(first + action)
        assert game.is_terminal(state) and [game.utility(state, player) for player in (0, 1)] == there.returns()


@pytest.mark.parametrize("houses", SOLVED)
def test_small_boards_are_worth_what_is_published(houses: int) -> None:
    for seeds, outcome in enumerate(SOLVED[houses], 1):
        game = Kalah(houses, seeds)
        if houses * seeds <= 9:
            assert "LDW"[round(cp.solve(game, compiled=False).value) + 1] == outcome, game
        if houses * seeds <= 4:
            assert cp.solve_all(game, compiled=False)[game.initial()].value == cp.minimax(game, compiled=False).value


def test_three_houses_with_four_seeds_are_won_by_two() -> None:
    assert cp.solve(Kalah(3, 4), compiled=True).score == 2


@given(st.data())
def test_seeds_are_never_lost_and_positions_are_read_as_written(data: st.DataObject) -> None:
    game: Any = Kalah(data.draw(st.integers(1, 6)), data.draw(st.integers(1, 8)))
    state = game.initial()
    while not game.is_terminal(state):
        assert sum(state.pits) == game.total and game.parse_state(game.format_state(state)) == state
        low, high = game.bounds(state, game.to_move(state))
        assert low <= high
        state = game.result(state, data.draw(st.sampled_from(list(game.actions(state)))))
    assert low <= high and sum(state.pits) == game.total and game.parse_state(game.format_state(state)) == state


def test_the_last_seed_in_the_store_moves_again_and_in_an_empty_house_takes_what_is_opposite() -> None:
    game = Kalah()
    again = game.result(game.initial(), game.parse_action(game.initial(), "C"))
    assert game.format_state(again) == "4-4-0-5-5-5:1 4-4-4-4-4-4:0 1"
    state = game.parse_state("1-0-4-4-4-4:7 4-4-4-4-4-4:0 1")
    assert game.format_state(game.result(state, 0)) == "0-0-4-4-4-4:12 4-4-4-4-0-4:0 2"


@pytest.mark.parametrize(
    "text", ["", "4-4:0", "4-4-4-4-4-4:0 4-4-4-4-4-4:1 1", "0-0-0-0-0-0:24 4-4-4-4-4-4:0 1", "4-4-4-4-4-4:0 4-4-4-4-4-4:0 3"]
)
def test_positions_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(cp.UsageError):
        Kalah().parse_state(text)


@pytest.mark.parametrize("settings", [{"houses": 0}, {"houses": 7}, {"seeds": 0}, {"seeds": 2.0}])
def test_boards_that_are_none_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(cp.UsageError, match="kalah"):
        Kalah(**settings)
