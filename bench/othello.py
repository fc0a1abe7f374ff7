"""Othello: exact endgames beside Edax, positions with known scores, and the speed of the rules."""

from __future__ import annotations

import argparse
import re
import resource
import struct
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import counterplay
from counterplay.native.compiler import entry_point
from counterplay.search.perft import perft_leaves
from counterplay.watch import Watch

from .common.exact import ExactScores
from .common.measure import Report, Row, options

SETS = {"rand10": None, "rand12": None, "rand14": 3.0, "ffo_40": None}
"""The bar for our time over the peer's."""
MOST_SECONDS = {"ffo_40": 10.0}
PERFT_DEPTH, PERFT_LEAVES = 11, 212_258_800
WHERE = (
    "The peer is not ours to ship: get github.com/abulmo/edax-reversi, run make build CC=gcc ARCH=x86-64-v3 in its folder src, and pass "
    "--peer PATH/lEdax-x86-64-v3. It plays without its learnt weights here (a file of zeros stands in for them), one thread, no book. "
    "The sets are in the folder that --data names: rand10.txt, rand12.txt, rand14.txt, ffo_40_44.txt."
)


class Problem(NamedTuple):
    """A position and its published score."""

    position: str
    score: float


def problems(folder: Path, name: str) -> list[Problem]:
    """The positions of a set: board, side to move, score; FFO's have two numbers in front."""
    file = folder / ("ffo_40_44.txt" if name == "ffo_40" else f"{name}.txt")
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    if name == "ffo_40":
        rows = [row[2:] for row in rows if row[0] == "40"]
    return [Problem(f"{row[0]} {row[1]}", float(row[2])) for row in rows]


class Edax:
    """The peer: it solves a file of positions and says how long it took, in wall time; we take its processor time where that is less."""

    def __init__(self, program: Path, folder: Path):
        self.program, self.folder = program.resolve(), folder
        weights = struct.pack("<5Id", 0x45444158, 0x4556414C, 3, 2, 5, 0.0) + bytes(2 * 114_364 * 61)
        (folder / "eval.dat").write_bytes(weights)

    def solve(self, positions: list[str]) -> tuple[float, int]:
        """Seconds and nodes for these positions, start-up taken off."""
        began = self._run([])[2]
        said, nodes, spent = self._run(positions)
        return min(said, max(spent - began, 1e-3)), nodes

    def _run(self, positions: list[str]) -> tuple[float, int, float]:
        """What it says it took, its nodes, and the processor time of the whole process."""
        file = self.folder / "positions.obf"
        file.write_text("".join(f"{position};\n" for position in positions), encoding="utf-8")
        settings = ["-level", "60", "-n-tasks", "1", "-book-usage", "off", "-eval-file", str(self.folder / "eval.dat")]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.program, "-solve", file, *settings], capture_output=True, text=True, check=True, cwd=self.folder)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        total = re.search(r"obf: (\d+) nodes in\s+(\d+):([\d.]+) \(", done.stdout)
        if positions and total is None:
            raise SystemExit(f"{self.program} did not say what it took: is it Edax 4.6?")
        return (60 * int(total[2]) + float(total[3]), int(total[1]), spent) if total else (0.0, 0, spent)


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=3)
    parser.description = f"{parser.description or ''} {WHERE}"
    parser.add_argument("--data", type=Path, required=True, help="folder with rand10.txt and the others")
    parser.add_argument("--peer", type=Path, help="the program of Edax")
    arguments = parser.parse_args()
    report = Report("Othello, one thread; ratios are ours / theirs")
    if arguments.peer is None:
        report.notes.append(WHERE)
    _measure_rules(report, arguments.rounds)
    with tempfile.TemporaryDirectory() as folder:
        _measure_solving(report, arguments, None if arguments.peer is None else Edax(arguments.peer, Path(folder)))
    report.publish(arguments)


def _measure_rules(report: Report, rounds: int) -> None:
    game, watch = counterplay.load("othello"), Watch()
    arguments = (game.initial(), PERFT_DEPTH, True, watch)
    entry = entry_point(perft_leaves, game, arguments)
    best = 0.0
    for _ in range(rounds):
        before = time.process_time()
        leaves = entry(game, *arguments)
        best = max(best, leaves / (time.process_time() - before))
    wrong = "" if leaves == PERFT_LEAVES else f"WRONG: {leaves:,} leaves"
    report.rows.append(Row(f"perft {PERFT_DEPTH}", best, "leaves/s", bar=5e7, note=wrong))


def _measure_solving(report: Report, arguments: argparse.Namespace, peer: Edax | None) -> None:
    ours = ExactScores("othello")
    for name, bar in SETS.items():
        given = problems(arguments.data, name)
        states = [ours.game.parse_state(problem.position) for problem in given]
        mean, mean_theirs, nodes, nodes_theirs, wrong = float("inf"), float("inf"), 0, 0, 0
        for _ in range(arguments.rounds):
            solved = ours.solve(states)
            mean, nodes = min(mean, solved.seconds / len(given)), solved.nodes
            wrong = sum(found != problem.score for found, problem in zip(solved.scores, given, strict=True))
            if peer is not None:
                seconds, nodes_theirs = peer.solve([problem.position for problem in given])
                mean_theirs = min(mean_theirs, seconds / len(given))
        note = f"{len(given)} positions, {wrong} wrong, {nodes / len(given):,.0f} nodes each"
        row = Row(name, mean * 1e3, "ms", bar=1e3 * MOST_SECONDS[name] if name in MOST_SECONDS else None, at_most=True, note=note)
        report.rows.append(row)
        if peer is not None:
            theirs = f"theirs {mean_theirs * 1e3:,.2f} ms, {nodes_theirs / len(given):,.0f} nodes each"
            report.rows.append(Row(f"{name}: beside Edax", mean * 1e3, "ms", "4.6", mean / mean_theirs, bar, True, theirs))


if __name__ == "__main__":
    main()
