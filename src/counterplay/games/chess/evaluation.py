"""What a position is worth, in hundredths of a pawn: a weighted sum of what players look at, for the middle of the game and for its end.

Everything is counted for the side to move and for the other side, who sees the board turned over; the difference counts. Between the two
sets of weights the value goes over as pieces leave the board. The weights are hand-made.
"""

from __future__ import annotations

from ...bits import Bits, Table, lowest, members, popcount
from .attacks import A_FILE, BOARD, KING, KNIGHT, NOT_A, NOT_H, bishop_attacks, pawn_attacks, rook_attacks, turned
from .position import Position, turned_over

PAWN, MINOR, ROOK, QUEEN = 100, 325, 500, 975
ALL_PIECES = 24
"""A minor piece counts 1, a rook 2, a queen 4: so much at the beginning."""
HALF_A_WIN = 400.0
"""So many hundredths of a pawn ahead is half a win."""
TEMPO = 12
BISHOP_PAIR = 32
DOUBLED, ISOLATED = -12, -14
OPEN_FILE, HALF_OPEN_FILE = 26, 13
SHIELD = 11
"""A pawn in front of its king, while there are pieces that could attack."""
PASSED = Table((0, 8, 12, 24, 48, 84, 130, 0))
"""By rank, at the end of the game; half of it before."""
DANGER = Table(min(400, units * units // 3) for units in range(64))
"""By how much attacks on the squares around a king grow with their number."""


def _centre(square: int) -> int:
    """How near the middle of the board a square is: 0 in the corner, 6 in the centre."""
    return min(square % 8, 7 - square % 8) + min(square // 8, 7 - square // 8)


PAWN_PLACE = Table(
    (square // 8 - 1) * (3 if 2 <= square % 8 <= 5 else 1) + (8 if square in (27, 28, 35, 36) else 0) for square in range(64)
)
KNIGHT_PLACE = Table(7 * _centre(square) - 22 for square in range(64))
BISHOP_PLACE = Table(4 * _centre(square) - 10 - (6 if square // 8 == 0 else 0) for square in range(64))
KING_PLACE = Table((14 if square % 8 in (1, 2, 6) else 0) - 18 * (square // 8) - 5 * _centre(square) for square in range(64))
KING_PLACE_AT_THE_END = Table(9 * _centre(square) - 26 for square in range(64))


def worth(state: Position) -> int:
    """How many hundredths of a pawn the side to move is ahead."""
    early, late, pieces = side(state)
    their_early, their_late, their_pieces = side(turned_over(state))
    phase = min(ALL_PIECES, pieces + their_pieces)
    return ((early - their_early) * phase + (late - their_late) * (ALL_PIECES - phase)) // ALL_PIECES + TEMPO


def hundredths(guess: float) -> int:
    """The hundredths of a pawn that `Chess.evaluate` makes this number between -1 and 1 of.

    >>> hundredths(0.5), hundredths(-0.2)
    (400, -100)
    """
    return round(HALF_A_WIN * guess / max(0.01, 1.0 - abs(guess)))


def side(state: Position) -> tuple[int, int, int]:
    """What speaks for the side whose pawns go up: early, late, and how many pieces it has."""
    mine, theirs, pawns, knights, kings = state.mine, state.theirs, state.pawns, state.knights, state.kings
    diagonal, straight = state.diagonal, state.straight
    occupied = mine | theirs
    own, other = pawns & mine, pawns & theirs
    safe = BOARD & ~(mine | turned(pawn_attacks(turned(other))))
    king, target = lowest(kings & mine), KING[lowest(kings & theirs)]
    both, early, late, pieces, units = 0, 0, 0, 0, 0
    for square in members(knights & mine):
        reach = KNIGHT[square]
        both += MINOR - 5 + KNIGHT_PLACE[square] + 4 * popcount(reach & safe)
        units += 2 * popcount(reach & target)
        pieces += 1
    for square in members(diagonal & mine & ~straight):
        reach = bishop_attacks(square, occupied)
        both += MINOR + 5 + BISHOP_PLACE[square] + 4 * popcount(reach & safe)
        units += 2 * popcount(reach & target)
        pieces += 1
    for square in members(straight & mine & ~diagonal):
        reach = rook_attacks(square, occupied)
        both += ROOK
        early += 2 * popcount(reach & safe)
        late += 4 * popcount(reach & safe)
        units += 3 * popcount(reach & target)
        pieces += 2
        file = (mine & 0 | A_FILE) << (square & 7)
        if not file & own:
            both += HALF_OPEN_FILE if file & other else OPEN_FILE
    for square in members(straight & mine & diagonal):
        reach = rook_attacks(square, occupied) | bishop_attacks(square, occupied)
        both += QUEEN + popcount(reach & safe)
        units += 4 * popcount(reach & target)
        pieces += 4
    if popcount(diagonal & mine & ~straight) > 1:
        both += BISHOP_PAIR
    early += KING_PLACE[king] + DANGER[min(units, 63)] * (pieces > 3)
    late += KING_PLACE_AT_THE_END[king]
    early += SHIELD * popcount((KING[king] | KING[king] << 8) & own & BOARD)
    structure_early, structure_late = pawn_structure(own, other)
    return both + early + structure_early, both + late + structure_late, pieces


def pawn_structure(own: Bits, other: Bits) -> tuple[int, int]:
    """Pawns: each by its place; doubled, isolated, passed."""
    early, late = 0, 0
    files = own | own << 8 | own >> 8
    files |= files << 16 | files >> 16
    files = (files | files << 32 | files >> 32) & BOARD
    held = down(other >> 8)
    held |= (held & NOT_A) >> 1 | (held & NOT_H) << 1
    passed = own & ~held & ~down(own >> 8)
    for square in members(own):
        early += PAWN + PAWN_PLACE[square]
        late += PAWN + 10 + 3 * (square >> 3)
    for square in members(passed):
        bonus = PASSED[square >> 3]
        early += bonus // 2
        late += bonus
    doubled = popcount(own & down(own >> 8))
    beside = (files & NOT_A) >> 1 | (files & NOT_H) << 1
    isolated = popcount(own & ~beside)
    both = DOUBLED * doubled + ISOLATED * isolated
    return early + both, late + both


def down(squares: Bits) -> Bits:
    """The squares and all below them."""
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | squares >> 32


VALUES = Table((0, PAWN, MINOR - 5, MINOR + 5, ROOK, QUEEN, 2 * QUEEN))


def kind_of(state: Position, square: int) -> int:
    """0 for an empty square, then pawn, knight, bishop, rook, queen, king."""
    if state.pawns >> square & 1:
        return 1
    if state.knights >> square & 1:
        return 2
    if state.kings >> square & 1:
        return 6
    if state.diagonal >> square & 1:
        return 5 if state.straight >> square & 1 else 3
    return 4 if state.straight >> square & 1 else 0
