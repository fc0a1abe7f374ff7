"""Chess: the weights of the evaluation, from games that the engine plays against itself and from what its own search says.

    python -m bench.tune_chess play games.txt --games 10000     quiet positions of games, each with what became of it
    python -m bench.tune_chess look games.txt values.txt        a position near each of them, with the value that a search finds
    python -m bench.tune_chess fit games.txt values.txt         weights under which the evaluation foretells both best

Logistic regression (Peter Österlund for Texel, 2014) of scores on evaluations, units included (`common/unit_fit.py`). What a search says of
a position errs less by chance than who won in the end (RootStrap; Veness, Silver, Uther & Blair 2009), but it can only say what its
evaluation knows already: that a lead without pawns is hard to win, results say. So the score of a game's position is half its result, half
what the search expected. `look` asks about positions that a search meets and good games do not: those after a few random moves. No other
program is asked.

The evaluation itself says what it is made of: it runs once on every position with the weights replaced by vectors that count, so what is
tuned is what is played. A fit begins with the weights as they are; `--fresh` gives it units that know nothing yet. With a few thousand
games it would learn games by heart: ten thousand and more tell what things are worth together.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import isotonic_regression, minimize_scalar
from scipy.special import expit

import counterplay
from counterplay import Engine
from counterplay.games.chess import evaluation, weights
from counterplay.games.chess.evaluation import hundredths
from counterplay.vectors import FULL
from counterplay.whole_files import replace_file

from .common.measure import positive
from .common.self_play import Played, games
from .common.unit_fit import OUTPUT_SCALE, Numbers, Sample, descend, lead_counts, loss

RANDOM_PLIES = 8
"""A game begins with so many random moves."""
MOST_ASTRAY = 3
"""A position to look at is up to so many random moves away from a game."""
RESULT_COUNTS = 0.5
"""Which part of the score of a game's position is its result; the rest is what the search expected."""
SCALE_OF_SCORES = 200.0
"""So many hundredths of a pawn ahead, as a search finds them, are a score of 1 / (1 + 1/e) = 0.73."""
LEAST_LEAD = 0.05
"""Who is ahead is not behind."""
BY_HAND = ("other king, without pawns and a rook behind: how far it is driven", "steps from that king")
"""Weights that stay as they are: where they count, games are won, and scores do not tell how soon."""
KINDS_OF_LEAD = sum(map(len, weights.LATE_LEAD))
LEAD_WORDS = """How much of a lead counts at the end, in parts of WHOLE_LEAD, by the pawns of who is ahead: first with less than a rook
more, where without pawns it is hard to win, then with a rook or more."""
UNIT_WORDS = """What each unit of the side to move adds when it is fully active, in hundredths of a pawn; those of the other side take it
away."""
SIZE = sum(len(early) for early, _ in weights.WEIGHTS.values())
"""How many features there are."""
STRETCH = 20_000
"""So many positions a worker looks at before it tells."""


def main() -> None:
    """Play, or fit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    play_parser = commands.add_parser("play", help="play games and write their quiet positions with scores")
    play_parser.add_argument("file")
    play_parser.add_argument("--games", type=positive, default=1000)
    play_parser.add_argument("--nodes", type=positive, default=350, help="after which no depth is begun, for each move (default 350)")
    play_parser.add_argument("--seed", type=int, default=1)
    look_parser = commands.add_parser("look", help="search positions near those of a file and write them with their values")
    look_parser.add_argument("games")
    look_parser.add_argument("file")
    look_parser.add_argument("--nodes", type=positive, default=6000, help="for each position (default 6000)")
    look_parser.add_argument("--seed", type=int, default=1, help="another one, and the same file gives other positions")
    fit_parser = commands.add_parser("fit", help="fit the weights and write them to weights.py and units.csv")
    fit_parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="written by `play` or `look`")
    fit_parser.add_argument("--fresh", action="store_true", help="begin with units that know nothing yet")
    fit_parser.add_argument("--epochs", type=positive, default=4, help="how often each position is looked at (default 4)")
    fit_parser.add_argument("--seed", type=int, default=1)
    fit_parser.add_argument("--show", action="store_true", help="print the weights instead")
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(Path(arguments.file), arguments.games, arguments.nodes, arguments.seed)
    elif arguments.command == "look":
        look(Path(arguments.games), Path(arguments.file), arguments.nodes, arguments.seed)
    else:
        text, units = fit(arguments.files, arguments.fresh, arguments.epochs, arguments.seed)
        if arguments.show:
            print(text)
        else:
            replace_file(evaluation.UNITS_FILE, units.encode())
            replace_file(Path(weights.__file__), text.encode())


def play(path: Path, count: int, nodes: int, seed: int) -> None:
    """Append the quiet positions of games to the file as they come: `FEN;score`, from 0 to 1 for White."""
    game = counterplay.load("chess")
    with path.open("a", encoding="utf-8") as file:
        for played in islice(games(game, nodes, RANDOM_PLIES, seed), count):
            file.writelines(f"{game.format_state(state)};{score:.5f}\n" for state, score in quiet_positions(game, played))
            file.flush()


def quiet_positions(game: Any, played: Played) -> Iterator[tuple[Any, float]]:
    """The positions of a game in which who was to move had a choice and found nothing to take, with White's score."""
    state = game.initial()
    for ply, (action, value) in enumerate(zip(played.actions, played.values, strict=True)):
        if ply >= RANDOM_PLIES and not game.is_urgent(state) and not game.is_noisy(state, action):
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


def fit(files: list[Path], fresh: bool, epochs: int, seed: int) -> tuple[str, str]:
    """The texts of `weights.py` and `units.csv` with numbers that foretell the scores in these files best."""
    sample = features(files)
    seen, unseen = held_out(sample)
    before = present()
    if fresh:
        before = anew(before, seed)
    before = before._replace(scale=best_scale(before, seen))
    after = descend(before, seen, is_free(), epochs, seed)
    after = rounded(in_pawns_of(before, after._replace(leads=never_falling(after, seen))))
    errors = [loss(one, unseen) for one in (before, after)]
    print(f"{len(unseen.scores):,} positions not used for fitting: the error went from {errors[0]:.4f} to {errors[1]:.4f} bits")
    return written(after)


def anew(numbers: Numbers, seed: int) -> Numbers:
    """The same with units that know nothing yet: small weights by lot, so that no two are alike, and half active when nothing is there."""
    rng = np.random.default_rng(seed)
    units = rng.normal(size=numbers.units.shape) * 0.02 * is_free()[:, None]
    units[evaluation.TEMPO] = np.tile(rng.uniform(0.0, 0.5, len(numbers.outputs)), 2)
    return numbers._replace(units=units, outputs=rng.normal(size=numbers.outputs.shape) * 0.02)


def in_pawns_of(before: Numbers, numbers: Numbers) -> Numbers:
    """The same with a pawn that foretells as much as before: what a search leaves out is told in pawns. Weights set by hand stay."""
    times = numbers.scale / before.scale
    linear = np.where(is_free()[:, None] > 0.0, times * numbers.linear, numbers.linear)
    return numbers._replace(linear=linear, outputs=times * numbers.outputs, scale=before.scale)


def is_free() -> Any:
    """1 for each weight that may move, 0 for those set by hand."""
    return np.array([name not in BY_HAND for name, (early, _) in weights.WEIGHTS.items() for _ in early], dtype=float)


def held_out(sample: Sample) -> tuple[Sample, Sample]:
    """Nine tenths to fit, one to tell how well that went: stretches of many positions, so that neighbours stay together."""
    last = np.arange(len(sample.scores)) // 500 % 10 == 9
    if not last.any():
        raise SystemExit(f"{len(last):,} positions are too few to fit {SIZE} features: give 5,000 at least.")
    return sample.part(~last), sample.part(last)


def never_falling(numbers: Numbers, sample: Sample) -> Any:
    """The parts of late leads, changed so that more pawns never count less, the least where most was seen."""
    leads = np.maximum(numbers.leads, LEAST_LEAD)
    counts = lead_counts(numbers, sample) + 1e-9
    rows = len(weights.LATE_LEAD)
    return np.concatenate(
        [isotonic_regression(row, weights=seen).x for row, seen in zip(np.split(leads, rows), np.split(counts, rows), strict=True)]
    )


def best_scale(numbers: Numbers, sample: Sample) -> Any:
    """What a pawn is, where scores are told by the logistic function."""
    few = sample.part(np.arange(0, len(sample.scores), max(1, len(sample.scores) // 50_000)))
    found = minimize_scalar(lambda scale: loss(numbers._replace(scale=scale), few), bounds=(0.05, 2.0), method="bounded").x
    return np.array(found)


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

    def __mul__(self, times: int) -> Counts:
        return Counts({place: count * times for place, count in self.items()} if times else {})


def for_the_other(counts: Counts) -> Counts:
    """In the place of `exchanged`: what one side's features are for the other."""
    return Counts({place + SIZE: count for place, count in counts.items()})


def features(files: list[Path]) -> Sample:
    """What the evaluation is made of in the positions of these files."""
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    stretches = [lines[i : i + STRETCH] for i in range(0, len(lines), STRETCH)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as workers:
        parts = list(workers.map(features_of, stretches) if len(stretches) > 1 else map(features_of, stretches))
    counts, *others = zip(*parts, strict=True)
    return Sample(sparse.vstack(counts).tocsr(), *map(np.concatenate, others))


def features_of(lines: list[str]) -> Sample:
    """The same for some lines, `FEN;score`."""
    game = counterplay.load("chess")
    rows: list[Counts] = []
    phases, leads, speaking, scores = [], [], [], []
    counting: dict[str, Any] = {"WEIGHT": Counting(), "NOTHING": 0, "exchanged": for_the_other}
    usual = {name: getattr(evaluation, name) for name in counting}
    vars(evaluation).update(counting)
    try:
        for line in lines:
            fen, _, score = line.partition(";")
            state = game.parse_state(fen)
            counts, phase, far = evaluation.balance(state)
            rows.append(counts)  # type: ignore[arg-type]
            phases.append(phase / evaluation.ALL_PIECES)
            sides = (state.mine, far > 0), (state.theirs, far < 0)
            leads.append([evaluation.kind_of_lead(state.pawns & side, is_far) for side, is_far in sides])
            speaking.append(not evaluation.is_driven(state, far))
            scores.append(float(score) if game.to_move(state) == 0 else 1.0 - float(score))
    finally:
        vars(evaluation).update(usual)
    places = np.array([place for row in rows for place in row])
    times = np.array([count for row in rows for count in row.values()], dtype=np.float32)
    starts = np.cumsum([0, *map(len, rows)])
    matrix = sparse.csr_matrix((times, places, starts), shape=(len(rows), 2 * SIZE))
    return Sample(matrix, np.array(phases), np.array(leads), np.array(speaking, dtype=float), np.array(scores))


# ── The files ──


def present() -> Numbers:
    """The numbers as they are."""
    linear = [pair for name in weights.WEIGHTS for pair in zip(*weights.WEIGHTS[name], strict=True)]
    units = np.array([row for _, _, row in evaluation.rows_of_units()]) / FULL
    outputs = np.array([weights.EARLY_UNITS, weights.LATE_UNITS]).T / 100.0 / OUTPUT_SCALE
    leads = np.array(weights.LATE_LEAD).ravel() / weights.WHOLE_LEAD
    return Numbers(np.array(linear) / 100.0, units, outputs, leads, np.array(100.0 / SCALE_OF_SCORES))


def rounded(numbers: Numbers) -> Numbers:
    """The numbers as the files have them."""
    return Numbers(
        np.rint(100.0 * numbers.linear) / 100.0,
        np.rint(FULL * numbers.units) / FULL,
        np.rint(100.0 * OUTPUT_SCALE * numbers.outputs) / (100.0 * OUTPUT_SCALE),
        np.rint(weights.WHOLE_LEAD * numbers.leads) / weights.WHOLE_LEAD,
        numbers.scale,
    )


def written(numbers: Numbers) -> tuple[str, str]:
    """The texts of `weights.py` and `units.csv` with these numbers."""
    linear, units = np.rint(100.0 * numbers.linear).astype(int), np.rint(FULL * numbers.units).astype(int)
    leads = np.rint(numbers.leads * weights.WHOLE_LEAD).astype(int)
    lines = [f'"""{weights.__doc__}"""', "", "from __future__ import annotations", "", "# fmt: off"]
    lines += ["WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {"]
    rows = ["feature,place," + ",".join(f"{side} {i + 1}" for side in ("own", "other") for i in range(len(numbers.outputs)))]
    place = 0
    for name, (early, _) in weights.WEIGHTS.items():
        lines.append(f'    "{name}": (')
        for side in linear.T:
            part = [str(number) for number in side[place : place + len(early)]]
            width = 4 if name.startswith("place") else 16
            if len(part) > width:
                stretches = (part[i : i + width] for i in range(0, len(part), width))
                block = ["            " + ", ".join(f"{number:>4}" for number in stretch) + "," for stretch in stretches]
                lines += ["        (", *block, "        ),"]
            else:
                lines.append(f"        ({', '.join(part)}{',' if len(part) == 1 else ''}),")
        lines.append("    ),")
        rows += [f'"{name}",{i},' + ",".join(map(str, units[place + i])) for i in range(len(early))]
        place += len(early)
    lines += ["}", "# fmt: on", "", f"WHOLE_LEAD = {weights.WHOLE_LEAD}", "LATE_LEAD = ("]
    lines += [f"    ({', '.join(map(str, part))})," for part in np.split(leads, len(weights.LATE_LEAD))]
    lines += [")", f'"""{LEAD_WORDS}"""', ""]
    for name, side in zip(("EARLY_UNITS", "LATE_UNITS"), np.rint(100.0 * OUTPUT_SCALE * numbers.outputs).astype(int).T, strict=True):
        lines.append(f"{name} = ({', '.join(map(str, side))})")
    return "\n".join([*lines, f'"""{UNIT_WORDS}"""', ""]), "\n".join([*rows, ""])


if __name__ == "__main__":
    main()
