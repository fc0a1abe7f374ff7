"""Values as text that Python reads back, evaluating nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import wraps
from inspect import isfunction
from typing import Any

from .errors import UsageError


class ReadsText:
    """What has methods that read text: each, in every subclass, refuses anything else in words instead of failing in its own way."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for name in ("parse_action", "parse_state", "parse_game"):
            own = vars(cls).get(name)
            if isfunction(own) and not hasattr(own, "refuses"):  # one that was taken over from another class stays the same method
                setattr(cls, name, _reading(own))


def _reading(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def reading(self: Any, *arguments: Any, **named: Any) -> Any:
        given = named.get("text", arguments[-1] if arguments else "")
        if not isinstance(given, str):
            kind = method.__name__.removeprefix("parse_")
            raise UsageError(f"{method.__name__} reads text, as format_{kind} writes it, not {given!r:.60} ({type(given).__name__}).")
        return method(self, *arguments, **named)

    reading.refuses = True  # type: ignore[attr-defined]
    return reading


def compact(value: Any) -> str:
    """A literal without spaces between its parts."""
    if type(value) is tuple:
        return f"({','.join(map(compact, value))}{',' if len(value) == 1 else ''})"
    if type(value) is list:
        return f"[{','.join(map(compact, value))}]"
    if type(value) is dict:
        return "{" + ",".join(f"{compact(key)}:{compact(entry)}" for key, entry in value.items()) + "}"
    return repr(value)


def parse_repr(kind: type[Any], text: str) -> Any:
    """Read what `repr` of a NamedTuple (or of any literal) wrote, evaluating nothing."""
    problem = UsageError(f"{text!r} is not a state; expected something like {kind.__name__}(…) as `format_state` writes it.")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == kind.__name__:
            positional = [ast.literal_eval(argument) for argument in tree.args]
            return kind(*positional, **{str(word.arg): ast.literal_eval(word.value) for word in tree.keywords})
        value = ast.literal_eval(tree)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise problem from error
    if type(value) is not kind:
        raise problem
    return value
