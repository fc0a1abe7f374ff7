"""Part of an evaluation that is the same in many states need not be worked out in each: its results are kept."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType
from typing import Any, Final

from .errors import UsageError

MOST_ENTRIES: Final = 1 << 20


class Memoized:
    """A function of numbers and sets, the results of which machine code keeps. Interpreted it is just called: that a result was kept is
    never seen."""

    def __init__(self, function: FunctionType, entries: int):
        update_wrapper(self, function)
        self.function, self.entries = function, entries

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def memoized(entries: int) -> Callable[[Callable[..., Any]], Any]:
    """Keep the newest results of a function that has no other use for its arguments than to compute with them: compiled, as many as there
    are `entries`, each in the place that a hash of its arguments says; arguments are compared whole, and threads may share it.

    The function takes numbers, sets of bits and tuples of them, and its annotations say what it returns. Worth it where the function takes
    longer than the nearest cache (a hundred instructions and more) and is mostly asked the same again.

    >>> from counterplay import Bits, memoized, popcount
    >>> @memoized(1024)
    ... def doubled(pawns: Bits) -> int:
    ...     return popcount(pawns & pawns >> 8)
    >>> doubled(0b1_00000000_00000001)
    1
    """
    if type(entries) is not int or not 1 <= entries <= MOST_ENTRIES:
        raise UsageError(f"memoized({entries!r}): the number of results to keep is an int from 1 to {MOST_ENTRIES:,}.")

    def decorate(function: Callable[..., Any]) -> Memoized:
        if not isinstance(function, FunctionType):
            raise UsageError(f"memoized({entries}) is written above a function, not above {function!r:.60}.")
        if "return" not in inspect.get_annotations(function):
            name = function.__name__
            raise UsageError(f"{name} is memoized, so its annotations must say what it returns: def {name}(…) -> int:")
        return Memoized(function, entries)

    return decorate
