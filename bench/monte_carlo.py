"""Monte Carlo tree search: our UCT beside OpenSpiel's MCTSBot in C++, one random playout a simulation."""

from __future__ import annotations

from collections.abc import Callable

import counterplay

from .common import peers
from .common.measure import Report, Row, best_rates, options, positive

EXPLORATION = 1.4
"""C. Ours is scaled by half the spread of the utilities, which is 1 in these games: both add the same term."""

# Ours, and theirs: the same rules (both are misere unless told otherwise).
GAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello",
    "nim(pile_sizes=(1,3,5,7))": "nim(pile_sizes=1;3;5;7,is_misere=true)",
}


def ours(game_name: str, simulations: int) -> Callable[[], int]:
    """UCT from the initial state, as a contestant that returns its number of simulations."""
    game = counterplay.load(game_name)

    def contestant() -> int:
        counterplay.mcts(game, simulations=simulations, exploration=EXPLORATION, seed=1, compiled=True)
        return simulations

    return contestant


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=5)
    parser.add_argument("--simulations", type=positive, default=100_000, help="simulations in each round (default 100,000)")
    arguments = parser.parse_args()
    report = Report(f"UCT, C = {EXPLORATION}, {arguments.simulations:,} simulations from the initial state; ratios are ours / theirs")
    absent = peers.OPEN_SPIEL.absent()
    if absent is not None:
        report.notes.append(absent)
    for game, spiel in GAMES.items():
        contestants = {"ours": ours(game, arguments.simulations)}
        contestants["ours"]()
        if absent is None:
            contestants["theirs"] = peers.open_spiel_mcts(spiel, arguments.simulations, EXPLORATION)
        measured = best_rates(contestants, arguments.rounds)
        report.rows.append(Row(f"counterplay, {game}", measured["ours"].rate, "simulations/s"))
        if absent is None:
            row = Row(
                f"OpenSpiel, {spiel}",
                measured["theirs"].rate,
                "simulations/s",
                peers.OPEN_SPIEL.version,
                measured["ours"].rate / measured["theirs"].rate,
            )
            report.rows.append(row)
    report.publish(arguments)


if __name__ == "__main__":
    main()
