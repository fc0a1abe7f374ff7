"""Sutton's random walk (1988): the example on which TD(lambda) was shown, as a game of chance alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from counterplay import CHANCE, Game


class Place(NamedTuple):
    at: int


class RandomWalk(Game[Place, int]):
    """From the middle, a step to the left or to the right, each as likely; the first player wins at the right end."""

    def __init__(self, length: int = 5):
        self.length = length
        self.network_inputs = self.pattern_inputs = length
        self.rungs = (-1.0, 1.0)

    def initial(self) -> Place:
        return Place((self.length + 1) // 2)

    def to_move(self, state: Place) -> int:
        return CHANCE

    def actions(self, state: Place) -> Iterator[int]:
        yield 0

    def chances(self, state: Place) -> Iterator[tuple[int, float]]:
        yield -1, 0.5
        yield 1, 0.5

    def result(self, state: Place, action: int) -> Place:
        return Place(state.at + action)

    def is_terminal(self, state: Place) -> bool:
        return state.at == 0 or state.at == self.length + 1

    def utility(self, state: Place, player: int) -> float:
        return 1.0 if (state.at > 0) == (player == 0) else -1.0

    def encode(self, state: Place, places: Any, amounts: Any) -> int:
        places[0], amounts[0] = state.at - 1, 1.0
        return 1

    coverings = encode
