"""Players that somebody wrote in Python: `python:mymodule.MyPlayer`, `python:mine.py:MyPlayer`, with settings after another colon."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..registry import literal, load_file, pieces
from .simple import Player

FORM = re.compile(r"(?:(?P<file>.+\.py):(?P<inside>\w+)|(?P<module>\w+(?:\.\w+)*)\.(?P<name>\w+))(?::(?P<settings>.*))?", re.DOTALL)


class FunctionPlayer:
    """A function of game and state (and of settings) that returns an action."""

    def __init__(self, function: Callable[..., Any], settings: dict[str, Any]):
        self.name = function.__name__
        self._function, self._settings = function, settings

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """What the function returns."""
        return self._function(game, state, **self._settings)


def own_player(text: str, seed: int | None = None) -> Player:
    """The player that the text after `python:` names: a class is made (with `seed`, if it takes one), a function is asked as it is."""
    found, settings = find_own(text)
    if isinstance(found, type):
        return _verified(_made(found, settings, seed), text)
    if hasattr(found, "choose") and not settings:
        return _verified(found, text)
    if callable(found):
        return FunctionPlayer(found, settings)
    raise UsageError(f"python:{text} is neither a class with a method choose(game, state) nor a function of game and state.")


def find_own(text: str) -> tuple[Any, dict[str, Any]]:
    """The class, function or object that the text after `python:` names, and its settings."""
    match = FORM.fullmatch(text.strip())
    if match is None:
        raise UsageError(
            f"python:{text} names no player. Write python:module.Class, python:file.py:Class or python:file.py:Class:name=value."
        )
    name = match["inside"] or match["name"]
    module = load_file(Path(match["file"])) if match["file"] else _module(match["module"])
    found = getattr(module, name, None)
    if found is None:
        raise UsageError(f"python:{text}: {match['file'] or match['module']} has no {name!r}.")
    return found, dict(_setting(text, piece) for piece in pieces(name, match["settings"] or ""))


def _module(name: str) -> ModuleType:
    """A module on the path, or in the current folder."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return import_module(name)
    except Exception as error:
        raise UsageError(f"python:{name}: the module cannot be imported: {type(error).__name__}: {error}.") from error
    finally:
        if here in sys.path:
            sys.path.remove(here)


def _setting(text: str, piece: str) -> tuple[str, Any]:
    word, equals, value = (part.strip() for part in piece.partition("="))
    if not equals or not word.isidentifier():
        raise UsageError(f"python:{text}: write settings as name=value, separated by commas; {piece.strip()!r} is not.")
    return word, literal(value)


def _made(kind: type[Any], settings: dict[str, Any], seed: int | None) -> Any:
    try:
        takes = inspect.signature(kind).parameters
    except (TypeError, ValueError):
        takes = {}  # type: ignore[assignment]
    if "seed" in takes:
        settings.setdefault("seed", seed)
    try:
        return kind(**settings)
    except Exception as error:
        raise UsageError(f"The player {kind.__name__} could not be made: {type(error).__name__}: {error}.") from error


def _verified(made: Any, text: str) -> Player:
    if not callable(getattr(made, "choose", None)):
        raise UsageError(f"python:{text}: {type(made).__name__} has no method choose(game, state).")
    if not hasattr(made, "name"):
        made.name = f"python:{text}"
    player: Player = made
    return player
