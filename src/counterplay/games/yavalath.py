"""Yavalath, for three or for two: the game that a program invented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ..bits import Bits, members, popcount, select
from ..errors import UsageError
from ..game import Game
from ..picture import CELL, FIRST, GLOW, MUTED, RULE, SECOND, THIRD, cross, element, panel, picture, ring, triangle, words

if TYPE_CHECKING:
    from ..rng import Random

NAMES = ("Blue", "Orange", "Green")
LETTERS = "bog"
COLOURS = (FIRST, SECOND, THIRD)
LEAST, MOST = 3, 7
"""The shortest and the longest side of a board."""

# The hexagon leans: cell q of row r is bit r * stride + q, and one bit of each row, always empty, keeps lines from running on into the
# next one. For board_size=3 (stride 6):
#
#       a    2  3  4            a1 a2 a3          a line of cells goes on in steps of
#      b   7  8  9 10          b1 b2 b3 b4          1           along a row
#     c  12 13 14 15 16       c1 c2 c3 c4 c5        stride      down to the right
#      d  18 19 20 21          d1 d2 d3 d4          stride - 1  down to the left
#       e   24 25 26            e1 e2 e3


class Stones(NamedTuple):
    """The stones of each player, whose turn it is, and who is out (one bit for each player)."""

    first: Bits
    second: Bits
    third: Bits
    turn: int
    out: int


class Yavalath(Game[Stones, int]):
    """Players in turn put a stone on an empty cell of a hexagon. Four in a row win; but whoever makes three in a row without four is out.

    With three players (the usual), the stones of whoever is out stay, the last one left wins too, and everybody must, unless they win at
    once, keep the next player from winning with their next stone. The winner gets 1, which the others pay in equal parts; when the board
    is full, whoever is out pays what a loser pays, and the others share that. With `players=2` nobody must block, three in a row lose.

    Chosen as our game for three because it is fun within a minute: two rules, fights in every move, and threats that hand the turn around
    the table, so that one is forced to block for somebody else: the cooperation and the malice of games for three. And it belongs here: it
    was found in 2007 by Ludi, a program of Cameron Browne that invents games and judges them by having them played by searches.

    Cells are written by row from the top and number within the row from the left: `e5` is the middle. A position is written row by row,
    `...../...b.o/…`, then after a colon who is to move and after a minus who is out: `:b-g`.
    """

    decisive = True

    def __init__(self, board_size: int = 5, players: int = 3):
        if type(board_size) is not int or not LEAST <= board_size <= MOST:
            raise UsageError(f"yavalath: board_size={board_size!r}: a side has from {LEAST} to {MOST} cells.")
        if type(players) is not int or players not in (2, 3):
            raise UsageError(f"yavalath: players={players!r}: two or three can play.")
        self.board_size, self.players = board_size, players
        self.alternates = players == 2
        self.loss = -1.0 if players == 2 else -0.5
        self.least_payoff = self.loss
        self.stride = 2 * board_size
        self.rows = 2 * board_size - 1
        self.bits = self.rows * self.stride
        self.board = sum(1 << row * self.stride + self.first_of(row) + i for row in range(self.rows) for i in range(self.length_of(row)))

    def first_of(self, row: int) -> int:
        """Where a row begins."""
        return max(0, self.board_size - 1 - row)

    def length_of(self, row: int) -> int:
        """How many cells a row has."""
        return self.rows - abs(row - self.board_size + 1)

    # ── Rules ──
    def initial(self) -> Stones:
        return Stones(0, 0, 0, 0, 0)

    def to_move(self, state: Stones) -> int:
        return state.turn

    def actions(self, state: Stones) -> Iterator[int]:
        yield from members(self.allowed(state))

    def allowed(self, state: Stones) -> Bits:
        """The empty cells, or those that a player must choose from because the next one threatens to win."""
        empty = self.board ^ (state.first | state.second | state.third)
        if self.players == 2:
            return empty
        forced = self.wins(self.stones(state, self.following(state.turn, state.out)), empty)
        if forced:
            return forced | self.wins(self.stones(state, state.turn), empty)
        return empty

    def result(self, state: Stones, action: int) -> Stones:
        cell = self.bit(action)
        first, second, third = state.first, state.second, state.third
        if state.turn == 0:
            first |= cell
        elif state.turn == 1:
            second |= cell
        else:
            third |= cell
        own = first if state.turn == 0 else second if state.turn == 1 else third
        out = state.out
        if self.has_three(own) and not self.has_four(own):
            out |= 1 << state.turn
        return Stones(first, second, third, self.following(state.turn, out), out)

    def is_terminal(self, state: Stones) -> bool:
        if popcount(state.first | state.second | state.third) == popcount(self.board):
            return True
        return self.winner(state) >= 0

    def utility(self, state: Stones, player: int) -> float:
        winner = self.winner(state)
        if winner >= 0:
            return 1.0 if player == winner else self.loss
        if state.out == 0:
            return 0.0
        return self.loss if state.out >> player & 1 else -0.5 * self.loss

    def stones(self, state: Stones, player: int) -> Bits:
        """The stones of this player."""
        return state.first if player == 0 else state.second if player == 1 else state.third

    def following(self, player: int, out: int) -> int:
        """Who moves after this player: the next one who is not out."""
        for _ in range(self.players):
            player = (player + 1) % self.players
            if not out >> player & 1:
                break
        return player

    def winner(self, state: Stones) -> int:
        """Who has four in a row, or is the last one left; -1 if nobody has won."""
        left, last = 0, -1
        for player in range(self.players):
            if self.has_four(self.stones(state, player)):
                return player
            if not state.out >> player & 1:
                left, last = left + 1, player
        return last if left == 1 else -1

    def has_three(self, cells: Bits) -> bool:
        for step in (1, self.stride, self.stride - 1):
            if cells & cells >> step & cells >> 2 * step:
                return True
        return False

    def has_four(self, cells: Bits) -> bool:
        for step in (1, self.stride, self.stride - 1):
            pairs = cells & cells >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def wins(self, cells: Bits, empty: Bits) -> Bits:
        """The empty cells that would make four in a row with these stones."""
        found = cells & 0
        for step in (1, self.stride, self.stride - 1):
            for gap in range(4):
                line = empty >> gap * step
                for i in range(4):
                    if i != gap:
                        line = line & cells >> i * step
                found |= line << gap * step
        return found

    def pass_turn(self, state: Stones) -> Stones:
        if self.players == 2:
            return state
        return Stones(state.first, state.second, state.third, self.following(state.turn, state.out), state.out)

    def count(self, state: Stones) -> int:
        return popcount(self.allowed(state))

    def random_action(self, state: Stones, rng: Random) -> int:
        allowed = self.allowed(state)
        return select(allowed, rng.below(popcount(allowed)))

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return NAMES[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Stones, action: int) -> str:
        row, q = divmod(action, self.stride)
        return f"{chr(ord('a') + row)}{q - self.first_of(row) + 1}"

    def marks(self, state: Stones) -> list[str]:
        """The board as people see it: for each row from the top, a letter for each stone and a dot for each empty cell."""
        rows = []
        for row in range(self.rows):
            begin = row * self.stride + self.first_of(row)
            rows.append(
                "".join(
                    next((LETTERS[player] for player in range(self.players) if self.stones(state, player) >> cell & 1), ".")
                    for cell in range(begin, begin + self.length_of(row))
                )
            )
        return rows

    def format_state(self, state: Stones) -> str:
        out = "".join(LETTERS[player] for player in range(self.players) if state.out >> player & 1)
        return "/".join(self.marks(state)) + f":{LETTERS[state.turn]}" + (f"-{out}" if out else "")

    def parse_state(self, text: str) -> Stones:
        letters = LETTERS[: self.players]
        match = re.fullmatch(rf"([{letters}./]+):([{letters}])(?:-([{letters}]+))?", text.strip().lower(), re.ASCII)
        rows = match[1].split("/") if match else []
        if match is None or [len(row) for row in rows] != [self.length_of(row) for row in range(self.rows)]:
            raise UsageError(
                f"{text!r} is not a position: write {self.rows} rows of marks {', '.join(letters)} or . from the top and who is to move,"
                f" like {self.format_state(self.initial())}."
            )
        sides = [
            sum(1 << r * self.stride + self.first_of(r) + i for r, row in enumerate(rows) for i, mark in enumerate(row) if mark == letter)
            for letter in LETTERS
        ]
        out = sum(1 << letters.index(letter) for letter in set(match[3] or ""))
        state = Stones(sides[0], sides[1], sides[2], letters.index(match[2]), out)
        if wrong := self._cannot_arise(state):
            raise UsageError(f"{text!r} cannot arise: {wrong}.")
        return state

    def _cannot_arise(self, state: Stones) -> str:
        """Why a position cannot arise, as far as that is easily seen; empty where nothing is wrong."""
        if state.out >> state.turn & 1 and state.out != (1 << self.players) - 1:
            return f"{NAMES[state.turn]} is out and cannot be to move"
        fours = [player for player in range(self.players) if self.has_four(self.stones(state, player))]
        if len(fours) > 1:
            return f"both {NAMES[fours[0]]} and {NAMES[fours[1]]} have four in a row"
        numbers = [popcount(self.stones(state, player)) for player in range(self.players)]
        whole_rounds = numbers[state.turn]
        for player in range(self.players):
            is_out = bool(state.out >> player & 1)
            if player not in fours and self.has_three(self.stones(state, player)) != is_out:
                return f"{NAMES[player]} is {'' if is_out else 'not '}out {'without' if is_out else 'with'} three in a row"
            if player in fours and is_out:
                return f"{NAMES[player]} has four in a row and is not out"
            due = whole_rounds + (1 if player < state.turn else 0)
            if numbers[player] != due if not is_out else numbers[player] > due:
                return f"{NAMES[player]} has {numbers[player]} stones where it is {NAMES[state.turn]}'s turn with {whole_rounds}"
        return ""

    # ── Evaluation ──
    def evaluate(self, state: Stones, player: int) -> float:
        """How many fours are still open, and how far each has come, compared with the others who are not out."""
        if self.is_terminal(state):
            return self.utility(state, player)
        if state.out >> player & 1:
            return self.loss
        own, others, left = self.open_fours(state, player), 0, 0
        for other in range(self.players):
            if other != player and not state.out >> other & 1:
                others += self.open_fours(state, other)
                left += 1
        ahead = 0.25 * (own - others / left) / (own + others + 8)
        return ahead - 0.5 * self.loss if left + 1 < self.players else ahead

    def open_fours(self, state: Stones, player: int) -> int:
        """The sum over all lines of four without a stone of others: 1 for one own stone on it, 3 for two, 9 for three with a gap."""
        cells = self.stones(state, player)
        free = self.board ^ (state.first | state.second | state.third) | cells
        total = 0
        for step in (1, self.stride, self.stride - 1):
            pairs = free & free >> step
            line = pairs & pairs >> 2 * step
            a, b, c, d = cells & line, cells >> step & line, cells >> 2 * step & line, cells >> 3 * step & line
            one_left, two_left, one_right, two_right = a ^ b, a & b, c ^ d, c & d
            threes = two_left & one_right | two_right & one_left
            twos = (two_left | two_right | one_left & one_right) & ~threes
            ones = (one_left ^ one_right) & ~threes
            total += popcount(ones) + 3 * popcount(twos) + 9 * popcount(threes)
        return total

    # ── Text and picture ──
    def text(self, state: Stones) -> str:
        lines = []
        for row, marks in enumerate(self.marks(state)):
            lines.append(" " * (self.rows - len(marks)) + f"{chr(ord('a') + row)}  {' '.join(marks)}")
        for player in range(self.players):
            if state.out >> player & 1:
                lines.append(f"{NAMES[player]} is out.")
        return "\n".join(lines)

    def svg(self, state: Stones) -> str:
        wide, margin = 50.0, 34.0
        radius = wide / sqrt(3)
        width, height = self.rows * wide + 2 * margin, self.rows * 1.5 * radius + 0.5 * radius + 2 * margin
        parts = [panel(width, height)]
        winning = self.winning_cells(state)
        allowed = 0 if self.is_terminal(state) else self.allowed(state)
        for row, marks in enumerate(self.marks(state)):
            y = margin + radius + row * 1.5 * radius
            left = width / 2 - (len(marks) - 1) * wide / 2
            parts.append(words(left - 0.85 * wide, y, chr(ord("a") + row), 14, fill=MUTED))
            for i, mark in enumerate(marks):
                x, cell = left + i * wide, row * self.stride + self.first_of(row) + i
                corners = [(x + 0.97 * radius * sin(k * pi / 3), y - 0.97 * radius * cos(k * pi / 3)) for k in range(6)]
                path = "M" + "L".join(f"{a:.2f} {b:.2f}" for a, b in corners) + "Z"
                parts.append(element("path", d=path, fill=GLOW if cell in winning else CELL, stroke=RULE, stroke_width=1.5))
                if mark != ".":
                    parts.append(stone(x, y, LETTERS.index(mark), bool(state.out >> LETTERS.index(mark) & 1)))
                elif allowed >> cell & 1:
                    name = self.format_action(state, cell)
                    parts.append(element("circle", cx=x, cy=y, r=wide * 0.46, fill="none", pointer_events="all", data_action=name))
        for player in range(self.players):  # whose stones are whose; faint where a player is out
            x, y = width - 24, 24 + player * 26.0
            is_out = bool(state.out >> player & 1)
            parts.append(stone(x, y, player, is_out, 0.5))
            parts.append(words(x - 16, y, NAMES[player] + (", out" if is_out else ""), 12, text_anchor="end", fill=MUTED))
        return picture(width, height, f"Yavalath, {self.format_state(state)}", *parts)

    def winning_cells(self, state: Stones) -> set[int]:
        """The cells of the four that won, for the picture."""
        found: set[int] = set()
        for player in range(self.players):
            cells = self.stones(state, player)
            for step in (1, self.stride, self.stride - 1):
                pairs = cells & cells >> step
                found.update(start + i * step for start in members(pairs & pairs >> 2 * step) for i in range(4))
        return found


def stone(x: float, y: float, player: int, is_out: bool, scale: float = 1.0) -> str:
    """A stone with the mark of its player; pale when the player is out."""
    marks = (cross(x, y, 13 * scale, CELL, 4 * scale), ring(x, y, 17 * scale, CELL, 4 * scale), triangle(x, y, 15 * scale, CELL, 4 * scale))
    disc = element("circle", cx=x, cy=y, r=20 * scale, fill=COLOURS[player])
    return element("g", disc + marks[player], opacity=0.35 if is_out else None)
