"""Classes of games with methods replaced: made once for the same methods, and made again where such a game is pickled."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

Methods = tuple[tuple[str, Callable[..., Any]], ...]


@lru_cache(maxsize=64)
def changed_class(kind: Any, methods: Methods) -> Any:
    """The subclass with these methods: the same one for the same methods, so that what was compiled for it is found again."""
    return type(kind.__name__, (kind,), {**dict(methods), "_replaced": methods, "__module__": kind.__module__})


def taken_apart(game: Any, state: dict[str, Any]) -> tuple[Any, ...]:
    """How to pickle a game: a class that was made here has no name to be found by."""
    kind: Any = type(game)
    changes = []
    while "_replaced" in vars(kind):
        changes.append(vars(kind)["_replaced"])
        kind = kind.__bases__[0]
    return remade, (kind, tuple(reversed(changes)), state)


def remade(kind: Any, changes: tuple[Methods, ...], state: dict[str, Any]) -> Any:
    """A game that was pickled."""
    for methods in changes:
        kind = changed_class(kind, methods)
    game = kind.__new__(kind)
    game.__dict__.update(state)
    return game
