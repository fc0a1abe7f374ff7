"""Compiled = interpreted: every kernel on every kind of game gives the same answer, the same line and the same number of nodes."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.search.small_games import Greed, Pig, ThreeWays

import counterplay as cp

GAMES = {
    "tic_tac_toe": cp.games.TicTacToe(),
    "connect_four": cp.games.ConnectFour(),
    "nim": cp.games.Nim(pile_sizes=(1, 2, 3)),
    "board_splitting": cp.games.BoardSplitting(),
    "branching": cp.games.Branching((3, 2, 4, 2)),
    "turns that do not alternate": Greed(),
    "three players": ThreeWays(),
    "chance": Pig(),
}
SEARCHES = {
    "minimax": cp.minimax,
    "alphabeta": cp.alphabeta,
    "alphabeta hard": partial(cp.alphabeta, hard=True, alpha=-1.0, beta=0.5),
    "negamax": cp.negamax,
    "maxn": cp.maxn,
    "expectiminimax": cp.expectiminimax,
}
SAMPLERS = {"monte_carlo": cp.monte_carlo, "mcts": cp.mcts}
SAME = ("action", "value", "values", "line", "nodes", "depth", "exact", "algorithm")


def positions(game: Any) -> list[Any]:
    """The beginning and two states a few random moves later."""
    states, state, rng = [game.initial()], game.initial(), cp.Random(seed=5)
    for _ in range(4):
        chance = game.to_move(state) == cp.CHANCE
        moves = [move for move, _ in game.chances(state)] if chance else list(game.actions(state))
        state = game.result(state, moves[rng.below(len(moves))])
        if game.is_terminal(state):
            break
        states.append(state)
    return [states[0], states[len(states) // 2], states[-1]]


def assert_same(search: Any, game: Any, state: Any, **settings: Any) -> None:
    slow, fast = (search(game, state, compiled=compiled, **settings) for compiled in (False, True))
    assert [getattr(fast, name) for name in SAME] == [getattr(slow, name) for name in SAME]
    assert [type(number) for number in (fast.value, *fast.values)] == [float] * (1 + len(fast.values))
    assert (slow.compiled, fast.compiled) == (False, True)


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_looking_ahead(game: Any, search: Any) -> None:
    try:
        search(game, depth=0, compiled=False)
    except cp.DoesNotFit as misfit:
        assert "use " in str(misfit)
        return
    for state in positions(game):
        for depth in (0, 1, 2, 4):
            assert_same(search, game, state, depth=depth)


@pytest.mark.parametrize("search", SAMPLERS.values(), ids=SAMPLERS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_sampling(game: Any, search: Any) -> None:
    for state in positions(game):
        for seed in (1, 2**64 - 1):
            assert_same(search, game, state, simulations=400, seed=seed)
            assert_same(search, game, state, simulations=100, seed=seed, depth=2)
    if search is cp.mcts:
        assert_same(search, game, None, simulations=400, seed=3, exploration=0.3, memory=25 * 64)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_perft(game: Any) -> None:
    for state in positions(game):
        for depth in (0, 1, 3, 4):
            for finished in (False, True):
                slow, fast = (cp.perft(game, depth, state, finished=finished, compiled=compiled) for compiled in (False, True))
                assert (fast.leaves, fast.divide, fast.nodes) == (slow.leaves, slow.divide, slow.nodes)


@pytest.mark.parametrize("search", [cp.minimax, cp.maxn, cp.alphabeta])
def test_whole_games(search: Any) -> None:
    assert_same(search, GAMES["nim"], None)
    assert_same(search, GAMES["turns that do not alternate"], None)


def test_ends_of_games() -> None:
    game = cp.games.TicTacToe()
    over = game.parse_state("xxx/oo./...")
    for search in SEARCHES.values():
        assert_same(search, game, over)
    for search in SAMPLERS.values():
        assert_same(search, game, over, simulations=10, seed=1)


def test_the_clock_stops_compiled_code() -> None:
    game = cp.games.ConnectFour()
    for search in (cp.alphabeta, cp.mcts, cp.monte_carlo):
        result = search(game, seconds=0.1, compiled=True)
        assert result.seconds < 1
        assert result.action is not None
        assert result.nodes > 1000


ENTERED = 1 << 14


@cp.kernel
def entering(game, state, depth, alpha, beta, entered, base, watch):
    """Alpha-beta that writes the key of every node into `entered`, in the order in which it enters them; returns how many there are."""
    if base < len(entered):
        entered[base] = int(game.key(state))
    base += 1
    if watch.enter(state, depth, alpha, beta) or game.is_terminal(state) or depth == 0:
        return base, float(game.evaluate(state, game.to_move(state)))
    best = -2.0
    for action in game.actions(state):
        base, value = entering(game, game.result(state, action), depth - 1, -beta, -alpha, entered, base, watch)
        best = max(best, -value)
        alpha = max(alpha, best)
        if best >= beta:
            break
    return base, best


@pytest.mark.parametrize("depth", [3, 6])
def test_the_same_nodes_in_the_same_order(depth: int) -> None:
    """Not only as many nodes: the same ones, one after the other."""
    game, recorded = cp.games.ConnectFour(rows=4, columns=5), []
    for compiled in (False, True):
        entered = np.zeros(ENTERED, np.int64)
        count, value = cp.run(entering, game, game.initial(), depth, -1.0, 1.0, entered, 0, compiled=compiled)
        recorded.append((count, value, entered[:count].tolist()))
    assert recorded[0] == recorded[1]
    assert depth < recorded[0][0] < ENTERED


@pytest.mark.parametrize("hard", [False, True])
def test_every_window(hard: bool) -> None:
    """Random states and random windows, without compiling anything anew."""
    game, rng = cp.games.ConnectFour(), cp.Random(seed=11)
    for _ in range(60):
        state = game.initial()
        for _ in range(rng.below(24)):
            following = game.result(state, game.random_action(state, rng))
            if game.is_terminal(following):
                break
            state = following
        low, high = sorted((rng.uniform() * 2 - 1, rng.uniform() * 2 - 1))
        assert_same(cp.alphabeta, game, state, depth=1 + rng.below(5), alpha=low, beta=high, hard=hard)
