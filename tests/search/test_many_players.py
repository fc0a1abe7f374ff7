"""Searches for several players: pruned max^n equals max^n, paranoid and best-reply search equal their definitions, at both speeds."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Corridor, Explicit, Greed, Pig, ThreeWays
from tests.search.test_vectors_and_chance import trees

import counterplay as cp

TOTAL = 6
"""What the payoffs of the random trees add up to; nobody gets less than 0."""
SAME = ("action", "value", "values", "line", "nodes", "depth", "exact")
NIM = cp.load("nim(pile_sizes=(1,2,3),players=3)")
TIC_TAC_TOE = cp.load("tic_tac_toe(players=3)")


def shares(players: int) -> st.SearchStrategy[tuple[float, ...]]:
    """Payoffs of 0 and more that add up to TOTAL."""
    cuts = st.lists(st.integers(0, TOTAL), min_size=players - 1, max_size=players - 1).map(sorted)
    return cuts.map(lambda at: tuple(float(b - a) for a, b in zip([0, *at], [*at, TOTAL], strict=True)))


several = st.integers(2, 4).flatmap(lambda players: st.tuples(st.just(players), trees(players, shares(players), dice=False)))


class Shared(Explicit):
    """A tree whose payoffs are known to be shares of TOTAL."""

    least_payoff = 0.0

    def __init__(self, tree: naive.Tree, players: int):
        super().__init__(tree, players, payoff_sum=float(TOTAL))

    def evaluate(self, state: tuple[int, ...], player: int) -> float:
        favourite = hash(state) % self.players
        return float(TOTAL if player == favourite else 0)


# ── Shallow pruning ──
@settings(max_examples=400)
@given(several, st.sampled_from([0, 1 << 20]))
def test_pruned_maxn_equals_the_naive_one_ties_included(drawn: tuple[int, naive.Tree], memory: int) -> None:
    players, tree = drawn
    game = Shared(tree, players)
    result = cp.shallow_maxn(game, memory=memory, compiled=False)
    assert result.values == naive.best(tree)
    assert result.line == cp.maxn(game, compiled=False).line
    assert result.nodes <= naive.count(tree)
    assert result.exact


@settings(max_examples=300)
@given(several, st.integers(0, 4), st.sampled_from([0, 1 << 20]))
def test_pruned_maxn_equals_maxn_at_every_depth(drawn: tuple[int, naive.Tree], depth: int, memory: int) -> None:
    game = Shared(drawn[1], drawn[0])
    whole = cp.maxn(game, depth=depth, compiled=False)
    pruned = cp.shallow_maxn(game, depth=depth, memory=memory, compiled=False)
    assert (pruned.values, pruned.line) == (whole.values, whole.line)
    assert pruned.exact or not whole.exact
    if pruned.exact:  # what was evaluated may have been cut, or never looked at
        assert pruned.values == naive.best(drawn[1])


@settings(max_examples=200)
@given(several, st.integers(0, 4))
def test_bounds_that_are_none_are_found_out(drawn: tuple[int, naive.Tree], depth: int) -> None:
    """The evaluation adds up to anything, and goes below what the game says is the least: where that is seen, nothing is cut."""
    players, tree = drawn
    looked_at = set()

    def guess(state: Any, player: int) -> float:
        return float(hash((state, player)) % 41 - 20)

    def evaluate(game: Any, state: Any, player: int) -> float:
        looked_at.add(state)
        return guess(state, player)

    game = Shared(tree, players).using(evaluate=evaluate)
    pruned = cp.shallow_maxn(game, depth=depth, compiled=False)
    guesses = [[guess(state, player) for player in range(players)] for state in looked_at]
    if any(min(each) < 0 or sum(each) != TOTAL for each in guesses):
        assert pruned.values == cp.maxn(game, depth=depth, compiled=False).values


def test_korf_s_cut() -> None:
    """Worked out on paper: the second node's first child leaves at most 5 of 9 for the first player, who has 6."""
    tree = cp.load("tree([[[(6,1,2),(5,3,1)],[(1,0,8),(2,7,0)]],[[(1,4,4)],[(7,0,2),(2,5,2)]]])")
    trace = cp.trace("shallow_maxn", tree)
    assert [cut.why for cut in trace.cuts] == [
        "Player 3 has 8 here, which leaves 1 for Player 2, who has 1 elsewhere: its rest cannot matter.",
        "Player 2 has 4 here, which leaves 5 for Player 1, who has 6 elsewhere: its rest cannot matter.",
    ]
    assert trace.result.values == cp.maxn(tree).values == (6, 1, 2)
    assert len(trace.skipped_leaves) == 3


@pytest.mark.parametrize("game", [NIM, TIC_TAC_TOE, ThreeWays(), Greed(), Pig(), Corridor(7)], ids=str)
def test_pruned_maxn_equals_maxn_on_real_rules(game: Any) -> None:
    for depth in range(5):
        whole, pruned = cp.maxn(game, depth=depth, compiled=False), cp.shallow_maxn(game, depth=depth, compiled=False)
        assert (pruned.values, pruned.line[:1], pruned.exact) == (whole.values, whole.line[:1], whole.exact)
        assert pruned.nodes <= whole.nodes


def test_cuts_and_the_table_save_nodes() -> None:
    whole, cut, both = cp.maxn(NIM), cp.shallow_maxn(NIM, memory=0), cp.shallow_maxn(NIM)
    assert both.nodes < cut.nodes < whole.nodes
    assert both.values == cut.values == whole.values
    assert both.line == cut.line == whole.line


# ── Paranoid search ──
@settings(max_examples=400)
@given(several, st.sampled_from([0, 1 << 20]))
def test_paranoid_is_minimax_against_the_coalition(drawn: tuple[int, naive.Tree], memory: int) -> None:
    players, tree = drawn
    mover = tree.player if isinstance(tree, naive.Turn) else 0
    result = cp.paranoid(Shared(tree, players), memory=memory, compiled=False)
    assert result.value == naive.minimax(tree, mover)
    assert sum(result.values) == pytest.approx(TOTAL)
    assert result.nodes <= naive.count(tree)


def test_paranoid_with_two_players_is_minimax() -> None:
    game = Greed()
    for depth in range(6):
        assert cp.paranoid(game, depth=depth, compiled=False).values == cp.minimax(game, depth=depth, compiled=False).values


# ── Best-reply search ──
def plain_best_reply(game: cp.Game[Any, Any], state: Any, depth: int, player: int) -> float:
    """The definition, without windows and tables."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    if game.to_move(state) == player:
        return max(plain_best_reply(game, game.result(state, action), depth - 1, player) for action in game.actions(state))
    replies = []
    for _ in range(game.players - 1):
        for action in game.actions(state):
            after = game.result(state, action)
            while not game.is_terminal(after) and game.to_move(after) != player:
                after = game.pass_turn(after)
            replies.append(plain_best_reply(game, after, depth - 1, player))
        state = game.pass_turn(state)
        if game.to_move(state) == player:
            break
    return min(replies)


@pytest.mark.parametrize("memory", [0, 1 << 20])
@pytest.mark.parametrize("game", [NIM, TIC_TAC_TOE], ids=str)
def test_best_reply_is_its_definition(game: Any, memory: int) -> None:
    rng = cp.Random(seed=3)
    for _ in range(12):
        state = game.initial()
        for _ in range(rng.below(6)):
            following = game.result(state, game.random_action(state, rng))
            if game.is_terminal(following):
                break
            state = following
        for depth in range(4):
            found = cp.best_reply(game, state, depth=depth, memory=memory, compiled=False)
            assert found.value == plain_best_reply(game, state, depth, game.to_move(state))


def test_best_reply_with_two_players_is_minimax() -> None:
    game = cp.load("tic_tac_toe")
    for depth in range(5):
        assert cp.best_reply(game, depth=depth, compiled=False).value == cp.minimax(game, depth=depth, compiled=False).value


def test_best_reply_needs_to_know_what_passing_is() -> None:
    with pytest.raises(cp.DoesNotFit, match="write pass_turn"):
        cp.best_reply(ThreeWays())


# ── Both speeds ──
@pytest.mark.parametrize("memory", [0, 1 << 20])
@pytest.mark.parametrize("search", [cp.shallow_maxn, cp.paranoid, cp.best_reply], ids=lambda search: search.__name__)
def test_compiled_equals_interpreted(search: Any, memory: int) -> None:
    for state in (None, NIM.result(NIM.initial(), 4)):
        for depth in (0, 1, 3, None):
            slow, fast = (search(NIM, state, depth=depth, memory=memory, compiled=compiled) for compiled in (False, True))
            assert [getattr(fast, name) for name in SAME] == [getattr(slow, name) for name in SAME]


def test_compiled_equals_interpreted_without_bounds() -> None:
    game = ThreeWays()
    for depth in (2, 5, None):
        slow, fast = (cp.shallow_maxn(game, depth=depth, compiled=compiled) for compiled in (False, True))
        assert [getattr(fast, name) for name in SAME] == [getattr(slow, name) for name in SAME]


# ── What they are for ──
PROJECT = "tree([[(0,3),(8,8)],[(2,2),(2,1)]])"
"""Both do best together, if the first one trusts that the second one sees that, too."""


def test_two_players_cooperate_when_it_pays_both() -> None:
    game = cp.load(PROJECT)
    assert cp.best(game).values == cp.shallow_maxn(game).values == (8, 8)
    assert cp.paranoid(game).value == 2
    assert cp.best(game).line == (0, 1)


@cache
def strategies() -> dict[str, Any]:
    return {name: partial(getattr(cp, name), compiled=False) for name in ("maxn", "shallow_maxn", "paranoid", "best_reply")}


@pytest.mark.parametrize("name", ["maxn", "shallow_maxn", "paranoid", "best_reply"])
def test_a_win_at_once_is_taken(name: str) -> None:
    state = TIC_TAC_TOE.parse_state("xx./oo./tt.")
    result = strategies()[name](TIC_TAC_TOE, state)
    assert (TIC_TAC_TOE.format_action(state, result.action), result.value) == ("c3", 1)


def test_under_a_clock_it_deepens_until_all_is_known() -> None:
    result = cp.shallow_maxn(NIM, seconds=60, compiled=False)
    assert (result.values, result.exact) == (cp.maxn(NIM).values, True)
    assert cp.best(NIM, seconds=60).algorithm == "shallow_maxn"


# ── Tables and games that look on below depth 0 ──
def looks_on(game: Any, state: Any, depth: int) -> bool:
    return bool(depth <= -((state.piles[0] * 3 + state.piles[1] * 5 + state.piles[2] + state.turn) % 7))


def anything(game: Any, state: Any, player: int) -> float:
    return float((state.piles[0] * 7 + state.piles[1] * 5 + state.piles[2] * 3 + state.turn * 11 + player * 17) % 19 - 9) / 10


@pytest.mark.parametrize("search", [cp.shallow_maxn, cp.paranoid, cp.best_reply])
def test_what_was_found_below_depth_0_is_not_taken_for_another_depth(search: Any) -> None:
    """The table of machine code has no negative depths of its own."""
    game = cp.load("nim(pile_sizes=(3,4,4),players=3)")
    for depth in range(2, 6):
        plain, remembering = (
            search(game, depth=depth, memory=memory, is_cutoff=looks_on, evaluate=anything, compiled=True) for memory in (0, 1 << 22)
        )
        assert remembering.values == plain.values
