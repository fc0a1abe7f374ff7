"""`solve` by visiting every state: numbers of states that are published, theorems, and the naive oracle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import product
from math import isclose
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Blind, Corridor, Explicit, Greed, Pig, Step, ThreeWays

import counterplay as cp
from counterplay.errors import TableFull
from counterplay.solving.whole import solve_whole


def itself(game: Any, state: Any) -> Any:
    """No state is the same as another: symmetry is not used."""
    return state


# ── Numbers of states that are known ──
@pytest.mark.parametrize("compiled", [True, False])
def test_tic_tac_toe_has_765_states_and_5478_without_symmetry(compiled: bool) -> None:
    game = cp.load("tic_tac_toe")
    answer = cp.solve(game, compiled=compiled)
    assert (answer.value, answer.values, answer.score, answer.states) == (0, (0, 0), 0, 765)
    assert answer.compiled is compiled and answer.exact
    every = cp.solve(game.using(canonical=itself), compiled=compiled)
    assert (every.value, every.states) == (0, 5478)
    assert answer.line and every.line == cp.solve(game.using(canonical=itself), compiled=not compiled).line


def test_connect_four_on_4x4_has_161029_states() -> None:
    """John Tromp's table of Connect Four positions (see test_retrograde.py); that number grows the table several times."""
    game = cp.load("connect_four(rows=4,columns=4)")
    answer = cp.solve(game.using(canonical=itself), all_states=True, compiled=True)
    assert (answer.value, answer.states) == (0, 161_029)
    mirrored = cp.solve(game, all_states=True, compiled=True)
    assert mirrored.value == 0
    assert 161_029 / 2 < (mirrored.states or 0) < 161_029 * 0.51
    assert mirrored.score is None  # the utility was counted, not the stones to spare


def test_the_line_is_best_play() -> None:
    game = cp.load("connect_four(rows=4,columns=4)")
    state = game.parse_state("1")
    answer = cp.solve(game, state, all_states=True, compiled=True)
    for action in answer.line:
        state = game.result(state, action)
        assert cp.solve(game, state, compiled=True).values == answer.values
    assert game.is_terminal(state)


# ── Nim ──
@pytest.mark.parametrize("misere", [False, True])
def test_every_nim_position_up_to_3_4_5_obeys_the_theorem(misere: bool) -> None:
    """Bouton 1901: the nim-sum 0 loses for the player to move; in misère play it wins where no pile has more than one."""
    whole = cp.load(f"nim(pile_sizes=(3,4,5),is_misere={misere})")
    start: Any = whole.initial()
    for piles in product(range(4), range(5), range(6)):
        state = start._replace(piles=piles)
        answer = cp.solve(whole, state, compiled=False)
        last = max(piles) <= 1
        won = reduce(xor, piles) != 0
        if misere and last:
            won = not won
        assert answer.value == (1 if won else -1), piles
        assert answer.values == (answer.value, -answer.value)
        assert (answer.action is None) == (sum(piles) == 0)


# ── Chance, three players, one player ──
@pytest.mark.parametrize("compiled", [True, False])
def test_chance_is_averaged_over(compiled: bool) -> None:
    game = Dicey()
    answer = cp.solve(game, compiled=compiled)
    assert isclose(answer.value, cp.expectiminimax(game, compiled=False).value, abs_tol=1e-12)
    first = cp.solve(game, game.result(game.initial(), 1), compiled=compiled)  # chance is to move: the value is player 0's
    assert isclose(first.value, cp.expectiminimax(game, game.result(game.initial(), 1), compiled=False).value, abs_tol=1e-12)
    assert first.line == () and first.action is None
    assert len(answer.line) == 1  # best play is known up to where chance moves


class Dicey(Pig):
    """Pig without the way back, so that it ends."""

    def chances(self, state: Any) -> Iterator[tuple[int, float]]:
        yield 2, 0.375
        yield 3, 0.625


@pytest.mark.parametrize("compiled", [True, False])
def test_three_players_are_solved_by_maxn(compiled: bool) -> None:
    game = ThreeWays(9)
    answer = cp.solve(game, compiled=compiled)
    other = cp.maxn(game, compiled=False)
    assert answer.values == other.values
    assert answer.line == other.line


def trees(players: int, dice: bool) -> st.SearchStrategy[naive.Tree]:
    def grown(below: st.SearchStrategy[naive.Tree]) -> st.SearchStrategy[naive.Tree]:
        turn = st.builds(naive.Turn, st.integers(0, players - 1), st.lists(below, min_size=1, max_size=4))
        halves = st.lists(below, min_size=2, max_size=2).map(lambda two: naive.Dice([(0.25, two[0]), (0.75, two[1])]))
        return turn | halves if dice else turn

    return st.recursive(st.tuples(*[st.integers(-4, 4)] * players), grown, max_leaves=25)


@given(st.data(), st.integers(1, 4), st.booleans())
@settings(max_examples=200)
def test_random_trees_of_any_kind(data: st.DataObject, players: int, dice: bool) -> None:
    tree = data.draw(trees(players, dice))
    game = Explicit(tree, players=players, payoff_sum=None, dice=dice)
    answer = cp.solve(game)
    assert answer.values == naive.best(tree)
    assert answer.states == naive.count(tree)


def test_a_user_may_give_a_later_state() -> None:
    game = Greed(12)
    state = game.result(game.initial(), 1)
    assert cp.solve(game, state, compiled=False).values == cp.minimax(game, state, compiled=False).values


# ── What it refuses ──
@pytest.mark.parametrize("compiled", [True, False])
def test_a_position_that_comes_back_is_reported(compiled: bool) -> None:
    game = Corridor(5, wide=True)
    with pytest.raises(cp.RulesError, match="A position came back on a line of play"):
        cp.solve(game, compiled=compiled)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_game_that_does_not_fit_into_memory_is_refused(compiled: bool) -> None:
    game = cp.load("connect_four(rows=4,columns=4)")
    with pytest.raises(TableFull, match=r"connect_four has more than [\d,]+ states, .* memory=1,048,576 bytes\. Give more memory"):
        cp.solve(game, all_states=True, memory=1 << 20, compiled=compiled)


def test_when_only_machine_code_has_room_it_is_used() -> None:
    """A megabyte holds 2,621 interpreted states, and 32,768 compiled ones."""
    game = cp.load("tic_tac_toe").using(canonical=itself)
    answer = cp.solve(game, memory=1 << 20)
    assert (answer.states, answer.compiled) == (5478, True)


def test_hidden_information_is_refused() -> None:
    with pytest.raises(cp.UsageError, match="perfect information"):
        cp.solve(Blind())


def test_the_clock_is_kept() -> None:
    for compiled in (True, False):
        with pytest.raises(cp.Stopped):
            cp.solve(cp.load("connect_four"), all_states=True, compiled=compiled, seconds=0.2)


@pytest.mark.parametrize("memory", [0, (1 << 20) - 1])
def test_too_little_memory_is_refused(memory: int) -> None:
    with pytest.raises(cp.UsageError, match="at least a megabyte"):
        solve_whole(cp.load("nim"), memory=memory)


# ── Very long games ──
@pytest.mark.parametrize("compiled", [True, False])
def test_a_game_of_100000_plies_is_solved(compiled: bool) -> None:
    game = Corridor(100_000)
    answer = cp.solve(game, compiled=compiled)
    assert (answer.value, answer.states) == (100_000, 100_001)
    assert answer.line == (1,) * 1000  # a line is shown up to here
    assert cp.solve(game, Step(99_999), compiled=compiled).line == (1,)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_game_without_end_is_reported(compiled: bool) -> None:
    with pytest.raises(cp.CounterplayError, match=r"went on for|does not fit"):
        cp.solve(Corridor(), compiled=compiled)


# ── Counting positions ──
@pytest.mark.parametrize("compiled", [True, False])
def test_positions_after_each_number_of_plies(compiled: bool) -> None:
    """Tic-tac-toe has 5478 in all; of a pile of four there are fewer left at each ply."""
    found = cp.count_positions(cp.load("tic_tac_toe"), 9, compiled=compiled)
    assert found.counts == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    assert sum(found.counts) == 5478 and found.compiled is compiled
    assert cp.count_positions(cp.load("nim(pile_sizes=(4,))"), 6, compiled=compiled).counts == (1, 4, 3, 2, 1, 0, 0)


def test_positions_of_a_game_with_chance_and_without_room() -> None:
    assert cp.count_positions(Pig(), 2, compiled=False).counts[0] == 1
    with pytest.raises(cp.TableFull, match="positions within 9 plies"):
        cp.count_positions(cp.load("connect_four"), 9, memory=1 << 20, compiled=True)
