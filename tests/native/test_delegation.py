"""`yield from` in rules: what is left to another function is the same in all forms, as a generator, in a buffer, as a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from counterplay import Bits, Game, members
from counterplay.native.derive import derive
from counterplay.native.flattening import flattened
from counterplay.native.rules import CompiledRules, compiled_rules
from counterplay.native.store import CannotCompile


class Walk(NamedTuple):
    at: int
    free: Bits
    turn: int


def steps(start: int, free: Bits) -> Iterator[int]:
    """To the free squares, each written with where it begins."""
    for to in members(free):
        yield start << 6 | to
    yield from jumps(start)


def jumps(start: int) -> Iterator[int]:
    if start % 2:
        return
    yield 4096 + start
    yield from range(5000, 5000 + start)


def marked(start: int, mark: int = 7) -> Iterator[int]:
    yield start * 10_000 + mark


class Base(Game[Walk, int]):
    """Walk on until you are past the thirtieth square."""

    bits = 12

    def initial(self) -> Walk:
        return Walk(0, 0b1011, 0)

    def to_move(self, state: Walk) -> int:
        return state.turn

    def actions(self, state: Walk) -> Iterator[int]:
        yield from range(state.at, state.at + 3)

    def result(self, state: Walk, action: int) -> Walk:
        return Walk(state.at + 1 + action % 3, (state.free * 5 + action) & 0xFFF, 1 - state.turn)

    def is_terminal(self, state: Walk) -> bool:
        return state.at > 30

    def utility(self, state: Walk, player: int) -> float:
        return 1.0 if player == state.turn else -1.0


class OfMembers(Base):
    def actions(self, state: Walk) -> Iterator[int]:
        yield 3000
        yield from members(state.free)


class OfAFunction(Base):
    """One that itself leaves a part to another, twice."""

    def actions(self, state: Walk) -> Iterator[int]:
        if state.at % 3:
            yield from steps(state.at, state.free)
        yield 9000
        yield from steps(state.at + 1, ~state.free & 0xFFF)


class WithADefault(Base):
    def actions(self, state: Walk) -> Iterator[int]:
        yield from marked(state.at)
        yield from marked(state.at, mark=8)


def named(start: int, *, mark: int = 3) -> Iterator[int]:
    yield start * 10_000 + mark


class ByName(Base):
    def actions(self, state: Walk) -> Iterator[int]:
        yield from named(state.at)
        yield from named(state.at, mark=8)


def several(*starts: int) -> Iterator[int]:
    for start in starts:
        yield start + 20_000


class OfSeveral(Base):
    def actions(self, state: Walk) -> Iterator[int]:
        yield from several(state.at, 1)


class AfterALoop(Base):
    """A loop that is written out leaves its variable behind: here, whether there was anything."""

    def actions(self, state: Walk) -> Iterator[int]:
        action = -1
        for action in jumps(state.at):
            yield action
        if action < 0:
            yield 99


FIRST = 30_000
_hundreds_1_FIRST = 40_000  # noqa: N816


def hundreds(start: int) -> Iterator[int]:
    yield start * 100 + FIRST


class NamedLikeWhatIsMade(Base):
    def actions(self, state: Walk) -> Iterator[int]:
        _hundreds_2_start = state.at
        yield from hundreds(state.at + 1)
        yield _hundreds_1_FIRST + _hundreds_2_start


class Noisy(Base):
    def is_noisy(self, state: Walk, action: int) -> bool:
        return action % 2 == 0

    def noisy_actions(self, state: Walk) -> Iterator[int]:
        yield from evens(state.at)


def evens(start: int) -> Iterator[int]:
    yield from range(start + start % 2, start + 3, 2)


class OfAMethod(Base):
    def actions(self, state: Walk) -> Iterator[int]:
        yield from self.pairs(state)
        yield 1

    def pairs(self, state: Walk) -> Iterator[int]:
        for i in range(state.at % 4):
            yield 100 + i


class OfTheClassAbove(Base):
    def actions(self, state: Walk) -> Iterator[int]:
        yield 77
        yield from super().actions(state)


GAMES = [
    *(Base, OfMembers, OfAFunction, WithADefault, OfSeveral, AfterALoop, NamedLikeWhatIsMade, OfAMethod, OfTheClassAbove),
    Noisy,
]


def assert_alike(game: Game[Walk, int], rules: CompiledRules) -> None:
    """On two lines of play, all compiled forms say what the generator says."""
    for number in (0, -1):
        state = game.initial()
        while not game.is_terminal(state):
            plain = list(game.actions(state))
            assert (rules.actions(state), rules.fill(state), rules.count(state)) == (plain, plain, len(plain)), state
            assert rules.fill_noisy(state) == list(game.noisy_actions(state)), state
            state = game.result(state, plain[number])


@pytest.mark.parametrize("kind", GAMES)
def test_all_forms_agree(kind: type[Base]) -> None:
    assert_alike(kind(), compiled_rules(kind()))


def test_what_is_left_to_a_plain_function_is_written_out() -> None:
    """One generator, and no state machine within another. A function with a `return` is left as it is."""
    actions: Any = OfAFunction.actions
    flat = flattened(actions)
    assert "steps" not in flat.__code__.co_names and {"_steps_1_jumps", "_steps_2_jumps"} <= set(flat.__code__.co_names)
    for at in range(6):
        state = Walk(at, 0b1101, 0)
        assert list(flat(OfAFunction(), state)) == list(OfAFunction().actions(state))
    noisy: Any = Noisy.noisy_actions
    assert set(flattened(noisy).__code__.co_names) == {"range", "at"}
    fill: Any = derive(actions, "fill")
    buffer = [0] * 50
    length = fill(OfAFunction(), Walk(4, 0b11, 0), buffer, 2)
    assert buffer[2:length] == list(OfAFunction().actions(Walk(4, 0b11, 0))) and not any(buffer[:2])


def lesser(one: int, other: int) -> Iterator[int]:
    yield min(one, other)


def otherwise(start: int) -> Iterator[int]:
    min = start  # noqa: A001
    yield min
    yield from lesser(start, 3)


def test_names_mean_what_they_meant() -> None:
    generator: Any = otherwise
    assert list(flattened(generator)(7)) == list(otherwise(7)) == [7, 3]


def endless(start: int) -> Iterator[int]:
    yield start
    if start < 3:
        yield from endless(start + 1)


def test_a_function_that_calls_itself_is_not_derived_for_ever() -> None:
    generator: Any = endless
    count: Any = derive(generator, "count")
    assert count(0) == len(list(endless(0))) == 4


def test_what_the_compiler_does_not_know_is_refused() -> None:
    """Parameters that must be named: no crash, and the game is played interpreted."""
    with pytest.raises(CannotCompile, match=r"named\(\)"):
        compiled_rules(ByName())


def test_a_helper_that_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook whose cell is run again: the new one counts in every form."""
    compiled_rules(OfAFunction())

    def other(start: int, free: Bits) -> Iterator[int]:
        yield start + 12_000

    monkeypatch.setitem(globals(), "steps", other)
    assert list(OfAFunction().actions(Walk(0, 1, 0))) == [9000, 12_001]
    assert_alike(OfAFunction(), compiled_rules(OfAFunction()))
