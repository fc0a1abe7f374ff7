"""SGF: what was written is read again, what others write is read, what is wrong is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.go import Go
from counterplay.protocols.sgf import Record, main_line, read_sgf, write_sgf


@given(
    st.sampled_from([(1, 0), (5, 0), (9, 0), (3, 7), (19, 0)]),
    st.integers(0, 2**64 - 1),
    st.text(max_size=20),
    st.sampled_from([0, 7.5, -3]),
)
def test_what_was_written_is_read_again(size: tuple[int, int], seed: int, name: str, komi: float) -> None:
    game, rng = Go(size[0], komi, size[1]), cp.Random(seed)
    state, record = game.initial(), Record(game, game.initial(), black=name.replace("\r", " "), result="B+1")
    for _ in range(40):
        if game.is_terminal(state):
            break
        record.moves.append(game.random_action(state, rng))
        state = game.result(state, record.moves[-1])
    again = read_sgf(write_sgf(record))
    assert (again.game.rows, again.game.width, again.game.komi) == (game.rows, game.width, komi)
    assert (again.moves, again.result) == (record.moves, "B+1")
    assert again.black == record.black
    assert list(again.states())[-1][:3] == state[:3]


def test_files_of_other_programs() -> None:
    # As GNU Go 3.8 and CGoban write them: comments, old property names, handicap, variations, rectangles of stones, tt for a pass.
    text = """junk before (;GaMe[1]FF[3]SiZe[9]KM[0.5]HA[2]PB[a\\]b]AB[cg][gc]C[a (comment) with ; and \\] in it]
      ;W[ee];B[tt];W[](;B[cc]C[main])(;B[dd](;W[aa])(;W[bb])))(;GM[1];B[aa])"""
    record = read_sgf(text)
    game = record.game
    assert (game.rows, game.komi, record.black) == (9, 0.5, "a]b")
    assert game.marks(record.start)[2] == "......X.." and game.marks(record.start)[6] == "..X......"
    assert game.to_move(record.start) == 1
    assert [game.format_action(record.start, move) for move in record.moves] == ["E5", "pass", "pass", "C7"]
    square = read_sgf("(;SZ[5]AB[aa:bc]AW[ee]PL[B])")
    assert square.game.marks(square.start) == ["XX...", "XX...", "XX...", ".....", "....O"]
    assert read_sgf(write_sgf(square)).start == square.start
    twice = read_sgf("(;SZ[5];B[aa];B[bb])")
    assert [twice.game.format_action(twice.start, move) for move in twice.moves] == ["A5", "pass", "B4"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not an SGF file"),
        ("hello", "not an SGF file"),
        ("(;SZ[9]", "ends in the middle of a game"),
        ("(;SZ[9];B[aa]!)", "cannot be read from '!"),
        ("(;[aa])", "belongs to no property"),
        ("(;GM[11]SZ[9])", "another game"),
        ("(;SZ[big])", "the size of the board is a number"),
        ("(;SZ[52])", "board_size=52"),
        ("(;KM[much])", "komi is a number"),
        ("(;SZ[5];B[zz])", "is not a point of this board"),
        ("(;SZ[5];B[aa];W[aa])", r"Move 2 .* W\[aa\] at A5, is not a legal one"),
        ("(;SZ[5];B[aa];AB[bb])", "sets up stones in the middle"),
        ("(;SZ[5]AB[aa]AW[aa])", "overlap"),
        ("(;SZ[5]AB[])", "not a point to set up"),
    ],
)
def test_files_that_cannot_be_read_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        read_sgf(text)


@given(st.one_of(st.text(max_size=60), st.text("();BWAZKM[]\\ab59: \n", max_size=60).map(lambda text: f"(;{text}")))
def test_any_text_is_a_game_or_refused_with_a_sentence(text: str) -> None:
    try:
        record = read_sgf(text)
    except cp.UsageError as error:
        assert str(error).endswith(".") and len(str(error)) > 20
    else:
        assert len(list(record.states())) == len(record.moves) + 1


def test_deep_files_are_no_trouble() -> None:
    assert len(main_line("(;B[aa]" * 50_000 + ")" * 50_000)) == 50_000
