"""Monte Carlo tree search: our UCT beside OpenSpiel's MCTSBot in C++, one random playout a simulation, on any game both have."""

from __future__ import annotations

from typing import Any, NamedTuple

import counterplay
from counterplay import CHANCE, Game

from .common import peers
from .common.measure import Contestant, Report, Row, best_rates, options, positive
from .common.tuple_tic_tac_toe import TupleTicTacToe

EXPLORATION = 1.4
"""C. Ours is scaled by half the spread of the utilities, which is 1 in most of these games: both add the same term."""
MEMORY = 1 << 30
"""Theirs may take 4 GB: neither tree comes to its end."""


class Pair(NamedTuple):
    """A game under both its names, how many simulations are a search, and what our speed is held to be at least, in theirs."""

    ours: str
    theirs: str
    simulations: int = 10_000
    bar: float | None = None


OWN = "a user's tic-tac-toe in Python"
PAIRS = (
    Pair("tic_tac_toe", "tic_tac_toe", 100_000, 2.5),
    Pair("connect_four", "connect_four", 50_000, 12),
    Pair("othello", "othello", 5_000, 80),
    Pair("breakthrough", "breakthrough", 10_000, 20),
    Pair("hex(board_size=11)", "hex(board_size=11)", 10_000, 10),
    Pair("go(board_size=9)", "go(board_size=9)", 5_000, 12),
    Pair("go(board_size=19)", "go(board_size=19)", 500, 15),
    Pair("backgammon(steps=true)", "backgammon", 1_000, 50),
    Pair("nim(pile_sizes=(1,3,5,7))", "nim(pile_sizes=1;3;5;7,is_misere=true)", 100_000),  # both are misere unless told otherwise
    Pair(OWN, "python_tic_tac_toe", 10_000, 100),
)


def ours(game: Game[Any, Any], simulations: int, rounds: int) -> Contestant:
    """UCT from the beginning (after one roll where chance begins), so many times, as a contestant that returns its simulations."""
    state = game.initial()
    if game.to_move(state) == CHANCE:
        state = game.result(state, next(iter(game.chances(state)))[0])

    def contestant() -> int:
        for _ in range(rounds):
            counterplay.mcts(game, state, simulations=simulations, exploration=EXPLORATION, memory=MEMORY, seed=1, compiled=True)
        return rounds * simulations

    return contestant


def chosen(names: list[str]) -> list[Pair]:
    """The pairs of these names, or new ones: `OURS` where both call it the same, else `OURS:THEIRS`."""
    known = {pair.ours: pair for pair in PAIRS}
    return [known.get(name) or Pair(*(name.split(":", 1) if ":" in name else (name, name))) for name in names]


def loaded(pair: Pair, report: Report) -> Game[Any, Any] | None:
    """Our game, if there is one of that name; playouts are uniform, as theirs are, whatever the game knows of plausible moves."""
    if pair.ours == OWN:
        return TupleTicTacToe()
    try:
        game = counterplay.load(pair.ours)
        return game.using(playout_action=type(game).random_action) if game.overrides("playout_action") else game
    except counterplay.UsageError:
        report.notes.append(f"{pair.ours} is left out: counterplay has no such game.")
        return None


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=5)
    parser.add_argument("games", nargs="*", metavar="GAME", help="left out: all that have a bar; OURS:THEIRS where the names differ")
    parser.add_argument("--simulations", type=positive, help="simulations of each search, instead of what is usual for the game")
    arguments = parser.parse_args()
    report = Report(f"UCT, C = {EXPLORATION}, one random playout a simulation, one thread; ratios are ours / theirs")
    absent = peers.OPEN_SPIEL.absent()
    if absent is not None:
        report.notes.append(absent)
    for pair in chosen(arguments.games) if arguments.games else PAIRS:
        game = loaded(pair, report)
        if game is None:
            continue
        simulations = arguments.simulations or pair.simulations
        contestants = {"ours": ours(game, simulations, 3)}
        ours(game, 10, 1)()  # compiles
        if absent is None:
            contestants["theirs"] = peers.open_spiel_mcts(pair.theirs, simulations, EXPLORATION)
        measured = best_rates(contestants, arguments.rounds)
        rate = measured["ours"].rate
        report.rows.append(Row(f"counterplay, {pair.ours}", rate, "simulations/s", note=f"{simulations:,} a search"))
        if absent is None:
            theirs = measured["theirs"].rate
            report.rows.append(Row(f"OpenSpiel, {pair.theirs}", theirs, "simulations/s", peers.OPEN_SPIEL.version, rate / theirs, pair.bar))
    report.publish(arguments)


if __name__ == "__main__":
    main()
