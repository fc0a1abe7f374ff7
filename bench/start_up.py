"""How long people wait before anything happens: import, help, first compilation, the same from disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import counterplay

from .common import peers
from .common.measure import Report, Row, installed, median, options

BAR = 0.3
HEAVY = ("numba", "numpy", "llvmlite")
GAMES = ("nim", "tic_tac_toe", "board_splitting", "connect_four")

FIRST_USE = """
import json, sys, time
started = time.perf_counter()
import numba
loaded = time.perf_counter()
import counterplay
counterplay.alphabeta(counterplay.load(sys.argv[1]), depth=4, compiled=True)
print(json.dumps([loaded - started, time.perf_counter() - loaded]))
"""


def environment(**more: str) -> dict[str, str]:
    """Ours, such that fresh processes import the counterplay that runs here."""
    here = str(Path(counterplay.__file__).resolve().parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH")))), **more}


def seconds(command: list[str]) -> float:
    """Wall time of a fresh Python process."""
    before = time.perf_counter()
    subprocess.run([sys.executable, *command], env=environment(), check=True, capture_output=True)
    return time.perf_counter() - before


def quick_to_start(report: Report, rounds: int) -> None:
    """Fresh processes, in turns; the median counts, because this is what people live through."""
    commands = {
        "python -c pass": ["-c", "pass"],
        "import counterplay": ["-c", "import counterplay"],
        "counterplay --help": ["-m", "counterplay", "--help"],
        "import numba": ["-c", "import numba"],
    }
    versions = {
        "import counterplay": counterplay.__version__,
        "counterplay --help": counterplay.__version__,
        "import numba": installed("numba") or "",
    }
    for peer in (peers.OPEN_SPIEL, peers.EASY_AI):
        absent = peer.absent()
        if absent is None:
            commands[f"import {peer.modules[0]}"] = ["-c", f"import {peer.modules[0]}"]
            versions[f"import {peer.modules[0]}"] = peer.version
        else:
            report.notes.append(absent)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        seconds(command)  # once for the files to be in memory
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(seconds(command))
    for name in commands:
        bar = BAR if "counterplay" in name else None
        report.rows.append(
            Row(name, median(times[name]), "s", versions.get(name, ""), bar=bar, at_most=True, note=f"best {min(times[name]):.3f} s")
        )
    for what, module in (("import counterplay", "counterplay"), ("counterplay --help", "counterplay.cli")):
        script = f"import sys, {module}; print(*(name for name in {HEAVY} if name in sys.modules))"
        done = subprocess.run([sys.executable, "-c", script], env=environment(), check=True, capture_output=True, text=True)
        loaded = done.stdout.strip()
        report.notes.append(f"{what} loads {loaded}: it should not." if loaded else f"{what} loads none of {', '.join(HEAVY)}.")


def compile_times(report: Report, games: list[str]) -> None:
    """First use with an empty cache, and the next process."""
    with tempfile.TemporaryDirectory() as cache:
        for game in games:
            loading, first = fresh_use(game, cache)
            files = sorted(os.listdir(cache))
            _, again = fresh_use(game, cache)
            from_disk = sorted(os.listdir(cache)) == files  # a source edited meanwhile is compiled anew, and rightly so
            report.rows.append(
                Row(f"alphabeta on {game}, first use", first, "s", note=f"compiling; Numba itself loads in {loading:.2f} s more")
            )
            note = "from disk" if from_disk else "compiled again: not from disk"
            report.rows.append(Row(f"alphabeta on {game}, next process", again, "s", ratio=first / again, note=note))


def fresh_use(game: str, cache: str) -> tuple[float, float]:
    """Seconds to import Numba and then to answer, in a fresh process."""
    command = [sys.executable, "-c", FIRST_USE, game]
    done = subprocess.run(command, env=environment(COUNTERPLAY_CACHE=cache), check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"alphabeta on {game} failed:\n{done.stderr}")
    loading, answering = json.loads(done.stdout)
    return loading, answering


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=10)
    parser.add_argument("--games", nargs="*", default=list(GAMES), metavar="GAME", help=f"games to compile (default {' '.join(GAMES)})")
    arguments = parser.parse_args()
    report = Report("Start-up, wall time; median of fresh processes")
    quick_to_start(report, arguments.rounds)
    compile_times(report, arguments.games)
    report.publish(arguments)


if __name__ == "__main__":
    main()
