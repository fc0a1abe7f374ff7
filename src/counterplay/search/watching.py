"""Who looks on while a search runs: `with watching(observer):` lets `observer(watch)` take the place of the usual watcher.

A search makes the watcher that it needs for its answer and hands `observed(watch)` to its kernel. Unless somebody is watching that is
the same watcher. `counterplay.trace` puts a recorder there, which passes every report on and writes it down: so the search that is
drawn is the search that runs, and no search has a parameter for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..watch import Watch

Observer = Callable[[Watch], Watch]
_observer: ContextVar[Observer | None] = ContextVar("observer", default=None)


@contextmanager
def watching(observer: Observer) -> Iterator[None]:
    """Within this block every search of this thread (run it with `compiled=False`) reports to what `observer` makes of its watcher."""
    token = _observer.set(observer)
    try:
        yield
    finally:
        _observer.reset(token)


def observed(watch: Watch) -> Watch:
    """The watcher to hand to a kernel: this one, or whoever stands before it."""
    observer = _observer.get()
    return watch if observer is None else observer(watch)
