"""Board splitting: a game on a matrix of numbers that halves at every move."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from ..bits import Table
from ..errors import UsageError
from ..game import Game
from ..picture import CELL, FIRST, INK, MUTED, RULE, SECOND, Grid, element, words

LECTURE_BOARD = ((14, 5, 11, 4), (12, 13, 9, 7), (15, 13, 10, 8), (16, 1, 6, 2))
MOST_CELLS = 10_000


class Part(NamedTuple):
    """What is left of the board: rows top … bottom - 1, columns left … right - 1, and whose turn it is."""

    top: int
    bottom: int
    left: int
    right: int
    turn: int


class BoardSplitting(Game[Part, int]):
    """Max cuts the board into a left and a right half and keeps one; then Min cuts top from bottom and keeps one; and so on until one
    number is left: Max gets it, Min gets minus it. An odd side is cut so that the first half is the smaller one. Who has only one
    column (Max) or one row (Min) left to cut cuts the other way.

    Actions are 0 (the first half) and 1 (the second); people write `left`, `right`, `top`, `bottom`. A position is rows and columns that
    are left, counted from 1, and the player to move: `1-4,1-2:min`.
    """

    alternates = True

    def __init__(self, board: tuple[tuple[float, ...], ...] = LECTURE_BOARD):
        self.board = _matrix(board)
        self.rows, self.columns = len(self.board), len(self.board[0])
        self.numbers = Table(number for row in self.board for number in row)
        # sums[r * (columns + 1) + c] is the sum of everything above row r and to the left of column c.
        sums = [[0.0] * (self.columns + 1)]
        for row in self.board:
            sums.append([above + left for above, left in zip(sums[-1], accumulate(row, initial=0.0), strict=True)])
        self.sums = Table(total for row in sums for total in row)

    # ── Rules ──
    def initial(self) -> Part:
        return Part(0, self.rows, 0, self.columns, 0)

    def to_move(self, state: Part) -> int:
        return state.turn

    def cuts_columns(self, state: Part) -> bool:
        """Whether the player to move cuts left from right; otherwise top from bottom."""
        if state.turn == 0:
            return state.right - state.left > 1
        return state.bottom - state.top == 1

    def actions(self, state: Part) -> Iterator[int]:
        yield 0
        yield 1

    def result(self, state: Part, action: int) -> Part:
        top, bottom, left, right, turn = state
        if self.cuts_columns(state):
            middle = left + (right - left) // 2
            if action == 0:
                right = middle
            else:
                left = middle
        else:
            middle = top + (bottom - top) // 2
            if action == 0:
                bottom = middle
            else:
                top = middle
        return Part(top, bottom, left, right, 1 - turn)

    def is_terminal(self, state: Part) -> bool:
        return state.bottom - state.top == 1 and state.right - state.left == 1

    def utility(self, state: Part, player: int) -> float:
        number = float(self.numbers[state.top * self.columns + state.left])
        return number if player == 0 else -number

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("Max", "Min")[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Part, action: int) -> str:
        return (("left", "right") if self.cuts_columns(state) else ("top", "bottom"))[action]

    def format_state(self, state: Part) -> str:
        return f"{state.top + 1}-{state.bottom},{state.left + 1}-{state.right}:{('max', 'min')[state.turn]}"

    def parse_state(self, text: str) -> Part:
        match = re.fullmatch(r"\s*(\d{1,6})-(\d{1,6}),(\d{1,6})-(\d{1,6}):(max|min)\s*", text.lower(), re.ASCII)
        if not match:
            example = self.format_state(self.initial())
            raise UsageError(f"{text!r} is not a position: write the rows and columns that are left and who is to move, like {example}.")
        top, bottom, left, right = (int(number) for number in match.groups()[:4])
        if not (1 <= top <= bottom <= self.rows and 1 <= left <= right <= self.columns):
            raise UsageError(f"{text!r} is outside the board, whose rows are 1-{self.rows} and columns 1-{self.columns}.")
        return Part(top - 1, bottom, left - 1, right, ("max", "min").index(match[5]))

    # ── Evaluation ──
    def evaluate(self, state: Part, player: int) -> float:
        """The mean of the numbers that are left."""
        wide = self.columns + 1
        above, below = state.top * wide, state.bottom * wide
        total = (
            self.sums[below + state.right] - self.sums[above + state.right] - self.sums[below + state.left] + self.sums[above + state.left]
        )
        mean = float(total) / ((state.bottom - state.top) * (state.right - state.left))
        return mean if player == 0 else -mean

    # ── Text and picture ──
    def text(self, state: Part) -> str:
        wide = max(len(_shown(number)) for row in self.board for number in row)
        lines = []
        for r, row in enumerate(self.board):
            kept = [state.top <= r < state.bottom and state.left <= c < state.right for c in range(self.columns)]
            lines.append(" ".join(f"{_shown(number) if keep else '·':>{wide}}" for number, keep in zip(row, kept, strict=True)))
        return "\n".join(lines)

    def svg(self, state: Part) -> str:
        grid = Grid(self.rows, self.columns, cell=56, margin=14)
        over = self.is_terminal(state)
        first = (state.left + state.right) // 2 if self.cuts_columns(state) else (state.top + state.bottom) // 2
        for r, row in enumerate(self.board):
            for c, number in enumerate(row):
                kept = state.top <= r < state.bottom and state.left <= c < state.right
                size = 22 if len(_shown(number)) < 4 else 68 / len(_shown(number))
                x, y = grid.centre(r, c)
                grid.draw(grid.square(r, c, CELL if kept else "#eef2f7", stroke=RULE if kept else "none"))
                grid.draw(words(x, y, _shown(number), size, fill=INK if kept else "#c3cedb", font_weight="600" if kept else None))
                if kept and not over:
                    action = int((c if self.cuts_columns(state) else r) >= first)
                    grid.draw(grid.target(r, c, self.format_action(state, action)))
        # The part that is left, in the colour of the player to move, and where it will be cut.
        x, y = grid.margin + state.left * grid.cell, grid.margin + state.top * grid.cell
        width, height = (state.right - state.left) * grid.cell, (state.bottom - state.top) * grid.cell
        colour = MUTED if over else (FIRST, SECOND)[state.turn]
        frame: dict[str, str | float | None] = {"fill": "none", "stroke": colour, "stroke_width": 4.0, "pointer_events": "none"}
        grid.draw(element("rect", x=x, y=y, width=width, height=height, rx=8, **frame))
        if not over:
            at = grid.margin + first * grid.cell
            ends = (
                {"x1": at, "y1": y, "x2": at, "y2": y + height}
                if self.cuts_columns(state)
                else {"x1": x, "y1": at, "x2": x + width, "y2": at}
            )
            grid.draw(element("line", **ends, **frame, stroke_dasharray="7 6"))
        return grid.finish(f"Board splitting, {self.format_state(state)}")


def _shown(number: float) -> str:
    return f"{number:g}"


def _matrix(board: object) -> tuple[tuple[float, ...], ...]:
    """The board as rows of finite numbers, or a sentence about what is wrong with it."""
    if not isinstance(board, (list, tuple)) or not board or not all(isinstance(row, (list, tuple)) for row in board):
        raise UsageError(f"board_splitting: board={board!r:.80}: give rows of numbers, like ((1,2),(3,4)).")
    if sum(map(len, board)) > MOST_CELLS:
        raise UsageError(f"board_splitting: the board has {sum(map(len, board)):,} numbers; {MOST_CELLS:,} are the most.")
    for r, row in enumerate(board, 1):
        if not row or len(row) != len(board[0]):
            raise UsageError(
                f"board_splitting: row {r} of the board has {len(row)} numbers and row 1 has {len(board[0])}:"
                " all rows need as many, at least one."
            )
        for c, number in enumerate(row, 1):
            if type(number) not in (int, float) or not math.isfinite(number) or abs(number) > 1e12:
                raise UsageError(f"board_splitting: row {r}, column {c} of the board is {number!r}: it must be a number within ±1e12.")
    floats = any(type(number) is float for row in board for number in row)
    return tuple(tuple(float(number) if floats else number for number in row) for row in board)
