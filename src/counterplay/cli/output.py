"""How results reach people and programs: tables and sentences, or one JSON object; progress on standard error."""

from __future__ import annotations

import json
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ..game import Game
    from ..kernels import Progress

QUIET_SECONDS = 1.0
"""Nothing is shown of work that is done by then."""


@cache
def screen() -> Console:
    """Standard output, for people."""
    from rich.console import Console

    return Console(highlight=False)


@cache
def errors() -> Console:
    """Standard error, for complaints and progress."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def complain(sentence: str) -> None:
    """Say what went wrong."""
    from rich.text import Text

    errors().print(Text("counterplay: ", style="bold red") + Text(sentence), soft_wrap=True)


def say_json(answer: Mapping[str, Any]) -> None:
    """The one object that `--json` promises."""
    sys.stdout.write(json.dumps(_plain(answer), ensure_ascii=False, allow_nan=False) + "\n")
    sys.stdout.flush()


def _plain(value: Any) -> Any:
    """The value in JSON's own words; what has none (an infinite bound) becomes null, anything else its text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(entry) for entry in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value)


def show_facts(rows: Mapping[str, str]) -> None:
    """Names on the left, what they are on the right, long ones continued below themselves."""
    from rich.text import Text

    margin = max(map(len, rows)) + 2
    for name, value in rows.items():
        lines = Text(value).wrap(screen(), max(20, screen().width - margin)) if screen().is_terminal else [Text(value)]
        for row, line in enumerate(lines or [Text()]):
            line.rstrip()
            screen().print(Text("" if row else name, style="bold") + " " * (margin - (0 if row else len(name))) + line, soft_wrap=True)


def show_paragraphs(text: str) -> None:
    """Prose that was wrapped for an editor, wrapped for this screen; indented lines stay as they are."""
    for place, paragraph in enumerate(text.split("\n\n")):
        if place:
            screen().print()
        kept = "\n " in paragraph or paragraph.startswith(" ")
        screen().print(paragraph if kept else " ".join(paragraph.split()), markup=False)


def board(game: Game[Any, Any], state: Any, indent: str = "  ") -> None:
    """The position, as the game draws it: nothing wrapped, nothing coloured behind its back."""
    for line in game.text(state).splitlines():
        screen().print(indent + line, markup=False, highlight=False, soft_wrap=True)


def number(value: float) -> str:
    """A number as people write it: 0, 1.5, 549,946."""
    if math.isfinite(value) and value == int(value):
        return f"{int(value):,}"
    return f"{value:.4g}" if abs(value) < 1e6 else f"{value:,.0f}"


def a_second(count: float, seconds: float) -> str:
    """A speed: 5.2 million a second."""
    if seconds <= 0:
        return "–"
    speed = count / seconds
    if speed >= 1e6:
        return f"{speed / 1e6:.1f} million/s"
    return f"{speed:,.0f}/s"


def duration(seconds: float) -> str:
    """A time: 0.4 ms, 12 ms, 3.1 s."""
    if seconds < 0.01:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


class _Status:
    """The line on standard error while something is under way."""

    def __init__(self, what: str, advice: str, interrupt: str):
        self.what, self.interrupt = what, interrupt
        self.advice = f"; {advice}" if advice else ""
        self.started = time.monotonic()
        self.latest: Progress | None = None

    def hear(self, progress: Progress) -> None:
        """Called by the search, from whatever thread it likes; the next redraw shows it."""
        self.latest = progress

    def __rich__(self) -> Text:
        from rich.text import Text

        words, seconds = self.what, time.monotonic() - self.started
        if self.latest is not None:
            message, nodes, searched = self.latest
            words = self.what if message == "searching" else message
            words += f": {nodes:,} nodes, {a_second(nodes, searched)}" if nodes else ""
        line = Text(f"{words}, {seconds:.0f} s", no_wrap=True, overflow="ellipsis")
        return line.append(f"  (Ctrl-C {self.interrupt}{self.advice})", style="dim")


@contextmanager
def working(what: str, advice: str = "", interrupt: str = "stops") -> Iterator[Callable[[Progress], None]]:
    """Show that something is under way, should it take more than a second; yields what a search takes as `progress`.

    `interrupt` is what Ctrl-C does meanwhile.
    """
    status = _Status(what, advice, interrupt)
    if not sys.stderr.isatty():
        yield status.hear
        return
    from rich.live import Live
    from rich.spinner import Spinner

    live = Live(Spinner("dots", text=status), console=errors(), transient=True, refresh_per_second=8)
    finished, lock = threading.Event(), threading.Lock()

    def show_when_due() -> None:
        if not finished.wait(QUIET_SECONDS):
            with lock:
                if not finished.is_set():
                    live.start()

    waiter = threading.Thread(target=show_when_due, daemon=True)
    waiter.start()
    try:
        yield status.hear
    finally:
        finished.set()
        with lock:
            live.stop()
