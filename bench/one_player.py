"""One player: A* on 8-puzzles, ours compiled and interpreted beside simpleai's; then IDA* and RTA* on 15-puzzles of Korf's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import counterplay

from .common import peers
from .common.measure import Report, Row, best_rates, options, positive

KORF = (
    "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15",
    "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
    "6 0 5 10 11 12 9 2 1 7 4 3 14 8 13 15",
    "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0",
)
"""Four of the hundred problems of Korf (1985): 42, 45, 45 and 46 moves."""


def ours(search: Callable[..., Any], game: Any, states: list[Any], **settings: Any) -> Callable[[], int]:
    """A search, as a contestant that returns how many positions it solved."""

    def contestant() -> int:
        for state in states:
            assert search(game, state, **settings).distance is not None
        return len(states)

    return contestant


def nodes(game: Any, states: list[Any]) -> Callable[[], int]:
    """IDA*, as a contestant that returns how many nodes it entered."""
    return lambda: sum(counterplay.ida_star(game, state, compiled=True).nodes for state in states)


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--puzzles", type=positive, default=20, help="random 8-puzzles in each round (default 20)")
    arguments = parser.parse_args()
    eight = [counterplay.load(f"sliding_puzzle(seed={seed})") for seed in range(1, arguments.puzzles + 1)]
    game, states = eight[0], [one.initial() for one in eight]
    report = Report(f"A* on {arguments.puzzles} random 8-puzzles, Manhattan distance; ratios are ours compiled / theirs")
    contestants = {
        "compiled": ours(counterplay.astar, game, states, compiled=True),
        "interpreted": ours(counterplay.astar, game, states, compiled=False),
    }
    absent = peers.SIMPLE_AI.absent()
    if absent is None:
        tiles = [tuple(map(int, game.format_state(state).replace("/", " ").split())) for state in states]
        contestants["theirs"] = peers.simple_ai_puzzles(tiles, 3)
    else:
        report.notes.append(absent)
    contestants["compiled"]()
    measured = best_rates(contestants, arguments.rounds)
    report.rows.append(Row("counterplay, A*, compiled", measured["compiled"].rate, "puzzles/s"))
    report.rows.append(Row("counterplay, A*, interpreted", measured["interpreted"].rate, "puzzles/s"))
    if absent is None:
        ratio = measured["compiled"].rate / measured["theirs"].rate
        report.rows.append(Row("simpleai, astar", measured["theirs"].rate, "puzzles/s", peers.SIMPLE_AI.version, ratio))
    fifteen = counterplay.load("sliding_puzzle(rows=4,columns=4)")
    korf = [fifteen.parse_state(text) for text in KORF]
    walking = ours(counterplay.rta_star, fifteen, korf, horizon=8, compiled=True)
    larger = {"ida_star": nodes(fifteen, korf), "rta_star": walking}
    for contestant in larger.values():
        contestant()
    found = best_rates(larger, arguments.rounds)
    report.rows.append(Row("counterplay, IDA*, four 15-puzzles of Korf's", found["ida_star"].rate, "nodes/s"))
    report.rows.append(Row("counterplay, RTA* with horizon 8, the same", found["rta_star"].rate, "puzzles/s"))
    report.publish(arguments)


if __name__ == "__main__":
    main()
