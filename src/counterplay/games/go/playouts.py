"""Plausible moves for playouts in Go: captures, escapes and local patterns around the last move, and never the filling of an own eye.

After Gelly, Wang, Munos & Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go* (2006). A playout move is the first of these
that there is, and any other move now and then, so that no move is impossible:

1. capture the chain of the last stone, or save an own chain that the last stone has left with one liberty;
2. a point next to the last stone whose eight neighbours match a pattern of fighting shapes;
3. any legal point that is not an own eye; a pass only where there is none.

A stone that could be taken at once is mostly thought better of.

`random_action` stays uniform; a search that should play uniformly takes `game.using(playout_action=Go.random_action)`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...bits import Bits, Table, members, popcount, select
from .rules import Position, Rules

if TYPE_CHECKING:
    from ...rng import Random

USUALLY = 9
"""Of ten times, how often a capture, an escape or a pattern is followed where there is one."""

CAREFUL, CARELESS = 9, 5
"""Of ten times, how often a stone that could be taken at once is not put down: among urgent moves, and among any others."""

PATTERNS = (
    "XOX ... ???",  # hane that encloses
    "XO. ... ?.?",  # hane that does not cut
    "XO? X.. x.?",  # turn
    ".O. X.. ...",  # diagonal attachment
    "XO? O.o ?o?",  # cut
    "XO? O.X ???",  # cut that was peeped at
    "?X? O.O ooo",  # push in between
    "OX? o.O ???",  # cut of a knight's move
    "X.? O.? ###",  # chase along the edge
    "OX? X.O ###",  # block a cut at the edge
    "?X? x.O ###",  # block a connection at the edge
    "?XO x.x ###",  # descend
    "?OX X.O ###",  # cut at the edge
)
"""Three rows of points with the move in the middle: X and O are two colours, whichever; x is anything but X, o anything but O, ? anything,
# beyond the edge."""

MEANINGS = {"X": "X", "O": "O", ".": ".", "#": "#", "x": ".O#", "o": ".X#", "?": ".XO#"}
CAPTURE, ESCAPE, SHAPE, NEARBY, NEAR = 4.0, 3.0, 2.0, 2.0, 1.0
"""What makes a move promising: it takes stones, saves stones, matches a pattern, touches the last stone, is a jump away from it."""
FIRST_LINE, GIVEN_AWAY, WASTED = -2.0, -3.0, -6.0
"""And what does not: it crawls along the edge where nobody is, can be captured at once, fills an own eye."""
WORD = 32
"""Bits of the table of patterns in one of its entries."""


def images(pattern: str) -> set[str]:
    """A pattern turned and mirrored: nine marks, row by row."""
    rows: list[str] = pattern.split()
    found = set()
    for _ in range(4):
        rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]
        found |= {"".join(rows), "".join(rows[::-1])}
    return found


@cache
def pattern_table() -> Table:
    """Which neighbourhoods match a pattern: 2^16 bits. Bit i and bit 8 + i of the number of a neighbourhood tell of neighbour i whether it
    is one's own and whether it is the other's; beyond the edge it is both."""
    words = [0] * (1 << 16 - 5)
    for marks in set().union(*map(images, PATTERNS)):
        for own, other in ("XO", "OX"):
            code = {".": 0, own: 1, other: 1 << 8, "#": 1 | 1 << 8}
            neighbours = enumerate(marks[:4] + marks[5:])
            for meaning in product(*([code[each] << i for each in MEANINGS[mark]] for i, mark in neighbours)):
                number = sum(meaning)
                words[number // WORD] |= 1 << number % WORD
    return Table(words)


class Playouts(Rules):
    """The rules, and which moves a playout prefers."""

    monte_carlo = MappingProxyType({"exploration": 0.01, "rave": 1000.0, "bias": 8.0, "expand_after": 2})
    """Found by matches: docs/benchmarks.md."""

    def __init__(self, board_size: int = 9, komi: float = 7.5, columns: int = 0, suicide: bool = False, max_game_length: int = 0):
        super().__init__(board_size, komi, columns, suicide, max_game_length)
        self.patterns = pattern_table()
        # Where the board ends, as the neighbourhood of each bit.
        beyond = (1 << 9) - 1
        self.beyond = Table(beyond ^ self.window(self.board, bit) for bit in range(self.rows * self.step))

    def playout_action(self, state: Position, rng: Random) -> int:
        """A plausible action, at random."""
        own, other = (state.black, state.white) if state.plies & 1 == 0 else (state.white, state.black)
        empty = self.board ^ (own | other)
        forbidden = self.bit(state.ko + state.ko // self.width) if state.ko >= 0 else empty & 0
        if 0 <= state.last < self.points and rng.below(10) < USUALLY:
            last = state.last + state.last // self.width
            urgent = self.urgent(own, other, empty, self.bit(last)) & ~forbidden
            if not urgent:
                urgent = self.fighting(own, other, empty, last) & ~forbidden
            while urgent:
                bit = select(urgent, rng.below(popcount(urgent)))
                stone = self.bit(bit)
                risky = self.gives_away(own, other, empty, stone)
                if self.is_legal(own, other, empty, stone) and (not risky or rng.below(10) >= CAREFUL):
                    return bit - bit // self.step
                urgent ^= stone
        return self.filling(own, other, empty, empty & ~forbidden, rng)

    def promise(self, state: Position, action: int) -> float:
        """How plausible a move looks, by the same knowledge as playouts have: tried first, and for `bias` in Monte Carlo search."""
        if action == self.points:
            return WASTED
        own, other = (state.black, state.white) if state.plies & 1 == 0 else (state.white, state.black)
        empty = self.board ^ (own | other)
        bit = action + action // self.width
        stone = self.bit(bit)
        if self.is_eye(own, other, stone):
            return WASTED
        promise = 0.0
        if self.captured(other, empty ^ stone, stone):
            promise += CAPTURE
        elif self.gives_away(own, other, empty, stone):
            promise += GIVEN_AWAY
        elif self.leaves_atari(stone, own, empty):
            promise += ESCAPE
        if self.matches(own, other, bit):
            promise += SHAPE
        near = self.around(stone) | self.diagonals(stone)
        if 0 <= state.last < self.points:
            last = self.bit(state.last + state.last // self.width)
            if near & last:
                promise += NEARBY
            elif self.around(near) & last:
                promise += NEAR
        if popcount(self.around(stone)) < 4 and not (near | self.around(near)) & (own | other):
            promise += FIRST_LINE
        return promise

    def gives_away(self, own: Bits, other: Bits, empty: Bits, stone: Bits) -> bool:
        """Whether a stone here takes nothing and can be taken at once."""
        if popcount(self.around(stone) & empty) > 1:
            return False
        return self.only_liberty(stone, own | stone, empty ^ stone) != 0 and not self.captured(other, empty ^ stone, stone)

    def leaves_atari(self, stone: Bits, own: Bits, empty: Bits) -> bool:
        """Whether a stone here gives more liberties to an own chain that has only this one."""
        left = self.around(stone) & own
        while left:
            first = left & -left
            left ^= first
            if self.only_liberty(first, own, empty):
                return True
        return False

    def filling(self, own: Bits, other: Bits, empty: Bits, left: Bits, rng: Random) -> int:
        """Any legal action among these points that fills no eye; the pass if there is none."""
        number = popcount(left)
        while number > 0:
            bit = select(left, rng.below(number))
            stone = self.bit(bit)
            if self.around(stone) & empty or (not self.is_eye(own, other, stone) and self.is_legal(own, other, empty, stone)):
                if not self.gives_away(own, other, empty, stone) or rng.below(10) >= CARELESS:
                    return bit - bit // self.step
            left ^= stone
            number -= 1
        return self.points

    def is_eye(self, own: Bits, other: Bits, point: Bits) -> bool:
        """Whether all neighbours are own stones, and of the diagonal ones not enough are the other's to take it: two, at the edge one."""
        near = self.around(point)
        if near & own != near:
            return False
        corners = self.diagonals(point)
        return popcount(corners & other) + (1 if popcount(corners) < 4 else 0) < 2

    def diagonals(self, points: Bits) -> Bits:
        """The points diagonally next to these."""
        sides = points << 1 | points >> 1
        return (sides << self.step | sides >> self.step) & self.board

    def urgent(self, own: Bits, other: Bits, empty: Bits, last: Bits) -> Bits:
        """The points that capture the chain of the last stone, or save an own chain next to it from being captured."""
        points = self.only_liberty(last, other, empty)
        left = self.around(last) & own
        while left:
            first = left & -left
            left ^= first
            liberty = self.only_liberty(first, own, empty)
            if liberty:
                if not self.only_liberty(liberty, own | liberty, empty ^ liberty) and self.is_legal(own, other, empty, liberty):
                    points |= liberty
                points |= self.captures_around(first, own, other, empty)
        return points

    def captures_around(self, stone: Bits, own: Bits, other: Bits, empty: Bits) -> Bits:
        """The points that capture a chain next to the chain of an own stone."""
        points = stone & 0
        chain = self.spread(stone, own)
        left = self.around(chain) & other
        while left:
            first = left & -left
            points |= self.only_liberty(first, other, empty)
            left &= ~self.spread(first, other)
        return points

    def only_liberty(self, stone: Bits, stones: Bits, empty: Bits) -> Bits:
        """The liberty of a chain that has exactly one, else nothing."""
        chain, new, liberties = stone, stone, stone & 0
        while new:
            near = self.around(new)
            liberties |= near & empty
            if liberties & (liberties - 1):
                return liberties & 0
            new = near & stones & ~chain
            chain |= new
        return liberties

    def fighting(self, own: Bits, other: Bits, empty: Bits, last: int) -> Bits:
        """The empty points around a stone where a pattern matches."""
        stone = self.bit(last)
        points = empty & 0
        for bit in members((self.around(stone) | self.diagonals(stone)) & empty):
            if self.matches(own, other, bit):
                points |= self.bit(bit)
        return points

    def matches(self, own: Bits, other: Bits, bit: int) -> bool:
        """Whether the neighbourhood of an empty point is one of the patterns."""
        beyond = self.beyond[bit]
        mine, theirs = self.window(own, bit) | beyond, self.window(other, bit) | beyond
        number = (mine & 15 | mine >> 5 << 4) | (theirs & 15 | theirs >> 5 << 4) << 8
        return bool(self.patterns[number // WORD] >> number % WORD & 1)

    def window(self, stones: Bits, bit: int) -> int:
        """The 3x3 points around one as 9 bits, row by row."""
        corner = bit - self.step - 1
        part = stones >> corner if corner >= 0 else stones << -corner
        return int(part & 7) | int(part >> self.step & 7) << 3 | int(part >> 2 * self.step & 7) << 6
