"""Networks: against NumPy's matrices and against numerical derivatives, at both speeds; their files; what a network sees of backgammon."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learning.walks import RandomWalk

import counterplay as cp
from counterplay.evaluations import Network, find_evaluation, own_network, with_own_network
from counterplay.evaluations.forward import MOST_ACTIVE, slope, squashed
from counterplay.learning.self_play import move_towards
from counterplay.weights import Weights


def random_states(game: Any, seed: int, games: int = 1) -> list[Any]:
    """The states of random games in which the dice are to be rolled."""
    rng, found = cp.Random(seed), []
    for _ in range(games):
        state = game.initial()
        while not game.is_terminal(state):
            if game.to_move(state) == cp.CHANCE:
                found.append(state)
                outcomes = [outcome for outcome, _ in game.chances(state)]
                state = game.result(state, outcomes[rng.below(len(outcomes))])
            else:
                state = game.result(state, game.random_action(state, rng))
    return found


def dense_inputs(game: Any, state: Any) -> Any:
    """The inputs as a vector."""
    places, amounts = [0] * MOST_ACTIVE, [0.0] * MOST_ACTIVE
    inputs = np.zeros(game.network_inputs)
    active = game.encode(state, places, amounts)
    assert places[:active] == sorted(set(places[:active]))
    inputs[places[:active]] = amounts[:active]
    return inputs


def dense_outputs(network: Network, inputs: Any) -> Any:
    """The outputs by matrices."""
    weights, outputs = network.weights.array, len(network.rungs) - 1
    first = weights[: network.inputs * network.hidden].reshape(network.inputs, network.hidden)
    bias = weights[network.inputs * network.hidden :][: network.hidden]
    second = weights[(network.inputs + 1) * network.hidden :][: network.hidden * outputs].reshape(network.hidden, outputs)
    sums = inputs @ first + bias
    rest = np.maximum(0.0, 1.0 - np.abs(sums) / 4.0)
    units = np.where(sums > 0, 1.0 - rest**2 / 2.0, rest**2 / 2.0)
    return 1.0 / (1.0 + np.exp(-(units @ second + weights[-outputs:])))


def test_outputs_are_those_of_matrices() -> None:
    game: Any = cp.load("backgammon")
    fresh = Network.fresh(game, hidden=7, seed=3)
    network = Network("backgammon", 198, 7, fresh.rungs, Weights(20.0 * fresh.weights.array))
    for state in random_states(game, 1)[::5]:
        found = dense_outputs(network, dense_inputs(game, state))
        assert network.outputs(game, state) == pytest.approx(found, abs=1e-12)
        worth = -3 + found[0] + found[1] + 2 * found[2] + found[3] + found[4]
        assert network(game, state, game.viewpoint(state)) == pytest.approx(worth, abs=1e-12)
        assert network(game, state, 1 - game.viewpoint(state)) == pytest.approx(-worth, abs=1e-12)


def test_compiled_and_interpreted_networks_agree_and_other_weights_need_no_other_machine_code() -> None:
    game: Any = cp.load("backgammon")
    state = game.parse_state("4HPwATDgc/ABMA:1:31")
    for seed in (1, 2):
        network = Network.fresh(game, hidden=5, seed=seed)
        quick, slow = (cp.expectiminimax(game, state, depth=1, evaluate=network, compiled=compiled) for compiled in (True, False))
        assert quick.value == slow.value and quick.action == slow.action
        best = max((network(game, game.result(state, action), 0), -action) for action in game.actions(state))
        assert quick.value == best[0]


@given(st.floats(-10, 10))
def test_the_sigmoid_is_close_to_the_logistic_function_and_knows_its_slope(x: float) -> None:
    assert abs(squashed(x) - 1.0 / (1.0 + np.exp(-x))) < 0.024
    assert squashed(x) + squashed(-x) == pytest.approx(1.0, abs=1e-15)
    assert slope(x) == pytest.approx((squashed(x + 1e-6) - squashed(x - 1e-6)) / 2e-6, abs=1e-5)


@pytest.mark.parametrize("flipped", [False, True])
def test_a_step_follows_the_gradient_of_the_cross_entropy(flipped: bool) -> None:
    """Every weight moves by the rate times minus the numerical derivative."""
    rng = np.random.default_rng(4)
    inputs, hidden, outputs, rate = 6, 4, 3, 1e-3
    rungs = (-2.0, -1.0, 1.0, 2.0)
    before = rng.normal(0.0, 0.8, (inputs + 1) * hidden + (hidden + 1) * outputs)
    places, amounts, target = [0, 3, 4], [1.0, 0.5, 2.0], [0.9, 0.6, 0.2]
    wanted = np.array([0.8, 0.4, 0.1]) if flipped else np.array(target)  # the opponent's ladder, seen from its other end
    vector = np.zeros(inputs)
    vector[places] = amounts

    def entropy(weights: Any) -> float:
        found = dense_outputs(Network("", inputs, hidden, rungs, Weights(weights)), vector)
        return float(-np.sum(wanted * np.log(found) + (1 - wanted) * np.log(1 - found)))

    derivative = np.array([(entropy(before + 1e-6 * unit) - entropy(before - 1e-6 * unit)) / 2e-6 for unit in np.eye(len(before))])
    after = before.copy()
    move_towards(after, inputs, hidden, outputs, places, amounts, 3, target, flipped, rate)
    assert (after - before) / rate == pytest.approx(-derivative, abs=1e-3)
    assert (after - before)[hidden : 3 * hidden] == pytest.approx(0.0)  # inputs that are 0 teach nothing


# ── What a network sees of backgammon ──
def test_inputs_are_those_of_td_gammon() -> None:
    """From the counts of checkers that the game's notation is made of."""
    game: Any = cp.load("backgammon")
    for state in random_states(game, 2, games=3):
        who = game.viewpoint(state)
        wanted: list[float] = []
        for side in (who, 1 - who):
            off, *points, bar = game.counts(state, side)
            for number in points:
                wanted += [float(number >= 1), float(number >= 2), float(number >= 3), max(0, number - 3) / 2]
            pips = sum(place * number for place, number in enumerate([*points, bar], 1))
            wanted += [bar / 2, off / 15, pips / 167]
        assert dense_inputs(game, state).tolist() == pytest.approx(wanted)


def test_both_players_see_the_same_in_the_same_position() -> None:
    game: Any = cp.load("backgammon")
    for state in random_states(game, 3)[1:]:
        text = game.format_state(state)
        other = game.parse_state(f"{text[:-1]}{'21'[int(text[-1]) - 1]}")
        assert dense_inputs(game, state).tolist() == dense_inputs(game, other).tolist()


def test_where_gammons_do_not_count_the_value_is_the_chance_to_win() -> None:
    whole, single = cp.load("backgammon"), cp.load("backgammon(most_points=1)")
    network = Network.fresh(whole, hidden=4, seed=1)
    state = whole.initial()
    assert network(single, state, 0) == pytest.approx(2 * network.outputs(whole, state)[2] - 1)


# ── Files ──
def test_files_keep_everything(tmp_path: Path) -> None:
    game = RandomWalk()
    fresh = Network.fresh(game, hidden=3, seed=5)
    rounded = Network(fresh.game, 5, 3, fresh.rungs, Weights(fresh.weights.array.astype(np.float32)), {"games": 12})
    rounded.save(tmp_path / "walk.npz")
    again = Network.load(tmp_path / "walk.npz")
    assert again == rounded and again.notes == {"games": 12}
    assert find_evaluation(str(tmp_path / "walk.npz"), game) == rounded


@pytest.mark.parametrize("damage", ["cut", "flip", "text"])
def test_damaged_files_are_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "walk.npz"
    Network.fresh(RandomWalk(), hidden=3, seed=5).save(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 255
    path.write_bytes({"cut": bytes(content[:100]), "flip": bytes(content), "text": b"not a network"}[damage])
    with pytest.raises(cp.UsageError, match="damaged"):
        Network.load(path)


def test_every_damaged_byte_gives_the_same_network_or_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "walk.npz"
    network = Network.fresh(RandomWalk(), hidden=1, seed=5)
    network.save(path)
    content, saved = path.read_bytes(), Network.load(path)
    for place in range(len(content)):
        for bits in (1, 0x80, 255):
            damaged = bytearray(content)
            damaged[place] ^= bits
            path.write_bytes(damaged)
            try:
                assert Network.load(path) == saved
            except cp.CounterplayError as error:
                assert "walk.npz" in str(error)


def test_a_game_comes_with_a_network_only_where_one_is_meant(tmp_path: Path) -> None:
    source = (Path(__file__).parent / "walks.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    (tmp_path / "mine.npz").write_bytes(b"somebody's own data")
    game: Any = cp.load(f"{tmp_path / 'mine.py'}:RandomWalk")
    assert own_network(game) is None and with_own_network(game) is game
    Network.fresh(game, hidden=3, seed=5).save(tmp_path / "mine.network.npz")
    assert own_network(game) == tmp_path / "mine.network.npz" and with_own_network(game) != game
    game.network_inputs = 0
    assert own_network(game) is None


def test_what_was_learned_stands_for_the_evaluation_alone() -> None:
    network: Any = Network.fresh(RandomWalk(), hidden=3, seed=5)
    with pytest.raises(cp.UsageError, match="promise: give a function"):
        RandomWalk().using(promise=network)


def test_weights_are_their_own() -> None:
    numbers = np.array([1.0, 2.0])
    weights = Weights(numbers)
    numbers[0] = 5.0
    assert weights.array.tolist() == [1.0, 2.0] and not weights.array.flags.writeable
    assert weights == Weights([1, 2]) == Weights(number for number in (1.0, 2.0))


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    network = Network.fresh(RandomWalk(), hidden=3, seed=5)
    with pytest.raises(cp.UsageError, match="for random_walk, not for nim"):
        network(cp.load("nim"), cp.load("nim").initial(), 0)
    with pytest.raises(cp.UsageError, match="has 5 inputs, but random_walk now has 7"):
        network.used_by(RandomWalk(7))
    with pytest.raises(cp.UsageError, match="write its method encode"):
        Network.fresh(cp.load("nim"), hidden=3, seed=1)
    with pytest.raises(cp.UsageError, match="write its method coverings"):
        Network.fresh(cp.load("nim"), hidden=0, seed=1)
    with pytest.raises(cp.UsageError, match="comes without a network"):
        find_evaluation("network", cp.load("nim"))
    with pytest.raises(cp.UsageError, match=r"no file nowhere\.npz"):
        find_evaluation("nowhere.npz", cp.load("nim"))
