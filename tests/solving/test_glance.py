"""`best` first looks whether a game without an evaluation is small: then it knows, and elsewhere it loses little time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from tests import naive
from tests.search.small_games import Explicit

import counterplay as cp
from counterplay import Game
from counterplay.search import best as choosing
from counterplay.solving import glance as module
from counterplay.solving.glance import LONGEST_GLANCE, SHARE, glance


class Heaps(NamedTuple):
    """What is left of both heaps, and whose turn it is."""

    first: int
    second: int
    turn: int


class TwoHeaps(Game[Heaps, int]):
    """Take any number from one heap; the last stone wins. Few states, long lines."""

    def __init__(self, first: int = 8, second: int = 8):
        self.first, self.second = first, second

    def initial(self) -> Heaps:
        return Heaps(self.first, self.second, 0)

    def to_move(self, state: Heaps) -> int:
        return state.turn

    def actions(self, state: Heaps) -> Iterator[int]:
        for taken in range(1, state.first + 1):
            yield taken
        for taken in range(1, state.second + 1):
            yield 1000 + taken

    def result(self, state: Heaps, action: int) -> Heaps:
        if action > 1000:
            return Heaps(state.first, state.second + 1000 - action, 1 - state.turn)
        return Heaps(state.first - action, state.second, 1 - state.turn)

    def is_terminal(self, state: Heaps) -> bool:
        return state.first + state.second == 0

    def utility(self, state: Heaps, player: int) -> float:
        return -1.0 if player == state.turn else 1.0


class Walk(NamedTuple):
    """Where a token stands, whose turn it is, and how often it has moved."""

    place: int
    turn: int
    moved: int


class Walking(Game[Walk, int]):
    """A token goes 1 to 7 places, a million times: too large for anybody."""

    def initial(self) -> Walk:
        return Walk(0, 0, 0)

    def to_move(self, state: Walk) -> int:
        return state.turn

    def actions(self, state: Walk) -> Iterator[int]:
        yield from range(1, 8)

    def result(self, state: Walk, action: int) -> Walk:
        return Walk((state.place * 31 + action) % 1_000_003, 1 - state.turn, state.moved + 1)

    def is_terminal(self, state: Walk) -> bool:
        return state.moved == 1_000_000

    def utility(self, state: Walk, player: int) -> float:
        return 1.0 if player == state.place % 2 else -1.0


class Unjudged(Explicit):
    """A tree of the naive oracle, without an evaluation."""

    evaluate = Game.evaluate


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("game", [TwoHeaps(8, 8), TwoHeaps(5, 9), TwoHeaps(0, 3)], ids=str)
def test_a_small_game_is_known(game: TwoHeaps) -> None:
    found, solved = cp.best(game, seconds=None), cp.solve(game, compiled=False)
    assert (found.value, found.values, found.exact) == (solved.value, solved.values, True)
    assert found.value == (1.0 if game.first ^ game.second else -1.0)  # Bouton's theorem
    after = cp.solve(game, game.result(game.initial(), found.action), compiled=False)
    assert after.values == found.values  # so good is the action
    assert found.distance == len(found.line) == found.depth
    assert cp.best(game, Heaps(2, 1, 1), seconds=None, compiled=False).action == 1


@pytest.mark.usefixtures("unhurried")
def test_one_that_engines_need_all_their_time_for() -> None:
    found = cp.best(TwoHeaps(36, 36), seconds=None)
    assert (found.value, found.exact, found.distance, found.algorithm) == (-1.0, True, 72, "retrograde analysis")


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("players", "payoff_sum", "dice"), [(2, 0.0, False), (2, 0.0, True), (2, None, False), (3, None, True)])
def test_random_trees_are_known(seed: int, players: int, payoff_sum: float | None, dice: bool) -> None:
    tree = drawn(random.Random(seed), 4, players, payoff_sum, dice)
    found = cp.best(Unjudged(tree, players, payoff_sum, dice), seconds=None)
    assert found.exact and found.values == pytest.approx(naive.best(tree))


def drawn(source: random.Random, depth: int, players: int, payoff_sum: float | None, dice: bool) -> naive.Tree:
    if depth == 0:
        payoffs = [float(source.randint(-3, 3)) for _ in range(players)]
        return (payoffs[0], -payoffs[0]) if payoff_sum == 0 else tuple(payoffs)
    below = [drawn(source, depth - 1, players, payoff_sum, dice) for _ in range(source.randint(1, 3))]
    if dice and source.random() < 0.3:
        return naive.Dice([(1 / len(below), one) for one in below])
    return naive.Turn(source.randrange(players), below)


@pytest.mark.usefixtures("unhurried")
def test_what_was_learned_is_asked_only_where_a_game_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A learned evaluation leads a search, so there would be no glance at a game that has got its own already."""
    monkeypatch.setattr(choosing, "with_own_network", lambda game: game.using(evaluate=lambda game, state, player: 0.0))
    assert cp.best(TwoHeaps(2, 2), seconds=None).algorithm == "retrograde analysis"


# ── Where it is not small ──
@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the engine is asked."""
    questions: list[dict[str, Any]] = []
    whole: Any = import_module("counterplay.search.engine")
    engine = whole.engine

    def asked_engine(game: Any, state: Any, **settings: Any) -> Any:
        questions.append(settings)
        return engine(game, state, depth=1, compiled=False)

    monkeypatch.setattr(whole, "engine", asked_engine)
    return questions


@pytest.mark.parametrize("seconds", [0.1, 1.0, 20.0])
def test_a_large_game_leaves_the_engine_most_of_its_time(
    asked: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    given: list[float] = []

    def timed(*arguments: Any, **settings: Any) -> Any:
        given.append(settings["seconds"])
        return cp.solve_all(*arguments, **settings)

    monkeypatch.setattr(module, "solve_all", timed)
    assert cp.best(Walking(), seconds=seconds).algorithm == "engine"
    assert given == [min(LONGEST_GLANCE, SHARE * seconds)]
    assert (1 - 2 * SHARE) * seconds <= asked[0]["seconds"] < seconds


def test_who_says_how_is_searched_for_so(asked: list[dict[str, Any]]) -> None:
    small = TwoHeaps(3, 3)
    for more in ({"depth": 2}, {"threads": 1}, {"evaluate": lambda game, state, player: 0.0}):
        assert cp.best(small, seconds=0.5, **more).algorithm == "engine"
    assert [question["seconds"] for question in asked] == [0.5] * 3


def test_no_glance_at_what_leads_a_search() -> None:
    assert glance(cp.load("tic_tac_toe"), seconds=1.0) == (None, 1.0)
    assert glance(cp.load("sliding_puzzle"), seconds=1.0) == (None, 1.0)
    assert glance(cp.load("go"), seconds=1.0) == (None, 1.0)
    assert glance(TwoHeaps(), seconds=1.0, compiled=True) == (None, 1.0)


@pytest.mark.usefixtures("unhurried")
def test_a_distance_is_told_where_an_engine_tells_one() -> None:
    for leaves in ("[[1,-1],[1,1]]", "[[3,12,8],[2,4,6],[14,5,2]]", "[[1,2],[0,0]]", "[[0,0],[0,-1]]"):
        tree = cp.load(f"tree({leaves})")
        found, engine = cp.best(tree, seconds=None), cp.engine(tree, compiled=False)
        assert found.algorithm == "retrograde analysis"
        assert (found.value, found.distance, found.action) == (engine.value, engine.distance, engine.action)


def test_a_game_that_is_not_finite_as_it_says_is_not_known() -> None:
    class Circle(TwoHeaps):
        def result(self, state: Heaps, action: int) -> Heaps:
            return Heaps(state.first, state.second, 1 - state.turn)

    assert glance(Circle(), seconds=None, longest=600.0).solution is None
    Circle.finite = False
    solution = glance(Circle(), seconds=None, longest=600.0).solution
    assert solution is not None and solution.value == 0


def test_what_is_wrong_the_search_says() -> None:
    with pytest.raises(cp.UsageError, match="seconds=-1"):
        cp.best(TwoHeaps(), seconds=-1)

    class Broken(TwoHeaps):
        def utility(self, state: Heaps, player: int) -> float:
            raise ValueError("nobody knows")

    with pytest.raises(cp.CounterplayError, match="nobody knows"):
        cp.best(Broken(1, 1), seconds=1.0, compiled=False)
