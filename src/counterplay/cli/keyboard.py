"""The keyboard and the screen of somebody who answers questions: a terminal, or a pipe."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .output import errors, screen

if TYPE_CHECKING:
    from rich.console import Console


class Keyboard:
    """Where answers come from and everything is shown: a terminal, or a pipe."""

    def __init__(self, on_stderr: bool = False):
        self.console: Console = errors() if on_stderr else screen()
        self._typed = sys.stdin.isatty() and not on_stderr
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history)
        elif hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def ask(self, prompt: str) -> str:
        """The next line; EOFError when there is none."""
        if self._typed:
            return input(prompt).strip()
        self.console.print(prompt, end="", markup=False, soft_wrap=True)
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise EOFError
        if not sys.stdin.isatty():
            self.console.print(line.strip(), markup=False, soft_wrap=True)
        return line.strip()

    def say(self, text: str, style: str = "") -> None:
        """A sentence or a few, wrapped to the width of a terminal."""
        self.console.print(text, style=style, markup=False, soft_wrap=not self.console.is_terminal)

    def draw(self, text: str) -> None:
        """Lines exactly as they are: a board, a command to copy."""
        self.console.print(text, markup=False, soft_wrap=True)


@contextlib.contextmanager
def single_keys() -> Iterator[Iterator[str]]:
    """Within this block the terminal hands over every key at once, without showing it: "q", or "\\x1b[C" for an arrow."""
    if sys.platform == "win32":
        yield _windows_keys()
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    usual = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)  # for the whole time, not key by key: what is typed while something is drawn must not be lost
    try:
        yield _unix_keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, usual)


def _unix_keys(terminal: int) -> Iterator[str]:
    while typed := os.read(terminal, 1000):
        yield from re.findall(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|.", typed.decode(errors="replace"), re.DOTALL)


def _windows_keys() -> Iterator[str]:
    import click

    while True:
        try:
            yield click.getchar()
        except EOFError:
            return
