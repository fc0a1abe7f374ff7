"""A lock that one process holds at a time, on a file of its own: the system releases it however the process ends."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from .errors import CounterplayError


class Lock:
    """Held from the moment it is made, or refused with a sentence. SQLite has locks that work alike on every system.

    Raises `sqlite3.Error` where the file cannot be made.
    """

    def __init__(self, path: Path, refusal: str):
        self.path = path
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if "locked" not in str(error):
                raise
            raise CounterplayError(refusal) from error

    def release(self) -> None:
        """Let others have it. The file goes first, while nobody else can hold it."""
        with suppress(OSError):
            self.path.unlink()
        self._connection.close()

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()
