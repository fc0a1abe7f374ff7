"""What is said while somebody waits for machine code, without importing Numba: loading that is what takes long, too."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

SILENT_SECONDS = 1.0
"""What takes longer than this is said."""

announce: Callable[[str], None] | None = None
"""Who is told; the default writes a line to standard error."""


def say(message: str) -> None:
    """One line, to whoever is told."""
    if announce is not None:
        announce(message)
    elif sys.stderr is not None:  # a program without a console has none
        with suppress(ValueError, OSError):  # or it was closed
            sys.stderr.write(f"counterplay: {message}\n")


@contextmanager
def announced(message: str) -> Iterator[None]:
    """While something takes long, one line says what it is."""
    timer = threading.Timer(SILENT_SECONDS, say, (f"{message} …",))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _has_a_screen() -> bool:
    with suppress(AttributeError, ValueError):  # there is no standard error, or it was closed
        return sys.stderr.isatty()
    return False


@contextmanager
def announced_on_a_screen(message: str) -> Iterator[None]:
    """The same for what no log should keep, since every process does it: only somebody who looks at a terminal, or has asked, is told."""
    if announce is None and not _has_a_screen():
        yield
        return
    with announced(message):
        yield
