"""Players that search: an algorithm with its settings."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..errors import UsageError
from ..game import Game
from ..result import SearchResult
from ..search import ALGORITHMS
from ..search.best import algorithm_for

if TYPE_CHECKING:
    from ..search.engine import Engine
    from ..search.mcts import Mcts

NOT_SETTINGS: Final = ("game", "state", "progress", "evaluate", "is_cutoff", "policy")
"""Arguments of a search that are not numbers one could write in a player's string."""


def algorithm(name: str) -> Callable[..., SearchResult]:
    """The search function of this name.

    >>> algorithm("minimax").__name__
    'minimax'
    """
    if name not in ALGORITHMS:
        close = difflib.get_close_matches(name.replace("-", "_"), ALGORITHMS, 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise UsageError(f"There is no algorithm {name!r}.{hint} Algorithms: {', '.join(ALGORITHMS)}.")
    return ALGORITHMS[name].function


def settings_of(name: str) -> tuple[str, ...]:
    """The settings that an algorithm takes.

    >>> "depth" in settings_of("alphabeta"), "simulations" in settings_of("alphabeta")
    (True, False)
    """
    algorithm(name)
    return tuple(word for word in ALGORITHMS[name].words if word not in NOT_SETTINGS)


def algorithm_with(game: Game[Any, Any], settings: Collection[str]) -> str:
    """The algorithm that suits this game; with a number of simulations somebody means mcts, with a way to fail alphabeta."""
    if "simulations" in settings or "exploration" in settings:
        return "mcts"
    return "alphabeta" if "hard" in settings else algorithm_for(game)


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


@dataclass(frozen=True)
class _Remembering(SearchPlayer):
    """A search that keeps from move to move what it has found out."""

    _thinkers: dict[Game[Any, Any], Any] = field(default_factory=dict, repr=False, compare=False)
    _of_a_question: ClassVar[tuple[str, ...]]
    """Settings that belong to a move; the others belong to the one that thinks."""

    def search(self, game: Game[Any, Any], state: Any, **more: Any) -> SearchResult:
        """The whole answer, of which `choose` plays the action."""
        question = {word: value for word, value in self.settings.items() if word in self._of_a_question}
        if game not in self._thinkers:
            self._thinkers.clear()
            self._thinkers[game] = self._kind()(game, **{word: value for word, value in self.settings.items() if word not in question})
        found: SearchResult = self._thinkers[game].search(state, **question, **more)
        return found

    def _kind(self) -> Any:
        raise NotImplementedError


@dataclass(frozen=True)
class EnginePlayer(_Remembering):
    """Plays what the engine finds, which remembers from move to move what it has seen, and forgets it between games."""

    _of_a_question = ("depth", "seconds", "nodes")

    def _kind(self) -> type[Engine]:
        from ..search.engine import Engine

        return Engine

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        for one in self._thinkers.values():
            one.forget()


@dataclass(frozen=True)
class MctsPlayer(_Remembering):
    """Plays what Monte Carlo tree search finds, whose tree goes on growing from move to move."""

    _of_a_question = ("simulations", "seconds")

    def _kind(self) -> type[Mcts]:
        from ..search.mcts import Mcts

        return Mcts
