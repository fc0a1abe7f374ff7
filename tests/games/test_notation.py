"""Words for people: every notation reads what it wrote, and says in a sentence what it cannot read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.registry import short_name

GAMES = {
    text: cp.load(text)
    for text in (
        "connect_four",
        "connect_four(rows=3,columns=12)",
        "connect_four(rows=1,columns=5)",
        "tic_tac_toe",
        "tic_tac_toe(rows=4,columns=6,line=3)",
        "tic_tac_toe(rows=15,columns=15,line=5)",
        "breakthrough",
        "breakthrough(rows=4,columns=3)",
        "checkers",
        "hex",
        "hex(board_size=3,swap=true)",
        "go(board_size=5)",
        "go(board_size=2,columns=5)",
        "nim",
        "nim((20,0,3),false)",
        "board_splitting",
        "board_splitting(((1.5,-2,3),(4,5,6)))",
        "branching",
        "pig",
        "pig(goal=7,sides=2)",
        "twenty_forty_eight",
        "twenty_forty_eight(max_tile=16)",
        "backgammon",
        "backgammon(steps=true)",
        "tree",
        "tree([[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]],players=3)",
        "tree({'name':'A','actions':['go left'],'children':[{'name':'B','chance':[0.5,0.5],'children':[1,{'name':'A','value':2}]}]})",
    )
}


@st.composite
def positions(draw: st.DrawFn) -> tuple[cp.Game[Any, Any], Any]:
    game = GAMES[draw(st.sampled_from(list(GAMES)))]
    state = game.initial()
    for _ in range(draw(st.integers(0, 60))):
        if game.is_terminal(state):
            break
        state = game.result(state, draw(st.sampled_from(moves(game, state))))
    return game, state


def moves(game: cp.Game[Any, Any], state: Any) -> list[Any]:
    return [move for move, _ in game.chances(state)] if game.to_move(state) == cp.CHANCE else list(game.actions(state))


@given(positions())
def test_states_and_actions_are_read_as_they_were_written(position: tuple[cp.Game[Any, Any], Any]) -> None:
    game, state = position
    text = game.format_state(state)
    assert game.parse_state(text) == state
    assert game.parse_state(f"  {text} ") == state
    assert "\n" not in text
    assert game.text(state)
    if not game.is_terminal(state):
        names = [game.format_action(state, move) for move in moves(game, state)]
        assert len(set(names)) == len(names)
        assert [game.parse_action(state, name) for name in names] == moves(game, state)


@given(positions())
def test_canonical_is_one_state_for_all_symmetric_ones(position: tuple[cp.Game[Any, Any], Any]) -> None:
    game, state = position
    for image in game.symmetries(state):
        assert game.canonical(image) == game.canonical(state)
        assert game.is_terminal(image) == game.is_terminal(state)
        if game.is_terminal(state):
            assert game.utility(image, 0) == game.utility(state, 0)
        else:
            assert game.count(image) == game.count(state)
            assert game.evaluate(image, 0) == game.evaluate(state, 0)


@given(st.sampled_from(list(GAMES)), st.one_of(st.text(max_size=30), st.text("xo./0123456789-,;: rotmaxin", max_size=60)))
def test_any_text_is_a_position_or_refused_with_a_sentence(name: str, text: str) -> None:
    game = GAMES[name]
    try:
        state = game.parse_state(text)
    except cp.UsageError as error:
        assert str(error).endswith(".") and len(str(error)) > 20
    else:
        assert game.parse_state(game.format_state(state)) == state


@given(st.sampled_from(list(GAMES)), st.text(max_size=10))
def test_any_text_is_a_move_or_refused_with_a_sentence(name: str, text: str) -> None:
    game = GAMES[name]
    try:
        assert game.parse_action(game.initial(), text) in moves(game, game.initial())
    except cp.UsageError as error:
        assert "is not a move here" in str(error)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("tic_tac_toe", "xxx/ooo/...", "cannot arise"),
        ("tic_tac_toe", "xx./.../...", "X begins and turns alternate, but there are 2 x and 0 o"),
        ("tic_tac_toe", "o../.../...", "X begins"),
        ("tic_tac_toe", "xxx/oo./o..", "over before the last mark"),
        ("tic_tac_toe", "x.o/.x.", "write 3 rows of 3 marks"),
        ("tic_tac_toe", "x.o/.x./..z", "is not a position"),
        ("tic_tac_toe(rows=4,columns=6,line=3)", "xxx.../ooo.oo/xxx.../o.....", "cannot arise"),
        ("tic_tac_toe(rows=4,columns=6,line=3)", "xxx.../oo.oo./xxx.../o.....", "over before the last mark"),
        ("pig", "31-45", "write both scores"),
        ("pig", "100-4:1", "ends when a player has so much"),
        ("pig", "4-100:1+4", "the game is over"),
        ("pig", "90-4:1+12?", "holds"),
        ("pig", "1-4:1", "nobody has exactly 1"),
        ("pig(goal=7,sides=2)", "3-4:1", "only a 2 adds anything"),
        ("twenty_forty_eight", "2,4/8", "write four rows of four numbers"),
        ("twenty_forty_eight", "3,0,0,0/0,0,0,0/0,0,0,0/0,0,0,2:0", "a power of two from 2 to 131072, not 3"),
        ("twenty_forty_eight", "2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,2:0??", "only on the empty board"),
        ("twenty_forty_eight", "2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0:0", "too few or too many"),
        ("backgammon", "hello", "GNU Backgammon's position ID"),
        ("backgammon", "//////////////:1", "more than 15 checkers"),
        ("backgammon", "4HPwATDgc/ABMA:1:3", "use both dice at once"),
        ("backgammon(steps=true)", "4HPwATDgc/ABMA:1:31x2", "only the steps of a double"),
        ("backgammon", "4PPgASTgc/ABMA:?", "made in the starting position"),
        ("connect_four", "8", "move 1 is column 8, but the columns are 1 to 7"),
        ("connect_four", "4444444", "move 7 drops a stone into column 4, which is full"),
        ("connect_four", "11223344", "the game was over before move 8"),
        ("connect_four", "x......" + "/......." * 5, "column 1, row 6 has nothing below it"),
        ("connect_four", "......./......./......./......./......./oo.x...", "X begins and turns alternate"),
        ("connect_four", "......./......./......./......./ooo..../xxxx.o.", "cannot arise: X begins|no stone on top"),
        ("connect_four", "......./......./......./o....../ooo..../xxxx...", "no stone on top"),
        ("connect_four", "hello", "write the moves from the empty board as columns from 1 to 7, like 44"),
        ("nim", "1-3-5", "3 piles, but this game has 4"),
        ("nim", "1-3-5-9", "pile d has 9 matches, but it began with 7"),
        ("nim", "1-3-5-7:3", "is not a position"),
        ("nim", "-1-3-5-7", "is not a position"),
        ("board_splitting", "0-4,1-4:max", "outside the board"),
        ("board_splitting", "1-5,1-4:max", "outside the board"),
        ("board_splitting", "3-2,1-4:max", "outside the board"),
        ("branching", "5", "has the children 1 to 4, but no 5"),
        ("branching", "1.1.1.1.1", "goes on below a leaf"),
        ("tree", "4", "node root has 3 children, no child 4"),
        ("tree", "x", "is not a node"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_reason(name: str, text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        GAMES[name].parse_state(text)


def test_both_notations_of_connect_four_mean_the_same() -> None:
    game = GAMES["connect_four"]
    state = game.parse_state("4453")
    assert game.format_state(state) == "......./......./......./......./...o.../..oxx.."
    assert game.parse_state(game.format_state(state)) == game.parse_state("4,4,5,3") == game.parse_state("44 53") == state
    assert game.parse_state("") == game.initial()
    wide = GAMES["connect_four(rows=3,columns=12)"]
    assert wide.format_state(wide.parse_state("12,1,10")) == "............/............/o........x.x"


def test_texts_are_what_a_person_expects() -> None:
    tic_tac_toe = GAMES["tic_tac_toe"]
    assert tic_tac_toe.text(tic_tac_toe.parse_state("x.o/.x./..o")) == " 3 x . o\n 2 . x .\n 1 . . o\n   a b c"
    assert GAMES["nim"].text(GAMES["nim"].parse_state("1-0-5-7")) == "a    1  |\nb    0\nc    5  |||||\nd    7  |||||||"
    split = GAMES["board_splitting"]
    assert split.text(split.parse_state("1-2,3-4:max")).splitlines()[0] == " ·  · 11  4"
    assert GAMES["tree"].text(0) == "root: Max moves: 1, 2, 3"
    assert [GAMES["connect_four"].player_name(player) for player in (0, 1)] == ["X", "O"]


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe"])
@pytest.mark.parametrize("settings", ["rows=0", "rows=-3", "columns=1000,rows=1000", "rows=2.5", "columns=true", "rows='3'"])
def test_absurd_boards_are_refused(name: str, settings: str) -> None:
    with pytest.raises(cp.UsageError, match=rf"{name}: (rows|columns)=.*: give a whole number from 1 to 20"):
        cp.load(f"{name}({settings})")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tic_tac_toe(line=4)", "a line has from 1 to 3 cells"),
        ("tic_tac_toe(line=0)", "a line has from 1 to 3 cells"),
        ("nim(pile_sizes=-1;3)", "give from 1 to 16 piles"),
        ("nim(pile_sizes=1000000000000)", "0 to 1000 matches"),
        ("nim(0,0)", "not all empty"),
        ("nim(pile_sizes=())", "give from 1 to 16 piles"),
        ("nim(pile_sizes='many')", "give from 1 to 16 piles"),
        ("nim(" + ",".join("1" * 17) + ")", "give from 1 to 16 piles"),
        ("nim(is_misere=3)", "say true"),
        ("board_splitting(board=[])", "give rows of numbers"),
        ("board_splitting(board=3)", "give rows of numbers"),
        ("board_splitting(board=[[1,2],[3]])", "row 2 of the board has 1 numbers and row 1 has 2"),
        ("board_splitting(board=[[1,2],[3,'x']])", "row 2, column 2 of the board is 'x'"),
        ("board_splitting(board=[[1e999]])", "row 1, column 1 of the board is inf"),
        ("board_splitting(board=" + repr([[1] * 101] * 100) + ")", "10,100 numbers; 10,000 are the most"),
        ("branching(0)", "whole numbers of at least 1"),
        ("branching(factors=())", "from 1 to 1000"),
        ("branching(1000,1000,1000,1000,1000,1000)", "leaves; that is the most"),
        ("branching(seed=-1)", "seed=-1"),
        ("branching(largest=0.5)", "largest=0.5"),
    ],
)
def test_absurd_parameters_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        cp.load(text)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_text_is_refused_in_words(name: str) -> None:
    game: Any = GAMES[name]
    for wrong in (None, 5, b"e4"):
        with pytest.raises(cp.UsageError, match="parse_action reads text, as format_action writes it"):
            game.parse_action(game.initial(), wrong)
        with pytest.raises(cp.UsageError, match="parse_state reads text, as format_state writes it"):
            game.parse_state(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_the_short_name_makes_the_same_game(name: str) -> None:
    assert cp.load(short_name(GAMES[name])) == GAMES[name]
