"""Connect Four guided by a network: how often 400 simulations find a move that an exact solver calls best, beside UCT's and OpenSpiel's.

A move is best if no other has a better score: wins sooner, or loses later. `keeps` counts the moves that only keep a win a win and a draw
a draw. Scores of all moves are our solver's, whose best one is held to Pons's score of the position.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import counterplay
from counterplay import PolicyNetwork

from .common import peers
from .common.exact import ExactScores
from .common.measure import Report, Row, options, positive

SETS = ("Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2", "Test_L1_R2", "Test_L1_R3")
BAR = 0.97
Chooser = Callable[[Any, str], int]
"""From a state, and the moves that lead there, to an action."""


class Question(NamedTuple):
    """A position, and what every action brings."""

    group: str
    moves: str
    scores: dict[int, int]


def questions(data: Path, kept: Path | None) -> Iterator[Question]:
    """All positions of the sets with the scores of their moves: from the file that keeps them, or solved (in a quarter of an hour) and
    kept."""
    before = kept.read_text().splitlines() if kept is not None and kept.is_file() else []
    known = {moves: scores for _, moves, scores in map(str.split, before)}
    solver, lines = ExactScores("connect_four"), []
    for name in SETS:
        for moves, score in (line.split() for line in (data / name).read_text().splitlines() if line and not line.startswith("#")):
            if moves in known:
                scores = {column: int(text) for column, text in enumerate(known[moves].split(",")) if text != "x"}
            else:
                scores = all_scores(solver, moves)
            assert max(scores.values()) == int(score), f"{moves}: {scores}, but Pons says {score}"
            lines.append(f"{name} {moves} {','.join(str(scores.get(column, 'x')) for column in range(7))}\n")
            yield Question(name, moves, scores)
    if kept is not None and len(lines) > len(known):
        kept.write_text("".join(lines))


def all_scores(solver: ExactScores, moves: str) -> dict[int, int]:
    """What every move brings the player to move."""
    game: Any = solver.game
    state = game.parse_state(moves)
    children = {action: game.result(state, action) for action in game.actions(state)}
    return {
        action: int(game.score(child, game.to_move(state)) if game.is_terminal(child) else -solver.solve([child]).scores[0])
        for action, child in children.items()
    }


def ours(simulations: int, network: PolicyNetwork | None, exploration: float) -> Chooser:
    """Our search, guided by a network or by random playouts."""
    game = counterplay.load("connect_four")

    def choose(state: Any, moves: str) -> int:
        how: dict[str, Any] = {"simulations": simulations, "seed": 1, "memory": 1 << 20, "compiled": True, "exploration": exploration}
        return int(counterplay.mcts(game, state, network=network, **how).action)

    return choose


def open_spiel(simulations: int) -> Chooser:
    """OpenSpiel's MCTSBot in C++, with its solver and random playouts."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def choose(state: Any, moves: str) -> int:
        place = game.new_initial_state()
        for move in moves:
            place.apply_action(int(move) - 1)
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations, 100, True, 1, False)
        return int(bot.step(place))

    return choose


def measure(report: Report, name: str, choose: Chooser, asked: list[Question], bar: float | None, version: str = "") -> None:
    """Add what a contestant found: a row for all positions, with the sets in its note."""
    game = counterplay.load("connect_four")
    best: dict[str, list[bool]] = {}
    keeps = 0
    for question in asked:
        found, most = question.scores[choose(game.parse_state(question.moves), question.moves)], max(question.scores.values())
        best.setdefault(question.group, []).append(found == most)
        keeps += (found > 0) - (found < 0) == (most > 0) - (most < 0)
    sets = ", ".join(f"{group.removeprefix('Test_')} {sum(right) / len(right):.1%}" for group, right in best.items())
    share = sum(map(sum, best.values())) / len(asked)
    note = f"{sets}; keeps the result {keeps / len(asked):.1%}"
    report.rows.append(Row(name, 100 * share, "% best", version, bar=None if bar is None else 100 * bar, note=note))


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("networks", nargs="*", type=Path, metavar="NETWORK", help="files, as of every generation; left out: the game's own")
    parser.add_argument("--data", type=Path, required=True, help="folder with the files Test_L*_R*")
    parser.add_argument("--scores", type=Path, help="keep the scores of all moves in this file, or read them from there")
    parser.add_argument("--positions", type=positive, help="so many of them, drawn at random")
    parser.add_argument("--simulations", type=positive, default=400)
    parser.add_argument("--exploration", type=float, default=1.0, help="C of the search that is guided (default 1)")
    arguments = parser.parse_args()
    report = Report(f"Connect Four: best moves found by {arguments.simulations} simulations")
    asked = list(questions(arguments.data, arguments.scores))
    if arguments.positions is not None:
        asked = random.Random(1).sample(asked, min(arguments.positions, len(asked)))
    report.notes.append(f"{len(asked):,} positions.")
    _measure(report, asked, arguments)
    report.publish(arguments)


def _measure(report: Report, asked: list[Question], arguments: argparse.Namespace) -> None:
    from counterplay.evaluations import find_policy_network

    game, simulations = counterplay.load("connect_four"), arguments.simulations
    for path in arguments.networks or [True]:
        network = find_policy_network(path, game)
        words = "the game's network" if path is True else f"network {path}"
        bar = BAR if simulations == 400 and not arguments.networks else None
        measure(report, f"counterplay, {words}", ours(simulations, network, arguments.exploration), asked, bar)
    measure(report, "counterplay, UCT", ours(simulations, None, 1.4), asked, None)
    if (absent := peers.OPEN_SPIEL.absent()) is not None:
        report.notes.append(absent)
    else:
        measure(report, "OpenSpiel, UCT with solver", open_spiel(simulations), asked, None, peers.OPEN_SPIEL.version)


if __name__ == "__main__":
    main()
