"""Static exchange evaluation: what a series of captures on one square wins, each side taking with its least valuable piece or stopping.

Pins are not looked at, and a king takes only what is not protected. Counted in hundredths of a pawn.
"""

from __future__ import annotations

from ...bits import Bits, Table
from .attacks import KING, KNIGHT, bishop_attacks, pawn_attacks, rook_attacks, turned
from .position import CASTLING, PASSING, PROMOTION, Position

WORTH = Table((0, 100, 325, 325, 500, 975, 10_000))
"""Of nothing, pawn, knight, bishop, rook, queen, king: the usual rounded values, so that equal trades are equal."""
PAWN, KNIGHT_KIND, BISHOP, ROOK, QUEEN, KING_KIND = 1, 2, 3, 4, 5, 6


def kind_of(state: Position, square: int) -> int:
    """0 for an empty square, then pawn, knight, bishop, rook, queen, king."""
    if state.pawns >> square & 1:
        return PAWN
    if state.knights >> square & 1:
        return KNIGHT_KIND
    if state.kings >> square & 1:
        return KING_KIND
    if state.diagonal >> square & 1:
        return QUEEN if state.straight >> square & 1 else BISHOP
    return ROOK if state.straight >> square & 1 else 0


def exchange_reaches(state: Position, action: int, bar: int) -> bool:
    """Whether a move and the captures that follow on its square win at least `bar` for the side that moves."""
    start, to, kind = action & 63, action >> 6 & 63, action >> 12
    if kind == CASTLING:
        return bar <= 0
    one = state.mine & 0 | 1
    moved = kind_of(state, start)
    won = WORTH[PAWN if kind == PASSING else kind_of(state, to)]
    if kind >= PROMOTION:
        moved = kind - PROMOTION + KNIGHT_KIND
        won += WORTH[moved] - WORTH[PAWN]
    balance = won - bar  # what those who have just taken can afford to lose; in the next round, what those must win
    if balance < 0:
        return False
    if WORTH[moved] <= balance:  # even losing what moved is affordable
        return True
    occupied = (state.mine | state.theirs) & ~(one << start) | one << to
    if kind == PASSING:
        occupied &= ~(one << to >> 8)
    taking = state.theirs
    waiting = state.mine
    attackers = all_attackers(state, to, occupied)
    reached = True
    while True:
        own = attackers & taking & occupied
        if not own:
            return reached
        taker, pieces = least_valuable(state, own)
        if taker == KING_KIND and attackers & waiting & occupied:
            return reached
        balance = WORTH[moved] - balance
        if balance < (1 if reached else 0):  # not even taking for nothing would be enough
            return reached
        reached = not reached
        moved = taker
        occupied ^= pieces & -pieces
        if taker != KNIGHT_KIND and taker != KING_KIND:  # whoever stood behind attacks now
            attackers |= bishop_attacks(to, occupied) & state.diagonal | rook_attacks(to, occupied) & state.straight
        taking, waiting = waiting, taking


def all_attackers(state: Position, square: int, occupied: Bits) -> Bits:
    """The pieces of both sides that attack a square."""
    one = (occupied & 0 | 1) << square
    found: Bits = (
        KNIGHT[square] & state.knights
        | KING[square] & state.kings
        | pawn_attacks(one) & state.pawns & state.theirs
        | turned(pawn_attacks(turned(one))) & state.pawns & state.mine
        | bishop_attacks(square, occupied) & state.diagonal
        | rook_attacks(square, occupied) & state.straight
    )
    return found


def least_valuable(state: Position, pieces: Bits) -> tuple[int, Bits]:
    """The least valuable kind among pieces, and those of this kind."""
    if pieces & state.pawns:
        return PAWN, pieces & state.pawns
    if pieces & state.knights:
        return KNIGHT_KIND, pieces & state.knights
    if pieces & state.diagonal & ~state.straight:
        return BISHOP, pieces & state.diagonal & ~state.straight
    if pieces & state.straight & ~state.diagonal:
        return ROOK, pieces & state.straight & ~state.diagonal
    if pieces & state.diagonal:
        return QUEEN, pieces & state.diagonal
    return KING_KIND, pieces
