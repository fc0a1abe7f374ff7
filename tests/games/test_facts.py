"""What is known about the games: perft tables, numbers of states, the exercises of the lectures."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.games.tic_tac_toe import TicTacToe, lecture_evaluation


def reachable(game: cp.Game[Any, Any], canonical: bool = False) -> set[Any]:
    """All states that can arise from the initial one."""
    found = {game.initial()}
    waiting = list(found)
    for state in waiting:
        if not game.is_terminal(state):
            for action in game.actions(state):
                child = game.result(state, action)
                child = game.canonical(child) if canonical else child
                if child not in found:
                    found.add(child)
                    waiting.append(child)
    return found


def leaves(game: cp.Game[Any, Any], state: Any, depth: int) -> int:
    """Lines of exactly so many plies: perft, as plainly as possible."""
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 0
    return sum(leaves(game, game.result(state, action), depth - 1) for action in game.actions(state))


def test_connect_four_perft_is_the_published_one(shared_data: Path) -> None:
    table = [line.split() for line in (shared_data / "connect_four/perft.txt").read_text().splitlines() if line[0] != "#"]
    assert len(table) == 10
    game = cp.load("connect_four")
    for depth, count in table:
        if int(depth) <= 5:
            assert leaves(game, game.initial(), int(depth)) == int(count)
        if int(depth) <= 9:
            assert cp.perft(game, int(depth)).leaves == int(count)


def test_connect_four_positions_per_ply_are_the_published_ones(shared_data: Path) -> None:
    rows = [line.split() for line in (shared_data / "connect_four/positions_per_ply_7x6.txt").read_text().splitlines() if line[0].isdigit()]
    published = {int(row[0]): int(row[1]) for row in rows}
    game = cp.load("connect_four")
    level = {game.initial()}
    for ply in range(6):
        assert len(level) == published[ply]
        level = {game.result(state, action) for state in level if not game.is_terminal(state) for action in game.actions(state)}
    assert cp.count_positions(game, 9, compiled=True).counts == tuple(published[ply] for ply in range(10))
    assert cp.count_positions(game, 5, compiled=False).counts == tuple(published[ply] for ply in range(6))


def test_small_connect_four_boards_have_the_values_pons_solver_found(shared_data: Path) -> None:
    rows = [line.split() for line in (shared_data / "connect_four/sizes.txt").read_text().splitlines() if line[0].isdigit()]
    values = {(int(row[0]), int(row[1])): int(row[2]) for row in rows if len(row) > 2}
    assert values[4, 4] == 0
    assert cp.alphabeta(cp.load("connect_four(rows=4,columns=4)")).value == 0


def test_tic_tac_toe_has_5478_states_and_765_up_to_symmetry() -> None:
    game = cp.load("tic_tac_toe")
    states = reachable(game)
    assert len(states) == 5478
    assert len({game.canonical(state) for state in states}) == 765
    assert len(reachable(game, canonical=True)) == 765


def test_tic_tac_toe_perft_and_its_whole_tree() -> None:
    game = cp.load("tic_tac_toe")
    # 9, 9*8, …; from ply 5 on finished games are not continued. The whole tree has 549,946 nodes; 255,168 games end.
    levels = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert sum(levels) == 549_946
    assert [leaves(game, game.initial(), depth) for depth in range(6)] == levels[:6]
    assert [cp.perft(game, depth).leaves for depth in range(10)] == levels


def test_tic_tac_toe_to_depth_2_has_3_and_12_children_up_to_symmetry() -> None:
    game = cp.load("tic_tac_toe")
    first = {game.canonical(game.result(game.initial(), action)) for action in game.actions(game.initial())}
    second = [{game.canonical(game.result(state, action)) for action in game.actions(state)} for state in first]
    assert len(first) == 3
    assert sorted(map(len, second)) == [2, 5, 5]


def test_the_lectures_evaluation_prefers_the_centre() -> None:
    game = TicTacToe()
    worth = {}
    for name in ("b2", "a3", "b3"):
        state = game.result(game.initial(), game.parse_action(game.initial(), name))
        worth[name] = -cp.minimax(game, state, depth=1, evaluate=lecture_evaluation, compiled=False).value
    assert worth == {"b2": 1, "a3": -1, "b3": -2}
    # By hand: X alone is on two lines of the corner and three of the centre; O on its row and its column; the diagonal is nobody's.
    assert lecture_evaluation(game, game.parse_state("x../.x./..o"), 0) == 5 - 2
    assert lecture_evaluation(game, game.parse_state("xx./.../oo."), 1) == 0
    assert lecture_evaluation(game, game.parse_state("xx./.o./..."), 0) == (3 + 1) - (1 + 1)


@pytest.mark.parametrize("size", ["tic_tac_toe(3,3,3)", "tic_tac_toe(4,4,3)", "tic_tac_toe(3,5,4)", "tic_tac_toe(1,4,2)"])
def test_symmetries_are_all_the_turns_and_mirrors_of_the_board(size: str) -> None:
    game: Any = cp.load(size)
    state, rng = game.initial(), cp.Random(3)
    while not game.is_terminal(state):
        rows = [list(row) for row in game.marks(state)]
        images = set()
        for turned in (rows, [list(row) for row in zip(*rows, strict=True)]) if game.rows == game.columns else (rows,):
            for seen in (turned, turned[::-1]):
                images |= {"/".join(map("".join, seen)), "/".join("".join(row[::-1]) for row in seen)}
        assert {game.format_state(image) for image in game.symmetries(state)} == images
        state = game.result(state, game.random_action(state, rng))


def test_two_piles_of_two_matches_have_18_states_and_12_up_to_symmetry() -> None:
    # The lectures count every pair of piles with either player to move, whether or not it can arise.
    game = cp.load("nim(2,2)")
    states = [game.initial()._replace(piles=piles, turn=turn) for piles in product(range(3), repeat=2) for turn in (0, 1)]
    assert len(states) == 18
    assert len({game.canonical(state) for state in states}) == 12
    assert {game.parse_state(game.format_state(state)) for state in states} == set(states)


@pytest.mark.parametrize("is_misere", [True, False])
def test_two_piles_of_two_matches_are_lost_for_the_first_player(is_misere: bool) -> None:
    assert cp.minimax(cp.games.Nim((2, 2), is_misere), compiled=False).value == -1


@pytest.mark.parametrize("is_misere", [True, False])
def test_bouton_theorem_is_what_search_finds(is_misere: bool) -> None:
    game = cp.games.Nim((3, 2, 3), is_misere)
    for state in reachable(game):
        if not game.is_terminal(state):
            assert cp.minimax(game, state, compiled=False).value == game.evaluate(state, state.turn)


def test_the_lectures_board_is_worth_12() -> None:
    result = cp.minimax(cp.load("board_splitting"), compiled=False)
    assert result.value == 12
    assert result.nodes == 31


def test_an_odd_side_gives_the_smaller_half_first_and_a_single_line_is_cut_the_other_way() -> None:
    game: Any = cp.games.BoardSplitting(((1, 2, 3, 4, 5),))
    assert game.result(game.initial(), 0) == (0, 1, 0, 2, 1)
    assert game.result(game.initial(), 1) == (0, 1, 2, 5, 1)
    # Min has one row and must cut columns: of 3 4 5 it keeps 3; of 1 2 it keeps 1.
    assert cp.minimax(game, compiled=False).value == 3
    tall = cp.games.BoardSplitting(((1,), (2,), (3,)))
    assert [tall.format_action(tall.initial(), action) for action in tall.actions(tall.initial())] == ["top", "bottom"]
    assert cp.minimax(tall, compiled=False).value == 2
    assert cp.minimax(cp.games.BoardSplitting(((7,),)), compiled=False).value == 7


def test_branching_factors_4_3_2_1_make_65_nodes() -> None:
    game = cp.load("branching(4,3,2,1)")
    assert len(reachable(game)) == 65
    assert cp.minimax(game, compiled=False).nodes == 65


def test_the_leaves_of_branching_depend_on_the_seed_alone_and_are_spread_evenly() -> None:
    def values(seed: int) -> list[float]:
        game: Any = cp.games.Branching((1000,), seed=seed, largest=2)
        return [game.utility(game.result(game.initial(), action), 0) for action in range(1000)]

    assert values(1) == values(1) != values(2)
    for number in (-2, -1, 0, 1, 2):
        assert 150 < values(5).count(number) < 250


@pytest.mark.parametrize("text", ["connect_four(4,4)", "tic_tac_toe", "tic_tac_toe(4,3,3)", "nim(1,2,3)", "board_splitting"])
def test_evaluations_lie_between_the_utilities_and_are_zero_sum(text: str) -> None:
    game = cp.load(text)
    rng, seen = cp.Random(1), 0
    for _ in range(20):
        state = game.initial()
        while not game.is_terminal(state):
            value = game.evaluate(state, 0)
            assert value == -game.evaluate(state, 1)
            assert abs(value) <= (16 if text == "board_splitting" else 1)
            state = game.result(state, game.random_action(state, rng))
            seen += 1
    assert seen > 50


def test_a_threat_is_a_cell_that_completes_four() -> None:
    game: Any = cp.load("connect_four")
    state = game.parse_state("223344")  # X and O both have three: X below, O above
    assert game.evaluate(state, 0) == 0
    won = [action for action in game.actions(state) if game.is_terminal(game.result(state, action))]
    assert [game.format_action(state, action) for action in won] == ["1", "5"]
    for plies in ("223344", "44444", "1223334574", "1122", "132435"):
        state = game.parse_state(plies)
        for cell in range(49):
            if game.board >> cell & 1 and not state.stones >> cell & 1:
                assert bool(game.threats(state.mine, state.stones) >> cell & 1) == game.has_four(state.mine | 1 << cell)
