"""The rules of Go: chains and their liberties as sets of bits, captures, ko, and the area that counts at the end."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from ...bits import Bits, lowest, members, popcount, select
from ...errors import UsageError
from ...game import Game

if TYPE_CHECKING:
    from ...rng import Random

MOST = 19
"""The longest side of a board."""
MOST_KOMI = 1000
LONGEST = 100_000
"""The greatest limit to the plies of a game …"""
ENDLESS = -1
"""… and what says that there is none: positions come back, and `Position.plies` tells no more than whose turn it is."""
NO_KO = -1
"""What `Position.ko` says where every empty point may be played."""
NO_MOVE = -1
"""What `Position.last` says where nobody has moved."""

# The points as bits, row by row from the bottom left. Each row has one bit more than points, always empty, so that no step to the side
# runs over the edge into another row (9x9):
#
#     9   80 81 82 83 84 85 86 87 88  .
#     …
#     2   10 11 12 13 14 15 16 17 18  .
#     1    0  1  2  3  4  5  6  7  8  .
#          A  B  C  D  E  F  G  H  J
#
# Actions count the points without the gaps, 0 to 80, and 81 is the pass, as in OpenSpiel.


class Position(NamedTuple):
    """Black's and White's stones, the point that ko forbids (an action, or NO_KO), the passes just made, the plies played, the last move.

    The last move is for playouts, which answer it, and for people: the rules do not depend on it, and so neither do `key` and `canonical`.
    """

    black: Bits
    white: Bits
    ko: int
    passes: int
    plies: int
    last: int


class Rules(Game[Position, int]):
    """What Go is played by; `Go` says it in words."""

    alternates = True
    decisive = True

    def __init__(self, board_size: int = 9, komi: float = 7.5, columns: int = 0, suicide: bool = False, max_game_length: int = 0):
        for name, value, least, most in (("board_size", board_size, 1, MOST), ("columns", columns, 0, MOST)):
            if type(value) is not int or not least <= value <= most:
                raise UsageError(f"go: {name}={value!r}: give a whole number from {least} to {most}.")
        if type(komi) not in (int, float) or not isfinite(komi) or abs(komi) > MOST_KOMI or komi * 2 != int(komi * 2):
            raise UsageError(f"go: komi={komi!r}: give whole or half points, like 7.5, up to {MOST_KOMI}.")
        if type(suicide) is not bool:
            raise UsageError(f"go: suicide={suicide!r}: give True or False.")
        if type(max_game_length) is not int or not ENDLESS <= max_game_length <= LONGEST:
            sentence = f"give a number of plies up to {LONGEST:,}; 0 is twice the points, -1 no limit."
            raise UsageError(f"go: max_game_length={max_game_length!r}: {sentence}")
        self.board_size, self.komi, self.columns, self.suicide = board_size, float(komi), columns, suicide
        self.max_game_length = max_game_length
        self.rows, self.width = board_size, columns or board_size
        self.step = self.width + 1
        self.points = self.rows * self.width
        self.bits = -(-self.rows * self.step // 64) * 64  # whole machine words
        self.board = sum(((1 << self.width) - 1) << row * self.step for row in range(self.rows))
        self.finite = max_game_length != ENDLESS
        self.longest = (max_game_length or 2 * self.points) if self.finite else LONGEST

    def initial(self) -> Position:
        return Position(0, 0, NO_KO, 0, 0, NO_MOVE)

    def to_move(self, state: Position) -> int:
        return state.plies & 1

    def actions(self, state: Position) -> Iterator[int]:
        for bit in members(self.placements(state)):
            yield bit - bit // self.step
        yield self.points

    def result(self, state: Position, action: int) -> Position:
        plies = state.plies + 1 if self.finite else state.plies ^ 1
        if action == self.points:
            return Position(state.black, state.white, NO_KO, state.passes + 1, plies, action)
        black_moves = state.plies & 1 == 0
        own, other = (state.black, state.white) if black_moves else (state.white, state.black)
        stone = self.bit(action + action // self.width)
        own |= stone
        dead = self.captured(other, self.board ^ (own | other), stone)
        ko = NO_KO
        if dead:
            near = self.around(stone)
            if not dead & (dead - 1) and near & other == near:
                ko = lowest(dead) - lowest(dead) // self.step
            other ^= dead
        elif self.suicide:
            own ^= self.enclosed(stone, own, self.board ^ (own | other))
        if black_moves:
            return Position(own, other, ko, 0, plies, action)
        return Position(other, own, ko, 0, plies, action)

    def is_terminal(self, state: Position) -> bool:
        return state.passes >= 2 or state.plies >= self.longest

    def utility(self, state: Position, player: int) -> float:
        margin = self.margin(state)
        value = 1.0 if margin > 0 else -1.0 if margin < 0 else 0.0
        return value if player == 0 else -value

    def score(self, state: Position, player: int) -> float:
        """The difference in area, komi counted: what is printed on the score sheet."""
        margin = self.margin(state)
        return margin if player == 0 else -margin

    def margin(self, state: Position) -> float:
        """Black's area without White's area and komi: stones, and empty points from which only stones of that colour can be reached."""
        empty = self.board ^ (state.black | state.white)
        black, white = self.spread(state.black, empty), self.spread(state.white, empty)
        return popcount(black & ~white) - popcount(white & ~black) - self.komi

    def plies_left(self, state: Position) -> int:
        return self.longest - state.plies

    # ── Where one may play ──
    def placements(self, state: Position) -> Bits:
        """The points where the player to move may put a stone."""
        own, other = (state.black, state.white) if state.plies & 1 == 0 else (state.white, state.black)
        empty = self.board ^ (own | other)
        legal = empty & self.around(empty)
        for bit in members(empty ^ legal):
            if self.is_legal(own, other, empty, self.bit(bit)):
                legal |= self.bit(bit)
        if state.ko != NO_KO:
            legal &= ~self.bit(state.ko + state.ko // self.width)
        return legal

    def random_action(self, state: Position, rng: Random) -> int:
        """Any legal action, the pass among them: empty points are drawn until one is legal."""
        own, other = (state.black, state.white) if state.plies & 1 == 0 else (state.white, state.black)
        empty = self.board ^ (own | other)
        left, number = empty, popcount(empty)
        while True:
            chosen = rng.below(number + 1)
            if chosen == number:
                return self.points
            bit = select(left, chosen)
            action = bit - bit // self.step
            if action != state.ko and self.is_legal(own, other, empty, self.bit(bit)):
                return action
            left ^= self.bit(bit)
            number -= 1

    def is_legal(self, own: Bits, other: Bits, empty: Bits, stone: Bits) -> bool:
        """Whether a stone on this empty point has a liberty, joins a chain that keeps one, or captures; ko is not looked at."""
        if self.around(stone) & empty or not self.enclosed(stone, own, empty ^ stone):
            return True
        if self.captured(other, empty ^ stone, stone):
            return True
        return self.suicide and (self.around(stone) & own) != 0

    # ── Chains ──
    def around(self, points: Bits) -> Bits:
        """The points next to these."""
        return (points << 1 | points >> 1 | points << self.step | points >> self.step) & self.board

    def enclosed(self, stone: Bits, stones: Bits, empty: Bits) -> Bits:
        """The chain of a stone if it has no liberty, else nothing."""
        chain, new = stone, stone
        while new:
            near = self.around(new)
            if near & empty:
                return chain & 0
            new = near & stones & ~chain
            chain |= new
        return chain

    def captured(self, other: Bits, empty: Bits, stone: Bits) -> Bits:
        """The stones of the other side that a new stone leaves without a liberty."""
        dead = stone & 0
        left = self.around(stone) & other
        if left:
            left &= ~self.around(empty)
        while left:
            first = left & -left
            chain = self.enclosed(first, other, empty)
            dead |= chain
            left &= ~(chain | first)
        return dead

    def spread(self, points: Bits, over: Bits) -> Bits:
        """The points and all that can be reached from them over a set of others."""
        reached, new = points, points
        while new:
            new = self.around(new) & over & ~reached
            reached |= new
        return reached

    # ── Symmetries: the 8 of a square, the 4 of a rectangle ──
    def symmetries(self, state: Position) -> Iterator[Position]:
        for image in range(8 if self.rows == self.width else 4):
            ko = self.moved(state.ko, image) if state.ko != NO_KO else NO_KO
            last = self.moved(state.last, image) if 0 <= state.last < self.points else state.last
            yield Position(self.image(state.black, image), self.image(state.white, image), ko, state.passes, state.plies, last)

    def canonical(self, state: Position) -> Position:
        return super().canonical(Position(state.black, state.white, state.ko, state.passes, state.plies, NO_MOVE))

    def key(self, state: Position) -> tuple[Bits, Bits, int, int, int]:
        return state.black, state.white, state.ko, state.passes, state.plies

    def situation(self, state: Position) -> tuple[Bits, Bits, int]:
        return state.black, state.white, state.plies & 1

    def may_come_back(self, state: Position) -> bool:
        return state.passes > 0

    def image(self, stones: Bits, image: int) -> Bits:
        """The stones turned and mirrored."""
        moved = stones & 0
        for bit in members(stones):
            action = self.moved(bit - bit // self.step, image)
            moved |= self.bit(action + action // self.width)
        return moved

    def moved(self, action: int, image: int) -> int:
        """Where a point goes: left and right exchanged (1), top and bottom (2), rows and columns (4)."""
        row, column = action // self.width, action % self.width
        if image & 1:
            column = self.width - 1 - column
        if image & 2:
            row = self.rows - 1 - row
        return column * self.width + row if image & 4 else row * self.width + column

    # ── Evaluation ──
    def evaluate(self, state: Position, player: int) -> float:
        """Who is nearer to more points: both sides spread over the empty board at the same pace; a lead, brought between -1 and 1."""
        if self.is_terminal(state):
            return self.utility(state, player)
        black, white = state.black, state.white
        empty = self.board ^ (black | white)
        while True:
            from_black, from_white = self.around(black) & empty, self.around(white) & empty
            empty &= ~(from_black | from_white)
            if not from_black and not from_white:
                break
            black |= from_black & ~from_white
            white |= from_white & ~from_black
        lead = popcount(black) - popcount(white) - self.komi + (0.5 if state.plies & 1 == 0 else -0.5)
        lead /= abs(lead) + self.rows
        return lead if player == 0 else -lead
