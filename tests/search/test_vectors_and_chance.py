"""Max^n, expectiminimax and the whole tree: vectors, chance, ties."""

from __future__ import annotations

from functools import partial
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Corridor, Explicit, Greed, Pig, ThreeWays

import counterplay as cp

maxn = partial(cp.maxn, compiled=False)
expectiminimax = partial(cp.expectiminimax, compiled=False)


def trees(players: int, leaf: st.SearchStrategy[tuple[float, ...]], dice: bool) -> st.SearchStrategy[naive.Tree]:
    def grown(below: st.SearchStrategy[naive.Tree]) -> st.SearchStrategy[naive.Tree]:
        turn = st.builds(naive.Turn, st.integers(0, players - 1), st.lists(below, min_size=1, max_size=4))
        # Weights in eighths: sums of products of these are exact, so order does not matter and results can be compared with ==.
        thrown = st.lists(st.tuples(st.integers(1, 8), below), min_size=1, max_size=4).map(eighths)
        return turn | thrown if dice else turn

    return st.recursive(leaf, grown, max_leaves=25)


def eighths(weighted: list[tuple[int, naive.Tree]]) -> naive.Tree:
    rest, below = 8, []
    for weight, tree in weighted[:-1]:
        weight = min(weight, rest)
        below.append((weight / 8, tree))
        rest -= weight
    return naive.Dice([*below, (rest / 8, weighted[-1][1])])


vectors = st.integers(1, 4).flatmap(
    lambda players: st.tuples(st.just(players), trees(players, st.tuples(*[st.integers(-4, 4)] * players), dice=True))
)
zero_sum_with_dice = trees(2, st.integers(-9, 9).map(lambda value: (value, -value)), dice=True)


@settings(max_examples=400)
@given(vectors)
def test_maxn_equals_the_naive_one_ties_included(drawn: tuple[int, naive.Tree]) -> None:
    players, tree = drawn
    game = Explicit(tree, players, payoff_sum=None, dice=True)
    result = maxn(game)
    assert result.values == naive.best(tree)
    assert result.nodes == naive.count(tree)
    assert result.exact
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    assert result.value == result.values[mover]
    assert (result.action is None) == (not isinstance(tree, naive.Turn))
    # The line is what the players do, to the end or to where chance moves.
    end = game.at(result.line)
    assert isinstance(end, naive.Dice) or not isinstance(end, naive.Turn)
    assert naive.best(end) == result.values


@settings(max_examples=300)
@given(vectors)
def test_the_whole_tree_equals_maxn_node_by_node(drawn: tuple[int, naive.Tree]) -> None:
    players, tree = drawn
    game = Explicit(tree, players, payoff_sum=None, dice=True)
    whole = cp.game_tree(game)
    assert len(whole) == naive.count(tree)
    for node in whole:
        assert isinstance(node.values, tuple)
        if players > 1:
            assert node.values == naive.best(game.at(node.state))
    assert (whole.values, whole.line) == (maxn(game).values, maxn(game).line)


@settings(max_examples=300)
@given(zero_sum_with_dice)
def test_expectiminimax_equals_the_naive_one(tree: naive.Tree) -> None:
    game = Explicit(tree, dice=True)
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    result = expectiminimax(game)
    assert result.value == naive.minimax(tree, mover) == maxn(game).value == cp.game_tree(game).value
    assert result.values == maxn(game).values
    assert result.nodes == naive.count(tree)
    assert (result.action is None) == (not isinstance(tree, naive.Turn))


# ── By hand ──
def test_chance_nodes_are_averaged_and_not_divided_again() -> None:
    """Russell & Norvig, fig. 5.12: order alone does not decide. aima-python divides the expected value by the number of outcomes."""
    first = naive.Dice([(0.9, (2, -2)), (0.1, (3, -3))])
    second = naive.Dice([(0.9, (1, -1)), (0.1, (4, -4))])
    result = expectiminimax(Explicit(naive.Turn(0, [first, second]), dice=True))
    assert result.action == 0
    assert isclose(result.value, 2.1)
    # The same order of the leaves, other numbers: now the second move is better.
    first = naive.Dice([(0.9, (20, -20)), (0.1, (30, -30))])
    second = naive.Dice([(0.9, (1, -1)), (0.1, (400, -400))])
    result = expectiminimax(Explicit(naive.Turn(0, [first, second]), dice=True))
    assert result.action == 1
    assert isclose(result.value, 40.9)


def test_a_division_by_the_number_of_outcomes_would_choose_wrongly() -> None:
    """4 outcomes of 10 against 1 of 6: dividing by the number of outcomes makes 2.5 of the 10 and takes the 6."""
    many = naive.Dice([(0.25, (10, -10))] * 4)
    one = naive.Dice([(1.0, (6, -6))])
    result = expectiminimax(Explicit(naive.Turn(0, [one, many]), dice=True))
    assert (result.action, result.value) == (1, 10)


def test_backgammon_like_tree_by_hand() -> None:
    """Max moves, dice, Min moves, dice, leaf: worked out on paper."""

    def coin(*pair: naive.Tree) -> naive.Tree:
        return naive.Dice([(0.5, below) for below in pair])

    def leaf(value: float) -> naive.Tree:
        return (value, -value)

    def minimum(*below: naive.Tree) -> naive.Tree:
        return naive.Turn(1, list(below))

    left = coin(minimum(coin(leaf(2), leaf(4)), coin(leaf(7), leaf(1))), minimum(coin(leaf(6), leaf(0)), coin(leaf(8), leaf(9))))
    right = coin(minimum(coin(leaf(4), leaf(4)), leaf(5)), minimum(coin(leaf(1), leaf(3)), leaf(9)))
    # left: min(3, 4) = 3 and min(3, 8.5) = 3, so 3; right: min(4, 5) = 4 and min(2, 9) = 2, so 3: a tie, the first listed is taken.
    game = Explicit(naive.Turn(0, [left, right]), dice=True)
    result = expectiminimax(game)
    assert (result.action, result.value, result.line) == (0, 3, (0,))


def test_of_equals_the_first_listed_is_taken_and_decides_for_the_others() -> None:
    tree = naive.Turn(0, [naive.Turn(1, [(1, 5, 0), (9, 5, 9)]), naive.Turn(1, [(2, 0, 0), (3, 7, 1)])])
    assert maxn(Explicit(tree, 3, payoff_sum=None)).values == (3, 7, 1)


def test_one_player_alone() -> None:
    assert maxn(Corridor(7)).values == cp.minimax(Corridor(7), compiled=False).values == (7,)
    assert cp.game_tree(Corridor(7)).values == (7,)


@pytest.mark.parametrize("depth", range(6))
def test_all_agree_on_real_rules_at_every_depth(depth: int) -> None:
    assert cp.game_tree(Pig(), depth=depth).values == maxn(Pig(), depth=depth).values == expectiminimax(Pig(), depth=depth).values
    whole = cp.minimax(Greed(), depth=depth, compiled=False)
    assert cp.game_tree(Greed(), depth=depth).values == maxn(Greed(), depth=depth).values == whole.values
    assert cp.game_tree(ThreeWays(), depth=depth).values == maxn(ThreeWays(), depth=depth).values


def test_constant_sum_gives_the_rest_to_the_other() -> None:
    class Cake(Greed):
        payoff_sum = 100.0

        def utility(self, state, player):
            return 50.0 + state.first if player == 0 else 50.0 - state.first

    for result in (cp.minimax(Cake(), compiled=False), cp.alphabeta(Cake(), compiled=False), maxn(Cake()), cp.game_tree(Cake())):
        assert result.values == (57, 43)
