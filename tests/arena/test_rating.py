"""The statistics of a match, against numbers that other programs published, against scipy, and against chance itself."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from counterplay import UsageError
from counterplay.arena.rating import SCORES, elo_of, interval_of, log_likelihood_ratio, moments, score_of, superiority_of
from counterplay.arena.sprt import Sprt
from counterplay.arena.standing import Standing, Tally

FASTCHESS = [
    # pairs with 0, 1/2, 1, 3/2, 2 points; Elo, ±, likelihood of superiority in %: printed by fastchess, in the log of the engine eschec
    ((1, 11, 47, 25, 16), 77.71, 33.03, 100.00),
    ((1, 15, 25, 33, 26), 123.02, 40.58, 100.00),
    ((1, 24, 42, 25, 8), 26.11, 31.23, 95.04),
    ((2, 23, 32, 35, 8), 41.89, 33.28, 99.38),
]


@pytest.mark.parametrize(("pairs", "elo", "margin", "superiority"), FASTCHESS)
def test_fastchess_prints_the_same(pairs: Sequence[int], elo: float, margin: float, superiority: float) -> None:
    low, high = interval_of(pairs)
    assert elo_of(moments(pairs)[1]) == pytest.approx(elo, abs=0.005)
    assert (high - low) / 2 == pytest.approx(margin, abs=0.005)
    assert 100 * superiority_of(pairs) == pytest.approx(superiority, abs=0.005)


def test_fishtest_computes_the_same_likelihood_ratio() -> None:
    """A test of montytest (fishtest's code): pairs 13, 37, 50, 25, 3; bounds 0 and 4 in normalized Elo, which are 0 and 2.716 in logistic
    Elo; "Logistic (exact)" is -0.53772, score 0.43750, Elo -43.6578, variance 0.05762."""
    pairs = (13, 37, 50, 25, 3)
    _, mean, variance = moments(pairs)
    assert mean == 0.4375
    assert elo_of(mean) == pytest.approx(-43.6578, abs=5e-5)
    assert variance == pytest.approx(0.05762, abs=5e-6)
    elo1 = elo_of(0.5 + 4 * math.log(10) / 800 * math.sqrt(2 * variance))
    assert elo1 == pytest.approx(2.716, abs=5e-4)
    assert log_likelihood_ratio(pairs, 0, elo1) == pytest.approx(-0.53772, abs=5e-6)
    assert Sprt(0, elo1).bounds == pytest.approx((-2.9444, 2.9444), abs=5e-5)


def likelihood_by_optimization(pairs: Sequence[float], mean: float) -> float:
    """The greatest log-likelihood among all distributions with this mean, found by a general optimizer."""
    counts = numpy.array([count or 1e-3 for count in pairs])
    scores = numpy.array(SCORES)
    found = optimize.minimize(
        lambda p: -float(counts @ numpy.log(p)) / counts.sum(),
        numpy.full(5, 0.2),
        jac=lambda p: -counts / p / counts.sum(),
        bounds=[(1e-9, 1)] * 5,
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ scores - mean}],
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-14},
    )
    assert found.success
    return -float(found.fun) * float(counts.sum())


@pytest.mark.parametrize("pairs", [(13, 37, 50, 25, 3), (1, 11, 47, 25, 16), (5, 0, 20, 0, 9), (2, 23, 32, 35, 8)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 10), (-30, 30), (0, 200)])
def test_the_likelihood_ratio_by_a_general_optimizer(pairs: Sequence[int], elo0: float, elo1: float) -> None:
    expected = likelihood_by_optimization(pairs, score_of(elo1)) - likelihood_by_optimization(pairs, score_of(elo0))
    assert log_likelihood_ratio(pairs, elo0, elo1) == pytest.approx(expected, abs=2e-3)


counts = st.tuples(*[st.integers(0, 200)] * 5).filter(any)


@given(counts, st.floats(-300, 300), st.floats(-300, 300))
def test_the_ratio_is_antisymmetric(pairs: tuple[int, ...], elo0: float, elo1: float) -> None:
    there, back = log_likelihood_ratio(pairs, elo0, elo1), log_likelihood_ratio(pairs, elo1, elo0)
    mirrored = log_likelihood_ratio(pairs[::-1], -elo0, -elo1)
    assert there == pytest.approx(-back, rel=1e-9, abs=1e-9)
    assert there == pytest.approx(mirrored, rel=1e-6, abs=1e-6)


@given(counts)
def test_estimate_and_interval_change_sign_with_the_players(pairs: tuple[int, ...]) -> None:
    low, high = interval_of(pairs)
    other_low, other_high = interval_of(pairs[::-1])
    elo = elo_of(moments(pairs)[1])
    assert low <= elo <= high
    for one, other in ((low, -other_high), (high, -other_low)):
        assert one == other or one == pytest.approx(other, rel=1e-6, abs=1e-6)
    assert superiority_of(pairs) + superiority_of(pairs[::-1]) == pytest.approx(1)


@given(st.floats(-2000, 2000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


@pytest.mark.parametrize("number", [1, 3, 10, 100])
def test_where_all_pairs_end_alike_the_interval_is_wilsons(number: int) -> None:
    for pairs, share in (((0, 0, 0, 0, number), 1.0), ((0, 0, number, 0, 0), 0.5), ((number, 0, 0, 0, 0), 0.0)):
        wilson = stats.binomtest(round(share * number * 2), number * 2).proportion_ci(method="wilson")
        low, high = (score_of(bound) if math.isfinite(bound) else float(bound > 0) for bound in interval_of(pairs))
        assert low <= wilson.low + 1e-9 and high >= wilson.high - 1e-9, "ours counts pairs, not games: it is wider"
        assert high - low < 1
    assert superiority_of((0, 0, 0, 0, 2)) == 1 - 1 / 8
    assert superiority_of((0, 0, number, 0, 0)) == 0.5


# ── By chance itself ──
OPENING_EFFECT = ((0.10, 0.20, 0.40, 0.20, 0.10), (0.06, 0.15, 0.38, 0.25, 0.16))
"""How pairs end when players are equal, and when the first is 53 Elo stronger."""


def test_the_interval_contains_the_truth_as_often_as_it_says() -> None:
    rng = numpy.random.default_rng(1)
    chances = numpy.array(OPENING_EFFECT[1])
    truth = elo_of(float(chances @ numpy.array(SCORES)))
    inside = sum(low <= truth <= high for low, high in map(interval_of, rng.multinomial(200, chances, size=2000).tolist()))
    # 95 % of 2000 with a standard deviation of sqrt(2000 * 0.95 * 0.05) = 9.7: five of them either way
    assert abs(inside - 1900) < 49


@pytest.mark.parametrize(("true_elo", "accepted"), [("elo0", "elo0"), ("elo1", "elo1")])
def test_the_stop_rule_errs_no_more_often_than_it_says(true_elo: str, accepted: str) -> None:
    """Wald: the errors are at most alpha / (1 - beta) and beta / (1 - alpha), 5.3 % here."""
    chances = OPENING_EFFECT[0 if true_elo == "elo0" else 1]
    elo1 = elo_of(float(numpy.array(OPENING_EFFECT[1]) @ numpy.array(SCORES)))
    rule, rng, right, runs = Sprt(0, elo1), numpy.random.default_rng(7), 0, 300
    for _ in range(runs):
        pairs = [0] * 5
        decision = None
        for result in rng.choice(5, size=20_000, p=chances).tolist():
            pairs[result] += 1
            if decision := rule.decision(pairs):
                break
        assert decision is not None
        right += decision == accepted
    errors = runs - right
    # at most 5.3 % of 300 = 15.8, with a standard deviation of 3.9: three of them
    assert errors <= 27


# ── Standings ──
def test_the_stop_rule_looks_at_pairs_in_order() -> None:
    """Whatever order games end in, the decision and what counts are the same."""
    scores = {number: 1.0 if number % 5 else 0.5 for number in range(1, 201)}
    rule = Sprt(0, 100)
    forward, backward = Tally(("a", "b"), rule), Tally(("a", "b"), rule)
    for number in scores:
        forward.add(number, scores[number])
    for number in reversed(scores):
        backward.add(number, scores[number])
    assert forward.standing() == backward.standing()
    standing = forward.standing()
    assert standing.decision == "elo1"
    assert standing.games < 200 and standing.games == 2 * sum(standing.pairs)
    assert standing.llr is not None and standing.llr >= rule.bounds[1]


def test_a_pair_counts_when_both_games_have_ended() -> None:
    standing = Standing.of({1: 1.0, 2: 0.5, 3: 1.0, 6: 0.0}, ("a", "b"))
    assert (standing.games, standing.wins, standing.draws, standing.losses) == (4, 2, 1, 1)
    assert standing.pairs == (0, 0, 0, 1, 0)


def test_infinite_ratings_are_told_in_words() -> None:
    def words(*scores: float) -> str:
        return Standing.of(dict(enumerate(scores, 1)), ("a", "b")).rating()

    assert words(1.0, 1.0) == "Elo at least -233.8 (every pair won)"
    assert words(0.0, 0.0) == "Elo at most +233.8 (every pair lost)"
    assert words(1.0, 1.0, 1.0, 0.5).endswith(", no limit]")


def test_nothing_played_yet() -> None:
    standing = Standing.of({}, ("a", "b"), Sprt(0, 10))
    assert (standing.games, standing.elo, standing.superiority, standing.llr) == (0, 0.0, 0.5, 0.0)
    assert "not known yet" in str(standing)


@pytest.mark.parametrize("text", ["", "1", "5,0", "0,10,0.5", "0,10,0,0.1", "0,10,0.9,0.05", "a,b", "nan,1", "0,inf"])
def test_stop_rules_without_meaning(text: str) -> None:
    with pytest.raises(UsageError):
        Sprt.from_text(text)
