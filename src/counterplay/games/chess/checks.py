"""Whether a move gives check, seen without making it: the piece attacks the king from its new square, or opens a line to it."""

from __future__ import annotations

from ...bits import members
from ...placing import apart
from .attacks import BISHOP_LINES, KNIGHT, ROOK_LINES, is_open, pawn_attacks, square_of
from .position import Position


def may_check(state: Position, start: int, to: int) -> bool:
    """Whether a piece comes to where something could attack the other king from, or leaves a line to it: else it gives no check."""
    king = square_of(state.kings & state.theirs)
    lines = ROOK_LINES[king] | BISHOP_LINES[king]
    return bool(((lines | KNIGHT[king]) >> to | lines >> start) & 1)


@apart
def gives_check(state: Position, start: int, to: int) -> bool:
    """Whether a piece that goes from one square to another, and stays what it is, gives check there or uncovers one."""
    king = square_of(state.kings & state.theirs)
    lines = ROOK_LINES[king] | BISHOP_LINES[king]
    one = state.mine & 0 | 1
    occupied = (state.mine | state.theirs) & ~(one << start) | one << to
    if state.pawns >> start & 1:
        if pawn_attacks(one << to) >> king & 1:
            return True
    elif state.knights >> start & 1:
        if KNIGHT[to] >> king & 1:
            return True
    else:
        across, along = state.diagonal >> start & BISHOP_LINES[to] >> king & 1, state.straight >> start & ROOK_LINES[to] >> king & 1
        if (across or along) and is_open(to, king, occupied):
            return True
    if lines >> start & 1:
        behind = ROOK_LINES[king] & state.straight | BISHOP_LINES[king] & state.diagonal
        for slider in members(behind & state.mine & ~(one << start)):
            if is_open(slider, king, occupied):
                return True
    return False
