"""What would overwrite memory, never end or teach nonsense is refused with a sentence before it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.learning.walks import Place, RandomWalk

import counterplay as cp
from counterplay.evaluations import Network
from counterplay.evaluations.forward import MOST_ACTIVE, MOST_OUTPUTS
from counterplay.learning import Settings, Training, measured
from counterplay.learning.self_play import MOST_POSITIONS, best_child, play
from counterplay.watch import Watch
from counterplay.weights import Weights


def too_many(game: Any, state: Any, places: Any, amounts: Any) -> int:
    return MOST_ACTIVE + 1


def too_far(game: Any, state: Any, places: Any, amounts: Any) -> int:
    places[MOST_ACTIVE], amounts[0] = 0, 1.0
    return 1


def before_the_first(game: Any, state: Any, places: Any, amounts: Any) -> int:
    places[-1], amounts[0] = 0, 1.0
    return 1


def beyond_the_last_input(game: Any, state: Any, places: Any, amounts: Any) -> int:
    places[0], amounts[0] = state.at + 4, 1.0
    return 1


def not_finite(game: Any, state: Any, places: Any, amounts: Any) -> int:
    places[0], amounts[0] = 0, float("nan")
    return 1


@pytest.mark.parametrize(
    ("encode", "complaint"),
    [
        (too_many, "returns 129 .* list 0 to 128"),
        (too_far, "entry 128: there is room for 128"),
        (before_the_first, "entry -1"),
        (beyond_the_last_input, "network_inputs = 5 they are 0 to 4"),
        (not_finite, "is nan"),
    ],
)
def test_inputs_that_a_network_does_not_have_are_refused(encode: Callable[..., int], complaint: str) -> None:
    game = RandomWalk().using(encode=encode)
    network = Network.fresh(RandomWalk(), 3, 1)
    for attempt in (lambda: Training(game, Settings(str(game), 10, 3)), lambda: network.used_by(game), lambda: network.carried_by(game)):
        with pytest.raises(cp.RulesError, match=complaint):
            attempt()


@pytest.mark.parametrize("worth", [-7.0, 1.5, float("nan")])
def test_utilities_that_are_no_rungs_are_refused(worth: float) -> None:
    def utility(game: Any, state: Any, player: int) -> float:
        return worth

    with pytest.raises(cp.RulesError, match="not between its rungs"):
        Network.fresh(RandomWalk().using(utility=utility), 3, 1)


def test_games_of_another_kind_are_refused() -> None:
    for name, value in (("players", 3), ("payoff_sum", None)):
        other: Any = RandomWalk()
        setattr(other, name, value)
        with pytest.raises(cp.UsageError, match="two players"):
            Network.fresh(other, 3, 1)
    lopsided = RandomWalk()
    lopsided.rungs = (-1.0, 0.0, 2.0)
    with pytest.raises(cp.UsageError, match="opposite"):
        Network.fresh(lopsided, 3, 1)


class Shuttle(cp.Game[Place, int]):
    """Two players take turns stepping to and fro; it ends at 3, where nobody who has a choice needs to go."""

    network_inputs = 6
    rungs = (-1.0, 1.0)

    def initial(self) -> Place:
        return Place(0)

    def to_move(self, state: Place) -> int:
        return state.at % 2

    def actions(self, state: Place) -> Any:
        yield -1 if state.at % 2 else 1
        yield 3 - state.at

    def result(self, state: Place, action: int) -> Place:
        return Place(state.at + action)

    def is_terminal(self, state: Place) -> bool:
        return state.at == 3

    def utility(self, state: Place, player: int) -> float:
        return 1.0 if player == 0 else -1.0

    def encode(self, state: Place, places: Any, amounts: Any) -> int:
        places[0], amounts[0] = state.at, 1.0
        return 1


def columns() -> list[Any]:
    size = MOST_POSITIONS * MOST_ACTIVE
    return [np.zeros(size), np.zeros(size), [0] * MOST_POSITIONS, [0] * MOST_POSITIONS, np.zeros(MOST_POSITIONS * MOST_OUTPUTS)]


def test_games_that_do_not_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Shuttle()
    network = Network(game.name, 6, 1, game.rungs, Weights(np.zeros(6 + 1 + 2)))
    endless: Any = network.carried_by(game).using(utility=lambda game, state, player: -1.0)  # whoever ends it loses
    interpreted: Any = play.interpreted
    monkeypatch.setitem(interpreted.__globals__, "MOST_PLIES", 30)
    length, end = play(endless, endless.initial(), network.weights, 0.0, *columns(), cp.Random(1), Watch())
    assert length == 30 and not game.is_terminal(end)
    stopped = Watch()
    stopped.stop()
    assert play(endless, endless.initial(), network.weights, 0.0, *columns(), cp.Random(1), stopped)[0] == 0


@pytest.mark.parametrize("worth", [-9.0, float("nan")])
def test_whatever_its_children_are_worth_the_player_moves(worth: float) -> None:
    def utility(game: Any, state: Any, player: int) -> float:
        return worth

    game: Any = Network.fresh(Shuttle(), 2, 1).carried_by(Shuttle()).using(utility=utility, actions=lambda game, state: iter((3,)))
    room = [[0.0] * MOST_ACTIVE for _ in range(5)]
    assert best_child(game, game.initial(), game.network, *room) == Place(3)


def test_without_chance_networks_are_measured_by_different_games() -> None:
    """Tic-tac-toe, of which a network sees nothing: else there would be one game from each side, twenty times."""

    def encode(game: Any, state: Any, places: Any, amounts: Any) -> int:
        places[0], amounts[0] = 0, 1.0
        return 1

    game: Any = cp.load("tic_tac_toe").using(encode=encode)
    game.network_inputs = 1
    score = measured(game, Network.fresh(game, 2, 1), 40, compiled=False)
    assert score.won not in (0, 20, 40) and score.error > 0
    assert score == measured(game, Network.fresh(game, 2, 1), 40, compiled=False)
