"""The patterns of an Othello board: edges, rows and columns, corners and diagonals, each with a number for every way it can be covered.

Othello is decided on edges and corners and by the rows that discs stand in, so an evaluation that knows what each covering of each of these
lines is worth plays well without being told why (Buro 1997; with weights learned by self-play, Lucas 2008). A square is empty (0), mine (1)
or theirs (2), and the squares of a pattern are the digits of its number in base three. Patterns that a symmetry of the board turns into one
another share their numbers:

    edge      the 8 squares of an edge and the two X squares next to it     4 of them, 59,049 coverings
    second    the rows and columns next to the edge …                       4          6,561
    third     … the next ones …                                             4          6,561
    middle    … and those in the middle                                     4          6,561
    corner    3x3 squares                                                   4         19,683
    diagonal  of 8, 7, 6, 5 and 4 squares                                   18         6,561 … 81

The numbers of a phase of the game follow those of the phase before. The last ones of a phase are no patterns: mobility, parity, and 1.

Squares are collected by a multiplication that moves each to its place in the highest bits (a "magic" one, as chess programs have them).
"""

from __future__ import annotations

from typing import Any, Final

from ...bits import Bits, Table, popcount

SIDE: Final = 8
WORD: Final = (1 << 64) - 1
TERNARY = Table(sum(3**digit for digit in range(10) if number >> digit & 1) for number in range(1 << 10))
"""The digits of a number in base two, read in base three."""
PATTERN_PHASES: Final = 6
DISCS_A_PHASE: Final = 10


def _line(squares: list[int]) -> tuple[int, int, int]:
    """The set of these squares, what multiplies it so that they follow one another at the top of a word, and how far down they are."""
    mask = sum(1 << square for square in squares)
    if len({square // SIDE for square in squares}) == 1:  # a row: as it stands
        return mask, 1 << 64 - SIDE - squares[0], 64 - SIDE
    if len({square % SIDE for square in squares}) == 1:  # a column: the square of row r moves to place r
        return mask, sum(1 << 56 - 7 * row - squares[0] for row in range(SIDE)), 56
    return mask, sum(1 << SIDE * row for row in range(SIDE)), 56 + squares[0] % SIDE  # a diagonal: its columns fall together


def _diagonal(length: int, low: bool, rising: bool) -> list[int]:
    """The squares of a diagonal from left to right, of the two of this length the upper or the `low` one."""
    gap = SIDE - length
    squares = [(row, row + gap) if not low else (row + gap, row) for row in range(length)]
    return [(SIDE - 1 - row if rising else row) * SIDE + column for row, column in squares]


def _corner(bottom: bool, right: bool) -> tuple[int, tuple[int, ...]]:
    """Where the 3x3 squares are collected from, and their digits as seen from the corner."""
    top, left = (SIDE - 3 if bottom else 0), (SIDE - 3 if right else 0)
    digits = []
    for number in range(1 << 9):
        value = 0
        for row in range(3):
            for column in range(3):  # row 2 is collected lowest
                if number >> 3 * (2 - row) + column & 1:
                    value += 3 ** (3 * (2 - row if bottom else row) + (2 - column if right else column))
        digits.append(value)
    return top * SIDE + left, tuple(digits)


_ROWS = [[row * SIDE + column for column in range(SIDE)] for row in range(SIDE)]
_COLUMNS = [[row * SIDE + column for row in range(SIDE)] for column in range(SIDE)]
EDGES = Table(
    (*_line(squares), *beside)
    for squares, beside in ((_ROWS[0], (9, 14)), (_ROWS[7], (49, 54)), (_COLUMNS[0], (9, 49)), (_COLUMNS[7], (14, 54)))
)
"""Of each edge, how to collect it, and the two X squares beside it."""
FIRST_ROWS: Final = 3**10
FIRST_DIAGONALS: Final = FIRST_ROWS + 3 * 3**8


def _lines() -> list[tuple[int, int, int, int]]:
    """All lines but the edges: how to collect them, and where their numbers begin."""
    found = []
    for depth in (1, 2, 3):
        for squares in (_ROWS[depth], _ROWS[7 - depth], _COLUMNS[depth], _COLUMNS[7 - depth]):
            found.append((*_line(squares), FIRST_ROWS + (depth - 1) * 3**8))
    first = FIRST_DIAGONALS
    for length in (8, 7, 6, 5, 4):
        for rising in (False, True):
            for low in (False, True) if length < SIDE else (False,):
                found.append((*_line(_diagonal(length, low, rising)), first))
        first += 3**length
    return found


LINES = Table(_lines())
FIRST_CORNERS: Final = FIRST_DIAGONALS + 3**8 + 3**7 + 3**6 + 3**5 + 3**4
CORNERS = tuple(_corner(bottom, right)[0] for bottom in (False, True) for right in (False, True))
CORNER_DIGITS = Table(digits for bottom in (False, True) for right in (False, True) for digits in _corner(bottom, right)[1])
"""One corner after the other: a row of a table would be copied whole."""
CORNER_SQUARES: Final = 0x070707
CORNER_MAGIC: Final = 1 << 61 | 1 << 50 | 1 << 39
FIRST_OTHERS: Final = FIRST_CORNERS + 3**9
OTHERS: Final = 3
"""Inputs of a phase that are no patterns."""
INPUTS_A_PHASE: Final = FIRST_OTHERS + OTHERS
INPUTS: Final = PATTERN_PHASES * INPUTS_A_PHASE


def collected(discs: Bits, mask: Bits, magic: Bits, shift: int) -> int:
    """The squares of a pattern that are covered, one bit for each."""
    return int(((discs & mask) * magic & WORD) >> shift)


def edge_number(mine: Bits, theirs: Bits, edge: int) -> int:
    """How an edge and the X squares beside it are covered."""
    mask, magic, shift, one, other = EDGES[edge]
    one, other = int(one), int(other)
    own = collected(mine, mask, magic, int(shift)) | int(mine >> one & 1) << 8 | int(mine >> other & 1) << 9
    their = collected(theirs, mask, magic, int(shift)) | int(theirs >> one & 1) << 8 | int(theirs >> other & 1) << 9
    return int(TERNARY[own] + 2 * TERNARY[their])


def line_number(mine: Bits, theirs: Bits, line: int) -> int:
    """How another line is covered, from where the numbers of its kind begin."""
    mask, magic, shift, first = LINES[line]
    own, their = collected(mine, mask, magic, int(shift)), collected(theirs, mask, magic, int(shift))
    return int(first + TERNARY[own] + 2 * TERNARY[their])


def corner_number(mine: Bits, theirs: Bits, corner: int) -> int:
    """How the 3x3 squares of a corner are covered."""
    down = CORNERS[corner]
    own = collected(mine >> down, CORNER_SQUARES, CORNER_MAGIC, 55)
    their = collected(theirs >> down, CORNER_SQUARES, CORNER_MAGIC, 55)
    return int(FIRST_CORNERS + CORNER_DIGITS[(corner << 9) + own] + 2 * CORNER_DIGITS[(corner << 9) + their])


def coverings(mine: Bits, theirs: Bits, mobility: float, parity: float, places: Any, amounts: Any) -> int:
    """All that a board shows, as `Game.coverings` lists it."""
    phase = min((popcount(mine | theirs) - 4) // DISCS_A_PHASE, PATTERN_PHASES - 1)
    first, active = phase * INPUTS_A_PHASE, 0
    for edge in range(len(EDGES)):
        places[active] = first + edge_number(mine, theirs, edge)
        active += 1
    for line in range(len(LINES)):
        places[active] = first + line_number(mine, theirs, line)
        active += 1
    for corner in range(len(CORNERS)):
        places[active] = first + corner_number(mine, theirs, corner)
        active += 1
    for i in range(active):
        amounts[i] = 1.0
    for i in range(OTHERS):
        places[active + i] = first + FIRST_OTHERS + i
    amounts[active], amounts[active + 1], amounts[active + 2] = mobility, parity, 1.0
    return active + OTHERS
