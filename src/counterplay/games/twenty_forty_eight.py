"""2048: one player against chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..bits import Bits, Table, members, popcount, select
from ..errors import UsageError
from ..game import CHANCE, Game
from ..picture import INK, MUTED, Grid, element, words

if TYPE_CHECKING:
    from ..rng import Random

UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3
WIDTH = 5
"""Bits of a cell: it holds the exponent of its tile, 0 where it is empty. The largest tile there can be is 2 ** 17."""
LARGEST = 17
CROWD = 13
"""With so many tiles on the board a search looks further."""

# The cells, row by row, cell i in the bits 5 * i to 5 * i + 4:
#
#      0  1  2  3
#      4  5  6  7
#      8  9 10 11
#     12 13 14 15
#
# A move is made on all four lines at once: the cells nearest to the wall of the four lines form one set of bits, the next ones another,
# and so on; each such layer has a cell's five bits in four places. The same few operations then slide and merge every line.

PLACES_IN_ROW = sum(1 << WIDTH * column for column in range(4))
PLACES_IN_COLUMN = sum(1 << WIDTH * 4 * row for row in range(4))
PLACES = PLACES_IN_ROW * PLACES_IN_COLUMN

ORDERLY = Table(float(exponent**4) for exponent in range(LARGEST + 1))
CROWDED = Table(float(exponent**3.5) for exponent in range(LARGEST + 1))


class Tiles(NamedTuple):
    """The board, the points so far, and how many tiles chance is about to put down."""

    board: Bits
    score: int
    coming: int


class TwentyFortyEight(Game[Tiles, int]):
    """Push all tiles against one side; two equal ones that meet become one of twice the value, and you get so many points.

    After every move a 2 (or, one time in ten, a 4) appears in an empty cell; the game is over when no tile can move, or when a tile of
    `max_tile` is made. The original game goes on after 2048, and so does this one; `max_tile=2048` ends there, as in OpenSpiel. Actions
    are numbered as there: up, right, down, left; chance's as well: two times the cell, and 1 more for a 4.

    A position is the rows from the top, with the points after a colon: `2,0,0,4/0,0,0,0/0,0,0,0/0,0,2,2:0`, and a question mark at
    the end for each tile that is about to appear.

    >>> import counterplay as cp
    >>> game = cp.load("twenty_forty_eight")
    >>> state = game.parse_state("2,2,4,8/0,0,0,0/0,0,0,0/0,0,0,0:0")
    >>> game.format_state(game.result(state, game.parse_action(state, "left")))
    '4,4,8,0/0,0,0,0/0,0,0,0/0,0,0,0:4?'
    """

    players = 1
    payoff_sum = None
    utility_range = (0.0, 4e6)  # 3,932,156 points are the most there can be

    def __init__(self, max_tile: int = 1 << LARGEST):
        if type(max_tile) is not int or not 8 <= max_tile <= 1 << LARGEST or max_tile & (max_tile - 1):
            raise UsageError(f"twenty_forty_eight: max_tile={max_tile!r}: give a power of two from 8 to {1 << LARGEST}.")
        self.max_tile = max_tile
        self.bits = 16 * WIDTH
        self.final = max_tile.bit_length() - 1
        self.places = PLACES
        self.finals = PLACES * self.final
        self.top_row = PLACES_IN_ROW * 31
        self.left_column = PLACES_IN_COLUMN * 31

    # ── Rules ──
    def initial(self) -> Tiles:
        return Tiles(0, 0, 2)

    def to_move(self, state: Tiles) -> int:
        return CHANCE if state.coming else 0

    def actions(self, state: Tiles) -> Iterator[int]:
        for direction in range(4):
            if self.can_move(state.board, direction):
                yield direction

    def chances(self, state: Tiles) -> Iterator[tuple[int, float]]:
        empty = self.places ^ self.occupied(state.board, self.places)
        number = popcount(empty)
        for place in members(empty):
            yield 2 * (place // WIDTH), 0.9 / number
            yield 2 * (place // WIDTH) + 1, 0.1 / number

    def result(self, state: Tiles, action: int) -> Tiles:
        if state.coming:
            return Tiles(state.board | self.bit(WIDTH * (action // 2)) << action % 2, state.score, state.coming - 1)
        board, points = self.moved(state.board, action)
        return Tiles(board, state.score + points, 0 if self.has_final(board) else 1)

    def is_terminal(self, state: Tiles) -> bool:
        if state.coming:
            return False
        return self.has_final(state.board) or not self.moves(state.board)

    def utility(self, state: Tiles, player: int) -> float:
        return float(state.score)

    def random_action(self, state: Tiles, rng: Random) -> int:
        moves = self.moves(state.board)
        return select(moves, rng.below(popcount(moves)))

    def layer(self, board: Bits, direction: int, distance: int) -> Bits:
        """The cells at this distance from the wall towards which the tiles move, at the places of the first row or column."""
        if direction % 2 == 0:
            row = distance if direction == UP else 3 - distance
            return board >> 4 * WIDTH * row & self.top_row
        column = distance if direction == LEFT else 3 - distance
        return board >> WIDTH * column & self.left_column

    def laid(self, layer: Bits, direction: int, distance: int) -> Bits:
        """The layer back in its cells."""
        if direction % 2 == 0:
            return layer << 4 * WIDTH * (distance if direction == UP else 3 - distance)
        return layer << WIDTH * (distance if direction == LEFT else 3 - distance)

    def occupied(self, cells: Bits, places: Bits) -> Bits:
        """One bit for each of these places where there is a tile."""
        return (cells | cells >> 1 | cells >> 2 | cells >> 3 | cells >> 4) & places

    def can_move(self, board: Bits, direction: int) -> bool:
        """Whether a tile has an empty cell before it, or its equal."""
        places = self.bit(0) * (PLACES_IN_ROW if direction % 2 == 0 else PLACES_IN_COLUMN)
        near = self.layer(board, direction, 0)
        for distance in range(1, 4):
            far = self.layer(board, direction, distance)
            blocked = self.occupied(near, places) & self.occupied(near ^ far, places)
            if self.occupied(far, places) & ~blocked:
                return True
            near = far
        return False

    def moves(self, board: Bits) -> int:
        """The directions in which something can move, as a set."""
        found = 0
        for direction in range(4):
            if self.can_move(board, direction):
                found |= 1 << direction
        return found

    def moved(self, board: Bits, direction: int) -> tuple[Bits, int]:
        """The board after a move, and the points that it brings."""
        places = self.bit(0) * (PLACES_IN_ROW if direction % 2 == 0 else PLACES_IN_COLUMN)
        a, b = self.layer(board, direction, 0), self.layer(board, direction, 1)
        c, d = self.layer(board, direction, 2), self.layer(board, direction, 3)
        a, b = self.settled(a, b, places)
        b, c = self.settled(b, c, places)
        c, d = self.settled(c, d, places)
        a, b = self.settled(a, b, places)
        b, c = self.settled(b, c, places)
        a, b = self.settled(a, b, places)
        a, b, first = self.merged(a, b, places)
        b, c, second = self.merged(b, c, places)
        c, d, third = self.merged(c, d, places)
        b, c = self.settled(b, c, places)
        c, d = self.settled(c, d, places)
        left = self.laid(a, direction, 0) | self.laid(b, direction, 1)
        return left | self.laid(c, direction, 2) | self.laid(d, direction, 3), first + second + third

    def settled(self, near: Bits, far: Bits, places: Bits) -> tuple[Bits, Bits]:
        """Where `near` is empty, what is in `far` moves there."""
        kept = self.occupied(near, places) * 31
        return near | far & ~kept, far & kept

    def merged(self, near: Bits, far: Bits, places: Bits) -> tuple[Bits, Bits, int]:
        """Equal tiles become one of twice the value, in `near`; and the points for that."""
        equal = self.occupied(near, places) & ~self.occupied(near ^ far, places)
        points = 0
        for place in members(equal):
            points += 2 << self.exponent(near, place)
        return near + equal, far & ~(equal * 31), points

    def exponent(self, board: Bits, place: int) -> int:
        """What is in the cell whose bits begin at this place: 0 if nothing, else the power of two."""
        return int(board >> place & 31)

    def has_final(self, board: Bits) -> bool:
        """Whether there is a tile that ends the game."""
        return self.occupied(board ^ self.finals, self.places) != self.places

    # ── Notation ──
    def format_action(self, state: Tiles, action: int) -> str:
        if state.coming:
            return f"{'abcd'[action // 2 % 4]}{4 - action // 8}={2 + action % 2 * 2}"
        return ("up", "right", "down", "left")[action]

    def player_name(self, player: int) -> str:
        return "Player" if player == 0 else super().player_name(player)

    def values(self, state: Tiles) -> list[list[int]]:
        """The tiles as numbers, 0 for an empty cell, row by row from the top."""
        cells = [state.board >> WIDTH * i & 31 for i in range(16)]
        return [[1 << exponent if exponent else 0 for exponent in cells[4 * row : 4 * row + 4]] for row in range(4)]

    def format_state(self, state: Tiles) -> str:
        return f"{'/'.join(','.join(map(str, row)) for row in self.values(state))}:{state.score}{'?' * state.coming}"

    def parse_state(self, text: str) -> Tiles:
        row = r"\s*\d{1,6}(?:\s*,\s*\d{1,6}){3}\s*"
        match = re.fullmatch(rf"({row}(?:/{row}){{3}})(?::\s*(\d{{1,7}})\s*)?(\?{{0,2}})\s*", text, re.ASCII)
        if not match:
            raise UsageError(
                f"{text!r} is not a position: write four rows of four numbers from the top, 0 for an empty cell, and the points,"
                " like 2,0,0,4/0,0,0,0/0,0,0,0/0,0,2,2:0; a question mark at the end says that a tile is about to appear."
            )
        numbers = [int(number) for number in re.findall(r"\d+", match[1])]
        for number in numbers:
            if number and (number < 2 or number & (number - 1) or number > self.max_tile):
                raise UsageError(f"{text!r} cannot arise: a tile is a power of two from 2 to {self.max_tile}, not {number}.")
        board = sum((number.bit_length() - 1) << WIDTH * i for i, number in enumerate(numbers) if number)
        state = Tiles(board, int(match[2] or 0), len(match[3]))
        filled = sum(1 for number in numbers if number)
        if state.coming == 2 and state != self.initial():
            raise UsageError(f"{text!r} cannot arise: two tiles appear only on the empty board, at the start.")
        if filled < 2 - state.coming or (state.coming and (filled == 16 or self.has_final(board))):
            raise UsageError(f"{text!r} cannot arise: too few or too many tiles, or the game is over and none can appear.")
        return state

    # ── Evaluation ──
    def is_cutoff(self, state: Tiles, depth: int) -> bool:
        """Where few cells are empty the end may be near: look a move and a tile further."""
        return depth <= (0 if popcount(self.occupied(state.board, self.places)) < CROWD else -2)

    def evaluate(self, state: Tiles, player: int) -> float:
        """The points so far, and what a board in this order may still bring: more the emptier and the more orderly its lines are.

        The terms are those of Robert Xiao's program of 2014: empty cells, equal neighbours, lines that rise or fall, few large numbers.
        """
        if self.has_final(state.board):
            return float(state.score)
        order, room = 0.0, 0
        for line in range(4):
            row, free_in_row = self.line_order(state.board, 4 * line, 1)
            column, free_in_column = self.line_order(state.board, line, 4)
            order += row + column
            room += free_in_row + free_in_column
        return float(state.score) + (max(order, 0.0) / 16.0 if room else 0.0)

    def line_order(self, board: Bits, first: int, step: int) -> tuple[float, int]:
        """How promising a row or column is, and how many empty cells and equal neighbours it has."""
        value, room, rising, falling, before = 200000.0, 0, 0.0, 0.0, 0
        for number in range(4):
            cell = self.exponent(board, WIDTH * (first + number * step))
            value -= 11.0 * CROWDED[cell]
            if cell == 0:
                value += 270.0
                room += 1
            if number > 0:
                if cell == before and cell > 0:
                    value += 700.0
                    room += 1
                change = ORDERLY[cell] - ORDERLY[before]
                if change > 0:
                    rising += change
                else:
                    falling -= change
            before = cell
        return value - 47.0 * min(rising, falling), room

    # ── Text and picture ──
    def text(self, state: Tiles) -> str:
        rows = ["".join(f"{number or '.':>7}" for number in row) for row in self.values(state)]
        return "\n".join([*rows, f"{state.score:,} points"])

    def svg(self, state: Tiles) -> str:
        grid = Grid(4, 4, cell=84, margin=40)
        side = 4 * 84.0
        grid.draw(element("rect", x=34, y=34, width=side + 12, height=side + 12, rx=12, fill="#a8998a"))
        for row, numbers in enumerate(self.values(state)):
            for column, number in enumerate(numbers):
                grid.draw(grid.square(row, column, COLOURS[min(number.bit_length(), len(COLOURS) - 1)], inset=5))
                if number:
                    x, y = grid.centre(row, column)
                    ink = INK if number < 8 else "#ffffff"
                    grid.draw(words(x, y, str(number), 34 - 4 * max(0, len(str(number)) - 2), fill=ink, font_weight="bold"))
        grid.draw(words(grid.margin, grid.height - 16, f"{state.score:,} points", 14, fill=MUTED, text_anchor="start"))
        if not state.coming and not self.is_terminal(state):
            for direction in self.actions(state):
                grid.draw(*self._arrow(grid, direction, self.format_action(state, direction)))
        return grid.finish(f"2048, {self.format_state(state)}")

    def _arrow(self, grid: Grid, direction: int, name: str) -> tuple[str, str]:
        """An arrow outside of the board, and the place to click: the arrow's side of the board."""
        middle, edge = grid.width / 2, grid.width - 20
        x, y = ((middle, 20), (edge, middle), (middle, edge), (20, middle))[direction]
        tip, wing = 9.0, 11.0
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[direction]
        path = (
            f"M{x + dx * tip:.10g} {y + dy * tip:.10g}L{x - dx * tip + dy * wing:.10g} {y - dy * tip + dx * wing:.10g}"
            f"L{x - dx * tip - dy * wing:.10g} {y - dy * tip - dx * wing:.10g}Z"
        )
        far, left, top = grid.width, 0.0, 0.0
        corners = ((left, top), (far, top), (far, far), (left, far))
        one, two = corners[direction], corners[(direction + 1) % 4]
        place = f"M{one[0]:.10g} {one[1]:.10g}L{two[0]:.10g} {two[1]:.10g}L{middle:.10g} {middle:.10g}Z"
        return element("path", d=path, fill=MUTED), element("path", d=place, fill="none", pointer_events="all", data_action=name)


COLOURS = (
    *("#c3b8ab", "#c3b8ab", "#f3ece2", "#efe0c2", "#f2a65e", "#f0854a", "#ee6748", "#e94a2a"),
    *("#e2b93b", "#dcae24", "#d3a10c", "#b98d00", "#8f7a00", "#3d7a5a", "#1f6d7a", "#2f4b8f", "#5b2f8f", "#8f2f6a", "#1e293b"),
)
"""By the number of binary digits: empty, (1), 2, 4, 8, … to 131072."""
