"""Kernels that call themselves: typed once where they plainly return a float, left to Numba where that is wrong or not so plain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import counterplay as cp
from counterplay import kernel
from counterplay.native import announcing, compiler, store
from counterplay.native.recursion import returns_float
from counterplay.native.types import game_type
from counterplay.search.engine.principal import find_value, principal_value
from counterplay.search.engine.quiescence import quiet_value

NIM = cp.games.Nim(pile_sizes=(1, 2, 2))


@kernel
def longest(game, state, watch):
    """How long the game can last, as a float that is an int where the game is over."""
    if watch.enter(state, 0, 0.0, 0.0):
        return 0.0
    plies = 0
    if not game.is_terminal(state):
        for action in game.actions(state):
            plies = max(plies, 1 + longest(game, game.result(state, action), watch))
    return plies


@kernel
def maybe(game, state, watch):
    """Says `return 0.0`, but may return None, too: that is no float."""
    if watch.enter(state, 0, 0.0, 0.0):
        return 0.0
    if game.is_terminal(state):
        return None
    most = 0.0
    for action in game.actions(state):
        below = maybe(game, game.result(state, action), watch)
        if below is None:
            most = max(most, 1.0)
        else:
            most = max(most, 1.0 + below)
    return most


@kernel
def with_literal(game, state, depth, watch):
    """Calls itself with another type than it was called with."""
    if watch.enter(state, 0, 0.0, 0.0) or game.is_terminal(state):
        return 0.5
    total = 0.0
    for action in game.actions(state):
        total += 1.0 + depth + with_literal(game, game.result(state, action), 7, watch)
    return total


@pytest.fixture
def units(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What was compiled, in order."""
    made: list[Any] = []

    class Noted(compiler._Unit):
        def compile(self, signature: tuple[Any, ...]) -> None:
            made.append(self)
            super().compile(signature)

    monkeypatch.setattr(compiler, "_Unit", Noted)
    yield made


def test_the_engine_is_typed_once() -> None:
    """Its recursive kernels are among those of which is known what they return, and find_value is not recursive."""
    assert returns_float(principal_value.function.__code__) and returns_float(quiet_value.function.__code__)
    chess = cp.load("chess")  # it has noisy actions, so quiescence is compiled, too
    unit = compiler._Unit(game_type(chess, store.identity(chess)), find_value, presuming=True)
    unit.dispatcher(find_value)
    assert {itself.dispatcher for itself in unit.presumed} == {unit.dispatchers[principal_value], unit.dispatchers[quiet_value]}


def test_only_a_constant_float_that_is_returned_counts() -> None:
    assert returns_float((lambda: 0.5).__code__)
    assert not returns_float((lambda: 1).__code__)
    assert not returns_float((lambda x: x + 0.5).__code__)


@pytest.mark.parametrize("one", [longest, maybe])
def test_both_speeds_agree_whatever_is_returned(one: Any, units: list[Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    slow, fast = (cp.run(one, NIM, NIM.initial(), compiled=compiled) for compiled in (False, True))
    assert slow == fast == 5
    assert [unit.presuming for unit in units] == ([True] if one is longest else [True, False])
    assert [len(unit.presumed) for unit in units] == ([1] if one is longest else [1, 0])


def test_other_types_are_left_to_numba(units: list[Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(announcing, "announce", said.append)
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    slow, fast = (cp.run(with_literal, NIM, NIM.initial(), 3, compiled=compiled) for compiled in (False, True))
    assert slow == fast
    assert [unit.presuming for unit in units] == [True, False]
    assert any("calls itself with a literal" in line for line in said)


@kernel
def bonus(game, state, number, watch):
    """A number that depends on another."""
    return game.to_move(state) + 2 * number


@kernel
def beginning_with_zero(game, state, watch):
    """Its number begins as 0, which Numba takes for that very number until it has seen the loop."""
    number, total = 0, 0
    while not game.is_terminal(state):
        total += bonus(game, state, number, watch)
        for action in game.actions(state):
            number = action
        state = game.result(state, number)
    return total


def test_what_is_called_with_a_number_is_compiled_once(units: list[Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    slow, fast = (cp.run(beginning_with_zero, NIM, NIM.initial(), compiled=compiled) for compiled in (False, True))
    assert slow == fast > 0
    assert [len(unit.dispatchers[bonus].signatures) for unit in units] == [1]
