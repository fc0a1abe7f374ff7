"""A lock that one process holds at a time, on a file of its own: the system releases it however the process ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from .errors import CounterplayError

LOOK_SECONDS: Final = 0.2
"""Whoever looks whether a lock is held has it for an instant: so long that is waited out."""


def is_held(path: Path) -> bool:
    """Whether a process holds the lock on this file now. One that was killed holds nothing, though its file is still there."""
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        return "locked" in str(error)
    return False


class Lock:
    """Held from the moment it is made, or refused with a sentence. SQLite has locks that work alike on every system.

    Raises `sqlite3.Error` where the file cannot be made.
    """

    def __init__(self, path: Path, refusal: str):
        self.path = path
        self._connection = sqlite3.connect(path, timeout=LOOK_SECONDS, isolation_level=None, check_same_thread=False)
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
