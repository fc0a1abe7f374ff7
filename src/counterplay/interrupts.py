"""Ctrl-C as the wish for an answer now: searches stop as they do when their time is up, and say what they have found.

Who asks for this is at the keyboard, so there is one wish for the whole process. A second Ctrl-C is an ordinary one.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from .errors import Stopped


class Wish(threading.Event):
    """Set while a search is to answer with what it has."""

    awaited = False
    """Whether it may come: only then somebody has to look out for it."""


ENOUGH: Final = Wish()


@contextmanager
def answers_when_interrupted() -> Iterator[threading.Event]:
    """Within this block the first Ctrl-C ends the time of every search; what is yielded is set from then on.

    A search that has found nothing by then cannot answer: that is a KeyboardInterrupt after all. So is the second Ctrl-C.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield threading.Event()  # signals are somebody else's
        return

    def hurry(number: int, frame: object) -> None:
        if ENOUGH.is_set():
            raise KeyboardInterrupt
        ENOUGH.set()

    before = signal.signal(signal.SIGINT, hurry)
    ENOUGH.awaited = True
    try:
        yield ENOUGH
    except Stopped as error:
        if ENOUGH.is_set():
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        ENOUGH.awaited = False
        ENOUGH.clear()
