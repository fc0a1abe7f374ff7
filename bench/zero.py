"""Searches guided by a network: Connect Four's best moves, beside UCT's and OpenSpiel's; Othello 6x6 against the hand-made evaluation.

Connect Four (--data): a move is best if no other has a better score: wins sooner, or loses later. `keeps` counts the moves that only keep a
win a win and a draw a draw. Scores of all moves are our solver's, whose best one is held to Pons's score of the position.

Othello: a match of the network's search against the engine with Othello's own evaluation, both with the same time for a move, two games
from every opening. How much processor time each of them used for a move stands beside it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import counterplay
from counterplay import PolicyNetwork
from counterplay.arena import Match
from counterplay.buffers import scratch
from counterplay.evaluations import find_policy_network
from counterplay.evaluations.foresight import MOST_POLICY
from counterplay.evaluations.forward import MOST_ACTIVE
from counterplay.kernels import Runner, kernel
from counterplay.learning.zero.lessons import split
from counterplay.players import ask, player
from counterplay.rng import Random
from counterplay.watch import Watch

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


class Timed:
    """A player whose processor time is counted."""

    follows_games = True

    def __init__(self, name: str):
        self.name, self.seconds, self.moves, self.inner = name, 0.0, 0, player(name)

    def choose(self, game: Any, state: Any, earlier: Sequence[Any] = ()) -> Any:
        """What the player chooses."""
        started = time.process_time()
        action = ask(self.inner, game, state, earlier)
        self.seconds, self.moves = self.seconds + time.process_time() - started, self.moves + 1
        return action

    def new_game(self, seed: int) -> None:
        """The player forgets the last game."""
        self.inner.new_game(seed)  # type: ignore[attr-defined]


def measure_match(report: Report, game: str, network: Path | bool, games: int, seconds: float) -> None:
    """Add how a network's search does against the engine with the game's own evaluation."""
    named = "true" if network is True else str(network)
    sides = Timed(f"mcts:seconds={seconds},exploration=1,network={named}"), Timed(f"engine:seconds={seconds}")
    standing = Match(game, sides, games=games).play()
    low, high = standing.interval
    used = " and ".join(f"{1000 * side.seconds / side.moves:.1f}" for side in sides)
    note = (
        f"[{low:+.0f}, {high:+.0f}] with 95 %: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost;"
        f" {used} ms of processor time a move"
    )
    report.rows.append(Row(f"{game}, {1000 * seconds:g} ms a move", standing.elo, "Elo", bar=0.0, note=note))


@kernel
def ask_often(game, root, times, rng, watch):
    """Ask the network about so many positions of random games."""
    logits, total, state = scratch(MOST_POLICY), 0.0, root
    for _ in range(times):
        total += game.foresee(state, logits)
        state = game.result(state, game.random_action(state, rng))
        if game.is_terminal(state):
            state = root
    return total


def measure_batching(report: Report, network: PolicyNetwork, batch: int, rounds: int) -> None:
    """Add what a simulation takes, what of that the network takes, and what it would take if it were asked for many positions at once: by
    PyTorch's matrices of floats of 32 bits, on one processor. The least of several rounds."""
    import torch

    game, rng, times = counterplay.load("connect_four"), random.Random(1), 20_000
    states = [game.initial()]
    while len(states) < batch:
        after = game.result(states[-1], rng.choice(list(game.actions(states[-1]))))
        states.append(game.initial() if game.is_terminal(after) else after)
    torch.set_num_threads(1)
    first, first_bias, second, second_bias, third, third_bias = (torch.tensor(part) for part in split(network.weights.array, network.shape))
    rows = torch.zeros(batch, network.inputs)
    for row, state in zip(rows, states, strict=True):
        places, amounts = [0] * MOST_ACTIVE, [0.0] * MOST_ACTIVE
        row[places[: game.encode(state, places, amounts)]] = 1.0
    guided, run, middle = network.guiding(game), Runner(compiled=True), game.parse_state("4444432213")

    def alone() -> float:
        run(ask_often, guided, middle, times, Random(1), watch=Watch())
        return times

    def together() -> float:
        for _ in range(times // batch):
            torch.relu(torch.relu(rows @ first + first_bias) @ second + second_bias) @ third + third_bias
        return times // batch * batch

    def simulations() -> float:
        return float(counterplay.mcts(game, middle, network=network, simulations=times, exploration=1.0, compiled=True).nodes)

    found = {}
    for what, work in (("a simulation", simulations), ("the network in it", alone), (f"the network, {batch} at once", together)):
        work()
        seconds = []
        for _ in range(rounds):
            started = time.process_time()
            done = work()
            seconds.append((time.process_time() - started) / done)
        found[what] = 1e6 * min(seconds)
        report.rows.append(Row(what, found[what], "µs"))
    whole, one, many = found.values()
    report.rows.append(Row("a batch would save at most", 100 * (one - many) / whole, "% of a simulation"))


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("networks", nargs="*", type=Path, metavar="NETWORK", help="files, as of every generation; left out: the games' own")
    parser.add_argument("--data", type=Path, help="Connect Four: folder with the files Test_L*_R*; left out: the match alone")
    parser.add_argument("--scores", type=Path, help="keep the scores of all moves in this file, or read them from there")
    parser.add_argument("--positions", type=positive, help="so many of them, drawn at random")
    parser.add_argument("--simulations", type=positive, default=400)
    parser.add_argument("--exploration", type=float, default=1.0, help="C of the search that is guided (default 1)")
    parser.add_argument("--games", type=positive, default=100, help="Othello: of the match, an even number (default 100)")
    parser.add_argument("--seconds", type=float, default=0.05, help="Othello: for a move (default 0.05)")
    parser.add_argument("--batch", type=positive, help="instead: what asking the network for so many positions at once would save")
    arguments = parser.parse_args()
    if arguments.batch is not None:
        report = Report("Connect Four: what evaluating leaves together would save")
        network = find_policy_network((arguments.networks or [True])[0], counterplay.load("connect_four"))
        measure_batching(report, network, arguments.batch, arguments.rounds)
    elif arguments.data is None:
        report = Report("Othello 6x6: a network's search against the engine with the hand-made evaluation")
        for path in arguments.networks or [True]:
            measure_match(report, "othello(board_size=6)", path, arguments.games, arguments.seconds)
    else:
        report = Report(f"Connect Four: best moves found by {arguments.simulations} simulations")
        asked = list(questions(arguments.data, arguments.scores))
        if arguments.positions is not None:
            asked = random.Random(1).sample(asked, min(arguments.positions, len(asked)))
        report.notes.append(f"{len(asked):,} positions.")
        _measure(report, asked, arguments)
    report.publish(arguments)


def _measure(report: Report, asked: list[Question], arguments: argparse.Namespace) -> None:
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
