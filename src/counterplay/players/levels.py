"""The opponents of `counterplay play`: five strengths, in words that can be verified."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from ..errors import Stopped, UsageError
from ..evaluations import with_own_network
from ..game import Game
from ..result import SearchResult
from ..rng import Random
from ..search.best import advice, algorithm_for
from ..search.rta_star import RtaStar
from .searches import algorithm

HORIZON: Final = 6
"""How many plies ahead a level looks in a puzzle whose solution is not in sight."""


class Level(NamedTuple):
    """How strong an opponent is, in words that can be verified."""

    name: str
    random_share: float
    """How often it plays any legal move without looking."""
    effort: int
    """How many positions it looks at, or games it plays out in its head, where it has no clock."""
    seconds: float
    """How long it thinks; 0: no longer than its effort takes."""
    database: bool | None = False
    """Whether it plays perfectly where a database reaches; None: if there is one."""

    def __str__(self) -> str:
        thinks = f"thinks for {self.seconds:g} s" if self.seconds else f"looks at {self.effort:,} positions"
        return f"{thinks}, and plays {self.random_share:.0%} of its moves at random" if self.random_share else thinks


LEVELS: Final = (
    Level("beginner", 0.5, 50, 0.0),
    Level("easy", 0.2, 200, 0.0),
    Level("medium", 0.0, 1_000, 0.0),
    Level("hard", 0.0, 10_000, 0.3),
    Level("full", 0.0, 100_000, 2.0, None),
)
"""The levels of `counterplay play`, 1 to 5."""


def level(text: str | int) -> Level:
    """A level by its number, 1 to 5, or by its name.

    >>> level(1).name, level("full").effort
    ('beginner', 100000)
    """
    for number, one in enumerate(LEVELS, 1):
        if str(text).strip().lower() in (str(number), one.name):
            return one
    raise UsageError(f"There is no level {text!r}. Levels: {', '.join(f'{number} {one.name}' for number, one in enumerate(LEVELS, 1))}.")


def guided(game: Game[Any, Any], search: str) -> bool:
    """Whether this search knows which way to look, so that a number of positions is enough to limit it."""
    return search == "astar" or (search == "engine" and game.overrides("evaluate"))


class LevelPlayer:
    """The opponent of `counterplay play`: the algorithm that suits the game, with the strength of a level."""

    follows_games = True

    def __init__(self, strength: Level, seed: int | None = None):
        self.level = strength
        self.name = strength.name
        self._random = Random(seed)
        self._walkers: dict[Game[Any, Any], RtaStar] = {}

    def choose(self, game: Game[Any, Any], state: Any, earlier: Sequence[Any] = ()) -> Any:
        """The action of the search, or now and then any action, as the level says."""
        if self._random.uniform() < self.level.random_share:
            return game.random_action(state, self._random)
        return self.search(game, state, earlier).action

    def search(self, game: Game[Any, Any], state: Any, earlier: Sequence[Any] = (), **more: Any) -> SearchResult:
        """By playouts where the game says that they suit it; by the engine, or where chance moves by *-minimax, where the game has an
        evaluation; by A* where there is a goal; else exact where the end is in sight, by playouts elsewhere.

        Playouts suit every kind of game, and need no evaluation. *-minimax counts no positions: without a clock it looks one ply ahead.
        """
        strongest = algorithm_for(game)
        if strongest == "mcts":
            return self._sample(game, state, self.level.seconds, **more)
        if self.level.seconds:  # who thinks by the clock uses what was learned
            game = with_own_network(game)
        if strongest == "star_minimax" and game.overrides("evaluate"):
            reach = {"seconds": self.level.seconds} if self.level.seconds else {"depth": 1}
            return algorithm(strongest)(game, state, **reach, **more)
        if guided(game, strongest):
            limit = {"seconds": self.level.seconds} if self.level.seconds else {"nodes": self.level.effort}
            history = {"earlier": earlier, "database": self.level.database} if strongest == "engine" else {}
            found = algorithm(strongest)(game, state, **limit, **history, **more)
            return found if strongest == "engine" or found.exact else self._walker(game).search(state, **more)
        if self.level.seconds:
            with suppress(Stopped):  # not even one ply ahead was to be seen in that time
                seen = algorithm(strongest)(game, state, seconds=self.level.seconds, **more)
                if seen.exact:
                    return seen
        return self._sample(game, state, 0, **more)

    def _sample(self, game: Game[Any, Any], state: Any, seconds: float, **more: Any) -> SearchResult:
        """Monte Carlo tree search, by the clock or else with the level's effort."""
        limit = {"seconds": seconds} if seconds else {"simulations": self.level.effort}
        known = {"seed": self._random.next(), "database": self.level.database, **advice(game, "mcts")}
        return algorithm("mcts")(game, state, **limit, **known, **more)

    def _walker(self, game: Game[Any, Any]) -> RtaStar:
        """Where the goal is out of A*'s sight, somebody has to remember where we have been, or we walk in circles."""
        if game not in self._walkers:
            self._walkers = {game: RtaStar(game, horizon=HORIZON)}
        return self._walkers[game]
