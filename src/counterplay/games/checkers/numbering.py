"""A number for every position with few pieces, without gaps, the same for a position and for it turned round with the colours exchanged.

A slice is a number of men and kings of the side to move and of the other one, as in Chinook's databases (Lake, Schaeffer & Lu 1994).
Inside, a position's number is made of five ranks, each that of a set among all of its size (the combinatorial number system):

    the mover's men on its first row, where the other side's men cannot be    4 squares
    its men elsewhere                                                        24 squares
    the other side's men                                                     28 squares but those taken
    the mover's kings, the other side's kings                                what is left of 32 squares

The slices with more men on the first row come after those with fewer. Captures lead to fewer pieces, crowning to fewer men; any other move
leads from a slice to the one with both sides exchanged: these two are solved together.
"""

from __future__ import annotations

from math import comb
from typing import Final

from ...bits import Bits, Table, members, popcount, select
from ...game import Slice
from ...slices import slice_with
from .board import BOARD, BOTTOM_ROW, TOP_ROW, Position

MOST_PIECES: Final = 6
"""Positions with more have no number."""
SIDE: Final = MOST_PIECES + 1
CHOOSE: Final = Table(comb(n, k) if k <= n else 0 for n in range(33) for k in range(SIDE))
"""How many sets of k there are among n: CHOOSE[SIDE * n + k]."""
MIDDLE: Final = BOARD & ~TOP_ROW & ~BOTTOM_ROW

Material = tuple[int, int, int, int]
"""The men and kings of the side to move, and those of the other."""


def size(material: Material) -> int:
    """How many positions have this material."""
    men, kings, their_men, their_kings = material
    free = 32 - men - their_men
    stands = sum(comb(4, home) * comb(24, men - home) * comb(28 - men + home, their_men) for home in range(min(men, 4) + 1))
    return stands * comb(free, kings) * comb(free - kings, their_kings)


def groups() -> list[list[Material]]:
    """Materials in the order of their numbers; those in one list lead to each other."""
    found = []
    each = range(SIDE)
    for pieces in range(1, SIDE):
        for men in range(pieces + 1):
            sides = sorted((a, b, c, men - a) for a in range(men + 1) for b in each for c in [pieces - men - b] if c >= 0)
            done: set[Material] = set()
            for own_men, own_kings, their_kings, their_men in sides:
                material, turned = (own_men, own_kings, their_men, their_kings), (their_men, their_kings, own_men, own_kings)
                if material not in done:
                    done |= {material, turned}
                    found.append([material] if material == turned else [material, turned])
    return found


GROUPS: Final = groups()
MATERIALS: Final = [material for group in GROUPS for material in group]
STARTS: Final = Table(sum(map(size, MATERIALS[:i])) for i in range(len(MATERIALS) + 1))
"""The first number of each material, and after the last one how many numbers there are."""
CODES: Final = Table(((a * SIDE + b) * SIDE + c) * SIDE + d for a, b, c, d in MATERIALS)
"""A material in one number."""
PLACES: Final = Table(
    MATERIALS.index(m) if (m := (a, b, c, d)) in MATERIALS else -1
    for a in range(SIDE)
    for b in range(SIDE)
    for c in range(SIDE)
    for d in range(SIDE)
)
"""Which material it is, by its code."""


def slices() -> list[Slice]:
    """What is solved together, named by the men and kings of both sides: `1m1k-0m2k`."""
    found = []
    for group in GROUPS:
        men, kings, their_men, their_kings = group[0]
        found.append(Slice(f"{men}m{kings}k-{their_men}m{their_kings}k", sum(map(size, group)), men + kings + their_men + their_kings))
    return found


def turned(pieces: Bits) -> Bits:
    """The board seen from the other side: bit 0 exchanged with bit 34, 1 with 33, and so on."""
    image = pieces & 0
    for square in members(pieces):
        image |= (pieces & 0 | 1) << 34 - square
    return image


def rank(chosen: Bits, squares: Bits) -> int:
    """The number of a set among all of its size that can be chosen from these squares."""
    number, size = 0, 0
    for square in members(chosen):
        size += 1  # noqa: SIM113  (the compiler takes no enumerate here)
        below = (chosen & 0 | 1) << square
        number += CHOOSE[SIDE * popcount(squares & (below - 1)) + size]
    return number


def unrank(number: int, size: int, squares: Bits) -> Bits:
    """The set of this size with this number."""
    chosen = squares & 0
    place = popcount(squares)
    for left in range(size):
        wanted = size - left
        place -= 1
        while CHOOSE[SIDE * place + wanted] > number:
            place -= 1
        number -= CHOOSE[SIDE * place + wanted]
        chosen |= (squares & 0 | 1) << select(squares, place)
    return chosen


def index(state: Position) -> int:
    """The number of a position; -1 where it has too many pieces."""
    pieces = popcount(state.black | state.white)
    if pieces > MOST_PIECES or pieces == 0:
        return -1
    mine, theirs, kings = state.black, state.white, state.kings
    if state.turn != 0:
        mine, theirs, kings = turned(state.white), turned(state.black), turned(state.kings)
    men, their_men = mine & ~kings, theirs & ~kings
    my_kings, their_kings = mine & kings, theirs & kings
    at_home = men & TOP_ROW
    a, b, c, d, home = popcount(men), popcount(my_kings), popcount(their_men), popcount(their_kings), popcount(at_home)
    free = BOARD & ~men & ~their_men
    number = rank(at_home, TOP_ROW | men & 0) * CHOOSE[SIDE * 24 + a - home] + rank(men & ~at_home, MIDDLE | men & 0)
    number = number * CHOOSE[SIDE * (28 - a + home) + c] + rank(their_men, BOARD & ~TOP_ROW & ~men)
    for fewer in range(home):
        number += CHOOSE[SIDE * 4 + fewer] * CHOOSE[SIDE * 24 + a - fewer] * CHOOSE[SIDE * (28 - a + fewer) + c]
    number = number * CHOOSE[SIDE * (32 - a - c) + b] + rank(my_kings, free)
    number = number * CHOOSE[SIDE * (32 - a - c - b) + d] + rank(their_kings, free & ~my_kings)
    return STARTS[PLACES[((a * SIDE + b) * SIDE + c) * SIDE + d]] + number  # type: ignore[no-any-return]


def unindex(number: int, nothing: Bits) -> Position:
    """The position with a number, Black to move; `nothing` is the empty board."""
    place = slice_with(number, STARTS)
    number -= STARTS[place]
    code = CODES[place]
    d, c, b, a = code % SIDE, code // SIDE % SIDE, code // SIDE**2 % SIDE, code // SIDE**3
    ways = CHOOSE[SIDE * (32 - a - c - b) + d]
    their_king_rank, number = number % ways, number // ways
    ways = CHOOSE[SIDE * (32 - a - c) + b]
    king_rank, number = number % ways, number // ways
    home = 0
    while True:
        ways = CHOOSE[SIDE * 4 + home] * CHOOSE[SIDE * 24 + a - home] * CHOOSE[SIDE * (28 - a + home) + c]
        if number < ways:
            break
        number -= ways
        home += 1
    ways = CHOOSE[SIDE * (28 - a + home) + c]
    their_rank, number = number % ways, number // ways
    ways = CHOOSE[SIDE * 24 + a - home]
    men = unrank(number // ways, home, nothing | TOP_ROW) | unrank(number % ways, a - home, nothing | MIDDLE)
    their_men = unrank(their_rank, c, (nothing | BOARD & ~TOP_ROW) & ~men)
    free = (nothing | BOARD) & ~men & ~their_men
    kings = unrank(king_rank, b, free)
    their_kings = unrank(their_king_rank, d, free & ~kings)
    return Position(men | kings, their_men | their_kings, kings | their_kings, 0, 0)
