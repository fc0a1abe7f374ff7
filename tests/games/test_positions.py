"""Positions as people give them: as the game writes them, or as a line of moves; and what is said about a text that is neither."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from counterplay import Game, UsageError, load
from counterplay.positions import move_lists, read_position


def countdown(pile: int) -> Game[Any, Any]:
    """A game in somebody's file."""
    spec = importlib.util.spec_from_file_location("countdown", Path(__file__).parents[1] / "countdown.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game[Any, Any] = module.Countdown(pile)
    return game


def position(game: str, text: str) -> str:
    found = load(game)
    return found.format_state(read_position(found, text))


ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4",
        "1.e4 e5 2.Nf3 Nc6 3.Bc4",
        "  1. e4 1... e5\n2. Nf3 2... Nc6\t3. Bc4 ",
        "e4 e5 Nf3 Nc6 Bc4",
        "e4, e5, Nf3, Nc6, Bc4",
        "e2e4 e7e5 g1f3 b8c6 f1c4",
        "1. e2e4 e7e5 2. g1f3 Nc6 3. Bf1-c4!?",
        ITALIAN,
    ],
)
def test_chess(text: str) -> None:
    assert position("chess", text) == ITALIAN


@pytest.mark.parametrize(
    ("game", "expected", "texts"),
    [
        ("connect_four", "......./......./......./......./...o.../..xx...", ["1. 4 4 2. 3", "1.4 4 2.3", "4 4 3", "4,4,3", "443"]),
        ("tic_tac_toe", "..x/.x./o..", ["1. b2 a1 2. c3", "b2 a1 c3", "b2; a1; c3"]),
        ("nim(pile_sizes=(3,4,5))", "1-3-5:1", ["1. a2 b1", "a2 b1"]),
        ("checkers", "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15", ["1. 11-15 22-18", "11-15, 22-18"]),
        ("othello", position("othello", "f5d6c3"), ["1. f5 d6 2. c3", "f5 d6 c3"]),
        ("backgammon", position("backgammon", "1:31; 8/5 6/5"), ["1:31; 8/5 6/5", "1. 1:31; 8/5 6/5"]),
        ("kuhn_poker", "K J pass", ["K J pass", "1. K J 2. pass"]),
        ("tree([[3,12,8],[2,4,6]])", "2.1", ["2.1", "2 1", "1. 2 1"]),
    ],
)
def test_moves_of_other_games(game: str, expected: str, texts: list[str]) -> None:
    for text in texts:
        assert position(game, text) == expected


def test_a_users_game() -> None:
    game = countdown(7)
    for text in ("1. 2 1 2. 2", "2 1 2", "2;1;2", "Pile(left=2, turn=1)"):
        assert read_position(game, text) == (2, 1)


CHESS = ("chess", load("chess"))
FOUR = ("connect_four", load("connect_four"))
TIC = ("tic_tac_toe", load("tic_tac_toe"))
MINE = ("countdown", countdown(7))


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        # lines of moves: which move, and what is wrong with it
        (CHESS, "1. e4 e5 2. Ke3", "Move 3: 'Ke3' is not legal here. Legal: Ba6, "),
        (CHESS, "e2e4 e7e5 e1e3", "Move 3: 'e1e3' is not legal here."),
        (CHESS, "e5", "Move 1: 'e5' is not legal here."),
        (CHESS, "1. e5", "Move 1: 'e5' is not legal here."),
        (CHESS, "e5, e4", "Move 1: 'e5' is not legal here."),
        (CHESS, "e4 hello", "Move 2: 'hello' is no move of chess"),
        (CHESS, "1. f3 e5 2. g4 Qh4# 3. e4", "Move 5: the game is over before it, so 'e4' cannot follow."),
        (CHESS, "3. Nf3", "Move 1: '3.' is no move of chess"),
        (FOUR, "4 4 9", "Move 3: '9' is not a move here."),
        (FOUR, "1. 4 4 2. 9", "Move 3: '9' is not a move here."),
        (TIC, "b2 a1 b2", "Move 3: 'b2' is not a move here."),
        (TIC, "1. z9", "Move 1: 'z9' is not a move here."),
        (MINE, "2 1 5", "Move 3: '5' is not a move here. Moves: 1, 2."),
        (MINE, "garbage", "Move 1: 'garbage' is not a move here."),
        (MINE, "2 2 2 1 1", "Move 5: the game is over before it, so '1' cannot follow."),
        # positions: the game's own sentence
        (CHESS, "8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings instead of one."),
        (CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq e3 0 1", "The board of a FEN has eight ranks, not 7"),
        (CHESS, "garbage", "'garbage' is no FEN"),
        (FOUR, "9999", "'9999': move 1 is column 9"),
        (FOUR, "garbage", "'garbage' is not a position: write"),
        (TIC, "xo./...", "'xo./...' is not a position: write 3 rows"),
        (TIC, "what is this", "'what is this' is not a position"),
        (MINE, "Pile(left=2)", "'Pile(left=2)' is not a state"),
        (("tree", load("tree([[3,12,8],[2,4,6]])")), "9.1", "'9.1': node root has 2 children, no child 9."),
        # nothing
        *((game, text, "An empty text is no position") for game in (CHESS, FOUR, TIC, MINE) for text in ("", " \n")),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else repr(value),
)
def test_one_sentence_about_what_the_text_looks_like(game: tuple[str, Game[Any, Any]], text: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_position(game[1], text)
    assert str(refused.value).startswith(said), str(refused.value)


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        (CHESS, "Nf3 Nf6 Ng1 Ng8 " * 2_500, "Move 101: the game is over"),
        (CHESS, "rubbish " * 10_000, "no FEN"),
        (FOUR, "4 " * 10_000, "Move 7: '4' is not a move here."),
        (FOUR, "4" * 10_000, "move 7 drops a stone into column 4, which is full."),
        (TIC, "b2 " * 10_000, "Move 2: 'b2' is not a move here."),
        (TIC, "hm " * 10_000, "is not a position"),
        (TIC, "hm\n" * 10_000, "is not a position"),
        (MINE, "1 " * 10_000, "Move 8: the game is over"),
        (MINE, "Pile(" * 10_000, "is not a state"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else repr(value)[:20],
)
def test_what_is_long_is_refused_shortly(game: tuple[str, Game[Any, Any]], text: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_position(game[1], text)
    assert said in str(refused.value) and len(str(refused.value)) < 400


def test_ten_thousand_moves_that_can_be_played_are_played() -> None:
    assert read_position(countdown(10_001), "1 " * 10_000) == (1, 0)


def test_numbers_of_moves_are_not_taken_out_of_names() -> None:
    assert set(move_lists("1.1")) == {("1.1",)}
    assert next(move_lists("1. 2.1 3")) == ("2.1", "3")


def test_a_number_in_the_middle_is_no_move_and_one_at_the_beginning_must_be_the_first() -> None:
    assert read_position(CHESS[1], "e4 e5 2. Nf3") == read_position(CHESS[1], "1. e4 e5 2. Nf3")
    with pytest.raises(UsageError):
        read_position(CHESS[1], "3. Nf3")


@pytest.mark.parametrize(
    ("game", "line"), [("connect_four", "4 4 3"), ("tic_tac_toe", "b2 a1 c3"), ("kuhn_poker", "K J pass"), ("othello", "f5 d6 c3")]
)
def test_lines_of_other_games_are_written_as_the_names_of_their_moves(game: str, line: str) -> None:
    found = load(game)
    state, actions = found.initial(), []
    for name in line.split():
        actions.append(found.parse_action(state, name))
        state = found.result(state, actions[-1])
    assert found.format_line(found.initial(), actions) == line
    assert read_position(found, line) == state
