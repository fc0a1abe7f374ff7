"""Chess positions with few pieces: their numbers, and what a database of three pieces says, against what everybody knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.chess import Chess
from counterplay.games.chess.evaluation import worth
from counterplay.games.chess.numbering import MATERIALS, PAWN_PAIRS, PLAIN_PAIRS, STARTS
from counterplay.games.chess.position import Position
from counterplay.solving.databases import Database, build, verify

GAME = Chess()
MIRRORS = {
    "left and right": lambda square: square ^ 7,
    "top and bottom": lambda square: square ^ 56,
    "diagonal": lambda s: s >> 3 | (s & 7) << 3,
}
LONGEST = {"KQ-K": 20, "KR-K": 32, "KP-K": 56, "KB-K": 0, "KN-K": 0}
"""Plies of the longest win, the side that is mated to move: 10, 16 and 28 moves (Kirill Kryukov, longest checkmates)."""


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """All positions with up to three pieces."""
    return build(GAME, tmp_path_factory.mktemp("databases") / "chess-3.cpdb", pieces=3).attach(GAME)


# ── Numbers ──
def test_there_are_462_pairs_of_kings_and_1806_with_pawns() -> None:
    """As everybody counts them who has built tablebases since Thompson 1986."""
    assert (len(PLAIN_PAIRS), len(PAWN_PAIRS)) == (462, 1806)
    assert [one.name for one in GAME.slices()][:7] == ["K-K", "KQ-K", "KR-K", "KB-K", "KN-K", "KP-K", "KQQ-K"]


@given(st.integers(0, STARTS[-1] - 1))
def test_every_number_is_one_position_or_none(number: int) -> None:
    state: Any = GAME.unindex(number)
    assume(state != GAME.initial())
    again: Any = GAME.unindex(GAME.index(state))  # the number of the same position, mirrored
    assert GAME.index(again) == GAME.index(state) <= number
    assert GAME.parse_state(GAME.format_state(state)) == state
    if not state.pawns:
        for mirror in MIRRORS.values():
            assert GAME.index(mirrored(state, mirror)) == GAME.index(state)
    elif not state.passing:
        assert GAME.index(mirrored(state, MIRRORS["left and right"])) == GAME.index(state)
    place = max(i for i in range(len(MATERIALS)) if STARTS[i] <= number)
    if not GAME.is_terminal(state):  # two materials with both sides exchanged are solved together
        children = [GAME.index(GAME.result(state, action)) for action in GAME.actions(state)]
        assert all(0 <= child < STARTS[min(place + 2, len(MATERIALS))] for child in children)


def mirrored(state: Any, mirror: Any) -> Position:
    def bits(squares: int) -> int:
        return sum(1 << mirror(square) for square in range(64) if squares >> square & 1)

    return Position._make([*map(bits, state[:9]), 7, 3 if state.played & 1 else 6])


@pytest.mark.parametrize("fen", ["8/8/8/8/3pP3/8/8/K6k b - e3 0 1", "1k1K4/8/8/pP6/8/8/8/8 w - a6 0 1"])
def test_a_pawn_that_may_be_taken_in_passing_makes_another_number(fen: str) -> None:
    words = fen.split()
    state, other = GAME.parse_state(fen), GAME.parse_state(" ".join([*words[:3], "-", *words[4:]]))
    assert GAME.index(state) != GAME.index(other)
    assert bool(GAME.unindex(GAME.index(state)).passing) and not GAME.unindex(GAME.index(other)).passing


def test_positions_that_may_castle_or_have_many_pieces_have_no_number() -> None:
    for fen in ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/PP6/2B1K3 w - - 0 1"):
        assert GAME.index(GAME.parse_state(fen)) == -1


# ── Values ──
def test_endings_with_three_pieces_last_as_long_as_everybody_knows(three: Database) -> None:
    assert {one.name: one.longest for one in three.summaries if one.pieces == 3} == LONGEST
    assert verify(three, GAME).wrong is None


def test_king_and_pawn_win_as_often_as_in_the_bitbase_of_stockfish(three: Database) -> None:
    """With the pawn on the files a to d, either side to move: 111,282.

    Engines with Stockfish's bitbase assert that number: `assert(KPKBitBase.count() == 111282)`, in several versions of bitbase.cpp."""
    (pawn,) = (one for one in three.summaries if one.name == "KP-K")
    assert pawn.won + pawn.lost == 111_282


def test_mates_are_as_far_as_gaviota_s_tables_say(three: Database, shared_data: Path) -> None:
    """Every position with three pieces of the file that Gaviota's tablebases are tested with."""
    asked = 0
    for line in (shared_data / "chess/endgame-dm-4.epd").read_text().splitlines():
        if " dm " in line:
            fen, _, mate = line.rstrip(";").partition(" dm ")
            state = GAME.parse_state(f"{fen} 0 1")
            known = three.known(state)
            if known is not None:
                asked += 1
                moves = int(mate)
                assert known.distance == (None if moves == 0 else 2 * moves - 1 if moves > 0 else -2 * moves)
    assert asked == 4


def test_the_engine_mates_with_a_rook_in_16(three: Database) -> None:
    state: Any = GAME.parse_state("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
    plies = 0
    engine = cp.Engine(GAME, database=three)
    while not GAME.is_terminal(state):
        state = GAME.result(state, engine.search(state).action)
        plies += 1
    assert plies == 31 and GAME.utility(state, 0) == 1


# ── Without a database ──
@pytest.mark.parametrize(
    "fen",
    [
        "8/8/5R2/K7/8/8/8/3k4 w - - 0 1",
        "3K4/8/8/8/7R/8/8/6k1 w - - 0 1",
        "8/1R6/8/8/8/4k2K/8/8 w - - 0 1",
        "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        "8/3p4/8/3k4/8/8/8/K5Q1 w - - 0 1",
    ],
)
def test_a_short_search_mates_with_what_suffices(fen: str) -> None:
    """Rook, queen or two bishops win (theory); with 2,000 nodes a move, mate is beyond the horizon most of the way."""
    engine = cp.Engine(GAME, memory=1 << 20, database=False, compiled=True)
    state, earlier = GAME.parse_state(fen), []
    while not GAME.is_terminal(state):
        earlier.append(state)
        state = GAME.result(state, engine.search(state, nodes=2000, earlier=earlier[:-1]).action)
    assert GAME.why_over(state) == "checkmate" and GAME.utility(state, 0) == 1.0


def test_two_knights_do_not_suffice() -> None:
    """A draw (theory): the last pawn is not to be given for it."""
    alone, with_pawn = (worth(GAME.parse_state(f"8/8/3k4/8/8/8/{pawns}/1NN1K3 w - - 0 1")) for pawns in ("8", "7P"))
    assert 0 <= 3 * alone < with_pawn


def test_a_mate_found_by_looking_further_is_not_taken_for_the_shortest() -> None:
    """A mate in four, found by following checks beyond the depth, was kept for good; there is one in three, which minimax finds."""
    state = GAME.parse_state("8/2Qr3K/5k2/4p3/1R6/8/8/8 w - - 0 1")
    engine = cp.Engine(GAME, memory=1 << 20, database=False, compiled=True)
    assert engine.search(state, nodes=1_000_000).distance == engine.thorough(1 << 20).search(state, depth=5).distance == 5


def test_who_loses_looks_on_for_how_long_it_lasts(three: Database) -> None:
    """A loss that was found by following checks is not the end of the search: the other side may win sooner than it says."""
    state = GAME.parse_state("8/8/8/3k4/8/8/8/Q3K3 b - - 0 1")
    answer = cp.Engine(GAME, memory=16 << 20, database=False, compiled=True).search(state, nodes=4_000_000)
    known = three.known(state)
    assert known is not None and (answer.value, answer.distance) == (-1.0, known.distance)


@pytest.mark.parametrize("fen", ["8/8/8/4k3/8/8/8/KR6 w - - 0 1", "8/5k2/8/8/3P4/8/8/K7 w - - 0 1"])
def test_no_position_stands_twice_on_a_line_that_wins(fen: str) -> None:
    engine = cp.Engine(GAME, memory=16 << 20, database=False, compiled=True)
    longest = 0
    for said in engine.analyse(GAME.parse_state(fen), nodes=300_000):
        line, states = said.lines[0], [GAME.parse_state(fen)]
        for action in line.line:
            states.append(GAME.result(states[-1], action))
        twice = len(states) - len({GAME.key(state) for state in states})
        assert twice == 0 or (line.value == 0.0 and twice == 1)
        longest = max(longest, len(line.line))
    assert longest >= 8
