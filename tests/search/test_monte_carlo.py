"""Pure Monte Carlo and UCT: reproducible, right in the limit, within their memory."""

from __future__ import annotations

import pickle
import time
from functools import partial
from math import isclose, log, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Explicit, Greed, Pig, ThreeWays
from tests.search.test_vectors_and_chance import vectors

import counterplay as cp
from counterplay.search import monte_carlo as flat
from counterplay.search.playout import playout, sample
from counterplay.search.sampled_tree import Columns
from counterplay.search.sampling import Sampling
from counterplay.search.watching import watching
from counterplay.watch import Watch

mcts = partial(cp.mcts, compiled=False)
monte_carlo = partial(cp.monte_carlo, compiled=False)
without_time = partial(lambda result: {name: value for name, value in result.as_dict().items() if name != "seconds"})


def grown(game: Any, simulations: int, seed: int = 1, state: Any = None, **settings: Any) -> Any:
    one = cp.Mcts(game, seed=seed, compiled=False, **settings)
    one.search(state, simulations=simulations)
    return one.tree


def room_for(nodes: int, players: int = 2) -> int:
    """So many bytes."""
    return nodes * Columns.node_bytes(players)


@pytest.mark.parametrize("search", [mcts, monte_carlo])
def test_the_same_seed_gives_the_same_answer(search: Any) -> None:
    for game in (cp.games.TicTacToe(), Pig(), ThreeWays()):
        results = [without_time(search(game, simulations=300, seed=seed)) for seed in (7, 7, 8)]
        assert results[0] == results[1]
        assert results[0] != results[2]


def test_a_win_in_one_is_found_and_a_loss_in_one_is_prevented() -> None:
    game = cp.games.TicTacToe()
    for seed in range(5):
        winning = game.parse_state("xx./oo./...")
        assert mcts(game, winning, simulations=200, seed=seed).action == 2
        assert monte_carlo(game, winning, simulations=200, seed=seed).action == 2
        threatened = game.parse_state("x../oo./x..")
        assert mcts(game, threatened, simulations=1000, seed=seed).action == 5


def test_uct_converges_on_tic_tac_toe() -> None:
    """A draw; the estimate comes closer as the simulations grow, and the centre is taken."""
    game = cp.games.TicTacToe()
    estimates = [cp.mcts(game, simulations=simulations, seed=3, compiled=True).value for simulations in (1_000, 30_000, 1_000_000)]
    assert estimates[0] > estimates[1] > estimates[2] > -0.01
    assert estimates[2] < 0.02


def test_uct_converges_with_chance_and_with_three_players() -> None:
    exact = cp.expectiminimax(Pig(), depth=16, compiled=True)
    found = cp.mcts(Pig(), simulations=400_000, seed=1, compiled=True)
    assert found.action == exact.action
    assert abs(found.value - exact.value) < 0.03
    exact = cp.maxn(ThreeWays(6), compiled=False)
    found = cp.mcts(ThreeWays(6), simulations=400_000, seed=1, compiled=True)
    assert found.line[:3] == exact.line[:3]
    assert all(abs(one - other) < 0.2 for one, other in zip(found.values, exact.values, strict=True))


def test_pure_monte_carlo_estimates_random_play() -> None:
    """The means approach the average over all random games, which the tree gives exactly."""
    game = cp.games.TicTacToe()

    def average(state: Any) -> float:
        if game.is_terminal(state):
            return game.utility(state, 0)
        below = [average(game.result(state, action)) for action in game.actions(state)]
        return sum(below) / len(below)

    state = game.parse_state("x.o/.x./..o")
    exact = {action: average(game.result(state, action)) for action in game.actions(state)}
    tree = flat.grow(game, state, Sampling(simulations=20_000, seed=1, compiled=False))
    for child in tree.children():
        assert abs(tree.means(child)[0] - exact[tree.action(child)]) < 0.06
    assert tree.result().action == max(exact, key=lambda action: exact[action])


def test_pure_monte_carlo_gives_every_action_its_share() -> None:
    tree = flat.grow(cp.games.TicTacToe(), None, Sampling(simulations=100, seed=1, compiled=False))
    assert [tree.visits(child) for child in tree.children()] == [12] * 9
    assert tree.result().nodes == 108


def test_chance_at_the_root_leaves_nothing_to_choose_and_is_drawn_with_its_probability() -> None:
    die = naive.Dice([(0.125, (8, -8)), (0.625, (0, 0)), (0.25, (4, -4))])
    for search in (mcts, monte_carlo):
        result = search(Explicit(die, dice=True), simulations=8_000, seed=2)
        assert (result.action, result.line) == (None, ())
        assert abs(result.value - 2.0) < 0.15
    tree = grown(Explicit(die, dice=True), 8_000)
    assert [round(tree.visits(child) / 1000) for child in tree.children()] == [1, 5, 2]


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=6), st.integers(0, 2**64))
def test_sampling_survives_probabilities_that_do_not_quite_add_up(weights: list[float], seed: int) -> None:
    die = Explicit(naive.Dice([(weight / (sum(weights) or 1) * (1 - 1e-9), (0, 0)) for weight in weights]), dice=True)
    number, outcome = sample(die, (), cp.Random(seed))
    assert number == outcome < len(weights)


# ── The tree ──
@settings(max_examples=80)
@given(vectors, st.integers(1, 60), st.integers(1, 40), st.floats(0, 5))
def test_the_books_balance(drawn: tuple[int, naive.Tree], simulations: int, capacity: int, exploration: float) -> None:
    players, tree = drawn
    grown_tree = grown(
        Explicit(tree, players, payoff_sum=None, dice=True), simulations, exploration=exploration, memory=room_for(capacity, players)
    )
    assert len(grown_tree) <= capacity
    assert len(grown_tree) <= naive.count(tree)
    terminal = not isinstance(tree, (naive.Turn, naive.Dice))
    assert grown_tree.visits() == grown_tree.simulations == (1 if terminal else simulations)
    for node in range(len(grown_tree)):
        below = sum(grown_tree.visits(child) for child in grown_tree.children(node))
        if grown_tree.children(node) and not grown_tree.full:
            assert grown_tree.visits(node) == below + (node != 0)
        assert below <= grown_tree.visits(node)
        state = grown_tree.game.at(grown_tree.position(node))
        assert len(grown_tree.children(node)) in (0, len(getattr(state, "below", ())))
        if not isinstance(state, (naive.Turn, naive.Dice)) and grown_tree.visits(node):
            assert all(isclose(mean, payoff) for mean, payoff in zip(grown_tree.means(node), state, strict=True))


def test_a_full_tree_goes_on_playing_from_its_edge() -> None:
    game = cp.games.TicTacToe()
    small = grown(game, 3_000, memory=room_for(40))
    assert small.full
    assert len(small) <= 40
    assert small.visits() == 3_000
    assert small.result().action == 4
    assert not grown(game, 3).full
    tiny = grown(game, 10, memory=room_for(1))
    assert (len(tiny), tiny.result().action, tiny.visits()) == (1, None, 10)


def test_ucb1_terms_are_the_textbook_formula() -> None:
    tree = grown(cp.games.TicTacToe(), 500, exploration=1.4)
    assert tree.scale == 1
    for child in tree.children():
        assert isclose(tree.exploration_term(child), 1.4 * sqrt(log(500) / tree.visits(child)))
    # The best upper bound is visited next.
    best = max(tree.children(), key=lambda child: tree.means(child)[0] + tree.exploration_term(child))
    assert grown(cp.games.TicTacToe(), 501).visits(best) == tree.visits(best) + 1


def test_exploration_means_the_same_whatever_a_game_pays() -> None:
    class Rich(Greed):
        def utility(self, state, player):
            return 1024 * super().utility(state, player)

    poor, rich = grown(Greed(), 400), grown(Rich(), 400)
    assert [poor.visits(node) for node in range(len(poor))] == [rich.visits(node) for node in range(len(rich))]
    assert [1024 * mean for mean in poor.means()] == list(rich.means())


def test_no_exploration_is_greedy_and_much_is_even() -> None:
    game = cp.games.TicTacToe()
    greedy, even = grown(game, 900, exploration=0.0), grown(game, 900, exploration=1e6)
    assert max(greedy.visits(child) for child in greedy.children()) > 800
    assert {even.visits(child) for child in even.children()} == {100}


def test_a_tree_can_be_kept() -> None:
    tree = pickle.loads(pickle.dumps(grown(cp.games.TicTacToe(), 50)))
    assert tree.visits() == 50
    assert repr(tree).startswith("<MonteCarloTree of tic_tac_toe: 50 simulations")
    assert tree.parent(0) is None
    assert tree.action(0) is None
    assert tree.parent(tree.children()[0]) == 0


class Reports(Watch):
    """Plays the reports of a Monte Carlo search back into a tree of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.visits = {0: 0}
        self.at: list[int] = []

    def select(self, node: int) -> None:
        assert node in self.visits
        self.at.append(node)

    def expand(self, parent: int, node: int, action: Any) -> None:
        assert parent == self.at[-1]
        assert node not in self.visits
        self.visits[node] = 0
        self.at.append(node)

    def back_up(self, node: int) -> None:
        assert node == self.at.pop()
        self.visits[node] += 1


def grown_flat(game: Any, simulations: int) -> Any:
    return flat.grow(game, None, Sampling(simulations=simulations, seed=1, compiled=False))


@pytest.mark.parametrize("growth", [grown, grown_flat])
def test_what_is_reported_is_what_happens(growth: Any) -> None:
    for game in (cp.games.TicTacToe(), Pig(), ThreeWays()):
        reports = Reports()

        def take_over(watch: Watch, reports: Reports = reports) -> Watch:
            return reports

        with watching(take_over):
            tree = growth(game, 120)
        assert reports.visits == {node: tree.visits(node) for node in range(len(tree)) if tree.visits(node)}
        assert reports.nodes == tree.simulations


# ── Limits ──
def test_playouts_are_cut_off_and_evaluated() -> None:
    game = cp.games.ConnectFour().using(evaluate=lambda game, state, player: 0.5 if player == 0 else -0.5)
    assert playout(game, game.initial(), 3, (0.0, 0.0), None, cp.Random(1), Watch()) == (0.5, -0.5)
    result = monte_carlo(game, simulations=70, depth=3, seed=1)
    assert result.values == (0.5, -0.5)


def test_the_clock_is_kept_and_the_tree_used_as_it_is() -> None:
    for search in (mcts, monte_carlo):
        started = time.perf_counter()
        result = search(cp.games.ConnectFour(), seconds=0.2)
        assert time.perf_counter() - started < 2
        assert result.nodes > 10
        assert result.action is not None


def test_where_the_game_is_over_there_is_no_action() -> None:
    game = cp.games.TicTacToe()
    over = game.parse_state("xxx/oo./...")
    for search in (mcts, monte_carlo):
        result = search(game, over, seed=1)
        assert (result.action, result.values, result.line, result.exact, result.nodes) == (None, (1, -1), (), True, 1)
