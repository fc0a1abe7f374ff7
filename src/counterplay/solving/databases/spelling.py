"""Spelling a state that machine code cannot hold: the same text in every process, and for all states that are equal."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from numbers import Integral
from typing import Any

from ...errors import UsageError


def spelled(value: Any) -> str:
    """A value in words. What Python writes would not do: sets of texts come in another order in every process.

    >>> spelled((1, True, 2.0, frozenset({"b", "a"}))) == spelled((1.0, 1, 2, {"a", "b"}))
    True
    """
    if isinstance(value, Enum):
        return f"{type(value).__qualname__}.{value.name}"
    if value is None or isinstance(value, str | bytes | complex):
        return repr(value)
    if isinstance(value, Integral):
        return repr(int(value))
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() else repr(float(value))
    if isinstance(value, tuple | list):
        return f"({','.join(map(spelled, value))})" if isinstance(value, tuple) else f"[{','.join(map(spelled, value))}]"
    if isinstance(value, Set):
        return f"{{{','.join(sorted(map(spelled, value)))}}}"
    if isinstance(value, Mapping):
        return f"{{{','.join(sorted(f'{spelled(key)}:{spelled(one)}' for key, one in value.items()))}}}"
    return f"{type(value).__qualname__}{spelled(_parts(value))}"


def _mangled(name: str, owner: type) -> str:
    """The name under which Python keeps a private slot."""
    private = name.startswith("__") and not name.endswith("__")
    return f"_{owner.__name__.lstrip('_')}{name}" if private else name


def _parts(value: Any) -> dict[str, Any] | str:
    """What an object of some class is made of: what is compared, where that is said; else all that it carries; else how it shows itself."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.compare}
    if "__repr__" in {name for one in type(value).__mro__[:-1] for name in vars(one)}:
        return repr(value)
    slots = [_mangled(name, one) for one in type(value).__mro__ for name in getattr(one, "__slots__", ())]
    parts = {name: getattr(value, name) for name in [*slots, *getattr(value, "__dict__", ())] if hasattr(value, name)}
    if not parts:
        raise UsageError(
            f"a state with {type(value).__qualname__} in it has no key: give that class a __repr__ that tells its values apart, "
            "or build states of tuples, numbers and texts."
        )
    return parts
