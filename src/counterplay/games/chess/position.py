"""What a position is, and what a move is."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...bits import Bits
from .attacks import turned

# An action is  from | to << 6 | kind << 12. Castling is the king taking its own rook, so that it needs no other form in Chess960.
DOUBLE: Final = 1
"""A pawn goes two squares."""
PASSING: Final = 2
"""A pawn takes in passing."""
CASTLING: Final = 3
PROMOTION: Final = 4
"""To a knight; then bishop, rook, queen."""


class Position(NamedTuple):
    """The board as the side to move sees it: its own pawns go up, and after each move the board is turned over."""

    mine: Bits
    theirs: Bits
    pawns: Bits
    knights: Bits
    diagonal: Bits
    """Bishops and queens."""
    straight: Bits
    """Rooks and queens."""
    kings: Bits
    castling: Bits
    """The rooks that may still castle."""
    passing: Bits
    """The square on which a pawn may be taken in passing, where a pawn stands that attacks it."""
    clock: int
    """Plies since the last capture or pawn's move."""
    played: int
    """Plies since the beginning of the game; White's are even."""


def planes(state: Position) -> tuple[Bits, Bits, Bits]:
    """The kinds of all pieces in three sets, which number them: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king."""
    low, middle = state.pawns | state.diagonal, state.knights | state.diagonal & ~state.straight | state.kings
    return low, middle, state.straight | state.kings


def turned_over(state: Position) -> Position:
    """The same position as the other side sees it."""
    return Position(
        turned(state.theirs),
        turned(state.mine),
        turned(state.pawns),
        turned(state.knights),
        turned(state.diagonal),
        turned(state.straight),
        turned(state.kings),
        turned(state.castling),
        turned(state.passing),
        state.clock,
        state.played,
    )
