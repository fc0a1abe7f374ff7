"""Tic-tac-toe as somebody writes it who has never heard of bitboards: nine cells in a tuple."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from counterplay import Game, replace

EMPTY, CROSS, NOUGHT = 0, 1, 2
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board(NamedTuple):
    """The cells row by row, and whose turn it is."""

    cells: tuple[int, ...]
    turn: int


class TupleTicTacToe(Game[Board, int]):
    """X and O in turn mark a cell; three in a line win."""

    def initial(self) -> Board:
        return Board((EMPTY,) * 9, 0)

    def to_move(self, state: Board) -> int:
        return state.turn

    def actions(self, state: Board) -> Iterator[int]:
        for cell in range(9):
            if state.cells[cell] == EMPTY:
                yield cell

    def result(self, state: Board, action: int) -> Board:
        return Board(replace(state.cells, action, CROSS if state.turn == 0 else NOUGHT), 1 - state.turn)

    def is_terminal(self, state: Board) -> bool:
        return EMPTY not in state.cells or self.winner(state) != EMPTY

    def utility(self, state: Board, player: int) -> float:
        winner = self.winner(state)
        if winner == EMPTY:
            return 0.0
        return 1.0 if winner == player + 1 else -1.0

    def winner(self, state: Board) -> int:
        cells = state.cells
        for a, b, c in LINES:
            if cells[a] != EMPTY and cells[a] == cells[b] and cells[b] == cells[c]:
                return cells[a]
        return EMPTY
