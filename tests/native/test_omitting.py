"""What a search can never do in a game is not compiled; what it does is the same."""

from __future__ import annotations

from dataclasses import fields
from itertools import product
from typing import Any

import pytest

import counterplay as cp
from counterplay.kernels import kernel
from counterplay.native.omitting import without
from counterplay.search.engine import room as layout
from counterplay.search.engine.principal import find_value, principal_value
from counterplay.search.engine.quiescence import quiet_value
from counterplay.search.engine.settings import Switches, never_on

FIRST, SECOND, OTHER = 0, 1, 2
NEVER = {"FIRST", "SECOND"}


def noted(calls: list[str], name: str, answer: Any) -> Any:
    calls.append(name)
    return answer


def forms(room: list[int], x: int, calls: list[str]) -> list[Any]:
    """Every form in which kernels ask for a switch. None of these two is ever on."""
    found: list[Any] = []
    if room[FIRST]:
        found.append(noted(calls, "never", 1))
    if room[FIRST] and x > 1:
        found.append(noted(calls, "never", 2))
    elif room[SECOND] != 0 or x > 2:
        found.append(3)
    else:
        found.append(noted(calls, "otherwise", 4))
    if x > 1 and not room[OTHER] and room[SECOND] > 0:
        found.append(noted(calls, "never", 5))
    if noted(calls, "before", x > 0) and room[FIRST]:  # what is asked first may do something: it is asked
        found.append(noted(calls, "after", 6))
    if not room[FIRST] or noted(calls, "never", False):
        found.append(7)
    urgent = room[FIRST] != 0 and noted(calls, "never", True)
    if not urgent and (room[FIRST] or room[SECOND]):
        found.append(noted(calls, "never", 8))
    found.append(9 if room[SECOND] else noted(calls, "usual", 10))
    found += [x or 5, x and 7, room[OTHER] and 8, (x > 1 and 0) or 12]  # numbers of its own stay what they are
    found += [x and room[FIRST], room[FIRST] and x, x or room[SECOND], room[SECOND] or x, not room[FIRST] and x, x or not room[FIRST]]
    for _ in range(x):
        if room[FIRST]:
            found.append(noted(calls, "never", 13))
    while x < 0:
        if room[SECOND]:
            x += 1
    if x > 0:
        if room[SECOND]:
            found.append(noted(calls, "never", 11))
    for i in range(x):
        if room[FIRST] == 0 and i > 0:
            found.append(room[OTHER] + i)
    return found


def test_the_rest_does_the_same_in_the_same_order() -> None:
    shorter = without(forms, NEVER)  # type: ignore[arg-type]
    for other, x in product((0, 1), range(5)):
        before: list[str] = []
        after: list[str] = []
        expected, found = forms([0, 0, other], x, before), shorter([0, 0, other], x, after)
        assert [(type(one), one) for one in found] == [(type(one), one) for one in expected] and before == after
    assert "never" not in shorter.__code__.co_consts and "after" in shorter.__code__.co_consts
    assert not NEVER & set(shorter.__code__.co_names) and "OTHER" in shorter.__code__.co_names
    assert shorter.__qualname__ == forms.__qualname__ and shorter.__code__.co_filename == forms.__code__.co_filename


def test_a_kernel_that_asks_for_none_of_them_is_left_as_it_is() -> None:
    assert without(noted, NEVER) is noted  # type: ignore[arg-type]
    assert without(forms, {"THIRD"}) is forms  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["chess", "checkers", "connect_four", "go", "hex", "kalah", "nim", "othello", "tic_tac_toe"])
@pytest.mark.parametrize("everything", [True, None])
def test_what_is_never_on_is_off_whatever_is_asked_for(name: str, everything: bool | None) -> None:
    game = cp.load(name)
    wanted = {one.name: everything for one in fields(Switches)} if everything else {}
    for by_depth, to_the_end in product((True, False), repeat=2):
        decided = Switches(**wanted).decided(game, by_depth=by_depth, to_the_end=to_the_end)
        for word in never_on(game) - {"REPETITION"}:
            assert not decided[word.lower()]
        assert set(decided) == {one.name for one in fields(Switches)}
    assert ("REPETITION" in never_on(game)) == (game.repetition_draws == 0)
    assert all(hasattr(layout, word) for word in never_on(game))


def test_chess_leaves_out_symmetries_alone() -> None:
    assert never_on(cp.load("chess")) == {"SYMMETRIES"}
    assert {"QUIESCENCE", "URGENT", "CONTINUATIONS", "REPETITION"} <= never_on(cp.load("nim")) and find_value.never is never_on


@kernel
def with_room(game, state, room, watch):
    """Mentions a kernel that nothing compiles on."""
    if room[FIRST]:
        return does_not_compile(game, state, room, watch)
    return float(game.utility(state, 0))


@kernel
def does_not_compile(game, state, room, watch):
    """Numba takes no such thing."""
    return {**room}


def test_what_is_left_out_is_not_even_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    from counterplay.buffers import buffer
    from counterplay.native import store
    from counterplay.native.compiler import entry_point
    from counterplay.watch import Watch

    game = cp.games.Nim(pile_sizes=(1, 2))
    arguments: tuple[Any, ...] = (game.initial(), buffer(3, "q", compiled=True), Watch())
    with pytest.raises(store.CannotCompile):
        entry_point(with_room, game, arguments)
    monkeypatch.setattr(with_room, "never", lambda game: {"FIRST"})
    store._refused.clear()
    assert entry_point(with_room, game, arguments)(game, *arguments) == with_room(game, game.initial(), [0, 0, 0], Watch())


def test_a_game_without_noisy_actions_is_compiled_without_quiescence() -> None:
    from counterplay.native import store
    from counterplay.native.compiler import _Unit
    from counterplay.native.types import game_type

    game = cp.games.Nim(pile_sizes=(1, 2))
    unit = _Unit(game_type(game, store.identity(game)), find_value, presuming=True)
    unit.dispatcher(find_value)
    assert quiet_value not in unit.dispatchers and principal_value in unit.dispatchers
