"""Something that chooses a move: a search with its settings, chance, a person.

Players are named by strings, the same everywhere: `alphabeta:depth=4`, `mcts:simulations=1000,seed=1`, `random`, `level:3`, `human`.
The words after the colon are the keywords of the search itself.
"""

from __future__ import annotations

import ast
import difflib
import inspect
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from .errors import DoesNotFit, Stopped, UsageError
from .game import Game
from .result import SearchResult
from .rng import Random

ALGORITHMS: Final = ("minimax", "alphabeta", "negamax", "maxn", "expectiminimax", "monte_carlo", "mcts")
"""The searches that a player or the command line can name."""
NOT_SETTINGS: Final = ("game", "state", "progress", "evaluate", "is_cutoff")
"""Arguments of a search that are not numbers one could write in a player's string."""


class Player(Protocol):
    """Anything with a name that chooses an action where it is its turn."""

    @property
    def name(self) -> str:
        """What people read: `alphabeta:depth=4`."""
        ...

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """One of the legal actions of a state that is not terminal."""
        ...


def algorithm(name: str) -> Callable[..., SearchResult]:
    """The search function of this name.

    >>> algorithm("minimax").__name__
    'minimax'
    """
    if name not in ALGORITHMS:
        close = difflib.get_close_matches(name.replace("-", "_"), ALGORITHMS, 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise UsageError(f"There is no algorithm {name!r}.{hint} Algorithms: {', '.join(ALGORITHMS)}.")
    import counterplay

    search: Callable[..., SearchResult] = getattr(counterplay, name)
    return search


def settings_of(name: str) -> tuple[str, ...]:
    """The settings that an algorithm takes.

    >>> "depth" in settings_of("alphabeta"), "simulations" in settings_of("alphabeta")
    (True, False)
    """
    return tuple(word for word in inspect.signature(algorithm(name)).parameters if word not in NOT_SETTINGS)


def algorithm_for(game: Game[Any, Any]) -> str:
    """The first of the textbook's algorithms that fits this kind of game."""
    kind = game.properties
    if kind.hidden_information:
        raise DoesNotFit(f"In {game.name} players do not see everything; no search here is made for that.")
    if kind.players > 2 or kind.payoffs == "general-sum":
        return "maxn"
    return "expectiminimax" if kind.chance else "alphabeta"


@dataclass(frozen=True)
class SearchPlayer:
    """Searches with one algorithm and its settings, and plays what it finds.

    >>> SearchPlayer("alphabeta", {"depth": 4}).name
    'alphabeta:depth=4'
    """

    algorithm: str
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        takes = settings_of(self.algorithm)
        for word in self.settings:
            if word not in takes:
                raise UsageError(f"{self.algorithm} has no setting {word!r}; it takes {', '.join(takes)}.")

    @property
    def name(self) -> str:
        """The string that makes this player again."""
        given = ",".join(f"{word}={value!r}" for word, value in self.settings.items())
        return f"{self.algorithm}:{given}" if given else self.algorithm

    def search(self, game: Game[Any, Any], state: Any, **more: Any) -> SearchResult:
        """The whole answer, of which `choose` plays the action."""
        return algorithm(self.algorithm)(game, state, **self.settings, **more)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """The action that the search prefers."""
        return self.search(game, state).action


class RandomPlayer:
    """Every legal action alike."""

    def __init__(self, seed: int | None = None):
        self.name = "random" if seed is None else f"random:seed={seed}"
        self._random = Random(seed)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """A legal action, uniformly."""
        return game.random_action(state, self._random)


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


class Person:
    """Somebody at the keyboard; `ask(game, state)` is how they are asked."""

    name = "human"

    def __init__(self, ask: Callable[[Game[Any, Any], Any], Any] | None = None):
        self._ask = ask

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """What the person says."""
        if self._ask is None:
            raise UsageError("Nobody is there to ask: a human player needs a terminal.")
        return self._ask(game, state)


def player(text: str, seed: int | None = None) -> Player:
    """The player that a string names.

    >>> player("alphabeta:depth=4").name
    'alphabeta:depth=4'
    >>> player("random").name
    'random'
    """
    name, _, rest = text.strip().partition(":")
    if name == "level":
        return LevelPlayer(level(rest), seed)
    settings = _settings(text, rest)
    if name == "human":
        return Person()
    if name == "random":
        if set(settings) - {"seed"}:
            raise UsageError(f"{text!r}: a random player has one setting, seed.")
        return RandomPlayer(settings.get("seed", seed))
    if seed is not None and name in ALGORITHMS and "seed" in settings_of(name):
        settings.setdefault("seed", seed)
    return SearchPlayer(name, settings)


def _settings(text: str, rest: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for setting in filter(None, (part.strip() for part in rest.split(","))):
        word, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise UsageError(f"{text!r}: write settings as name=value, separated by commas; {setting!r} is not.")
        try:
            settings[word] = ast.literal_eval({"true": "True", "false": "False"}.get(value, value))
        except (ValueError, SyntaxError) as error:
            raise UsageError(f"{text!r}: {value!r} is not a number, true or false.") from error
    return settings
