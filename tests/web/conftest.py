"""One server for all tests of the web that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from tests.web.serving import COUNTDOWN, GAMES, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not stop it."""
    names = [f"{GAMES}:Advance", COUNTDOWN, f"{GAMES}:Dice"]
    started = Server(tmp_path_factory.mktemp("web") / "games.sqlite", *names)
    yield started
    started.stop()


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    """A visitor with a cookie of their own."""
    with server.client() as one:
        yield one
