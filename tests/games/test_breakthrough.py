"""Breakthrough: OpenSpiel's counts, facts, notation, evaluation, picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import counterplay as cp
from counterplay.games.breakthrough import Board, Breakthrough

GAME = Breakthrough()


def lines(state: Any, depth: int) -> int:
    """Perft by another program's rules."""
    if depth == 0:
        return 1
    return 0 if state.is_terminal() else sum(lines(state.child(action), depth - 1) for action in state.legal_actions())


def test_perft_is_openspiel_s() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")
    there = pyspiel.load_game("breakthrough").new_initial_state()
    for depth in range(4):
        assert cp.perft(GAME, depth, compiled=False).leaves == lines(there, depth)
    small = pyspiel.load_game("breakthrough(rows=5,columns=3)").new_initial_state()
    assert cp.perft(Breakthrough(5, 3), 8, compiled=False).leaves == lines(small, 8)


def test_facts_agree_with_plain_search_on_whole_games() -> None:
    for rows, columns in ((3, 2), (4, 2), (4, 3), (5, 2)):
        game = Breakthrough(rows, columns)
        plain = cp.solve(game, all_states=True, compiled=False)
        assert cp.solve(game, compiled=False).value == plain.value
        assert cp.negamax(game, compiled=False).value == plain.value


def test_check_finds_nothing_also_compiled() -> None:
    report = cp.check(GAME, states=100, seconds=60)
    assert report.ok and not report.hints, str(report)
    assert report.examined.compared == report.examined.states


def test_random_actions_are_legal_and_all_of_them_come_up() -> None:
    state = GAME.parse_state("bb....../......../..b...../.w.w..../......../......../......../ww...... b")
    rng, legal = cp.Random(1), list(GAME.actions(state))
    drawn = [GAME.random_action(state, rng) for _ in range(200 * len(legal))]
    assert set(drawn) == set(legal) and len(legal) == GAME.count(state)
    assert all(120 < drawn.count(action) < 300 for action in legal)


def test_moves_are_read_as_others_write_them() -> None:
    state = GAME.parse_state("b......./......../..b...../.w.w..../......../......../......../ww...... b")
    capture = GAME.parse_action(state, "c6b5")
    assert capture & 1 and GAME.is_noisy(state, capture)
    assert GAME.parse_action(state, " C6xB5 ") == GAME.parse_action(state, "c6-b5") == GAME.parse_action(state, "c6b5*") == capture
    after = GAME.result(state, capture)
    assert GAME.format_state(after) == "b......./......../......../.b.w..../......../......../......../ww...... w"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bbb/.../.../www", "write 4 rows of 3 marks b, w or . from the top"),
        ("bbb/.../.../www x", "then a blank and the side to move"),
        ("bbb/b../.../www w", "a side has 3 pieces in the beginning"),
        ("wb./.../.../wb. w", "the game was over before"),
        (".../.../.../... w", "the game was over before"),
        ("bbb/.../.../... b", "or it is the other side's turn"),
        ("b" * 5000, r"\.\.\.' is not a position"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        Breakthrough(4, 3).parse_state(text)


def test_whoever_has_lost_all_pieces_has_lost() -> None:
    game = Breakthrough(4, 3)
    end = game.parse_state("bbb/.../.../... w")
    assert game.is_terminal(end) and (game.utility(end, 0), game.utility(end, 1)) == (1, -1)


@pytest.mark.parametrize("settings", ["2", "8,1", "17", "8.0", "True", "rows='8'"])
def test_other_boards_are_refused(settings: str) -> None:
    with pytest.raises(cp.UsageError, match=r"breakthrough: (rows|columns)=.*: give a whole number from [23] to 16"):
        cp.load(f"breakthrough({settings})")


def test_the_evaluation_is_fair_and_worth_having() -> None:
    rng, won = cp.Random(3), 0
    for colour in (0, 1) * 10:
        state: Board = GAME.initial()
        while not GAME.is_terminal(state):
            value = GAME.evaluate(state, 0)
            assert value == -GAME.evaluate(state, 1) and -1 < value < 1
            action = cp.negamax(GAME, state, depth=1, compiled=False).action if state.turn == colour else GAME.random_action(state, rng)
            state = GAME.result(state, action)
        won += GAME.utility(state, colour) > 0
    assert won == 20


def test_every_square_can_be_clicked() -> None:
    root = ElementTree.fromstring(GAME.svg(GAME.initial()))
    squares = {element.get("data-square") for element in root.iter()} - {None}
    assert squares == {GAME.square_name(square) for square in range(64)}
    assert GAME.text(GAME.initial()).splitlines()[-2:] == ["   a b c d e f g h", "Black to move, 16 black and 16 white pieces"]
