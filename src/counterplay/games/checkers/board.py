"""The board as sets of 35 bits, and what a position is.

The 32 dark squares have their usual numbers, 1 to 32 from the top left; Black begins on 1 to 12 and moves down. Every eight squares one bit
is left out, so that a step is the same shift from every square, and one over the edge falls into a gap (Fierz's and Trice's layout):

      .  1  .  2  .  3  .  4           .  0  .  1  .  2  .  3
      5  .  6  .  7  .  8  .           4  .  5  .  6  .  7  .       8 is a gap
      .  9  . 10  . 11  . 12           .  9  . 10  . 11  . 12
     13  . 14  . 15  . 16  .          13  . 14  . 15  . 16  .      17 is a gap
      . 17  . 18  . 19  . 20           . 18  . 19  . 20  . 21
     21  . 22  . 23  . 24  .          22  . 23  . 24  . 25  .      26 is a gap
      . 25  . 26  . 27  . 28           . 27  . 28  . 29  . 30
     29  . 30  . 31  . 32  .          31  . 32  . 33  . 34  .
           the squares                        their bits
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ...bits import Bits

SQUARES: Final = 32
HIGHEST: Final = 34
"""The bit of square 32."""
TOP_ROW: Final = 0xF
BOTTOM_ROW: Final = 0xF << 31
BOARD: Final = sum(1 << square + square // 8 for square in range(SQUARES))
DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT = 0, 1, 2, 3
STEPS: Final = (4, 5, -5, -4)
"""How far the next bit is in each direction. 3 - direction leads back."""


class Position(NamedTuple):
    """The pieces of Black and of White, those of both that are kings, whose turn it is (0: Black), and how long nothing has happened."""

    black: Bits
    white: Bits
    kings: Bits
    turn: int
    quiet: int
    """Plies since the last capture or move of a man."""


def bit_of(square: int) -> int:
    """The bit of a square by its number on the board, 1 to 32."""
    return square - 1 + (square - 1) // 8


def square_of(bit: int) -> int:
    """The number of a square on the board, 1 to 32."""
    return bit - bit // 9 + 1


def row_and_column(square: int) -> tuple[int, int]:
    """Where square 1 to 32 is, counted from the top left corner."""
    row, place = divmod(square - 1, 4)
    return row, 2 * place + (1 - row % 2)
