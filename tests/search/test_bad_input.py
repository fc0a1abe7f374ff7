"""What makes no sense is refused in a sentence that says what to do."""

from __future__ import annotations

from typing import Any

import pytest
from tests.search.small_games import Blind, Corridor, Greed, Pig, ThreeWays

import counterplay as cp

AHEAD = [cp.minimax, cp.alphabeta, cp.negamax, cp.maxn, cp.expectiminimax]
SAMPLING = [cp.monte_carlo, cp.mcts]


class Alone(Greed):
    players = 1


class Selfish(Greed):
    payoff_sum = None


class Prize(Greed):
    payoff_sum = 10.0


class AtOnce(Greed):
    simultaneous = True


class Nobody(Greed):
    players = 0


@pytest.mark.parametrize(
    ("search", "game", "sentence"),
    [
        (cp.minimax, ThreeWays(), "minimax is for two players, but three_ways has 3: use maxn."),
        (cp.alphabeta, Pig(), "alphabeta needs a game without chance, but pig has chance moves: use expectiminimax."),
        (cp.negamax, Selfish(), "negamax needs a zero-sum game, but in selfish one player's gain is not the other's loss: use maxn."),
        (cp.negamax, Alone(), "negamax needs an opponent, but alone has one player: use minimax."),
        (cp.negamax, Prize(), "negamax needs utilities that add up to 0, but those of prize add up to 10.0: use alphabeta."),
        (cp.expectiminimax, ThreeWays(), "expectiminimax is for two players, but three_ways has 3: use maxn."),
        (
            cp.expectiminimax,
            Selfish(),
            "expectiminimax needs a zero-sum game, but in selfish one player's gain is not the other's loss: use maxn.",
        ),
    ],
)
def test_an_algorithm_that_does_not_fit_names_one_that_does(search: Any, game: Any, sentence: str) -> None:
    with pytest.raises(cp.DoesNotFit) as refusal:
        search(game)
    assert str(refusal.value) == sentence
    named = getattr(cp, sentence.rstrip(".").split()[-1])
    assert named(game, depth=3, compiled=False).values


@pytest.mark.parametrize("search", [*AHEAD, *SAMPLING, cp.game_tree])
def test_hidden_information_and_simultaneous_moves_are_refused(search: Any) -> None:
    with pytest.raises(cp.DoesNotFit, match=r"needs perfect information, but in blind players do not see everything"):
        search(Blind())
    with pytest.raises(cp.DoesNotFit, match=r"but in at_once they move at once"):
        search(AtOnce())
    assert cp.perft(Blind(), 2, compiled=False).leaves == 9


@pytest.mark.parametrize("search", [*AHEAD, *SAMPLING, cp.game_tree])
@pytest.mark.parametrize("players", [0, -1, 2.0, None, "two", True])
def test_a_game_must_know_how_many_play(search: Any, players: Any) -> None:
    game = Greed()
    game.players = players
    with pytest.raises(cp.RulesError, match=r"greed says that it has players = .*; that must be an int, 1 or more"):
        search(game)


@pytest.mark.parametrize("search", [*AHEAD, *SAMPLING, cp.game_tree])
@pytest.mark.parametrize("depth", [-1, 100_001, 10**100])
def test_depth(search: Any, depth: int) -> None:
    with pytest.raises(cp.UsageError, match=f"depth={depth}"):
        search(Greed(), depth=depth)
    with pytest.raises(cp.UsageError, match=f"depth={depth}"):
        cp.perft(Greed(), depth)


@pytest.mark.parametrize("search", [*AHEAD, *SAMPLING])
@pytest.mark.parametrize("depth", [2.5, "3"])
def test_depth_is_a_whole_number(search: Any, depth: Any) -> None:
    with pytest.raises(cp.UsageError, match=f"depth={depth!r}"):
        search(Greed(), depth=depth)


@pytest.mark.parametrize("search", AHEAD)
def test_no_end_is_no_time(search: Any) -> None:
    with pytest.raises(cp.UsageError, match="seconds=inf"):
        search(Greed(), seconds=float("inf"))


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1.0])
def test_a_policy_returns_weights(weight: float) -> None:
    with pytest.raises(cp.UsageError, match="policy= says"):
        cp.mcts(Greed(), puct=True, policy=lambda game, state, action: weight, simulations=9, compiled=False)


@pytest.mark.parametrize("search", [*AHEAD, *SAMPLING])
@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_seconds(search: Any, seconds: float) -> None:
    with pytest.raises(cp.UsageError, match="seconds="):
        search(Greed(), seconds=seconds)


@pytest.mark.parametrize("search", SAMPLING)
@pytest.mark.parametrize("simulations", [0, -5, 2**31, 10**30])
def test_simulations(search: Any, simulations: int) -> None:
    with pytest.raises(cp.UsageError, match=f"simulations={simulations}: give a whole number from 1"):
        search(Greed(), simulations=simulations)


@pytest.mark.parametrize("search", SAMPLING)
def test_seed(search: Any) -> None:
    with pytest.raises(cp.UsageError, match=r"seed='one': a seed is an int"):
        search(Greed(), seed="one")
    assert search(Greed(), seed=-(10**30), simulations=9, compiled=False).nodes == 9


RESERVING = [cp.engine, cp.mcts, cp.shallow_maxn, cp.prove, cp.Solver]


@pytest.mark.parametrize("search", RESERVING, ids=lambda search: search.__name__)
@pytest.mark.parametrize("memory", [1 << 60, 1 << 80])
@pytest.mark.parametrize("compiled", [True, False, None])
def test_a_size_that_no_machine_has_is_refused_before_anything_is_searched(search: Any, memory: int, compiled: bool | None) -> None:
    """Also where the search is so small, or interpreted, that it would never need it all."""

    def actions(game: Any, state: Any) -> Any:
        raise AssertionError("it is searched")

    game = cp.load("connect_four").using(actions=actions)
    with pytest.raises(cp.UsageError, match=rf"memory={memory:,} bytes \({memory >> 20:,} MB\): this machine has no room for such a table"):
        search(game, memory=memory, compiled=compiled)


def test_settings_of_mcts() -> None:
    for exploration in (-0.1, float("inf"), float("nan")):
        with pytest.raises(cp.UsageError, match=r"exploration=.*: give a finite number, 0 or more"):
            cp.mcts(Greed(), exploration=exploration)
    for memory in (0, -1, 63):
        with pytest.raises(cp.UsageError, match=r"memory=.*: a node takes 64 bytes, .* Give more"):
            cp.mcts(Greed(), memory=memory)
    for switch in ({"solver": 2}, {"puct": "yes"}, {"rave": -1}, {"bias": float("inf")}, {"widening": "1"}):
        with pytest.raises(cp.UsageError, match=r"a switch is True or False|give a finite number; 0 turns it off"):
            cp.mcts(Greed(), **switch)
    for patience in (0, -1, 2.5, True, 10**9):
        with pytest.raises(cp.UsageError, match=r"expand_after=.*: give a whole number from 1"):
            cp.mcts(Greed(), expand_after=patience)
    with pytest.raises(cp.UsageError, match=r"mcts has no setting 'killers'; its switches are solver, puct, bias, rave, expand_after"):
        cp.mcts(Greed(), killers=True)
    with pytest.raises(cp.UsageError, match=r"say what for: puct=True or bias=1"):
        cp.mcts(Greed(), policy=lambda game, state, action: 1.0)
    with pytest.raises(cp.UsageError, match=r"most=0: a tree has at least one node"):
        cp.game_tree(Greed(), most=0)


def test_an_empty_window() -> None:
    with pytest.raises(cp.UsageError, match=r"The window alpha=1 to beta=1 is empty"):
        cp.alphabeta(Greed(), alpha=1, beta=1)


# ── Endless and very long games ──
@pytest.mark.parametrize("game", [Corridor(), Corridor(wide=True)], ids=["one way", "two ways"])
@pytest.mark.parametrize("search", [cp.minimax, cp.alphabeta, cp.maxn, cp.expectiminimax, *SAMPLING])
def test_an_endless_game_is_reported(search: Any, game: Any) -> None:
    with pytest.raises(cp.TooDeep, match=r"100,000 plies without an end\. Give a depth"):
        search(game, compiled=False)
    if search in SAMPLING:
        assert search(game, depth=3, simulations=10, compiled=False).value == 0
    else:
        assert search(game, depth=3, compiled=False).depth == 3


@pytest.mark.parametrize("compiled", [False, True])
def test_an_endless_game_is_reported_at_either_speed(compiled: bool) -> None:
    for search in (cp.minimax, cp.monte_carlo):
        with pytest.raises(cp.TooDeep):
            search(Corridor(wide=True), compiled=compiled)


@pytest.mark.parametrize("compiled", [False, True])
def test_100000_plies_are_searched(compiled: bool) -> None:
    result = cp.minimax(Corridor(100_000), compiled=compiled)
    assert (result.value, result.depth, result.nodes, result.exact) == (100_000, 100_000, 100_001, True)
    assert cp.maxn(Corridor(), depth=100_000, compiled=False).depth == 100_000
    assert cp.perft(Corridor(), 100_000, compiled=compiled).leaves == 1


# ── Broken rules ──
class Stuck(Greed):
    """Nobody can move, and yet it is not over."""

    def actions(self, state):
        yield from range(1, 1)


class Crash(Greed):
    def result(self, state, action):
        return state.nonsense


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("search", SAMPLING)
def test_a_state_without_actions_is_reported(search: Any, compiled: bool) -> None:
    with pytest.raises(cp.RulesError, match="a state that is not terminal has no action"):
        search(Stuck(), simulations=10, compiled=compiled)


@pytest.mark.parametrize("search", [*AHEAD, *SAMPLING])
def test_a_bug_in_the_rules_is_located(search: Any) -> None:
    with pytest.raises(
        cp.RulesError, match=r"The rules of crash failed during \w+: AttributeError: .*nonsense.*test_bad_input\.py, line \d+, in result"
    ):
        search(Crash(), compiled=False)


class Twins(Greed):
    """Says that three may move where two play."""

    def to_move(self, state):
        return 2


def test_a_player_that_does_not_exist_is_reported() -> None:
    with pytest.raises(cp.RulesError):
        cp.maxn(Twins(), compiled=False)


def test_every_search_answers_where_the_game_is_over() -> None:
    game = Greed(0)
    searches: list[Any] = [*AHEAD, *SAMPLING]
    for search in searches:
        result = search(game, compiled=False)
        assert (result.action, result.value, result.line, result.depth, result.exact) == (None, 0, (), 0, True)
    assert cp.game_tree(game).counts == (1,)


def search_from(name: str, game: Any, state: Any) -> None:
    """Ask one of `SEARCHES`."""
    samples = {"simulations": 5}
    limits = {"perft": {"depth": 1}, "trace": {}, "solve": {}, "solve_all": {}, "prove": {}, "mcts": samples, "monte_carlo": samples}
    arguments = (cp.alphabeta,) if name == "trace" else ()
    getattr(cp, name)(*arguments, game, state=state, **limits.get(name, {"depth": 2}))


SEARCHES = [
    *("best", "minimax", "alphabeta", "negamax", "engine", "analyse", "maxn", "shallow_maxn", "paranoid", "best_reply", "expectiminimax"),
    *("star_minimax", "monte_carlo", "mcts", "perft", "game_tree", "solve", "solve_all", "trace", "prove"),
]


@pytest.mark.parametrize("name", SEARCHES)
def test_text_is_no_state(name: str) -> None:
    """Whoever gives a position as text is told how it becomes a state."""
    with pytest.raises(cp.UsageError, match=r"'X--/---/--- O' is text, not a state of tic_tac_toe: give game.parse_state"):
        search_from(name, cp.load("tic_tac_toe"), "X--/---/--- O")


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("wrong", [5, (1, 2), [], 2.5, cp.load("connect_four").initial()])
def test_what_is_no_state_is_refused_with_the_way_to_have_one(name: str, wrong: Any) -> None:
    with pytest.raises(cp.UsageError) as refusal:
        search_from(name, cp.load("tic_tac_toe"), wrong)
    assert str(refusal.value).startswith(f"{wrong!r} is no state of tic_tac_toe: its states are of the type Board. game.initial() is one")
    assert "game.parse_state(text)" in str(refusal.value)


class Doors(cp.Game[Any, Any]):
    """States of several types, as rules may have that are not compiled: a number of doors to go through, and at last a name."""

    decisive = True

    def initial(self) -> Any:
        return 2

    def to_move(self, state: Any) -> int:
        return int(state % 2)

    def actions(self, state: Any) -> Any:
        yield 0

    def result(self, state: Any, action: Any) -> Any:
        return state - 1 if state > 1 else ("out",)

    def is_terminal(self, state: Any) -> bool:
        return isinstance(state, tuple)

    def utility(self, state: Any, player: int) -> float:
        return 1.0 if player == 0 else -1.0


def test_states_of_another_type_that_the_rules_know_are_states() -> None:
    assert cp.alphabeta(Doors(), 1, compiled=False).value == -1
    assert cp.alphabeta(Doors(), ("out",), compiled=False).value == 1


@pytest.mark.parametrize("compiled", [False, True])
def test_more_nodes_than_anybody_enters_are_no_limit(compiled: bool) -> None:
    assert cp.engine(cp.load("tic_tac_toe"), nodes=10**30, compiled=compiled).exact
