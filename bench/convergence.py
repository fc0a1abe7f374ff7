"""Does UCT come to the minimax move? Wrong moves by number of simulations: all of tic-tac-toe, and Connect Four's test sets."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import counterplay
from counterplay import Game

from .common.exact import ExactScores
from .common.measure import Report, Row, options
from .common.plot import Curve, plot

SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
OUT_OF = 10_000
SETS = {"Test_L3_R1": "Connect Four, end", "Test_L2_R1": "Connect Four, middle"}

Question = tuple[Any, set[Any]]
"""A state, and the actions that keep its value."""


def tic_tac_toe(game: Game[Any, Any]) -> Iterable[Question]:
    """Every state in which somebody moves, symmetric ones once: 627, which stand for 4,520."""
    known: dict[Any, float] = {}

    def value(state: Any) -> float:
        state = game.canonical(state)
        if state not in known:
            player = 0 if game.is_terminal(state) else game.to_move(state)
            below = [] if game.is_terminal(state) else [value(game.result(state, action)) for action in game.actions(state)]
            known[state] = (max(below) if player == 0 else min(below)) if below else game.utility(state, 0)
        return known[state]

    value(game.initial())
    for state in list(known):
        if not game.is_terminal(state):
            yield state, {action for action in game.actions(state) if value(game.result(state, action)) == value(state)}


def connect_four(data: Path, count: int) -> Callable[[Game[Any, Any]], Iterable[Question]]:
    """The first positions of one of Pons's sets; which moves win, draw or lose says the solver, which is held to his scores."""

    def questions(game: Game[Any, Any]) -> Iterable[Question]:
        solver = ExactScores("connect_four")
        for line in [line for line in data.read_text().splitlines() if line and not line.startswith("#")][:count]:
            moves, score = line.split()
            state = game.parse_state(moves)
            actions = list(game.actions(state))
            children = [game.result(state, action) for action in actions]
            open_ended = [child for child in children if not game.is_terminal(child)]
            scores = dict(zip(open_ended, solver.solve(open_ended).scores, strict=True)) if open_ended else {}
            signs = [sign(-scores[child] if child in scores else -game.score(child, game.to_move(child))) for child in children]
            assert max(signs) == sign(float(score))
            yield state, {action for action, outcome in zip(actions, signs, strict=True) if outcome == max(signs)}

    return questions


def sign(number: float) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def wrong_moves(game: Game[Any, Any], questions: list[Question], **switches: Any) -> list[float]:
    """In how many of 10,000 states a wrong move is found, after each number of simulations; one tree grows all along."""
    wrong = [0] * len(SIMULATIONS)
    for state, right in questions:
        one, made = counterplay.Mcts(game, seed=1, compiled=True, **switches), 0
        for place, simulations in enumerate(SIMULATIONS):
            wrong[place] += one.search(state, simulations=simulations - made).action not in right
            made = simulations
    return [OUT_OF * number / len(questions) for number in wrong]


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("--data", type=Path, help="folder with the files Test_L*_R*; left out: tic-tac-toe alone")
    parser.add_argument("--positions", type=int, default=200, help="how many of each set (default 200)")
    parser.add_argument("--svg", type=Path, help="draw the curves into this file")
    arguments = parser.parse_args()
    report = Report(f"Wrong moves in {OUT_OF:,} positions, by simulations {', '.join(f'{number:,}' for number in SIMULATIONS)}")
    curves = list(_measure(report, arguments))
    if arguments.svg is not None:
        title = f"Wrong moves in {OUT_OF:,} positions (1: none), by simulations"
        drawing = plot(title, curves, "simulations", [f"{number:,}" for number in SIMULATIONS])
        arguments.svg.write_text(drawing, encoding="utf-8")
    report.publish(arguments)


def _measure(report: Report, arguments: argparse.Namespace) -> Iterable[Curve]:
    sets = {"Tic-tac-toe": ("tic_tac_toe", tic_tac_toe)}
    if arguments.data is not None:
        sets |= {title: ("connect_four", connect_four(arguments.data / name, arguments.positions)) for name, title in SETS.items()}
    for title, (name, ask) in sets.items():
        game = counterplay.load(name)
        questions = list(ask(game))
        for words, switches in (("UCT", {}), ("solver", {"solver": True})):
            wrong = wrong_moves(game, questions, **switches)
            note = " ".join(f"{number:.0f}" for number in wrong)
            report.rows.append(Row(f"{title}, {words}", wrong[-1], f"of {OUT_OF:,}", note=f"{len(questions)} positions: {note}"))
            yield Curve(f"{title}, {words}", list(wrong))


if __name__ == "__main__":
    main()
