"""Every exercise of the lectures, with the answer from the blackboard."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

import pytest

import counterplay as cp
from counterplay.search.alphabeta import alphabeta_value
from counterplay.watch import Watch

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
minimax = partial(cp.minimax, compiled=False)
alphabeta = partial(cp.alphabeta, compiled=False)
negamax = partial(cp.negamax, compiled=False)
maxn = partial(cp.maxn, compiled=False)


class LeafValues(Watch):
    """Writes down which leaves a search looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[float] = []

    def terminal(self, value: Any) -> None:
        self.seen.append(value)


def test_ii_nim_is_lost_for_the_first_player() -> None:
    for misere in (True, False):
        assert minimax(cp.games.Nim(pile_sizes=(2, 2), is_misere=misere)).value == -1


def test_two_ply_tree_is_worth_3_and_the_first_move_is_best() -> None:
    for search in (
        minimax,
        alphabeta,
        partial(alphabeta, hard=True),
        partial(cp.negamax, compiled=False),
        partial(cp.maxn, compiled=False),
    ):
        result = search(cp.games.Tree(TWO_PLY))
        assert (result.value, result.action, result.line, result.exact) == (3, 0, (0, 0), True)


@pytest.mark.parametrize("hard", [False, True])
def test_alphabeta_skips_exactly_the_leaves_4_and_6(hard: bool) -> None:
    game, watch = cp.games.Tree(TWO_PLY), LeafValues()
    alphabeta_value(game, game.initial(), 10, -inf, inf, 0, hard, watch)
    assert watch.seen == [3, 12, 8, 2, 14, 5, 2]
    assert alphabeta(game, hard=hard).nodes == 11
    assert minimax(game).nodes == 13


def lecture_evaluation(game: Any, state: Any, player: int) -> float:
    """Eval = 3 * X2 + X1 - (3 * O2 + O1): lines with so many marks of one player and none of the other's."""
    cells = "".join(game.format_state(state).lower().split("/")).split(":")[0]
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    value = 0
    for line in lines:
        marks = [cells[cell] for cell in line]
        x, o = marks.count("x"), marks.count("o")
        value += (0, 1, 3, 0)[x] * (o == 0) - (0, 1, 3, 0)[o] * (x == 0)
    return float(value if player == 0 else -value)


@pytest.mark.parametrize(("first", "worth"), [(4, 1), (0, -1), (2, -1), (6, -1), (8, -1), (1, -2), (3, -2), (5, -2), (7, -2)])
def test_tic_tac_toe_to_depth_2_with_the_lecture_evaluation(first: int, worth: float) -> None:
    game = cp.games.TicTacToe()
    after = game.result(game.initial(), first)
    assert minimax(game, after, depth=1, evaluate=lecture_evaluation).values[0] == worth
    assert alphabeta(game, after, depth=1, evaluate=lecture_evaluation).values[0] == worth


def test_tic_tac_toe_to_depth_2_takes_the_centre_for_1() -> None:
    game = cp.games.TicTacToe()
    for search in (minimax, alphabeta, negamax, cp.game_tree):
        assert search(game, depth=2, evaluate=lecture_evaluation).value == 1
    assert minimax(game, depth=2, evaluate=lecture_evaluation).action == 4


def test_tic_tac_toe_to_depth_2_has_1_3_12_nodes_with_symmetry() -> None:
    tree = cp.game_tree(cp.games.TicTacToe(), depth=2, symmetry=True, evaluate=lecture_evaluation)
    assert tree.counts == (1, 3, 12)
    assert sorted(tree[child].values[0] for child in tree[0].children) == [-2, -1, 1]
    assert sorted(len(tree[child].actions) for child in tree[0].children) == [1, 4, 4]
    assert tree.line[0] == 4


def test_board_splitting_is_worth_12() -> None:
    game = cp.games.BoardSplitting()
    for search in (minimax, alphabeta, maxn, cp.game_tree):
        assert search(game).value == 12


def test_branching_4_3_2_1_has_65_nodes() -> None:
    game = cp.games.Branching((4, 3, 2, 1))
    assert minimax(game).nodes == 65
    assert cp.game_tree(game).counts == (1, 4, 12, 24, 24)
    assert sum(cp.game_tree(game).counts) == 65


def test_tic_tac_toe_is_a_draw_after_549946_nodes() -> None:
    result = cp.minimax(cp.games.TicTacToe(), compiled=True)
    assert (result.value, result.nodes, result.depth, result.exact) == (0, 549_946, 9, True)
    assert len(result.line) == 9


def test_three_players_back_up_vectors() -> None:
    """Russell & Norvig, fig. 5.4: A, B and C in turn; the root is worth (1, 2, 6)."""
    tree = [[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]
    game = cp.games.Tree(tree, players=3)
    result = cp.maxn(game, compiled=False)
    assert result.values == (1, 2, 6)
    assert result.value == 1
    assert result.line == (0, 0, 0)
    whole = cp.game_tree(game)
    assert [node.values for node in whole if node.ply == 2] == [(1, 2, 6), (6, 1, 2), (1, 5, 2), (5, 4, 5)]
    assert [node.values for node in whole if node.ply == 1] == [(1, 2, 6), (1, 5, 2)]
