"""A run as its folder tells it to whoever watches from another process: what learns there, how far it is, its curve, its generations.

Nothing is written, and nothing in a folder is run: settings and curves are JSON, generations are numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from ..locks import is_held
from .checkpoints import BEFORE, LAST, LOCK, holds_run, intact
from .curves import CURVE, kept_curve

Kind = Literal["policy", "network", "patterns", "features"]
State = Literal["running", "done", "stopped", "damaged"]
MOST_RUNS: Final = 200
"""So many runs of a folder are looked at."""


class Kept(NamedTuple):
    """What had been learned by then: a file that plays."""

    path: Path
    number: int
    """Of the generation or the round; of a network that is kept now and then, the games."""
    games: int
    seconds: float | None
    """The work until then, where that was written down."""


class Run(NamedTuple):
    """A run that goes on, has ended or was stopped."""

    folder: Path
    command: str
    """`learn` or `zero`."""
    kind: Kind
    game: str
    """The game with its parameters."""
    settings: dict[str, Any]
    games: int
    goal: int
    """How many games it will have played when it is done."""
    state: State
    problem: str | None
    """What is wrong with its files, in a sentence."""
    points: list[dict[str, Any]]
    """Its curve (see `curves`)."""
    generations: list[Kept]
    written: float
    """When it was last written to, in seconds since 1970."""

    @property
    def seconds(self) -> float | None:
        """How long it had worked when its last point was written."""
        return self.points[-1]["seconds"] if self.points else None


def runs_in(folder: Path) -> Iterator[Path]:
    """The runs that a folder holds: itself, or those among its folders."""
    if is_run(folder):
        yield folder
        return
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return
    yield from [path for path in inside if is_run(path)][:MOST_RUNS]


def is_run(folder: Path) -> bool:
    """Whether something learns or has learned here, and may be looked at; a name that no page could show is not."""
    try:
        folder.name.encode()
        return (folder / CURVE).is_file() or holds_run(folder)
    except (OSError, UnicodeEncodeError):
        return False


def read_run(folder: Path) -> Run | None:
    """What a folder tells; None where it tells nothing that a run would."""
    head, points = kept_curve(folder)
    facts, problem = _checkpoint(folder)
    command, settings = str(facts.get("command") or head.get("command") or "learn"), facts.get("settings") or head.get("settings")
    if not isinstance(settings, dict) or not isinstance(settings.get("game"), str):
        return None
    try:
        zero = command == "zero"
        goal = int(settings["games"]) * int(settings.get("generations") or settings.get("rounds") or 1)
        if not points and zero:  # a run of the time before there were curves
            points = _history(facts.get("history", []))
        of_features = not zero and "rounds" in settings
        games = max([int(facts.get("games", 0)), *(int(point["games"]) for point in points)])
        kind: Kind = "policy" if zero else "features" if of_features else "network" if settings.get("hidden") else "patterns"
        generations = list(_generations(folder, kind, settings, points))
        done = len(generations) >= int(settings["generations"]) if zero else games >= goal
    except (ValueError, TypeError, LookupError, OverflowError):
        return None
    held = is_held(folder / LOCK)
    broken = problem is not None and not facts
    state: State = "running" if held else "done" if done and not broken else "damaged" if broken else "stopped"
    return Run(folder, command, kind, settings["game"], settings, games, goal, state, problem, points, generations, _written(folder))


def _written(folder: Path) -> float:
    """When something was last written: files come and go while a run goes on."""
    found = [0.0]
    for name in (CURVE, LAST, BEFORE):
        with suppress(OSError):
            found.append((folder / name).stat().st_mtime)
    return max(found)


def _checkpoint(folder: Path) -> tuple[dict[str, Any], str | None]:
    """What the last intact checkpoint says (nothing, where there is none), and what is wrong with them."""
    there = [name for name in (LAST, BEFORE) if (folder / name).is_file()]
    for name in there:
        content = intact(folder / name)
        if content is not None:
            length = int.from_bytes(content[:8], "little")
            try:
                facts = json.loads(content[8 : 8 + length])
            except ValueError:
                continue
            if not isinstance(facts, dict):
                continue
            damaged = name != there[0]
            return facts, "The last checkpoint is damaged: the run goes on from the one before." if damaged else None
    return {}, "Its checkpoints are damaged: it cannot go on. What it kept of its generations can still be played." if there else None


def _history(rows: list[list[Any]]) -> list[dict[str, Any]]:
    """The generations in a checkpoint of `zero` as points; nobody wrote down when."""
    names = ("number", "games", "positions", "value_loss", "policy_loss", "gate", "promoted")
    points, games = [], 0
    for row in rows:
        point = dict(zip(names, row, strict=True))
        games += int(point["games"])
        points.append({**point, "games": games, "seconds": None})
    return points


def _generations(folder: Path, kind: Kind, settings: dict[str, Any], points: list[dict[str, Any]]) -> Iterator[Kept]:
    """The files of the generations, the first one first."""
    seconds = {int(point["games"]): point["seconds"] for point in points}
    played = {int(point["number"]): int(point["games"]) for point in points if "number" in point}
    for path in sorted((folder / "generations").glob("*.json" if kind == "features" else "*.npz")):
        if not path.stem.isdigit():
            continue
        number = int(path.stem)
        usual = number * int(settings["games"])
        games = played.get(number, usual) if kind == "policy" else usual if kind == "features" else number
        yield Kept(path, number, games, seconds.get(games))


def told(kept: Kept, kind: Kind) -> str:
    """What a generation had learned by then: "generation 5: after 2,500 games, 3 min"."""
    words = {"policy": f"generation {kept.number}: ", "features": f"round {kept.number}: "}.get(kind, "")
    return f"{words}after {kept.games:,} games" + ("" if kept.seconds is None else f", {working_time(kept.seconds)}")


def working_time(seconds: float, minutes: str = "min", hours: str = "h") -> str:
    """A time in short.

    >>> working_time(40), working_time(185), working_time(12_600), working_time(185, "minutes")
    ('40 s', '3 min', '3.5 h', '3 minutes')
    """
    if not isfinite(seconds):
        return "?"
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} {minutes}" if seconds < 5400 else f"{seconds / 3600:.1f} {hours}"
