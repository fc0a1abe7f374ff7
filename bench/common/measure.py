"""Honest numbers: contestants take turns, the best round of each counts, and the table says on what machine.

Other programs on a shared machine can only make a round slower, never quicker: so the best of several rounds is the least disturbed
one, and taking turns (us, peer, us, peer, …) spreads whatever disturbs over all contestants alike.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import counterplay

Contestant = Callable[[], int]
"""Does its work once and returns how much that was: nodes, simulations."""


class Measured(NamedTuple):
    """What a contestant did: so much work in each round, so much a second in its best."""

    rate: float
    work: int


def best_rates(contestants: dict[str, Contestant], rounds: int) -> dict[str, Measured]:
    """Work per second of processor time for each contestant, in its best round.

    Processor time, that of all threads of this process: what others take of the machine does not count against anybody.
    """
    best = dict.fromkeys(contestants, Measured(0.0, 0))
    for _ in range(rounds):
        for name, contestant in contestants.items():
            before = time.process_time()
            work = contestant()
            best[name] = max(best[name], Measured(work / (time.process_time() - before), work))
    return best


def median(numbers: Iterable[float]) -> float:
    """The middle one."""
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]


@dataclass
class Row:
    """One line of a table. `ratio` is ours over theirs, `bar` what it is held to be at least (`at_most`: at most)."""

    what: str
    value: float
    unit: str
    version: str = ""
    ratio: float | None = None
    bar: float | None = None
    at_most: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bar is cleared; None where there is none."""
        if self.bar is None:
            return None
        measured = self.value if self.ratio is None else self.ratio
        return measured <= self.bar if self.at_most else measured >= self.bar


@dataclass
class Report:
    """What a benchmark found out."""

    title: str
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        rows = [{**asdict(row), "met": row.met} for row in self.rows]
        return {"benchmark": self.title, "machine": machine(), "rows": rows, "notes": self.notes}

    def publish(self, arguments: argparse.Namespace) -> None:
        """Print the table, or write JSON where --json says; a missed bar makes the exit code 1."""
        if arguments.json == "-":
            print(json.dumps(self.as_dict(), indent=2))
        else:
            self._print()
            if arguments.json is not None:
                Path(arguments.json).write_text(json.dumps(self.as_dict(), indent=2) + "\n", encoding="utf-8")
        if any(row.met is False for row in self.rows):
            sys.exit(1)

    def _print(self) -> None:
        from rich.console import Console
        from rich.table import Table

        table = Table(title=self.title, caption=machine_line(), caption_justify="left", title_justify="left")
        for heading, side in (("", "left"), ("version", "left"), ("measured", "right"), ("ratio", "right"), ("bar", "right"), ("", "left")):
            table.add_column(heading, justify=side)  # type: ignore[arg-type]
        for row in self.rows:
            sign = "≤" if row.at_most else "≥"
            bar = "" if row.bar is None else f"{sign} {readable(row.bar, row.unit) if row.ratio is None else f'{row.bar:,g}x'}"
            verdict = {None: "", True: "met", False: "[bold red]missed[/]"}[row.met]
            words = [verdict, row.note]
            ratio = "" if row.ratio is None else f"{row.ratio:,.2f}x" if row.ratio < 100 else f"{row.ratio:,.0f}x"
            table.add_row(row.what, row.version, readable(row.value, row.unit), ratio, bar, "; ".join(word for word in words if word))
        console = Console(width=None if sys.stdout.isatty() else 150)
        console.print(table)
        for note in self.notes:
            console.print(note, highlight=False, markup=False)


def readable(value: float, unit: str) -> str:
    """A number with its unit as people write it: `127.1 M nodes/s`, `0.083 s`."""
    if unit == "s":
        return f"{value:.3f} s"
    if unit == "ms":
        return f"{value:,.3g} ms" if value < 100 else f"{value:,.0f} ms"
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:,.1f} {letter} {unit}"
    return f"{value:,.1f} {unit}"


def machine() -> dict[str, str | int | None]:
    """Where this was measured."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": installed("numba"),
        "counterplay": counterplay.__version__,
    }


def machine_line() -> str:
    """The same in one line."""
    facts = machine()
    return (
        f"{facts['processor']}, {facts['cores']} cores, {facts['system']}; "
        f"Python {facts['python']}, Numba {facts['numba']}, counterplay {facts['counterplay']}"
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def installed(package: str) -> str | None:
    """The version of an installed package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def options(description: str | None, rounds: int) -> argparse.ArgumentParser:
    """The options that all benchmarks have."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument(
        "--rounds", type=positive, default=rounds, help=f"how often everyone takes a turn; the best counts (default {rounds})"
    )
    parser.add_argument(
        "--json", nargs="?", const="-", metavar="FILE", help="write JSON to FILE; without FILE to standard output, instead of the table"
    )
    return parser


def positive(text: str) -> int:
    """A whole number from 1 on, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number
