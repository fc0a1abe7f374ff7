"""Breakthrough (Dan Troyka, 2000) on a board of any size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ..bits import Bits, members, popcount, select
from ..errors import UsageError
from ..game import Game
from ..picture import Grid, column_letters, element

if TYPE_CHECKING:
    from ..rng import Random

MOST = 16
"""The longest side of a board."""
LEFT, STRAIGHT, RIGHT = 0, 1, 2
"""Where a piece goes, seen on the board with Black at the top; White's directions are these and 3."""

# The board as bits, row by row from the top left (8x8). Black, who begins, comes from the top and moves down; White moves up:
#
#          a  b  c  d  e  f  g  h
#     8    0  1  2  3  4  5  6  7      Black
#     7    8  9 10 11 12 13 14 15      Black
#     …
#     1   56 57 58 59 60 61 62 63      White
#
# An action is the square a piece comes from, its direction (Black's 0, 1, 2 and White's 3, 4, 5 lead to the left, straight and to the
# right) and whether it captures: 12 * square + 2 * direction + capture, as in OpenSpiel.


class Board(NamedTuple):
    """The pieces of Black and of White, and whose turn it is."""

    black: Bits
    white: Bits
    turn: int


class Breakthrough(Game[Board, int]):
    """Black and White move a piece one square forward, straight or diagonally; whoever reaches the other side first wins.

    A piece goes straight only to an empty square, and diagonally also to one with a piece of the other side, which is captured; whoever
    has lost all pieces has lost. Each side begins with two rows of pieces, on boards of less than six rows with one. Black, at
    the top, begins, as in OpenSpiel. Nobody is ever without a move, and there are no draws.

    Moves are the two squares, `b7c6`. A position is the board row by row from the top with `b`, `w` and `.`, then the side to move.

    >>> import counterplay as cp
    >>> game = cp.load("breakthrough(rows=4,columns=3)")
    >>> game.format_state(game.initial())
    'bbb/.../.../www b'
    >>> game.player_name(0 if cp.solve(game).value > 0 else 1)
    'Black'
    """

    alternates = True
    decisive = True
    reductions = True

    def __init__(self, rows: int = 8, columns: int = 8):
        for name, value, least in (("rows", rows, 3), ("columns", columns, 2)):
            if type(value) is not int or not least <= value <= MOST:
                raise UsageError(f"breakthrough: {name}={value!r}: give a whole number from {least} to {MOST}.")
        self.rows, self.columns = rows, columns
        self.squares = rows * columns
        self.bits = max(64, self.squares)
        row = (1 << columns) - 1
        self.board = (1 << self.squares) - 1
        self.top, self.bottom = row, row << columns * (rows - 1)
        first_column = sum(1 << columns * i for i in range(rows))
        self.not_left, self.not_right = self.board ^ first_column, self.board ^ first_column << columns - 1
        home_rows = 2 if rows >= 6 else 1
        self.black_home = (1 << columns * home_rows) - 1
        self.white_home = self.black_home << columns * (rows - home_rows)

    # ── Rules ──
    def initial(self) -> Board:
        return Board(self.black_home, self.white_home, 0)

    def to_move(self, state: Board) -> int:
        return state.turn

    def actions(self, state: Board) -> Iterator[int]:
        left, straight, right = self.movers(state)
        for square in members(left | straight | right):
            piece = self.bit(square)
            if left & piece:
                yield self.action(state, square, LEFT)
            if straight & piece:
                yield self.action(state, square, STRAIGHT)
            if right & piece:
                yield self.action(state, square, RIGHT)

    def result(self, state: Board, action: int) -> Board:
        target = self.bit(self.target(action))
        moved = target | self.bit(action // 12)
        if state.turn == 0:
            return Board(state.black ^ moved, state.white & ~target, 1)
        return Board(state.black & ~target, state.white ^ moved, 0)

    def is_terminal(self, state: Board) -> bool:
        if state.black & self.bottom or state.white & self.top:
            return True
        return not state.black or not state.white

    def utility(self, state: Board, player: int) -> float:
        winner = 0 if state.black & self.bottom or not state.white else 1
        return 1.0 if player == winner else -1.0

    def movers(self, state: Board) -> tuple[Bits, Bits, Bits]:
        """The pieces of the side to move that may go to the left, straight, and to the right."""
        black, white, columns = state.black, state.white, self.columns
        pieces = black | white
        if state.turn == 0:
            return (
                black & self.not_left & ~(black >> columns - 1),
                black & ~(pieces >> columns),
                black & self.not_right & ~(black >> columns + 1),
            )
        return (
            white & self.not_left & ~(white << columns + 1),
            white & ~(pieces << columns),
            white & self.not_right & ~(white << columns - 1),
        )

    def action(self, state: Board, square: int, way: int) -> int:
        """The action that moves the piece on this square this way."""
        if state.turn == 0:
            target = self.bit(square + self.columns + way - STRAIGHT)
            return 12 * square + 2 * way + (1 if state.white & target else 0)
        target = self.bit(square - self.columns + way - STRAIGHT)
        return 12 * square + 2 * (way + 3) + (1 if state.black & target else 0)

    def target(self, action: int) -> int:
        """The square that an action leads to."""
        direction = action % 12 // 2
        return action // 12 + (self.columns if direction < 3 else -self.columns) + direction % 3 - STRAIGHT

    def count(self, state: Board) -> int:
        left, straight, right = self.movers(state)
        return popcount(left) + popcount(straight) + popcount(right)

    def random_action(self, state: Board, rng: Random) -> int:
        left, straight, right = self.movers(state)
        to_left, ahead = popcount(left), popcount(straight)
        chosen = rng.below(to_left + ahead + popcount(right))
        if chosen < to_left:
            return self.action(state, select(left, chosen), LEFT)
        if chosen < to_left + ahead:
            return self.action(state, select(straight, chosen - to_left), STRAIGHT)
        return self.action(state, select(right, chosen - to_left - ahead), RIGHT)

    def symmetries(self, state: Board) -> Iterator[Board]:
        yield Board(self.mirrored(state.black), self.mirrored(state.white), state.turn)

    def mirrored(self, pieces: Bits) -> Bits:
        """Left and right exchanged, column by column."""
        image = pieces & 0
        first = self.board ^ self.not_left
        for column in range(self.columns):
            image |= (pieces >> column & first) << self.columns - 1 - column
        return image

    # ── Facts for searches ──
    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        """A win where a piece is one step from the other side; a loss where a piece of the opponent is, and cannot be captured."""
        if self.is_terminal(state):
            score = self.utility(state, player)
            return score, score
        if self.arriving(state, state.turn):
            return 1.0, 1.0
        threats = self.arriving(state, 1 - state.turn)
        if threats & (threats - 1) or threats & ~self.attacked(state):
            return -1.0, -1.0
        return -inf, inf

    def candidates(self, state: Board) -> Iterator[int]:
        """Only captures of the piece that is about to arrive, if there is one and no win at once."""
        threats = self.arriving(state, 1 - state.turn)
        free = not threats or self.arriving(state, state.turn) != 0
        left, straight, right = self.movers(state)
        for square in members(left | straight | right):
            for way in (LEFT, STRAIGHT, RIGHT):
                movers = left if way == LEFT else straight if way == STRAIGHT else right
                if movers & self.bit(square):
                    action = self.action(state, square, way)
                    if free or threats & self.bit(self.target(action)):
                        yield action

    def promise(self, state: Board, action: int) -> float:
        """Captures first, those of pieces that have come far above all; then whoever is furthest."""
        row = self.target(action) // self.columns
        gone, taken = (row, self.rows - 1 - row) if state.turn == 0 else (self.rows - 1 - row, row)
        return float(gone + (4 * (taken + 1) if action & 1 else 0))

    def is_noisy(self, state: Board, action: int) -> bool:
        return action & 1 == 1

    def arriving(self, state: Board, player: int) -> Bits:
        """The player's pieces that are one step from the other side."""
        return state.black & self.bottom >> self.columns if player == 0 else state.white & self.top << self.columns

    def attacked(self, state: Board) -> Bits:
        """The squares that the side to move can capture on."""
        return self.reach(state.black, 0) if state.turn == 0 else self.reach(state.white, 1)

    def reach(self, pieces: Bits, player: int) -> Bits:
        """The squares diagonally before a player's pieces."""
        if player == 0:
            return ((pieces & self.not_left) << self.columns - 1 | (pieces & self.not_right) << self.columns + 1) & self.board
        return ((pieces & self.not_left) >> self.columns + 1 | (pieces & self.not_right) >> self.columns - 1) & self.board

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player] if player >= 0 else super().player_name(player)

    def square_name(self, square: int) -> str:
        """Column and row of a square: `b7`."""
        row, column = divmod(square, self.columns)
        return f"{chr(ord('a') + column)}{self.rows - row}"

    def format_action(self, state: Board, action: int) -> str:
        return self.square_name(action // 12) + self.square_name(self.target(action))

    def parse_action(self, state: Board, text: str) -> int:
        """Reads `b7c6`, and as others write it: `b7-c6`, `b7xc6`, `b7c6*`."""
        return super().parse_action(state, re.sub(r"[-x*]", "", text.strip().lower()))

    def marks(self, state: Board) -> list[str]:
        """The board as people see it: for each row from the top, a string of `b`, `w` and `.`."""
        cells = "".join("b" if state.black >> i & 1 else "w" if state.white >> i & 1 else "." for i in range(self.squares))
        return [cells[start : start + self.columns] for start in range(0, self.squares, self.columns)]

    def format_state(self, state: Board) -> str:
        return f"{'/'.join(self.marks(state))} {'bw'[state.turn]}"

    def parse_state(self, text: str) -> Board:
        board, _, side = text.strip().lower().rpartition(" ")
        rows = board.strip().split("/")
        if side not in ("b", "w") or len(rows) != self.rows or any(len(row) != self.columns or set(row) - set("bw.") for row in rows):
            shown = text if len(text) <= 100 else f"{text[:97]}..."
            raise UsageError(
                f"{shown!r} is not a position: write {self.rows} rows of {self.columns} marks b, w or . from the top, separated by /,"
                f" then a blank and the side to move, b or w. The game begins with {self.format_state(self.initial())}."
            )
        cells = "".join(rows)
        black, white = (sum(1 << i for i, mark in enumerate(cells) if mark == colour) for colour in "bw")
        state = Board(black, white, "bw".index(side))
        most = popcount(self.black_home)
        if popcount(black) > most or popcount(white) > most:
            raise UsageError(f"{text.strip()!r} cannot arise: a side has {most} pieces in the beginning, and never more.")
        arrived = popcount(black & self.bottom) + popcount(white & self.top)
        if arrived > 1 or not (black or white) or (self.is_terminal(state) and self.utility(state, state.turn) > 0):
            raise UsageError(f"{text.strip()!r} cannot arise: the game was over before, or it is the other side's turn.")
        return state

    # ── Evaluation ──
    def evaluate(self, state: Board, player: int) -> float:
        """Pieces, and how far they have come, those that nobody attacks or somebody defends above all: a lead, brought between -1 and 1."""
        if self.is_terminal(state):
            return self.utility(state, player)
        lead = self.strength(state.black, state.white, 0) - self.strength(state.white, state.black, 1)
        lead += 0.25 if state.turn == 0 else -0.25
        lead /= abs(lead) + 4.0
        return lead if player == 0 else -lead

    def strength(self, own: Bits, other: Bits, player: int) -> float:
        """What a side's pieces are worth: 1 each, and more the further they have come."""
        safe = own & (self.reach(own, player) | ~self.reach(other, 1 - player))
        total = float(popcount(own))
        for row in range(1, self.rows - 1):
            here = self.top << self.columns * (row if player == 0 else self.rows - 1 - row)
            advance = row / (self.rows - 2)
            total += advance * advance * (0.4 * popcount(own & here) + 0.8 * popcount(safe & here))
        return total

    # ── Text and picture ──
    def text(self, state: Board) -> str:
        rows = [f"{self.rows - row:2} {' '.join(marks)}" for row, marks in enumerate(self.marks(state))]
        what = "the game is over" if self.is_terminal(state) else f"{self.player_name(state.turn)} to move"
        count = f"{popcount(state.black)} black and {popcount(state.white)} white pieces"
        return "\n".join([*rows, "   " + " ".join(column_letters(self.columns)), f"{what}, {count}"])

    def svg(self, state: Board) -> str:
        grid = Grid(self.rows, self.columns, cell=56)
        for row, marks in enumerate(self.marks(state)):
            for column, mark in enumerate(marks):
                x, y = grid.centre(row, column)
                grid.draw(grid.square(row, column, "#e8d5b0" if (row + column) % 2 == 0 else "#c9a878", inset=0, rx=0))
                if mark != ".":
                    grid.draw(pawn(x, y, "#22262b" if mark == "b" else "#fbfaf5", "#f0ece2" if mark == "b" else "#3a3127", mark == "b"))
        grid.coordinates(column_letters(self.columns), [str(self.rows - row) for row in range(self.rows)])
        grid.draw(*(grid.place(*divmod(square, self.columns), self.square_name(square)) for square in range(self.squares)))
        return grid.finish(f"Breakthrough, {self.format_state(state)}")


def pawn(x: float, y: float, fill: str, edge: str, down: bool) -> str:
    """A disc with an arrow that shows where its side is going."""
    way = 1 if down else -1
    disc = element("circle", cx=x, cy=y, r=20, fill=fill, stroke="#3a3127", stroke_width=1.5)
    path = f"M{x - 7:.10g} {y - 3 * way:.10g}L{x:.10g} {y + 5 * way:.10g}L{x + 7:.10g} {y - 3 * way:.10g}"
    return disc + element("path", d=path, fill="none", stroke=edge, stroke_width=3, stroke_linecap="round", stroke_linejoin="round")
