"""Faults that were found once, each in the smallest game or kernel that shows it."""

from __future__ import annotations

import os
import sys
import textwrap
import threading
from pathlib import Path
from typing import NamedTuple

import pytest

import counterplay as cp
from counterplay.errors import TooDeep
from counterplay.native import store
from counterplay.native.rules import compiled_rules


class Spot(NamedTuple):
    at: int
    turn: int


class Steps(cp.Game):
    """Walk 1, 2 or 3 steps to 9; whoever arrives wins."""

    def initial(self):
        return Spot(0, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        id = 4 - 1  # noqa: A001  (a name that hides a builtin)
        for step in range(1, id + 1):
            if state.at + step <= 9:
                yield step

    def result(self, state, action):
        return Spot(state.at + action, 1 - state.turn)

    def is_terminal(self, state):
        return state.at == 9

    def utility(self, state, player):
        return -1 if player == state.turn else 1


@cp.kernel
def two_plies(game, state, watch):
    total = 0
    for action in game.actions(state):
        child = game.result(state, action)
        for reply in game.actions(child):
            total += 10 * action + reply + game.result(child, reply).at
        total += 1000 * action
    for action in game.actions(state):
        total += action
    return total


def test_loops_over_actions_may_be_nested_and_follow_one_another() -> None:
    game = Steps()
    assert cp.run(two_plies, game, game.initial(), compiled=True) == two_plies(game, game.initial(), None)


class Helped(Steps):
    def actions(self, state):
        def shifted(x):
            return x + 5

        for step in range(1, 4):
            yield shifted(step)


def test_a_function_within_actions_keeps_its_returns() -> None:
    game = Helped()
    rules = compiled_rules(game)
    assert rules.fill(game.initial()) == rules.actions(game.initial()) == list(game.actions(game.initial()))


class Forked(Steps):
    """Never ends, and has two ways to go on at every ply."""

    def actions(self, state):
        yield from range(1, 3)

    def is_terminal(self, state):
        return state.at < 0


@cp.kernel
def without_end(game, state, depth, watch):
    if watch.enter(state, depth, 0.0, 0.0):
        return 0
    total = 0
    for action in game.actions(state):
        total += without_end(game, game.result(state, action), depth - 1, watch)
    return total


@pytest.mark.parametrize("compiled", [True, False])
def test_an_endless_game_with_choices_is_reported(compiled: bool) -> None:
    game = Forked()
    with pytest.raises(TooDeep):
        cp.run(without_end, game, game.initial(), 0, compiled=compiled)


class TuplePile(cp.Game):
    """A state that is a plain tuple: what is left, and whose turn it is."""

    def initial(self):
        return (7, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        for take in range(1, 3):
            if take <= state[0]:
                yield take

    def result(self, state, action):
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player == state[1] else 1


@pytest.mark.parametrize("search", [cp.minimax, cp.maxn, cp.solve, cp.negamax])
def test_states_may_be_plain_tuples(search) -> None:
    compiled, interpreted = search(TuplePile(), compiled=True), search(TuplePile(), compiled=False)
    assert (compiled.value, compiled.line) == (interpreted.value, interpreted.line) == (1.0, interpreted.line)
    assert cp.mcts(TuplePile(), simulations=200, seed=1, compiled=True).action == cp.mcts(TuplePile(), simulations=200, seed=1).action


def test_a_list_that_was_changed_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "weighted.py"
    file.write_text(
        textwrap.dedent(
            """
            from typing import NamedTuple
            from counterplay import Game

            WEIGHTS = [2, 3]

            class Spot(NamedTuple):
                left: int

            class Weighted(Game):
                players = 1
                payoff_sum = None
                def initial(self): return Spot(1)
                def to_move(self, state): return 0
                def actions(self, state): yield 0
                def result(self, state, action): return Spot(0)
                def is_terminal(self, state): return state.left == 0
                def utility(self, state, player): return WEIGHTS[0]
            """
        )
    )
    game = cp.load(str(file))
    assert cp.maxn(game, compiled=True).value == 2.0
    sys.modules[type(game).__module__].WEIGHTS[0] = 100
    assert cp.maxn(game, compiled=True).value == 100.0


def test_making_room_deletes_only_our_own_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    monkeypatch.setattr(store, "MOST_BYTES", 100)
    thesis, entry = tmp_path / "thesis.tex", tmp_path / "old.code"
    for file in (thesis, entry):
        file.write_bytes(b"x" * 1000)
        os.utime(file, (1, 1))
    assert store.write("new.code", b"y")
    assert thesis.exists()
    assert not entry.exists()


class Corridor(Steps):
    def __init__(self, length: int = 20_000):
        self.length = length

    def actions(self, state):
        yield 1

    def is_terminal(self, state):
        return state.at == self.length


def test_interpreted_searches_in_two_threads_may_both_be_deep() -> None:
    values: list[float] = []
    threads = [
        threading.Thread(target=lambda length=length: values.append(cp.minimax(Corridor(length), compiled=False).value))
        for length in (5_000, 40_000)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(values) == 2
