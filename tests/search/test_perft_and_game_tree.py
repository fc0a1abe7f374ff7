"""Perft and the explicit tree."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Corridor, Explicit, Pig
from tests.search.test_vectors_and_chance import zero_sum_with_dice

import counterplay as cp

perft = partial(cp.perft, compiled=False)


@given(zero_sum_with_dice, st.integers(0, 5), st.booleans())
def test_perft_counts_lines(tree: naive.Tree, depth: int, finished: bool) -> None:
    result = perft(Explicit(tree, dice=True), depth, finished=finished)
    assert result.leaves == naive.lines(tree, depth, finished)
    if result.divide:
        assert result.leaves == sum(count for _, count in result.divide)


def test_perft_of_connect_four_is_what_others_count(shared_data: Path) -> None:
    game = cp.games.ConnectFour()
    for line in (shared_data / "connect_four/perft.txt").read_text().splitlines():
        depth, leaves = map(int, line.split()) if line[0] != "#" else (0, 1)
        if leaves < 10**8:
            assert cp.perft(game, depth, compiled=depth > 5).leaves == leaves


def test_perft_of_tic_tac_toe_is_known() -> None:
    """9!/(9-n)! as long as nobody can have won; 255,168 games in all, of which 5 to 9 plies end so many."""
    game = cp.games.TicTacToe()
    assert [perft(game, depth).leaves for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    assert cp.perft(game, 9, compiled=True).leaves == 127_872
    assert cp.perft(game, 9, finished=True, compiled=True).leaves == 255_168


def test_divide_names_every_first_move() -> None:
    result = perft(cp.games.TicTacToe(), 3)
    assert result.divide == tuple((cell, 56) for cell in range(9))
    assert result.as_dict()["leaves"] == 504


def test_perft_of_a_finished_game() -> None:
    game = Explicit((1, -1))
    assert perft(game, 0).leaves == 1
    assert perft(game, 3).leaves == 0
    assert perft(game, 3, finished=True).leaves == 1


# ── The tree ──
def test_nodes_know_their_place() -> None:
    tree = cp.game_tree(Pig(3), depth=4)
    for number, node in enumerate(tree):
        assert node.number == number
        assert tree[number] is node
        for child in node.children:
            assert tree[child].parent == number
            assert tree[child].ply == node.ply + 1
            assert tree[child].state == tree.game.result(node.state, tree[child].actions[0])
        if node.player == cp.CHANCE and node.children:
            assert sum(tree[child].probability or 0 for child in node.children) == 1
    assert sum(tree.counts) == len(tree)
    assert tree.leaves == tuple(node for node in tree if not node.children)
    assert not tree.exact


def test_symmetry_adds_the_probabilities_of_what_it_merges() -> None:
    class Dull(Pig):
        def symmetries(self, state):
            """Whatever was thrown."""
            yield type(state)(state.first, 0, state.turn, state.thrown)
            yield type(state)(0, state.second, state.turn, state.thrown)

        def canonical(self, state):
            return type(state)(0, 0, state.turn, state.thrown)

    game = Dull()
    tree = cp.game_tree(game, game.result(game.initial(), 1), depth=1, symmetry=True)
    assert tree.counts == (1, 1)
    assert tree[1].probability == 1
    assert tree[1].actions == (1, 2, 3)


@pytest.mark.parametrize("depth", range(5))
def test_symmetry_changes_no_value(depth: int) -> None:
    game = cp.games.TicTacToe()
    assert cp.game_tree(game, depth=depth, symmetry=True).values == cp.game_tree(game, depth=depth).values


def test_very_deep_trees() -> None:
    tree = cp.game_tree(Corridor(100_000))
    assert tree.value == 100_000
    assert len(tree.line) == 100_000
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert repr(tree) == "<GameTree of corridor: 100,001 nodes, values (100000.0,)>"


def test_a_tree_too_large_is_refused_in_a_sentence() -> None:
    with pytest.raises(cp.UsageError, match=r"The tree of tic_tac_toe has over 1,000 nodes .* give a smaller depth"):
        cp.game_tree(cp.games.TicTacToe(), most=1000)
    with pytest.raises(cp.UsageError, match="over 1,000 nodes"):
        cp.game_tree(Corridor(wide=True), most=1000)


def test_rules_without_an_action_are_reported() -> None:
    class Stuck(Corridor):
        def actions(self, state):
            return iter(())

    with pytest.raises(cp.RulesError, match=r"not over at Step\(far=0\), but there is no action"):
        cp.game_tree(Stuck(5))
