"""Chess: perft beside Stockfish, nodes a second in search, and how many positions of a test suite are solved."""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import counterplay
from counterplay import Engine, UsageError

from .common.measure import Report, Row, median, options

PERFT_POSITIONS = (
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
)
"""The six positions of the Chess Programming Wiki, with a depth and its published count."""
BAR_PERFT, BAR_NODES = 0.8, 2_500_000
HASH = 16
"""Megabytes of transposition table for everybody whose nodes are counted: the larger it is, the longer a look takes."""
PEERS = {
    "Stockfish, classical evaluation": (("stockfish",), "Use NNUE"),
    "GNU Chess": (("gnuchess", "--uci"), ""),
    "Toga II": (("toga2",), ""),
}
"""UCI engines whose nodes a second are counted beside ours, where they are installed, and an option that is switched off: without its
network, Stockfish's terms written by hand are at work. (Newer ones have no such option, and are left out.)"""


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--stockfish", default="stockfish", help="the program to count beside (default: stockfish on the path)")
    parser.add_argument("--suite", metavar="FILE.epd", help="instead, solve the positions of a file of best moves (bm, am)")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each position of a suite (default 1)")
    parser.add_argument("--nodes", type=int, help="nodes for each position of a suite, instead of seconds: repeatable on a busy machine")
    parser.add_argument("--threads", type=int, default=1, help="threads that solve a position of a suite together (default 1)")
    parser.add_argument("--only", choices=("perft", "nodes"), help="measure one of the two alone")
    arguments = parser.parse_args()
    if arguments.suite is not None:
        suite(arguments).publish(arguments)
        return
    report = Report("Chess: perft and search, one thread, processor time")
    if arguments.only != "nodes":
        perft(report, arguments.stockfish, arguments.rounds)
    if arguments.only != "perft":
        nodes(report, arguments.stockfish, arguments.rounds)
    report.publish(arguments)


def perft(report: Report, stockfish: str, rounds: int) -> None:
    """All leaves of the six positions, counted in turns with Stockfish; the best round of each position counts."""
    game = counterplay.load("chess")
    program = installed(stockfish)
    if program is None:
        report.notes.append(f"Stockfish is left out: there is no program {stockfish!r}; install it or give --stockfish PATH.")
    counterplay.perft(game, 2, compiled=True)
    total, ours, theirs = 0, 0.0, 0.0
    for name, fen, depth, count in PERFT_POSITIONS:
        state = game.parse_state(fen)
        our_times, their_times = [], []
        for _ in range(rounds):
            before = time.process_time()
            leaves = counterplay.perft(game, depth, state, compiled=True).leaves
            our_times.append(time.process_time() - before)
            assert leaves == count, f"{name}: {leaves:,} leaves, but {count:,} are published"
            if program is not None:
                their_times.append(stockfish_perft(program, fen, depth, count))
        total, ours = total + count, ours + min(our_times)
        note, ratio = f"depth {depth}, {count:,} leaves", None
        if their_times:
            theirs += min(their_times)
            ratio = min(their_times) / min(our_times)
            note += f"; Stockfish {count / min(their_times) / 1e6:.0f} M/s"
        report.rows.append(Row(f"perft, {name}", count / min(our_times), "leaves/s", "", ratio, None, False, note))
    note = "" if not theirs else f"Stockfish {total / theirs / 1e6:.0f} M/s"
    bar = BAR_PERFT if theirs else None
    report.rows.append(Row("perft, all six", total / ours, "leaves/s", "", theirs / ours if theirs else None, bar, False, note))


def installed(program: str) -> str | None:
    """Where a program is, if it is anywhere: Debian keeps games in a place of their own."""
    return shutil.which(program) or shutil.which(program, path="/usr/games")


def stockfish_perft(program: str, fen: str, depth: int, count: int) -> float:
    """Processor seconds that Stockfish takes to count, its start not included."""
    start, _ = conversation((program,), [])
    taken, answer = conversation((program,), [(f"position fen {fen}", ""), (f"go perft {depth}", "Nodes searched")])
    assert f"Nodes searched: {count}\n" in answer, f"Stockfish says {answer!r}"
    return taken - start


def conversation(command: Sequence[str], questions: list[tuple[str, str]]) -> tuple[float, list[str]]:
    """Say something to a UCI engine and wait for a line that begins like the answer (if any); its processor seconds and all it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        assert engine.stdin is not None and engine.stdout is not None
        for question, answer in [("uci", "uciok"), *questions, ("isready", "readyok")]:
            print(question, file=engine.stdin)
            while answer:
                line = engine.stdout.readline()
                assert line, f"{command[0]} ended instead of answering {question!r}"
                said.append(line)
                if line.startswith(answer):
                    break
        print("quit", file=engine.stdin)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def nodes(report: Report, stockfish: str, rounds: int) -> None:
    """Nodes a second with the whole evaluation, on the six positions, in turns with the engines that are installed; the medians count."""
    game = counterplay.load("chess")
    engine = Engine(game, compiled=True, memory=HASH << 20)
    engine.search(depth=1)
    ours: list[float] = []
    theirs: dict[str, list[float]] = {}
    for _ in range(rounds):
        searched, taken = 0, 0.0
        for _name, fen, _depth, _count in PERFT_POSITIONS:
            state = game.parse_state(fen)
            engine.forget()
            before = time.process_time()
            searched += engine.search(state, nodes=1_000_000).nodes
            taken += time.process_time() - before
        ours.append(searched / taken)
        for name, ((program, *words), off) in PEERS.items():
            rate = peer_rate((stockfish if program == "stockfish" else program, *words), off)
            if rate is not None:
                theirs.setdefault(name, []).append(rate)
    report.rows.append(Row("search with the evaluation", median(ours), "nodes/s", "", None, BAR_NODES, False, "six positions"))
    missing = ", ".join(name for name in PEERS if name not in theirs)
    if missing:
        report.notes.append(f"Left out, not installed or without the option to be switched off: {missing}.")
    for name, rates in theirs.items():
        report.rows.append(Row(f"beside {name}", median(rates), "nodes/s", "", median(ours) / median(rates), None, False, "what it counts"))


def peer_rate(command: tuple[str, ...], off: str) -> float | None:
    """Nodes a second of processor time that an engine searches, a second for each of the six positions, its start not included.

    Told is the number of the last `info` line before the move: a little too low for engines that are silent for long. None where there is
    no such engine, or it does not have the option to be switched off.
    """
    name, *arguments = command
    program = installed(name)
    if program is None:
        return None
    start, said = conversation((program, *arguments), [])
    if not any(off in line for line in said):
        return None
    questions = [(f"setoption name Hash value {HASH}", "")]
    if off:
        questions.append((f"setoption name {off} value false", ""))
    for _name, fen, _depth, _count in PERFT_POSITIONS:
        questions += [("ucinewgame", ""), (f"position fen {fen}", ""), ("go movetime 1000", "bestmove")]
    taken, said = conversation((program, *arguments), questions)
    searched, last = 0, 0
    for line in said:
        words = line.split()
        if "info" in words[:1] and "nodes" in words:
            last = int(words[words.index("nodes") + 1])
        elif "bestmove" in words[:1]:
            searched, last = searched + last, 0
    return searched / (taken - start)


class Problem(NamedTuple):
    """A position and what is to be played there."""

    name: str
    state: Any
    best: frozenset[int]
    avoided: frozenset[int]

    def is_solved(self, action: Any) -> bool:
        """Whether this is a right move."""
        return (action in self.best or not self.best) and action not in self.avoided


def problems(path: str) -> list[Problem]:
    """The positions of an EPD file, with their best moves (bm) and moves to avoid (am)."""
    game = counterplay.load("chess")
    found = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        fields = line.split(None, 4)
        if len(fields) < 5:
            continue
        state = game.parse_state(" ".join(fields[:4]) + " 0 1")
        operations = dict(part.strip().partition(" ")[::2] for part in fields[4].split(";") if part.strip())

        def moves(name: str, state: Any = state, operations: dict[str, str] = operations) -> frozenset[int]:
            return frozenset(game.parse_action(state, word) for word in operations.get(name, "").split())

        problem = Problem(operations.get("id", f"position {len(found) + 1}").strip('"'), state, moves("bm"), moves("am"))
        if problem.best or problem.avoided:
            found.append(problem)
    if not found:
        raise UsageError(f"{path} has no position with a best move (bm) or a move to avoid (am).")
    return found


def suite(arguments: argparse.Namespace) -> Report:
    """Solve every position of a file anew; how many are right at the end of the time?"""
    engine = Engine(counterplay.load("chess"), compiled=True, threads=arguments.threads)
    engine.search(depth=1)
    every = problems(arguments.suite)
    limits: dict[str, Any] = {"nodes": arguments.nodes} if arguments.nodes else {"seconds": arguments.seconds}
    missed, searched, depths = [], 0, 0
    for problem in every:
        engine.forget()
        answer = engine.search(problem.state, **limits)
        searched, depths = searched + answer.nodes, depths + answer.depth
        if not problem.is_solved(answer.action):
            missed.append(f"{problem.name} ({engine.game.format_action(problem.state, answer.action)})")
    solved = len(every) - len(missed)
    title = f"{Path(arguments.suite).name}: {f'{arguments.nodes:,} nodes' if arguments.nodes else f'{arguments.seconds:g} s'} a position"
    report = Report(title if arguments.threads == 1 else f"{title}, {arguments.threads} threads")
    note = f"of {len(every)}; {depths / len(every):.1f} plies deep, {searched / len(every) / 1e6:.2f} M nodes on average"
    report.rows.append(Row("solved", float(solved), "positions", "", None, None, False, note))
    if missed:
        report.notes.append("Missed: " + ", ".join(missed))
    return report


if __name__ == "__main__":
    main()
