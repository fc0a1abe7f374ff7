"""What a position is worth, in hundredths of a pawn: a weighted sum of what players look at, for the middle of the game and for its end.

Everything is counted for the side to move and for the other side, who sees the board turned over; the difference counts. Between the two
sets of weights the value goes over as pieces leave the board. `weights.py` has the weights, by name; `python -m bench.tune_chess` found
them from the results of games that this engine played against itself.
"""

from __future__ import annotations

from ...bits import Bits, Table, lowest, members, popcount
from .attacks import A_FILE, BOARD, KING, KNIGHT, NOT_A, NOT_H, bishop_attacks, pawn_attacks, rook_attacks, turned
from .position import Position, turned_over
from .weights import WEIGHTS

ALL_PIECES = 24
"""A minor piece counts 1, a rook 2, a queen 4: so much at the beginning."""
HALF_A_WIN = 400.0
"""So many hundredths of a pawn ahead is half a win."""
SEVENTH_RANK = 0xFF << 48
MOST_DANGER = 31

WEIGHT = Table(early + (late << 32) for name in WEIGHTS for early, late in zip(*WEIGHTS[name], strict=True))
"""Both weights of a feature in one number, so that one addition adds both: the late one in the upper half."""


def _place(name: str) -> int:
    """Where in WEIGHT the weights of this name begin."""
    names = list(WEIGHTS)
    return sum(len(WEIGHTS[each][0]) for each in names[: names.index(name)])


MATERIAL = _place("material: pawn, knight, bishop, rook, queen")
PAWN_PLACE, KNIGHT_PLACE, BISHOP_PLACE = _place("place of a pawn"), _place("place of a knight"), _place("place of a bishop")
ROOK_PLACE, QUEEN_PLACE, KING_PLACE = _place("place of a rook"), _place("place of a queen"), _place("place of the king")
KNIGHT_MOBILITY, BISHOP_MOBILITY = _place("mobility of a knight"), _place("mobility of a bishop")
ROOK_MOBILITY, QUEEN_MOBILITY = _place("mobility of a rook"), _place("mobility of a queen")
DOUBLED, ISOLATED, CONNECTED = _place("doubled pawn"), _place("isolated pawn"), _place("connected pawn")
PASSED, BLOCKED = _place("passed pawn, by rank"), _place("passed pawn that is blocked, by rank")
NEAR, FAR = _place("passed pawn: steps from its king"), _place("passed pawn: steps from the other king")
BISHOP_PAIR, SEVENTH = _place("bishop pair"), _place("rook on the seventh rank")
HALF_OPEN_FILE, OPEN_FILE = _place("rook on a half-open file"), _place("rook on an open file")
SHIELD, DANGER = _place("pawn before its king"), _place("attacks around the other king")
THREAT = _place("threat: pawn attacks piece, minor piece attacks rook or queen")
TEMPO = _place("to move")

FOLDED = Table(4 * (square // 8) + min(square % 8, 7 - square % 8) for square in range(64))
"""Left and right are alike: 32 places."""


def worth(state: Position) -> int:
    """How many hundredths of a pawn the side to move is ahead."""
    both, phase = balance(state)
    late = both + (1 << 31) >> 32
    early = both - (late << 32)
    return (early * phase + late * (ALL_PIECES - phase)) // ALL_PIECES


def hundredths(guess: float) -> int:
    """The hundredths of a pawn that `Chess.evaluate` makes this number between -1 and 1 of.

    >>> hundredths(0.5), hundredths(-0.2)
    (400, -100)
    """
    return round(HALF_A_WIN * guess / max(0.01, 1.0 - abs(guess)))


def balance(state: Position) -> tuple[int, int]:
    """What speaks for the side to move more than for the other, both weights in one number; and how early it is, up to ALL_PIECES."""
    own, pieces = side(state)
    other, their_pieces = side(turned_over(state))
    return own - other + WEIGHT[TEMPO], min(ALL_PIECES, pieces + their_pieces)


def side(state: Position) -> tuple[int, int]:
    """What speaks for the side whose pawns go up, and how many pieces it has."""
    mine, theirs, pawns, knights, kings = state.mine, state.theirs, state.pawns, state.knights, state.kings
    diagonal, straight = state.diagonal, state.straight
    occupied = mine | theirs
    own, other = pawns & mine, pawns & theirs
    safe = BOARD & ~(mine | turned(pawn_attacks(turned(other))))
    king, their_king = lowest(kings & mine), lowest(kings & theirs)
    target, large = KING[their_king], straight & theirs
    pieces, units = 0, 0
    threatened = popcount(pawn_attacks(own) & theirs & ~pawns & ~kings)
    total = WEIGHT[KING_PLACE + FOLDED[king]]
    for square in members(knights & mine):
        reach = KNIGHT[square]
        total += WEIGHT[MATERIAL + 1] + WEIGHT[KNIGHT_PLACE + FOLDED[square]] + WEIGHT[KNIGHT_MOBILITY + popcount(reach & safe)]
        units += 2 * popcount(reach & target)
        total += WEIGHT[THREAT + 1] * popcount(reach & large)
        pieces += 1
    for square in members(diagonal & mine & ~straight):
        reach = bishop_attacks(square, occupied)
        total += WEIGHT[MATERIAL + 2] + WEIGHT[BISHOP_PLACE + FOLDED[square]] + WEIGHT[BISHOP_MOBILITY + popcount(reach & safe)]
        units += 2 * popcount(reach & target)
        total += WEIGHT[THREAT + 1] * popcount(reach & large)
        pieces += 1
    for square in members(straight & mine & ~diagonal):
        reach = rook_attacks(square, occupied)
        total += WEIGHT[MATERIAL + 3] + WEIGHT[ROOK_PLACE + FOLDED[square]] + WEIGHT[ROOK_MOBILITY + popcount(reach & safe)]
        units += 3 * popcount(reach & target)
        pieces += 2
        file = (mine & 0 | A_FILE) << (square & 7)
        if not file & own:
            total += WEIGHT[HALF_OPEN_FILE if file & other else OPEN_FILE]
    for square in members(straight & mine & diagonal):
        reach = rook_attacks(square, occupied) | bishop_attacks(square, occupied)
        total += WEIGHT[MATERIAL + 4] + WEIGHT[QUEEN_PLACE + FOLDED[square]] + WEIGHT[QUEEN_MOBILITY + popcount(reach & safe)]
        units += 4 * popcount(reach & target)
        pieces += 4
    if popcount(diagonal & mine & ~straight) > 1:
        total += WEIGHT[BISHOP_PAIR]
    total += WEIGHT[THREAT] * threatened
    total += WEIGHT[SEVENTH] * popcount(straight & mine & ~diagonal & SEVENTH_RANK)
    total += WEIGHT[SHIELD] * popcount((KING[king] | KING[king] << 8) & own & BOARD)
    if pieces > 3:
        total += WEIGHT[DANGER + min(units, MOST_DANGER)]
    return total + pawn_structure(own, other, occupied, king, their_king), pieces


def pawn_structure(own: Bits, other: Bits, occupied: Bits, king: int, their_king: int) -> int:
    """Pawns: each by its place; doubled, isolated, connected, passed."""
    files = own | own << 8 | own >> 8
    files |= files << 16 | files >> 16
    files = (files | files << 32 | files >> 32) & BOARD
    held = down(other >> 8)
    held |= (held & NOT_A) >> 1 | (held & NOT_H) << 1
    passed = own & ~held & ~down(own >> 8)
    beside = (own & NOT_A) >> 1 | (own & NOT_H) << 1
    total: int = WEIGHT[DOUBLED] * popcount(own & down(own >> 8))
    total += WEIGHT[ISOLATED] * popcount(own & ~((files & NOT_A) >> 1 | (files & NOT_H) << 1))
    total += WEIGHT[CONNECTED] * popcount(own & (beside | pawn_attacks(own)))
    for square in members(own):
        total += WEIGHT[MATERIAL] + WEIGHT[PAWN_PLACE + FOLDED[square]]
    for square in members(passed):
        rank = square >> 3
        total += WEIGHT[PASSED + rank]
        if occupied >> square + 8 & 1:
            total += WEIGHT[BLOCKED + rank]
        total += WEIGHT[NEAR] * steps(king, square + 8) + WEIGHT[FAR] * steps(their_king, square + 8)
    return total


def steps(one: int, other: int) -> int:
    """How many moves a king takes from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def down(squares: Bits) -> Bits:
    """The squares and all below them."""
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | squares >> 32
