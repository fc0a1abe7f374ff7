"""Pig, 2048 and backgammon: what others know about them, their pictures, and their random actions."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from typing import Any

import pytest
from tests.games.test_pictures import drawn

import counterplay as cp

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

# How many plays GNU Backgammon 1.07 lists for each roll in the starting position, 1-1, 2-1, 2-2, 3-1, … 6-6 (`hint 1000`).
OPENING_PLAYS = (42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11)
DICE = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def after_a_while(game: Any, rng: cp.Random, plies: int) -> Any:
    """A state some random moves from the start, with a player to move and more than one thing to do; the start of play else."""
    state = found = game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        chance = game.to_move(state) == cp.CHANCE
        moves = [outcome for outcome, _ in game.chances(state)] if chance else list(game.actions(state))
        if not chance and len(moves) > 1:
            found = state
        state = game.result(state, moves[rng.below(len(moves))])
    return found


def test_there_are_21_rolls_and_30_to_begin() -> None:
    game: Any = cp.load("backgammon")
    begins = list(game.chances(game.initial()))
    rolls = list(game.chances(game.parse_state("4HPwATDgc/ABMA:1")))
    assert len(begins) == 30 and {p for _, p in begins} == {1 / 30}
    assert len(rolls) == 21 and sum(p for _, p in rolls) == pytest.approx(1.0)
    assert {game.to_move(game.result(game.initial(), outcome)) for outcome, _ in begins} == {0, 1}


def test_the_plays_of_the_starting_position_are_gnu_backgammon_s() -> None:
    game: Any = cp.load("backgammon")
    for player in (1, 2):
        states = [game.parse_state(f"4HPwATDgc/ABMA:{player}:{high}{low}") for high, low in DICE]
        assert tuple(game.count(state) for state in states) == OPENING_PLAYS


@pytest.mark.skipif(not GNUBG, reason="GNU Backgammon is not installed: the comparison with its plays did not run")
def test_plays_anywhere_are_gnu_backgammon_s() -> None:
    """As many as it lists and, without a double (which it abbreviates in another way), by the same names."""
    game: Any = cp.load("backgammon")
    rng = cp.Random(8)
    states = [state for state in (after_a_while(game, rng, 4 + rng.below(110)) for _ in range(60)) if state.high and game.count(state) > 1]
    asked = "".join(
        f"set turn 0\nset board {game.format_state(state)[:14]}\nset dice {state.high} {state.low}\nhint 1000\n" for state in states
    )
    commands = f"new game\nset evaluation chequerplay evaluation plies 0\n{asked}quit\ny\n"
    shown = subprocess.run([str(GNUBG), "-t", "-q"], input=commands, capture_output=True, text=True, timeout=600, check=False).stdout
    listed: list[list[str]] = []
    for number, play in re.findall(r"^\s*(\d+)\. Cube\w+ 0-ply\s+(.*?)\s+(?:Eq|MWC)\.?:", shown, re.MULTILINE):
        if number == "1":
            listed.append([])
        listed[-1].append(play)
    assert len(listed) == len(states) > 30
    for state, plays in zip(states, listed, strict=True):
        names = [game.format_action(state, action) for action in game.actions(state)]
        assert len(names) == len(plays)
        if state.high != state.low:
            assert sorted(map(parts, names)) == sorted(map(parts, plays))
        assert {game.parse_action(state, name) for name in names} == set(game.actions(state))


def parts(play: str) -> list[str]:
    return sorted(token * int(number or 1) for token, number in re.findall(r"([^\s()]+)(?:\((\d)\))?", play.replace("*", "")))


@pytest.mark.parametrize(
    ("position", "dice", "plays"),
    [
        ("4HPwATDgc/ABMA", "66", "24/18(2) 13/7(2)"),
        ("4PPgASTgc/ABMA", "53", "8/3* 6/3"),
    ],
)
def test_plays_may_be_written_in_any_order(position: str, dice: str, plays: str) -> None:
    game: Any = cp.load("backgammon")
    state = game.parse_state(f"{position}:1:{dice}")
    action = game.parse_action(state, plays)
    assert game.format_action(state, action) == plays
    assert game.parse_action(state, " ".join(reversed(plays.split())).replace("*", "")) == action


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ({0: 15}, {25: 1, 24: 14}, 1),
        ({0: 15}, {24: 15}, 2),
        ({0: 15}, {6: 1, 24: 14}, 3),
        ({0: 15}, {0: 1, 24: 14}, 3),
        ({0: 15}, {7: 1, 24: 14}, 2),
        ({1: 15}, {25: 15}, -2),
        ({25: 1, 1: 14}, {25: 15}, -3),
        ({18: 1, 0: 14}, {25: 15}, -1),
    ],
)
def test_games_gammons_and_backgammons(first: dict[int, int], second: dict[int, int], points: int) -> None:
    def packed(places: dict[int, int]) -> int:
        return sum(number << 4 * place for place, number in places.items())

    for most in (1, 2, 3):
        game: Any = cp.load(f"backgammon(most_points={most})")
        state = game.initial()._replace(first=packed(first), second=packed(second), turn=1 if points > 0 else 0)
        assert game.is_terminal(state)
        assert game.utility(state, 0) == -game.utility(state, 1) == max(-most, min(most, points))
        assert game.parse_state(game.format_state(state)) == state


@pytest.mark.parametrize("name", ["backgammon(steps=true)", "backgammon", "pig", "twenty_forty_eight"])
def test_random_actions_are_legal_and_all_of_them_come(name: str) -> None:
    game: Any = cp.load(name)
    rng = cp.Random(4)
    state = after_a_while(game, rng, 20)
    actions = list(game.actions(state))
    drawn_often = Counter(game.random_action(state, rng) for _ in range(60 * len(actions)))
    assert set(drawn_often) == set(actions)
    assert min(drawn_often.values()) > 20


@pytest.mark.parametrize("name", ["pig", "twenty_forty_eight", "backgammon", "backgammon(steps=true)"])
def test_pictures_are_sound_and_what_can_be_clicked_is_legal(name: str) -> None:
    game: Any = cp.load(name)
    rng, state = cp.Random(3), game.initial()
    for number in range(60):
        if game.is_terminal(state):
            break
        chance = game.to_move(state) == cp.CHANCE
        moves = [outcome for outcome, _ in game.chances(state)] if chance else list(game.actions(state))
        if number % 6 in (0, 1):
            clickable = {element.get("data-action") for element in drawn(game.svg(state)).iter()} - {None}
            legal = set() if chance or "backgammon" in name else {game.format_action(state, move) for move in moves}
            assert clickable == legal  # the web page offers buttons for plays of backgammon
        state = game.result(state, moves[rng.below(len(moves))])
    drawn(game.svg(state))


@pytest.mark.parametrize(("text", "name"), [("24/21/20", "24/20"), ("24/23/20", "24/20"), ("6/5 8/5", "8/5 6/5"), ("8/5*, 6/5", "8/5 6/5")])
def test_plays_of_backgammon_are_read_as_people_write_them(text: str, name: str) -> None:
    game: Any = cp.load("backgammon")
    state = game.parse_state("4HPwATDgc/ABMA:1:31")
    assert game.format_action(state, game.parse_action(state, text)) == name
