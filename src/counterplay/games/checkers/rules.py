"""The rules of checkers as the World Checkers Draughts Federation plays them."""

from __future__ import annotations

from collections.abc import Iterator

from ...bits import Bits, members, popcount
from ...errors import UsageError
from ...game import UNKNOWN_PLIES, Game, Slice
from . import drawing, notation, numbering
from .board import BOARD, BOTTOM_ROW, DOWN_LEFT, DOWN_RIGHT, STEPS, TOP_ROW, UP_LEFT, UP_RIGHT, Position
from .evaluation import lead

FORWARD = (1 << DOWN_LEFT | 1 << DOWN_RIGHT, 1 << UP_LEFT | 1 << UP_RIGHT)
"""The directions in which the men of Black and of White go, one bit each."""
ALL_WAYS = 15
FIRST = (0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0)
"""The first of the directions in a set of them."""

# An action is a whole move, however many jumps it takes: the bit of the square it begins on (6 bits), the number of jumps (4 bits), and the
# direction of each step, the first one lowest (2 bits each).


class Checkers(Game[Position, int]):
    """Men go one square diagonally forward, kings also back; whoever can jump over a piece must, and takes it. No move left: lost.

    A capture goes on as long as the same piece can jump again, by any of the ways there are; it need not be the longest one. A man that
    reaches the last row becomes a king, and the move ends there. The game is a draw after `quiet_moves` moves of each side in a row
    without a capture or a move of a man (0: this rule is off), and when a position comes up for the third time. Black moves first.

    A move with all its jumps is one action: that is what published counts count and files keep, and no position in the middle of a
    capture has to be remembered or numbered.

    Moves are written as in PDN files: `11-15`, `22x15`, `26x17x10`; `26x10` will do where only one capture goes there. A position is its
    PDN FEN, `B:W18,K24:B1,K5`, followed by `:H3` if 3 plies have gone by in which nothing happened.

    >>> import counterplay as cp
    >>> game = cp.load("checkers")
    >>> [game.format_action(game.initial(), action) for action in game.actions(game.initial())]
    ['9-13', '10-14', '11-15', '12-16', '9-14', '10-15', '11-16']
    >>> cp.perft(game, 6).leaves
    36768
    """

    alternates = True
    decisive = True
    repetition_draws = 3
    utility_range = (-1.0, 1.0)

    def __init__(self, quiet_moves: int = 40):
        if type(quiet_moves) is not int or not 0 <= quiet_moves <= 1000:
            raise UsageError(f"checkers: quiet_moves={quiet_moves!r}: give a whole number from 0, never, to 1000.")
        self.quiet_moves = quiet_moves
        self.most_quiet = 2 * quiet_moves
        self.finite = quiet_moves > 0

    # ── Rules ──
    def initial(self) -> Position:
        return Position(notation.BLACK_HOME, notation.WHITE_HOME, 0, 0, 0)

    def to_move(self, state: Position) -> int:
        return state.turn

    def actions(self, state: Position) -> Iterator[int]:
        jumpers = self.jumpers(state)
        if jumpers:
            theirs = state.white if state.turn == 0 else state.black
            last_row = BOTTOM_ROW if state.turn == 0 else TOP_ROW
            for start in members(jumpers):
                # Depth first through all ways to go on; the path so far is the stack.
                piece = self.bit(start)
                is_king = state.kings & piece != 0
                allowed = ALL_WAYS if is_king else FORWARD[state.turn]
                free = BOARD & ~(state.black | state.white) | piece
                left, square, path, jumps = theirs, start, 0, 0
                ways = self.jumps_from(square, allowed, left, free)
                while ways or jumps:
                    if ways:
                        direction = FIRST[ways]
                        step = STEPS[direction]
                        left ^= self.bit(square + step)
                        square += 2 * step
                        path |= direction << 2 * jumps
                        jumps += 1
                        ways = 0
                        if is_king or not self.bit(square) & last_row:
                            ways = self.jumps_from(square, allowed, left, free)
                        if not ways:
                            yield start | jumps << 6 | path << 10
                    else:  # back to where the last jump came from, and on with the directions after it
                        jumps -= 1
                        direction = path >> 2 * jumps & 3
                        path ^= direction << 2 * jumps
                        step = STEPS[direction]
                        square -= 2 * step
                        left ^= self.bit(square + step)
                        ways = self.jumps_from(square, allowed, left, free) >> direction + 1 << direction + 1
        else:
            for direction in range(4):
                for start in members(self.walkers(state, direction)):
                    yield start | direction << 10

    def result(self, state: Position, action: int) -> Position:
        start, jumps, path = action & 63, action >> 6 & 15, action >> 10
        piece = self.bit(start)
        square = start
        taken = piece & 0
        if jumps == 0:
            square += STEPS[path & 3]
        for _ in range(jumps):
            step = STEPS[path & 3]
            taken |= self.bit(square + step)
            square += 2 * step
            path >>= 2
        there = self.bit(square)
        kings = state.kings & ~taken
        quiet = state.quiet + 1 if self.most_quiet > 0 else 0
        if kings & piece:
            kings = kings & ~piece | there
        elif there & (BOTTOM_ROW | TOP_ROW):
            kings |= there
        if jumps > 0 or not state.kings & piece:
            quiet = 0
        if state.turn == 0:
            return Position(state.black & ~piece | there, state.white & ~taken, kings, 1, quiet)
        return Position(state.black & ~taken, state.white & ~piece | there, kings, 0, quiet)

    def is_terminal(self, state: Position) -> bool:
        return (
            (self.most_quiet > 0 and state.quiet >= self.most_quiet)
            or self.is_lost(state, state.turn)
            or self.is_lost(state, 1 - state.turn)
        )

    def quiet_plies_left(self, state: Position) -> int:
        return self.most_quiet - state.quiet if self.most_quiet > 0 else UNKNOWN_PLIES

    def utility(self, state: Position, player: int) -> float:
        if self.is_lost(state, state.turn):
            return -1.0 if player == state.turn else 1.0
        if self.is_lost(state, 1 - state.turn):
            return 1.0 if player == state.turn else -1.0
        return 0.0

    def is_lost(self, state: Position, player: int) -> bool:
        """Whether a player has nothing left: no piece or, with the move, none that can go anywhere."""
        if not (state.black if player == 0 else state.white):
            return True
        return player == state.turn and not self.can_walk(state) and not self.jumpers(state)

    def neighbours(self, squares: Bits, direction: int) -> Bits:
        """The squares one step further."""
        if direction == DOWN_LEFT:
            return squares << 4
        if direction == DOWN_RIGHT:
            return squares << 5
        return squares >> 5 if direction == UP_LEFT else squares >> 4

    def goers(self, state: Position, direction: int) -> Bits:
        """The pieces of the side to move that may go in this direction at all."""
        own = state.black if state.turn == 0 else state.white
        return own if FORWARD[state.turn] >> direction & 1 else own & state.kings

    def walkers(self, state: Position, direction: int) -> Bits:
        """The pieces of the side to move with an empty square before them in this direction."""
        empty = BOARD & ~(state.black | state.white)
        return self.goers(state, direction) & self.neighbours(empty, 3 - direction)

    def can_walk(self, state: Position) -> bool:
        """Whether any piece of the side to move has an empty square before it."""
        for direction in range(4):
            if self.walkers(state, direction):
                return True
        return False

    def jumpers(self, state: Position) -> Bits:
        """The pieces of the side to move that can capture."""
        empty = BOARD & ~(state.black | state.white)
        theirs = state.white if state.turn == 0 else state.black
        found = empty & 0
        for direction in range(4):
            over = theirs & self.neighbours(empty, 3 - direction)
            found |= self.goers(state, direction) & self.neighbours(over, 3 - direction)
        return found

    def jumps_from(self, square: int, allowed: int, theirs: Bits, free: Bits) -> int:
        """The directions, of those allowed, in which a piece on this square can jump: a set of 4."""
        ways, here = 0, self.bit(square)
        for direction in range(4):
            over = self.neighbours(here, direction) & theirs
            if allowed >> direction & 1 and self.neighbours(over, direction) & free:
                ways |= 1 << direction
        return ways

    def count(self, state: Position) -> int:
        number = 0
        if self.jumpers(state):
            for _ in self.actions(state):
                number += 1
        else:
            for direction in range(4):
                number += popcount(self.walkers(state, direction))
        return number

    # ── For searches ──
    def key(self, state: Position) -> tuple[Bits, Bits, Bits]:
        """The pieces, and above the board whose turn it is. How long nothing has happened does not make it another position."""
        return state.black, state.white, state.kings | self.bit(63) if state.turn else state.kings

    def is_noisy(self, state: Position, action: int) -> bool:
        return action >> 6 & 15 != 0

    def evaluate(self, state: Position, player: int) -> float:
        if self.is_terminal(state):
            return self.utility(state, player)
        value = lead(state)
        value /= abs(value) + 4.0
        return value if player == 0 else -value

    # ── A number for every position with few pieces ──
    def index(self, state: Position) -> int:
        return numbering.index(state)

    def unindex(self, number: int) -> Position:
        return numbering.unindex(number, self.bit(0) & 0)

    def slices(self) -> Iterator[Slice]:
        yield from numbering.slices()

    # ── Notation and picture ──
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Position, action: int) -> str:
        return notation.format_move(action)

    def parse_action(self, state: Position, text: str) -> int:
        """Reads `11-15`, and captures with all their squares or, where that says enough, the first and the last: `26x17x10`, `26x10`."""
        return notation.parse_move(text, list(self.actions(state)))

    def format_state(self, state: Position) -> str:
        return notation.format_fen(state)

    def parse_state(self, text: str) -> Position:
        return notation.parse_fen(text, self.most_quiet)

    def text(self, state: Position) -> str:
        what = "the game is over" if self.is_terminal(state) else f"{self.player_name(state.turn)} to move"
        return drawing.text(state, what)

    def svg(self, state: Position) -> str:
        return drawing.draw(state, f"Checkers, {self.format_state(state)}")
