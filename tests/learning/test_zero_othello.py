"""Othello for networks that guide a search: what they see, what such a search proves, and the network that comes with 6x6 squares."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import counterplay as cp
from counterplay.evaluations import PolicyNetwork, find_policy_network
from counterplay.games.othello.inputs import KINDS, OTHERS
from counterplay.search.ending_score import NO_LIMIT, ending_score
from counterplay.search.mcts.settling import worth_of
from counterplay.watch import Watch

BOARDS: dict[int, Any] = {size: cp.load(f"othello(board_size={size})") for size in (4, 6, 8)}
SMALL = BOARDS[4]
NETWORK = PolicyNetwork.fresh(SMALL, 8, 4, seed=1)
SOLVER = cp.Solver(SMALL, compiled=False)


def random_state(game: Any, seed: int, empty: int) -> Any:
    """A position in which the game is not over, with about so many empty squares."""
    rng = random.Random(seed)
    while True:
        state = game.initial()
        while not game.is_terminal(state) and game.squares - (state.mine | state.theirs).bit_count() > empty:
            state = game.result(state, rng.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            return state


def seen(game: Any, state: Any) -> dict[int, float]:
    places, amounts = [0] * 128, [0.0] * 128
    count = game.encode(state, places, amounts)
    shown = dict(zip(places[:count], amounts[:count], strict=True))
    assert len(shown) == count
    return shown


@given(st.sampled_from((4, 6, 8)), st.integers(0, 10**6), st.floats(0.05, 0.75))
@settings(max_examples=60, deadline=None)
def test_a_network_sees_the_whole_board(size: int, seed: int, share: float) -> None:
    """From what it sees the position follows: the discs, the moves of both sides, and who would move last."""
    game = BOARDS[size]
    state = random_state(game, seed, max(1, int(share * game.squares)))
    shown, squares = seen(game, state), game.squares
    kinds = [{place % squares for place in shown if place // squares == kind and place < KINDS * squares} for kind in range(KINDS)]
    assert sum(map(len, kinds)) == len(set().union(*kinds))  # a square is of one kind
    assert kinds[0] | kinds[2] == {square for square in range(squares) if state.mine >> square & 1}
    assert kinds[1] | kinds[3] == {square for square in range(squares) if state.theirs >> square & 1}
    passed = game.result(state, squares) if not state.moves else state._replace(mine=state.theirs, theirs=state.mine)
    theirs = game.placements(passed.mine, passed.theirs)
    assert kinds[4] | kinds[6] == {action for action in game.actions(state) if action < squares}
    assert kinds[5] | kinds[6] == {square for square in range(squares) if theirs >> square & 1}
    empty = squares - (state.mine | state.theirs).bit_count()
    assert (KINDS * squares + OTHERS - 2 in shown) == (empty % 2 == 1)
    assert sum(shown.get(KINDS * squares + i, 0) for i in range(4)) % 2 == empty % 2
    assert game.network_inputs == KINDS * squares + OTHERS > max(shown)


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_a_turned_board_is_seen_turned(seed: int) -> None:
    game = BOARDS[6]
    state = random_state(game, seed, 14)
    counts = {
        tuple(sum(1 for place in seen(game, image) if place // 36 == kind) for kind in range(KINDS)) for image in game.symmetries(state)
    }
    assert len(counts) == 1


def played_out(state: Any, player: int) -> float:
    """The score by plain minimax, to compare with."""
    if SMALL.is_terminal(state):
        return float(SMALL.score(state, player))
    scores = [played_out(SMALL.result(state, action), player) for action in SMALL.actions(state)]
    return max(scores) if SMALL.to_move(state) == player else min(scores)


@given(st.integers(0, 10**6), st.integers(3, 6))
@settings(max_examples=40, deadline=None)
def test_what_is_left_near_the_end_is_solved(seed: int, empty: int) -> None:
    """Alpha-beta by the facts of the game says what plain minimax says: the whole score, or its sign where that is all that is asked."""
    state = random_state(SMALL, seed, empty)
    player = SMALL.to_move(state)
    score = played_out(state, player)
    assert ending_score(SMALL, state, 0, -17.0, 17.0, player, NO_LIMIT, Watch()) == score == SOLVER.solve(state).score
    assert worth_of(ending_score(SMALL, state, 0, -0.25, 0.25, player, NO_LIMIT, Watch()), 0.0) == worth_of(score, 0.0)


def test_what_takes_too_long_to_solve_says_so() -> None:
    """More nodes than allowed were entered: that is how one knows that what came back means nothing."""
    watch, state = Watch(), random_state(SMALL, 3, 8)
    ending_score(SMALL, state, 0, -17.0, 17.0, SMALL.to_move(state), 10, watch)
    assert watch.nodes > 10


@given(st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_what_a_search_guided_to_wins_proves_is_true(seed: int) -> None:
    """A network that has learned nothing guides it, so all that it knows are the rules."""
    state = random_state(SMALL, seed, 10)
    found = cp.mcts(SMALL, state, network=NETWORK, simulations=300, compiled=False)
    assert found.exact
    assert found.value == worth_of(float(SOLVER.solve(state).score or 0.0), 0.0)
    after = SMALL.result(state, found.action)
    kept = float(SMALL.score(after, state.turn)) if SMALL.is_terminal(after) else -float(SOLVER.solve(after).score or 0.0)
    assert worth_of(kept, 0.0) == found.value


def test_what_is_known_of_children_is_proven_before_anybody_goes_there() -> None:
    """X has two at the bottom of Connect Four: a third makes two threats, which one simulation, that only opens the root, sees."""
    game: Any = cp.load("connect_four")
    state = game.parse_state("4455")
    found = cp.mcts(game, state, network=PolicyNetwork.fresh(game, 4, 4, seed=3), simulations=1, compiled=False)
    assert found.exact and found.value == worth_of(18.0, 20.0)
    assert game.format_action(state, found.action) in ("3", "6")


def test_othello_comes_with_a_network_for_six_by_six() -> None:
    game = BOARDS[6]
    network = find_policy_network(True, game)
    assert network.game == str(game) and network.most_score == 0.0
    assert network.notes["settings"]["games"] and network.notes["code"]
    for size in (4, 8):
        with pytest.raises(cp.UsageError, match="comes without a network that guides a search"):
            find_policy_network(True, BOARDS[size])


def test_the_network_knows_who_wins_on_six_by_six_squares() -> None:
    """White does (Feinstein 1993): the network has learned so, and says it without any search."""
    value, likely = find_policy_network(True, BOARDS[6]).foresee(BOARDS[6], BOARDS[6].initial())
    assert len(likely) == 4 and value < 0


def test_both_speeds_solve_alike() -> None:
    """Machine code's alpha-beta near the end, too: the same tree, to the bit."""
    for seed in range(3):
        state = random_state(SMALL, seed, 12 - seed)
        fast, slow = (cp.mcts(SMALL, state, network=NETWORK, simulations=60, seed=seed, compiled=compiled) for compiled in (True, False))
        assert (fast.value, fast.line, fast.nodes, fast.exact) == (slow.value, slow.line, slow.nodes, slow.exact)
