"""The keyboard and the screen of somebody who answers questions: a terminal, or a pipe."""

from __future__ import annotations

import contextlib
import sys
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
