"""The workers of a match: so many processes, each with one game under way; what becomes of a game whose process crashes or hangs."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import IO, Any, Final

from ..errors import CounterplayError, UsageError
from .playing import Assignment, Ending, Move, Record, recorded

POLL_SECONDS: Final = 0.1
REHEARSAL_SECONDS: Final = 600.0
"""How long a worker may take to load, compile and try out its players; only a clock (`limit`) makes it matter."""


class Worker:
    """One process, as seen from outside."""

    def __init__(self, setup: dict[str, Any], mail: queue.SimpleQueue[tuple[Worker, dict[str, Any] | None]]):
        # A process of its own group: Ctrl-C is ours to handle, and whatever its players start ends with it.
        own_group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "counterplay.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            **own_group,
        )
        self.assignment: Assignment | None = None
        self.ready = False
        self.begun = self.since = time.monotonic()
        self.side: int | None = None
        """Whose turn it is in the game under way, since when."""
        self.moves: list[Move] = []
        assert self.process.stdout is not None
        threading.Thread(target=self._listen, args=(self.process.stdout, mail), daemon=True).start()
        self._send(setup)

    def _listen(self, pipe: IO[str], mail: queue.SimpleQueue[tuple[Worker, dict[str, Any] | None]]) -> None:
        with pipe:
            for line in pipe:
                if line.endswith("\n"):  # a process that was killed may leave half a line
                    mail.put((self, json.loads(line)))
        mail.put((self, None))

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # if it has gone, the end of its messages will tell
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()

    def play(self, assignment: Assignment) -> None:
        """Begin a game."""
        self.assignment, self.moves, self.side = assignment, [], None
        self.begun = self.since = time.monotonic()
        self._send(as_message(assignment))

    def hear(self, message: dict[str, Any]) -> None:
        """Remember how far the game under way has come."""
        if "thinks" in message:
            self.side, self.since = message["thinks"], time.monotonic()
        elif "move" in message:
            text, seconds = message["move"]
            self.moves.append(Move(text, seconds))
            self.side = None

    def end(self) -> int:
        """Kill it with everything it started; the exit code, negative for a signal."""
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        code = self.process.wait()
        with suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        return code


class Crew:
    """Plays games in several processes at once."""

    def __init__(self, game: str, players: tuple[str, str], limit: float | None, rehearsal: Assignment, games: int, jobs: int):
        self._setup = {"game": game, "players": players, "limit": limit, "games": games, "rehearse": as_message(rehearsal)}
        self._limit, self._jobs = limit, jobs
        self._mail: queue.SimpleQueue[tuple[Worker, dict[str, Any] | None]] = queue.SimpleQueue()
        self._workers: list[Worker] = []

    def play(self, assignments: Iterator[Assignment]) -> Iterator[Record | None]:
        """The games in the order in which they end; now and then None, so that whoever asks can look at the clock."""
        waiting = list(islice(assignments, self._jobs))
        wanted = len(waiting)
        if wanted:  # one first: what it compiles, the others find on disk
            self._workers.append(Worker(self._setup, self._mail))
        looked = time.monotonic()
        while waiting or any(worker.assignment for worker in self._workers):
            if not waiting:
                waiting.extend(islice(assignments, 1))
            if time.monotonic() - looked >= POLL_SECONDS:  # also while there is always mail
                looked = time.monotonic()
                yield from self._overdue()
                yield None
            try:
                worker, message = self._mail.get(timeout=POLL_SECONDS)
            except queue.Empty:
                continue
            if worker not in self._workers:
                continue  # its last words, after it was ended
            if message is None:
                yield from self._lost(worker, "")
            elif "broken" in message:
                raise (UsageError if message.get("usage") else CounterplayError)(message["broken"])
            elif "remark" in message:
                warnings.warn(message["remark"], stacklevel=2)
            elif "rehearsed" in message:
                worker.ready = True
                while len(self._workers) < wanted:
                    self._workers.append(Worker(self._setup, self._mail))
                self._next(worker, waiting)
            elif "ended" in message:
                assert worker.assignment is not None
                yield _record(worker.assignment, worker.moves, message["ended"])
                worker.assignment = None
                self._next(worker, waiting)
            else:
                worker.hear(message)

    def _next(self, worker: Worker, waiting: list[Assignment]) -> None:
        if waiting:
            worker.play(waiting.pop(0))

    def _overdue(self) -> Iterator[Record]:
        """End the workers whose player has long overstepped its time."""
        if self._limit is None:
            return
        now = time.monotonic()
        for worker in list(self._workers):
            if not worker.ready and now - worker.begun > REHEARSAL_SECONDS:
                raise CounterplayError(f"The players did not make a first move in {REHEARSAL_SECONDS:g} s.")
            if worker.side is not None and now - worker.since > 2 * self._limit + 1:
                yield from self._lost(worker, f"over time: no move after {now - worker.since:.1f} s, {self._limit:g} s allowed")

    def _lost(self, worker: Worker, why: str) -> Iterator[Record]:
        """A process is gone: whoever was thinking has lost that game, and another process takes its place."""
        code = worker.end()
        self._workers.remove(worker)
        if not worker.ready:
            raise CounterplayError(f"A worker ended with {_exit(code)} before it had played: the players crash at their first move.")
        if worker.assignment is not None:
            if worker.side is None:
                raise CounterplayError(
                    f"A worker ended with {_exit(code)} while nobody was thinking: the rules of the game crash, or a player that is told "
                    "of a new game."
                )
            ending = Ending(None, worker.side, why or f"crashed: its process ended with {_exit(code)}")
            yield recorded(worker.assignment, worker.moves, ending, time.monotonic() - worker.begun)
        self._workers.append(Worker(self._setup, self._mail))

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()


def as_message(assignment: Assignment) -> dict[str, Any]:
    """The line that tells a worker which game to play."""
    moves, position = assignment.opening
    return {"number": assignment.number, "moves": moves, "position": position, "seed": assignment.seed}


def _record(assignment: Assignment, moves: list[Move], ended: dict[str, Any]) -> Record:
    payoffs = None if ended["payoffs"] is None else (ended["payoffs"][0], ended["payoffs"][1])
    side = None if ended["failed"] is None else ended["failed"] ^ assignment.first
    return recorded(assignment, moves, Ending(payoffs, side, ended["reason"]), ended["seconds"])


def _exit(code: int) -> str:
    if code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"
