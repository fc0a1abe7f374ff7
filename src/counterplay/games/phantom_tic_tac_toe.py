"""Phantom tic-tac-toe: tic-tac-toe in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..bits import Bits, popcount
from ..errors import UsageError
from ..game import Game
from ..lines import line_text, replayed
from ..picture import RULE, Grid, cross, ring

SQUARES = 9
DIGIT = 16
"""Tries are written down as digits of base 16, one after the other: the first is the lowest digit, and the square s is s + 1."""


class Dark(NamedTuple):
    """The marks, what each has tried in this order, and whose turn it is."""

    x: Bits
    o: Bits
    x_tries: int
    o_tries: int
    turn: int


class PhantomTicTacToe(Game[Dark, int]):
    """Tic-tac-toe without seeing the opponent's marks: whoever tries a square that is taken learns that, and tries again.

    The rules are those of OpenSpiel's phantom_ttt: nobody is told how often the other had to try. Squares are numbered as in tic-tac-toe,
    0 to 8 from the top left, and written `a3` to `c1`. A position is the line of tries that leads to it.

    >>> import counterplay as cp
    >>> game = cp.load("phantom_tic_tac_toe")
    >>> state = game.parse_state("b2 b2")
    >>> print(game.text(game.seen(state, 1)))          # O has tried the middle: it is taken, and O tries again
    . . .
    . X .
    . . .
    >>> game.to_move(state), 4 in game.actions(state)
    (1, False)
    """

    bits = 9
    decisive = True

    # ── Rules ──
    def initial(self) -> Dark:
        return Dark(0, 0, 0, 0, 0)

    def to_move(self, state: Dark) -> int:
        return state.turn

    def actions(self, state: Dark) -> Iterator[int]:
        tries = state.x_tries if state.turn == 0 else state.o_tries
        tried = self.squares(tries)
        for square in range(SQUARES):
            if not tried & self.bit(square):
                yield square

    def squares(self, tries: int) -> Bits:
        """The squares among the digits."""
        found = self.bit(0) ^ self.bit(0)
        while tries > 0:
            found |= self.bit(tries % DIGIT - 1)
            tries //= DIGIT
        return found

    def result(self, state: Dark, action: int) -> Dark:
        square = self.bit(action)
        if state.turn == 0:
            x_tries = state.x_tries + (action + 1) * DIGIT ** popcount(self.squares(state.x_tries))
            if state.o & square:
                return state._replace(x_tries=x_tries)
            return Dark(state.x | square, state.o, x_tries, state.o_tries, 1)
        o_tries = state.o_tries + (action + 1) * DIGIT ** popcount(self.squares(state.o_tries))
        if state.x & square:
            return state._replace(o_tries=o_tries)
        return Dark(state.x, state.o | square, state.x_tries, o_tries, 0)

    def is_terminal(self, state: Dark) -> bool:
        return self.has_line(state.x) or self.has_line(state.o) or popcount(state.x | state.o) == SQUARES

    def has_line(self, marks: Bits) -> bool:
        """Three in a row, a column or a diagonal."""
        for line in (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100):
            if int(marks) & line == line:
                return True
        return False

    def utility(self, state: Dark, player: int) -> float:
        for_x = 1.0 if self.has_line(state.x) else -1.0 if self.has_line(state.o) else 0.0
        return for_x if player == 0 else -for_x

    def observation(self, state: Dark, player: int) -> tuple[tuple[int, int], int]:
        """What the player tried, and which of these squares are the player's own; nothing is public."""
        if player == 0:
            return (state.x_tries, int(state.x)), 0
        return (state.o_tries, int(state.o)), 0

    def seen(self, state: Dark, player: int) -> Dark:
        """Own marks, and of the other's those that were found by trying; it looks as if the player were to move."""
        if player == 0:
            return Dark(state.x, state.o & self.squares(state.x_tries), state.x_tries, 0, 0)
        return Dark(state.x & self.squares(state.o_tries), state.o, 0, state.o_tries, 1)

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return "XO"[player]

    def format_action(self, state: Dark, action: int) -> str:
        return "abc"[action % 3] + "321"[action // 3]

    def format_state(self, state: Dark) -> str:
        tries = [_digits(state.x_tries), _digits(state.o_tries)]
        marks, turn = [state.x, state.o], 0
        line: list[str] = []
        while tries[turn]:
            square = tries[turn].pop(0) - 1
            line.append(self.format_action(state, square))
            if marks[turn] >> square & 1:
                turn = 1 - turn
        return line_text(line)

    def parse_state(self, text: str) -> Dark:
        return replayed(self, text)  # type: ignore[no-any-return]

    def parse_action(self, state: Dark, text: str) -> int:
        name = text.strip().lower()
        if len(name) == 2 and name[0] in "abc" and name[1] in "123":
            square = "abc".index(name[0]) + 3 * "321".index(name[1])
            if square in self.actions(state):
                return square
            raise UsageError(f"{text!r} was tried before.")
        raise UsageError(f"{text!r} is not a square: write a1 to c3.")

    # ── Text and picture ──
    def text(self, state: Dark) -> str:
        marks = ["X" if state.x >> square & 1 else "O" if state.o >> square & 1 else "." for square in range(SQUARES)]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))

    def svg(self, state: Dark) -> str:
        grid = Grid(3, 3, cell=80, margin=32)
        over = self.is_terminal(state)
        open_squares = [] if over else list(self.actions(state))
        for square in range(SQUARES):
            row, column = divmod(square, 3)
            x, y = grid.centre(row, column)
            grid.draw(grid.square(row, column, stroke=RULE, stroke_width=1.5))
            if state.x >> square & 1:
                grid.draw(cross(x, y, 40))
            elif state.o >> square & 1:
                grid.draw(ring(x, y, 46))
        grid.coordinates(list("abc"), list("321"))
        grid.draw(*(grid.target(square // 3, square % 3, self.format_action(state, square)) for square in open_squares))
        return grid.finish(f"Phantom tic-tac-toe. {self.text(state)}", turns=False)


def _digits(tries: int) -> list[int]:
    found = []
    while tries > 0:
        found.append(tries % DIGIT)
        tries //= DIGIT
    return found
