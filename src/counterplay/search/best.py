"""The right algorithm for a game, and the best action it finds in the time given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..errors import DoesNotFit
from ..evaluations import with_own_network
from ..game import Game
from ..kernels import Progress
from ..result import SearchResult
from . import ALGORITHMS
from .fitting import require_game, require_time

NOT_HOW: Final = frozenset({"seconds", "compiled"})
"""Settings that do not say how to search, only for how long and at which speed."""


def algorithm_for(game: Game[Any, Any]) -> str:
    """The name of the algorithm that is strongest on this kind of game.

    >>> import counterplay as cp
    >>> algorithm_for(cp.load("connect_four"))
    'engine'
    """
    require_game("best", game)
    kind = game.properties
    if kind.hidden_information:
        raise DoesNotFit(
            f"In {game.name} players do not see everything, and no search here is made for that: use cfr, which finds an equilibrium."
        )
    if kind.players == 1 and game.overrides("heuristic") and not kind.chance:
        return "astar"
    if kind.chance and (kind.players == 1 or (kind.players == 2 and kind.payoffs != "general-sum")):
        return "star_minimax"
    if kind.players > 2 or kind.payoffs == "general-sum":
        return "shallow_maxn"
    if game.monte_carlo:
        return "mcts"
    return "engine" if kind.players == 2 and kind.payoffs == "zero-sum" else "alphabeta"


def advice(game: Game[Any, Any], algorithm: str) -> dict[str, Any]:
    """The settings with which an algorithm suits this game, as far as the game says.

    >>> import counterplay as cp
    >>> sorted(advice(cp.load("go"), "mcts"))
    ['bias', 'expand_after', 'exploration', 'rave']
    """
    return dict(game.monte_carlo) if algorithm == "mcts" else {}


def search_suited(
    game: Game[Any, Any],
    state: Any,
    algorithm: str,
    settings: Mapping[str, Any],
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """What an algorithm finds that was chosen because it suits the game, with the settings that somebody gave and the game's advice. A game
    that comes with a learned evaluation uses it, unless they say `evaluate`.

    Nobody said how to search, if the settings say no more than how long and at which speed: then a glance comes first, whether the game is
    small enough to be known as a whole, and the algorithm has the time that is left (`counterplay.solving.glance`).

    >>> import counterplay as cp
    >>> tree = cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])")
    >>> search_suited(tree, None, "engine", {"seconds": 60}).exact, search_suited(tree, None, "engine", {"depth": 1}).exact
    (True, False)
    """
    seconds = settings.get("seconds")
    if settings.keys() <= NOT_HOW:
        from ..solving.glance import glance

        known, seconds = glance(game, state, seconds=seconds, compiled=settings.get("compiled"), progress=progress)
        if known is not None:
            return known
    game = game if "evaluate" in settings else with_own_network(game)  # after the glance, which is exact
    left = {} if seconds is None else {"seconds": seconds}
    return ALGORITHMS[algorithm].function(game, state, progress=progress, **{**advice(game, algorithm), **settings, **left})


def best(
    game: Game[Any, Any],
    state: Any = None,
    *,
    seconds: float | None = 1.0,
    depth: int | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
    **settings: Any,
) -> SearchResult:
    """The best action that can be found in this time, by the algorithm that suits the game; `result.algorithm` says which.

    A game that comes with a learned evaluation uses it, unless you say `evaluate`. `settings` are those of that algorithm: `threads=2` for
    the engine. Without any, and without a depth, a game that has no evaluation is first looked at as a whole, for at most a second,
    and no more than a fifth of the time: if it is small, the answer is exact (`counterplay.solving.glance`).

    >>> import counterplay as cp
    >>> result = cp.best(cp.load("tic_tac_toe"), seconds=60)  # proven long before that
    >>> result.algorithm, result.value, result.exact
    ('engine', 0.0, True)
    """
    name = algorithm_for(game)
    require_time(seconds)
    if depth is not None:  # to Monte Carlo tree search this means something else: how long its playouts are
        name = "engine" if name == "mcts" else name
        settings["depth"] = depth
    return search_suited(game, state, name, {"seconds": seconds, "compiled": compiled, **settings}, progress)
