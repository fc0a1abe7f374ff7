"""A real server in a process of its own, as people start it, and a visit with a real browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[2]
GAMES = Path(__file__).with_name("small_games.py")
COUNTDOWN = f"{ROOT / 'tests/countdown.py'}:Countdown"


class Server:
    """`counterplay serve` with these games and this database."""

    def __init__(self, database: Path, *games: str, more: tuple[str, ...] = ()):
        command = [
            sys.executable,
            "-m",
            "counterplay",
            "serve",
            *games,
            "--port",
            "0",
            "--no-browser",
            "--json",
            "--database",
            str(database),
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self.process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        assert self.process.stdout is not None
        said = json.loads(self.process.stdout.readline() or "{}")
        assert "url" in said, said
        self.url: str = said["url"].rstrip("/")

    def client(self) -> httpx.Client:
        """A visitor."""
        return httpx.Client(base_url=self.url, timeout=180)

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Visit:
    """A page in a browser profile of its own, and everything that went wrong on it: errors, and requests that leave this machine."""

    def __init__(self, browser: Any, server: Server, width: int = 1280, height: int = 800, scheme: str = "light"):
        self.server, self.problems = server, []
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.page.set_default_timeout(90_000)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", self._see)

    problems: list[str]

    def _hear(self, message: Any) -> None:
        # The browser remarks on every refusal of the server; the page tells people what to do about it.
        if message.type in ("error", "warning") and "status of 4" not in message.text:
            self.problems.append(message.text)

    def _see(self, request: Any) -> None:
        if not request.url.startswith((self.server.url, "data:", "blob:")):
            self.problems.append(f"a request left this machine: {request.url}")

    def open(self, path: str) -> Visit:
        self.page.goto(path if path.startswith("http") else self.server.url + path)
        if "/play/" in path and "chess" not in path:
            self.page.wait_for_selector("#board .drawn")
        return self

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector)).strip()

    def moves(self) -> list[str]:
        return [str(text) for text in self.page.locator("#moves > .row > button.move").all_inner_texts()]

    def wait(self, what: str, seconds: float = 90) -> None:
        """Until a JavaScript expression holds. (Playwright's own way evaluates text within the page, which its policy forbids.)"""
        end = time.monotonic() + seconds
        while not self.page.evaluate(what):
            assert time.monotonic() < end, f"{what}; the page says: {self.page.inner_text('body')}"
            self.page.wait_for_timeout(20)

    def wait_for_moves(self, number: int) -> None:
        self.wait(f"document.querySelectorAll('#moves > .row > button.move').length === {number}")

    def play(self, move: str) -> None:
        """Click on a place of the board, as soon as it can be clicked."""
        self.page.click(f'#board [data-place="{move}"]')

    def close(self) -> None:
        self.context.close()
        assert self.problems == []


def until(what: Any, seconds: float = 90) -> Any:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not (found := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return found
