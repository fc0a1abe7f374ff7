"""Connect Four on a board of any size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..bits import Bits, Table, members, popcount
from ..errors import UsageError
from ..game import Game
from ..picture import Grid, cross, element, named, ring

if TYPE_CHECKING:
    from ..rng import Random

MOST = 20
"""The longest side of a board."""
MOST_SEEN: Final = 128
"""So much of a board a network can see."""

# The board as bits, column by column from the bottom. Each column has one bit more than cells, always empty, so that no line runs
# over the edge into the next column, and a carry out of a column has a place to go (6 rows, 7 columns):
#
#     .  .  .  .  .  .  .
#     5 12 19 26 33 40 47
#     4 11 18 25 32 39 46
#     3 10 17 24 31 38 45
#     2  9 16 23 30 37 44
#     1  8 15 22 29 36 43
#     0  7 14 21 28 35 42
#
# Adding a column's lowest bit to the stones of both players sets the lowest empty cell of that column: that is how a stone falls.


class Board(NamedTuple):
    """The stones of the player to move, and those of both."""

    mine: Bits
    stones: Bits


class ConnectFour(Game[Board, int]):
    """X and O in turn drop a stone into a column; whoever first has four in a row, column or diagonal wins; a full board is a draw.

    Actions are columns from 0, as in OpenSpiel; people write them from 1. A position is the moves from the empty board, `4453`
    (with commas where there are more than nine columns), or the board row by row from the top: `…/...x.../..ox...`; X began, so who is
    to move follows from the count.
    """

    alternates = True
    decisive = True

    def __init__(self, rows: int = 6, columns: int = 7):
        for name, value in (("rows", rows), ("columns", columns)):
            if type(value) is not int or not 1 <= value <= MOST:
                raise UsageError(f"connect_four: {name}={value!r}: give a whole number from 1 to {MOST}.")
        self.rows, self.columns = rows, columns
        self.height = rows + 1
        self.bits = max(64, self.height * columns)
        self.column = (1 << rows) - 1
        self.bottom = sum(1 << column * self.height for column in range(columns))
        self.board = self.bottom * self.column
        self.cells = rows * columns
        self.centre_first = tuple(sorted(range(columns), key=lambda column: abs(2 * column - columns + 1)))
        corners = [
            (row, column, up, right) for up, right in ((1, 0), (0, 1), (1, 1), (-1, 1)) for column in range(columns) for row in range(rows)
        ]
        fours = [[(row + i * up, column + i * right) for i in range(4)] for row, column, up, right in corners]
        inside = [four for four in fours if all(0 <= row < rows and 0 <= column < columns for row, column in four)]
        self.fours = Table(sum(1 << column * self.height + row for row, column in four) for four in inside)
        self.policy_outputs = columns
        self.network_inputs = 4 * self.cells + 2 * len(inside) if inside and self.cells + len(inside) <= MOST_SEEN else 0

    # ── Rules ──
    def initial(self) -> Board:
        return Board(0, 0)

    def to_move(self, state: Board) -> int:
        return popcount(state.stones) & 1

    def actions(self, state: Board) -> Iterator[int]:
        for column in range(self.columns):
            if not state.stones & self.bit(column * self.height + self.rows - 1):
                yield column

    def result(self, state: Board, action: int) -> Board:
        return Board(state.mine ^ state.stones, state.stones | state.stones + self.bit(action * self.height))

    def is_terminal(self, state: Board) -> bool:
        return state.stones == self.board or self.has_four(state.mine ^ state.stones)

    def utility(self, state: Board, player: int) -> float:
        if not self.has_four(state.mine ^ state.stones):
            return 0.0
        return -1.0 if player == self.to_move(state) else 1.0

    def has_four(self, stones: Bits) -> bool:
        for step in (1, self.height - 1, self.height, self.height + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def count(self, state: Board) -> int:
        return popcount(self.landings(state))

    def random_action(self, state: Board, rng: Random) -> int:
        """Any column, until one has room: sooner found than the columns with room are counted."""
        column = rng.below(self.columns)
        while state.stones & self.bit(column * self.height + self.rows - 1):
            column = rng.below(self.columns)
        return column

    def symmetries(self, state: Board) -> Iterator[Board]:
        yield Board(self.mirrored(state.mine), self.mirrored(state.stones))

    # ── Facts for searches ──
    def score(self, state: Board, player: int) -> float:
        """The scale of Pascal Pons's solver: with how many stones to spare the winner won, counting the last one; 0 is a draw."""
        return self.utility(state, player) * ((self.cells + 2 - popcount(state.stones)) // 2)

    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        """A win at once, a loss that cannot be stopped, a draw because too few cells are left; else what the cells left allow.

        A candidate never ends the game, as that is seen here one ply before: so no finished game is asked about.
        """
        left = self.cells - popcount(state.stones)
        if self.threats(state.mine, state.stones) & self.landings(state):
            won = float((left + 1) // 2)
            return won, won
        if left <= 1:
            return 0.0, 0.0
        if not self.safe(state):
            lost = -float(left // 2)
            return lost, lost
        if left == 2:
            return 0.0, 0.0
        return -float((left - 2) // 2), float((left - 1) // 2)

    def candidates(self, state: Board) -> Iterator[int]:
        safe = self.safe(state)
        for column in self.centre_first:
            if safe & self.column << column * self.height:
                yield column

    def promise(self, state: Board, action: int) -> float:
        """How many cells would then complete four."""
        stone = self.landings(state) & self.column << action * self.height
        return float(popcount(self.threats(state.mine | stone, state.stones)))

    def key(self, state: Board) -> Bits:
        """Both players' stones and the height of every column in one number: above each column's top stone the sum has a one."""
        return state.mine + state.stones

    def plies_left(self, state: Board) -> int:
        return self.cells - popcount(state.stones)

    def landings(self, state: Board) -> Bits:
        """The cells where a stone can come to rest."""
        return state.stones + self.bottom & self.board

    def safe(self, state: Board) -> Bits:
        """The landings after which the opponent cannot win at once, if the player to move cannot."""
        landings = self.landings(state)
        threats = self.threats(state.mine ^ state.stones, state.stones)
        forced = landings & threats
        if forced:
            landings = forced if not forced & (forced - 1) else forced & 0
        return landings & ~(threats >> 1)

    def mirrored(self, stones: Bits) -> Bits:
        """Left and right exchanged, column by column."""
        image = stones & 0
        for column in range(self.columns):
            image |= (stones >> column * self.height & self.column) << (self.columns - 1 - column) * self.height
        return image

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return "XO"[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Board, action: int) -> str:
        return str(action + 1)

    def marks(self, state: Board) -> list[str]:
        """The board as people see it: for each row from the top, a string of `x`, `o` and `.`."""
        theirs = state.mine ^ state.stones
        x, o = (state.mine, theirs) if self.to_move(state) == 0 else (theirs, state.mine)
        cells = ["x" if x >> i & 1 else "o" if o >> i & 1 else "." for i in range(self.height * self.columns)]
        return ["".join(cells[row :: self.height]) for row in reversed(range(self.rows))]

    def format_state(self, state: Board) -> str:
        return "/".join(self.marks(state))

    def parse_state(self, text: str) -> Board:
        text = text.strip().lower()
        if re.fullmatch(r"[\d\s,]*", text):
            return self._after(
                text, [int(move) for move in (re.findall(r"\d+", text) if self.columns > 9 or "," in text else re.findall(r"\d", text))]
            )
        return self._standing(text)

    def _after(self, text: str, moves: list[int]) -> Board:
        """The position after these columns, counted from 1, have been played."""
        state = self.initial()
        for number, move in enumerate(moves, 1):
            if self.is_terminal(state):
                raise UsageError(f"{text!r}: the game was over before move {number}.")
            if not 1 <= move <= self.columns:
                raise UsageError(f"{text!r}: move {number} is column {move}, but the columns are 1 to {self.columns}.")
            if move - 1 not in self.actions(state):
                raise UsageError(f"{text!r}: move {number} drops a stone into column {move}, which is full.")
            state = self.result(state, move - 1)
        return state

    def _standing(self, text: str) -> Board:
        """The position that a board of marks shows."""
        rows = text.split("/")
        if len(rows) != self.rows or any(len(row) != self.columns or set(row) - set("xo.") for row in rows):
            raise UsageError(
                f"{text!r} is not a position: write the moves from the empty board as columns from 1 to {self.columns},"
                f" like {self._example()}, or {self.rows} rows of {self.columns} marks x, o or . from the top, separated by /."
            )
        for above, below, row in zip(rows, rows[1:], range(self.rows), strict=False):
            for column in range(self.columns):
                if above[column] != "." and below[column] == ".":
                    raise UsageError(
                        f"{text!r} cannot arise: the stone in column {column + 1}, row {self.rows - row} has nothing below it."
                    )
        x, o = (
            sum(1 << c * self.height + r for r, row in enumerate(reversed(rows)) for c, mark in enumerate(row) if mark == side)
            for side in "xo"
        )
        excess = popcount(x) - popcount(o)
        if excess not in (0, 1):
            raise UsageError(f"{text!r} cannot arise: X begins and turns alternate, but there are {popcount(x)} x and {popcount(o)} o.")
        mine, theirs = (x, o) if excess == 0 else (o, x)
        tops = (x | o) + self.bottom >> 1 & self.board & theirs
        if self.has_four(mine) or (theirs and all(self.has_four(theirs & ~(1 << top)) for top in members(tops))):
            raise UsageError(f"{text!r} cannot arise: no stone on top can have been the last one played.")
        return Board(mine, x | o)

    def _example(self) -> str:
        middle = (self.columns + 1) // 2
        return f"{middle},{middle}" if self.columns > 9 else f"{middle}{middle}"

    # ── Evaluation ──
    def evaluate(self, state: Board, player: int) -> float:
        """Where would one more stone make four? The difference in the number of such empty cells, as a part of the board."""
        theirs = state.mine ^ state.stones
        if self.has_four(theirs):
            return self.utility(state, player)
        difference = popcount(self.threats(state.mine, state.stones)) - popcount(self.threats(theirs, state.stones))
        return (difference if player == self.to_move(state) else -difference) / (self.rows * self.columns + 1)

    def threats(self, own: Bits, stones: Bits) -> Bits:
        """The empty cells that would complete four for the player with the stones `own`."""
        cells = own & 0
        for step in (1, self.height - 1, self.height, self.height + 1):
            above, below = own >> step & own >> 2 * step, own << step & own << 2 * step
            cells |= above & (own >> 3 * step | own << step) | below & (own << 3 * step | own >> step)
        return cells & (self.board ^ stones)

    def encode(self, state: Board, places: Any, amounts: Any) -> int:
        """The stones, mine and theirs; the cells that would complete four; and every four cells in a line of which one side has two and the
        other none. Each line has two or completes a cell, so all together are no more than cells and lines."""
        theirs, active, cells = state.mine ^ state.stones, 0, self.cells
        for cell in members(state.stones):
            number = cell // self.height * self.rows + cell % self.height
            places[active] = number if state.mine & self.bit(cell) else cells + number
            active += 1
        for cell in members(self.threats(state.mine, state.stones)):
            places[active] = 2 * cells + cell // self.height * self.rows + cell % self.height
            active += 1
        for cell in members(self.threats(theirs, state.stones)):
            places[active] = 3 * cells + cell // self.height * self.rows + cell % self.height
            active += 1
        for line in range(len(self.fours)):
            four = self.fours[line]
            own, other = popcount(state.mine & four), popcount(theirs & four)
            if own + other == 2 and own * other == 0:
                places[active] = 4 * cells + 2 * line + (0 if own > 0 else 1)
                active += 1
        for i in range(active):
            amounts[i] = 1.0
        return active

    # ── Text and picture ──
    def text(self, state: Board) -> str:
        numbers = [str(column % 10) for column in range(1, self.columns + 1)]
        return "\n".join(" ".join(line) for line in [*self.marks(state), numbers])

    def svg(self, state: Board) -> str:
        grid = Grid(self.rows, self.columns, cell=56)
        board = {"x": grid.margin - 5, "y": grid.margin - 5, "width": self.columns * 56 + 10, "height": self.rows * 56 + 10, "rx": 14}
        grid.draw(element("rect", fill="#1e4fa3", **board))
        winning = self.winning_cells(state)
        for row, marks in enumerate(self.marks(state)):
            for column, mark in enumerate(marks):
                x, y = grid.centre(row, column)
                colour = {"x": "#e4483a", "o": "#facc15", ".": "#f1f5f9"}[mark]
                edge, width = ("#ffffff", 5) if (row, column) in winning else ("#173f85", 2)
                grid.draw(element("circle", cx=x, cy=y, r=23, fill=colour, stroke=edge, stroke_width=width))
                if mark != ".":
                    name = f"column {column + 1}, row {self.rows - row}: {mark.upper()}"
                    grid.draw(named(name, cross(x, y, 14, "#8f1d14", 5) if mark == "x" else ring(x, y, 19, "#8a6100", 5)))
        grid.coordinates([str(column + 1) for column in range(self.columns)], [])
        if not self.is_terminal(state):
            grid.draw(*(grid.target(0, column, self.format_action(state, column), self.rows) for column in self.actions(state)))
        return grid.finish(f"Connect Four, {self.format_state(state)}", turns=False, sides=("#e4483a", "#facc15"))

    def winning_cells(self, state: Board) -> set[tuple[int, int]]:
        """Row and column of the stones of the four that won, for the picture."""
        theirs, cells = state.mine ^ state.stones, set()
        for step in (1, self.height - 1, self.height, self.height + 1):
            pairs = theirs & theirs >> step
            cells |= {start + i * step for start in members(pairs & pairs >> 2 * step) for i in range(4)}
        return {(self.rows - 1 - cell % self.height, cell // self.height) for cell in cells}
