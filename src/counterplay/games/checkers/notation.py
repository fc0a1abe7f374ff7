"""Moves and positions as PDN files write them (Portable Draughts Notation 3.0)."""

from __future__ import annotations

import re

from ...bits import members, popcount
from ...errors import UsageError
from .board import BOTTOM_ROW, SQUARES, STEPS, TOP_ROW, Position, bit_of, square_of

BLACK_HOME = sum(1 << bit_of(square) for square in range(1, 13))
WHITE_HOME = sum(1 << bit_of(square) for square in range(21, 33))
MOST_PIECES = 12
"""How many a side has, at most."""
FEN = re.compile(r"([BW]):([BW])([K\d,\s]*):([BW])([K\d,\s]*)(?::H(\d{1,6}))?(?::F\d{1,6})?\.?")


def squares_of(action: int) -> list[int]:
    """The squares that a move touches, by their numbers on the board: where it begins, where each step leads."""
    bit, jumps, path = action & 63, action >> 6 & 15, action >> 10
    squares = [square_of(bit)]
    for _ in range(max(jumps, 1)):
        bit += STEPS[path & 3] * (2 if jumps else 1)
        path >>= 2
        squares.append(square_of(bit))
    return squares


def format_move(action: int) -> str:
    """`11-15`, or a capture with all its squares: `26x17x10`."""
    return ("x" if action >> 6 & 15 else "-").join(map(str, squares_of(action)))


def parse_move(text: str, legal: list[int]) -> int:
    """The legal move that a text names."""
    written = text.strip().lower().replace("×", "x").replace(":", "x")
    fits = [action for action in legal if format_move(action) == written]
    ends = re.fullmatch(r"(\d+)\s*[x-]\s*(\d+)", written)
    if not fits and ends:
        wanted = (int(ends[1]), int(ends[2]))
        fits = [action for action in legal if (squares_of(action)[0], squares_of(action)[-1]) == wanted]
    if len(fits) == 1:
        return fits[0]
    names = ", ".join(format_move(action) for action in fits or legal)
    if fits:
        raise UsageError(f"{text.strip()!r} names {len(fits)} moves here: write all squares, {names}.")
    raise UsageError(f"{text.strip()[:40]!r} is not a move here. Moves: {names}.")


def format_fen(state: Position) -> str:
    """`B:W18,K24:B1,K5`: the side to move, then both sides' squares, kings with a K."""
    sides = []
    for letter, pieces in (("W", state.white), ("B", state.black)):
        sides.append(letter + ",".join(f"{'K' if state.kings >> bit & 1 else ''}{square_of(bit)}" for bit in members(pieces)))
    return f"{'BW'[state.turn]}:{':'.join(sides)}" + (f":H{state.quiet}" if state.quiet else "")


def parse_fen(text: str, most_quiet: int) -> Position:
    """The position that a PDN FEN describes."""
    match = FEN.fullmatch(text.strip().upper().strip('"'))
    if not match or match[2] == match[4]:
        raise UsageError(
            f"{text.strip()[:80]!r} is not a position: write the side to move and both sides' squares, kings with a K,"
            " like B:W18,K24:B1,K5. The game begins with B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12."
        )
    pieces, kings = {"B": 0, "W": 0}, 0
    for colour, squares in ((match[2], match[3]), (match[4], match[5])):
        for word in filter(None, re.split(r"[,\s]+", squares)):
            if not re.fullmatch(r"K?\d{1,2}", word) or not 1 <= int(word.lstrip("K")) <= SQUARES:
                raise UsageError(f"{text.strip()[:80]!r}: {word!r} is no square: write 1 to {SQUARES}, with a K before it for a king.")
            bit = 1 << bit_of(int(word.lstrip("K")))
            if (pieces["B"] | pieces["W"]) & bit:
                raise UsageError(f"{text.strip()[:80]!r}: two pieces stand on {word.lstrip('K')}.")
            pieces[colour] |= bit
            if word[0] == "K":
                kings |= bit
    if (pieces["B"] & BOTTOM_ROW | pieces["W"] & TOP_ROW) & ~kings:
        raise UsageError(f"{text.strip()[:80]!r} cannot arise: a man on the last row is a king: write a K before its square.")
    if max(popcount(pieces["B"]), popcount(pieces["W"])) > MOST_PIECES or not pieces["B"] | pieces["W"]:
        raise UsageError(f"{text.strip()[:80]!r} cannot arise: a side has at most {MOST_PIECES} pieces, and one side has one.")
    quiet = int(match[6] or 0)
    if quiet > most_quiet:
        raise UsageError(f"{text.strip()[:80]!r} cannot arise: the game was a draw before {quiet} plies without a capture or a man's move.")
    return Position(pieces["B"], pieces["W"], kings, "BW".index(match[1]), quiet)
