"""Games on disk (SQLite): a move is confirmed only after it is there, so that a server that is killed loses none.

One server owns a database: it locks the file for as long as it lives, and a second server is refused. The lock is the operating
system's, so it ends with the process, however that ends.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError
from . import bounds
from .refusals import Refusal

SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, visitor TEXT NOT NULL, game TEXT NOT NULL, parameters TEXT NOT NULL, start TEXT, sides TEXT NOT NULL,
    clock TEXT, current INTEGER NOT NULL, lost_on_time INTEGER, result TEXT, since REAL NOT NULL, created REAL NOT NULL,
    touched REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS sessions_of_a_visitor ON sessions (visitor, touched);
CREATE TABLE IF NOT EXISTS nodes (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, number INTEGER NOT NULL, parent INTEGER, move TEXT,
    player INTEGER, clocks TEXT, PRIMARY KEY (session, number)
) WITHOUT ROWID;
"""
VERSION = 1


class NodeRow(NamedTuple):
    """A position in the tree of a game; the root has no parent and no move."""

    number: int
    parent: int | None
    move: str | None
    player: int | None
    clocks: list[float] | None


class SessionRow(NamedTuple):
    """A game as it is kept, without its moves."""

    id: str
    visitor: str
    game: str
    parameters: dict[str, Any]
    start: str | None
    sides: list[dict[str, Any]]
    clock: dict[str, float] | None
    current: int
    lost_on_time: int | None
    result: str | None
    since: float
    created: float
    touched: float


COLUMNS = ", ".join(SessionRow._fields)


def usual_place() -> Path:
    """Where games are kept unless somebody says otherwise: `COUNTERPLAY_DATA`, or the usual place for data on this system."""
    chosen = os.environ.get("COUNTERPLAY_DATA")
    if chosen:
        return Path(chosen) / "games.sqlite"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "counterplay" / "games.sqlite"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/counterplay/games.sqlite"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "counterplay" / "games.sqlite"


class Store:
    """The database of one server."""

    def __init__(self, path: Path | None):
        """Open and lock it; None keeps everything in memory alone."""
        self._lock = threading.RLock()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path or ":memory:", timeout=0.5, isolation_level=None, check_same_thread=False)
            # The lock is taken with the first writing and kept. FULL: a confirmed move survives a power cut, too.
            for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._database.execute(f"PRAGMA {pragma}").fetchall()
            self._database.execute("BEGIN IMMEDIATE")
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            if version not in (0, VERSION):
                raise UsageError(f"{path} was written by another version of counterplay. Give another file with --database.")
            self._database.execute("COMMIT")
            self._database.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise UsageError(
                    f"Another counterplay serve has the games in {path} open. Stop that one, or give this one another file with --database."
                ) from error
            raise UsageError(f"The games cannot be kept in {path}: {error}. Give another file with --database.") from error
        except sqlite3.DatabaseError as error:
            raise UsageError(f"{path} is no database of games: {error}. Give another file with --database.") from error
        except OSError as error:
            raise UsageError(f"The games cannot be kept in {path}: {error.strerror}. Give another file with --database.") from error

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            self._database.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    # ── Games ──
    def create(
        self,
        visitor: str,
        game: str,
        parameters: dict[str, Any],
        start: str | None,
        sides: list[dict[str, Any]],
        clock: dict[str, float] | None,
        line: list[tuple[str, int]],
    ) -> str:
        """A new game in which these moves (and who made them) have been made; returns its name."""
        name, now = secrets.token_hex(8), time.time()
        with self._transaction() as database:
            (all_games,) = database.execute("SELECT count(*) FROM sessions").fetchone()
            (own,) = database.execute("SELECT count(*) FROM sessions WHERE visitor = ?", (visitor,)).fetchone()
            if own >= bounds.GAMES_OF_A_VISITOR or all_games >= bounds.GAMES:
                raise Refusal(429, f"{bounds.GAMES_OF_A_VISITOR:,} games are kept for a visitor, and they are full: delete some.")
            database.execute(
                f"INSERT INTO sessions ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?, ?)",
                (
                    name,
                    visitor,
                    game,
                    json.dumps(parameters),
                    start,
                    json.dumps(sides),
                    clock and json.dumps(clock),
                    len(line),
                    now,
                    now,
                    now,
                ),
            )
            clocks = None if clock is None else json.dumps([clock["seconds"]] * len(sides))
            nodes: list[tuple[Any, ...]] = [(name, 0, None, None, None, clocks)]
            nodes += [(name, number, number - 1, move, player, clocks) for number, (move, player) in enumerate(line, 1)]
            database.executemany("INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)", nodes)
        return name

    def session(self, visitor: str, name: str) -> SessionRow:
        """A game of this visitor."""
        with self._lock:
            row = self._database.execute(f"SELECT {COLUMNS} FROM sessions WHERE id = ? AND visitor = ?", (name, visitor)).fetchone()
        if row is None:
            raise Refusal(404, "There is no such game among yours.")
        return _session(row)

    def sessions(self, visitor: str) -> list[tuple[SessionRow, int]]:
        """The last games of a visitor, each with the number of its positions."""
        count = "(SELECT count(*) FROM nodes WHERE session = id)"
        with self._lock:
            rows = self._database.execute(
                f"SELECT {COLUMNS}, {count} FROM sessions WHERE visitor = ? ORDER BY touched DESC LIMIT ?", (visitor, bounds.LISTED_GAMES)
            ).fetchall()
        return [(_session(row[:-1]), row[-1]) for row in rows]

    def delete(self, visitor: str, name: str) -> None:
        """Forget a game."""
        self.session(visitor, name)
        with self._transaction() as database:
            database.execute("DELETE FROM sessions WHERE id = ? AND visitor = ?", (name, visitor))

    def change(self, name: str, **columns: Any) -> None:
        """Set some of `current`, `sides`, `since`, `result`, `lost_on_time`."""
        assert set(columns) <= {"current", "sides", "since", "result", "lost_on_time"}
        values = {word: json.dumps(value) if word == "sides" else value for word, value in columns.items()}
        settings = ", ".join(f"{word} = :{word}" for word in values)
        with self._transaction() as database:
            database.execute(f"UPDATE sessions SET {settings}, touched = :now WHERE id = :id", {**values, "now": time.time(), "id": name})

    # ── Positions ──
    def nodes(self, name: str) -> list[NodeRow]:
        """The tree of a game in the order in which it grew."""
        with self._lock:
            rows = self._database.execute(
                "SELECT number, parent, move, player, clocks FROM nodes WHERE session = ? ORDER BY number", (name,)
            )
            return [_node(row) for row in rows]

    def add(self, name: str, parent: int, move: str, player: int, clocks: list[float] | None, result: str | None) -> NodeRow:
        """The position after a move, made unless it is there; from now on it is the current one. On disk when this returns."""
        now = time.time()
        with self._transaction() as database:
            known = database.execute(
                "SELECT number, parent, move, player, clocks FROM nodes WHERE session = ? AND parent = ? AND move = ?", (name, parent, move)
            ).fetchone()
            if known is None:
                (number,) = database.execute("SELECT max(number) + 1 FROM nodes WHERE session = ?", (name,)).fetchone()
                if number is None:
                    raise Refusal(404, "There is no such game among yours.")
                if number >= bounds.NODES:
                    raise Refusal(429, f"A game keeps {bounds.NODES:,} positions, and this one has them: start a new one from here.")
                known = (number, parent, move, player, None if clocks is None else json.dumps(clocks))
                database.execute("INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)", (name, *known))
            database.execute(
                "UPDATE sessions SET current = ?, result = coalesce(?, result), since = ?, touched = ? WHERE id = ?",
                (known[0], result, now, now, name),
            )
        return _node(known)


def _session(row: tuple[Any, ...]) -> SessionRow:
    fields = dict(zip(SessionRow._fields, row, strict=True))
    for word in ("parameters", "sides", "clock"):
        fields[word] = None if fields[word] is None else json.loads(fields[word])
    return SessionRow(**fields)


def _node(row: tuple[Any, ...]) -> NodeRow:
    number, parent, move, player, clocks = row
    return NodeRow(number, parent, move, player, None if clocks is None else json.loads(clocks))
