"""Hidden information: iterations of CFR+ and of sampling, exploitability, and time to an equilibrium, beside OpenSpiel's C++.

Everyone takes turns; what counts is processor time, the best round. The exploitability that is timed is that of the same policy on both
sides, and must be equal, or the benchmark stops. Compiling is done before, and its time is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import counterplay
from counterplay.hidden import HiddenSolver

from .common import peers
from .common.measure import Contestant, Report, Row, best_rates, options

GAMES = (("kuhn_poker", 100_000, 5_000, 60.0), ("leduc_poker", 2_000, 10, 200.0), ("liars_dice", 100, 2, 100.0))
"""How many iterations of ours and of the peer's make a round, and how many times as many a second are the bar."""
SAME = 1e-9


def compare(report: Report, what: str, unit: str, ours: Contestant, theirs: Contestant | None, rounds: int, bar: float) -> None:
    """A row for us, and one for the peer with the ratio that the bar holds."""
    contestants = {"counterplay": ours} | ({} if theirs is None else {"OpenSpiel": theirs})
    rates = best_rates(contestants, rounds)
    report.rows.append(Row(f"{what}: counterplay", rates["counterplay"].rate, unit))
    if theirs is not None:
        peer = rates["OpenSpiel"].rate
        report.rows.append(Row(f"{what}: OpenSpiel", peer, unit, peers.OPEN_SPIEL.version, ratio=rates["counterplay"].rate / peer, bar=bar))


def repeated(work: Callable[[], object], count: int) -> Contestant:
    """Something done so many times."""

    def contestant() -> int:
        for _ in range(count):
            work()
        return count

    return contestant


def iterations(report: Report, peer: bool, rounds: int) -> None:
    """CFR+ on three games, external sampling on one."""
    for name, mine, others, bar in GAMES:
        solver = HiddenSolver(counterplay.load(name), "cfr+", compiled=True)

        def run(solver: HiddenSolver = solver, mine: int = mine) -> int:
            solver.run(mine)
            return mine

        theirs = None
        if peer:
            import pyspiel

            theirs = repeated(pyspiel.CFRPlusSolver(pyspiel.load_game(name)).evaluate_and_update_policy, others)
        run()
        compare(report, f"CFR+, {name}", "iterations/s", run, theirs, rounds, bar)
    sampler = HiddenSolver(counterplay.load("leduc_poker"), "external", seed=1, compiled=True)

    def sample() -> int:
        sampler.run(100_000)
        return 100_000

    theirs = None
    if peer:
        theirs = repeated(pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game("leduc_poker"), 1).run_iteration, 10_000)
    sample()
    compare(report, "external sampling, leduc_poker", "iterations/s", sample, theirs, rounds, 20.0)


def exploitability(report: Report, peer: bool, rounds: int) -> None:
    """How quickly the exploitability of a policy for Leduc poker is known."""
    solver = HiddenSolver(counterplay.load("leduc_poker"), "cfr+", compiled=True)
    solver.run(100)
    theirs = None
    if peer:
        import pyspiel

        game = pyspiel.load_game("leduc_poker")
        other = pyspiel.CFRPlusSolver(game)
        for _ in range(100):
            other.evaluate_and_update_policy()
        policy = other.tabular_average_policy()
        ours, known = solver.assess().exploitability, pyspiel.exploitability(game, policy)
        if abs(ours - known) > SAME:
            raise SystemExit(f"After 100 iterations of CFR+ the exploitability is {ours} here, and {known} there.")
        theirs = repeated(lambda: pyspiel.exploitability(game, policy), 3)
    compare(report, "exploitability of a policy, leduc_poker", "policies/s", repeated(solver.assess, 1_000), theirs, rounds, 1_000.0)


def targets(report: Report, rounds: int) -> None:
    """Processor time from the flattened tree to an exploitability."""
    for algorithm, until, bar in (("cfr+", 1e-3, 50.0), ("pcfr+", 1e-6, 3_000.0)):
        best, needed = float("inf"), 0
        for _ in range(rounds):
            solver = HiddenSolver(counterplay.load("leduc_poker"), algorithm, compiled=True)
            before = time.process_time()
            while solver.assess().exploitability > until:
                solver.run(max(1, solver.iterations // 10))
            best, needed = min(best, (time.process_time() - before) * 1000), solver.iterations
        report.rows.append(Row(f"leduc_poker to {until:g}, {algorithm}", best, "ms", bar=bar, at_most=True, note=f"{needed:,} iterations"))


def main() -> None:
    """Measure and print."""
    arguments = options(__doc__, rounds=5).parse_args()
    report = Report("Hidden information, processor time; best round")
    absent = peers.OPEN_SPIEL.absent()
    if absent is not None:
        report.notes.append(absent)
    before = time.process_time()
    for algorithm in ("cfr+", "external"):
        solver = HiddenSolver(counterplay.load("leduc_poker"), algorithm, compiled=True)
        solver.run(1)
        solver.assess()
    spent = time.process_time() - before
    report.notes.append(f"Loading Numba, our kernels and Leduc's tree, or compiling them the first time: {spent:.1f} s.")
    iterations(report, absent is None, arguments.rounds)
    exploitability(report, absent is None, arguments.rounds)
    targets(report, max(1, arguments.rounds // 2))
    report.publish(arguments)


if __name__ == "__main__":
    main()
