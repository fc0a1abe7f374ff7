"""Matrix games and trees: values and equilibria, exact, beside QuantEcon and nashpy, which answer in floats, and Gambit.

Everyone gets the same random matrices in turns; what counts is processor time for one game, the best round. Ours includes the exact
fractions and the certificate of every equilibrium. Compiling is done before, and its time is told.
"""

from __future__ import annotations

import io
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from counterplay.strategic import MatrixGame, load_tree, nearly_zero_sum, zero_sum

from .common import peers
from .common.measure import Report, Row, options

Work = Callable[[], Any]


def milliseconds(contestants: dict[str, Work], rounds: int, repeat: int) -> dict[str, float]:
    """Processor time of one call for each, in its best round."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, work in contestants.items():
            before = time.process_time()
            for _ in range(repeat):
                work()
            best[name] = min(best[name], (time.process_time() - before) * 1000 / repeat)
    return best


def compare(report: Report, what: str, contestants: dict[str, Work], rounds: int, repeat: int, bar: float) -> None:
    """One row for us, held to the bar, and one for each peer with how many times our time it takes."""
    for work in contestants.values():
        work()
    times = milliseconds(contestants, rounds, repeat)
    ours = times["counterplay"]
    report.rows.append(Row(f"{what}: counterplay", ours, "ms", bar=bar, at_most=True))
    for name, measured in times.items():
        if name != "counterplay":
            version = next(peer.version for peer in (peers.QUANT_ECON, peers.NASHPY, peers.GAMBIT) if name.startswith(peer.name))
            report.rows.append(Row(f"{what}: {name}", measured, "ms", version, ratio=measured / ours))


def values(report: Report, present: set[str], rounds: int, largest: int) -> None:
    """Zero-sum games in floats, and exactly."""
    for size, repeat, bar in ((10, 200, 0.1), (200, 3, 30.0), (1000, 1, 6000.0)):
        if size > largest:
            continue
        matrix = np.random.default_rng(size).random((size, size))
        contestants: dict[str, Work] = {"counterplay": lambda matrix=matrix: nearly_zero_sum(matrix)}
        if "QuantEcon" in present and size <= 200:
            from quantecon.optimize import minmax

            contestants["QuantEcon minmax"] = lambda matrix=matrix, minmax=minmax: minmax(matrix)
        if "nashpy" in present and size <= 10:
            import nashpy

            contestants["nashpy linear_program"] = lambda matrix=matrix, nashpy=nashpy: nashpy.Game(matrix).linear_program()
        compare(report, f"value of {size} x {size}", contestants, rounds if size < 1000 else 2, repeat, bar)
    random = Random(30)
    whole = [[random.randint(-100, 100) for _ in range(30)] for _ in range(30)]
    rational = [[Fraction(random.randint(-100, 100), random.choice((1, 2, 3, 4, 6))) for _ in range(30)] for _ in range(30)]
    compare(report, "exact value of 30 x 30 ints", {"counterplay": lambda: zero_sum(whole)}, rounds, 5, 20.0)
    compare(report, "exact value of 30 x 30 fractions", {"counterplay": lambda: zero_sum(rational)}, rounds, 5, 20.0)


def equilibria(report: Report, present: set[str], rounds: int) -> None:
    """All equilibria of random games: the mean over ten games."""
    for size, bar in ((4, 5.0), (8, 5.0), (12, 100.0)):
        random = np.random.default_rng(size)
        pairs = [(random.random((size, size)), random.random((size, size))) for _ in range(10)]
        games = [MatrixGame(*pair) for pair in pairs]
        contestants: dict[str, Work] = {"counterplay": lambda games=games: [game.nash() for game in games]}
        counts = {"counterplay": sum(len(game.nash()) for game in games)}
        if "QuantEcon" in present:
            from quantecon.game_theory import NormalFormGame, Player, vertex_enumeration

            theirs = [NormalFormGame((Player(rows), Player(columns.T))) for rows, columns in pairs]
            contestants["QuantEcon vertex_enumeration"] = lambda theirs=theirs: [vertex_enumeration(game) for game in theirs]
            counts["QuantEcon"] = sum(len(vertex_enumeration(game)) for game in theirs)
        if "nashpy" in present and size == 4:  # larger ones take it minutes
            import nashpy

            slow = [nashpy.Game(*pair) for pair in pairs]

            def enumerated(slow: list[Any] = slow) -> list[Any]:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    return [list(game.vertex_enumeration()) for game in slow]

            contestants["nashpy vertex_enumeration"] = enumerated
            counts["nashpy"] = sum(map(len, enumerated()))
        first = len(report.rows)
        compare(report, f"ten random {size} x {size}, all equilibria", contestants, max(1, rounds // 2), 1, 10 * bar)
        for row in report.rows[first:]:
            name = row.what.split(": ")[1].split(" ")[0]
            row.note = f"{counts[name]} found; {row.value / 10:.3g} ms a game"


def degenerate(report: Report, rounds: int) -> None:
    """All extreme equilibria of games with many ties, payoffs from 0 to 9: the mean over ten games."""
    for size, bar in ((8, 10.0), (12, 200.0)):
        random = Random(size)
        tables = [[[random.randint(0, 9) for _ in range(size)] for _ in range(size)] for _ in range(20)]
        games = [MatrixGame(rows, columns) for rows, columns in zip(tables[::2], tables[1::2], strict=True)]
        contestants: dict[str, Work] = {"counterplay": lambda games=games: [game.nash() for game in games]}
        compare(report, f"ten degenerate {size} x {size}, all equilibria", contestants, max(1, rounds // 2), 1, 10 * bar)


def trees(report: Report, present: set[str], rounds: int) -> None:
    """Zero-sum games with hidden information solved in fractions, from the rules on."""
    for name, bar in (("kuhn_poker", 50.0), ("liars_dice(dice_sides=3)", 1000.0), ("leduc_poker", 5000.0)):
        contestants: dict[str, Work] = {"counterplay": lambda name=name: load_tree(name).solve()}
        if "Gambit" in present and name == "kuhn_poker":  # 100 s are not enough for the others
            import pygambit

            theirs = pygambit.read_efg(io.StringIO(load_tree(name).efg()))
            contestants["Gambit lp"] = lambda theirs=theirs: pygambit.nash.lp_solve(theirs, rational=True)
        compare(report, f"{name}, exactly", contestants, max(1, rounds // 2), 1, bar)


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=5)
    parser.add_argument("--largest", type=int, default=1000, help="leave out zero-sum games larger than this (default 1000)")
    arguments = parser.parse_args()
    report = Report("Matrix games, processor time; best round")
    present = set()
    for peer in (peers.QUANT_ECON, peers.NASHPY, peers.GAMBIT):
        absent = peer.absent()
        if absent is None:
            present.add(peer.name)
        else:
            report.notes.append(absent)
    before = time.perf_counter()
    nearly_zero_sum([[1, 0], [0, 1]])
    random = Random(1)
    MatrixGame([[random.random() for _ in range(7)] for _ in range(7)], [[random.random() for _ in range(7)] for _ in range(7)]).nash()
    report.notes.append(f"Loading Numba and our two kernels, or compiling them the first time: {time.perf_counter() - before:.1f} s.")
    values(report, present, arguments.rounds, arguments.largest)
    equilibria(report, present, arguments.rounds)
    degenerate(report, arguments.rounds)
    trees(report, present, arguments.rounds)
    report.publish(arguments)


if __name__ == "__main__":
    main()
