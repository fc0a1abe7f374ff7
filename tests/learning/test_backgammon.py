"""The network that backgammon comes with."""

from __future__ import annotations

from typing import Any

import pytest

import counterplay as cp
from counterplay.evaluations import Network, find_evaluation, own_network, with_own_network
from counterplay.learning import measured
from counterplay.players import player


def own(game: Any) -> Network:
    """The network that the game comes with."""
    network = find_evaluation("network", game)
    assert isinstance(network, Network)
    return network


def pip_count(game: Any, state: Any, player: int) -> float:
    """How far ahead in the race."""
    ahead = 0
    for point in range(1, 26):
        ahead -= point * int(state.first >> 4 * point & 15)
        ahead += point * int(state.second >> 4 * (25 - point) & 15)
    return float(ahead if player == 0 else -ahead) / 400.0


def test_it_beats_whoever_only_runs() -> None:
    """The bar is 90 %."""
    game: Any = cp.load("backgammon")
    score = measured(game.using(evaluate=pip_count), own(game), 300)
    assert score.share > 0.95 and score.points > 2.0


def test_it_knows_the_openings() -> None:
    """What every book plays: the bar point with 6-1, the five point with 3-1, the four point with 4-2, the three point with 5-3."""
    game: Any = cp.load("backgammon")
    network = find_evaluation("network", game)
    for dice, play in (("61", "13/7 8/7"), ("31", "8/5 6/5"), ("42", "8/4 6/4"), ("53", "8/3 6/3"), ("65", "24/13")):
        state = game.parse_state(f"4HPwATDgc/ABMA:1:{dice}")
        best = max(game.actions(state), key=lambda action: network(game, game.result(state, action), 0))
        assert game.format_action(state, best) == play


def test_it_knows_how_many_gammons_there_are() -> None:
    """Of the player to roll at the start: a little over half the games won, about a quarter of them gammons."""
    game: Any = cp.load("backgammon")
    not_lost_three, not_lost_two, won, won_two, won_three = own(game).outputs(game, game.parse_state("4HPwATDgc/ABMA:1"))
    assert 0.5 < won < 0.56 and 0.1 < won_two < 0.2 and won_three < 0.02 and 0.8 < not_lost_two < 0.9 and not_lost_three > 0.98


def test_it_says_where_it_comes_from_and_is_small() -> None:
    game = cp.load("backgammon")
    path = own_network(game)
    assert path is not None and path.stat().st_size < 2_000_000
    notes = find_evaluation("network", game).notes
    assert (
        notes["games"] == notes["settings"]["games"] and {"seed", "hidden", "rate", "trace"} <= notes["settings"].keys() and notes["code"]
    )


def test_players_and_best_use_it() -> None:
    game: Any = cp.load("backgammon")
    state = game.parse_state("4HPwATDgc/ABMA:1:61")
    network = find_evaluation("network", game)
    named = player("expectiminimax:depth=1,evaluation=network")
    assert named.name == "expectiminimax:depth=1,evaluation='network'" and player(named.name).name == named.name
    values = [network(game, game.result(state, action), 0) for action in game.actions(state)]
    assert named.search(game, state, compiled=False).value == max(values)  # type: ignore[attr-defined]
    assert cp.best(game, state, seconds=None, depth=1, compiled=False).value == max(values)
    assert cp.best(game, state, seconds=None, depth=1, compiled=False, evaluate=pip_count).value == pytest.approx(7 / 400)
    chosen = game.using(evaluate=pip_count)
    assert with_own_network(chosen) is chosen
    with pytest.raises(cp.UsageError, match="comes without a network"):
        player("engine:evaluation=network").choose(cp.load("nim"), cp.load("nim").initial())
