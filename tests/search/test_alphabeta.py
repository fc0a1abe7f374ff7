"""Alpha-beta and negamax find what minimax finds, keep their contracts in every window and order, and look at no less than they must."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil, floor, inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Explicit, guess

import counterplay as cp
from counterplay.search.alphabeta import alphabeta_value
from counterplay.search.negamax import negamax_value
from counterplay.watch import MOST_PLIES, Watch

alphabeta = partial(cp.alphabeta, compiled=False)
minimax = partial(cp.minimax, compiled=False)
negamax = partial(cp.negamax, compiled=False)

payoffs = st.integers(-9, 9).map(lambda value: (value, -value))


def turns(players: st.SearchStrategy[int]) -> st.SearchStrategy[naive.Tree]:
    """Trees in which anybody may move next."""
    return st.recursive(payoffs, lambda below: st.builds(naive.Turn, players, st.lists(below, min_size=1, max_size=4)), max_leaves=40)


any_tree = turns(st.integers(0, 1))
window = st.tuples(st.integers(-11, 10), st.integers(1, 21)).map(lambda drawn: (float(drawn[0]), float(drawn[0] + drawn[1])))


@settings(max_examples=400)
@given(any_tree)
def test_all_searches_equal_the_naive_minimax(tree: naive.Tree) -> None:
    game = Explicit(tree)
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    expected = naive.minimax(tree, mover)
    whole = minimax(game)
    assert whole.value == expected
    assert whole.nodes == naive.count(tree)
    for search in (alphabeta, partial(alphabeta, hard=True), negamax):
        found = search(game)
        assert (found.value, found.values, found.exact) == (whole.value, whole.values, True)
        assert found.nodes <= whole.nodes
        # The same move: alpha-beta changes its mind only for something strictly better, as minimax does.
        assert found.action == whole.action
        assert naive.minimax(game.at(found.line), mover) == expected, "the line does not lead to the value"


@settings(max_examples=600)
@given(any_tree, window, st.booleans())
def test_every_window_keeps_the_contract(tree: naive.Tree, bounds: tuple[float, float], hard: bool) -> None:
    game, (alpha, beta) = Explicit(tree), bounds
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    value = naive.minimax(tree, mover)
    result = alphabeta(game, alpha=alpha, beta=beta, hard=hard).value
    if hard:
        assert result == min(max(value, alpha), beta)
    elif alpha < result < beta:
        assert result == value
    else:
        assert value <= result if result <= alpha else value >= result


@settings(max_examples=400)
@given(any_tree, window, st.integers(0, 1))
def test_negamax_kernel_keeps_the_contract_whoever_is_presumed_to_move(tree: naive.Tree, bounds: tuple[float, float], player: int) -> None:
    alpha, beta = bounds
    value = naive.minimax(tree, player)
    result = negamax_value(Explicit(tree), (), MOST_PLIES, alpha, beta, player, Watch())
    if alpha < result < beta:
        assert result == value
    else:
        assert value <= result if result <= alpha else value >= result


@settings(max_examples=200)
@given(any_tree, window)
def test_negamax_visits_the_nodes_that_alphabeta_visits(tree: naive.Tree, bounds: tuple[float, float]) -> None:
    game, player = Explicit(tree), tree.player if isinstance(tree, naive.Turn) else 0
    first, second = Watch(), Watch()
    one = alphabeta_value(game, (), MOST_PLIES, *bounds, player, False, first)
    other = negamax_value(game, (), MOST_PLIES, *bounds, player, second)
    assert (one, first.nodes) == (other, second.nodes)


@settings(max_examples=300)
@given(any_tree, st.integers(0, 5))
def test_to_any_depth_with_a_random_evaluation(tree: naive.Tree, depth: int) -> None:
    game = Explicit(tree)
    mover = tree.player if isinstance(tree, naive.Turn) else 0

    def cut(below: naive.Tree, left: int, way: tuple[int, ...]) -> naive.Tree:
        if isinstance(below, naive.Turn):
            if left == 0:
                return (guess(way, 0), guess(way, 1))
            return naive.Turn(below.player, [cut(child, left - 1, (*way, i)) for i, child in enumerate(below.below)])
        return below

    expected = naive.minimax(cut(tree, depth, ()), mover)
    for search in (minimax, alphabeta, negamax):
        found = search(game, depth=depth)
        assert found.value == expected
        assert found.depth <= depth
        assert len(found.line) <= depth


@settings(max_examples=200)
@given(any_tree, st.randoms(use_true_random=False))
def test_the_order_of_moves_changes_the_work_and_nothing_else(tree: naive.Tree, random: Any) -> None:
    def shuffled(below: naive.Tree) -> naive.Tree:
        if isinstance(below, naive.Turn):
            children = [shuffled(child) for child in below.below]
            random.shuffle(children)
            return naive.Turn(below.player, children)
        return below

    assert alphabeta(Explicit(shuffled(tree))).value == alphabeta(Explicit(tree)).value


# ── Knuth & Moore's theorem ──
def uniform(branching: int, depth: int, leaf: Callable[[], int], player: int = 0) -> naive.Tree:
    if depth == 0:
        value = leaf()
        return (value, -value)
    return naive.Turn(player, [uniform(branching, depth - 1, leaf, 1 - player) for _ in range(branching)])


def best_first(tree: naive.Tree) -> naive.Tree:
    """The tree with the best child first at every node."""
    if not isinstance(tree, naive.Turn):
        return tree
    children = sorted((best_first(child) for child in tree.below), key=lambda child: -naive.best(child)[tree.player])
    return naive.Turn(tree.player, children)


class LeafCount(Watch):
    def __init__(self) -> None:
        super().__init__()
        self.leaves = 0

    def terminal(self, value: Any) -> None:
        self.leaves += 1


def leaves_seen(tree: naive.Tree) -> int:
    watch = LeafCount()
    alphabeta_value(Explicit(tree), (), MOST_PLIES, -inf, inf, 0, False, watch)
    other = LeafCount()
    negamax_value(Explicit(tree), (), MOST_PLIES, -inf, inf, 0, other)
    assert watch.leaves == other.leaves
    return watch.leaves


@given(st.integers(1, 4), st.integers(0, 5), st.randoms(use_true_random=False))
def test_the_minimal_tree_is_reached_in_perfect_order_and_never_undercut(branching: int, depth: int, random: Any) -> None:
    fewest = branching ** ceil(depth / 2) + branching ** floor(depth / 2) - 1
    tree = uniform(branching, depth, lambda: random.randint(-1000, 1000))
    assert leaves_seen(best_first(tree)) == fewest
    assert fewest <= leaves_seen(tree) <= branching**depth


@pytest.mark.parametrize(("branching", "depth", "leaves"), [(2, 4, 7), (3, 2, 5), (3, 3, 11), (3, 4, 17), (10, 3, 109)])
def test_minimal_trees_that_one_can_count(branching: int, depth: int, leaves: int) -> None:
    assert leaves_seen(uniform(branching, depth, lambda: 0)) == leaves, "where all leaves are equal every order is perfect"


def test_alphabeta_skips_nothing_that_matters_in_one_child_chains() -> None:
    tree: naive.Tree = (5, -5)
    for ply in range(50):
        tree = naive.Turn(ply % 2, [tree])
    assert alphabeta(Explicit(tree)).value == (5 if isinstance(tree, naive.Turn) and tree.player == 0 else -5)
