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
    """Keep the newest results of a function whose result depends on its arguments alone: compiled, as many as there are `entries`, each in
    the place that a hash of its arguments says; arguments are compared whole, and threads may share it.

    It is a function of a module, takes numbers, sets of bits and tuples of them in their order, and its annotations say what it returns
    (the same, or a `Vector`).
    Worth it where it takes some hundred instructions and is mostly asked the same again. Each search has results of its own.

    >>> from counterplay import Bits, memoized, popcount
    >>> @memoized(1024)
    ... def doubled(pawns: Bits) -> int:
    ...     return popcount(pawns & pawns >> 8)
    >>> doubled(0b1_00000001)
    1
    """
    if type(entries) is not int or not 1 <= entries <= MOST_ENTRIES:
        raise UsageError(f"memoized({entries!r}): the number of results to keep is an int from 1 to {MOST_ENTRIES:,}.")

    def decorate(function: Callable[..., Any]) -> Memoized:
        if not isinstance(function, FunctionType):
            raise UsageError(f"memoized({entries}) is written above a function, not above {function!r:.60}.")
        name, within = function.__name__, function.__qualname__.rpartition(".")[0]
        if within and not within.endswith("<locals>"):
            raise UsageError(f"{function.__qualname__} is memoized, so it must be a function of the module, not a method.")
        kinds = {one.kind for one in inspect.signature(function).parameters.values()}
        if kinds - {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY} or not kinds:
            raise UsageError(f"{name} is memoized, so it must have arguments, all of them given in their order: def {name}(x, y) -> int:")
        if "return" not in inspect.get_annotations(function):
            raise UsageError(f"{name} is memoized, so its annotations must say what it returns: def {name}(…) -> int:")
        return Memoized(function, entries)

    return decorate
