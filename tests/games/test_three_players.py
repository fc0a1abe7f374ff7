"""Games for three: Yavalath's rules position by position, and the three-player variants of nim and tic-tac-toe."""

from __future__ import annotations

from math import factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.tic_tac_toe import TicTacToe
from counterplay.games.yavalath import Yavalath

YAVALATH = cp.load("yavalath")
SMALL = Yavalath(board_size=3)


def played(game: Any, *moves: str) -> Any:
    state = game.initial()
    for move in moves:
        assert not game.is_terminal(state)
        state = game.result(state, game.parse_action(state, move))
    return state


def placed(*sides: str) -> Any:
    """A position of Yavalath with these stones; Blue is to move."""
    cells = {YAVALATH.format_action(YAVALATH.initial(), cell): cell for cell in YAVALATH.actions(YAVALATH.initial())}
    bits = [sum(1 << cells[name] for name in side.split()) for side in sides]
    return YAVALATH.initial()._replace(first=bits[0], second=bits[1], third=bits[2])


def payoffs(game: Any, state: Any) -> list[float]:
    assert game.is_terminal(state)
    return [game.utility(state, player) for player in range(game.players)]


def names(game: Any, state: Any) -> list[str]:
    return [game.format_action(state, action) for action in game.actions(state)]


# ── Yavalath ──
def test_the_board_has_61_cells() -> None:
    """A hexagon of side n has 3n(n - 1) + 1 cells."""
    for size in range(3, 8):
        game = cp.load(f"yavalath(board_size={size})")
        assert game.count(game.initial()) == 3 * size * (size - 1) + 1
    assert names(YAVALATH, YAVALATH.initial())[:6] == ["a1", "a2", "a3", "a4", "a5", "b1"]


def test_four_in_a_row_win_even_if_three_were_made_at_once() -> None:
    state = placed("e1 e2 e4 d3 c3", "a1 a3 b1 b4 h2", "i1 i3 h5 g1 f8")
    assert payoffs(YAVALATH, YAVALATH.result(state, YAVALATH.parse_action(state, "e3"))) == [1, -0.5, -0.5]


def test_three_in_a_row_are_out_and_their_stones_stay() -> None:
    state = played(YAVALATH, "e1", "a1", "i1", "e2", "a3", "i3", "e3")
    assert not YAVALATH.is_terminal(state)
    assert (state.out, YAVALATH.to_move(state)) == (1, 1)
    assert YAVALATH.format_state(state).startswith("o.o")
    after = YAVALATH.result(YAVALATH.result(state, YAVALATH.parse_action(state, "b1")), YAVALATH.parse_action(state, "b6"))
    assert YAVALATH.to_move(after) == 1, "Blue is out: Orange moves after Green"


def test_the_last_one_left_wins() -> None:
    state = played(YAVALATH, "e1", "a1", "i1", "e2", "a3", "i3", "e3", "a2")
    assert (state.out, payoffs(YAVALATH, state)) == (3, [-0.5, -0.5, 1])


def test_the_next_player_s_win_must_be_stopped() -> None:
    """Orange has three of four: Blue, who moves before Orange, must block; Green, who does not, need not."""
    state = played(YAVALATH, "i1", "e1", "a1", "i3", "e2", "a3", "h1", "e4", "c1")
    assert YAVALATH.to_move(state) == 0
    assert names(YAVALATH, state) == ["e3"]
    green = YAVALATH.pass_turn(YAVALATH.pass_turn(state))
    assert (YAVALATH.to_move(green), YAVALATH.count(green)) == (2, 61 - 9)


def test_whoever_can_win_at_once_need_not_block() -> None:
    state = placed("i1 i2 i4", "e1 e2 e4", "a1 a3 c1")
    assert sorted(names(YAVALATH, state)) == ["e3", "i3"]
    assert payoffs(YAVALATH, YAVALATH.result(state, YAVALATH.parse_action(state, "i3"))) == [1, -0.5, -0.5]


def test_with_two_players_three_in_a_row_lose() -> None:
    game = cp.load("yavalath(players=2)")
    assert payoffs(game, played(game, "e1", "a1", "e2", "a3", "e3")) == [-1, 1]
    assert payoffs(game, played(game, "e1", "a1", "e2", "a3", "e4", "i1", "e3")) == [1, -1]


def test_no_line_runs_over_the_edge() -> None:
    """Every line of four on the board of side 3, counted on the drawing: 2 + 1·2 in the rows of five and four, in three directions."""
    lines = sum(
        SMALL.has_four(sum(1 << cell for cell in (start, start + step, start + 2 * step, start + 3 * step)))
        for start in range(SMALL.bits)
        for step in (1, SMALL.stride, SMALL.stride - 1)
        if all(SMALL.board >> start + i * step & 1 for i in range(4))
    )
    assert lines == 3 * (2 + 1 + 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "is not a position"),
        ("..../...../:b", "is not a position"),
        ("bbb/..../...../..../...:o", "not out with three"),
        ("b../..../...../..../...:g", "Orange has 0 stones"),
        ("bbb/ogog/...../..../...:b-b", "is out and cannot be to move"),
    ],
)
def test_positions_that_cannot_arise(text: str, words: str) -> None:
    with pytest.raises(cp.UsageError, match=words):
        SMALL.parse_state(text)


@given(st.integers(0, 2**32), st.integers(0, 40))
def test_games_of_three_add_up(seed: int, plies: int) -> None:
    """Utilities and evaluations share nothing out of nothing, and none is below the least; passing only passes."""
    for game in (YAVALATH, cp.load("tic_tac_toe(players=3)"), cp.load("nim(players=3)"), cp.load("nim(is_misere=false,players=4)")):
        state, rng = game.initial(), cp.Random(seed)
        for _ in range(plies):
            if game.is_terminal(state):
                break
            state = game.result(state, game.random_action(state, rng))
        judge = game.utility if game.is_terminal(state) else game.evaluate
        worth = [judge(state, player) for player in range(game.players)]
        assert sum(worth) == pytest.approx(0)
        assert game.least_payoff is not None and min(worth) >= game.least_payoff
        assert game.parse_state(game.format_state(state)) == state
        if not game.is_terminal(state):
            passed = game.pass_turn(state)
            assert passed[:-2] == state[:-2]
            assert game.to_move(passed) != game.to_move(state)


# ── Nim ──
def test_nim_with_one_pile_of_one() -> None:
    assert cp.maxn(cp.load("nim(pile_sizes=(1,),players=3)")).values == (-1, 0.5, 0.5)
    assert cp.maxn(cp.load("nim(pile_sizes=(1,),is_misere=false,players=3)")).values == (1, -0.5, -0.5)
    assert cp.maxn(cp.load("nim(pile_sizes=(1,1),is_misere=false,players=3)")).values == (-0.5, 1, -0.5)


def test_two_players_are_as_before() -> None:
    assert str(cp.load("nim(players=2)")) == str(cp.load("nim")) == "nim(pile_sizes=(1,3,5,7),is_misere=True)"
    assert str(cp.load("tic_tac_toe(players=2)")) == "tic_tac_toe(rows=3,columns=3,line=3)"
    assert type(cp.load("tic_tac_toe(players=2)")) is TicTacToe
    assert cp.load("tic_tac_toe(players=2)") == cp.load("tic_tac_toe")


# ── Tic-tac-toe ──
def test_the_lines_of_play_of_three_on_nine_cells() -> None:
    """Nobody has three marks before ply 7, so up to there every order counts: 9!/(9 - n)!."""
    game = cp.load("tic_tac_toe(players=3)")
    for depth in range(6):
        assert cp.perft(game, depth, compiled=False).leaves == factorial(9) // factorial(9 - depth)
    state = game.parse_state("xx./oo./tt.")
    assert payoffs(game, game.result(state, game.parse_action(state, "c3"))) == [1, -0.5, -0.5]
    assert payoffs(game, game.parse_state("xxo/ott/txo")) == [0, 0, 0]


@pytest.mark.parametrize(
    ("text", "words"), [("x../.../..", "is not a position"), ("xx./.../...", "cannot arise"), ("xxx/ooo/tt.", "over before")]
)
def test_positions_that_cannot_arise_in_tic_tac_toe(text: str, words: str) -> None:
    with pytest.raises(cp.UsageError, match=words):
        cp.load("tic_tac_toe(players=3)").parse_state(text)


@pytest.mark.parametrize("text", ["nim(players=1)", "nim(players=10)", "tic_tac_toe(players=4)", "yavalath(players=1)"])
def test_too_many_or_too_few(text: str) -> None:
    with pytest.raises(cp.UsageError, match="players="):
        cp.load(text)
