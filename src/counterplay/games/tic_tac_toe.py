"""Tic-tac-toe on a board of any size: m,n,k-games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..bits import Bits, members, popcount, select
from ..errors import UsageError
from ..game import Game
from ..picture import CELL, FIRST, GLOW, RULE, SECOND, Grid, column_letters, cross, named, ring, triangle

if TYPE_CHECKING:
    from ..rng import Random

MOST = 20
"""The longest side of a board."""

# The board as bits. Each row has one bit more than cells, always empty, so that no line runs over the edge into the next row:
#
#      3x3            action          algebraic
#    0  1  2  .      0  1  2         a3 b3 c3
#    4  5  6  .      3  4  5         a2 b2 c2
#    8  9 10  .      6  7  8         a1 b1 c1


class Board(NamedTuple):
    """The cells of the player to move and those of the other one."""

    mine: Bits
    theirs: Bits


class TicTacToe(Game[Board, int]):
    """X and O in turn mark an empty cell; whoever first has `line` marks in a row, column or diagonal wins; a full board is a draw.

    Actions are cells numbered row by row from the top, as in OpenSpiel; people write column and row, `b2`, with row 1 at the bottom.
    A position is written row by row from the top, `x.o/.x./..o`; X began, so who is to move follows from the count.
    With `players=3` there is a third mark, T: whoever has a line gets 1, which the two others pay in equal parts.
    """

    alternates = True
    decisive = True

    def __new__(cls, *parameters: Any, **named: Any) -> TicTacToe:
        three = 3 in (named.get("players"), *parameters[3:])
        return super().__new__(ThreeMarks if three and cls is TicTacToe else cls)

    def __init__(self, rows: int = 3, columns: int = 3, line: int = 3, players: int = 2):
        if type(players) is not int or players not in (2, 3):
            raise UsageError(f"tic_tac_toe: players={players!r}: two or three can play.")
        for name, value, most in (("rows", rows, MOST), ("columns", columns, MOST)):
            if type(value) is not int or not 1 <= value <= most:
                raise UsageError(f"tic_tac_toe: {name}={value!r}: give a whole number from 1 to {most}.")
        if type(line) is not int or not 1 <= line <= max(rows, columns):
            raise UsageError(
                f"tic_tac_toe: line={line!r}: on {rows} rows and {columns} columns a line has from 1 to {max(rows, columns)} cells."
            )
        self.rows, self.columns, self.line, self.players = rows, columns, line, players
        self.stride = columns + 1
        self.bits = max(64, rows * self.stride)
        self.row = (1 << columns) - 1
        self.column = sum(1 << row * self.stride for row in range(rows))
        self.board = self.row * self.column
        self.diagonal = sum(1 << i * (self.stride + 1) for i in range(rows)) if rows == columns else 0
        # Cells that begin a run of 1, 2, 4, … cells: each fold combines two runs into a longer one, the last one up to `line`.
        self.folds = tuple(min(2**i, line - 2**i) for i in range((line - 1).bit_length())) or (0,)
        lines = sum(popcount(self.runs(self.board, step)) for step in (1, self.stride - 1, self.stride, self.stride + 1))
        self.most: int = 1 + lines * 3 ** max(line - 2, 0)

    # ── Rules ──
    def initial(self) -> Board:
        return Board(0, 0)

    def to_move(self, state: Board) -> int:
        return popcount(state.mine | state.theirs) & 1

    def actions(self, state: Board) -> Iterator[int]:
        for cell in members(self.board ^ (state.mine | state.theirs)):
            yield cell - cell // self.stride

    def result(self, state: Board, action: int) -> Board:
        return Board(state.theirs, state.mine | self.bit(action + action // self.columns))

    def is_terminal(self, state: Board) -> bool:
        return self.has_line(state.theirs) or state.mine | state.theirs == self.board

    def utility(self, state: Board, player: int) -> float:
        if not self.has_line(state.theirs):
            return 0.0
        return -1.0 if player == self.to_move(state) else 1.0

    def runs(self, cells: Bits, step: int) -> Bits:
        """The cells where a whole line begins that goes on in steps of `step` and lies in `cells`."""
        for fold in self.folds:
            cells = cells & cells >> fold * step
        return cells

    def has_line(self, cells: Bits) -> bool:
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            if self.runs(cells, step):
                return True
        return False

    def count(self, state: Board) -> int:
        return popcount(self.board ^ (state.mine | state.theirs))

    def random_action(self, state: Board, rng: Random) -> int:
        empty = self.board ^ (state.mine | state.theirs)
        cell = select(empty, rng.below(popcount(empty)))
        return cell - cell // self.stride

    # ── Symmetries: 8 of a square, 4 of a rectangle ──
    def symmetries(self, state: Board) -> Iterator[Board]:
        mine, theirs = state.mine, state.theirs
        for turned in range(2 if self.rows == self.columns else 1):
            if turned:
                mine, theirs = self.transposed(mine), self.transposed(theirs)
            below_mine, below_theirs = self.upside_down(mine), self.upside_down(theirs)
            yield Board(mine, theirs)
            yield Board(self.mirrored(mine), self.mirrored(theirs))
            yield Board(below_mine, below_theirs)
            yield Board(self.mirrored(below_mine), self.mirrored(below_theirs))

    def mirrored(self, cells: Bits) -> Bits:
        """Left and right exchanged, column by column."""
        image = cells & 0
        for column in range(self.columns):
            image |= (cells >> column & self.column) << self.columns - 1 - column
        return image

    def upside_down(self, cells: Bits) -> Bits:
        """Top and bottom exchanged, row by row."""
        image = cells & 0
        for row in range(self.rows):
            image |= (cells >> row * self.stride & self.row) << (self.rows - 1 - row) * self.stride
        return image

    def transposed(self, cells: Bits) -> Bits:
        """Rows and columns exchanged: the diagonal `offset` above the main one changes places with the one as far below it."""
        image = cells & self.diagonal
        for offset in range(1, self.rows):
            above = (self.diagonal & self.bit((self.rows - offset) * (self.stride + 1)) - 1) << offset
            distance = offset * (self.stride - 1)
            image |= (cells & above) << distance | cells >> distance & above
        return image

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return "XO"[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Board, action: int) -> str:
        row, column = divmod(action, self.columns)
        return f"{chr(ord('a') + column)}{self.rows - row}"

    def marks(self, state: Board) -> list[str]:
        """The board as people see it: for each row from the top, a string of `x`, `o` and `.`."""
        x, o = (state.mine, state.theirs) if self.to_move(state) == 0 else (state.theirs, state.mine)
        cells = ["x" if x >> i & 1 else "o" if o >> i & 1 else "." for i in range(self.rows * self.stride)]
        return ["".join(cells[row * self.stride : row * self.stride + self.columns]) for row in range(self.rows)]

    def format_state(self, state: Board) -> str:
        return "/".join(self.marks(state))

    def parse_state(self, text: str) -> Board:
        rows = text.strip().lower().split("/")
        if len(rows) != self.rows or any(len(row) != self.columns or set(row) - set("xo.") for row in rows):
            example = "/".join(["." * self.columns] * self.rows)
            raise UsageError(
                f"{text!r} is not a position: write {self.rows} rows of {self.columns} marks x, o or . from the top, like {example}."
            )
        x, o = (sum(1 << r * self.stride + c for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == side) for side in "xo")
        excess = popcount(x) - popcount(o)
        if excess not in (0, 1):
            raise UsageError(f"{text!r} cannot arise: X begins and turns alternate, but there are {popcount(x)} x and {popcount(o)} o.")
        state = Board(x, o) if excess == 0 else Board(o, x)
        last = [state.theirs & ~(1 << i) for i in members(state.theirs)]
        if self.has_line(state.mine) or (last and all(map(self.has_line, last))):
            raise UsageError(f"{text!r} cannot arise: the game would have been over before the last mark.")
        return state

    # ── Evaluation ──
    def evaluate(self, state: Board, player: int) -> float:
        """The lectures' evaluation, scaled to lie between the utilities of a loss and a win."""
        if self.has_line(state.theirs):
            return self.utility(state, player)
        return lecture_evaluation(self, state, player) / self.most

    def open_lines(self, cells: Bits, others: Bits) -> int:
        """The sum over all lines without a mark of `others`: 1 for one of `cells` on it, 3 for two, 9 for three, …"""
        total = 0
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            for start in members(self.runs(self.board & ~others, step)):
                weight = 0
                for i in range(self.line):
                    if cells & self.bit(start + i * step):
                        weight = max(1, 3 * weight)
                total += weight
        return total

    # ── Text and picture ──
    def text(self, state: Board) -> str:
        rows = [f"{self.rows - i:2} {' '.join(marks)}" for i, marks in enumerate(self.marks(state))]
        return "\n".join([*rows, "   " + " ".join(column_letters(self.columns))])

    def svg(self, state: Board) -> str:
        grid = Grid(self.rows, self.columns)
        winning = self.winning_cells(state)
        for row, marks in enumerate(self.marks(state)):
            for column, mark in enumerate(marks):
                x, y = grid.centre(row, column)
                grid.draw(grid.square(row, column, GLOW if (row, column) in winning else CELL, stroke=RULE, stroke_width=2))
                if mark != ".":
                    name = f"{self.format_action(state, row * self.columns + column)}: {mark.upper()}"
                    grid.draw(named(name, DRAWN[mark](x, y)))
                elif not self.is_terminal(state):
                    grid.draw(grid.target(row, column, self.format_action(state, row * self.columns + column)))
        grid.coordinates(column_letters(self.columns), [str(self.rows - row) for row in range(self.rows)])
        return grid.finish(f"Tic-tac-toe, {self.format_state(state)}")

    def winning_cells(self, state: Board) -> set[tuple[int, int]]:
        """Row and column of the cells of the line that won, for the picture."""
        steps = (1, self.stride - 1, self.stride, self.stride + 1)
        cells = {start + i * step for step in steps for start in members(self.runs(state.theirs, step)) for i in range(self.line)}
        return {divmod(cell, self.stride) for cell in cells}


DRAWN = {
    "x": lambda x, y: cross(x, y, 28, FIRST, 10),
    "o": lambda x, y: ring(x, y, 36, SECOND, 10),
    "t": lambda x, y: triangle(x, y, 30, width=9),
}


class Marks(NamedTuple):
    """The cells of each of three players, and whose turn it is."""

    x: Bits
    o: Bits
    t: Bits
    turn: int


class ThreeMarks(TicTacToe):
    """Tic-tac-toe for three: X, O and T in turn mark an empty cell; whoever first has a line wins, and the two others pay."""

    alternates = False
    least_payoff = -0.5

    # ── Rules ──
    def initial(self) -> Marks:  # type: ignore[override]
        return Marks(0, 0, 0, 0)

    def to_move(self, state: Marks) -> int:  # type: ignore[override]
        return state.turn

    def actions(self, state: Marks) -> Iterator[int]:  # type: ignore[override]
        for cell in members(self.board ^ (state.x | state.o | state.t)):
            yield cell - cell // self.stride

    def result(self, state: Marks, action: int) -> Marks:  # type: ignore[override]
        cell = self.bit(action + action // self.columns)
        if state.turn == 0:
            return Marks(state.x | cell, state.o, state.t, 1)
        if state.turn == 1:
            return Marks(state.x, state.o | cell, state.t, 2)
        return Marks(state.x, state.o, state.t | cell, 0)

    def pass_turn(self, state: Marks) -> Marks:  # type: ignore[override]
        return Marks(state.x, state.o, state.t, (state.turn + 1) % 3)

    def cells_of(self, state: Marks, player: int) -> Bits:
        """What this player has marked."""
        return state.x if player == 0 else state.o if player == 1 else state.t

    def is_terminal(self, state: Marks) -> bool:  # type: ignore[override]
        if state.x | state.o | state.t == self.board:
            return True
        return self.has_line(state.x) or self.has_line(state.o) or self.has_line(state.t)

    def utility(self, state: Marks, player: int) -> float:  # type: ignore[override]
        for other in range(3):
            if self.has_line(self.cells_of(state, other)):
                return 1.0 if other == player else -0.5
        return 0.0

    def count(self, state: Marks) -> int:  # type: ignore[override]
        return popcount(self.board ^ (state.x | state.o | state.t))

    def random_action(self, state: Marks, rng: Random) -> int:  # type: ignore[override]
        empty = self.board ^ (state.x | state.o | state.t)
        cell = select(empty, rng.below(popcount(empty)))
        return cell - cell // self.stride

    def symmetries(self, state: Marks) -> Iterator[Marks]:  # type: ignore[override]
        x, o, t = state.x, state.o, state.t
        for turned in range(2 if self.rows == self.columns else 1):
            if turned:
                x, o, t = self.transposed(x), self.transposed(o), self.transposed(t)
            below_x, below_o, below_t = self.upside_down(x), self.upside_down(o), self.upside_down(t)
            yield Marks(x, o, t, state.turn)
            yield Marks(self.mirrored(x), self.mirrored(o), self.mirrored(t), state.turn)
            yield Marks(below_x, below_o, below_t, state.turn)
            yield Marks(self.mirrored(below_x), self.mirrored(below_o), self.mirrored(below_t), state.turn)

    # ── Notation ──
    @property
    def name(self) -> str:
        return "tic_tac_toe"

    def player_name(self, player: int) -> str:
        return "XOT"[player] if player >= 0 else super().player_name(player)

    def marks(self, state: Marks) -> list[str]:  # type: ignore[override]
        cells = [
            next((mark for mark, cells in zip("xot", state, strict=False) if cells >> i & 1), ".") for i in range(self.rows * self.stride)
        ]
        return ["".join(cells[row * self.stride : row * self.stride + self.columns]) for row in range(self.rows)]

    def parse_state(self, text: str) -> Marks:  # type: ignore[override]
        rows = text.strip().lower().split("/")
        if len(rows) != self.rows or any(len(row) != self.columns or set(row) - set("xot.") for row in rows):
            example = "/".join(["." * self.columns] * self.rows)
            raise UsageError(
                f"{text!r} is not a position: write {self.rows} rows of {self.columns} marks x, o, t or . from the top, like {example}."
            )
        x, o, t = (
            sum(1 << r * self.stride + c for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == side) for side in "xot"
        )
        numbers = [popcount(cells) for cells in (x, o, t)]
        if not numbers[0] >= numbers[1] >= numbers[2] >= numbers[0] - 1:
            raise UsageError(
                f"{text!r} cannot arise: X begins, then O, then T, but there are {numbers[0]} x, {numbers[1]} o, {numbers[2]} t."
            )
        turn = sum(numbers) % 3
        last = (turn + 2) % 3
        for player, cells in enumerate((x, o, t)):
            if self.has_line(cells) and (player != last or all(self.has_line(cells & ~(1 << i)) for i in members(cells))):
                raise UsageError(f"{text!r} cannot arise: the game would have been over before the last mark.")
        return Marks(x, o, t, turn)

    # ── Evaluation ──
    def evaluate(self, state: Marks, player: int) -> float:  # type: ignore[override]
        """Open lines, as the lectures count them, less those of the two others on average; a quarter of the way to a win at most."""
        if self.has_line(state.x) or self.has_line(state.o) or self.has_line(state.t):
            return self.utility(state, player)
        total, own = 0, 0
        for other in range(3):
            cells = self.cells_of(state, other)
            lines = self.open_lines(cells, (state.x | state.o | state.t) ^ cells)
            total += lines
            if other == player:
                own = lines
        return 0.25 * (own - (total - own) * 0.5) / self.most

    def winning_cells(self, state: Marks) -> set[tuple[int, int]]:  # type: ignore[override]
        steps = (1, self.stride - 1, self.stride, self.stride + 1)
        cells = {
            start + i * step
            for player in range(3)
            for step in steps
            for start in members(self.runs(self.cells_of(state, player), step))
            for i in range(self.line)
        }
        return {divmod(cell, self.stride) for cell in cells}


def lecture_evaluation(game: TicTacToe, state: Board, player: int) -> float:
    """Eval = 3·X2 + X1 − (3·O2 + O1), where Xn is the number of lines with exactly n X and no O (and 9·X3 on larger boards, …).

    For `evaluate=` of a search. It is not within the utilities' range: use it where the search does not reach the end of the game.
    """
    value = game.open_lines(state.mine, state.theirs) - game.open_lines(state.theirs, state.mine)
    return float(value if player == game.to_move(state) else -value)
