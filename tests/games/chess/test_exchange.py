"""Static exchange evaluation: published examples, and a plain minimax over the captures on one square."""

from __future__ import annotations

from typing import Any

import chess
import pytest

import counterplay as cp
from counterplay.games.chess.exchange import WORTH, exchange_reaches

GAME = cp.load("chess")

EXAMPLES = (
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", 100 - 325),
    ("4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1", "dxe5", 0),
    ("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "dxe5", 100),
    ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q", 875),
    ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q", -100),
    ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q", 500 + 875 - 975),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0),
)
"""The first two are Chess Programming Wiki's; the others have one answer that anybody can count."""


def value(state: Any, action: int) -> int:
    """The exchange's value, from the bars that it reaches."""
    low, high = -11_000, 11_000
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if exchange_reaches(state, action, middle) else (low, middle - 1)
    return low


@pytest.mark.parametrize(("fen", "move", "worth"), EXAMPLES)
def test_examples(fen: str, move: str, worth: int) -> None:
    state = GAME.parse_state(fen)
    assert value(state, GAME.parse_action(state, move)) == worth


def minimax_of_captures(board: chess.Board, square: int) -> int:
    """What the side to move wins by capturing on a square with its least valuable piece, pins ignored, or by not capturing: 0."""
    attackers = list(board.attackers(board.turn, square))
    if not attackers:
        return 0
    least = min(attackers, key=lambda from_square: board.piece_type_at(from_square) or 0)
    kind = board.piece_type_at(least)
    if kind == chess.KING and board.attackers(not board.turn, square):
        return 0
    taken = board.piece_type_at(square)
    assert kind is not None and taken is not None
    after = board.copy(stack=False)
    after.remove_piece_at(least)
    after.set_piece_at(square, chess.Piece(kind, board.turn))
    after.turn = not board.turn
    return max(0, WORTH[taken] - minimax_of_captures(after, square))


def test_it_is_a_minimax_over_captures() -> None:
    """On every capture of 150 random positions."""
    rng, compared = cp.Random(5), 0
    for number in range(150):
        state = GAME.initial()
        for _ in range(10 + number % 60):
            if GAME.is_terminal(state):
                break
            state = GAME.result(state, GAME.random_action(state, rng))
        board = chess.Board(GAME.format_state(state))
        for action in [] if GAME.is_terminal(state) else GAME.noisy_actions(state):
            move = chess.Move.from_uci(GAME.from_to(state, action))
            if move.promotion or board.is_en_passant(move):
                continue
            taken = board.piece_type_at(move.to_square)
            after = board.copy(stack=False)
            piece = after.remove_piece_at(move.from_square)
            after.set_piece_at(move.to_square, piece)
            after.turn = not board.turn
            assert taken is not None
            assert value(state, action) == WORTH[taken] - minimax_of_captures(after, move.to_square), (board.fen(), move.uci())
            compared += 1
    assert compared > 150


def test_noisy_actions_are_the_noisy_ones() -> None:
    rng = cp.Random(6)
    for number in range(200):
        state = GAME.initial()
        for _ in range(number % 90):
            if GAME.is_terminal(state):
                break
            state = GAME.result(state, GAME.random_action(state, rng))
        expected = sorted(action for action in GAME.actions(state) if GAME.is_noisy(state, action))
        assert sorted(GAME.noisy_actions(state)) == expected, GAME.format_state(state)


def test_threats_are_checks_and_motifs_are_small() -> None:
    """`threatens` sees a check without making the move: direct, uncovered, by promotion, castling and taking in passing."""
    rng, checks = cp.Random(8), 0
    positions = [
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        "6k1/8/8/2pP4/8/8/B7/K7 w - c6 0 1",
        "4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1",
    ]
    for number in range(60):
        state = GAME.parse_state(positions[number]) if number < len(positions) else GAME.initial()
        for _ in range(number):
            if GAME.is_terminal(state):
                break
            state = GAME.result(state, GAME.random_action(state, rng))
        for action in [] if GAME.is_terminal(state) else GAME.actions(state):
            check = GAME.is_urgent(GAME.result(state, action))
            assert GAME.threatens(state, action) == check, (GAME.format_state(state), GAME.format_action(state, action))
            assert 64 <= GAME.motif(state, action) < 512
            checks += check
    assert checks > 50
