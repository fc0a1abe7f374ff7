"""Exact Connect Four: our solver beside Pascal Pons's C++ on his test sets, processor time a position."""

from __future__ import annotations

import argparse
import resource
import subprocess
from pathlib import Path

from .common.exact import ExactScores
from .common.measure import Report, Row, options

SETS = {"Test_L3_R1": 51, "Test_L2_R1": 450, "Test_L1_R1": 3_298, "Test_L2_R2": 39_900, "Test_L1_R2": 1_200_000}
"""His published mean number of nodes a position for each set."""
WHERE = (
    "The peer is not ours to ship: get github.com/PascalPons/connect4, run make there (g++ -O3), and pass --peer PATH/c4solver. "
    "The sets are in the folder that --data names: lines of moves and score."
)


def peer_seconds(program: Path, positions: list[str]) -> float:
    """Processor time of the peer for these positions, its start-up with an empty table included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = "".join(f"{line}\n" for line in positions)
    subprocess.run([program.resolve()], input=lines, text=True, capture_output=True, check=True, cwd=program.parent)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=3)
    parser.description = f"{parser.description or ''} {WHERE}"
    parser.add_argument("--data", type=Path, required=True, help="folder with the files Test_L*_R*")
    parser.add_argument("--peer", type=Path, help="Pons's program c4solver")
    arguments = parser.parse_args()
    report = Report(
        "Connect Four solved exactly, one thread, no opening book; ratios of times are ours / theirs, of nodes ours / published"
    )
    if arguments.peer is None:
        report.notes.append(WHERE)
    _measure(report, arguments)
    report.publish(arguments)


def _measure(report: Report, arguments: argparse.Namespace) -> None:
    ours = ExactScores("connect_four")
    for name, published in SETS.items():
        rows = [line.split() for line in (arguments.data / name).read_text().splitlines() if line and not line.startswith("#")]
        states = [ours.game.parse_state(moves) for moves, _ in rows]
        mean = whole = start_up = float("inf")
        for _ in range(arguments.rounds):
            solved = ours.solve(states)
            mean = min(mean, solved.seconds / len(rows))
            if arguments.peer is not None:
                start_up = min(start_up, peer_seconds(arguments.peer, []))
                whole = min(whole, peer_seconds(arguments.peer, [moves for moves, _ in rows]))
        nodes, wrong = solved.nodes / len(rows), sum(found != float(row[1]) for found, row in zip(solved.scores, rows, strict=True))
        note = f"{len(rows)} positions, {wrong} wrong, {mean * 1e6:,.0f} us each"
        report.rows.append(Row(f"{name}: nodes a position", nodes, "nodes", "", nodes / published, 1.5, True, note))
        if arguments.peer is not None:
            theirs = (whole - start_up) / len(rows)
            if whole < 2 * start_up:
                report.notes.append(f"{name}: the peer is done before its time can be told from that of its start-up.")
                continue
            report.rows.append(Row(f"{name}: time", mean * 1e6, "us", "Pons", mean / theirs, 0.8, True, f"theirs {theirs * 1e6:,.0f} us"))


if __name__ == "__main__":
    main()
