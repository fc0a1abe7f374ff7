"""The curve of a run: what was measured on the way, in its folder, for whoever watches from another process.

`curve.jsonl` is a line of JSON that says what runs there, then one for every point: after how many games and how many seconds of work, and
what was found. A line is written at once, after the checkpoint: a process killed in between leaves a curve without that point, and one
that it left half is no point. A run that goes on after an interruption forgets the points behind its checkpoint: it comes to them again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ..whole_files import replace_file

CURVE: Final = "curve.jsonl"
MOST_BRACKETS: Final = 50
MOST: Final = 1e15
"""Greater numbers are damage."""


class Curve:
    """The curve of the run in this folder, which has played so many games; its process alone writes it."""

    def __init__(self, folder: Path, command: str, settings: dict[str, Any], games: int, clock: Callable[[], float] = time.monotonic):
        self._path, self._clock = folder / CURVE, clock
        self.points = [point for point in kept_curve(folder)[1] if point["games"] <= games]
        lines = [{"command": command, "settings": settings}, *self.points]
        replace_file(self._path, "".join(json.dumps(line) + "\n" for line in lines).encode())
        self._before = self.points[-1]["seconds"] if self.points else 0.0
        self._begun = clock()

    @property
    def seconds(self) -> float:
        """How long the run has worked, interruptions left out."""
        return float(self._before + self._clock() - self._begun)

    def add(self, games: int, **measured: Any) -> None:
        """Write down what was measured after so many games."""
        self.points.append({"games": games, "seconds": round(self.seconds, 3), **measured})
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self.points[-1]) + "\n")


def kept_curve(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What runs in a folder (nothing, where no curve is kept) and the points of its curve."""
    try:
        lines = (folder / CURVE).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}, []
    found = [line for line in map(_line, lines) if line is not None]
    head = next((line for line in found if "command" in line and isinstance(line.get("settings"), dict)), {})
    points = [line for line in found if all(is_number(line.get(name)) for name in ("games", "seconds"))]
    return head, points


def is_number(value: Any) -> bool:
    """Whether this is a number that can be drawn."""
    return type(value) in (int, float) and abs(value) < MOST


def _line(text: str) -> dict[str, Any] | None:
    if text.count("[") + text.count("{") > MOST_BRACKETS:  # damage: nothing here nests
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
