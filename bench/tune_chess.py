"""Chess: the weights of the evaluation, from games that the engine plays against itself and from what its own search says.

    python -m bench.tune_chess play games.txt --games 10000     quiet positions of games, each with what became of it
    python -m bench.tune_chess look games.txt values.txt        a position near each of them, with the value that a search finds
    python -m bench.tune_chess fit games.txt values.txt         weights under which the evaluation foretells both best

Logistic regression (Peter Österlund for Texel, 2014) of scores on evaluations. What a search says of a position errs less by chance than
who won in the end (RootStrap; Veness, Silver, Uther & Blair 2009), but it can only say what its evaluation knows already: that a lead
without pawns is hard to win, results say. So the score of a game's position is for the most part its result, for the rest what the search
expected. `look` asks about positions that a search meets and good games do not: those after a few random moves. No other program is asked.

The evaluation itself says what it is made of: it runs once on every position with the weights replaced by vectors that count, so what is
tuned is what is played. Weights stay where they were unless the scores speak against it (a normal prior around the weights before): all
of one name may grow or shrink together, and each may differ a little from that. With a few thousand games, single weights learn games
by heart; ten thousand tell what they are worth.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import isotonic_regression, minimize, minimize_scalar
from scipy.special import expit

import counterplay
from counterplay import Engine
from counterplay.games.chess import evaluation, weights
from counterplay.games.chess.evaluation import hundredths

from .common.measure import positive
from .common.self_play import Played, games

RANDOM_PLIES = 8
"""A game begins with so many random moves."""
MOST_ASTRAY = 3
"""A position to look at is up to so many random moves away from a game."""
RESULT_COUNTS = 0.7
"""Which part of the score of a game's position is its result; the rest is what the search expected."""
SCALE_OF_SCORES = 200.0
"""So many hundredths of a pawn ahead, as a search finds them, are a score of 1 / (1 + 1/e) = 0.73."""
NAME_FREEDOM, WEIGHT_FREEDOM, LEAD_FREEDOM = 0.15, 5.0, 0.5
"""By which part of themselves the weights of one name may well differ together from what they were before; by how many hundredths of a
pawn each may besides; by how much the part of a late lead that counts."""
LEAST_LEAD = 0.05
"""Who is ahead is not behind."""
BY_HAND = ("other king, without pawns and a rook behind: how far it is driven", "steps from that king")
"""Weights that stay as they are: where they count, games are won, and scores do not tell how soon."""
KINDS_OF_LEAD = sum(map(len, weights.LATE_LEAD))
LEAD_WORDS = """How much of a lead counts at the end, in parts of WHOLE_LEAD, by the pawns of who is ahead: first with less than a rook
more, where without pawns it is hard to win, then with a rook or more."""


def main() -> None:
    """Play, or fit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    play_parser = commands.add_parser("play", help="play games and write their quiet positions with scores")
    play_parser.add_argument("file")
    play_parser.add_argument("--games", type=positive, default=1000)
    play_parser.add_argument("--nodes", type=positive, default=800, help="after which no depth is begun, for each move (default 800)")
    play_parser.add_argument("--seed", type=int, default=1)
    look_parser = commands.add_parser("look", help="search positions near those of a file and write them with their values")
    look_parser.add_argument("games")
    look_parser.add_argument("file")
    look_parser.add_argument("--nodes", type=positive, default=6000, help="for each position (default 6000)")
    look_parser.add_argument("--seed", type=int, default=1, help="another one, and the same file gives other positions")
    fit_parser = commands.add_parser("fit", help="fit the weights and write them to weights.py")
    fit_parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="written by `play` or `look`")
    fit_parser.add_argument("--show", action="store_true", help="print them instead")
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(Path(arguments.file), arguments.games, arguments.nodes, arguments.seed)
    elif arguments.command == "look":
        look(Path(arguments.games), Path(arguments.file), arguments.nodes, arguments.seed)
    else:
        text = fit(arguments.files)
        if arguments.show:
            print(text)
        else:
            Path(weights.__file__).write_text(text, encoding="utf-8")


def play(path: Path, count: int, nodes: int, seed: int) -> None:
    """Append the quiet positions of games to the file as they come: `FEN;score`, from 0 to 1 for White."""
    game = counterplay.load("chess")
    with path.open("a", encoding="utf-8") as file:
        for played in islice(games(game, nodes, RANDOM_PLIES, seed), count):
            file.writelines(f"{game.format_state(state)};{score:.5f}\n" for state, score in quiet_positions(game, played))
            file.flush()


def quiet_positions(game: Any, played: Played) -> Iterator[tuple[Any, float]]:
    """Every third of the positions of a game in which who was to move had a choice and found nothing to take, with White's score: the next
    position differs little, and has the same result."""
    state = game.initial()
    for ply, (action, value) in enumerate(zip(played.actions, played.values, strict=True)):
        if ply >= RANDOM_PLIES and ply % 3 == 0 and not game.is_urgent(state) and not game.is_noisy(state, action):
            yield state, RESULT_COUNTS * played.result + (1.0 - RESULT_COUNTS) * expected(game, state, value)
        state = game.result(state, action)


def expected(game: Any, state: Any, value: float) -> float:
    """What a search that finds this value, for who is to move, expects for White."""
    score = float(expit(hundredths(value) / SCALE_OF_SCORES))
    return score if game.to_move(state) == 0 else 1.0 - score


def look(source: Path, path: Path, nodes: int, seed: int) -> None:
    """Append quiet positions a few random moves away from those of games, in their order: `FEN;score`, from 0 to 1, which is what a search
    expects for White."""
    game = counterplay.load("chess")
    engine = Engine(game, compiled=True, memory=4 << 20)
    rng = counterplay.Random(seed)
    with path.open("a", encoding="utf-8") as file:
        for line in source.read_text(encoding="utf-8").splitlines():
            state = astray(game, game.parse_state(line.partition(";")[0]), rng)
            if game.is_terminal(state) or game.is_urgent(state):
                continue
            engine.forget()
            answer = engine.search(state, nodes=nodes)
            if not game.is_noisy(state, answer.action):
                file.write(f"{game.format_state(state)};{expected(game, state, answer.value):.5f}\n")
                file.flush()


def astray(game: Any, state: Any, rng: Any) -> Any:
    """The state after up to MOST_ASTRAY random moves."""
    for _ in range(rng.below(MOST_ASTRAY + 1)):
        if not game.is_terminal(state):
            state = game.result(state, game.random_action(state, rng))
    return state


# ── Fitting ──


class Sample(NamedTuple):
    """What the evaluation is made of in many positions, a row each, for the side to move."""

    counts: Any
    """How often each weight counts, in the order of `weights.py`."""
    phases: Any
    """From 1, the middle of the game, to 0: how much the early weights count."""
    leads: Any
    """Which kind of lead it is if the side to move is ahead, and if the other is."""
    scores: Any
    """From 0 to 1."""

    def part(self, chosen: Any) -> Sample:
        """Some of the rows."""
        return Sample(self.counts[chosen], self.phases[chosen], self.leads[chosen], self.scores[chosen])

    def values(self, numbers: Any) -> Any:
        """The evaluations with these numbers: all early weights, then all late ones, then what a late lead counts."""
        early, late, part, _ = self._parts(numbers)
        return early + late * part

    def gradient(self, numbers: Any, errors: Any) -> Any:
        """By how much the sum of these errors, each times its value, changes with each number."""
        _, late, part, kinds = self._parts(numbers)
        by_weight = (self.counts.T @ (errors * self.phases), self.counts.T @ (errors * (1.0 - self.phases) * part))
        return np.concatenate([*by_weight, np.bincount(kinds, errors * late, KINDS_OF_LEAD)])

    def _parts(self, numbers: Any) -> tuple[Any, Any, Any, Any]:
        """What early and late weights add up to, which part of the latter counts, and by which kind of lead that is decided."""
        size, leads = self.counts.shape[1], numbers[-KINDS_OF_LEAD:]
        early, late = self.counts @ numbers[:size] * self.phases, self.counts @ numbers[size : 2 * size] * (1.0 - self.phases)
        kinds = np.where(late > 0, self.leads[:, 0], self.leads[:, 1])
        return early, late, leads[kinds], kinds


def fit(files: list[Path]) -> str:
    """The text of `weights.py` with weights that foretell the scores in these files best."""
    sample, before = features(files), present()
    seen, unseen = held_out(sample, before)
    scale, moves = best_scale(seen, before), freedom(before)

    def objective(steps: Any) -> tuple[float, Any]:
        now = before + moves @ steps
        foretold = seen.values(now) * scale
        total = 0.5 * float(steps @ steps) + loss(foretold, seen) * np.log(2.0) * len(foretold)  # a normal prior around the weights before
        return total, steps + moves.T @ seen.gradient(now, (expit(foretold) - seen.scores) * scale)

    after = before + moves @ minimize(objective, np.zeros(moves.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    after = never_falling(after, seen)
    errors = [loss(unseen.values(one) * scale, unseen) for one in (before, after)]
    print(f"{len(unseen.scores):,} positions not used for fitting: the error went from {errors[0]:.4f} to {errors[1]:.4f} bits")
    return written(after)


def freedom(before: Any) -> Any:
    """How each step of the fit moves the numbers: all weights of a name by a part of themselves, each weight, each part of a late lead."""
    count = len(before) - KINDS_OF_LEAD
    is_free = np.array([name not in BY_HAND for name, (early, _) in weights.WEIGHTS.items() for _ in early] * 2, dtype=float)
    moves = sparse.hstack([together(before), WEIGHT_FREEDOM * sparse.identity(count)])
    return sparse.block_diag([sparse.diags(is_free) @ moves, LEAD_FREEDOM * sparse.identity(KINDS_OF_LEAD)]).tocsr()


def held_out(sample: Sample, before: Any) -> tuple[Sample, Sample]:
    """Nine tenths to fit, one to tell how well that went: stretches of many positions, so that neighbours stay together."""
    last = np.arange(len(sample.scores)) // 500 % 10 == 9
    if not last.any():
        raise SystemExit(f"{len(last):,} positions are too few to fit {len(before)} weights: give 5,000 at least.")
    return sample.part(~last), sample.part(last)


def never_falling(numbers: Any, sample: Sample) -> Any:
    """The numbers with the parts of late leads changed so that more pawns never count less, the least where most was seen."""
    leads = np.maximum(numbers[-KINDS_OF_LEAD:], LEAST_LEAD)
    _, late, _, kinds = sample._parts(numbers)
    counts = np.bincount(kinds, np.abs(late), KINDS_OF_LEAD) + 1e-9
    rows = len(weights.LATE_LEAD)
    raised = [isotonic_regression(row, weights=seen).x for row, seen in zip(np.split(leads, rows), np.split(counts, rows), strict=True)]
    return np.concatenate([numbers[:-KINDS_OF_LEAD], *raised])


def best_scale(sample: Sample, numbers: Any) -> float:
    """What a hundredth of a pawn is, where scores are told by the logistic function."""
    found: float = minimize_scalar(lambda scale: loss(sample.values(numbers) * scale, sample), bounds=(0.0005, 0.02), method="bounded").x
    return found


def together(before: Any) -> Any:
    """How a step moves the weights of one name, early or late: each by a part of itself. Kinds of pieces have a step each."""
    names = [
        (name, place if name.startswith("material") else 0) for name, (early, _) in weights.WEIGHTS.items() for place in range(len(early))
    ]
    columns = {name: column for column, name in enumerate(dict.fromkeys(names))}
    column = np.array([columns[name] for name in names])
    column = np.concatenate([column, column + len(columns)])
    return sparse.csr_matrix((NAME_FREEDOM * before[: len(column)], (np.arange(len(column)), column)))


def loss(values: Any, sample: Sample) -> float:
    """How well the evaluation foretells scores: the cross-entropy, in bits."""
    return float(np.mean(np.logaddexp(0.0, values) - sample.scores * values) / np.log(2.0))


class Counting:
    """In the place of the weights: each is a vector that counts itself."""

    def __getitem__(self, place: int) -> Counts:
        return Counts({place: 1})


class Counts(dict[int, int]):
    """A vector of which few numbers are not 0."""

    def __add__(self, other: Counts) -> Counts:
        result = Counts(self)
        result += other
        return result

    def __iadd__(self, other: Counts | int) -> Counts:
        """More of it; 0 is a sum of nothing."""
        for place, count in other.items() if isinstance(other, Counts) else ():
            self[place] = self.get(place, 0) + count
        return self

    def __radd__(self, nothing: int) -> Counts:
        """After 0, with which a sum begins."""
        return Counts(self)

    def __sub__(self, other: Counts) -> Counts:
        return self + other * -1

    def __mul__(self, times: int) -> Counts:
        return Counts({place: count * times for place, count in self.items()} if times else {})


def features(files: list[Path]) -> Sample:
    """What the evaluation is made of in the positions of these files."""
    game = counterplay.load("chess")
    rows: list[Counts] = []
    phases, leads, scores = [], [], []
    usual, evaluation.WEIGHT = evaluation.WEIGHT, Counting()  # type: ignore[assignment]
    try:
        for line in (line for path in files for line in path.read_text(encoding="utf-8").splitlines()):
            fen, _, score = line.partition(";")
            state = game.parse_state(fen)
            counts, phase, far = evaluation.balance(state)
            rows.append(counts)  # type: ignore[arg-type]
            phases.append(phase / evaluation.ALL_PIECES)
            sides = (state.mine, far > 0), (state.theirs, far < 0)
            leads.append([evaluation.kind_of_lead(state.pawns & side, is_far) for side, is_far in sides])
            scores.append(float(score) if game.to_move(state) == 0 else 1.0 - float(score))
    finally:
        evaluation.WEIGHT = usual
    places = np.array([place for row in rows for place in row])
    times = np.array([count for row in rows for count in row.values()], dtype=float)
    starts = np.cumsum([0, *map(len, rows)])
    size = sum(len(early) for early, _ in weights.WEIGHTS.values())
    matrix = sparse.csr_matrix((times, places, starts), shape=(len(rows), size))
    return Sample(matrix, np.array(phases), np.array(leads), np.array(scores))


def present() -> Any:
    """The weights as they are, in the order of `weights.py`: all early ones, then all late ones, then which part of a late lead counts."""
    numbers = [number for side in (0, 1) for pair in weights.WEIGHTS.values() for number in pair[side]]
    return np.array([*numbers, *(lead / weights.WHOLE_LEAD for leads in weights.LATE_LEAD for lead in leads)], dtype=float)


def written(numbers: Any) -> str:
    """The text of `weights.py` with these weights, in the order of `present`."""
    leads = np.rint(numbers[-KINDS_OF_LEAD:] * weights.WHOLE_LEAD).astype(int)
    numbers = np.rint(numbers[:-KINDS_OF_LEAD]).astype(int)
    lines = [f'"""{weights.__doc__}"""', "", "from __future__ import annotations", "", "# fmt: off"]
    lines += ["WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {"]
    place = 0
    for name, (early, _) in weights.WEIGHTS.items():
        lines.append(f'    "{name}": (')
        for side in np.split(numbers, 2):
            part = [str(number) for number in side[place : place + len(early)]]
            width = 4 if name.startswith("place") else 16
            if len(part) > width:
                stretches = (part[i : i + width] for i in range(0, len(part), width))
                rows = ["            " + ", ".join(f"{number:>4}" for number in stretch) + "," for stretch in stretches]
                lines += ["        (", *rows, "        ),"]
            else:
                lines.append(f"        ({', '.join(part)}{',' if len(part) == 1 else ''}),")
        lines.append("    ),")
        place += len(early)
    lines += ["}", "# fmt: on", "", f"WHOLE_LEAD = {weights.WHOLE_LEAD}", "LATE_LEAD = ("]
    lines += [f"    ({', '.join(map(str, part))})," for part in np.split(leads, len(weights.LATE_LEAD))]
    return "\n".join([*lines, ")", f'"""{LEAD_WORDS}"""', ""])


if __name__ == "__main__":
    main()
