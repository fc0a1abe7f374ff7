"""Players that search: an algorithm with its settings."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from ..errors import UsageError
from ..evaluations import find_evaluation
from ..game import Game
from ..result import SearchResult
from ..search import ALGORITHMS
from ..search.best import algorithm_for

NOT_SETTINGS: Final = ("game", "state", "earlier", "progress", "evaluate", "is_cutoff", "policy")
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
    words = ALGORITHMS[name].words
    return tuple(word for word in words if word not in NOT_SETTINGS) + (("evaluation",) if "evaluate" in words else ())


def with_evaluation(game: Game[Any, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """The settings as a search takes them: in place of the name of an evaluation, the evaluation."""
    rest = {word: value for word, value in settings.items() if word != "evaluation"}
    return {**rest, "evaluate": find_evaluation(settings["evaluation"], game)} if "evaluation" in settings else rest


def algorithm_with(game: Game[Any, Any], settings: Collection[str]) -> str:
    """The algorithm that suits this game. With a number of simulations somebody means mcts, with a way to fail alphabeta; where mcts suits
    the game but somebody asks for a depth or for nodes, the engine."""
    if "simulations" in settings or "exploration" in settings:
        return "mcts"
    if "hard" in settings:
        return "alphabeta"
    name = algorithm_for(game)
    return "engine" if name == "mcts" and ("depth" in settings or "nodes" in settings) else name


@dataclass(frozen=True)
class SearchPlayer:
    """Searches with one algorithm and its settings, and plays what it finds.

    >>> SearchPlayer("alphabeta", {"depth": 4}).name
    'alphabeta:depth=4'
    """

    follows_games: ClassVar[bool] = True

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
        return algorithm(self.algorithm)(game, state, **with_evaluation(game, self.settings), **more)

    def choose(self, game: Game[Any, Any], state: Any, earlier: Sequence[Any] = ()) -> Any:
        """The action that the search prefers; the engine takes the game so far into account."""
        more = {"earlier": earlier} if "earlier" in ALGORITHMS[self.algorithm].words else {}
        return self.search(game, state, **more).action


@dataclass(frozen=True)
class AgentPlayer(SearchPlayer):
    """Plays what the engine (or another search with a memory) finds. It remembers from move to move, and forgets it between games."""

    _agents: dict[Game[Any, Any], Any] = field(default_factory=dict, repr=False, compare=False)

    def search(self, game: Game[Any, Any], state: Any, **more: Any) -> SearchResult:
        """The whole answer, of which `choose` plays the action."""
        agent = ALGORITHMS[self.algorithm].agent_class
        of_a_move = inspect.signature(agent.search).parameters
        of_an_agent = inspect.signature(agent).parameters
        question = {word: value for word, value in self.settings.items() if word in of_a_move}
        if game not in self._agents:
            self._agents.clear()
            settings = {word: value for word, value in with_evaluation(game, self.settings).items() if word not in question}
            if "switches" not in of_an_agent and (strange := next((word for word in settings if word not in of_an_agent), None)):
                raise UsageError(f"A player that is {self.algorithm} goes step by step and has no setting {strange!r}.")
            self._agents[game] = agent(game, **settings)
        found: SearchResult = self._agents[game].search(state, **question, **more)
        return found

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        for one in self._agents.values():
            one.forget()
