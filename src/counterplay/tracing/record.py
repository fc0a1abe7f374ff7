"""Recording: run a search with the recorder looking on."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from ..errors import CounterplayError, RulesError, UsageError
from ..game import Game
from ..positions import root_of
from ..result import SearchResult
from ..search import ALGORITHMS
from ..search.watching import watching
from .recorder import MOST_STEPS, Recorder, TreeGrowth
from .value import Trace

OUTSIDE = ("compiled", "seconds")
"""Settings that have no meaning in a trace: it runs interpreted, once, to the end."""
UNTOLD = ("game", "state", "progress", "database", *OUTSIDE)
"""Arguments of a search that are not part of what it does."""

Search = Callable[..., SearchResult]


def trace(search: Search | str, game: Game[Any, Any], state: Any = None, *, most_steps: int = MOST_STEPS, **settings: Any) -> Trace:
    """Run a search, given as a function or by its name, and write down every step it takes (refused if they are over `most_steps`).

    >>> import counterplay as cp
    >>> trace = cp.trace("alphabeta", cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])"))
    >>> len(trace.skipped_leaves)
    2
    """
    function = _search(search)
    name = function.__name__
    kind = ALGORITHMS[name]
    _verify(function, game, settings)
    if "memory" in kind.words and not kind.samples:  # (the memory of a Monte Carlo search is its tree)
        settings = {"memory": 0, **settings}  # a tree is to be seen, not a table
    if "database" in kind.words:
        settings = {"database": False, **settings}  # and a search, not an answer that was known
    played = _with_own_methods(game, settings)
    root = root_of(game, state)
    recorder: Recorder = (TreeGrowth if kind.samples else Recorder)(played, root, kind.vectors)
    recorder.most_steps = min(most_steps, MOST_STEPS)
    with watching(recorder.before):
        result = function(game, root, **settings, compiled=False)
    with _sentences(game):
        recorder.finish()
        return Trace(
            game=str(game),
            title=game.title,
            players=tuple(game.player_name(player) for player in range(game.players)),
            algorithm=name,
            settings=_told(function, settings),
            result=result,
            nodes=recorder.tree.finished(),
            steps=tuple(recorder.steps),
            line=recorder.tree.follow(result.line),
            picture=_painter(game, [node.state for node in recorder.tree.nodes]),
        )


@contextmanager
def _sentences(game: Game[Any, Any]) -> Iterator[None]:
    """A bug in somebody's notation or picture becomes a sentence; the original error stays attached."""
    try:
        yield
    except CounterplayError:
        raise
    except Exception as error:
        raise RulesError(f"{game.name} failed while its tree was written down: {type(error).__name__}: {error}") from error


def _search(search: Search | str) -> Search:
    name = search if isinstance(search, str) else getattr(search, "__name__", "")
    if name == "negamax":
        raise UsageError(
            "negamax is alphabeta with the signs turned at every ply, which is hard to follow: trace alphabeta, its steps are the same."
        )
    if name not in ALGORITHMS or not ALGORITHMS[name].traced:
        traced = ", ".join(one.name for one in ALGORITHMS.values() if one.traced)
        raise UsageError(f"{name or search!r} is not a search that can be traced. These can: {traced}.")
    return ALGORITHMS[name].function if isinstance(search, str) else search


def _verify(search: Search, game: Game[Any, Any], settings: dict[str, Any]) -> None:
    if not isinstance(game, Game):
        raise UsageError(f"{game!r} is not a game. Make one with counterplay.load, say load('tic_tac_toe').")
    for name in OUTSIDE:
        if name in settings:
            instead = ": give depth= instead" if name == "seconds" else ""
            raise UsageError(f"A trace takes no {name}={instead}. It runs interpreted, once, to the end.")
    known = [name for name in inspect.signature(search).parameters if name not in UNTOLD]
    for name in settings:
        if name not in (*known, "progress"):
            raise UsageError(f"{search.__name__} has no setting {name!r}. It has: {', '.join(known)}.")


def _with_own_methods(game: Game[Any, Any], settings: dict[str, Any]) -> Game[Any, Any]:
    """The game as the search will see it, with the caller's evaluation and cut-off test."""
    own = {name: settings[name] for name in ("evaluate", "is_cutoff") if settings.get(name) is not None}
    return game.using(**own) if own else game


def _told(search: Search, settings: dict[str, Any]) -> dict[str, Any]:
    """The settings, those left at their defaults too, as plain values."""
    every = {name: parameter.default for name, parameter in inspect.signature(search).parameters.items()} | settings
    return {
        name: value if isinstance(value, (bool, int, float, str)) else getattr(value, "__name__", str(value))
        for name, value in every.items()
        if name not in UNTOLD and value is not None and value is not inspect.Parameter.empty
    }


def _painter(game: Game[Any, Any], states: list[Any]) -> Callable[[int], str | None]:
    """Draws the board at a node, if the game has boards: a picture of its own that differs from state to state."""
    if not game.overrides("svg") or not game.has_board:
        return lambda node: None

    @cache
    def painted(state: Any) -> str:
        with _sentences(game):
            return game.svg(state)

    return lambda node: painted(states[node])
