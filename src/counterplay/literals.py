"""Values as text that Python reads back, evaluating nothing."""

from __future__ import annotations

import ast
from typing import Any

from .errors import UsageError


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
