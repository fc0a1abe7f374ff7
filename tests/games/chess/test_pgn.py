"""PGN: what was written is read again, python-chess reads and writes the same, and every kind of damage gets a sentence."""

from __future__ import annotations

import io
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay import UsageError
from counterplay.games.chess import Chess
from counterplay.games.chess.pgn import Record, Unreadable, games_in, read_pgn, write_pgn

pytest.importorskip("chess.pgn", reason="python-chess is not installed")
import chess.pgn

WORDS = st.text("abc XYZ 0123 .,:;!?'\"\\é/-[]()$%", max_size=30).map(lambda text: " ".join(text.split()))


def played(seed: int, chess960: bool = False, plies: int = 60) -> Record:
    """A random game, with what one may say about it."""
    rng = random.Random(seed)
    game = Chess(chess960=chess960)
    state = Chess(chess960=True, number=rng.randrange(960)).initial() if chess960 else game.initial()
    for _ in range(rng.choice((0, 0, 7))):
        state = game.result(state, rng.choice(list(game.actions(state))))
    record = Record(game, state)
    for number in range(rng.randrange(plies)):
        if game.is_terminal(state):
            break
        record.moves.append(rng.choice(list(game.actions(state))))
        state = game.result(state, record.moves[-1])
        if rng.random() < 0.1:
            record.nags[number + 1] = tuple(rng.sample(range(1, 140), rng.randrange(1, 3)))
    record.tags["Result"] = rng.choice(("1-0", "0-1", "1/2-1/2", "*"))
    return record


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 10_000), st.booleans()), min_size=1, max_size=3), st.dictionaries(st.integers(0, 20), WORDS), WORDS
)
def test_what_was_written_is_read_again(seeds: list[tuple[int, bool]], comments: dict[int, str], name: str) -> None:
    records = [played(*one) for one in seeds]
    records[0].tags["White"] = name
    records[0].comments = {place: said for place, said in comments.items() if said and place <= len(records[0].moves)}
    text = write_pgn(records)
    assert read_pgn(text) == records
    assert write_pgn(read_pgn(text)) == text
    assert all(len(line) <= 79 or "[" in line or " " not in line for line in text.splitlines())


@pytest.mark.parametrize("chess960", [False, True])
def test_python_chess_reads_what_we_write(chess960: bool) -> None:
    for seed in range(20):
        record = played(seed, chess960)
        if record.moves:
            record.comments[1] = "first"
        theirs = chess.pgn.read_game(io.StringIO(write_pgn([record])))
        assert theirs is not None
        assert not theirs.errors
        assert theirs.headers["Result"] == record.result
        assert theirs.end().board().fen(en_passant="xfen") == record.game.format_state(list(record.states())[-1])
        assert [sorted(node.nags) for node in theirs.mainline()] == [sorted(record.nags.get(i + 1, ())) for i in range(len(record.moves))]


@pytest.mark.parametrize("chess960", [False, True])
def test_we_read_what_python_chess_writes(chess960: bool) -> None:
    rng = random.Random(7)
    for number in range(20):
        board = chess.Board.from_chess960_pos(rng.randrange(960) if chess960 else 518)
        board.chess960 = chess960
        for _ in range(rng.randrange(80)):
            if not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
        game = chess.pgn.Game.from_board(board)
        game.headers["Round"] = str(number)
        (record,) = read_pgn(str(game))
        assert record.game.chess960 == chess960
        assert record.tags["Round"] == str(number)
        assert record.result == game.headers["Result"]
        assert record.game.format_state(list(record.states())[-1]) == board.fen(en_passant="xfen")


def test_a_file_with_everything() -> None:
    text = """\
[Event "a \\"quoted\\" name"]
[Result "1-0"]

% a line for programs
{before} 1.e4! e5 $2$14 {after
two lines} (1... c5 {Sicilian (open)} 2. Nf3 (2. d4 cxd4) d6) 2. Qh5?! Nc6 ; to the end
3.Bc4 Nf6?? 4. Qxf7# 1-0
[White "without a result"] 1. d4 d5

[White "castles"] [FEN "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 0 1"]
1. exd6 e.p. 0-0 2. O-O-O 1/2-1/2
"""
    first, second, third = read_pgn("\ufeff" + text)
    assert first.tags["Event"] == 'a "quoted" name'
    assert first.comments == {0: "before", 2: "after two lines", 4: "to the end"}
    assert first.nags == {1: (1,), 2: (2, 14), 3: (6,), 6: (4,)}
    assert (first.result, len(first.moves)) == ("1-0", 7)
    assert (second.tags["White"], second.result, len(second.moves)) == ("without a result", "*", 2)
    assert third.game.format_state(list(third.states())[-1]).startswith("5rk1/8/3P4/8/8/8/8/2KR4 b")
    assert Chess().parse_game(text) == (first.start, first.moves)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no game"),
        ("   \n\n", "no game"),
        ("1. e4 e5 2. Ke3", "Game 1 of this PGN, line 1: 'Ke3' is not legal"),
        ("1. e4 *\n\n1. e5", "Game 2 of this PGN, line 3: 'e5' is not legal"),
        ("1. e4 {never ends", "cannot be read from '{never ends'"),
        ("1. e4 (1. d4", "a bracket \\) is missing"),
        ("1. e4 ) e5", "has not begun"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] 1. e4', "0 kings instead of one"),
        ('[Variant "Atomic"] 1. e4', "is no chess"),
        ("1. e4 -- 2. d4", "cannot be read"),
    ],
)
def test_damage_gets_a_sentence(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_pgn(text)


@pytest.mark.parametrize(
    "damaged",
    [
        "1. e4 e5 2. Ke3 Nc6 (2... d5 *) 3. Bc4 *",
        "1. e4 -- 2. d4 *",
        "1. e4 (1. d4",
        "1. e4 ) e5 *",
        '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] *',
        '[Variant "Atomic"] 1. e4 1-0',
    ],
)
def test_the_games_beside_a_damaged_one_are_read(damaged: str) -> None:
    text = f'1. d4 *\n\n[White "Eve"]\n{damaged}\n\n[White "Cy"]\n\n1. c4 c5 *\n'
    first, bad, last = games_in(text)
    assert isinstance(first, Record) and isinstance(last, Record)
    assert (len(first.moves), last.tags["White"], len(last.moves)) == (1, "Cy", 2)
    assert isinstance(bad, Unreadable) and bad.tags["White"] == "Eve" and bad.reason.startswith("Game 2 of this PGN, line ")
    assert Chess().parse_game(text) == (first.start, first.moves)


def test_very_many_damaged_games_take_no_long_time() -> None:
    bad = '[White "Eve"]\n1. e4 { -- {\n\n'
    began = time.monotonic()
    (found,) = games_in(bad * 200_000)
    assert isinstance(found, Unreadable)
    assert len(list(games_in('[White "Eve"]\n1. --\n\n' * 20_000))) == 20_000
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 ;a brace } in it\n*",
        '[White "Ada\n  Lovelace"] 1. e4 *',
        '[Result "white won"] 1. e4',
        '[My-Tag "y"] 1. e4 $139 1/2',
        '[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"] 1. exd6e.p. Kd7 *',
    ],
)
def test_what_is_unusual_is_read_and_stays_the_same(text: str) -> None:
    records = read_pgn(text)
    assert read_pgn(write_pgn(records)) == records and records[0].moves


def test_any_array_of_chess960_is_read_again() -> None:
    game = Chess(chess960=True, number=7)
    record = Record(game, game.initial(), [next(game.actions(game.initial()))])
    assert read_pgn(write_pgn([record])) == [record]


@settings(max_examples=300, deadline=None)
@given(st.text('[]{}()"\\;%$!?.*=+#-/ \n1230O-abcdefghKQRBNexFENWhite', max_size=120))
def test_no_text_is_too_much(text: str) -> None:
    try:
        records = read_pgn(text)
    except UsageError:
        return
    assert read_pgn(write_pgn(records)) == records


@pytest.mark.parametrize(
    "moves",
    [
        "e4 e5",
        "f3 e5 g4 Qh4#",
        "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#",
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1",
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
        "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6",
    ],
)
def test_a_game_that_is_over_has_its_result(moves: str) -> None:
    """Going on, mate by either side, the same position twice and three times, stalemate: as python-chess sees it."""
    game, board = Chess(), chess.Board()
    state, actions = game.initial(), []
    for move in moves.split():
        board.push_san(move)
        actions.append(game.parse_action(state, move))
        state = game.result(state, actions[-1])
    (record,) = read_pgn(game.format_game(game.initial(), actions))
    assert record.result == ("1/2-1/2" if board.is_repetition(3) else board.result())
    assert record.moves == actions
