"""Matches on disk: one SQLite file a match, one row a game, written when the game ends.

A row is there whole or not at all, whatever ends the process that writes it (a write-ahead log, one statement a game). One process
plays a match at a time: it holds a lock on `FILE.lock` that the system releases however it ends. Anybody may read meanwhile.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from ..errors import CounterplayError, UsageError
from ..folders import data_folder
from ..locks import Lock
from .openings import Opening
from .playing import Move, Record

APPLICATION: Final = 0x43504D31
"""SQLite's mark of whose file it is: "CPM1"."""
COLUMNS: Final = "number, first, opening, position, moves, score, payoffs, failed, reason, seconds, ended"
SCHEMA: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,  -- from 1; an odd game and the next have the same opening, with sides exchanged
    first INTEGER NOT NULL,      -- the player, 0 or 1, who had the first side
    opening TEXT NOT NULL,       -- JSON: the moves that lead to the opening
    position TEXT NOT NULL,      -- the opening as the game writes positions
    moves TEXT NOT NULL,         -- JSON: [[move, seconds], …]; seconds are null where chance moved
    score REAL NOT NULL,         -- of player 0: 1, 0.5 or 0
    payoffs TEXT,                -- JSON: what the sides got by the rules; null where these did not end the game
    failed INTEGER,              -- the player who lost by an error, an illegal move or the clock
    reason TEXT NOT NULL,        -- why
    seconds REAL NOT NULL,
    ended TEXT NOT NULL          -- when, in UTC
);
PRAGMA application_id = {APPLICATION};
COMMIT;
"""


def matches_folder() -> Path:
    """Where `counterplay match` keeps its files unless it is told one."""
    return data_folder() / "matches"


class MatchFile:
    """The games of one match. `None` as path keeps them in memory alone."""

    def __init__(self, path: Path | None, *, reading: bool = False):
        self.path = path
        self._lock: Lock | None = None
        if path is not None and path.is_dir():
            raise UsageError(f"{path} is a folder; give the name of a file.")
        if reading and (path is None or not path.is_file()):
            raise UsageError(f"There is no file {path}.")
        try:
            if path is not None and not reading:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = Lock(
                    path.with_name(path.name + ".lock"),
                    f"{path} is being played by another process. Let it finish, or give another file; more jobs use more processors.",
                )
            self._connection = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
        except OSError as error:
            raise CounterplayError(f"{path} cannot be written: {error.strerror}.") from error
        except sqlite3.Error as error:
            raise CounterplayError(f"{path} cannot be opened: {error}.") from error
        try:
            self._verify(reading)
        except BaseException:
            self.close()
            raise

    def _verify(self, reading: bool) -> None:
        """Refuse what is not a match, or is damaged; make an empty file one."""
        with self._sentences("read"):
            ours = self._connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
            if not ours and (reading or self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]):
                raise UsageError(f"{self.path} is no file of a match: another program made it. Give another file.")
            problem = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if problem != "ok":
                raise CounterplayError(f"{self.path} is damaged ({problem}). Give another file; what can still be read, `replay` shows.")
        if reading:
            return
        with self._sentences("written"):
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing; a power cut perhaps the last games
            if not ours:
                self._connection.executescript(SCHEMA)

    # ── What was agreed on ──
    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the match: none where it has not begun."""
        with self._sentences("read"):
            return {name: json.loads(value) for name, value in self._connection.execute("SELECT name, value FROM settings")}

    def agree(self, settings: Mapping[str, Any]) -> None:
        """Write the settings into a new file; refuse those that are not the settings of the match in it."""
        wanted = json.loads(json.dumps(settings))
        kept = self.settings
        if not kept:
            rows = [(name, json.dumps(value)) for name, value in wanted.items()]
            with self._sentences("written"):
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)
                self._connection.execute("COMMIT")
            return
        before, now = compared(kept), compared(wanted)
        for name in {**before, **now}:
            if before.get(name) != now.get(name):
                raise UsageError(
                    f"{self.path} holds another match: {_difference(name, before.get(name), now.get(name))}. Give another file."
                )

    # ── Games ──
    def add(self, record: Record) -> None:
        """Keep a game."""
        row = (
            record.number,
            record.first,
            json.dumps(record.opening.moves),
            record.opening.position,
            json.dumps([(move.text, None if move.seconds is None else round(move.seconds, 6)) for move in record.moves]),
            record.score,
            None if record.payoffs is None else json.dumps(record.payoffs),
            record.failed,
            record.reason,
            round(record.seconds, 6),
            datetime.now(UTC).isoformat(timespec="seconds"),
        )
        with self._sentences("written"):
            self._connection.execute(f"INSERT OR IGNORE INTO games ({COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)

    def results(self) -> Iterator[tuple[int, float, int | None, str]]:
        """Number, score, who failed and why, of every game."""
        with self._sentences("read"):
            yield from self._connection.execute("SELECT number, score, failed, reason FROM games ORDER BY number")

    def times(self) -> tuple[str, str] | None:
        """When the first and when the last game ended, in UTC; None as long as none has."""
        with self._sentences("read"):
            first, last = self._connection.execute("SELECT min(ended), max(ended) FROM games").fetchone()
            return None if first is None else (first, last)

    def records(self, number: int | None = None, *, begin: int = 0, most: int = -1) -> Iterator[Record]:
        """All games, or the one with this number; `begin` leaves out those before, `most` those after so many."""
        which = ("number >= ?", begin) if number is None else ("number = ?", number)
        with self._sentences("read"):
            query = f"SELECT {COLUMNS} FROM games WHERE {which[0]} ORDER BY number LIMIT ?"
            for row in self._connection.execute(query, (which[1], most)):
                number, first, opening, position, moves, score, payoffs, failed, reason, seconds, _ = row
                got = None if payoffs is None else json.loads(payoffs)
                yield Record(
                    number=number,
                    first=first,
                    opening=Opening(tuple(json.loads(opening)), position),
                    moves=tuple(Move(text, took) for text, took in json.loads(moves)),
                    score=score,
                    payoffs=None if got is None else (got[0], got[1]),
                    failed=failed,
                    reason=reason,
                    seconds=seconds,
                )

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @contextmanager
    def _sentences(self, done: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError, TypeError, IndexError) as error:
            what = str(error)
            if "not a database" in what:
                raise UsageError(f"{self.path} is no file of a match. Give another file.") from error
            if done == "written":
                raise CounterplayError(
                    f"{self.path} cannot be written: {what}. The games before this are kept; the same command goes on from there."
                ) from error
            raise CounterplayError(f"{self.path} is damaged: {what}.") from error


def compared(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that make a match this one and no other; where the file of a game lies is only noted."""
    return {name: value for name, value in settings.items() if name != "made_from"}


def _difference(name: str, before: object, now: object) -> str:
    if name in ("rules", "code of the players"):
        return f"the {name} {'have' if name == 'rules' else 'has'} changed since"
    return f"its {name} {'are' if name in ('players', 'openings') else 'is'} {_short(before)}, not {_short(now)}"


def _short(value: object) -> str:
    text = "none" if value is None else " and ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 80 else text[:77] + "…"
