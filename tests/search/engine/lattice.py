"""Games made for the engine's tests, in which the same place is reached on many ways and after different numbers of plies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from counterplay import Game


class Place(NamedTuple):
    """Steps to the east, steps to the north, and who moves."""

    east: int
    north: int
    turn: int


class Lattice(Game[Place, int]):
    """Go 1 to `reach` steps east or north until `size` in all; what the end is worth is as good as random, and so is every evaluation.

    Action k > 0 is k steps east, -k is k steps north: actions may be negative. After an action of two steps the same player moves again.
    With `levels` 1 utilities are -1, 0 and 1; with more they are larger. Mirrored places are not worth the same.
    """

    def __init__(self, size: int = 9, reach: int = 3, levels: int = 1, seed: int = 0, noise: int = 0, twice: bool = True):
        self.size, self.reach, self.levels, self.seed, self.noise, self.twice = size, reach, levels, seed, noise, twice

    def initial(self) -> Place:
        return Place(0, 0, 0)

    def to_move(self, state: Place) -> int:
        return state.turn

    def actions(self, state: Place) -> Iterator[int]:
        for step in range(-self.reach, self.reach + 1):
            if step != 0 and state.east + state.north + abs(step) <= self.size:
                yield step

    def result(self, state: Place, action: int) -> Place:
        turn = state.turn if self.twice and abs(action) == 2 else 1 - state.turn
        if action > 0:
            return Place(state.east + action, state.north, turn)
        return Place(state.east, state.north - action, turn)

    def is_terminal(self, state: Place) -> bool:
        return state.east + state.north >= self.size

    def mixed(self, state: Place, salt: int) -> int:
        code = (state.east * 7919 + state.north * 104729 + self.seed * 1299709 + salt * 15485863) % 1000003
        return (code * code + code // 7) % 1000003

    def utility(self, state: Place, player: int) -> float:
        worth = self.mixed(state, 1) % (2 * self.levels + 1) - self.levels
        return float(worth) if player == 0 else -float(worth)

    def evaluate(self, state: Place, player: int) -> float:
        guess = (self.mixed(state, 2) % 199 - 99) / 100.0 * self.levels
        return guess if player == 0 else -guess

    def motif(self, state: Place, action: int) -> int:
        return abs(action)

    def is_noisy(self, state: Place, action: int) -> bool:
        return self.noise > 0 and self.mixed(state, 3 + action) % 100 < self.noise


class Square(Lattice):
    """The same, in which east and north are alike."""

    def mixed(self, state: Place, salt: int) -> int:
        low, high = min(state.east, state.north), max(state.east, state.north)
        code = (low * 7919 + high * 104729 + self.seed * 1299709 + salt * 15485863) % 1000003
        return (code * code + code // 7) % 1000003

    def symmetries(self, state: Place) -> Iterator[Place]:
        yield state
        yield Place(state.north, state.east, state.turn)


class Ring(NamedTuple):
    """Where the counter stands, who moves, and how many moves are left."""

    place: int
    turn: int


class Circle(Game[Ring, int]):
    """A counter on a ring of places, moved 1 on or back; on place 0 player 1 has won, half way round player 0. Coming back is a draw."""

    repetition_draws = 2
    finite = False

    def __init__(self, places: int = 8, start: int = 1):
        self.places, self.start = places, start

    def initial(self) -> Ring:
        return Ring(self.start, 0)

    def to_move(self, state: Ring) -> int:
        return state.turn

    def actions(self, state: Ring) -> Iterator[int]:
        yield 1
        yield -1

    def result(self, state: Ring, action: int) -> Ring:
        return Ring((state.place + action) % self.places, 1 - state.turn)

    def is_terminal(self, state: Ring) -> bool:
        return state.place in (0, self.places // 2)

    def utility(self, state: Ring, player: int) -> float:
        return 1.0 if (state.place == 0) == (player == 1) else -1.0

    def evaluate(self, state: Ring, player: int) -> float:
        return 0.5 if player == 0 else -0.5
