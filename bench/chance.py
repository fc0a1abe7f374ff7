"""Chance: what expectiminimax costs in backgammon, b^m n^m, and what Star1 and Star2 leave of it."""

from __future__ import annotations

from typing import Any

import counterplay as cp

from .common.measure import Report, Row, options, positive

ROLLS = 21
POSITIONS = ("4HPwATDgc/ABMA:1:31", "4HPwATDgc/ABMA:1:64", "4PPgASTgc/ABMA:1:53", "wjV4ABvgWfgAUg:2:41", "kV9gQgXvCzABRA:2:53")
"""Two openings, a hit, and two positions from the middle of games."""


def branching(game: Any) -> float:
    """How many plays a roll has on average, over all rolls in these positions."""
    states = [game.parse_state(text.rsplit(":", 1)[0]) for text in POSITIONS]
    return sum(p * game.count(after) for s in states for roll, p in game.chances(s) if (after := game.result(s, roll)).high) / len(states)


def main() -> None:
    """Search and print: m counts the plays on a line, with a roll between any two."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("--plays", type=positive, default=3, help="how many plays deep (default 3; 4 takes minutes)")
    arguments = parser.parse_args()
    game: Any = cp.load("backgammon")
    b = branching(game)
    report = Report(f"nodes of a search in backgammon, mean of {len(POSITIONS)} positions; b = {b:.1f} plays a roll, n = {ROLLS} rolls")
    searches = {"plain": cp.expectiminimax, "Star1": lambda *a, **k: cp.star_minimax(*a, probing=False, **k), "Star2": cp.star_minimax}
    for plays in range(1, arguments.plays + 1):
        formula = b**plays * ROLLS ** (plays - 1)
        report.rows.append(Row(f"{plays} plays, b^{plays} n^{plays - 1}", formula, "leaves"))
        plain = 0.0
        for name, search in searches.items():
            found = [search(game, game.parse_state(text), depth=2 * plays - 1, compiled=True) for text in POSITIONS]
            nodes = sum(result.nodes for result in found) / len(found)
            plain = plain or nodes
            report.rows.append(Row(f"{plays} plays, {name}", nodes, "nodes", ratio=nodes / plain))
    report.publish(arguments)


if __name__ == "__main__":
    main()
