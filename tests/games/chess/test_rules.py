"""Chess: published perft counts, python-chess step by step, and the ends of the game.

`COUNTERPLAY_GAMES=10000` plays so many random games of each kind beside python-chess.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.long_runs import games

import counterplay as cp
from counterplay.games.chess import Chess, Position
from counterplay.games.chess.notation import write_uci
from counterplay.history import is_drawn

python_chess = pytest.importorskip("chess", reason="python-chess is not installed")

GAME, RANDOM_ARRAYS = Chess(), Chess(chess960=True)
MOST_NODES = 1_000_000
"""The largest published count that is recounted here; `counterplay perft chess --positions` recounts all."""


def published(file: Path) -> list[tuple[str, int, int]]:
    """Positions with the depth and the count of the deepest line that is small enough."""
    found = []
    for line in file.read_text().splitlines():
        fen, *counts = line.split(";")
        known = [(int(depth[1:]), int(count)) for depth, count in (entry.split() for entry in counts)]
        small = [one for one in known if one[1] <= MOST_NODES]
        found.append((fen.strip(), *max(small)))
    return found


@pytest.mark.parametrize("name", ["perft6.epd", "perftsuite.epd"])
def test_perft_counts_are_the_published_ones(shared_data: Path, name: str) -> None:
    for fen, depth, count in published(shared_data / "chess" / name):
        assert cp.perft(GAME, depth, GAME.parse_state(fen), compiled=True).leaves == count, fen


def test_perft_counts_of_chess960_are_the_published_ones(shared_data: Path) -> None:
    position, largest, counted = None, (0, 0), 0
    for line in [*(shared_data / "chess" / "chess960.perft").read_text().splitlines(), "id end"]:
        if line.startswith("epd "):
            position = RANDOM_ARRAYS.parse_state(line[4:])
        elif line.startswith("perft "):
            _, depth, count = line.split()
            if int(count) <= MOST_NODES:
                largest = int(depth), int(count)
        elif line.startswith("id ") and position is not None:
            assert cp.perft(RANDOM_ARRAYS, largest[0], position, compiled=True).leaves == largest[1], RANDOM_ARRAYS.format_state(position)
            position, counted = None, counted + 1
    assert counted > 30


@pytest.mark.parametrize("chess960", [False, True])
def test_every_rule_is_that_of_python_chess(chess960: bool) -> None:
    rng = random.Random(4 + chess960)
    for _ in range(games(6)):
        number = rng.randrange(960) if chess960 else 518
        game = Chess(chess960=chess960, number=number)
        theirs = python_chess.Board.from_chess960_pos(number)
        theirs.chess960 = chess960
        state = game.initial()
        states = [state]
        while True:
            legal = {move.uci(): move for move in theirs.legal_moves}
            ours = {write_uci(game, state, action): action for action in game.actions(state)}
            assert ours.keys() == legal.keys(), theirs.fen()
            assert game.count(state) == len(legal)
            assert game.has_action(state) == bool(legal)
            assert game.in_check(state) == theirs.is_check()
            assert game.format_state(state) == theirs.fen(en_passant="xfen")
            assert game.parse_state(theirs.fen(en_passant="xfen")) == state
            over = not legal or theirs.halfmove_clock >= 100 or theirs.is_insufficient_material()
            assert game.is_terminal(state) == over
            assert is_drawn(game, states) == theirs.is_repetition(3)
            if over:
                lost = theirs.is_checkmate()
                assert game.utility(state, game.to_move(state)) == (-1 if lost else 0)
                break
            chosen = rng.choice(sorted(legal))
            san = theirs.san(legal[chosen])
            assert game.format_action(state, ours[chosen]) == san
            assert game.parse_action(state, san) == game.parse_action(state, chosen) == ours[chosen]
            theirs.push(legal[chosen])
            state = game.result(state, ours[chosen])
            states.append(state)


def test_arrays_are_numbered_as_everywhere() -> None:
    for number in range(0, 960, 37):
        theirs = python_chess.Board.from_chess960_pos(number)
        assert Chess(chess960=True, number=number).format_state(Chess(chess960=True, number=number).initial()) == theirs.fen()


# ── Ends of the game ──
@pytest.mark.parametrize(
    ("fen", "over", "value"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", True, -1.0),  # the fool's mate
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", True, 0.0),  # stalemate
        ("8/8/8/4k3/8/8/4N3/4K3 w - - 0 1", True, 0.0),
        ("8/8/8/4kb2/8/8/4B3/4K3 w - - 0 1", True, 0.0),  # bishops on squares of one colour
        ("8/8/8/4kb2/8/8/3B4/4K3 w - - 0 1", False, 0.0),
        ("8/8/8/4kn2/8/8/4N3/4K3 w - - 0 1", False, 0.0),
        ("8/8/8/4k3/8/8/3R4/4K3 w - - 100 80", True, 0.0),
        ("8/8/8/4k3/8/8/3R4/4K3 w - - 99 80", False, 0.0),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", True, -1.0),  # mate comes before the fifty moves
    ],
)
def test_the_game_is_over(fen: str, over: bool, value: float) -> None:
    state = GAME.parse_state(fen)
    assert GAME.is_terminal(state) == over
    if over:
        assert GAME.utility(state, GAME.to_move(state)) == value


# ── Facts for searches ──
def test_keys_tell_positions_apart_and_forget_the_counters() -> None:
    rng, seen = random.Random(8), dict[object, Position]()
    for _ in range(30):
        state = GAME.initial()
        for _ in range(80):
            if GAME.is_terminal(state):
                break
            plain = state._replace(clock=0, played=state.played & 1)
            assert seen.setdefault(GAME.key(state), plain) == plain
            state = GAME.result(state, rng.choice(list(GAME.actions(state))))
    assert len(seen) > 1500


def test_evaluation_does_not_depend_on_the_colour() -> None:
    rng = random.Random(3)
    for _ in range(10):
        state = GAME.initial()
        for _ in range(60):
            if GAME.is_terminal(state):
                break
            other = state._replace(played=state.played ^ 1)
            assert GAME.evaluate(state, GAME.to_move(state)) == GAME.evaluate(other, GAME.to_move(other))
            assert GAME.evaluate(state, 0) == -GAME.evaluate(state, 1)
            state = GAME.result(state, rng.choice(list(GAME.actions(state))))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2N1KB2 w - - 0 1"),
        ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1"),
    ],
)
def test_what_players_prefer(better: str, worse: str) -> None:
    assert GAME.evaluate(GAME.parse_state(better), 0) > GAME.evaluate(GAME.parse_state(worse), 0)


def test_passing_is_never_offered_in_check_or_with_pawns_alone() -> None:
    for fen in ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"):
        state = GAME.parse_state(fen)
        assert GAME.pass_turn(state) == state
    passed = GAME.pass_turn(GAME.initial())
    assert GAME.format_state(passed).split()[:2] == ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "b"]
