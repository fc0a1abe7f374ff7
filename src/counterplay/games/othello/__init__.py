"""Othello (Reversi) on boards of 4x4, 6x6 and 8x8 squares. Beside it, its picture, and the patterns that a learned evaluation looks at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from ...bits import Bits, Table, lowest, members, popcount, select
from ...errors import UsageError
from ...game import Game
from ...picture import column_letters
from .board import board
from .inputs import inputs, network_inputs
from .patterns import INPUTS, SIDE, coverings

if TYPE_CHECKING:
    from ...rng import Random

FEATURES = (
    "mobility",
    "potential mobility",
    "frontier",
    "corners",
    "corners within reach",
    "x squares",
    "c squares",
    "edges",
    "stable discs",
    "parity",
    "discs",
    "turn",
)
"""What the evaluation looks at, in the order of `Othello.features`: each a number for the side to move, positive where it is ahead."""

PHASES = Table(
    (
        (7.71, 0.30, 1.43, 11.64, 0.79, -14.77, -6.43, -0.17, 6.72, 1.44, 0.64, -1.75),
        (13.15, 0.21, 1.32, 10.60, 4.54, -6.93, -2.15, 0.98, 2.37, 1.83, 0.04, -2.18),
        (16.08, 0.21, 0.96, 6.76, 5.23, -3.59, -0.58, 0.39, 1.23, 1.90, -0.04, -2.18),
        (25.74, -0.83, 0.75, 3.02, 4.82, -1.72, -1.04, -0.23, 1.05, 2.25, 0.08, -1.42),
        (16.59, -2.07, 1.34, 0.14, 2.71, 0.86, -0.01, -0.48, 0.46, 1.74, 0.79, -0.34),
    )
)
"""The weights: how many discs at the end of the game one unit of each feature is worth, where 20, 40, 60, 80 and 100 % of the squares are
covered; in between they are interpolated. Least squares on the 676,000 positions of 14,000 games against itself, 4 and 5 plies ahead."""

MOVE = "[A-Z][0-9]|--|PASS|PA|PS"
"""A move in a sequence of moves."""

# The board as bits, row by row from the top left, as people number the squares and as actions are numbered (8x8; passing is action 64):
#
#         a  b  c  d  e  f  g  h
#     1   0  1  2  3  4  5  6  7
#     2   8  9 10 11 12 13 14 15
#     …
#     8  56 57 58 59 60 61 62 63
#
# A step to the right is a shift by 1, a step down a shift by the side of the board. Discs that are turned over stand between two others, so
# none of them is in the first or last column unless the row runs down that column: but for those rows only the columns between
# count (`inner`), and no row can run over the edge of the board into the next.


class Board(NamedTuple):
    """The discs of the side to move and of the other one; where the side to move may put one, which follows from them; whose turn it is."""

    mine: Bits
    theirs: Bits
    moves: Bits
    turn: int


def above(start: Bits, row: Bits, step: int) -> Bits:
    """The unbroken rows of up to six members of `row` that begin one step up from a member of `start`: 1, 2, 4, then 6 of them."""
    reached = row & start << step
    reached |= row & reached << step
    pairs = row & row << step
    reached |= pairs & reached << 2 * step
    return reached | pairs & reached << 2 * step


def below(start: Bits, row: Bits, step: int) -> Bits:
    """The same down."""
    reached = row & start >> step
    reached |= row & reached >> step
    pairs = row & row >> step
    reached |= pairs & reached >> 2 * step
    return reached | pairs & reached >> 2 * step


def swapped(squares: Bits, swaps: Table) -> Bits:
    """The squares after these swaps, each of all members of a set with those so many further on."""
    for low, distance in swaps:
        different = (squares ^ squares >> distance) & low
        squares ^= different | different << distance
    return squares


def interpolated(covered: float) -> tuple[float, ...]:
    """The weights where this part of the board is covered, between those of the phases before and after."""
    place = max(0.0, covered - 0.2) / 0.8 * (len(PHASES) - 1)
    before = min(int(place), len(PHASES) - 2)
    return tuple(one + (place - before) * (other - one) for one, other in zip(PHASES[before], PHASES[before + 1], strict=True))


class Othello(Game[Board, int]):
    """Black (X) and White (O) in turn put a disc so that it encloses a row of the other's discs, which are turned over; most discs win.

    Whoever cannot do so passes; when neither can, the game is over. Actions are squares numbered row by row from a1, which is at the
    top left, and `board_size`² for passing, as in OpenSpiel. Utilities are 1, 0 and -1; `score` is the difference in discs, to which
    the squares that stayed empty are added in favour of the winner (`empties_to_winner`, as in tournaments) or not at all.

    A position is the moves from the start, `f5d6c3` (a pass is `--` or `pass`, and may be left out), or the board row by row from
    a1 as `X`, `O` and `-` and then the side to move: `---------------------------OX------XO--------------------------- X`. The marks
    `*` for X and `.` for `-` are read too, as are the lines of collections, with numbers before the board and score and moves after it.
    """

    alternates = True
    decisive = True
    feature_names = FEATURES

    def __init__(self, board_size: int = 8, empties_to_winner: bool = True):
        if type(board_size) is not int or board_size not in (4, 6, 8):
            raise UsageError(f"othello: board_size={board_size!r}: give 4, 6 or 8.")
        if type(empties_to_winner) is not bool:
            raise UsageError(f"othello: empties_to_winner={empties_to_winner!r}: give True or False.")
        self.board_size, self.empties_to_winner = board_size, empties_to_winner
        side = board_size
        self.squares = side * side
        self.pattern_inputs = INPUTS if side == SIDE else 0
        self.network_inputs, self.policy_outputs = network_inputs(self.squares), self.squares + 1
        self.board = (1 << self.squares) - 1
        self.left = sum(1 << side * row for row in range(side))
        self.right = self.left << side - 1
        self.inner = self.board ^ self.left ^ self.right
        self.ends = (1 << side) - 1 | ((1 << side) - 1) << side * (side - 1)
        self.rim = self.ends | self.left | self.right
        self.corners = self.ends & (self.left | self.right)
        half = ((1 << side // 2) - 1) * (self.left & (1 << self.squares // 2) - 1)
        self.quarters = tuple(half << shift for shift in (0, side // 2, self.squares // 2, (self.squares + side) // 2))
        near = self.around(self.corners)
        self.x_squares, self.c_squares, self.edges = near & ~self.rim, near & self.rim & ~self.corners, self.rim & ~near
        self.weights = Table(interpolated(discs / self.squares) for discs in range(self.squares + 1))
        # Each symmetry as swaps of every square in a set with the one so many squares further.
        pairs = [(i, side - 1 - i) for i in range(side // 2)]
        self.mirroring = Table((self.left << i, j - i) for i, j in pairs)
        self.tilting = Table(((1 << side) - 1 << side * i, (j - i) * side) for i, j in pairs)
        self.turning = Table(
            (sum(1 << (side + 1) * i + offset for i in range(side - offset)), (side - 1) * offset) for offset in range(1, side)
        )

    # ── Rules ──
    def initial(self) -> Board:
        centre = (self.board_size // 2 - 1) * (self.board_size + 1)  # the upper left one of the four squares in the middle
        mine = self.bit(centre + 1) | self.bit(centre + self.board_size)
        theirs = self.bit(centre) | self.bit(centre + self.board_size + 1)
        return Board(mine, theirs, self.placements(mine, theirs), 0)

    def to_move(self, state: Board) -> int:
        return state.turn

    def actions(self, state: Board) -> Iterator[int]:
        if not state.moves:
            yield self.squares
        yield from members(state.moves)

    def result(self, state: Board, action: int) -> Board:
        mine, theirs = state.mine, state.theirs
        if action < self.squares:
            disc = self.bit(action)
            turned = self.enclosed(disc, mine, theirs)
            mine |= turned | disc
            theirs ^= turned
        return Board(theirs, mine, self.placements(theirs, mine), 1 - state.turn)

    def is_terminal(self, state: Board) -> bool:
        return not state.moves and not self.placements(state.theirs, state.mine)

    def utility(self, state: Board, player: int) -> float:
        difference = popcount(state.mine) - popcount(state.theirs)
        if player != state.turn:
            difference = -difference
        return 1.0 if difference > 0 else -1.0 if difference < 0 else 0.0

    def score(self, state: Board, player: int) -> float:
        """The difference in discs at the end; the winner also gets the empty squares, unless `empties_to_winner` is False."""
        margin = self.margin(state.mine, state.theirs)
        return float(margin if player == state.turn else -margin)

    def placements(self, mine: Bits, theirs: Bits) -> Bits:
        """The empty squares from which a row of `theirs` leads to one of `mine`."""
        side, inner = self.board_size, theirs & self.inner
        moves = above(mine, inner, 1) << 1 | below(mine, inner, 1) >> 1
        moves |= above(mine, theirs, side) << side | below(mine, theirs, side) >> side
        moves |= above(mine, inner, side - 1) << side - 1 | below(mine, inner, side - 1) >> side - 1
        moves |= above(mine, inner, side + 1) << side + 1 | below(mine, inner, side + 1) >> side + 1
        return moves & (self.board ^ (mine | theirs))

    def enclosed(self, disc: Bits, mine: Bits, theirs: Bits) -> Bits:
        """The rows of `theirs` between the new disc and one of `mine`."""
        turned = disc & 0
        for step in (1, self.board_size - 1, self.board_size, self.board_size + 1):
            row = theirs if step == self.board_size else theirs & self.inner
            up, down = above(disc, row, step), below(disc, row, step)
            if up << step & mine:
                turned |= up
            if down >> step & mine:
                turned |= down
        return turned

    def count(self, state: Board) -> int:
        return max(1, popcount(state.moves))

    def random_action(self, state: Board, rng: Random) -> int:
        if not state.moves:
            return self.squares
        return select(state.moves, rng.below(popcount(state.moves)))

    # ── Facts for searches ──
    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        """The score where the game is over or at most two squares are left."""
        empty = self.board ^ (state.mine | state.theirs)
        but_one = empty & (empty - 1)
        if not but_one:
            score = float(self.last_square(state.mine, state.theirs, empty))
            return score, score
        if not but_one & (but_one - 1):
            score = float(self.last_two_squares(state.mine, state.theirs, empty ^ but_one, but_one))
            return score, score
        if not state.moves and not self.placements(state.theirs, state.mine):
            score = float(self.margin(state.mine, state.theirs))
            return score, score
        return -inf, inf

    def candidates(self, state: Board) -> Iterator[int]:
        """Corners first, then squares in quarters with an odd number of empty ones: who plays there also plays last there."""
        odd, left = self.odd_quarters(state), state.moves
        for _ in range(self.count(state)):
            part = left & self.corners
            part = part if part else left & odd
            part = part if part else left
            square = lowest(part) if part else self.squares
            left ^= part & -part
            yield square

    def promise(self, state: Board, action: int) -> float:
        """Few replies first, above all few corners, and few empty squares next to own discs, where replies may come up."""
        after = self.result(state, action)
        reach = self.around(after.theirs) & ~(after.mine | after.theirs)
        return -float(4 * popcount(after.moves) + 4 * popcount(after.moves & self.corners) + popcount(reach))

    def key(self, state: Board) -> tuple[Bits, Bits]:
        """The score of the side to move does not depend on which side that is."""
        return state.mine, state.theirs

    def plies_left(self, state: Board) -> int:
        """Each empty square takes one ply, and perhaps a pass before."""
        return 2 * (self.squares - popcount(state.mine | state.theirs))

    def odd_quarters(self, state: Board) -> Bits:
        """The placements in quarters of the board with an odd number of empty squares."""
        empty = self.board ^ (state.mine | state.theirs)
        odd = state.moves & 0
        for quarter in self.quarters:
            if popcount(empty & quarter) & 1:
                odd |= quarter
        return odd & state.moves

    def last_two_squares(self, mine: Bits, theirs: Bits, one: Bits, other: Bits) -> int:
        """The score for the side to move where two squares are empty."""
        unknown = -self.squares - 1
        best = self.best_of_two(mine, theirs, one, other)
        if best == unknown:
            best = -self.best_of_two(theirs, mine, one, other)
            if best == -unknown:
                best = self.margin(mine, theirs)
        return best

    def best_of_two(self, mine: Bits, theirs: Bits, one: Bits, other: Bits) -> int:
        """The score for the side to move, one below the least possible if it cannot."""
        best = -self.squares - 1
        turned = self.enclosed(one, mine, theirs)
        if turned:
            best = -self.last_square(theirs ^ turned, mine | turned | one, other)
        turned = self.enclosed(other, mine, theirs)
        if turned:
            best = max(best, -self.last_square(theirs ^ turned, mine | turned | other, one))
        return best

    def last_square(self, mine: Bits, theirs: Bits, empty: Bits) -> int:
        """The score for the side to move where one square is empty, or none."""
        turned = self.enclosed(empty, mine, theirs)
        if turned:
            return 2 * popcount(mine | turned | empty) - self.squares
        turned = self.enclosed(empty, theirs, mine)
        if turned:
            return self.squares - 2 * popcount(theirs | turned | empty)
        return self.margin(mine, theirs)

    def margin(self, mine: Bits, theirs: Bits) -> int:
        """The score where neither side can move any more."""
        difference = popcount(mine) - popcount(theirs)
        if self.empties_to_winner and difference > 0:
            return self.squares - 2 * popcount(theirs)
        if self.empties_to_winner and difference < 0:
            return 2 * popcount(mine) - self.squares
        return difference

    # ── Symmetries: the 8 of a square ──
    def symmetries(self, state: Board) -> Iterator[Board]:
        mine, theirs, moves = state.mine, state.theirs, state.moves
        for image in range(8):
            if image == 4:
                mine, theirs, moves = swapped(mine, self.turning), swapped(theirs, self.turning), swapped(moves, self.turning)
            elif image % 2 == 1:
                mine, theirs, moves = swapped(mine, self.mirroring), swapped(theirs, self.mirroring), swapped(moves, self.mirroring)
            elif image > 0:
                mine, theirs, moves = swapped(mine, self.tilting), swapped(theirs, self.tilting), swapped(moves, self.tilting)
            yield Board(mine, theirs, moves, state.turn)

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Board, action: int) -> str:
        return "pass" if action == self.squares else self.square_name(action)

    def parse_action(self, state: Board, text: str) -> int:
        return super().parse_action(state, re.sub("^(--|pa|ps)$", "pass", text.strip().lower()))

    def square_name(self, square: int) -> str:
        """Column and row of a square: `f5`."""
        row, column = divmod(square, self.board_size)
        return f"{chr(ord('a') + column)}{row + 1}"

    def marks(self, state: Board) -> list[str]:
        """The board as people see it: for each row from the top, a string of `X`, `O` and `-`."""
        x, o = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        cells = "".join("X" if x >> i & 1 else "O" if o >> i & 1 else "-" for i in range(self.squares))
        return [cells[start : start + self.board_size] for start in range(0, self.squares, self.board_size)]

    def format_state(self, state: Board) -> str:
        return f"{''.join(self.marks(state))} {'XO'[state.turn]}"

    def parse_state(self, text: str) -> Board:
        given = text.strip().upper()
        if re.fullmatch(rf"(?:{MOVE}|[\s,])*", given):
            return self._after(text.strip(), re.findall(MOVE, given))
        line = re.fullmatch(r"(?:\d+\s+)*(?P<board>[XO*.-]+)\s+(?P<side>[XO*])(?:[\s;][\sA-H\d:;,+-]*)?", given)
        if not line or len(line["board"]) != self.squares:
            shown = text if len(text) <= 100 else f"{text[:97]}..."
            raise UsageError(
                f"{shown!r} is not a position: write the moves from the start, like {self._example()}, or the {self.squares} squares"
                f" from a1 to {self.square_name(self.squares - 1)} as X, O or -, then a blank and the side to move, X or O."
            )
        marks = line["board"].replace("*", "X")
        x, o = (sum(1 << i for i, mark in enumerate(marks) if mark == side) for side in "XO")
        start = self.initial()
        if gaps := (start.mine | start.theirs) & ~(x | o):
            raise UsageError(
                f"{text.strip()!r} cannot arise: {self.square_name(select(gaps, 0))} in the middle of the board is never empty."
            )
        mine, theirs, turn = (o, x, 1) if line["side"] == "O" else (x, o, 0)
        return Board(mine, theirs, self.placements(mine, theirs), turn)

    def _after(self, text: str, moves: list[str]) -> Board:
        """The position after these moves; where only a pass is possible it may be left out."""
        state = self.initial()
        for number, move in enumerate(moves, 1):
            if self.is_terminal(state):
                raise UsageError(f"{text!r}: the game was over before move {number}.")
            passes = move in ("--", "PASS", "PA", "PS")
            if not passes and not state.moves:
                state = self.result(state, self.squares)
            legal = {self.format_action(state, action).upper(): action for action in self.actions(state)}
            if passes and state.moves:
                raise UsageError(f"{text!r}: move {number} passes, but {self.player_name(state.turn)} can play {', '.join(legal).lower()}.")
            if not passes and move not in legal:
                raise UsageError(
                    f"{text!r}: move {number}, {move.lower()}, is not one of {self.player_name(state.turn)}'s: {', '.join(legal).lower()}."
                )
            state = self.result(state, self.squares if passes else legal[move])
        return state

    def _example(self) -> str:
        state, moves = self.initial(), ""
        for _ in range(2):
            action = select(state.moves, popcount(state.moves) - 1)
            state, moves = self.result(state, action), moves + self.square_name(action)
        return moves

    # ── Evaluation ──
    def evaluate(self, state: Board, player: int) -> float:
        """The sum of the features, each with its weight for this number of discs: a guess of the final score, brought between -1 and 1."""
        if self.is_terminal(state):
            return self.utility(state, player)
        guess = 0.0
        features = self.features(state)
        weights = self.weights[popcount(state.mine | state.theirs)]
        for i in range(len(features)):
            guess += weights[i] * features[i]
        guess /= abs(guess) + self.board_size
        return guess if player == state.turn else -guess

    def coverings(self, state: Board, places: Any, amounts: Any) -> int:
        """On 8x8 squares: how edges, rows, corners and diagonals are covered; and mobility, parity, and 1."""
        mine, theirs = state.mine, state.theirs
        mobility, parity = self.mobility(state.moves, self.placements(theirs, mine)), self.parity(self.board ^ (mine | theirs))
        return coverings(mine, theirs, mobility, parity, places, amounts)

    def encode(self, state: Board, places: Any, amounts: Any) -> int:
        return inputs(self, state, places, amounts)

    def phase(self, state: Board) -> float:
        return (popcount(state.mine | state.theirs) - 4) / (self.squares - 4)

    def features(self, state: Board) -> tuple[float, ...]:
        """What the evaluation looks at, for the side to move, in the order of `FEATURES`."""
        mine, theirs, replies = state.mine, state.theirs, self.placements(state.theirs, state.mine)
        empty = self.board ^ (mine | theirs)
        near = self.around(self.corners & empty)
        return (
            self.mobility(state.moves, replies),
            self.potential_mobility(mine, theirs, empty),
            self.lead(theirs, mine, self.around(empty)),
            self.lead(mine, theirs, self.corners),
            self.lead(state.moves, replies, self.corners),
            self.lead(mine, theirs, near & self.x_squares),
            self.lead(mine, theirs, near & self.c_squares),
            self.lead(mine, theirs, self.edges),
            self.lead(self.stable(mine), self.stable(theirs), self.board),
            self.parity(empty),
            self.lead(mine, theirs, self.board),
            1.0,
        )

    def lead(self, mine: Bits, theirs: Bits, squares: Bits) -> float:
        """How many more of these squares are in the first set than in the second."""
        return float(popcount(mine & squares) - popcount(theirs & squares))

    def mobility(self, moves: Bits, replies: Bits) -> float:
        """Who has more placements, relative to how many there are: -1 to 1."""
        mine, theirs = popcount(moves), popcount(replies)
        return (mine - theirs) / (mine + theirs + 2)

    def potential_mobility(self, mine: Bits, theirs: Bits, empty: Bits) -> float:
        """Who has more empty squares next to the other's discs: placements to come."""
        return float(popcount(self.around(theirs) & empty) - popcount(self.around(mine) & empty))

    def parity(self, empty: Bits) -> float:
        """Whether the side to move also moves last, if nobody passes any more: 1 or -1."""
        return 1.0 if popcount(empty) & 1 else -1.0

    def around(self, squares: Bits) -> Bits:
        """The squares and their neighbours in all eight directions."""
        wide = squares | (squares & ~self.right) << 1 | (squares & ~self.left) >> 1
        return (wide | wide << self.board_size | wide >> self.board_size) & self.board

    def stable(self, discs: Bits) -> Bits:
        """Discs that can never be turned over because, along each of the four lines through them, the edge or such a disc is next to them.

        They grow from the corners. There are others, on lines that are full: those are not seen.
        """
        side = self.board_size
        safe = discs & self.corners
        grown = discs & 0
        while safe != grown:
            grown = safe
            across = self.left | self.right | grown << 1 | grown >> 1
            along = self.ends | grown << side | grown >> side
            falling = self.rim | grown << side + 1 | grown >> side + 1
            rising = self.rim | grown << side - 1 | grown >> side - 1
            safe = discs & across & along & falling & rising
        return safe

    # ── Text and picture ──
    def text(self, state: Board) -> str:
        letters = "   " + " ".join(column_letters(self.board_size))
        rows = [f"{row:2} {' '.join(marks)}" for row, marks in enumerate(self.marks(state), 1)]
        counts = popcount(state.mine), popcount(state.theirs)
        x, o = counts if state.turn == 0 else counts[::-1]
        what = "the game is over" if self.is_terminal(state) else f"{self.player_name(state.turn)} ({'XO'[state.turn]}) to move"
        return "\n".join([letters, *rows, f"{what}, {x} X and {o} O"])

    def svg(self, state: Board) -> str:
        return board(self, state)
