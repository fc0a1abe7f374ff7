"""Where the machine code of a function stands: within those that call it, or by itself.

The compiler decides that by the size of a function. Whoever wrote it may know better: a short test that mostly says no belongs into the
loop that asks it, and the long computation that follows otherwise does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

INLINE: Final = "inline"
APART: Final = "apart"

Function = TypeVar("Function", bound=Callable[..., Any])


def inline(function: Function) -> Function:
    """Write this function, or method of a game, out wherever it is called. Interpreted that makes no difference.

    >>> from counterplay import Bits
    >>> @inline
    ... def is_free(square: int, occupied: Bits) -> bool:
    ...     return not occupied >> square & 1
    >>> is_free(1, 0b101)
    True
    """
    return _placed(function, INLINE)


def apart(function: Function) -> Function:
    """Keep this function, or method of a game, by itself: those that call it stay short, and those can be written out instead."""
    return _placed(function, APART)


def placement(function: Any) -> str | None:
    """INLINE or APART, where somebody has said so."""
    said: str | None = getattr(function, "__placement__", None)
    return said


def _placed(function: Function, where: str) -> Function:
    function.__placement__ = where  # type: ignore[attr-defined]
    return function
