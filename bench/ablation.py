"""What each idea of the engine saves: nodes and effective branching factor from plain minimax to the whole engine, at equal depth."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import counterplay
from counterplay import Game, SearchResult, Switches

from .common.measure import Report, Row, options
from .common.plot import Curve, plot

Search = Callable[[Game[Any, Any], Any, int], SearchResult]

OFF = dict.fromkeys(Switches.__dataclass_fields__, False)
"""What looks elsewhere than minimax does (quiescence, extensions, pruning) stays off: all searches find the same values."""
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("+ ordering (promise or evaluation)", ("promise",)),
    ("+ transposition table", ("table", "symmetries")),
    ("+ iterative deepening", ("deepening",)),
    ("+ killers, countermoves, history", ("killers", "history", "continuations")),
    ("+ principal variation, aspiration", ("principal", "aspiration")),
)
"""What is switched on, one after the other."""


class Measured(NamedTuple):
    """One search's nodes, summed over the positions, at each depth from 1 on; None where it would have taken too long."""

    name: str
    nodes: list[int | None]


def searches() -> dict[str, Search]:
    """Minimax, alpha-beta, and the engine with more and more switched on."""
    found: dict[str, Search] = {
        "minimax": lambda game, state, depth: counterplay.minimax(game, state, depth=depth, compiled=True),
        "+ alpha-beta": lambda game, state, depth: counterplay.alphabeta(game, state, depth=depth, compiled=True),
    }
    on = dict(OFF)
    for name, switches in STEPS:
        on |= dict.fromkeys(switches, True)
        found[name] = lambda game, state, depth, on=dict(on): counterplay.engine(  # type: ignore[misc]
            game, state, depth=depth, compiled=True, memory=64 << 20, **on
        )
    return found


def positions(game: Game[Any, Any], count: int, plies: int, seed: int) -> list[Any]:
    """The start, and positions some random plies later in which the game is not over."""
    rng, states = counterplay.Random(seed), [game.initial()]
    while len(states) < count:
        state = game.initial()
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.result(state, game.random_action(state, rng))
        if not game.is_terminal(state):
            states.append(state)
    return states[:count]


def measure(game: Game[Any, Any], states: list[Any], depth: int, most: int) -> list[Measured]:
    """Search every position to every depth with everything; stop a search's deepening where the next depth would pass `most` nodes."""
    rows, values = [], {}
    for name, search in searches().items():
        nodes: list[int | None] = []
        for ply in range(1, depth + 1):
            spent = [number for number in nodes if number is not None]
            growth = spent[-1] / max(1, spent[-2]) if len(spent) > 1 else 10.0
            if len(spent) < ply - 1 or (spent and spent[-1] * growth > most):
                nodes.append(None)
                continue
            results = [search(game, state, ply) for state in states]
            expected = values.setdefault(ply, [result.value for result in results])
            if [result.value for result in results] != expected:
                raise SystemExit(f"{name} differs from the searches before it at depth {ply}: that must never happen.")
            nodes.append(sum(result.nodes for result in results))
        rows.append(Measured(name, nodes))
    return rows


def effective_branching(nodes: float, depth: int) -> float:
    """The b of a uniform tree of this depth with so many nodes (Russell & Norvig, section 3.6): nodes = b + b^2 + … + b^depth + 1."""
    low, high = 1.0, max(2.0, nodes)
    for _ in range(200):
        middle = (low + high) / 2
        total = 1.0
        for _ in range(depth):
            total = total * middle + 1.0
        low, high = (middle, high) if total < nodes else (low, middle)
    return low


def main() -> None:
    """Measure, print the table, draw the picture."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("game", nargs="?", default="connect_four", help="which game (default connect_four)")
    parser.add_argument("--depth", type=int, default=12, help="the deepest search (default 12)")
    parser.add_argument("--positions", type=int, default=8, help="how many positions, the start among them (default 8)")
    parser.add_argument("--plies", type=int, default=6, help="how many random plies lead to the others (default 6)")
    parser.add_argument("--most", type=float, default=4e8, help="no search goes deeper than so many nodes allow (default 4e8)")
    parser.add_argument("--seed", type=int, default=1, help="of the positions (default 1)")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the plot there")
    arguments = parser.parse_args()
    game = counterplay.load(arguments.game)
    states = positions(game, arguments.positions, arguments.plies, arguments.seed)
    rows = measure(game, states, arguments.depth, int(arguments.most))
    report = _report(rows, len(states), arguments)
    if arguments.svg:
        curves = [Curve(row.name, [None if number is None else number / len(states) for number in row.nodes]) for row in rows]
        curves += _best_case(curves[0], arguments.depth)
        arguments.svg.write_text(plot(f"{game.title}: nodes a position, by depth", curves), encoding="utf-8")
        report.notes.append(f"The plot is in {arguments.svg}.")
    report.publish(arguments)


def _best_case(minimax: Curve, depth: int) -> list[Curve]:
    """What alpha-beta needs with perfect ordering: b^⌈m/2⌉ + b^⌊m/2⌋ - 1 leaves (Knuth & Moore 1975), b being minimax's."""
    seen = [number for number in minimax.values if number is not None]
    b = effective_branching(seen[-1], len(seen))
    leaves: list[float | None] = [b ** ((m + 1) // 2) + b ** (m // 2) - 1 for m in range(1, depth + 1)]
    return [Curve("perfect ordering: b^(m/2)", leaves, dashed=True)]


def _report(rows: list[Measured], count: int, arguments: argparse.Namespace) -> Report:
    report = Report(f"{arguments.game}: nodes a position, all searches finding the same values; ratio to alpha-beta at the same depth")
    for row in rows:
        reached = max(depth for depth, number in enumerate(row.nodes, 1) if number is not None)
        nodes, plain = row.nodes[reached - 1], rows[1].nodes[reached - 1]
        assert nodes is not None
        ratio = None if plain is None else nodes / plain
        branching = effective_branching(nodes / count, reached)
        note = f"depth {reached}, effective branching factor {branching:.2f}"
        report.rows.append(Row(row.name, nodes / count, "nodes", "", ratio, None, True, note))
    return report


if __name__ == "__main__":
    main()
