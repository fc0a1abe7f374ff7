"""The sliding puzzle: the 8-puzzle, the 15-puzzle and their smaller sisters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..bits import Bits
from ..errors import UsageError
from ..game import Game
from ..picture import CELL, FIRST, RULE, Grid, words
from ..rng import Random

MOST_CELLS = 16

# The board as bits: four for each cell, row by row from the top, holding the number of its tile; 0 is the blank. The puzzle is solved
# when the tiles are in order and the blank is in the first cell:
#
#      . 1 2          cells   0  1  2
#      3 4 5                  3  4  5
#      6 7 8                  6  7  8


class Tiles(NamedTuple):
    """What lies where, and where the blank is."""

    cells: Bits
    blank: int


class SlidingPuzzle(Game[Tiles, int]):
    """One player slides tiles into the blank, one at a time, until they are in order. `rows=3,columns=3` is the 8-puzzle (the usual one),
    `rows=4,columns=4` the 15-puzzle; `seed` shuffles it.

    A move is the number of the tile that slides. A position is written row by row, `7 2 4/5 0 6/8 3 1`, or as Korf lists them, without
    bars; 0 is the blank. Half of all orders cannot be solved and are no positions.

    Solved is worth 1. What a solution costs is the number of its moves, and the heuristic that A* needs is the Manhattan distance: how
    far all tiles together are from their places.
    """

    players = 1
    payoff_sum = None
    finite = False
    decisive = True

    def __init__(self, rows: int = 3, columns: int = 3, seed: int = 1):
        for name, value in (("rows", rows), ("columns", columns)):
            if type(value) is not int or not 2 <= value <= MOST_CELLS // 2:
                raise UsageError(f"sliding_puzzle: {name}={value!r}: give a whole number from 2 to {MOST_CELLS // 2}.")
        if rows * columns > MOST_CELLS:
            raise UsageError(f"sliding_puzzle: {rows} rows of {columns} are {rows * columns} cells; there may be up to {MOST_CELLS}.")
        if type(seed) is not int or seed < 0:
            raise UsageError(f"sliding_puzzle: seed={seed!r}: give a whole number from 0 on; 0 is the solved puzzle.")
        self.rows, self.columns, self.seed = rows, columns, seed
        self.goal = sum(cell << 4 * cell for cell in range(rows * columns))
        self.farthest = rows * columns * (rows + columns)
        start = self._packed(self._shuffled())
        self.start_cells, self.start_blank = start.cells, start.blank

    def _shuffled(self) -> list[int]:
        """The tiles in an order that can be solved, any such order alike."""
        tiles, rng = list(range(self.rows * self.columns)), Random(self.seed)
        if self.seed:
            for last in range(len(tiles) - 1, 0, -1):
                other = rng.below(last + 1)
                tiles[last], tiles[other] = tiles[other], tiles[last]
        if not self._can_be_solved(tiles):
            one, other = [cell for cell, tile in enumerate(tiles) if tile][:2]
            tiles[one], tiles[other] = tiles[other], tiles[one]
        return tiles

    def _can_be_solved(self, tiles: list[int]) -> bool:
        """Every move exchanges the blank with a neighbour: an odd permutation needs an odd number of moves, and so does the blank's way."""
        odd = sum(tiles[i] > tiles[j] for i in range(len(tiles)) for j in range(i + 1, len(tiles))) & 1
        row, column = divmod(tiles.index(0), self.columns)
        return odd == row + column & 1

    def _packed(self, tiles: list[int]) -> Tiles:
        return Tiles(sum(tile << 4 * cell for cell, tile in enumerate(tiles)), tiles.index(0))

    # ── Rules ──
    def initial(self) -> Tiles:
        return Tiles(self.start_cells, self.start_blank)

    def to_move(self, state: Tiles) -> int:
        return 0

    def actions(self, state: Tiles) -> Iterator[int]:
        row, column = state.blank // self.columns, state.blank % self.columns
        if row > 0:
            yield self.tile(state, state.blank - self.columns)
        if column > 0:
            yield self.tile(state, state.blank - 1)
        if column < self.columns - 1:
            yield self.tile(state, state.blank + 1)
        if row < self.rows - 1:
            yield self.tile(state, state.blank + self.columns)

    def result(self, state: Tiles, action: int) -> Tiles:
        blank, column = state.blank, state.blank % self.columns
        beside = blank
        if blank >= self.columns and self.tile(state, blank - self.columns) == action:
            beside = blank - self.columns
        elif column > 0 and self.tile(state, blank - 1) == action:
            beside = blank - 1
        elif column < self.columns - 1 and self.tile(state, blank + 1) == action:
            beside = blank + 1
        else:
            beside = blank + self.columns
        tile = state.cells >> 4 * beside & 15
        return Tiles(state.cells ^ (tile << 4 * beside) ^ (tile << 4 * blank), beside)

    def is_terminal(self, state: Tiles) -> bool:
        return state.cells == self.goal

    def utility(self, state: Tiles, player: int) -> float:
        return 1.0

    def tile(self, state: Tiles, cell: int) -> int:
        """The number of the tile in a cell."""
        return int(state.cells >> 4 * cell & 15)

    def key(self, state: Tiles) -> Bits:
        return state.cells

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return "You" if player >= 0 else super().player_name(player)

    def format_state(self, state: Tiles) -> str:
        tiles = [str(self.tile(state, cell)) for cell in range(self.rows * self.columns)]
        return "/".join(" ".join(tiles[row * self.columns : (row + 1) * self.columns]) for row in range(self.rows))

    def parse_state(self, text: str) -> Tiles:
        cells = self.rows * self.columns
        if not re.fullmatch(r"[\d\s/,;-]+", text, re.ASCII) or len(text) > 20 * MOST_CELLS:
            numbers = []
        else:
            numbers = [int(number[:4]) for number in re.findall(r"\d+", text)]
        if sorted(numbers) != list(range(cells)):
            raise UsageError(
                f"{text[:80]!r} is not a position: write the numbers from 0 (the blank) to {cells - 1}, each once, row by row from the top,"
                f" like {self.format_state(self.initial())}."
            )
        if not self._can_be_solved(numbers):
            raise UsageError(f"{text!r} cannot be solved, so it cannot arise: exchange any two tiles and it can.")
        return self._packed(numbers)

    # ── Evaluation ──
    def heuristic(self, state: Tiles) -> float:
        """The Manhattan distance: every tile must make at least so many moves."""
        distance = 0
        for cell in range(self.rows * self.columns):
            tile = self.tile(state, cell)
            if tile:
                distance += abs(tile // self.columns - cell // self.columns) + abs(tile % self.columns - cell % self.columns)
        return float(distance)

    def evaluate(self, state: Tiles, player: int) -> float:
        """1 where it is solved, less where the tiles are further from their places."""
        return 1.0 - self.heuristic(state) / self.farthest

    # ── Text and picture ──
    def text(self, state: Tiles) -> str:
        wide = len(str(self.rows * self.columns - 1))
        shown = [f"{self.tile(state, cell) or '.':>{wide}}" for cell in range(self.rows * self.columns)]
        return "\n".join(" ".join(shown[row * self.columns : (row + 1) * self.columns]) for row in range(self.rows))

    def svg(self, state: Tiles) -> str:
        grid = Grid(self.rows, self.columns, cell=72, margin=16)
        movable = set() if self.is_terminal(state) else set(self.actions(state))
        for cell in range(self.rows * self.columns):
            row, column = divmod(cell, self.columns)
            tile = self.tile(state, cell)
            if not tile:
                continue
            x, y = grid.centre(row, column)
            at_home = tile == cell
            grid.draw(grid.square(row, column, FIRST if at_home else CELL, inset=3, stroke=FIRST if at_home else RULE, stroke_width=2))
            grid.draw(words(x, y, str(tile), 30, fill=CELL if at_home else FIRST, font_weight="bold"))
            if tile in movable:
                grid.draw(grid.target(row, column, str(tile)))
        return grid.finish(f"Sliding puzzle, {self.format_state(state)}")
