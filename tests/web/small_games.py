"""Games as users write them: one whose moves go from square to square, one that draws nothing, one with dice."""

from typing import NamedTuple

from counterplay import CHANCE, Game
from counterplay.picture import FIRST, SECOND, Grid, element


class Board(NamedTuple):
    cells: tuple[int, ...]
    turn: int


class Advance(Game):
    """Pieces step forward, straight or diagonally, and take diagonally. Whoever reaches the other side first wins."""

    def __init__(self, size: int = 4):
        self.size = size

    def initial(self):
        n = self.size
        return Board((2,) * n + (0,) * (n * n - 2 * n) + (1,) * n, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        n = self.size
        step = -1 if state.turn == 0 else 1
        for square in range(n * n):
            if state.cells[square] == state.turn + 1 and 0 <= square // n + step < n:
                for side in (-1, 0, 1):
                    column = square % n + side
                    if 0 <= column < n:
                        to = (square // n + step) * n + column
                        if state.cells[to] == 0 or (side and state.cells[to] == 2 - state.turn):
                            yield square * n * n + to

    def result(self, state, action):
        start, to = divmod(action, self.size**2)
        cells = list(state.cells)
        cells[start], cells[to] = 0, state.turn + 1
        return Board(tuple(cells), 1 - state.turn)

    def is_terminal(self, state):
        n = self.size
        return 1 in state.cells[:n] or 2 in state.cells[-n:] or not any(True for _ in self.actions(state))

    def utility(self, state, player):
        return -1.0 if player == state.turn else 1.0

    def square(self, number):
        return f"{chr(97 + number % self.size)}{self.size - number // self.size}"

    def format_action(self, state, action):
        start, to = divmod(action, self.size**2)
        return f"{self.square(start)}{self.square(to)}"

    def text(self, state):
        n = self.size
        return "\n".join("".join(".XO"[cell] for cell in state.cells[row * n : row * n + n]) for row in range(n))

    def svg(self, state):
        grid = Grid(self.size, self.size)
        for number, cell in enumerate(state.cells):
            row, column = divmod(number, self.size)
            x, y = grid.centre(row, column)
            grid.draw(grid.square(row, column))
            if cell:
                grid.draw(element("circle", cx=x, cy=y, r=20, fill=(FIRST, SECOND)[cell - 1]))
            grid.draw(grid.place(row, column, self.square(number)))
        return grid.finish("Advance")


class Dice(Game):
    """Each player in turn throws a die; then whoever has more wins."""

    compiles = False

    def initial(self):
        return ()

    def to_move(self, state):
        return CHANCE if len(state) % 2 else len(state) // 2

    def actions(self, state):
        yield "throw"

    def chances(self, state):
        for face in range(1, 7):
            yield face, 1 / 6

    def result(self, state, action):
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 4

    def utility(self, state, player):
        mine, theirs = state[1 + 2 * player], state[3 - 2 * player]
        return float((mine > theirs) - (mine < theirs))
