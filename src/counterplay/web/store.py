"""Games on disk (SQLite): a move is confirmed only after it is there, so that a server that is killed loses none.

Who writes waits until it is on disk, and waiting is the same for one and for many: what comes together is committed together.

One server owns a database: it locks the file for as long as it lives, and a second server is refused. The lock is the operating
system's, so it ends with the process, however that ends.
"""

from __future__ import annotations

import json
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError
from ..folders import data_folder
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
TOGETHER = 100
"""How many works are committed at once at most."""
Work = Callable[[sqlite3.Connection], Any]


class NodeRow(NamedTuple):
    """A position in the tree of a game; the root has no parent and no move."""

    number: int
    parent: int | None
    move: str | None
    player: int | None
    clocks: list[float] | None


NO_SUCH_GAME = "There is no such game among yours."
Standing = tuple[int, float]
"""At which position a game stands, and since when: that tells whether anything happened."""


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
    """Where games are kept unless somebody says otherwise: beside the matches."""
    return data_folder() / "games.sqlite"


class Store:
    """The database of one server."""

    def __init__(self, path: Path | None):
        """Open and lock it; None keeps everything in memory alone."""
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

        self._works: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Finish what was asked for, and let go of the database."""
        self._works.put(None)
        self._writer.join()
        self._database.close()

    def _read(self, question: str, *values: Any) -> list[Any]:
        return self._database.execute(question, values).fetchall()

    def _write(self, work: Work) -> Any:
        """What `work(database)` returns, when it is on disk."""
        done: Future[Any] = Future()
        self._works.put((work, done))
        return done.result()

    def _write_all(self) -> None:
        """In a thread of its own: take all works that wait, do them in one transaction, then tell everybody."""
        while (first := self._works.get()) is not None:
            works, last = [first], False
            while len(works) < TOGETHER and not self._works.empty():
                if (more := self._works.get()) is None:
                    last = True
                    break
                works.append(more)
            self._commit(works)
            if last:
                return

    def _commit(self, works: list[tuple[Work, Future[Any]]]) -> None:
        finished: list[tuple[Future[Any], Any]] = []
        try:
            self._database.execute("BEGIN IMMEDIATE")
            for work, done in works:
                self._database.execute("SAVEPOINT work")
                try:
                    finished.append((done, work(self._database)))
                except BaseException as error:
                    self._database.execute("ROLLBACK TO work")
                    done.set_exception(error)
                self._database.execute("RELEASE work")
            self._database.execute("COMMIT")
        except sqlite3.Error as error:  # the disk is full, or gone
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            for _, done in works:
                if not done.done():
                    done.set_exception(Refusal(429, f"The game cannot be kept on disk: {error}."))
            return
        for done, value in finished:
            done.set_result(value)

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

        def work(database: sqlite3.Connection) -> None:
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

        self._write(work)
        return name

    def session(self, visitor: str, name: str) -> SessionRow:
        """A game of this visitor."""
        rows = self._read(f"SELECT {COLUMNS} FROM sessions WHERE id = ? AND visitor = ?", name, visitor)
        if not rows:
            raise Refusal(404, NO_SUCH_GAME)
        return _session(rows[0])

    def sessions(self, visitor: str) -> list[tuple[SessionRow, int]]:
        """The last games of a visitor, each with the number of its positions."""
        count = "(SELECT count(*) FROM nodes WHERE session = id)"
        rows = self._read(
            f"SELECT {COLUMNS}, {count} FROM sessions WHERE visitor = ? ORDER BY touched DESC LIMIT ?", visitor, bounds.LISTED_GAMES
        )
        return [(_session(row[:-1]), row[-1]) for row in rows]

    def delete(self, visitor: str, name: str) -> None:
        """Forget a game."""
        self.session(visitor, name)
        self._write(lambda database: database.execute("DELETE FROM sessions WHERE id = ? AND visitor = ?", (name, visitor)))

    def change(self, name: str, **columns: Any) -> None:
        """Set some of `current`, `sides`, `since`, `result`, `lost_on_time`."""
        assert set(columns) <= {"current", "sides", "since", "result", "lost_on_time"}
        values = {word: json.dumps(value) if word == "sides" else value for word, value in columns.items()}
        settings = ", ".join(f"{word} = :{word}" for word in values)
        values |= {"now": time.time(), "id": name}
        self._write(lambda database: database.execute(f"UPDATE sessions SET {settings}, touched = :now WHERE id = :id", values))

    def require_standing(self, name: str, standing: Standing) -> None:
        """Refuse if a game stands no longer where it stood."""
        _require_standing(self._database, name, standing)

    # ── Positions ──
    def nodes(self, name: str) -> list[NodeRow]:
        """The tree of a game in the order in which it grew."""
        question = "SELECT number, parent, move, player, clocks FROM nodes WHERE session = ? ORDER BY number"
        return [_node(row) for row in self._read(question, name)]

    def add(
        self,
        name: str,
        parent: int,
        move: str,
        player: int,
        clocks: list[float] | None,
        result: str | None,
        standing: Standing | None = None,
    ) -> NodeRow:
        """The position after a move, made unless it is there; from now on it is the current one. On disk when this returns. With
        `standing`, refused if that is not the current position any more: whoever thought about the move was overtaken."""
        now = time.time()

        def work(database: sqlite3.Connection) -> NodeRow:
            if standing is not None:
                _require_standing(database, name, standing)
            known = database.execute(
                "SELECT number, parent, move, player, clocks FROM nodes WHERE session = ? AND parent = ? AND move = ?", (name, parent, move)
            ).fetchone()
            if known is None:
                (number,) = database.execute("SELECT max(number) + 1 FROM nodes WHERE session = ?", (name,)).fetchone()
                if number is None:
                    raise Refusal(404, NO_SUCH_GAME)
                if number >= bounds.NODES:
                    raise Refusal(429, f"A game keeps {bounds.NODES:,} positions, and this one has them: start a new one from here.")
                known = (number, parent, move, player, None if clocks is None else json.dumps(clocks))
                database.execute("INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)", (name, *known))
            database.execute(
                "UPDATE sessions SET current = ?, result = coalesce(?, result), since = ?, touched = ? WHERE id = ?",
                (known[0], result, now, now, name),
            )
            return _node(known)

        node: NodeRow = self._write(work)
        return node


def _require_standing(database: sqlite3.Connection, name: str, standing: Standing) -> None:
    row = database.execute("SELECT current, since FROM sessions WHERE id = ?", (name,)).fetchone()
    if row is None:
        raise Refusal(404, NO_SUCH_GAME)
    if row != standing:
        raise Refusal(409, "The game went on elsewhere while the engine thought.")


def _session(row: tuple[Any, ...]) -> SessionRow:
    fields = dict(zip(SessionRow._fields, row, strict=True))
    for word in ("parameters", "sides", "clock"):
        fields[word] = None if fields[word] is None else json.loads(fields[word])
    return SessionRow(**fields)


def _node(row: tuple[Any, ...]) -> NodeRow:
    number, parent, move, player, clocks = row
    return NodeRow(number, parent, move, player, None if clocks is None else json.loads(clocks))
