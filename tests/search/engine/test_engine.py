"""The engine finds what minimax finds at the same depth, with every switch on and off, at both speeds; wins as soon as can be."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.engine.lattice import Circle, Lattice, Square
from tests.search.small_games import Explicit, Greed
from tests.search.test_alphabeta import any_tree, turns

import counterplay as cp

EQUAL = ("deepening", "table", "symmetries", "principal", "aspiration", "promise", "killers", "history", "continuations")
"""The switches that change no value."""

switches = st.fixed_dictionaries({name: st.booleans() for name in EQUAL})
outcomes = st.sampled_from([-1, 0, 1]).map(lambda value: (value, -value))
won_and_lost = st.recursive(
    outcomes, lambda below: st.builds(naive.Turn, st.integers(0, 1), st.lists(below, min_size=1, max_size=4)), max_leaves=40
)


def plies_to_win(tree: naive.Tree, player: int) -> tuple[int, int]:
    """The outcome for `player` and, where it is won or lost, after how many plies: sooner is better for the winner, later for the loser."""
    if not isinstance(tree, naive.Turn):
        return int(tree[player]), 0  # type: ignore[arg-type]
    below = [plies_to_win(each, player) for each in tree.below]
    sign = 1 if tree.player == player else -1
    outcome, plies = max(below, key=lambda one: (sign * one[0], -sign * one[0] * one[1]))
    return outcome, plies + 1


@settings(max_examples=300)
@given(any_tree, switches)
def test_to_the_end_of_any_tree(tree: naive.Tree, chosen: dict[str, Any]) -> None:
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    found = cp.engine(Explicit(tree), compiled=False, **chosen)
    assert (found.value, found.exact) == (naive.minimax(tree, mover), True)
    assert isinstance(tree, naive.Turn) is (found.action is not None)
    assert naive.minimax(Explicit(tree).at(found.line), mover) == found.value


@settings(max_examples=300)
@given(any_tree, st.integers(1, 4), switches)
def test_to_a_depth_on_any_tree(tree: naive.Tree, depth: int, chosen: dict[str, Any]) -> None:
    game = Explicit(tree)
    assert cp.engine(game, depth=depth, compiled=False, **chosen).value == cp.minimax(game, depth=depth, compiled=False).value


@settings(max_examples=300)
@given(won_and_lost, switches)
def test_wins_as_soon_and_loses_as_late_as_can_be(tree: naive.Tree, chosen: dict[str, Any]) -> None:
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    found = cp.engine(Explicit(tree), compiled=False, evaluate=lambda game, state, player: 0.5 if player == 0 else -0.5, **chosen)
    outcome, plies = plies_to_win(tree, mover)
    assert found.value == outcome
    if isinstance(tree, naive.Turn):
        assert found.distance == (plies if outcome else None)
        if outcome:
            assert len(found.line) == plies


@settings(max_examples=200)
@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from([1, 9]), st.booleans(), switches)
def test_where_lines_of_play_meet(seed: int, depth: int, levels: int, symmetric: bool, chosen: dict[str, Any]) -> None:
    game = (Square if symmetric else Lattice)(size=12, levels=levels, seed=seed)
    game.decisive = levels == 1
    expected = cp.minimax(game, depth=depth, compiled=False)
    found = cp.engine(game, depth=depth, compiled=False, **chosen)
    assert (found.value, found.values) == (expected.value, expected.values)
    if not chosen["table"]:
        assert found.exact is expected.exact or found.distance is not None


@pytest.mark.parametrize("levels", [1, 9])
@pytest.mark.parametrize("off", [None, *EQUAL])
def test_compiled_is_interpreted(off: str | None, levels: int) -> None:
    chosen: dict[str, Any] = {} if off is None else {off: False}
    game = Square(size=20, levels=levels)
    for state, depth in itertools.product(positions(game, 6, 5, seed=1), (3, 7)):
        slow, fast = (cp.engine(game, state, depth=depth, compiled=compiled, **chosen) for compiled in (False, True))
        fields = ("action", "value", "line", "nodes", "depth", "exact", "distance")
        assert [getattr(fast, name) for name in fields] == [getattr(slow, name) for name in fields]
        assert fast.value == cp.minimax(game, state, depth=depth, compiled=True).value


def positions(game: Any, count: int, plies: int, seed: int) -> list[Any]:
    """States some random plies from the start."""
    rng = cp.Random(seed)
    states: list[Any] = []
    while len(states) < count:
        state = game.initial()
        for _ in range(rng.below(plies + 1)):
            if game.is_terminal(state):
                break
            state = game.result(state, game.random_action(state, rng))
        if not game.is_terminal(state):
            states.append(state)
    return states


@pytest.mark.parametrize(
    ("name", "depth", "plies"),
    [("connect_four", 7, 30), ("othello", 5, 50), ("othello(board_size=6)", 6, 28), ("tic_tac_toe", 6, 5), ("nim", 5, 3)],
)
def test_real_games(name: str, depth: int, plies: int) -> None:
    game = cp.load(name)
    for state in positions(game, 30, plies, seed=3):
        expected = cp.minimax(game, state, depth=depth, compiled=True)
        every: list[dict[str, Any]] = [{}, *({off: False} for off in EQUAL)]
        for chosen in every:
            found = cp.engine(game, state, depth=depth, compiled=True, **chosen)
            assert found.value == expected.value, (game.format_state(state), chosen)
            assert found.nodes <= 3 * expected.nodes
        after = game.result(state, found.action)
        if not game.is_terminal(after):
            below = cp.minimax(game, after, depth=depth - 1, compiled=True)
            same = game.to_move(after) == game.to_move(state)
            assert (below.value if same else -below.value) == expected.value, "the action does not get the value"


def test_an_engine_that_remembers_other_positions_answers_the_same() -> None:
    game = cp.load("connect_four")
    kept = cp.Engine(game, compiled=True)
    for state in positions(game, 40, 30, seed=8):
        assert kept.search(state, depth=6).value == cp.minimax(game, state, depth=6, compiled=True).value


class Margin(cp.Game[tuple[int, ...], int]):
    """One point at once, or five three plies later: 1 is no win here, though nothing says so."""

    compiles = False

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return len(state) % 2

    def actions(self, state: tuple[int, ...]) -> Any:
        yield from ((0, 1) if not state else (0,))

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return state == (0,) or len(state) == 3

    def utility(self, state: tuple[int, ...], player: int) -> float:
        worth = 1.0 if state == (0,) else 5.0
        return worth if player == 0 else -worth


@pytest.mark.parametrize("first", [0, 96, 98])
@pytest.mark.parametrize("then", [0, 96, 98])
def test_what_was_found_holds_for_that_past_only(first: int, then: int) -> None:
    """Mate in three plies, unless the fifty moves are over before: the same board, but another number of quiet plies."""
    chess = cp.load("chess")
    engine = cp.Engine(chess, compiled=False)
    for quiet in (first, then):
        found = engine.search(chess.parse_state(f"k7/8/2K5/8/8/8/8/7R w - - {quiet} 80"), depth=4)
        assert (found.value, found.distance) == ((0.0, None) if quiet == 98 else (1.0, 3))


def test_one_is_no_win_where_there_is_more_to_get() -> None:
    for depth in (1, 2, 3, 5, None):
        assert cp.engine(Margin(), depth=depth).value == cp.minimax(Margin(), depth=depth).value
    assert cp.engine(Margin()).action == 1


@pytest.mark.parametrize("factor", [1000.0, 1e6, 1e9])
def test_large_values_are_no_proof(factor: float) -> None:
    def scaled(game: Any, state: Any, player: int) -> float:
        return factor * Lattice.evaluate(game, state, player)

    for seed in range(8):
        game = Lattice(size=12, seed=seed)
        for depth in (2, 3, 5):
            slow = cp.minimax(game, depth=depth, evaluate=scaled, compiled=False)
            assert cp.engine(game, depth=depth, evaluate=scaled, compiled=False).value == slow.value


def test_depth_zero_is_the_evaluation() -> None:
    game = Lattice(size=9)
    assert cp.engine(game, depth=0, compiled=False).value == cp.minimax(game, depth=0, compiled=False).value


def test_turns_that_do_not_alternate_and_values_beyond_one() -> None:
    for pile in range(1, 14):
        for depth in (1, 2, 4, 20):
            assert cp.engine(Greed(pile), depth=depth, compiled=False).value == cp.minimax(Greed(pile), depth=depth, compiled=False).value


@settings(max_examples=150)
@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from([20, 50]), switches)
def test_quiescence_looks_on_until_it_is_quiet(seed: int, depth: int, noise: int, chosen: dict[str, Any]) -> None:
    game = Lattice(size=12, seed=seed, noise=noise)

    def quiet(state: Any, player: int) -> float:
        if game.is_terminal(state):
            return game.utility(state, player)
        values = [game.evaluate(state, player)]
        values += [quiet(game.result(state, action), player) for action in game.actions(state) if game.is_noisy(state, action)]
        return max(values) if state.turn == player else min(values)

    expected = cp.minimax(game, depth=depth, evaluate=lambda self, state, player: quiet(state, player), compiled=False).value
    assert cp.engine(game, depth=depth, compiled=False, **chosen).value == expected
    plain = cp.engine(game, depth=depth, compiled=False, quiescence=False, **chosen)
    assert plain.value == cp.minimax(game, depth=depth, compiled=False).value


@settings(max_examples=150)
@given(turns(st.integers(0, 1)), st.integers(1, 4))
def test_a_forced_action_costs_no_depth(tree: naive.Tree, depth: int) -> None:
    game = Explicit(tree)

    def value(state: Any, left: int, player: int) -> float:
        if game.is_terminal(state):
            return game.utility(state, player)
        if left <= 0:
            return game.evaluate(state, player)
        actions = list(game.actions(state))
        left -= len(actions) > 1
        values = [value(game.result(state, action), left, player) for action in actions]
        return max(values) if game.to_move(state) == player else min(values)

    player = tree.player if isinstance(tree, naive.Turn) else 0
    assert cp.engine(game, depth=depth, compiled=False, forced=True).value == value((), depth, player)


def test_singular_extensions_see_further_and_stay_true() -> None:
    """To the end of the game they change nothing; to a depth they see at least as deep."""
    for seed in range(20):
        game = Lattice(size=11, reach=2, seed=seed)
        plain, further = (cp.engine(game, compiled=False, singular=on) for on in (False, True))
        assert plain.value == further.value == cp.alphabeta(game, compiled=False).value
    deeper = 0
    four = cp.load("connect_four")
    for state in positions(four, 20, 16, seed=4):
        said = [list(cp.analyse(four, state, depth=9, compiled=True, singular=on))[-1] for on in (False, True)]
        assert said[1].selective_depth >= said[0].selective_depth
        deeper += said[1].selective_depth > said[0].selective_depth
    assert deeper > 0


class Hasty(Lattice):
    """Says that late actions are rarely best, and that passing is always bad."""

    reductions = True

    def pass_turn(self, state: Any) -> Any:
        return state._replace(turn=1 - state.turn)


def test_reductions_and_null_move_look_at_less() -> None:
    """They may miss something, but what they prefer has been looked at in full; without them the game's word changes nothing."""
    nodes = {True: 0, False: 0}
    game = Hasty(size=24)
    for state in positions(game, 10, 4, seed=2):
        for on in (True, False):
            found = cp.engine(game, state, depth=8, compiled=True, reductions=on, null_move=on, table=False)
            nodes[on] += found.nodes
        assert found.value == cp.minimax(game, state, depth=8, compiled=True).value
    assert nodes[True] < nodes[False]


def test_a_position_that_comes_back_is_a_draw() -> None:
    # One place from losing, with the opponent to bring the counter back: nobody can make progress, and an engine without memory hopes on.
    game = Circle(places=8, start=2)
    found = cp.engine(game, depth=12, compiled=False)
    assert (found.value, found.exact) == (0.0, False)
    state = game.result(game.result(game.initial(), 1), -1)
    earlier = [game.initial(), game.result(game.initial(), 1)]
    for compiled in (False, True):
        engine = cp.Engine(game, compiled=compiled)
        assert engine.search(state, depth=1, earlier=earlier).value == 0.5
        after = game.result(state, 1)
        assert engine.search(after, depth=1, earlier=[*earlier, state]).value >= 0.0
