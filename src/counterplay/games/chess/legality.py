"""Which moves leave the own king safe: checks and pins, castling, taking in passing."""

from __future__ import annotations

from ...bits import Bits, members, popcount
from .attacks import (
    BETWEEN,
    BISHOP_LINES,
    BOARD,
    KING,
    KNIGHT,
    NOT_A,
    NOT_H,
    ROOK_LINES,
    THIRD_RANK,
    is_open,
    pawn_attacks,
)
from .position import Position


def is_attacked(state: Position, square: int, occupied: Bits) -> bool:
    """Whether the other side attacks a square."""
    one = (occupied & 0 | 1) << square
    if state.theirs & (KNIGHT[square] & state.knights | KING[square] & state.kings | pawn_attacks(one) & state.pawns):
        return True
    far = state.theirs & occupied & (ROOK_LINES[square] & state.straight | BISHOP_LINES[square] & state.diagonal)
    for slider in members(far):
        if is_open(square, slider, occupied):
            return True
    return False


def limits(state: Position, king: int) -> tuple[Bits, Bits, Bits]:
    """Where a move must end to meet a check (anywhere if there is none); the lines on which a piece is pinned, straight and diagonal."""
    one = (state.mine & 0 | 1) << king
    near = state.theirs & (KNIGHT[king] & state.knights | pawn_attacks(one) & state.pawns)
    along, straight, rooks = checks_and_pins(state, king, ROOK_LINES[king] & state.straight & state.theirs)
    across, diagonal, bishops = checks_and_pins(state, king, BISHOP_LINES[king] & state.diagonal & state.theirs)
    checks = popcount(near) + rooks + bishops
    target = near | along | across
    if checks == 0:
        target = state.mine & 0 | BOARD
    elif checks > 1:
        target = state.mine & 0
    return target, straight, diagonal


def checks_and_pins(state: Position, king: int, sliders: Bits) -> tuple[Bits, Bits, int]:
    """The lines from the king to sliders that give check; those on which one piece alone stands between, pinned; how many give check."""
    checking, pinned, checks = state.mine & 0, state.mine & 0, 0
    for slider in members(sliders):
        line = BETWEEN[king << 6 | slider]
        if popcount(line & state.theirs) == 1:  # nothing but the slider itself
            own = popcount(line & state.mine)
            if own == 0:
                checking |= line
                checks += 1
            elif own == 1:
                pinned |= line
    return checking, pinned, checks


def castles(state: Position, king: int, rook: int) -> bool:
    """Whether the king may castle with this rook: nothing between, and no attack on the squares it passes or reaches."""
    occupied = state.mine | state.theirs
    none = occupied & 0
    goal, rook_goal = (6, 5) if rook > king else (2, 3)
    pieces = (none | 1) << king | (none | 1) << rook
    others = occupied & ~pieces
    way = (BETWEEN[king << 6 | goal] | BETWEEN[rook << 6 | rook_goal]) & ~pieces
    if others & way:
        return False
    if is_attacked(state, goal, others | (none | 1) << rook_goal):
        return False
    for square in members(none | BETWEEN[king << 6 | goal]):
        if is_attacked(state, square, occupied & ~((none | 1) << king)):
            return False
    return True


def may_take_in_passing(state: Position, king: int, pawn: int) -> bool:
    """Whether this pawn may take in passing without leaving its king in check."""
    one = state.passing & 0 | 1
    taken = state.passing >> 8
    occupied = (state.mine | state.theirs) ^ one << pawn ^ state.passing ^ taken
    return not is_attacked(state._replace(theirs=state.theirs ^ taken), king, occupied)


def pawn_goals(state: Position, straight: Bits, diagonal: Bits) -> tuple[Bits, Bits, Bits, Bits]:
    """Where pawns may go, one square and two, and what they attack to the west and to the east, pins respected and checks not."""
    pawns, empty = state.pawns & state.mine, BOARD & ~(state.mine | state.theirs)
    walking = pawns & ~diagonal
    one = ((walking & ~straight) << 8 | (walking & straight) << 8 & straight) & empty
    two = (one & THIRD_RANK) << 8 & empty
    free, held = pawns & ~straight & ~diagonal, pawns & ~straight & diagonal
    west = (free & NOT_A) << 7 & BOARD | (held & NOT_A) << 7 & diagonal
    east = (free & NOT_H) << 9 & BOARD | (held & NOT_H) << 9 & diagonal
    return one, two, west, east
