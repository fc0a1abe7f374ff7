"""A process that plays games: `python -m counterplay.arena.worker`. It is told which on standard input and reports every move.

Lines of JSON go both ways. First comes what to play: `game`, `players`, `limit`, `games` (how many), `rehearse` (one of them); then
one line a game. The worker answers with

    {"rehearsed": true}                    when it is ready
    {"thinks": side}  {"move": [text, seconds]}         while a game is played, so that whoever reads knows what was under way
    {"ended": {…}}                         the record of a game
    {"remark": text}                       a warning, for people
    {"broken": sentence, "usage": …}       nothing more can be played here

It is alone with its players: if one of them crashes or hangs, this process is what is lost. When its standard input ends (whoever
started it has gone, however suddenly) it leaves at once.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import warnings
from typing import IO, Any

from ..errors import CounterplayError, UsageError
from ..registry import load
from .openings import Opening
from .playing import Assignment, Move, said
from .table import Table


class Reporter:
    """The listener that writes to the pipe."""

    def __init__(self, pipe: IO[str]):
        self._pipe = pipe
        self._lock = threading.Lock()

    def send(self, **message: Any) -> None:
        """One line."""
        with self._lock:
            self._pipe.write(json.dumps(message) + "\n")
            self._pipe.flush()

    def thinks(self, side: int) -> None:
        """It is this side's turn."""
        self.send(thinks=side)

    def moves(self, move: Move) -> None:
        """A move was made."""
        self.send(move=move)


def main() -> None:
    """Play until nobody asks any more."""
    # What players print must not come between our lines: the pipe gets a number of its own, and printing goes to standard error.
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    reporter = Reporter(pipe)
    warnings.showwarning = lambda message, *where: reporter.send(remark=str(message))
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    setup = json.loads(lines.get())
    table: Table | None = None
    try:
        first, second = setup["players"]
        table = Table(load(setup["game"]), (first, second), setup["limit"])
        table.rehearse(_assignment(setup["rehearse"]), setup["games"])
        reporter.send(rehearsed=True)
        while True:
            record = table.play(_assignment(json.loads(lines.get())), reporter)
            reporter.send(ended={"payoffs": record.payoffs, "failed": record.failed, "reason": record.reason, "seconds": record.seconds})
    except CounterplayError as error:
        reporter.send(broken=str(error), usage=isinstance(error, UsageError))
    except BrokenPipeError:
        pass
    except Exception as error:
        reporter.send(broken=f"Something unexpected went wrong while a game was played: {said(error)}.")
    finally:
        if table is not None:
            table.close()


def _assignment(fields: dict[str, Any]) -> Assignment:
    return Assignment(fields["number"], Opening(tuple(fields["moves"]), fields["position"]), fields["seed"])


def _read(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
