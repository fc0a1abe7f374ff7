"""The moves of pieces to certain squares, and what pawns may take: what all moves and the noisy ones share."""

from __future__ import annotations

from collections.abc import Iterator

from ...bits import Bits, lowest, members
from .attacks import KNIGHT, LAST_RANK, bishop_attacks, rook_attacks
from .legality import may_take_in_passing
from .position import PASSING, PROMOTION, Position


def piece_moves(state: Position, goal: Bits, straight: Bits, diagonal: Bits) -> Iterator[int]:
    """Knights, bishops, rooks and queens to the squares of `goal`; pinned ones along their line (straight, diagonal) only."""
    mine, occupied = state.mine, state.mine | state.theirs
    for knight in members(state.knights & mine & ~(straight | diagonal)):
        for to in members(KNIGHT[knight] & goal):
            yield knight | to << 6
    for bishop in members(state.diagonal & mine & ~straight):
        yield from moves_of_one(bishop, bishop_attacks(bishop, occupied) & goal, diagonal)
    for rook in members(state.straight & mine & ~diagonal):
        yield from moves_of_one(rook, rook_attacks(rook, occupied) & goal, straight)


def moves_of_one(piece: int, goals: Bits, pins: Bits) -> Iterator[int]:
    """A piece to these squares; if it is pinned, along the line of its pin."""
    if pins >> piece & 1:
        goals &= pins
    for to in members(goals):
        yield piece | to << 6


def pawn_moves(goals: Bits, step: int) -> Iterator[int]:
    """Pawns to these squares, each from so many squares before; on the last rank they become the best piece first."""
    for to in members(goals & ~LAST_RANK):
        yield to - step | to << 6
    for to in members(goals & LAST_RANK):
        for piece in range(4):
            yield to - step | to << 6 | PROMOTION + 3 - piece << 12


def pawn_captures(state: Position, king: int, target: Bits, west: Bits, east: Bits) -> Iterator[int]:
    """What pawns that attack these squares may take on those of `target`, or in passing."""
    yield from pawn_moves(west & target & state.theirs, 7)
    yield from pawn_moves(east & target & state.theirs, 9)
    if state.passing:
        to = lowest(state.passing)
        if west & state.passing and may_take_in_passing(state, king, to - 7):
            yield to - 7 | to << 6 | PASSING << 12
        if east & state.passing and may_take_in_passing(state, king, to - 9):
            yield to - 9 | to << 6 | PASSING << 12
