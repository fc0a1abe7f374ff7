"""Whole games: states solved a second, beside OpenSpiel's solvers; databases: bytes a position, probes a second."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import counterplay as cp
from counterplay.buffers import buffer
from counterplay.search.endings import Endings, told
from counterplay.solving.databases import build, verify
from counterplay.solving.databases.keys import words_from

from .common.measure import Report, Row, best_rates, options, positive
from .common.peers import Peer

GAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "tic_tac_toe(rows=3,columns=4,line=3)": "mnk(m=4,n=3,k=3)",
    "nim(pile_sizes=(7,7,7))": None,
    "kalah(houses=3,seeds=3)": None,
    "connect_four(rows=4,columns=4)": "connect_four(rows=4,columns=4)",
    "connect_four(rows=4,columns=5)": None,
}
"""How OpenSpiel calls it; the others would take it minutes, or it does not have them."""
REACHED = "connect_four(rows=4,columns=5)"
"""Its database has keys."""
PROBES = 50_000
SMALL, TIMES = 10_000, 100
"""A game with so few states takes less than a millisecond: it is solved so often in a round."""
LOOKS = 100
"""How often the column in memory is asked for each of these."""
MINIMAX = Peer("OpenSpiel", "open_spiel", ("pyspiel", "open_spiel.python.algorithms.minimax_solver"))
SWEEPS = Peer("OpenSpiel", "open_spiel", ("pyspiel", "open_spiel.python.algorithms.value_iteration"))
"""It imports cvxpy, which OpenSpiel does not bring along."""


def itself(game: Any, state: Any) -> Any:
    """Every state is one of its own: OpenSpiel knows no symmetry."""
    return state


def ours(game: Any, times: int = 1) -> int:
    """Solve every state so many times; how many that were."""
    return sum(cp.solve_all(game, threads=1, compiled=True).states for _ in range(times))


def kept(game: Any) -> float:
    """Bytes that are kept for each state once all is known: the state, its value and its distance."""
    known = cp.solve_all(game, threads=1, compiled=True)
    return known.size / known.states


def minimax(name: str, states: int) -> int:
    """The same by OpenSpiel's minimax solver, which keeps no finished games; they are counted all the same."""
    from open_spiel.python.algorithms import minimax_solver

    minimax_solver.MinimaxSolver(name).solve()
    return states


def sweeps(name: str) -> int:
    """The same by OpenSpiel's value iteration over all states."""
    import pyspiel
    from open_spiel.python.algorithms import value_iteration

    return len(value_iteration.value_iteration(pyspiel.load_game(name), depth_limit=-1, threshold=0.01))


def chosen_states(database: cp.Database, game: Any, count: int) -> list[Any]:
    """Positions of a database with keys, all as likely; of a game whose states are a few numbers of one word each."""
    import numpy

    assert database.keys is not None and database.keys.form is not None
    keys, kind, rng = database.keys, type(game.initial()), cp.Random(1)
    words = words_from(numpy.concatenate(list(database.rows())), keys.planes, len(database.keys.form))
    return [kind(*map(int, words[rng.below(len(words))])) for _ in range(count)]


def questions(database: cp.Database, states: list[Any]) -> int:
    """Ask for these positions, which stand for all symmetric ones, from disk: the key is made, its block unpacked, its entry found."""
    for state in states:
        database.known_as_is(state)
    return len(states)


def any_questions(database: cp.Database, states: list[Any]) -> int:
    """The same, where the rules say in Python which position stands for all symmetric ones."""
    for state in states:
        database.known(state)
    return len(states)


def probes(database: cp.Database, numbers: list[int]) -> int:
    """Ask for these entries, from disk."""
    for number in numbers:
        database.entry(number)
    return len(numbers)


@cp.kernel
def look_up(game, state, endings, numbers, count, looks, watch):  # type: ignore[no-untyped-def]
    """Ask for the positions with these numbers, again and again; how many were won."""
    won = 0
    for _ in range(looks):
        for i in range(count):
            if told(game, game.unindex(numbers[i]), endings) > 0:
                won += 1
    return won


def looked_up(database: cp.Database, game: Any, numbers: list[int]) -> int:
    """The same positions from memory, as a search asks: found by their numbers, then numbered and looked up."""
    chosen = buffer(len(numbers), "q", compiled=True)
    for place, number in enumerate(numbers):
        chosen[place] = number
    cp.run(look_up, game, game.initial(), Endings.of(database, True), chosen, len(numbers), LOOKS, compiled=True)
    return LOOKS * len(numbers)


def main() -> None:
    """Solve, build and print."""
    parser = options(__doc__, rounds=4)
    parser.add_argument("--pieces", type=positive, default=4, help="checkers with up to so many pieces (default 4)")
    arguments = parser.parse_args()
    report = Report("whole games: states solved a second of processor time, every state its own")
    for name, peer in GAMES.items():
        game: Any = cp.load(name).using(canonical=itself)
        states = ours(game)  # compiles
        times = TIMES if states < SMALL else 1
        contestants = {"counterplay": lambda game=game, times=times: ours(game, times)}
        if peer and MINIMAX.absent() is None:
            contestants["minimax_solver"] = lambda peer=peer, states=states: minimax(peer, states)
        if name == "tic_tac_toe" and SWEEPS.absent() is None:
            contestants["value_iteration"] = lambda peer=peer: sweeps(peer)
        found = best_rates(contestants, arguments.rounds)
        mine = found.pop("counterplay")
        note = f"{kept(game):.0f} bytes a state"
        report.rows.append(Row(f"{name}, {states:,} states", mine.rate, "states/s", cp.__version__, note=note))
        for solver, one in found.items():
            what = f"OpenSpiel, {solver}, {one.work:,} states"
            report.rows.append(Row(what, one.rate, "states/s", MINIMAX.version, ratio=mine.rate / one.rate, bar=100))
    game = cp.load("checkers")
    with tempfile.TemporaryDirectory() as folder:
        build(game, Path(folder) / "warm.cpdb", pieces=1)
        database: Any = None

        def construct() -> int:
            nonlocal database
            path = Path(folder) / "checkers.cpdb"
            path.unlink(missing_ok=True)
            database = build(game, path, pieces=arguments.pieces, jobs=2)
            return int(database.positions)

        built = best_rates({"build": construct}, 1)["build"]
        verify(database, game, sample=1)  # compiles
        verified = best_rates({"verify": lambda: verify(database, game).entries}, 1)["verify"]
        rng = cp.Random(1)
        anywhere = [rng.below(database.positions) for _ in range(PROBES)]
        probed = best_rates({"probe": lambda: probes(database, anywhere)}, arguments.rounds)["probe"]
        looked_up(database, game, anywhere[:1])  # compiles
        looked = best_rates({"look": lambda: looked_up(database, game, anywhere)}, arguments.rounds)["look"]
        what = f"checkers, {arguments.pieces} pieces"
        report.rows += [
            Row(f"{what}: built, written, {built.work:,} positions", built.rate, "positions/s"),
            Row(f"{what}: derived anew", verified.rate, "positions/s"),
            Row(f"{what}: random probes from disk", probed.rate, "probes/s", bar=1e5),
            Row(f"{what}: random probes from memory, by a search", looked.rate, "probes/s", bar=5e5),
            Row(
                f"{what}: on disk, value and distance",
                database.size / database.positions,
                "bytes/position",
                note=f"{database.size:,} bytes",
            ),
        ]
        other = cp.load(REACHED)
        keyed = build(other, Path(folder) / "reached.cpdb", jobs=2).attach(other)
        states = chosen_states(keyed, other, PROBES)
        ways = {"as is": lambda: questions(keyed, states), "any": lambda: any_questions(keyed, states)}
        asked = best_rates(ways, arguments.rounds)
        report.rows += [
            Row(f"{REACHED}, {keyed.positions:,} keys: random probes from disk", asked["as is"].rate, "probes/s", bar=1e5),
            Row("the same, symmetric positions found by Python", asked["any"].rate, "probes/s"),
            Row(f"{REACHED}: on disk, key, value and distance", keyed.size / keyed.positions, "bytes/position"),
        ]
    report.notes += [sentence for sentence in [MINIMAX.absent(), SWEEPS.absent()] if sentence]
    report.notes.append("Chinook: 444 billion positions in about 6 GB, 0.0135 bytes a position, values without distances.")
    report.publish(arguments)


if __name__ == "__main__":
    main()
