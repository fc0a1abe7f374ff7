"""Hex: theorems of Nash and others, OpenSpiel, facts, notation, evaluation, picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.hex import Board, Hex

GAMES = {size: Hex(size) for size in (2, 3, 5, 11)}


@st.composite
def positions(draw: st.DrawFn) -> tuple[Hex, Board]:
    game = GAMES[draw(st.sampled_from(list(GAMES)))]
    state, rng = game.initial(), cp.Random(draw(st.integers(0, 2**64 - 1)))
    for _ in range(draw(st.integers(0, 121))):
        if game.is_terminal(state):
            break
        state = game.result(state, game.random_action(state, rng))
    return game, state


def test_whoever_begins_wins() -> None:
    # Nash: an extra stone never hurts, so the second player has no winning strategy to borrow; and there are no draws.
    for size in (2, 3):
        assert cp.solve(Hex(size), all_states=True, compiled=False).value == 1
        assert cp.solve(Hex(size), compiled=False).value == 1
        assert cp.solve(Hex(size, swap=True), compiled=False).value == -1  # the second player takes a winning stone over, or leaves it
    assert cp.solve(Hex(4), compiled=True).value == 1


def test_first_moves_win_and_lose_as_published() -> None:
    # HexWiki, "Swap": on every size a1, b1 and the cells opposite lose, except on 2x2, where b1 wins.
    for size, losing in ((2, {"a1", "b2"}), (3, {"a1", "b1", "b3", "c3"}), (4, {"a1", "b1", "c4", "d4"})):
        game = Hex(size)
        for cell in game.actions(game.initial()):
            after = game.result(game.initial(), cell)
            if game.cell_name(cell) in losing:
                assert cp.solve(game, after, compiled=size == 4).value == 1
    assert cp.solve(Hex(2), Hex(2).parse_state(".r/.. b"), compiled=False).value == -1


@given(positions())
def test_exactly_one_side_has_a_chain_when_the_board_is_full(position: tuple[Hex, Board]) -> None:
    game, state = position
    empty = game.board ^ (state.red | state.blue)
    red, blue = state.red | empty, state.blue
    full = game.standing(red, blue, 1)
    assert bool(full.from_top & game.bottom) != bool(full.from_left & game.right)


@given(positions())
def test_what_the_state_carries_follows_from_the_stones(position: tuple[Hex, Board]) -> None:
    game, state = position
    assert state == game.standing(state.red, state.blue, state.turn)
    assert game.turned(game.turned(state.red)) == state.red
    assert game.mirrored(game.mirrored(state.blue)) == state.blue


@given(positions())
def test_red_s_game_is_blue_s_game_in_the_mirror(position: tuple[Hex, Board]) -> None:
    game, state = position
    mirror = game.standing(game.mirrored(state.blue), game.mirrored(state.red), 1 - state.turn)
    assert game.evaluate(mirror, 1) == game.evaluate(state, 0) == -game.evaluate(state, 1)
    assert game.is_terminal(mirror) == game.is_terminal(state)
    assert game.mirrored(game.completions(state, 0)) == game.completions(mirror, 1)
    for player in (0, 1):
        for cell in game.actions(state):
            stones = (state.red, state.blue)[player] | 1 << cell
            start, end = ((game.top, game.bottom), (game.left, game.right))[player]
            wins = bool(game.chain(stones & start, stones) & end)
            assert wins == bool(game.completions(state, player) >> cell & 1) or game.is_terminal(state)


def test_bridges_are_two_ways_to_join() -> None:
    game = GAMES[5]
    middle, empty = 1 << 12, game.board ^ 1 << 12
    around = {game.cell_name(cell) for cell in range(25) if game.around(middle) >> cell & 1}
    linkable = {game.cell_name(cell) for cell in range(25) if game.linkable(middle, empty) >> cell & 1}
    assert around == {"b3", "d3", "c2", "c4", "b4", "d2"}
    assert linkable - around == {"d4", "b2", "b5", "d1", "e2", "a4"}
    assert game.stones_missing(0, game.board, game.top, game.bottom, 0) == 2  # c2 and b4: edges and stones bridged


def test_one_ply_ahead_the_evaluation_beats_chance() -> None:
    game, rng = GAMES[5], cp.Random(4)
    for colour in (0, 1) * 5:
        state = game.initial()
        while not game.is_terminal(state):
            assert -1 < game.evaluate(state, 0) < 1
            mine = state.turn == colour
            state = game.result(state, cp.negamax(game, state, depth=1, compiled=False).action if mine else game.random_action(state, rng))
        assert game.utility(state, colour) == game.evaluate(state, colour) == 1


def test_check_finds_nothing_also_compiled() -> None:
    report = cp.check(GAMES[11], states=25, seconds=60)
    assert report.ok and not report.hints, str(report)
    assert report.examined.compared == report.examined.states
    assert cp.check(Hex(3, swap=True), states=100, compiled=False).ok


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (".../.../...", "write 3 rows of 3 marks r, b or . from the top"),
        ("rr./.../... r", "Red begins and turns alternate, but there are 2 r and 0 b, and Red is to move"),
        ("r../.../... r", "turns alternate"),
        ("r.b/r.b/r.b r", "cannot arise: Red had won before the last move"),
        ("x" * 5000, r"\.\.\.' is not a position"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        GAMES[3].parse_state(text)


def test_of_two_chains_one_was_complete_before_the_last_move() -> None:
    with pytest.raises(cp.UsageError, match="cannot arise: Red had won before the last move"):
        GAMES[5].parse_state("rr.bb/rr.bb/rr.bb/rr.bb/rr.b. b")


@pytest.mark.parametrize("settings", ["1", "20", "3.0", "True", "'3'", "3,swap=2"])
def test_other_boards_are_refused(settings: str) -> None:
    with pytest.raises(cp.UsageError, match=r"hex: (board_size=.*: give a whole number from 2 to 19|swap=2: give True or False)"):
        cp.load(f"hex({settings})")


def test_the_swap_mirrors_the_stone_and_can_be_clicked() -> None:
    game = Hex(3, swap=True)
    state = game.parse_state(".r./.../... b")
    clickable = {element.get("data-action") for element in ElementTree.fromstring(game.svg(state)).iter()} - {None}
    assert clickable == {game.format_action(state, action) for action in game.actions(state)}
    assert "swap" in clickable
    after = game.result(state, game.parse_action(state, "Swap"))
    assert game.format_state(after) == ".../b../... r"
    assert game.parse_state(".../b../... r") == after
