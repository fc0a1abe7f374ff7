"""Linear evaluations: their values, words, files and pictures; learning them; the three requirements."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

import counterplay as cp
from counterplay.evaluations import LinearEvaluation, expected_value, find_evaluation
from counterplay.learning import Experience, Rounds, fit, gathered, improve, proof, requirements
from counterplay.learning.experience import lambda_returns
from counterplay.learning.regression import design, weights_of

GAME: Any = cp.load("tic_tac_toe")
SMALL: Any = cp.load("othello(board_size=4)")
CENTRE, *_corners = (GAME.result(GAME.initial(), cell).theirs.bit_length() - 1 for cell in (4, 0, 2, 6, 8))
"""Where these cells are among the bits of a board."""
CORNERS = tuple(_corners)


def centre(game: Any, state: Any, player: int) -> float:
    """Who holds the centre."""
    lead = int(state.mine >> CENTRE & 1) - int(state.theirs >> CENTRE & 1)
    return float(lead if game.to_move(state) == player else -lead)


def corners(game: Any, state: Any, player: int) -> float:
    """How many corners more."""
    lead = 0
    for corner in CORNERS:
        lead += int(state.mine >> corner & 1) - int(state.theirs >> corner & 1)
    return float(lead if game.to_move(state) == player else -lead)


BY_HAND = LinearEvaluation({"centre": centre, "corners": corners}, (1.5, 0.5))


def test_the_value_is_the_chance_to_win_at_both_speeds() -> None:
    state = GAME.result(GAME.initial(), 4)
    assert BY_HAND(GAME, state, 0) == pytest.approx(2 / (1 + np.exp(-1.5)) - 1)
    assert BY_HAND(GAME, state, 1) == -BY_HAND(GAME, state, 0)
    for weights in ((1.5, 0.5), (-1.0, 2.0)):  # other weights need no other machine code
        evaluation = LinearEvaluation(BY_HAND.features, weights)
        quick, slow = (cp.expectiminimax(GAME, depth=2, evaluate=evaluation, compiled=compiled) for compiled in (True, False))
        assert quick.value == slow.value and quick.line == slow.line
    assert cp.minimax(GAME, depth=1, evaluate=BY_HAND, compiled=False).action == 4


def test_phases_are_interpolated() -> None:
    """Half-way between two phases, the weights are half-way between theirs; at a phase they are its own."""
    names, rows = SMALL.feature_names, ([1.0] * 12, [2.0] * 12, [4.0] * 12)
    evaluation = LinearEvaluation(names, rows)
    rng, state = cp.Random(2), SMALL.initial()
    while not SMALL.is_terminal(state):
        place = 2 * SMALL.phase(state)
        weight = np.interp(place, (0, 1, 2), (1.0, 2.0, 4.0))
        wanted = 2 / (1 + np.exp(-weight * sum(SMALL.features(state)))) - 1
        assert evaluation(SMALL, state, state.turn) == pytest.approx(wanted, abs=1e-12)
        state = SMALL.result(state, SMALL.random_action(state, rng))
    assert evaluation(SMALL, state, 0) == SMALL.utility(state, 0)


def test_words_files_and_pictures(tmp_path: Path) -> None:
    evaluation = LinearEvaluation(("corner", "mobility"), ((6.1, 1.3), (4.0, -0.25)), ((0.1, 0.2), (0.3, 0.4)), {"games": 3})
    assert str(evaluation) == "corner +6.1 → +4, mobility +1.3 → -0.25"
    evaluation.save(tmp_path / "one.json")
    again = LinearEvaluation.load(tmp_path / "one.json")
    assert again == evaluation and again.notes == {"games": 3}
    picture = evaluation.svg()
    assert picture.startswith("<svg") and "corner" in picture and picture.count("<rect") == 5  # the panel and four bars
    BY_HAND.save(tmp_path / "two.json")
    assert LinearEvaluation.load(tmp_path / "two.json", {"corners": corners, "centre": centre}) == BY_HAND
    assert find_evaluation(str(tmp_path / "one.json"), GAME) == evaluation


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cp.UsageError, match="2 features need 2 weights"):
        LinearEvaluation(("a", "b"), (1.0, 2.0, 3.0))
    with pytest.raises(cp.UsageError, match=r"weighs a; the features of othello are mobility"):
        LinearEvaluation(("a",), (1.0,)).used_by(SMALL)
    with pytest.raises(cp.UsageError, match="none: give functions"):
        LinearEvaluation(("a",), (1.0,)).used_by(GAME)
    (tmp_path / "broken.json").write_text('{"format": "something else"}', encoding="utf-8")
    with pytest.raises(cp.UsageError, match="not a linear evaluation"):
        LinearEvaluation.load(tmp_path / "broken.json")
    with pytest.raises(cp.UsageError, match="cannot be read"):
        LinearEvaluation.load(tmp_path / "nowhere.json")
    with pytest.raises(cp.UsageError, match="has no features"):
        gathered(GAME, 1, compiled=False)
    with pytest.raises(cp.UsageError, match="results, searches or td"):
        Rounds(teacher="rumours")  # type: ignore[arg-type]


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 50))
def test_a_category_is_worth_what_it_expects(won: int, lost: int, drawn: int) -> None:
    """The lectures: 72 % won, 20 % lost, 8 % drawn is 0.52."""
    assert expected_value(0.72, 0.20, 0.08) == pytest.approx(0.52)
    utilities = [1] * won + [-1] * lost + [0] * drawn
    assert expected_value(won, lost, drawn) == pytest.approx(sum(utilities) / len(utilities))


# ── Learning ──
def made_up(weights: Any, games: int, seed: int = 1) -> Experience:
    """Results that were drawn with the chances that these weights say; ten positions a game."""
    rng = np.random.default_rng(seed)
    count = 10 * games
    empty = Experience(
        rng.normal(size=(count, weights.shape[1])), rng.uniform(size=count), np.zeros(count), np.repeat(np.arange(games), 10)
    )
    chances = 1 / (1 + np.exp(-design(empty, len(weights)) @ weights.reshape(-1)))
    return empty._replace(targets=(rng.uniform(size=count) < chances).astype(float))


def test_weights_behind_made_up_results_are_found_within_their_confidence() -> None:
    truth = np.array([[1.0, -0.5, 0.0], [0.2, 0.8, -1.0]])
    found = fit(made_up(truth, 2000), ("a", "b", "c"), phases=2)
    off = (np.array(found.evaluation.table) - truth) / np.array(found.evaluation.errors)
    assert np.abs(off).max() < 3.5 and 0.02 < np.array(found.evaluation.errors).mean() < 0.06
    assert found.games == 1600 and found.positions == 16_000
    assert found.held_out_error < 1.0 and [games for games, _ in found.curve] == [160, 400, 800, 1600]


def test_regression_finds_the_same_as_scipy() -> None:
    experience, penalty = made_up(np.array([[1.0, -0.5]]), 60), 2.0

    def loss(weights: Any) -> float:
        odds = experience.features @ weights
        return float(np.sum(np.logaddexp(0.0, odds) - experience.targets * odds) + penalty / 2 * weights @ weights)

    wanted = minimize(loss, np.zeros(2), method="BFGS", options={"gtol": 1e-8}).x
    assert weights_of(experience, 1, penalty)[0] == pytest.approx(wanted, abs=1e-5)


def test_experience_is_the_same_at_both_speeds_and_teaches_what_it_says() -> None:
    for teacher in ("results", "searches", "td"):
        quick, slow = (gathered(SMALL, 6, teacher=teacher, deeper=2, opening=2, seed=3, compiled=compiled) for compiled in (True, False))
        assert all((one == other).all() for one, other in zip(quick, slow, strict=True))
        assert len(np.unique(quick.games)) == 6 and set(np.diff(quick.games)) <= {0, 1}
        if teacher == "results":
            assert set(quick.targets) <= {0.0, 0.5, 1.0}
            same = [
                a + b
                for a, b, first, then in zip(quick.targets, quick.targets[1:], quick.games, quick.games[1:], strict=False)
                if first == then
            ]
            assert set(same) <= {0.0, 1.0, 2.0}  # who wins is seen from either side


def test_lambda_returns_are_those_of_the_textbook() -> None:
    said, won, trace = np.array([0.3, 0.6, 0.2]), np.array([1.0, 0.0, 1.0]), 0.7
    last = 1.0
    middle = 1 - ((1 - trace) * 0.2 + trace * last)
    first = 1 - ((1 - trace) * 0.6 + trace * middle)
    alternating = np.array([0, 1, 0])
    assert lambda_returns(said, won, alternating, np.zeros(3), trace) == pytest.approx([first, middle, last])
    assert lambda_returns(said, won, alternating, np.arange(3), trace).tolist() == won.tolist()  # three games of one position


def test_rounds_leave_generations_and_go_on_where_they_stopped(tmp_path: Path) -> None:
    settings = Rounds(rounds=2, games=60, phases=2, opening=2)
    found = dict(improve(SMALL, settings, tmp_path))
    assert list(found) == [1, 2]
    again = tmp_path / "again"
    next(improve(SMALL, settings, again))
    assert list(dict(improve(SMALL, settings, again))) == [2]
    one, two = (LinearEvaluation.load(folder / "generations" / "002.json") for folder in (tmp_path, again))
    assert one == two and one.notes["round"] == 2 and one.notes["settings"]["games"] == 60
    standing = proof(SMALL, tmp_path / "generations" / "002.json", games=4, nodes=20)
    assert standing.games == 4 and standing.interval[0] <= standing.elo <= standing.interval[1]


# ── The three requirements ──
@cache
def exact(game: Any, state: Any) -> float:
    """What the game is worth to X: plain minimax."""
    if game.is_terminal(state):
        return float(game.utility(state, 0))
    values = [exact(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


def right(game: Any, state: Any, player: int) -> float:
    """The best evaluation there is."""
    return exact(GAME, state) if player == 0 else -exact(GAME, state)


def upside_down(game: Any, state: Any, player: int) -> float:
    """The worst one: the best, with the wrong sign."""
    return -right(game, state, player)


def test_requirements_tell_a_good_evaluation_from_a_bad_one() -> None:
    good = requirements(GAME, evaluate=right, games=60, compiled=False)
    bad = requirements(GAME, evaluate=upside_down, games=60, compiled=False)
    assert good.misordered == 0 and bad.misordered > 0
    assert good.correlation > 0.3 > 0.0 > bad.correlation
    assert good.positions == sum(count for _, _, count in good.bins) and 0 <= good.bias < bad.bias
    assert all(one[0] < other[0] for one, other in pairwise(good.bins))
    assert good.svg().count("<circle") == len(good.bins) and "as the utility does" in str(good)
