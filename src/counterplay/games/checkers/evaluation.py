"""A guess of who is better: the pieces, how far the men have come, and what every player learns to keep."""

from __future__ import annotations

from ...bits import Bits, popcount
from .board import Position, bit_of

KING = 1.4
"""What a king is worth, in men."""
CENTRE = sum(1 << bit_of(square) for square in (10, 11, 14, 15, 18, 19, 22, 23))
BLACK_GUARD = sum(1 << bit_of(square) for square in (1, 3))
WHITE_GUARD = sum(1 << bit_of(square) for square in (30, 32))
"""The bridge: two men on the first row that keep the opponent from crowning."""
DOUBLE_CORNERS = sum(1 << bit_of(square) for square in (1, 5, 28, 32))
"""Where the weaker side's kings are safe."""


def lead(state: Position) -> float:
    """How many men Black is ahead, everything counted. With fewer pieces on the board, the same lead is worth more."""
    black, white = side(state.black, state.kings), side(state.white, state.kings)
    value = black - white
    value += 0.15 * (bridge(state.black & ~state.kings, BLACK_GUARD) - bridge(state.white & ~state.kings, WHITE_GUARD))
    value += 0.02 * (
        advance(state.black & ~state.kings) - (7.0 * popcount(state.white & ~state.kings) - advance(state.white & ~state.kings))
    )
    if black < white:
        value += 0.1 * popcount(state.black & state.kings & DOUBLE_CORNERS)
    elif white < black:
        value -= 0.1 * popcount(state.white & state.kings & DOUBLE_CORNERS)
    value += 0.05 if state.turn == 0 else -0.05
    return value * 12.0 / (4.0 + 0.5 * (black + white))


def side(pieces: Bits, kings: Bits) -> float:
    """What pieces are worth: a man 1, a king more, and a little for the middle of the board."""
    return popcount(pieces & ~kings) + KING * popcount(pieces & kings) + 0.06 * popcount(pieces & CENTRE)


def bridge(men: Bits, guard: Bits) -> float:
    """1 where both guards of the first row stand."""
    return 1.0 if popcount(men & guard) == 2 else 0.0


def advance(men: Bits) -> float:
    """How many rows from the top all men are together: 0 to 7 each."""
    rows = 0.0
    for row in range(8):
        first = 4 * row + row // 2  # a gap after every second row
        rows += row * popcount(men >> first & 15)
    return rows
