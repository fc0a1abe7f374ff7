"""The tuner counts what the evaluation adds up, and writes what it read."""

from __future__ import annotations

import csv
import re
from itertools import islice
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
from bench.common.self_play import MOST_PLIES, games
from bench.common.unit_fit import Numbers, Sample, gradient, loss, values
from bench.tune_chess import (
    BY_HAND,
    KINDS_OF_LEAD,
    RANDOM_PLIES,
    RESULT_COUNTS,
    SCALE_OF_SCORES,
    SIZE,
    anew,
    features,
    fit,
    never_falling,
    present,
    quiet_positions,
    written,
)

import counterplay as cp
from counterplay.games.chess import weights
from counterplay.games.chess.evaluation import UNITS_FILE, rows_of_units, worth
from counterplay.vectors import FULL

GAME = cp.load("chess")
FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "4k3/P7/8/8/8/8/1p6/4K3 w - - 0 1",
    "4k3/8/8/8/PP6/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1",
    "8/8/3k4/8/8/8/8/R3K3 b - - 0 1",
)


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    file = tmp_path / "scores.txt"
    file.write_text("".join(f"{fen};{score}\n" for fen, score in zip(FENS, (0.7, 0.7, 0.0, 0.0, 1.0, 1.0), strict=True)))
    return features([file])


def test_what_is_tuned_is_what_is_played(sample: Sample) -> None:
    for counted, fen in zip(100.0 * values(present(), sample), FENS, strict=True):
        assert abs(counted - worth(GAME.parse_state(fen))) <= 4.0, fen  # rounded down three times there, what is late twice as much
    assert sample.scores.tolist() == pytest.approx([0.7, 0.3, 1.0, 0.0, 1.0, 0.0])  # for the side to move
    assert sample.leads.tolist() == [[8, 8], [8, 8], [3, 3], [1, 1], [8, 0], [0, 9]]


def test_the_gradient_is_that_of_the_loss(sample: Sample) -> None:
    now, rng = anew(present(), 2), np.random.default_rng(1)
    change = Numbers(*(rng.normal(size=np.shape(each)) * 1e-6 for each in now))
    moved = Numbers(*(each + step for each, step in zip(now, change, strict=True)))
    foretold = sum(float(np.sum(slope * step)) for slope, step in zip(gradient(now, sample), change, strict=True))
    assert (loss(moved, sample) - loss(now, sample)) * np.log(2.0) == pytest.approx(foretold, rel=1e-3)


def test_weights_are_written_as_they_were_read() -> None:
    assert written(present()) == (Path(weights.__file__).read_text(encoding="utf-8"), UNITS_FILE.read_text(encoding="utf-8"))
    names = [(name, place) for name, (early, _) in weights.WEIGHTS.items() for place in range(len(early))]
    assert [(name, place) for name, place, _ in rows_of_units()] == names


def test_what_units_add_up_to_is_a_number_of_32_bits() -> None:
    """As `activated` asks for: each counts for both sides."""
    assert all(2 * sum(map(abs, worths)) < 1 << 16 for worths in (weights.EARLY_UNITS, weights.LATE_UNITS))


def test_more_pawns_never_count_less(sample: Sample) -> None:
    assert all(list(leads) == sorted(leads) for leads in weights.LATE_LEAD)
    now = present()
    falling = now.leads.copy()
    falling[-1] = 0.0
    mended = never_falling(now._replace(leads=falling), sample)
    assert len(mended) == KINDS_OF_LEAD
    assert all(np.all(np.diff(leads) >= 0.0) for leads in np.split(mended, len(weights.LATE_LEAD)))


def test_few_positions_are_refused(tmp_path: Path) -> None:
    few = tmp_path / "few.txt"
    few.write_text(f"{FENS[0]};0.6\n" * 10)
    with pytest.raises(SystemExit, match="too few"):
        fit([few], fresh=False, epochs=1, seed=1)


def told_positions() -> list[str]:
    """Rooks score as the weights say, knights half of it."""
    lines = []
    for piece, part in (("N", 0.5), ("R", 1.0)):
        for rank in ("1{}6", "2{}5", "3{}4", "4{}3", "5{}2", "6{}1"):
            fen = f"4k3/pppppppp/8/8/{rank.format(piece)}/8/PPPPPPPP/4K3 w - - 0 1"
            lines.append(f"{fen};{1.0 / (1.0 + np.exp(-part * worth(GAME.parse_state(fen)) / SCALE_OF_SCORES)):.5f}\n")
    return lines


@pytest.mark.parametrize("fresh", [False, True])
def test_a_fit_learns_what_it_is_told(tmp_path: Path, fresh: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Afterwards what was told is foretold better, and what was set by hand is as it was."""
    told = tmp_path / "told.txt"
    told.write_text("".join(told_positions() * 500))
    text, units = fit([told], fresh=fresh, epochs=20, seed=1)
    before, after = map(float, re.findall(r"0\.\d+", capsys.readouterr().out))
    assert after < before - 0.002
    read: dict[str, Any] = {}
    exec(text, read)
    assert all(read["WEIGHTS"][name] == weights.WEIGHTS[name] for name in BY_HAND)
    rows = [[int(number) for number in row[2:]] for row in csv.reader(units.splitlines()[1:])]
    begun = [row for _, _, row in rows_of_units()] if not fresh else np.rint(FULL * anew(present(), 1).units).astype(int).tolist()
    moved = [row != old for row, old in zip(rows, begun, strict=True)]
    by_hand = [name in BY_HAND for name, _, _ in rows_of_units()]
    assert not any(moved[place] for place in range(SIZE) if by_hand[place]) and sum(moved) > 10


def test_games_against_itself_are_games() -> None:
    """Played by the kernel (interpreted here), replayed by python-chess: moves are legal, positions quiet, results right."""
    for played in islice(games(GAME, 1, RANDOM_PLIES, 5, compiled=False), 2):
        board, state = chess.Board(), GAME.initial()
        for action in played.actions:
            board.push_uci(GAME.from_to(state, action))
            state = GAME.result(state, action)
        over = board.outcome(claim_draw=False)
        assert over is None or played.result == {None: 0.5, True: 1.0, False: 0.0}[over.winner]
        assert over is not None or played.result != 0.5 or board.is_repetition(3) or len(played.actions) == MOST_PLIES
        positions = list(quiet_positions(GAME, played))
        assert positions and not any(chess.Board(GAME.format_state(one)).is_check() for one, _ in positions)
        assert all(0.0 <= score - RESULT_COUNTS * played.result <= 1.0 - RESULT_COUNTS for _, score in positions)


def test_equal_seeds_play_equal_games() -> None:
    """On a board so small that good play is soon over: the same games at either speed, and their ends are what the rules say."""
    game = cp.load("tic_tac_toe")
    first, again, compiled = (list(islice(games(game, 50, 2, 3, compiled=compiled), 20)) for compiled in (False, False, True))
    assert first == again == compiled and len({tuple(one.actions) for one in first}) > 10
    for played in first:
        state = game.initial()
        for action in played.actions:
            assert action in game.actions(state)
            state = game.result(state, action)
        if game.is_terminal(state):
            assert played.result == (game.utility(state, 0) + 1.0) / 2.0
        else:
            decided = cp.minimax(game, state)
            assert abs(decided.value) == 1.0 and played.result == float((decided.value > 0) == (game.to_move(state) == 0))
