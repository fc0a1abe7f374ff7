"""The rules of chess, and what a search may know about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ...bits import Bits, members, popcount
from ...errors import UsageError
from ...game import NO_TAGS, Game, Slice
from ...placing import apart, inline
from . import drawing, exchange, notation, numbering, pgn
from .attacks import (
    BISHOP_LINES,
    BOARD,
    DARK,
    FIRST_RANK,
    KING,
    KNIGHT,
    LAST_RANK,
    ROOK_LINES,
    beside,
    square_of,
)
from .checks import gives_check, may_check
from .evaluation import HALF_A_WIN, worth
from .exchange import PAWN, WORTH, kind_of
from .legality import castles, is_attacked, limits, pawn_goals
from .moving import pawn_captures, pawn_moves, piece_moves
from .position import CASTLING, DOUBLE, PASSING, PROMOTION, Position, planes, turned_over

FIFTY_MOVES: Final = 100
"""Plies without a capture or a pawn's move after which the game is a draw."""


class Chess(Game[Position, int]):
    """White and Black in turn move a piece; whoever attacks the other's king so that it cannot be saved wins.

    A draw is: no move without being in check (stalemate); fifty moves by each side without a capture or a pawn's move; too few pieces
    left for any mate. A position that comes back counts as a draw in searches. Positions are written as FEN; moves as `Nf3`, `exd5`,
    `O-O`, `e8=Q`, and also read as `g1f3`, `e7e8q`. With `chess960` king and rooks may begin on other squares: `number` (0 to 959)
    says which; 518 is the usual array.
    """

    alternates = True
    decisive = True
    repetition_draws = 3
    reductions = True
    counts_in = ("pawns", HALF_A_WIN / 100.0)
    drawn_by_lot = MappingProxyType({"number": (0, 959, {"chess960": True})})

    def __init__(self, chess960: bool = False, number: int = 518):
        if type(chess960) is not bool:
            raise UsageError(f"chess: chess960={chess960!r}: give True or False.")
        if type(number) is not int or not 0 <= number < 960:
            raise UsageError(f"chess: number={number!r}: arrays are numbered from 0 to 959.")
        if number != 518 and not chess960:
            raise UsageError(f"chess: the array {number} is one of Chess960: give chess960=True as well.")
        self.chess960, self.number = chess960, number
        self.start = tuple(notation.array(number))

    # ── Rules ──
    def initial(self) -> Position:
        mine, theirs, pawns, knights, diagonal, straight, kings, castling = self.start
        return Position(mine, theirs, pawns, knights, diagonal, straight, kings, castling, 0, 0, 0)

    def to_move(self, state: Position) -> int:
        return state.played & 1

    def actions(self, state: Position) -> Iterator[int]:
        mine = state.mine
        king = square_of(state.kings & mine)
        target, straight, diagonal = limits(state, king)
        without_king = (mine | state.theirs) ^ state.kings & mine
        for to in members(KING[king] & ~mine):
            if not is_attacked(state, to, without_king):
                yield king | to << 6
        if target == BOARD:
            for rook in members(state.castling & mine):
                if castles(state, king, rook):
                    yield king | rook << 6 | CASTLING << 12
        if target:
            yield from piece_moves(state, target & ~mine, straight, diagonal)
            one, two, west, east = pawn_goals(state, straight, diagonal)
            for to in members(two & target):
                yield to - 16 | to << 6 | DOUBLE << 12
            yield from pawn_moves(one & target, 8)
            yield from pawn_captures(state, king, target, west, east)

    def result(self, state: Position, action: int) -> Position:
        start, to, kind = action & 63, action >> 6 & 63, action >> 12
        one = state.mine & 0 | 1
        there = one << to
        keep = ~(one << start | there)
        mine, theirs = state.mine & keep | there, state.theirs & keep
        pawns = state.pawns & keep | (state.pawns >> start & 1) << to
        knights = state.knights & keep | (state.knights >> start & 1) << to
        diagonal = state.diagonal & keep | (state.diagonal >> start & 1) << to
        straight = state.straight & keep | (state.straight >> start & 1) << to
        kings = state.kings & keep | (state.kings >> start & 1) << to
        castling, passing = state.castling & keep, one & 0
        clock = state.clock + 1
        if (state.pawns >> start | state.theirs >> to) & 1:
            clock = 0
        if state.kings >> start & 1:
            castling &= ~FIRST_RANK
        if kind == DOUBLE:
            if beside(there) & state.pawns & theirs:
                passing = there >> 8
        elif kind == PASSING:
            theirs &= ~(there >> 8)
            pawns &= ~(there >> 8)
        elif kind == CASTLING:
            goal, rook_goal = (6, 5) if to > start else (2, 3)
            mine = state.mine & keep | one << goal | one << rook_goal
            kings = state.kings & keep | one << goal
            straight = state.straight & keep | one << rook_goal
            pawns, knights, diagonal = state.pawns, state.knights, state.diagonal
            clock = state.clock + 1
        elif kind >= PROMOTION:
            pawns &= ~there
            if kind == PROMOTION:
                knights |= there
            if kind == PROMOTION + 1 or kind == PROMOTION + 3:
                diagonal |= there
            if kind >= PROMOTION + 2:
                straight |= there
        return turned_over(Position(mine, theirs, pawns, knights, diagonal, straight, kings, castling, passing, clock, state.played + 1))

    @inline
    def is_terminal(self, state: Position) -> bool:
        return state.clock >= FIFTY_MOVES or is_dead(state) or not self.has_action(state)

    def utility(self, state: Position, player: int) -> float:
        if not self.in_check(state) or self.has_action(state):
            return 0.0
        return -1.0 if player == self.to_move(state) else 1.0

    def in_check(self, state: Position) -> bool:
        """Whether the king of the side to move is attacked."""
        return is_attacked(state, square_of(state.kings & state.mine), state.mine | state.theirs)

    @inline
    def has_action(self, state: Position) -> bool:
        """Whether there is a legal move. Most often a pawn has one and, as it is on no line with its king, is not pinned: seen at once."""
        king = square_of(state.kings & state.mine)
        free = state.pawns & state.mine & ~(ROOK_LINES[king] | BISHOP_LINES[king])
        if free << 8 & ~(state.mine | state.theirs) & BOARD and not self.in_check(state):
            return True
        return self.finds_action(state, king)

    @apart
    def finds_action(self, state: Position, king: int) -> bool:
        """Whether there is a legal move: of a pawn, of a knight, of any piece."""
        target, straight, diagonal = limits(state, king)
        if target:
            one, two, west, east = pawn_goals(state, straight, diagonal)
            if (one | two | (west | east) & state.theirs) & target:
                return True
            goal = target & ~state.mine
            for knight in members(state.knights & state.mine & ~(straight | diagonal)):
                if KNIGHT[knight] & goal:
                    return True
        return self.count(state) > 0

    def ends_perft(self, state: Position) -> bool:
        """Published counts go on after draws."""
        return False

    # ── For searches ──
    def key(self, state: Position) -> tuple[Bits, Bits, Bits, Bits]:
        """In four sets what tells positions apart: three planes number the kinds of pieces, 7 being a rook that may castle.

        `mine` on an empty square marks where a pawn may be taken in passing. The last plane is inverted for Black: it never has that many.
        """
        low, middle, high = planes(state)
        if state.played & 1:
            high = BOARD & ~high
        return state.mine | state.passing, low | state.castling, middle | state.castling, high

    def evaluate(self, state: Position, player: int) -> float:
        """The value in pawns, made a number between -1 and 1: four pawns ahead is half a win."""
        value = worth(state)
        guess = value / (abs(value) + HALF_A_WIN)
        return guess if player == self.to_move(state) else -guess

    def promise(self, state: Position, action: int) -> float:
        """Captures first, of the most valuable piece by the least valuable one; promotions to a queen among them."""
        start, to, kind = action & 63, action >> 6 & 63, action >> 12
        promise = 0.0
        if kind == PASSING or (kind != CASTLING and state.theirs >> to & 1):
            promise = float(WORTH[PAWN if kind == PASSING else kind_of(state, to)] - kind_of(state, start))
        if kind == PROMOTION + 3:
            promise += 900.0
        return promise

    def motif(self, state: Position, action: int) -> int:
        """The kind of the piece, a queen being bishop and rook, and where it goes."""
        one = (state.mine & 0 | 1) << (action & 63)
        simple = popcount(state.pawns & one) + 2 * popcount(state.knights & one) + 5 * popcount(state.kings & one)
        return simple + 3 * popcount(state.diagonal & one) + 4 * popcount(state.straight & one) << 6 | action >> 6 & 63

    def is_noisy(self, state: Position, action: int) -> bool:
        kind = action >> 12
        return kind == PASSING or kind == PROMOTION + 3 or (kind != CASTLING and (state.theirs >> (action >> 6 & 63) & 1) != 0)

    def noisy_actions(self, state: Position) -> Iterator[int]:
        mine, theirs = state.mine, state.theirs
        king = square_of(state.kings & mine)
        target, straight, diagonal = limits(state, king)
        without_king = (mine | theirs) ^ state.kings & mine
        for to in members(KING[king] & theirs):
            if not is_attacked(state, to, without_king):
                yield king | to << 6
        if target:
            yield from piece_moves(state, target & theirs, straight, diagonal)
            one, _, west, east = pawn_goals(state, straight, diagonal)
            for to in members(one & target & LAST_RANK):
                yield to - 8 | to << 6 | PROMOTION + 3 << 12
            yield from pawn_captures(state, king, target, west, east)

    def is_urgent(self, state: Position) -> bool:
        return self.in_check(state)

    @inline
    def threatens(self, state: Position, action: int) -> bool:
        start, to, kind = action & 63, action >> 6 & 63, action >> 12
        if kind <= DOUBLE:
            return may_check(state, start, to) and gives_check(state, start, to)
        return self.leads_to_check(state, action)

    @apart
    def leads_to_check(self, state: Position, action: int) -> bool:
        """Whether a move gives check: seen by making it."""
        return self.in_check(self.result(state, action))

    def exchange_reaches(self, state: Position, action: int, steps: float) -> bool:
        return exchange.exchange_reaches(state, action, int(100.0 * steps))

    def steps_between(self, low: float, high: float) -> float:
        """In pawns; beyond all evaluations (a window may reach there) it is far to go."""
        return (high / max(0.001, 1.0 - abs(high)) - low / max(0.001, 1.0 - abs(low))) * HALF_A_WIN / 100.0

    def reversible_plies(self, state: Position) -> int:
        return state.clock

    def quiet_plies_left(self, state: Position) -> int:
        return FIFTY_MOVES - state.clock

    def pass_turn(self, state: Position) -> Position:
        """Not in check, and not with pawns alone: there, having to move may be what loses."""
        if not state.mine & (state.knights | state.diagonal | state.straight) or self.in_check(state):
            return state
        none = state.mine & 0
        return turned_over(state._replace(passing=none, clock=state.clock + 1, played=state.played + 1))

    # ── Numbers ──
    def index(self, state: Position) -> int:
        return numbering.index(state)

    def unindex(self, number: int) -> Position:
        state = numbering.unindex(number, self.initial())
        other = turned_over(state)
        king = square_of(other.kings & other.mine)
        return self.initial() if is_attacked(other, king, other.mine | other.theirs) else state

    def slices(self) -> Iterator[Slice]:
        yield from numbering.slices()

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("White", "Black")[player] if player >= 0 else super().player_name(player)

    def format_state(self, state: Position) -> str:
        return notation.write_fen(state)

    def parse_state(self, text: str) -> Position:
        state = notation.read_fen(text)
        if self.in_check(turned_over(state)):
            waits, moves = ("White", "Black") if state.played & 1 else ("Black", "White")
            raise UsageError(f"{waits}'s king could be taken: it is {moves}'s turn, and {waits} is in check.")
        return state

    def why_over(self, state: Position) -> str:
        if not self.has_action(state):
            return "checkmate" if self.in_check(state) else "stalemate"
        if is_dead(state):
            return "too few pieces are left"
        return "fifty moves without a capture or a pawn's move" if state.clock >= FIFTY_MOVES else ""

    def format_action(self, state: Position, action: int) -> str:
        return notation.write_san(self, state, action)

    def parse_action(self, state: Position, text: str) -> int:
        return notation.read_move(self, state, text)

    def parse_game(self, text: str) -> tuple[Position, list[int]]:
        return pgn.read_game(text)

    def format_game(self, start: Position, actions: Sequence[int], tags: Mapping[str, str] = NO_TAGS) -> str:
        return pgn.write_game(self, start, actions, tags)

    def format_line(self, state: Position, actions: Sequence[int]) -> str:
        """Numbered as in PGN.

        >>> game = Chess()
        >>> start, moves = game.parse_game("1. e4 e5 2. Nf3 Nc6")
        >>> game.format_line(start, moves[:3]), game.format_line(game.result(start, moves[0]), moves[1:])
        ('1. e4 e5 2. Nf3', '1... e5 2. Nf3 Nc6')
        """
        return pgn.write_line(self, state, actions)

    def from_to(self, state: Position, action: int) -> str:
        return notation.write_uci(self, state, action)

    def text(self, state: Position) -> str:
        def row(rank: int) -> str:
            return f"{rank + 1}  " + " ".join(notation.letter_at(state, 8 * rank + file) or "." for file in range(8))

        end = self.why_over(state) or f"{self.player_name(self.to_move(state))} to move"
        return "\n".join([*map(row, range(7, -1, -1)), "   a b c d e f g h", end])

    def svg(self, state: Position) -> str:
        return drawing.draw(state, self.in_check(state), f"Chess, {self.format_state(state)}")


def is_dead(state: Position) -> bool:
    """Whether no moves could lead to mate: a lone knight or bishop, or bishops on squares of one colour."""
    if state.pawns or state.straight:
        return False
    if not state.knights:
        return not state.diagonal & DARK or not state.diagonal & (BOARD ^ DARK)
    return popcount(state.knights | state.diagonal) < 2
