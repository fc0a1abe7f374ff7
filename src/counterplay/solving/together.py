"""Several threads at once: they search for the same answer, and whoever has it first stops the others; or they share the work."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from ..errors import Stopped
from ..watch import Watch

PARTS: Final = 8
"""Work is divided into so many parts for each thread."""


def first_answer(search: Callable[[int], float], watches: Sequence[Watch]) -> float:
    """What the first of `search(0)`, `search(1)`, … returns that has an answer; search i hears of the end through watch i.

    `search(0)` runs in the calling thread, which hears Ctrl-C and keeps the clock. If it fails, all stop, and its error is raised; another
    thread's error is raised only if nobody has an answer.
    """
    answers: list[float] = []
    errors: list[BaseException] = []
    over = threading.Event()

    def end() -> None:
        over.set()
        for watch in watches:
            watch.stop()

    def work(number: int) -> None:
        try:
            answers.append(search(number))
            end()
        except Stopped:
            pass
        except BaseException as error:  # raised below, where the search was asked for
            errors.append(error)
            end()

    helpers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(1, len(watches))]
    for helper in helpers:
        helper.start()
    try:
        answers.append(search(0))
    except Stopped:
        if not over.is_set():
            raise
    finally:
        for helper in helpers:
            while helper.is_alive():
                end()
                helper.join(0.01)
    if not answers:
        raise errors[0]
    return answers[0]


def parts_of(begin: int, end: int, jobs: int) -> list[tuple[int, int]]:
    """The stretches into which work is divided: more than there are threads, because some take longer."""
    count = 1 if jobs == 1 else max(1, min(PARTS * jobs, end - begin))
    return [(begin + (end - begin) * part // count, begin + (end - begin) * (part + 1) // count) for part in range(count)]


def shared_out(work: Callable[[int, bool], None], pieces: int, jobs: int, stop: Callable[[], None]) -> None:
    """Do `work(piece, here)` for all pieces, in so many threads; whoever is free takes the next. `here`: not in the calling thread.

    The calling thread works, too: it hears Ctrl-C and tells of the progress. Where one fails, `stop` is called, and its error is raised.
    """
    left = iter(range(pieces))
    errors: list[BaseException] = []

    def take(here: bool) -> None:
        try:
            for piece in left:
                work(piece, here)
                if errors:
                    return
        except BaseException as error:  # raised below, where the work was asked for
            errors.append(error)
            stop()

    helpers = [threading.Thread(target=take, args=(True,), daemon=True) for _ in range(min(jobs, pieces) - 1)]
    try:
        for helper in helpers:
            helper.start()
        take(False)
        _wait_for(helpers)
    except BaseException as error:  # Ctrl-C while nobody worked here
        errors.append(error)
        stop()
        _wait_for(helpers)
    if errors:
        raise errors[0]


def _wait_for(helpers: Sequence[threading.Thread]) -> None:
    """Until all are done; a short while at a time, so that Ctrl-C is heard."""
    for helper in helpers:
        while helper.is_alive():
            helper.join(0.1)
