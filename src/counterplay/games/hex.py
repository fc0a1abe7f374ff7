"""Hex (Piet Hein 1942, John Nash 1948) on a rhombus of any size."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, inf, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from ..bits import Bits, members, popcount, select
from ..errors import UsageError
from ..game import Game
from ..picture import MUTED, column_letters, element, panel, picture, words

if TYPE_CHECKING:
    from ..rng import Random

MOST = 19
"""The longest side of a board."""
RED, BLUE = "#d6402b", "#2f5fc4"
RADIUS = 24.0
"""Of a cell in the picture."""
ACROSS, DOWN = RADIUS * 3**0.5, RADIUS * 1.5
"""From one cell to the next in a row, and from one row to the next."""

# The cells as bits, row by row from the top left, as actions are numbered (11x11; the swap is action 121). Each row lies half a cell
# further to the right than the one above it:
#
#          a   b   c       k
#     1    0   1   2  …   10            Red joins the top and the bottom,
#      2    11  12  13  …   21          Blue joins the left and the right side.
#       …
#       11   110 111 112  …  120
#
# The six neighbours of a cell are those at ±1, ±side and ±(side - 1): left, right, above, below, and the diagonals / but not \. Where a
# step would run over an edge, the first or last column is taken out before.


class Board(NamedTuple):
    """The stones of Red and Blue; those of Red that are joined to the top and those of Blue joined to the left, which follow; the turn."""

    red: Bits
    blue: Bits
    from_top: Bits
    from_left: Bits
    turn: int


class Hex(Game[Board, int]):
    """Red and Blue in turn put a stone on any empty cell; Red wins by a chain from top to bottom, Blue by one from left to right.

    Exactly one of them succeeds before the board is full, so there are no draws; whoever begins wins with best play (Nash). With
    `swap` the second player may instead of the first move take over Red's stone, which is mirrored to become Blue's. Actions are cells
    row by row, and `board_size`² for the swap, as in OpenSpiel.

    Moves are cells, column and row from the top left: `c2`. A position is the board row by row from the top with `r`, `b` and `.`, then
    the side to move.

    >>> import counterplay as cp
    >>> game = cp.load("hex(board_size=3)")
    >>> state = game.parse_state(".r./.rb/... b")
    >>> print(game.text(state))
      a b c
    1  . r .
     2  . r b
      3  . . .
    Blue to move
    >>> cp.solve(game, state).value       # Red has two ways to join b2 and the bottom: Blue has lost
    -1.0
    """

    alternates = True
    decisive = True

    def __init__(self, board_size: int = 11, swap: bool = False):
        if type(board_size) is not int or not 2 <= board_size <= MOST:
            raise UsageError(f"hex: board_size={board_size!r}: give a whole number from 2 to {MOST}.")
        if type(swap) is not bool:
            raise UsageError(f"hex: swap={swap!r}: give True or False.")
        self.board_size, self.swap = board_size, swap
        side = board_size
        self.cells = side * side
        self.bits = max(64, self.cells)
        self.board = (1 << self.cells) - 1
        self.top = (1 << side) - 1
        self.bottom = self.top << side * (side - 1)
        self.left = sum(1 << side * row for row in range(side))
        self.right = self.left << side - 1
        self.not_left, self.not_right = self.board ^ self.left, self.board ^ self.right

    # ── Rules ──
    def initial(self) -> Board:
        return Board(0, 0, 0, 0, 0)

    def to_move(self, state: Board) -> int:
        return state.turn

    def actions(self, state: Board) -> Iterator[int]:
        yield from members(self.board ^ (state.red | state.blue))
        if self.swap and self.may_swap(state):
            yield self.cells

    def result(self, state: Board, action: int) -> Board:
        if self.swap and action == self.cells:
            stone = self.mirrored(state.red)
            return Board(state.red & 0, stone, state.red & 0, stone & self.left, 0)
        stone = self.bit(action)
        if state.turn == 0:
            red = state.red | stone
            return Board(red, state.blue, self.joined(red, state.from_top, self.top, stone), state.from_left, 1)
        blue = state.blue | stone
        return Board(state.red, blue, state.from_top, self.joined(blue, state.from_left, self.left, stone), 0)

    def is_terminal(self, state: Board) -> bool:
        """Only whoever has just moved can have won."""
        return (state.from_top & self.bottom) != 0 if state.turn == 1 else (state.from_left & self.right) != 0

    def utility(self, state: Board, player: int) -> float:
        winner = 0 if state.from_top & self.bottom else 1
        return 1.0 if player == winner else -1.0

    def joined(self, stones: Bits, before: Bits, edge: Bits, stone: Bits) -> Bits:
        """The stones joined to the edge after one more stone, where those in `before` were."""
        neighbours = self.around(stone)
        if not stone & edge and not neighbours & before:
            return before
        before |= stone
        new = neighbours & stones & ~before
        while new:
            before |= new
            new = self.around(new) & stones & ~before
        return before

    def around(self, cells: Bits) -> Bits:
        """The neighbours of cells (and perhaps cells among them)."""
        side, inner_left, inner_right = self.board_size, cells & self.not_left, cells & self.not_right
        near = inner_right << 1 | inner_left >> 1 | cells << side | cells >> side | inner_left << side - 1 | inner_right >> side - 1
        return near & self.board

    def may_swap(self, state: Board) -> bool:
        """Whether this is the second player's first move."""
        return state.turn == 1 and not state.blue and not state.red & (state.red - 1)

    def mirrored(self, stones: Bits) -> Bits:
        """Rows and columns exchanged: what joined top and bottom now joins left and right."""
        image = stones & 0
        for cell in members(stones):
            image |= self.bit(cell % self.board_size * self.board_size + cell // self.board_size)
        return image

    def count(self, state: Board) -> int:
        return self.cells - popcount(state.red | state.blue) + (1 if self.swap and self.may_swap(state) else 0)

    def random_action(self, state: Board, rng: Random) -> int:
        empty = self.board ^ (state.red | state.blue)
        number = popcount(empty)
        if self.swap and self.may_swap(state):
            chosen = rng.below(number + 1)
            return self.cells if chosen == number else select(empty, chosen)
        return select(empty, rng.below(number))

    def symmetries(self, state: Board) -> Iterator[Board]:
        """The board turned half round."""
        if not self.swap or state.blue:
            yield self.standing(self.turned(state.red), self.turned(state.blue), state.turn)

    def turned(self, stones: Bits) -> Bits:
        """Every cell in the place of the opposite one."""
        side, image, half = self.board_size, stones & 0, stones & 0
        for column in range(side):
            half |= (stones >> column & self.left) << side - 1 - column
        for row in range(side):
            image |= (half >> side * row & self.top) << side * (side - 1 - row)
        return image

    def standing(self, red: Bits, blue: Bits, turn: int) -> Board:
        """The state with these stones."""
        return Board(red, blue, self.chain(red & self.top, red), self.chain(blue & self.left, blue), turn)

    def chain(self, start: Bits, stones: Bits) -> Bits:
        """The stones that chains join to those in `start`."""
        reached, new = start, start
        while new:
            new = self.around(new) & stones & ~reached
            reached |= new
        return reached

    # ── Facts for searches ──
    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        """A win where one stone completes the chain; a loss where the opponent has two cells that would."""
        if self.is_terminal(state):
            score = self.utility(state, player)
            return score, score
        if self.completions(state, state.turn):
            return 1.0, 1.0
        threats = self.completions(state, 1 - state.turn)
        if threats & (threats - 1) and not (self.swap and self.may_swap(state)):
            return -1.0, -1.0
        return -inf, inf

    def candidates(self, state: Board) -> Iterator[int]:
        """Only the cell where the opponent would complete a chain, if there is one and no win at once."""
        empty = self.board ^ (state.red | state.blue)
        threats = self.completions(state, 1 - state.turn)
        if threats and not self.completions(state, state.turn):
            empty = threats
        yield from members(empty)
        if self.swap and self.may_swap(state):
            yield self.cells

    def promise(self, state: Board, action: int) -> float:
        """What the evaluation says of the state that follows."""
        return self.evaluate(self.result(state, action), state.turn)

    def key(self, state: Board) -> tuple[Bits, Bits, int]:
        return state.red, state.blue, state.turn

    def plies_left(self, state: Board) -> int:
        """Each empty cell takes one ply, and perhaps the swap frees one."""
        return self.cells - popcount(state.red | state.blue) + (2 if self.swap and not state.blue else 0)

    def completions(self, state: Board, player: int) -> Bits:
        """The empty cells where one more stone of the player's completes the chain."""
        empty = self.board ^ (state.red | state.blue)
        if player == 0:
            other = self.chain(state.red & self.bottom, state.red)
            return empty & (self.around(state.from_top) | self.top) & (self.around(other) | self.bottom)
        other = self.chain(state.blue & self.right, state.blue)
        return empty & (self.around(state.from_left) | self.left) & (self.around(other) | self.right)

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("Red", "Blue")[player] if player >= 0 else super().player_name(player)

    def cell_name(self, cell: int) -> str:
        """Column and row of a cell: `c2`."""
        row, column = divmod(cell, self.board_size)
        return f"{chr(ord('a') + column)}{row + 1}"

    def format_action(self, state: Board, action: int) -> str:
        return "swap" if action == self.cells else self.cell_name(action)

    def parse_action(self, state: Board, text: str) -> int:
        return super().parse_action(state, text.strip().lower())

    def marks(self, state: Board) -> list[str]:
        """The board as people see it: for each row from the top, a string of `r`, `b` and `.`."""
        cells = "".join("r" if state.red >> i & 1 else "b" if state.blue >> i & 1 else "." for i in range(self.cells))
        return [cells[start : start + self.board_size] for start in range(0, self.cells, self.board_size)]

    def format_state(self, state: Board) -> str:
        return f"{'/'.join(self.marks(state))} {'rb'[state.turn]}"

    def parse_state(self, text: str) -> Board:
        board, _, mover = text.strip().lower().rpartition(" ")
        rows = board.strip().split("/")
        side = self.board_size
        if mover not in ("r", "b") or len(rows) != side or any(len(row) != side or set(row) - set("rb.") for row in rows):
            shown = text if len(text) <= 100 else f"{text[:97]}..."
            raise UsageError(
                f"{shown!r} is not a position: write {side} rows of {side} marks r, b or . from the top, separated by /,"
                " then a blank and the side to move, r or b."
            )
        marks = "".join(rows)
        red, blue = (sum(1 << i for i, mark in enumerate(marks) if mark == colour) for colour in "rb")
        state = self.standing(red, blue, "rb".index(mover))
        lead = popcount(red) - popcount(blue)
        if lead != state.turn and not (self.swap and blue and lead == state.turn - 1):
            raise UsageError(
                f"{text.strip()!r} cannot arise: Red begins and turns alternate, but there are {popcount(red)} r and {popcount(blue)} b,"
                f" and {self.player_name(state.turn)} is to move."
            )
        self._refuse_earlier_end(text, state)
        return state

    def _refuse_earlier_end(self, text: str, state: Board) -> None:
        """The chain that wins was completed by the last stone, so without one of its stones there is none."""
        for player, stones, start, end in ((0, state.red, self.top, self.bottom), (1, state.blue, self.left, self.right)):
            if not self.chain(stones & start, stones) & end:
                continue
            without = (stones & ~(1 << cell) for cell in members(stones))
            if player == state.turn or all(self.chain(rest & start, rest) & end for rest in without):
                raise UsageError(f"{text.strip()!r} cannot arise: {self.player_name(player)} had won before the last move.")

    # ── Evaluation ──
    def evaluate(self, state: Board, player: int) -> float:
        """Who needs fewer stones to join the two sides if bridges hold: a lead in stones, brought between -1 and 1."""
        if self.is_terminal(state):
            return self.utility(state, player)
        empty = self.board ^ (state.red | state.blue)
        red = self.stones_missing(state.red, empty, self.top, self.bottom, 0)
        blue = self.stones_missing(state.blue, empty, self.left, self.right, 1)
        lead = blue - red + (0.5 if state.turn == 0 else -0.5)
        lead /= abs(lead) + 2.0
        return lead if player == 0 else -lead

    def stones_missing(self, own: Bits, empty: Bits, start: Bits, end: Bits, player: int) -> float:
        """How many more stones the shortest chain needs, one whose stones touch or are a bridge apart."""
        start |= self.edge_bridges(empty, start, player)
        end |= self.edge_bridges(empty, end, player)
        reached = self.linked(start & own, own, empty)
        next_stones = (start | self.linkable(reached, empty)) & empty
        missing = 0
        while not reached & end:
            if not next_stones:
                return float(self.board_size)  # shut off
            missing += 1
            reached = self.linked(reached | next_stones, own, empty)
            next_stones = self.linkable(reached, empty) & empty & ~reached
        return float(missing)

    def linked(self, reached: Bits, own: Bits, empty: Bits) -> Bits:
        """The cells reached and all own stones that chains and bridges join to them."""
        new = reached
        while new:
            new = self.linkable(new, empty) & own & ~reached
            reached |= new
        return reached

    def linkable(self, cells: Bits, empty: Bits) -> Bits:
        """The cells next to these or a bridge apart: with two common neighbours that are both empty, so that no one stone cuts between.

        A bridge is found twice, over either of the two; where one of the ways would run over an edge, the other one does not exist.
        """
        side, inner_left, inner_right = self.board_size, cells & self.not_left, cells & self.not_right
        right, left = inner_right << 1 & empty, inner_left >> 1 & empty
        below, above = cells << side & empty, cells >> side & empty
        below_left, above_right = inner_left << side - 1 & empty, inner_right >> side - 1 & empty
        bridges = below << side - 1 & below_left << side | above >> side - 1 & above_right >> side
        bridges |= right << side & below << 1 | left >> side & above >> 1
        bridges |= (right & self.not_right) >> side - 1 & above_right << 1 | (left & self.not_left) << side - 1 & below_left >> 1
        return (self.around(cells) | bridges) & self.board

    def edge_bridges(self, empty: Bits, edge: Bits, player: int) -> Bits:
        """The cells in the second row from this edge that have two empty neighbours in the first."""
        side, free = self.board_size, empty & edge
        if player == 0 and edge & 1:
            cells = free << side & (free & self.not_left) << side - 1
        elif player == 0:
            cells = free >> side & (free & self.not_right) >> side - 1
        elif edge & 1:
            cells = free << 1 & free >> side - 1
        else:
            cells = free >> 1 & free << side - 1
        return cells & self.board

    # ── Text and picture ──
    def text(self, state: Board) -> str:
        width = len(str(self.board_size))
        letters = " " * (width + 1) + " ".join(column_letters(self.board_size))
        rows = [f"{' ' * row}{row + 1:>{width}}  {' '.join(marks)}" for row, marks in enumerate(self.marks(state))]
        what = "the game is over" if self.is_terminal(state) else f"{self.player_name(state.turn)} to move"
        return "\n".join([letters, *rows, what])

    def svg(self, state: Board) -> str:
        side, margin = self.board_size, 42.0
        width = ACROSS * (1.5 * side - 0.5) + 2 * margin
        height = DOWN * (side - 1) + 2 * RADIUS + 2 * margin
        parts, edges, targets = [panel(width, height)], [], []
        for row, marks in enumerate(self.marks(state)):
            for column, mark in enumerate(marks):
                x, y = margin + ACROSS * (column + (row + 1) / 2), margin + RADIUS + DOWN * row
                parts.append(element("path", d=outline(x, y, 0, 6) + "Z", fill="#fbf7ee", stroke="#b9ad97", stroke_width=1.5))
                for on_edge, colour, first, last in (
                    (row == 0, RED, -1, 1),
                    (row == side - 1, RED, 2, 4),
                    (column == 0, BLUE, 3 if row < side - 1 else 4, 5),
                    (column == side - 1, BLUE, 0 if row else 1, 2),
                ):
                    if on_edge:
                        line = {"fill": "none", "stroke": colour, "stroke_linecap": "round"}
                        edges.append(element("path", d=outline(x, y, first, last), stroke_width=5, **line))
                if mark != ".":
                    parts.append(stone(x, y, mark))
                elif not self.is_terminal(state):
                    name = self.cell_name(row * side + column)
                    targets.append(element("circle", cx=x, cy=y, r=0.86 * RADIUS, fill="none", pointer_events="all", data_action=name))
                if row == 0:
                    parts.append(words(x - ACROSS / 4, y - RADIUS - 11, chr(ord("a") + column), 13, fill=MUTED))
                if column == 0:
                    parts.append(words(x - ACROSS / 2 - 14, y + 4, str(row + 1), 13, fill=MUTED))
        if self.swap and self.may_swap(state):
            x, y = 56.0, height - 26
            button = {"x": x - 44, "y": y - 15, "width": 88, "height": 30, "rx": 15}
            targets.append(element("rect", fill="#ffffff", stroke=BLUE, stroke_width=2, data_action="swap", **button))
            targets.append(words(x, y, "swap", 15, pointer_events="none"))
        return picture(width, height, f"Hex, {self.format_state(state)}", *parts, *edges, *targets)


def outline(x: float, y: float, first: int, last: int) -> str:
    """The path along the corners of a cell, numbered clockwise from the one on top."""
    corners = ((x + RADIUS * sin(pi / 3 * i), y - RADIUS * cos(pi / 3 * i)) for i in range(first, last + 1))
    return "M" + "L".join(f"{right:.5g} {below:.5g}" for right, below in corners)


def stone(x: float, y: float, mark: str) -> str:
    """A stone, with a line along the way its side has to go."""
    disc = element("circle", cx=x, cy=y, r=0.68 * RADIUS, fill=RED if mark == "r" else BLUE, stroke="#1e293b", stroke_width=1.5)
    path = f"M{x:.10g} {y - 8:.10g}V{y + 8:.10g}" if mark == "r" else f"M{x - 8:.10g} {y:.10g}H{x + 8:.10g}"
    return disc + element("path", d=path, stroke="#ffffff", stroke_width=3.5, stroke_linecap="round")
