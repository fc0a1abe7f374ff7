"""The engine, made ready in the background: whatever must be loaded or compiled is, before anybody is told `readyok`.

All that takes long (compiling, searching, counting) is done here by one thread, one thing after the other, so that the door can go on
listening. This file and the door load nothing heavy at their top: `uci` is to be answered at once.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...errors import CounterplayError
from .options import Settings

if TYPE_CHECKING:
    from ...search.engine import Engine

MEGABYTE = 1 << 20


class Workshop:
    """One thread that works, and the engine it works with."""

    def __init__(self, tell: Callable[[str], None]):
        self._tell = tell
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._engine: Engine | None = None
        self._made_with = (0, 0)
        self._compiled: bool = True
        self.prepared = threading.Event()
        self.ready_since = 0.0
        """When it was prepared, by `time.monotonic`."""

    def do(self, job: Callable[[], None]) -> None:
        """Do this when everything before it is done; first of all the engine is made ready."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="workshop", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def close(self, seconds: float | None) -> None:
        """Do what is waiting and end; wait no longer than this for it (None: as long as it takes)."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(seconds)

    def engine(self, settings: Settings) -> Engine:
        """The engine, with a table and threads as the options say. Called by jobs."""
        wanted = settings.hash, settings.threads
        if self._engine is None or self._made_with != wanted:
            try:
                self._engine = self._made(*wanted)
            except (CounterplayError, OSError, MemoryError, ValueError) as error:
                if self._engine is None:
                    raise
                self._tell(f"info string Hash {wanted[0]} with {wanted[1]} threads cannot be had ({error}): it stays as it was")
            self._made_with = wanted
        return self._engine

    def interrupt(self) -> None:
        """Whatever the engine searches, it ends now."""
        if self._engine is not None:
            self._engine.stop()

    def forget(self) -> None:
        """Another game begins. Called by jobs."""
        if self._engine is not None:
            self._engine.take_memory()

    def _work(self) -> None:
        try:
            self._prepare()
        except Exception as error:  # whatever it is, somebody waits for readyok
            self._tell(f"info string {_line(error)}")
        self.ready_since = time.monotonic()
        self.prepared.set()
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as error:
                self._tell(f"info string {_line(error)}")

    def _prepare(self) -> None:
        from ...native import announcing, compiler  # noqa: F401  (loaded before a clock runs)
        from . import thinking  # noqa: F401

        announcing.announce = lambda message: self._tell(f"info string {message}")
        self.engine(Settings())

    def _made(self, megabytes: int, threads: int) -> Engine:
        """An engine that has searched once, so that its memory is there and its machine code is loaded."""
        from ...errors import UsageError
        from ...games.chess import Chess
        from ...search.engine import Engine

        game = Chess()
        made = Engine(game, threads=threads, memory=megabytes * MEGABYTE, compiled=self._compiled)
        try:
            first = game.initial()
            quiet = game.result(first, game.parse_action(first, "Nf3"))  # what was there before a pawn's move would not matter
            made.search(quiet, depth=1, earlier=[first])
            made.take_memory()
        except UsageError as error:
            if not self._compiled:
                raise
            self._tell(f"info string {error}")
            self._compiled = False
            return self._made(megabytes, threads)
        return made


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
