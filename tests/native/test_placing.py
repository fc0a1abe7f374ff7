"""`inline` and `apart` decide where machine code stands, and change nothing that it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from numba.core.itanium_mangler import mangle_identifier

from counterplay import Game, minimax
from counterplay.kernels import Kernel, kernel
from counterplay.native import store
from counterplay.native.compiler import entry_point
from counterplay.placing import APART, INLINE, apart, inline, placement
from counterplay.watch import Watch


class Pile(NamedTuple):
    left: int
    turn: int


def mixed(number: int) -> int:
    """Long enough that the compiler would not write it out in several places by itself, short enough for one."""
    for shift in range(1, 30):
        number ^= (number * 2_654_435_761 >> shift) & 0xFFFF
        number += number // (shift + 3) % 7
    return number & 1


@inline
def always_written_out(number: int) -> int:
    return mixed(number) ^ mixed(number + 1)


@apart
def never_written_out(number: int) -> int:
    return number + 1 - 1


class Takeaway(Game[Pile, int]):
    """Take one or two of eleven; who takes the last wins. What is left is computed in odd ways."""

    def initial(self) -> Pile:
        return Pile(11, 0)

    def to_move(self, state: Pile) -> int:
        return state.turn

    def actions(self, state: Pile) -> Iterator[int]:
        yield 1
        if state.left > 1:
            yield 2

    def result(self, state: Pile, action: int) -> Pile:
        return Pile(never_written_out(state.left - action), 1 - state.turn)

    @inline
    def is_terminal(self, state: Pile) -> bool:
        return self.is_empty(state)

    @apart
    def is_empty(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile, player: int) -> float:
        return -1.0 if player == state.turn else 1.0

    def oddity(self, state: Pile) -> int:
        return always_written_out(state.left) + 2 * always_written_out(state.left + 5)


@kernel
def call_rules(game, state, watch):
    """What the rules say of a state."""
    after = game.result(state, 1)
    return game.oddity(state), game.oddity(after), game.is_terminal(state), game.is_terminal(after), after.left


def code_of(entry: Kernel, game: Game[Any, Any]) -> bytes:
    """The machine code that is kept, with the names of its functions."""
    [path] = store.folder().glob(f"{store.entry_name(entry, game)}-*.code")
    return path.read_bytes()


def test_answers_are_the_same() -> None:
    game = Takeaway()
    run = entry_point(call_rules, game, (game.initial(), Watch()))
    for left in range(1, 12):
        state = Pile(left, 0)
        assert run(game, state, Watch()) == call_rules(game, state, Watch())
    assert minimax(game, compiled=True).value == minimax(game, compiled=False).value == 1.0


def test_machine_code_stands_where_it_was_said() -> None:
    game = Takeaway()
    entry_point(call_rules, game, (game.initial(), Watch()))
    code = code_of(call_rules, game)
    functions = {never_written_out: True, Takeaway.is_empty: True, always_written_out: False, Takeaway.is_terminal: False}
    for function, is_there in functions.items():
        symbol = "\0_Z" + mangle_identifier(f"{function.__module__}.{function.__qualname__}").removesuffix("E") + "B"
        assert (symbol.encode() in code) == is_there, function


@pytest.mark.parametrize(("function", "where"), [(always_written_out, INLINE), (never_written_out, APART), (mixed, None)])
def test_what_was_said(function: Any, where: str | None) -> None:
    assert placement(function) == where
    assert function.__name__ in ("always_written_out", "never_written_out", "mixed")  # still the function itself
