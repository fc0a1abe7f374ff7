"""The opponents of `counterplay play`: five strengths, in words that can be verified."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple

from ..errors import Stopped, UsageError
from ..game import Game
from ..result import SearchResult
from ..rng import Random
from .searches import algorithm, algorithm_for


class Level(NamedTuple):
    """How strong an opponent is, in words that can be verified."""

    name: str
    random_share: float
    """How often it plays any legal move without looking."""
    simulations: int
    """How many games it plays out in its head (mcts)."""
    seconds: float
    """How long it first tries to see to the very end of the game; where it does, it plays perfectly."""

    def __str__(self) -> str:
        thinks = f"plays {self.simulations:,} games in its head"
        if self.random_share:
            thinks += f", and {self.random_share:.0%} of its moves at random"
        if self.seconds:
            thinks += f"; perfect where it sees the end in {self.seconds:g} s"
        return thinks


LEVELS: Final = (
    Level("beginner", 0.5, 50, 0.0),
    Level("easy", 0.2, 200, 0.0),
    Level("medium", 0.0, 1_000, 0.0),
    Level("hard", 0.0, 10_000, 0.3),
    Level("full", 0.0, 100_000, 2.0),
)
"""The levels of `counterplay play`, 1 to 5."""


def level(text: str | int) -> Level:
    """A level by its number, 1 to 5, or by its name.

    >>> level(1).name, level("full").simulations
    ('beginner', 100000)
    """
    for number, one in enumerate(LEVELS, 1):
        if str(text).strip().lower() in (str(number), one.name):
            return one
    raise UsageError(f"There is no level {text!r}. Levels: {', '.join(f'{number} {one.name}' for number, one in enumerate(LEVELS, 1))}.")


class LevelPlayer:
    """The opponent of `counterplay play`: the algorithm that suits the game, with the strength of a level."""

    def __init__(self, strength: Level, seed: int | None = None):
        self.level = strength
        self.name = strength.name
        self._random = Random(seed)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """The action of the search, or now and then any action, as the level says."""
        if self._random.uniform() < self.level.random_share:
            return game.random_action(state, self._random)
        return self.search(game, state).action

    def search(self, game: Game[Any, Any], state: Any, **more: Any) -> SearchResult:
        """Exact where the end of the game is in sight, by playouts elsewhere: that suits every kind of game, and needs no evaluation."""
        exact = algorithm_for(game)
        if self.level.seconds:
            with suppress(Stopped):  # not even one ply ahead was to be seen in that time
                seen = algorithm(exact)(game, state, seconds=self.level.seconds, **more)
                if seen.exact:
                    return seen
        return algorithm("mcts")(game, state, simulations=self.level.simulations, seed=self._random.next(), **more)
