"""Chess: the weights of the evaluation, from the results of games that the engine plays against itself.

    python -m bench.tune_chess play games.txt --games 1000      quiet positions, each with the result of its game
    python -m bench.tune_chess fit games.txt                    weights under which the evaluation foretells the results best

The method is Peter Österlund's for Texel (2014): logistic regression of results on evaluations. The evaluation itself says what it is made
of: it runs once on every position with the weights replaced by vectors that count, so what is tuned is what is played. Few games are
enough, because weights stay where they were unless the results speak against them (a normal prior around the weights before).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

import counterplay
from counterplay import Engine
from counterplay.games.chess import evaluation, weights

from .common.measure import positive

RANDOM_PLIES = 8
"""A game begins with so many random moves."""
DECIDED = 0.75
"""Beyond this value (twelve pawns) a game is over for the two of them, as it is after MOST_PLIES."""
MOST_PLIES = 240
FREEDOM = 5.0
"""By how many hundredths of a pawn a weight may well differ from what it was before."""
ALIKE = 20.0
"""So many positions of a game say no more than one: they have the same result."""


def main() -> None:
    """Play, or fit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    play_parser = commands.add_parser("play", help="play games and write their quiet positions with results")
    play_parser.add_argument("file")
    play_parser.add_argument("--games", type=positive, default=1000)
    play_parser.add_argument("--nodes", type=positive, default=2000, help="for each move (default 2000)")
    play_parser.add_argument("--seed", type=int, default=1)
    fit_parser = commands.add_parser("fit", help="fit the weights and write them to weights.py")
    fit_parser.add_argument("file")
    fit_parser.add_argument("--show", action="store_true", help="print them instead")
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(Path(arguments.file), arguments.games, arguments.nodes, arguments.seed)
    else:
        text = fit(Path(arguments.file))
        if arguments.show:
            print(text)
        else:
            Path(weights.__file__).write_text(text, encoding="utf-8")


def play(path: Path, games: int, nodes: int, seed: int) -> None:
    """Append positions to the file as they come: `FEN;result`, the result being 1, 0.5 or 0 for White."""
    game = counterplay.load("chess")
    engine = Engine(game, compiled=True, memory=16 << 20)
    with path.open("a", encoding="utf-8") as file:
        for number in range(games):
            positions, result = one_game(engine, counterplay.Random(1000 * seed + number), nodes)
            file.writelines(f"{game.format_state(state)};{result}\n" for state in positions)
            file.flush()


def one_game(engine: Engine, rng: Any, nodes: int) -> tuple[list[Any], float]:
    """The quiet positions of a game that the engine plays against itself, and its result for White."""
    game = engine.game
    state = game.initial()
    for _ in range(RANDOM_PLIES):
        state = game.result(state, game.random_action(state, rng))
        if game.is_terminal(state):
            return [], 0.5
    engine.forget()
    earlier: list[Any] = []
    positions = []
    while not game.is_terminal(state) and len(earlier) < MOST_PLIES and sum(game.key(state) == game.key(one) for one in earlier) < 2:
        answer = engine.search(state, nodes=nodes, earlier=earlier)
        if abs(answer.value) > DECIDED:
            return positions, float((answer.value > 0) == (game.to_move(state) == 0))
        if not game.is_urgent(state) and not game.is_noisy(state, answer.action):
            positions.append(state)
        earlier.append(state)
        state = game.result(state, answer.action)
    return positions, (game.utility(state, 0) + 1) / 2 if game.is_terminal(state) else 0.5


# ── Fitting ──


def fit(path: Path) -> str:
    """The text of `weights.py` with weights that foretell the results in this file best."""
    counts, results = features(path)
    before = np.array([number for pair in weights.WEIGHTS.values() for side in pair for number in side], dtype=float)
    held_out = np.arange(len(results)) // 500 % 10 == 9  # whole stretches of games
    seen, seen_results = counts[~held_out], results[~held_out]
    scale = minimize_scalar(lambda scale: loss(seen @ before * scale, seen_results), bounds=(0.0005, 0.02), method="bounded").x

    def objective(now: Any) -> tuple[float, Any]:
        values = seen @ now * scale
        error = expit(values) - seen_results
        away = (now - before) / FREEDOM**2
        total = loss(values, seen_results) * np.log(2.0) * len(seen) / ALIKE + 0.5 * float(away @ (now - before))
        return total, seen.T @ error * scale / ALIKE + away

    after = minimize(objective, before, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    errors = [loss(counts[held_out] @ one * scale, results[held_out]) for one in (before, after)]
    print(f"{len(results):,} positions; on those not used for fitting the error went from {errors[0]:.4f} to {errors[1]:.4f} bits")
    return written(np.rint(after).astype(int))


def loss(values: Any, results: Any) -> float:
    """How many bits a result tells on average that the evaluation did not."""
    return float(np.mean(np.logaddexp(0.0, values) - results * values) / np.log(2.0))


class Counting:
    """In the place of the weights: each is a vector that counts itself."""

    def __init__(self, size: int):
        self.size = size

    def __getitem__(self, place: int) -> Any:
        vector = np.zeros(self.size)
        vector[place] = 1.0
        return vector


def features(path: Path) -> tuple[Any, Any]:
    """How often each weight counts in each position (for the side to move, in the order of `weights.py`), and the results for that side."""
    game = counterplay.load("chess")
    sizes = [len(pair[0]) for pair in weights.WEIGHTS.values()]
    rows, results = [], []
    usual, evaluation.WEIGHT = evaluation.WEIGHT, Counting(sum(sizes))  # type: ignore[assignment]
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            fen, _, result = line.partition(";")
            state = game.parse_state(fen)
            times, phase = evaluation.balance(state)
            early = np.asarray(times) * phase / evaluation.ALL_PIECES
            parts = zip(np.split(early, np.cumsum(sizes)[:-1]), np.split(np.asarray(times) - early, np.cumsum(sizes)[:-1]), strict=True)
            rows.append(np.concatenate([one for pair in parts for one in pair]).astype(np.float32))
            results.append(float(result) if game.to_move(state) == 0 else 1.0 - float(result))
    finally:
        evaluation.WEIGHT = usual
    return np.array(rows), np.array(results)


def written(numbers: Any) -> str:
    """The file of weights."""
    lines = [f'"""{weights.__doc__}"""', "", "from __future__ import annotations", "", "# fmt: off"]
    lines += ["WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {"]
    place = 0
    for name, (early, _) in weights.WEIGHTS.items():
        lines.append(f'    "{name}": (')
        for _ in range(2):
            part = [str(number) for number in numbers[place : place + len(early)]]
            place += len(early)
            width = 4 if name.startswith("place") else 16
            if len(part) > width:
                stretches = (part[i : i + width] for i in range(0, len(part), width))
                rows = ["            " + ", ".join(f"{number:>4}" for number in stretch) + "," for stretch in stretches]
                lines += ["        (", *rows, "        ),"]
            else:
                lines.append(f"        ({', '.join(part)}{',' if len(part) == 1 else ''}),")
        lines.append("    ),")
    return "\n".join([*lines, "}", "# fmt: on", ""])


if __name__ == "__main__":
    main()
