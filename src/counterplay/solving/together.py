"""Several threads search for the same answer: whoever has it first stops the others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from ..errors import Stopped
from ..watch import Watch


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
