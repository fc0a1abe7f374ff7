"""Go for people: the names of points, positions as text, the picture of a board."""

from __future__ import annotations

import re

from ...bits import members, popcount
from ...errors import UsageError
from ...picture import Grid, element, words
from .playouts import Playouts
from .rules import NO_KO, NO_MOVE, Position

LETTERS = "ABCDEFGHJKLMNOPQRST"
"""The names of columns: there is no I, which looks like J."""
POSITION = r"([XO./]+)\s+([XO])(?:\s+(-|[A-Z]\d+)\s+([0-2])\s+(\d{1,6})(?:\s+(-|PASS|[A-Z]\d+))?)?"
"""The board, the side to move, the ko point, passes, plies, the last move."""


class Go(Playouts):
    """Black and White in turn put a stone on an empty point or pass; stones without a liberty are captured; most area wins.

    * **Capture:** a chain (stones of one colour that touch along the lines) without an empty point next to it is taken off the board.
    * **Suicide** is forbidden; with `suicide` a chain of two or more stones may be given up, as in Tromp and Taylor's rules.
    * **Ko** is the simple one: a stone that has just captured exactly one stone, and stands alone with one liberty, must not be captured
      at once. Longer cycles are not looked for here: whoever conducts a game knows its whole history, and the GTP door forbids every
      move that repeats a position. OpenSpiel calls a game in which a position comes back a draw.
    * **End:** two passes, or `max_game_length` plies (0: twice as many as there are points, as in OpenSpiel; -1: no limit).
    * **Score:** area, that is one's own stones and the empty points from which only they can be reached. No stone is called dead:
      capture it. White gets `komi` points more. Utilities are 1, 0 and -1; `score` is the difference in points.

    `board_size` is the number of rows and, unless `columns` says otherwise, of columns. Actions are points row by row from A1 at the bottom
    left, and one more for the pass, as in OpenSpiel (whose board is 19x19 unless you say otherwise; here it is 9x9).

    A position is the board row by row from the top with `X`, `O` and `.`, then the side to move, the point forbidden by ko or `-`, the
    number of passes just made, the number of plies played and the last move or `-`. All after the side may be left out.

    >>> import counterplay as cp
    >>> game = cp.load("go(board_size=3)")
    >>> state = game.parse_state(".../.X./... O")
    >>> print(game.text(state))
     3 . . .
     2 . X .
     1 . . .
       A B C
    White (O) to move
    >>> game.format_state(game.result(state, game.parse_action(state, "C3")))
    '..O/.X./... X - 0 2 C3'
    """

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player] if player >= 0 else super().player_name(player)

    def point_name(self, action: int) -> str:
        """Column and row of a point, as GTP writes it: `C3`."""
        row, column = divmod(action, self.width)
        return f"{LETTERS[column]}{row + 1}"

    def format_action(self, state: Position, action: int) -> str:
        return "pass" if action == self.points else self.point_name(action)

    def parse_action(self, state: Position, text: str) -> int:
        name = text.strip().upper()
        return super().parse_action(state, "pass" if name == "PASS" else name)

    def marks(self, state: Position) -> list[str]:
        """The board as people see it: for each row from the top, a string of `X`, `O` and `.`."""
        cells = "".join("X" if state.black >> i & 1 else "O" if state.white >> i & 1 else "." for i in range(self.rows * self.step))
        return [cells[row * self.step : row * self.step + self.width] for row in reversed(range(self.rows))]

    def format_state(self, state: Position) -> str:
        ko = "-" if state.ko == NO_KO else self.point_name(state.ko)
        last = "-" if state.last == NO_MOVE else self.format_action(state, state.last)
        return f"{'/'.join(self.marks(state))} {'XO'[state.plies & 1]} {ko} {state.passes} {state.plies} {last}"

    def parse_state(self, text: str) -> Position:
        found = re.fullmatch(
            r"([XO./]+)\s+([XO])(?:\s+(-|[A-Z]\d+)\s+([0-2])\s+(\d{1,6})(?:\s+(-|PASS|[A-Z]\d+))?)?", text.strip().upper(), re.ASCII
        )
        rows = found[1].split("/") if found else []
        if not found or len(rows) != self.rows or any(len(row) != self.width for row in rows):
            shown = text if len(text) <= 100 else f"{text[:97]}..."
            raise UsageError(
                f"{shown!r} is not a position: write {self.rows} rows of {self.width} marks X, O or . from the top, separated by /,"
                " then a blank and the side to move, X or O; perhaps also ko point or -, passes, plies, last move."
            )
        cells = ".".join(reversed(rows))  # a gap after each row
        black, white = (sum(1 << bit for bit, mark in enumerate(cells) if mark == side) for side in "XO")
        turn = "XO".index(found[2])
        stones = popcount(black | white)
        plies = int(found[5]) if found[5] else stones + (stones - turn) % 2
        passes = int(found[4] or 0)
        ko = NO_KO if found[3] in (None, "-") else self._point(text, found[3])
        last = self.points if found[6] == "PASS" else NO_MOVE if found[6] in (None, "-") else self._point(text, found[6])
        state = Position(black, white, ko, passes, plies if self.finite else plies & 1, last)
        self._refuse_impossible(text.strip(), state, turn)
        return state

    def _point(self, text: str, name: str) -> int:
        """The action that puts a stone on the point of this name."""
        column, row = LETTERS.find(name[0]), int(name[1:])
        if not 0 <= column < self.width or not 1 <= row <= self.rows:
            raise UsageError(f"{text.strip()!r}: there is no point {name} on this board.")
        return (row - 1) * self.width + column

    def _refuse_impossible(self, text: str, state: Position, turn: int) -> None:
        """Say what is wrong with a position that cannot arise."""
        empty = self.board ^ (state.black | state.white)
        for stones in (state.black, state.white):
            for bit in members(stones):
                if chain := self.enclosed(1 << bit, stones, empty):
                    name = self.point_name(bit - bit // self.step)
                    raise UsageError(f"{text!r} cannot arise: the chain at {name} has {popcount(chain)} stones and no liberty.")
        if state.plies & 1 != turn:
            raise UsageError(f"{text!r} cannot arise: Black begins and turns alternate, so after {state.plies} plies the other side moves.")
        if self.finite and (state.plies > self.longest or state.plies < state.passes):
            raise UsageError(f"{text!r} cannot arise: a game has at most {self.longest} plies, and at least as many as passes.")
        if state.ko != NO_KO and (state.passes or not self._is_ko(state, turn)):
            raise UsageError(f"{text!r} cannot arise: {self.point_name(state.ko)} is no point where one stone was just captured in a ko.")

    def _is_ko(self, state: Position, turn: int) -> bool:
        """Whether the ko point is empty, and a stone there would capture exactly one, which stands alone."""
        own, other = (state.black, state.white) if turn == 0 else (state.white, state.black)
        point = 1 << state.ko + state.ko // self.width
        if (own | other) & point or self.around(point) & other != self.around(point):
            return False
        return popcount(self.captured(other, self.board ^ (own | other | point), point)) == 1

    # ── Text and picture ──
    def text(self, state: Position) -> str:
        rows = [f"{self.rows - row:2} {' '.join(marks)}" for row, marks in enumerate(self.marks(state))]
        return "\n".join([*rows, "   " + " ".join(LETTERS[: self.width]), self.said(state)])

    def said(self, state: Position) -> str:
        """What there is to say below the board."""
        if self.is_terminal(state):
            return f"the game is over, {self.result_text(state)}"
        ko = f", not at {self.point_name(state.ko)} (ko)" if state.ko != NO_KO else ""
        passed = ", after a pass" if state.passes else ""
        return f"{self.player_name(state.plies & 1)} ({'XO'[state.plies & 1]}) to move{ko}{passed}"

    def result_text(self, state: Position) -> str:
        """The result as score sheets have it: `B+3.5`, `W+12`, `0` for a draw."""
        margin = self.margin(state)
        return f"B+{margin:g}" if margin > 0 else f"W+{-margin:g}" if margin < 0 else "0"

    def svg(self, state: Position) -> str:
        grid = Grid(self.rows, self.width, cell=40, margin=30)
        left, top = grid.centre(0, 0)
        right, bottom = grid.centre(self.rows - 1, self.width - 1)
        extent = {"x": grid.margin - 4, "y": grid.margin - 4, "width": grid.width - 2 * grid.margin + 8}
        grid.draw(element("rect", height=grid.height - 2 * grid.margin + 8, rx=6, fill="#e3b96b", **extent))
        lines = "".join(f"M{left} {top + 40 * row}H{right}" for row in range(self.rows))
        lines += "".join(f"M{left + 40 * column} {top}V{bottom}" for column in range(self.width))
        grid.draw(element("path", d=lines, stroke="#5d4620", stroke_width=1.2, fill="none"))
        for row, column in self.stars():
            x, y = grid.centre(row, column)
            grid.draw(element("circle", cx=x, cy=y, r=3.6, fill="#5d4620"))
        legal = 0 if self.is_terminal(state) else self.placements(state)
        for row, marks in enumerate(self.marks(state)):
            for column, mark in enumerate(marks):
                x, y = grid.centre(row, column)
                point = (self.rows - 1 - row) * self.width + column
                if mark != ".":
                    fill, edge = ("#1d1f22", "#000000") if mark == "X" else ("#fbfbf8", "#55504a")
                    grid.draw(element("circle", cx=x, cy=y, r=18.4, fill=fill, stroke=edge, stroke_width=1.2))
                    if point == state.last:
                        ring = "#fbfbf8" if mark == "X" else "#1d1f22"
                        grid.draw(element("circle", cx=x, cy=y, r=7, fill="none", stroke=ring, stroke_width=2))
                elif point == state.ko:
                    grid.draw(element("rect", x=x - 7, y=y - 7, width=14, height=14, fill="none", stroke="#a33b20", stroke_width=2))
                if legal >> point + point // self.width & 1:
                    grid.draw(grid.target(row, column, self.point_name(point)))
        grid.coordinates(list(LETTERS[: self.width]), [str(self.rows - row) for row in range(self.rows)])
        if not self.is_terminal(state):
            button = {"x": grid.width - 62, "y": 5, "width": 56, "height": 20, "rx": 10}
            grid.draw(element("rect", fill="#ffffff", stroke="#94a3b8", stroke_width=1.2, data_action="pass", **button))
            grid.draw(words(grid.width - 34, 15, "pass", 13, pointer_events="none"))
        return grid.finish(f"Go, {self.format_state(state)}")

    def stars(self) -> list[tuple[int, int]]:
        """Row and column of the marked points: four near the corners and the middle, on large boards also those between."""
        if self.rows != self.width or self.rows < 7:
            return []
        edge, middle = 2 if self.rows < 12 else 3, self.rows // 2
        lines = [edge, self.rows - 1 - edge]
        if self.rows % 2 == 0:
            return [(row, column) for row in lines for column in lines]
        if self.rows < 15:
            return [(row, column) for row in lines for column in lines] + [(middle, middle)]
        return [(row, column) for row in (*lines, middle) for column in (*lines, middle)]
