"""*-minimax equals expectiminimax: on random trees with chance, with any window, on real games, at both speeds. And what chance asks
of an evaluation: its scale, not only its order."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isclose
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Corridor, Explicit, Pig
from tests.search.test_vectors_and_chance import zero_sum_with_dice

import counterplay as cp
from counterplay.buffers import MOST_WAITING
from counterplay.rng import Random
from counterplay.search.star_minimax import FIELDS, star_value
from counterplay.transpositions import TranspositionTable
from counterplay.watch import Watch


class Ranged(Explicit):
    """A tree that says between what its leaves lie."""

    utility_range = (-9.0, 9.0)


class Plain(Ranged):
    """One whose evaluation orders nothing."""

    def evaluate(self, state: Any, player: int) -> float:
        return 0.0


def star(game: Any, state: Any, alpha: float, beta: float, probing: bool, depth: int = 99) -> tuple[float, int]:
    """The kernel itself with a window of one's own, and the nodes it entered."""
    watch, numbers = Watch(), [0.0] * (MOST_WAITING + FIELDS)
    least, most = game.utility_range
    arguments = (alpha, beta, 0, 0, least, most, probing, 0, TranspositionTable(1 << 20), [0] * len(numbers), numbers, Random(1))
    return star_value(game, state, depth, *arguments, watch), watch.nodes


@settings(max_examples=300)
@given(zero_sum_with_dice, st.booleans())
def test_the_value_is_that_of_the_naive_one(tree: naive.Tree, probing: bool) -> None:
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    result = cp.star_minimax(Ranged(tree, dice=True), probing=probing, compiled=False)
    assert isclose(result.value, naive.minimax(tree, mover), abs_tol=1e-9)
    assert result.exact
    assert (result.action is None) == (not isinstance(tree, naive.Turn))
    if not probing:
        assert result.nodes <= naive.count(tree)
    if isinstance(tree, naive.Turn):
        assert isclose(naive.minimax(tree.below[result.action], mover), result.value, abs_tol=1e-9)


@settings(max_examples=300)
@given(zero_sum_with_dice, st.booleans(), st.floats(-10, 10), st.floats(0.01, 10))
def test_every_window_keeps_the_contract(tree: naive.Tree, probing: bool, alpha: float, width: float) -> None:
    beta, truth = alpha + width, naive.minimax(tree, 0)
    found, _ = star(Ranged(tree, dice=True), (), alpha, beta, probing)
    if alpha < found < beta:
        assert isclose(found, truth, abs_tol=1e-9)
    elif found <= alpha:
        assert truth <= found + 1e-9
    else:
        assert truth >= found - 1e-9


@pytest.mark.parametrize("depth", range(7))
@pytest.mark.parametrize("game", [cp.load("pig(goal=20)"), Pig(), cp.load("twenty_forty_eight(max_tile=8)")], ids=str)
def test_real_games_to_every_depth(game: Any, depth: int) -> None:
    if game.players == 1 and depth > 4:
        depth = 4
    plain = cp.expectiminimax(game, depth=depth, compiled=False)
    for probing in (False, True):
        pruned = cp.star_minimax(game, depth=depth, probing=probing, compiled=False)
        assert isclose(pruned.value, plain.value, abs_tol=1e-9)
        assert (pruned.exact, pruned.algorithm) == (plain.exact, "star_minimax")


BACKGAMMON = ("4HPwATDgc/ABMA:1:31", "4PPgASTgc/ABMA:2:53", "z2kqCQDvAgAAAA:2:63", "kV9gQgXvCzABRA:1:55")


def test_backgammon_at_machine_speed_looks_at_a_fraction() -> None:
    game: Any = cp.load("backgammon")
    totals = [0, 0]
    for text in BACKGAMMON:
        state = game.parse_state(text)
        plain = cp.expectiminimax(game, state, depth=3, compiled=True)
        pruned = cp.star_minimax(game, state, depth=3, compiled=True)
        assert isclose(pruned.value, plain.value, abs_tol=1e-9)
        totals[0] += plain.nodes
        totals[1] += pruned.nodes
    assert totals[1] < totals[0] / 3


def test_both_speeds_do_the_same() -> None:
    game = cp.load("pig(goal=20)")
    settings: list[dict[str, Any]] = [{"depth": 6}, {"depth": 6, "probing": False}, {"depth": 7, "samples": 3, "seed": 5}]
    for words in settings:
        slow, fast = (cp.star_minimax(game, compiled=compiled, **words) for compiled in (False, True))
        assert (slow.value, slow.nodes, slow.line, slow.exact) == (fast.value, fast.nodes, fast.line, fast.exact)


def test_samples_are_drawn_evenly_and_with_a_seed() -> None:
    game = cp.load("pig(goal=20)")
    truth = cp.expectiminimax(game, depth=3, compiled=False).value
    values = [cp.star_minimax(game, depth=3, samples=4, seed=seed, compiled=False).value for seed in range(300)]
    assert len(set(values)) > 1 and abs(sum(values) / len(values) - truth) < 0.02
    assert cp.star_minimax(game, depth=3, samples=4, seed=7, compiled=False).value == values[7]
    assert cp.star_minimax(game, depth=3, samples=6, compiled=False).value == pytest.approx(truth)


def test_without_a_range_nothing_is_left_out_but_what_was_seen() -> None:
    tree = naive.Turn(0, [naive.Dice([(0.5, (1, -1)), (0.5, (2, -2))]), naive.Dice([(0.5, (0, 0)), (0.5, (1, -1))])])
    result = cp.star_minimax(Explicit(tree, dice=True), compiled=False)
    assert (result.value, result.action, result.nodes) == (1.5, 0, 7)


def test_star1_on_paper() -> None:
    """With 2 in hand, a coin that has shown -9 on one side need not be turned: even 9 on the other makes 0."""
    low = naive.Dice([(0.5, (-9, 9)), (0.5, naive.Turn(1, [(3, -3), (4, -4), (5, -5)]))])
    tree = naive.Turn(0, [(2, -2), low])
    found, nodes = star(Plain(tree, dice=True), (), -inf, inf, probing=False)
    assert (found, nodes) == (2, 4)  # the root, 2, the coin, -9


def test_best_takes_it_where_chance_moves() -> None:
    assert cp.best(cp.load("pig(goal=20)"), seconds=0.05).algorithm == "star_minimax"
    assert cp.best(cp.load("twenty_forty_eight"), cp.load("twenty_forty_eight").parse_state("2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0:0"), depth=1)
    assert cp.best(Corridor(3), depth=3).algorithm == "shallow_maxn"


def test_bad_settings_are_refused() -> None:
    game = cp.load("pig")
    wrong = {"samples": 0, "memory": 10, "seed": 0.5, "depth": -1}
    for words, said in (({name: value}, f"{name}={value}") for name, value in wrong.items()):
        with pytest.raises(cp.UsageError, match=said):
            cp.star_minimax(game, **words)  # type: ignore[arg-type]


# ── The lectures' warning: under chance an evaluation needs the right scale, not only the right order ──
LEAVES = st.lists(st.integers(-8, 8), min_size=4, max_size=4)


def two_coins(values: Sequence[float], p: float = 0.9) -> Any:
    """Max chooses between two coins with these leaves."""
    coins: list[naive.Tree] = [naive.Dice([(p, (left, -left)), (1 - p, (right, -right))]) for left, right in (values[:2], values[2:])]
    return Explicit(naive.Turn(0, coins), dice=True)


def test_an_order_preserving_change_of_the_evaluation_changes_the_move() -> None:
    """Russell & Norvig, fig. 5.12: 2, 3 against 1, 4 and 20, 30 against 1, 400 have the same order; the best move is another one."""
    assert sorted([2, 3, 1, 4]) == [1, 2, 3, 4] and sorted([20, 30, 1, 400]) == [1, 20, 30, 400]
    actions = [cp.expectiminimax(two_coins(values), compiled=False).action for values in ([2, 3, 1, 4], [20, 30, 1, 400])]
    assert actions == [0, 1]
    # Without chance the order alone decides.
    for values in ([2, 3, 1, 4], [20, 30, 1, 400]):
        tree = naive.Turn(0, [naive.Turn(1, [(v, -v) for v in pair]) for pair in (values[:2], values[2:])])
        assert cp.minimax(Explicit(tree), compiled=False).action == 0


@given(LEAVES, st.integers(1, 8), st.integers(-8, 8))
def test_a_positive_linear_change_does_not(values: Sequence[float], scale: int, shift: int) -> None:
    before = cp.expectiminimax(two_coins(values, 0.75), compiled=False)
    after = cp.expectiminimax(two_coins([scale * value + shift for value in values], 0.75), compiled=False)
    assert after.action == before.action
    assert after.value == scale * before.value + shift
