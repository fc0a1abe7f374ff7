"""Which squares a piece attacks. Squares are bits:

    8  56 57 58 59 60 61 62 63
    7  48 49 50 51 52 53 54 55
    6  40 41 42 43 44 45 46 47
    5  32 33 34 35 36 37 38 39
    4  24 25 26 27 28 29 30 31
    3  16 17 18 19 20 21 22 23
    2   8  9 10 11 12 13 14 15
    1   0  1  2  3  4  5  6  7
       a  b  c  d  e  f  g  h

Sliding pieces by obstruction difference (Michael Hoffmann 2008): on a line through the square, 2 * (the first obstacle above) - (the first
one below) has ones exactly from one obstacle to the other. That takes 6 KB of tables, which stay in the nearest cache.
"""

from __future__ import annotations

from ...bits import Bits, Table, highest, lowest, popcount

BOARD = 0xFFFF_FFFF_FFFF_FFFF
A_FILE = 0x0101_0101_0101_0101
H_FILE = A_FILE << 7
FIRST_RANK, THIRD_RANK, LAST_RANK = 0xFF, 0xFF << 16, 0xFF << 56
NOT_A, NOT_H = BOARD ^ A_FILE, BOARD ^ H_FILE
DARK = 0xAA55_AA55_AA55_AA55
"""The dark squares: a1 is one."""

RANK, FILE, DIAGONAL, ANTIDIAGONAL = range(4)
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""One step up the line, for each kind of line."""


def _ray(square: int, across: int, up: int) -> int:
    """All squares from here to the edge in one direction."""
    squares, column, row = 0, square % 8 + across, square // 8 + up
    while 0 <= column < 8 and 0 <= row < 8:
        squares |= 1 << column + 8 * row
        column, row = column + across, row + up
    return squares


def _jumps(*steps: tuple[int, int]) -> Table:
    """For each square, those that are one of these steps away."""
    return Table(
        sum(1 << square + across + 8 * up for across, up in steps if 0 <= square % 8 + across < 8 and 0 <= square // 8 + up < 8)
        for square in range(64)
    )


def _between(one: int, other: int) -> int:
    """The squares from one to the other on a line, the other included; none if they are on no common line."""
    for across, up in (*STEPS, *((-across, -up) for across, up in STEPS)):
        if _ray(one, across, up) >> other & 1:
            return _ray(one, across, up) & ~_ray(other, across, up)
    return 0


ABOVE = Table(_ray(square, across, up) for across, up in STEPS for square in range(64))
BELOW = Table(_ray(square, -across, -up) for across, up in STEPS for square in range(64))
LINE = Table(above | below for above, below in zip(ABOVE, BELOW, strict=True))
ROOK_LINES = Table(LINE[RANK << 6 | square] | LINE[FILE << 6 | square] for square in range(64))
BISHOP_LINES = Table(LINE[DIAGONAL << 6 | square] | LINE[ANTIDIAGONAL << 6 | square] for square in range(64))
"""What a piece would attack on an empty board."""
BETWEEN = Table(_between(one, other) for one in range(64) for other in range(64))
"""For `one << 6 | other`: the squares from one to the other on a line, without the one and with the other."""
KNIGHT = _jumps((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
KING = _jumps((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def square_of(king: Bits) -> int:
    """Where the one piece of a set is. (Machine code need not ask whether a table has such a square: it is below 64.)"""
    return lowest(king) & 63


def sliding(square: int, line: int, occupied: Bits) -> Bits:
    """The squares attacked along one line, up to and including the first obstacle either way."""
    place = line << 6 | square
    above = ABOVE[place] & occupied
    below = BELOW[place] & occupied | 1
    attacked: Bits = LINE[place] & (((above & -above) << 1) - ((below & 0 | 1) << highest(below)))
    return attacked


def rook_attacks(square: int, occupied: Bits) -> Bits:
    """What a rook on this square attacks."""
    return sliding(square, RANK, occupied) | sliding(square, FILE, occupied)


def bishop_attacks(square: int, occupied: Bits) -> Bits:
    """What a bishop on this square attacks."""
    return sliding(square, DIAGONAL, occupied) | sliding(square, ANTIDIAGONAL, occupied)


def pawn_attacks(pawns: Bits) -> Bits:
    """What pawns that go up attack."""
    return (pawns & NOT_A) << 7 & BOARD | (pawns & NOT_H) << 9 & BOARD


def turned(squares: Bits) -> Bits:
    """The board as the other side sees it: the ranks in reverse order."""
    squares = squares >> 8 & 0x00FF00FF00FF00FF | (squares & 0x00FF00FF00FF00FF) << 8
    squares = squares >> 16 & 0x0000FFFF0000FFFF | (squares & 0x0000FFFF0000FFFF) << 16
    return squares >> 32 | (squares & 0xFFFFFFFF) << 32


def beside(squares: Bits) -> Bits:
    """The squares to the left and to the right of these."""
    return (squares & NOT_A) >> 1 | (squares & NOT_H) << 1


def is_open(start: int, to: int, occupied: Bits) -> bool:
    """Whether nothing stands between two squares of a line, the second of which is occupied."""
    return popcount(BETWEEN[start << 6 | to] & occupied) == 1
