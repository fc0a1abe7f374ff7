"""A number for every chess position with few pieces and without castling: for databases.

Positions with the same material, seen by the side to move, have consecutive numbers; they are solved together with those in which the
sides are exchanged. Captures lead to fewer pieces, promotions to fewer pawns: both to slices before. Within a material a number is

    ((pair of kings) * 64 + square) * 64 + square ...

with the other pieces in the order of their kinds, the mover's first. Without pawns the board is turned and mirrored until the mover's king
stands on a1-d1-d4 (and the other king on or below the diagonal, if the first is on it): 462 pairs. With pawns it is mirrored until that
king stands on the files a-d: 1,806 pairs. A pawn that may be taken in passing stands, in its number, on the eighth rank. Numbers that
belong to no position (two pieces on a square, a pawn on the first rank, a king that could be taken) are left unused: 4 in 10.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Final

from ...bits import Table, lowest, members, popcount
from ...game import Slice
from ...slices import slice_with
from .attacks import pawn_attacks
from .position import Position

MOST_PIECES: Final = 4
"""Positions with more have no number."""
KINDS: Final = "QRBNP"
PAWN: Final = 4
BASE: Final = 2 * len(KINDS) + 1
"""A piece is 1 to 5 of the side to move, 6 to 10 of the other; a material is one or two such digits, smaller ones first."""

Material = tuple[int, ...]


def pairs(has_pawns: bool) -> list[int]:
    """The pairs of kings that are numbered, each as mover's king << 6 | other king."""
    found = []
    for mine, theirs in product(range(64), repeat=2):
        rank, file, other_rank, other_file = mine >> 3, mine & 7, theirs >> 3, theirs & 7
        apart = max(abs(rank - other_rank), abs(file - other_file)) > 1
        least = file < 4 and (has_pawns or rank < file or (rank == file and other_rank <= other_file))
        if apart and least:
            found.append(mine << 6 | theirs)
    return found


PLAIN_PAIRS: Final = pairs(False)
PAWN_PAIRS: Final = pairs(True)
PLAIN: Final = len(PLAIN_PAIRS)
PAIRS: Final = Table([*PLAIN_PAIRS, *PAWN_PAIRS])
"""First those without pawns."""
PAIR_NUMBERS: Final = Table(
    every.index(pair) if pair in there else -1
    for every, there in ((PLAIN_PAIRS, set(PLAIN_PAIRS)), (PAWN_PAIRS, set(PAWN_PAIRS)))
    for pair in range(4096)
)
"""The number of a pair, without pawns; from 4096 on, with pawns."""


def has_pawns(material: Material) -> bool:
    """Whether a pawn is among the pieces."""
    return any((piece - 1) % 5 == PAWN for piece in material)


def size(material: Material) -> int:
    """How many numbers a material has."""
    return int((len(PAWN_PAIRS) if has_pawns(material) else len(PLAIN_PAIRS)) * 64 ** len(material))


def exchanged(material: Material) -> Material:
    """The same material as the other side sees it."""
    return tuple(sorted(piece + 5 if piece <= 5 else piece - 5 for piece in material))


def groups() -> list[list[Material]]:
    """Materials in the order of their numbers; those in one list lead to each other."""
    found: list[list[Material]] = []
    every = [material for pieces in range(MOST_PIECES - 1) for material in combinations_with_replacement(range(1, BASE), pieces)]
    for material in sorted(every, key=lambda one: (len(one), sum((piece - 1) % 5 == PAWN for piece in one))):
        other = exchanged(material)
        if not any(material in group for group in found):
            found.append([material] if material == other else [material, other])
    return found


GROUPS: Final = groups()
MATERIALS: Final = [material for group in GROUPS for material in group]
STARTS: Final = Table(sum(map(size, MATERIALS[:i])) for i in range(len(MATERIALS) + 1))
"""The first number of each material, and after the last one how many numbers there are."""


def code(material: Material) -> int:
    """A material in one number."""
    whole = 0
    for piece in material:
        whole = whole * BASE + piece
    return whole


CODES: Final = Table(map(code, MATERIALS))
_BY_CODE: Final = {code(material): place for place, material in enumerate(MATERIALS)}
PLACES: Final = Table(_BY_CODE.get(number, -1) for number in range(BASE**2))
"""Which material it is, by its code."""


def slices() -> list[Slice]:
    """What is solved together, named as people do: `KQ-K`."""

    def name(material: Material, first: int) -> str:
        return "K" + "".join(KINDS[piece - first] for piece in material if first <= piece < first + 5)

    return [Slice(f"{name(one[0], 1)}-{name(one[0], 6)}", sum(map(size, one)), 2 + len(one[0])) for one in GROUPS]


def mapped(square: int, flips: int) -> int:
    """A square on the board that is mirrored (1: left and right, 2: top and bottom) and then turned over its diagonal (4)."""
    if flips & 1:
        square ^= 7
    if flips & 2:
        square ^= 56
    if flips & 4:
        square = square >> 3 | (square & 7) << 3
    return square


def within(mine: int, theirs: int, first: int, second: int, pieces: int, twins: bool, flips: int, pawns: bool) -> int:
    """The number within its material, on a board that is mirrored; -1 where this is not how such a board is looked at."""
    number: int = PAIR_NUMBERS[(4096 if pawns else 0) + (mapped(mine, flips) << 6 | mapped(theirs, flips))]
    if number >= 0 and pieces > 0:
        one, other = mapped(first, flips), mapped(second, flips)
        if twins and one > other:
            one, other = other, one
        number = number * 64 + one
        if pieces > 1:
            number = number * 64 + other
    return number


def index(state: Position) -> int:
    """The number of a position; -1 where it has none."""
    if popcount(state.mine | state.theirs) > MOST_PIECES or state.castling:
        return -1
    mine, theirs = lowest(state.kings & state.mine), lowest(state.kings & state.theirs)
    queens = state.diagonal & state.straight
    material, last, pieces, twins, first, second = 0, 0, 0, False, 0, 0
    for side in range(2):
        owned = state.mine if side == 0 else state.theirs
        for kind in range(5):
            of_a_kind = (
                queens
                if kind == 0
                else state.straight & ~queens
                if kind == 1
                else state.diagonal & ~queens
                if kind == 2
                else state.knights
                if kind == 3
                else state.pawns
            )
            for square in members(of_a_kind & owned):
                digit = 1 + kind + 5 * side
                stands = square
                if kind == PAWN and side == 1 and (state.passing >> 8) >> square & 1:
                    stands = square | 56
                twins = digit == last
                material, last, pieces = material * BASE + digit, digit, pieces + 1
                first, second = (stands, second) if pieces == 1 else (first, stands)
    pawns = state.pawns != 0
    file, rank, flips = mine & 7, mine >> 3, 0
    if file > 3:
        file, flips = 7 - file, 1
    if not pawns:
        if rank > 3:
            rank, flips = 7 - rank, flips | 2
        if rank > file:
            flips |= 4
    number = within(mine, theirs, first, second, pieces, twins, flips, pawns)
    if not pawns and rank == file:  # on the diagonal: two ways to look at the board
        other = within(mine, theirs, first, second, pieces, twins, flips | 4, pawns)
        number = other if number < 0 else number if other < 0 else min(number, other)
    return STARTS[PLACES[material]] + number  # type: ignore[no-any-return]


def unindex(number: int, start: Position) -> Position:
    """A position with this number, White to move; where two pieces would share a square, or a pawn cannot stand: `start`."""
    place = slice_with(number, STARTS)
    number -= STARTS[place]
    material = CODES[place]
    first, second = material // BASE, material % BASE
    pieces = 0 if material == 0 else 1 if first == 0 else 2
    squares = number % 64**pieces
    pawns = (first > 0 and first % 5 == 0) or (second > 0 and second % 5 == 0)
    pair = PAIRS[(PLAIN if pawns else 0) + number // 64**pieces]
    none = start.mine & 0
    mine, theirs = (none | 1) << (pair >> 6), (none | 1) << (pair & 63)
    state = Position(mine, theirs, none, none, none, none, mine | theirs, none, none, 0, 0)
    if pieces == 2:
        state = placed(state, first, squares // 64)
    if pieces > 0:
        state = placed(state, second, squares % 64)
    if popcount(state.mine | state.theirs) != pieces + 2:
        return start
    if state.passing and not (pawn_attacks(state.pawns & state.mine) & state.passing and may_have_stepped_two(state)):
        return start
    if state.pawns & (none | 0xFF000000000000FF):
        return start
    return state


def may_have_stepped_two(state: Position) -> bool:
    """Whether a pawn can just have come across the square on which it may be taken in passing."""
    return not (state.mine | state.theirs) & (state.passing | state.passing << 8)


def placed(state: Position, digit: int, square: int) -> Position:
    """The board with one more piece; their pawn on the eighth rank may be taken in passing."""
    one = (state.mine & 0 | 1) << square
    kind = (digit - 1) % 5
    passing = state.passing
    if digit == 10 and square >= 56:
        one = (state.mine & 0 | 1) << square - 24
        passing = one << 8
    mine, theirs = (state.mine | one, state.theirs) if digit <= 5 else (state.mine, state.theirs | one)
    pawns, knights, diagonal, straight = state.pawns, state.knights, state.diagonal, state.straight
    if kind == 4:
        pawns |= one
    elif kind == 3:
        knights |= one
    if kind == 0 or kind == 2:
        diagonal |= one
    if kind == 0 or kind == 1:
        straight |= one
    return Position(mine, theirs, pawns, knights, diagonal, straight, state.kings, state.castling, passing, 0, 0)
