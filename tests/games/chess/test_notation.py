"""Chess as it is written: what is read, and what is refused in a sentence."""

from __future__ import annotations

import chess
import pytest

import counterplay as cp
from counterplay.games.chess import Chess
from counterplay.positions import read_position
from counterplay.rng import Random

GAME = Chess()
MIDDLE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("O-O", "e1g1"),
        ("0-0-0", "e1c1"),
        ("e1h1", "e1g1"),
        ("dxe6", "d5e6"),
        ("de6", "d5e6"),
        ("d5xe6!?", "d5e6"),
        ("Nxd7", "e5d7"),
        ("N5xd7", ""),
        ("Ne5xd7", "e5d7"),
        ("Qxf6", "f3f6"),
        ("Qxf6+", "f3f6"),
        ("a2-a4", "a2a4"),
    ],
)
def test_moves_are_read_as_people_and_programs_write_them(written: str, meant: str) -> None:
    state = GAME.parse_state(MIDDLE)
    if meant:
        assert GAME.parse_action(state, written) == GAME.parse_action(state, meant)
    else:
        assert GAME.format_action(state, GAME.parse_action(state, written)) == "Nxd7"


@pytest.mark.parametrize(
    ("written", "sentence"), [("Nd4", "not legal"), ("xyzzy", "no move of chess"), ("e9", "no move of chess"), ("", "no move")]
)
def test_what_is_no_move_is_refused(written: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        GAME.parse_action(GAME.parse_state(MIDDLE), written)


def test_a_bishop_and_the_file_b_are_told_apart() -> None:
    state = GAME.parse_state("2B5/8/2B5/8/8/1P2k3/8/4K3 w - - 0 1")
    for written, meant in (("B6b7", "c6b7"), ("B8b7", "c8b7"), ("b3b4", "b3b4"), ("B3B4", "b3b4")):
        assert GAME.from_to(state, GAME.parse_action(state, written)) == meant
    assert GAME.format_action(state, GAME.parse_action(state, "c6b7")) == "B6b7"


def test_an_ambiguous_move_is_asked_about() -> None:
    state = GAME.parse_state("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    with pytest.raises(cp.UsageError, match="Rad1, Rhd1"):
        GAME.parse_action(state, "Rd1")


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "no FEN"),
        ("8/8/8/8 w - - 0 1", "eight ranks"),
        ("9/8/8/8/8/8/8/k6K w - - 0 1", "neither a piece"),
        ("ppppppppp/8/8/8/8/8/8/k6K w - - 0 1", "neither a piece|squares"),
        ("7/8/8/8/8/8/8/k6K w - - 0 1", "7 squares"),
        ("8/8/8/8/8/8/8/k7 w - - 0 1", "White has 0 kings"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
        ("P6k/8/8/8/8/8/8/K7 w - - 0 1", "pawn"),
        ("7k/8/8/8/8/8/8/K7 x - - 0 1", "w or b"),
        ("7k/8/8/8/8/8/8/K7 w A - 0 1", "could castle"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w K-Q - 0 1", "could castle"),
        ("7k/8/8/8/8/8/8/K7 w - e4 0 1", "rank 6"),
        ("7k/8/8/8/8/8/8/K7 w - e6 0 1", "No pawn"),
        ("8/k7/3N4/3pP3/8/8/8/4K3 w - d6 0 1", "No pawn"),
        ("7k/8/8/8/8/8/8/K7 w - - many 1", "whole numbers"),
        ("7k/8/8/8/8/8/8/K6R b - - 0 1 extra words", "no FEN"),
        ("7k/8/8/8/8/8/8/K6R w - - 0 1", "Black's king could be taken"),
    ],
)
def test_what_is_no_position_is_refused(fen: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        GAME.parse_state(fen)


@pytest.mark.parametrize("home", ["R3K2R", "R3K3", "4K2R", "4K3", "R4RK1", "2KR3R", "3K4"])
@pytest.mark.parametrize("their_home", ["r3k2r", "r3k3", "4k2r", "4k3", "r4rk1", "2kr3r", "3k4"])
def test_rights_to_castle_without_a_rook_are_passed_over(home: str, their_home: str) -> None:
    fen = f"{their_home}/pppppppp/8/8/8/8/PPPPPPPP/{home} w KQkq - 0 1"
    board = chess.Board(fen)
    board.castling_rights = board.clean_castling_rights()
    assert GAME.format_state(GAME.parse_state(fen)) == board.fen()


def test_short_positions_and_positions_of_chess960_are_read() -> None:
    assert GAME.format_state(GAME.parse_state("4k3/8/8/8/8/8/8/4K3 b")) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    random_arrays = Chess(chess960=True)
    inner = "1r2kr2/8/8/8/8/8/8/RR2K2R w HBfb - 0 1"  # the rook on b1 is not the outermost one
    assert random_arrays.format_state(random_arrays.parse_state(inner)) == "1r2kr2/8/8/8/8/8/8/RR2K2R w KBkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "checkmate"),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 100 80", "checkmate"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", "too few pieces are left"),
        ("7k/8/8/8/8/8/8/KR6 w - - 100 80", "fifty moves without a capture or a pawn's move"),
    ],
)
def test_ends_have_names(fen: str, name: str) -> None:
    outcome = chess.Board(fen).outcome(claim_draw=True)
    assert outcome is not None and GAME.is_terminal(GAME.parse_state(fen))
    names = {
        chess.Termination.CHECKMATE: "checkmate",
        chess.Termination.STALEMATE: "stalemate",
        chess.Termination.INSUFFICIENT_MATERIAL: "too few pieces are left",
        chess.Termination.FIFTY_MOVES: "fifty moves without a capture or a pawn's move",
    }
    assert GAME.why_over(GAME.parse_state(fen)) == name == names[outcome.termination]


def test_absurd_parameters_are_refused() -> None:
    for wrong in ({"number": 960}, {"number": -1}, {"number": 3}, {"chess960": 1}, {"number": "a", "chess960": True}):
        with pytest.raises(cp.UsageError, match="chess"):
            Chess(**wrong)  # type: ignore[arg-type]


def test_a_king_elsewhere_castles_by_taking_its_rook() -> None:
    state = GAME.parse_state("4k3/8/8/8/8/8/8/5K1R w K - 0 1")
    step, castling = GAME.parse_action(state, "Kg1"), GAME.parse_action(state, "O-O")
    assert step != castling and [GAME.from_to(state, action) for action in (step, castling)] == ["f1g1", "f1h1"]
    assert (GAME.parse_action(state, "f1g1"), GAME.parse_action(state, "f1h1")) == (step, castling)
    other = Chess(chess960=True)
    state = other.parse_state("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert other.parse_action(state, "e1g1") == other.parse_action(state, "e1h1") == other.parse_action(state, "O-O")


@pytest.mark.parametrize("ending", ["!" * 5_000 + "x", "+" * 5_000 + "x", "e.p." * 2_000 + "x"])
def test_what_is_written_behind_a_move_is_passed_over_in_time(ending: str) -> None:
    """Each of these could be taken apart in more ways than there are atoms."""
    with pytest.raises(cp.UsageError, match="no move of chess"):
        GAME.parse_action(GAME.initial(), "e4" + ending)


@pytest.mark.parametrize("seed", range(20))
def test_lines_are_written_as_python_chess_writes_them(seed: int) -> None:
    random, state, board = Random(seed), GAME.initial(), chess.Board()
    states, boards = [state], [board.copy()]
    actions: list[int] = []
    moves: list[chess.Move] = []
    while len(actions) < 60 and not GAME.is_terminal(state):
        action = GAME.random_action(state, random)
        move = chess.Move.from_uci(GAME.from_to(state, action))
        actions.append(action)
        moves.append(move)
        state = GAME.result(state, action)
        board.push(move)
        states.append(state)
        boards.append(board.copy())
    for start in (0, 1, len(actions) // 2, len(actions) // 2 + 1, len(actions)):  # with White to begin, and with Black
        expected = boards[start].variation_san(moves[start:]).replace("...", "... ", 1)  # it writes 1...e5
        assert GAME.format_line(states[start], actions[start:]) == expected
        if start == 0:
            assert read_position(GAME, expected) == state


def test_an_engines_line_is_written_from_where_it_began() -> None:
    state = GAME.parse_state("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 30")
    assert GAME.format_line(state, cp.alphabeta(GAME, state, depth=1, compiled=False).line) == "30... Ra1#"
    assert GAME.format_line(state, ()) == ""
