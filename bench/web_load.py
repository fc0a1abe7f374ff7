"""A hundred visitors of `counterplay serve` at once, each playing Connect Four or Othello at 0.1 s a move.

The server runs in a process of its own, over the loopback. It must lose no game, make no error, serve everyone, answer what needs no
search quickly meanwhile, and stay small.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .common.measure import Report, Row, options
from .start_up import environment

GAMES = ("connect_four", "othello")
MEDIAN_BAR, LATE_BAR, MEMORY_BAR = 0.1, 0.5, 1.5


class Client:
    """One visitor's connection: HTTP/1.1 with a cookie, as small as it can be, so that it is not the client that is measured."""

    def __init__(self, port: int):
        self.port, self.cookie = port, ""
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        if self.streams is None or self.streams[0].at_eof():  # the server closes a connection that was idle for long
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        reader, writer = self.streams
        content = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
        ]
        head = "\r\n".join([*lines, *([f"Cookie: {self.cookie}"] if self.cookie else []), "", ""])
        writer.write(head.encode() + content)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        status = int(lines[0].split()[1])
        length = 0
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        answer = json.loads(await reader.readexactly(length) or "null")
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer


@dataclass
class Visitor:
    """Plays one game after another and remembers every move that was confirmed."""

    number: int
    client: Client
    waits: list[float]
    """Of all visitors: how long requests took that need no search."""
    engine_waits: list[float] = field(default_factory=list)
    games: dict[str, list[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    async def quick(self, method: str, path: str, body: Any = None) -> Any:
        before = time.perf_counter()
        answer = await self.client.ask(method, path, body)
        self.waits.append(time.perf_counter() - before)
        return answer

    async def play(self, until: float) -> None:
        rng = random.Random(self.number)
        await asyncio.sleep(rng.random())
        try:
            while time.perf_counter() < until:
                await self.one_game(rng, until)
        except (RuntimeError, OSError, asyncio.IncompleteReadError, ValueError) as error:
            self.errors.append(str(error))

    async def one_game(self, rng: random.Random, until: float) -> None:
        name = GAMES[self.number % len(GAMES)]
        sides = [{"kind": "human"}, {"kind": "engine", "level": "full", "seconds": 0.1}]
        session = await self.quick("POST", "/api/sessions", {"game": name, "sides": sides})
        moves = self.games[session["id"]] = []
        view = await self.quick("POST", "/api/position", {"game": name})
        node = 0
        while not view["over"] and time.perf_counter() < until:
            path = f"/api/sessions/{session['id']}"
            if view["turn"] == 0:
                chosen = rng.choice(view["moves"])["move"]
                moved = await self.quick("POST", f"{path}/moves", {"node": node, "move": chosen})
            else:
                before = time.perf_counter()
                moved = await self.client.ask("POST", f"{path}/engine", {"node": node})
                self.engine_waits.append(time.perf_counter() - before)
            node, view = moved["node"]["number"], moved["view"]
            moves.append(moved["node"]["move"])

    async def lost(self) -> int:
        """How many confirmed moves the server does not know any more."""
        missing = 0
        for name, moves in self.games.items():
            session = await self.client.ask("GET", f"/api/sessions/{name}")
            kept = [node["move"] for node in session["nodes"][1:]]
            missing += kept[: len(moves)] != moves
        return missing


async def crowd(port: int, visitors: int, seconds: float) -> tuple[list[Visitor], list[float], int]:
    waits: list[float] = []
    everybody = [Visitor(number, Client(port), waits) for number in range(visitors)]
    until = time.perf_counter() + seconds
    await asyncio.gather(*(visitor.play(until) for visitor in everybody))
    lost = sum(await asyncio.gather(*(visitor.lost() for visitor in everybody if not visitor.errors)))
    return everybody, waits, lost


def peak_memory(process: int) -> float:
    """The most memory that a process has had, in GB; 0 where the system does not say."""
    try:
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1e6
    except OSError:
        pass
    return 0.0


def at(numbers: list[float], share: float) -> float:
    ordered = sorted(numbers) or [0.0]
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def warm(port: int) -> None:
    """Everything is compiled before the crowd comes: the first of all visitors have waited for that already."""

    async def until_ready() -> None:
        client = Client(port)
        for name in GAMES:
            sides = [{"kind": "engine", "level": "full", "seconds": 0.2}] * 2
            session = await client.ask("POST", "/api/sessions", {"game": name, "sides": sides})
            for _ in range(600):
                moved = await client.ask("POST", f"/api/sessions/{session['id']}/engine", {"node": 0})
                if moved["compiled"] and not (await client.ask("GET", "/api/status"))["compiling"]:
                    break

    asyncio.run(until_ready())


def main() -> None:
    parser = options(__doc__, rounds=1)
    parser.add_argument("--visitors", type=int, default=100, help="how many at once (default 100)")
    parser.add_argument("--seconds", type=float, default=60, help="for how long they play (default 60)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "counterplay",
            "serve",
            "--port",
            "0",
            "--no-browser",
            "--json",
            "--database",
            f"{folder}/games.sqlite",
        ]
        server = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = json.loads(server.stdout.readline())["port"]
            warm(port)
            everybody, waits, lost = asyncio.run(crowd(port, arguments.visitors, arguments.seconds))
            memory = peak_memory(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    errors = [error for visitor in everybody for error in visitor.errors]
    engine = [wait for visitor in everybody for wait in visitor.engine_waits]
    served = sum(1 for visitor in everybody if visitor.engine_waits)
    report = Report(f"{arguments.visitors} visitors for {arguments.seconds:g} s on {os.cpu_count()} cores, engine at 0.1 s a move")
    report.rows += [
        Row("errors", len(errors), "", bar=0, at_most=True, note="; ".join(errors[:3])),
        Row("games that lost a confirmed move", lost, "", bar=0, at_most=True),
        Row("visitors served", served, "", bar=arguments.visitors),
        Row("answers that need no search, median", at(waits, 0.5), "s", bar=MEDIAN_BAR, at_most=True, note=f"{len(waits):,} requests"),
        Row("answers that need no search, 99 %", at(waits, 0.99), "s", bar=LATE_BAR, at_most=True),
        Row("memory at most", memory, "GB", bar=MEMORY_BAR, at_most=True),
        Row("the engine's moves, median wait", at(engine, 0.5), "s", note=f"{len(engine):,} moves: everybody in turn"),
        Row("the engine's moves, longest wait", max(engine, default=0.0), "s"),
        Row("moves of the least served visitor", min(len(visitor.engine_waits) for visitor in everybody), ""),
    ]
    report.publish(arguments)


if __name__ == "__main__":
    main()
