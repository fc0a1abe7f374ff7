"""Value iteration: what others published about pig, what can be worked out on paper, and games that end, solved in the other way."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Any, NamedTuple

import pytest
from tests.search.small_games import Corridor

import counterplay as cp
from counterplay import CHANCE
from counterplay.solving.iteration import iterate_values
from counterplay.solving.whole import solve_whole


def wins(goal: int, position: str | None = None, **settings: Any) -> float:
    """How likely the player to move wins pig with best play."""
    game = cp.load(f"pig(goal={goal})")
    state = None if position is None else game.parse_state(position)
    return (1 + cp.solve(game, state, **settings).value) / 2


def test_pig_is_won_by_the_first_player_with_the_published_probability() -> None:
    """Neller & Presser 2004, "Optimal play of the dice game Pig": 53.06 %."""
    result = cp.solve(cp.load("pig"), compiled=True)
    assert round((1 + result.value) / 2, 4) == 0.5306
    assert (result.states, result.tolerance, result.exact, result.algorithm) == (2_040_192, 1e-9, True, "value iteration")
    assert cp.load("pig").format_action(cp.load("pig").initial(), result.action) == "roll"


@pytest.mark.parametrize("goal", [1, 2])
def test_two_points_on_paper(goal: int) -> None:
    """One throw that is no 1 wins: p = 5/6 + 1/6 (1 - p), so p = 6/7."""
    assert isclose(wins(goal), 6 / 7, abs_tol=1e-9)


def test_near_the_end_on_paper() -> None:
    """Needing at most 2, with the opponent needing at most 2 as well: whoever throws wins with 6/7, whatever the scores."""
    assert isclose(wins(50, "48-49:1"), 6 / 7, abs_tol=1e-9)
    assert isclose(wins(50, "49-48:2+0?"), 1 / 7, abs_tol=1e-9)  # while the die is in the air the value is the first player's


def test_holding_and_rolling_at_the_right_totals() -> None:
    """Neller & Presser's policy: at 0 to 0 one rolls up to 20 and holds at 21; trailing far behind one rolls on."""
    game: Any = cp.load("pig(goal=50)")
    early = [cp.solve(game, game.parse_state(text), compiled=True).action for text in ("0-0:1+2", "0-0:1+40", "0-48:1+30")]
    assert [game.format_action(game.initial(), action) for action in early] == ["roll", "hold", "roll"]


def test_both_speeds_find_the_same() -> None:
    game = cp.load("pig(goal=12)")
    slow, fast = cp.solve(game, compiled=False), cp.solve(game, compiled=True)
    assert (slow.value, slow.states, slow.action) == (fast.value, fast.states, fast.action)


@pytest.mark.parametrize("tolerance", [1e-3, 1e-6, 1e-12])
def test_the_tolerance_is_kept(tolerance: float) -> None:
    assert abs(wins(2, tolerance=tolerance, compiled=False) - 6 / 7) <= tolerance


def test_games_that_end_have_the_value_that_visiting_each_state_once_finds() -> None:
    dice = cp.load("tree([{'chance': [0.9, 0.1], 'children': [2, 3]}, {'chance': [0.9, 0.1], 'children': [1, [4, 5]]}])")
    for game in (cp.load("tic_tac_toe"), cp.load("nim"), dice):
        assert iterate_values(game, compiled=False).values == solve_whole(game, compiled=False).values


class Place(NamedTuple):
    """Where the walker is, and whether the coin is in the air."""

    at: int
    tossed: bool


class Ruin(cp.Game[Place, int]):
    """One player tosses a coin, a step to the right with probability p, else to the left, from `start` until 0 or `length`."""

    players = 1
    payoff_sum = None
    finite = False

    def __init__(self, length: int = 10, start: int = 4, p: float = 0.5):
        self.length, self.start, self.p = length, start, p

    def initial(self) -> Place:
        return Place(self.start, False)

    def to_move(self, state: Place) -> int:
        return CHANCE if state.tossed else 0

    def actions(self, state: Place) -> Any:
        yield 0

    def chances(self, state: Place) -> Any:
        yield 1, self.p
        yield -1, 1 - self.p

    def result(self, state: Place, action: int) -> Place:
        return Place(state.at + action, not state.tossed)

    def is_terminal(self, state: Place) -> bool:
        return not state.tossed and (state.at == 0 or state.at == self.length)

    def utility(self, state: Place, player: int) -> float:
        return 1.0 if state.at == self.length else 0.0


@pytest.mark.parametrize("p", [0.5, 0.4, 0.7])
def test_the_gambler_s_ruin_is_huygens(p: float) -> None:
    """The gambler's ruin (Huygens 1657): from k of n, (1 - (q/p)^k) / (1 - (q/p)^n); k/n with a fair coin."""
    ratio = (1 - p) / p
    truth = 0.4 if p == 0.5 else (1 - ratio**4) / (1 - ratio**10)
    assert abs(cp.solve(Ruin(p=p), compiled=False).value - truth) <= 1e-9


def test_a_game_that_somebody_would_rather_not_end_is_refused() -> None:
    class Stay(Ruin):
        def actions(self, state: Place) -> Any:
            yield 0
            yield 9

        def result(self, state: Place, action: int) -> Place:
            return state if action == 9 else super().result(state, action)

        def utility(self, state: Place, player: int) -> float:
            return -1.0 if state.at == self.length else -2.0

    with pytest.raises(cp.DoesNotFit, match="may go on for ever"):
        cp.solve(Stay(), compiled=False)


def test_bad_settings_are_refused() -> None:
    with pytest.raises(cp.UsageError, match="tolerance=0"):
        cp.solve(cp.load("pig"), tolerance=0)
    with pytest.raises(cp.TableFull, match="Give more memory"):
        cp.solve(cp.load("pig"), memory=1 << 20, compiled=True)
    with pytest.raises(cp.TableFull, match="Give more memory"):
        iterate_values(Corridor(0), memory=1 << 20, compiled=False)


class Standing(NamedTuple):
    place: int


class Treadmill(cp.Game[Any, int]):
    """Two places, to and fro, and no end."""

    def initial(self) -> Standing:
        return Standing(0)

    def to_move(self, state: Standing) -> int:
        return CHANCE

    def chances(self, state: Standing) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield 1, 0.5

    def result(self, state: Standing, action: int) -> Standing:
        return Standing(action)

    def is_terminal(self, state: Standing) -> bool:
        return False


def test_what_never_ends_has_no_value() -> None:
    with pytest.raises(cp.DoesNotFit, match="never ends"):
        iterate_values(Treadmill(), compiled=False)
