"""Values, exploitability and convergence, against what others have published or computed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import counterplay as cp
from counterplay.hidden import ALGORITHMS, HiddenSolver, Policy, assess, flattened
from counterplay.hidden.sequence_form import sequence_form
from counterplay.rounds import TableGame
from counterplay.strategic import zero_sum

LEDUC = -0.0856064241
"""What Leduc poker is worth to the first player, as OpenSpiel and the literature have it."""


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    found = cp.cfr(cp.load("kuhn_poker"), algorithm="pcfr+", until=1e-9, seconds=20)
    assert found.reached
    assert found.value == pytest.approx(-1 / 18, abs=2e-9)


def test_kuhn_s_own_equilibrium_is_found() -> None:
    """Kuhn (1950): the second player bluffs with a jack and calls with a queen in a third of all cases, everything else is pure."""
    game = cp.load("kuhn_poker")
    policy = cp.cfr(game, algorithm="pcfr+", until=1e-8, seconds=20).policy

    def bets(line: str) -> float:
        return policy.probabilities(game, game.parse_state(line))[1]

    assert bets("K J pass") == pytest.approx(1 / 3, abs=1e-3)
    assert bets("K Q bet") == pytest.approx(1 / 3, abs=1e-3)
    assert bets("J K pass") == pytest.approx(1, abs=1e-3)
    bluffs = bets("J Q")
    assert 0 <= bluffs <= 1 / 3 + 1e-3
    assert bets("K Q") == pytest.approx(3 * bluffs, abs=5e-3)
    assert bets("Q J pass bet") == pytest.approx(bluffs + 1 / 3, abs=5e-3)


def test_leduc_poker_is_worth_what_others_found() -> None:
    found = cp.cfr(cp.load("leduc_poker(suit_isomorphism=true)"), algorithm="pcfr+", until=1e-6, seconds=60, compiled=False)
    assert found.reached and found.infosets == 288
    assert found.value == pytest.approx(LEDUC, abs=2e-6)
    whole = cp.cfr(cp.load("leduc_poker"), until=1e-3, compiled=False)
    assert whole.infosets == 936 and abs(whole.value - LEDUC) < 2e-3


def test_the_published_values_hold(shared_data) -> None:
    rows = [line.split('"') for line in (shared_data / "poker" / "poker_values.csv").read_text().splitlines() if line.startswith('"')]
    for _, name, numbers in rows:
        if name == "kuhn_poker(players=3)" or "sides=6" in name or "sides=5" in name:
            continue  # three players may have several equilibria; the large ones take long to compile and to solve
        value, nash_conv = (float(number) for number in numbers.split(",")[3:5])
        found = cp.cfr(cp.load(name), until=1e-4, seconds=30, compiled=False)
        assert abs(found.value - value) <= nash_conv + 2 * found.exploitability


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_converges(algorithm: str) -> None:
    """With more iterations the strategy of each gets harder to exploit, and nobody can gain more than a little."""
    solver = HiddenSolver(cp.load("kuhn_poker"), algorithm, seed=5)
    solver.run(300)
    early = solver.assess().exploitability
    solver.run(100_000 if algorithm in ("external", "outcome") else 5_000)
    late = solver.assess().exploitability
    assert late < early / 2
    assert late < 0.01


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "linear", "dcfr", "pcfr+", "external", "outcome"])
def test_three_players(algorithm: str) -> None:
    solver = HiddenSolver(cp.load("kuhn_poker(players=3)"), algorithm, seed=5)
    solver.run({"external": 200_000, "outcome": 2_000_000}.get(algorithm, 2_000))
    found = solver.assess()
    assert found.exploitability < 0.005
    assert sum(found.values) == pytest.approx(0, abs=1e-12)


def test_games_of_tables() -> None:
    rock = cp.cfr(cp.load("rock_paper_scissors"), until=1e-9)
    assert rock.value == 0 and all(row == pytest.approx((1 / 3,) * 3) for row in rock.policy.table.values())
    game = cp.load("prisoners_dilemma(rounds=3)")
    betrayed = cp.cfr(game, until=1e-6, iterations=200_000)
    assert betrayed.values == pytest.approx((-6, -6), abs=1e-4)
    assert betrayed.policy.probabilities(game, game.initial())[1] == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("name", ["kuhn_poker", "kuhn_poker(players=3)", "leduc_poker", "liars_dice(dice_sides=3)"])
def test_exploitability_is_openspiel_s_for_the_same_policy(name: str) -> None:
    """Random policies, not only good ones: values, best responses and NashConv are equal to 1e-9."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its exploitability did not run")
    game, other = cp.load(name), pyspiel.load_game(name)
    tree = flattened(game, compiled=False)
    form, places = sequence_form(tree)
    rng = random.Random(name)
    ours: dict[str, tuple[float, ...]] = {}
    theirs: dict[str, list[tuple[int, float]]] = {}

    def walk(state: Any, there: Any) -> None:
        if there.is_terminal():
            return
        if not there.is_chance_node():
            player = there.current_player()
            key, name = f"{player} {game.observation(state, player)!r}", there.information_state_string(player)
            actions = list(game.actions(state))
            if key not in ours:
                weights = [rng.choice((0.0, rng.random(), 1.0)) for _ in actions]
                total = sum(weights) or 1.0
                ours[key] = tuple(weight / total if any(weights) else 1 / len(actions) for weight in weights)
            theirs[name] = list(zip(actions, ours[key], strict=True))
        for action in there.legal_actions():
            walk(game.result(state, action), there.child(action))

    walk(game.initial(), other.new_initial_state())
    found = assess(form, Policy(str(game), ours).weights(tree, form, places))
    policy = pyspiel.TabularPolicy(theirs)
    assert found.nash_conv == pytest.approx(pyspiel.nash_conv(other, policy), abs=1e-9)
    if game.players == 2:
        assert found.exploitability == pytest.approx(pyspiel.exploitability(other, policy), abs=1e-9)
    assert found.values == pytest.approx(pyspiel.expected_returns(other.new_initial_state(), policy, -1, False), abs=1e-9)


def test_the_curve_falls_and_the_run_stops_when_told_to() -> None:
    game = cp.load("kuhn_poker")
    bounded = cp.cfr(game, iterations=777)
    assert bounded.iterations == 777 and not bounded.reached
    assert bounded.curve[0].exploitability > bounded.curve[-1].exploitability == bounded.exploitability
    assert [point.iterations for point in bounded.curve] == sorted({point.iterations for point in bounded.curve})
    assert cp.cfr(game, seconds=0.05).seconds < 5
    said: list[Any] = []
    cp.cfr(game, until=1e-4, progress=said.append)
    assert any("exploitability" in progress.message for progress in said)


def test_the_same_seed_gives_the_same_policy() -> None:
    game = cp.load("kuhn_poker")
    first, second, other = (cp.cfr(game, algorithm="external", iterations=3000, seed=seed).policy.table for seed in (1, 1, 2))
    assert first == second != other


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"algorithm": "cfr++"}, "There are cfr, cfr"),
        ({"until": -1.0}, "until=-1"),
        ({"until": float("nan")}, "until=nan"),
        ({"iterations": 0}, "iterations=0"),
        ({"iterations": 2.5}, "whole number"),
        ({"seconds": 0.0}, "seconds=0"),
        ({"every": 0.0}, "every=0"),
        ({"resume": True}, "from which file"),
    ],
)
def test_settings_that_mean_nothing_are_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(cp.UsageError, match=complaint):
        cp.cfr(cp.load("kuhn_poker"), **settings)


def test_no_time_at_all_is_an_answer_too() -> None:
    found = cp.cfr(cp.load("kuhn_poker"), seconds=1e-9)
    assert found.iterations == 0 and found.exploitability > 0.1 and not found.reached


def test_a_game_that_is_no_game_is_refused() -> None:
    with pytest.raises(cp.UsageError, match="needs a game"):
        cp.cfr("kuhn_poker")  # type: ignore[arg-type]


@settings(max_examples=40)
@given(
    some.lists(some.lists(some.integers(-9, 9), min_size=3, max_size=3), min_size=3, max_size=3),
    some.sampled_from(("cfr+", "dcfr", "pcfr+")),
)
def test_random_tables_have_the_value_that_the_simplex_finds_in_fractions(matrix: list[list[int]], algorithm: str) -> None:
    class Random(TableGame):
        strategies = ("A", "B", "C")
        payoffs = tuple(tuple((entry, -entry) for entry in row) for row in matrix)

    found = cp.cfr(Random(), algorithm=algorithm, until=1e-3, iterations=200_000, compiled=False)
    assert found.reached
    assert abs(found.value - float(zero_sum(matrix).value)) <= 2 * found.exploitability + 1e-12
