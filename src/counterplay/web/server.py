"""The server itself: uvicorn around the application, on a socket that is bound already."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn

from . import bounds
from .app import create_app

SWITCH_SECONDS = 0.001
"""How long a thread that runs Python may keep others waiting: rules that do not compile hold up pages no longer than this."""


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]):
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def run(
    listening: socket.socket,
    games: list[str],
    database: Path | None,
    hosts: list[str],
    workers: int | None,
    matches: list[Path],
    policies: list[Path],
    programs: list[str],
    learned: list[Path],
    ready: Callable[[], None],
) -> None:
    """Serve until somebody stops it."""
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(games, database, hosts, workers, matches, policies, programs, learned)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=bounds.SOCKET_BYTES,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        limit_concurrency=2_000,
    )
    _Server(config, ready).run([listening])
