"""Functions whose results machine code keeps answer as if nothing were kept: for every argument, in every order, in several threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from counterplay import Bits, Game, UsageError, memoized, popcount
from counterplay.kernels import kernel
from counterplay.memoizing import MOST_ENTRIES, Memoized
from counterplay.native.compiler import entry_point
from counterplay.native.digest import content_digest
from counterplay.native.memoizing import holds, sealed
from counterplay.native.store import CannotCompile
from counterplay.watch import Watch


@memoized(4)
def described(board: Bits, number: int, share: float, flag: bool) -> tuple[int, Bits, tuple[float, bool]]:
    """One of every kind; nothing is 0 where all arguments are. There are so few entries that most are overwritten."""
    return popcount(board) + 3 * number - 7, board ^ 5, (share + 0.5, not flag)


@memoized(1)
def shared(x: int, y: int) -> int:
    """All results have one place."""
    return 1000 * x + y + 1


@memoized(64)
def outer(x: int) -> int:
    return shared(x, x) + shared(0, x)


class Position(NamedTuple):
    board: Bits
    number: int


class Keeper(Game[Position, int]):
    bits = 100

    def initial(self) -> Position:
        return Position(0, 0)

    def describe(self, state: Position, number: int, share: float, flag: bool) -> Any:
        return described(state.board, number, share, flag)

    def both(self, state: Position) -> int:
        return outer(state.number) + shared(state.number, 3)


@kernel
def ask(game, state, number, share, flag, watch):
    """What the game's memoized function says."""
    return game.describe(state, number, share, flag)


@kernel
def ask_both(game, state, watch):
    """What a memoized function says that calls another one."""
    return game.both(state)


@pytest.fixture(scope="module")
def answer() -> Callable[..., Any]:
    game = Keeper()
    entry = entry_point(ask, game, (game.initial(), 1, 0.5, True, Watch()))
    return lambda board, number, share, flag: entry(game, Position(board, number), number, share, flag, Watch())


arguments = st.tuples(
    st.integers(0, (1 << 100) - 1) | st.integers(0, 3),
    st.integers(-(1 << 50), 1 << 50) | st.integers(0, 3),
    st.floats(allow_nan=False, allow_infinity=False) | st.just(0.0),
    st.booleans(),
)


def test_an_empty_place_holds_nothing(answer: Callable[..., Any]) -> None:
    """Memory is zeros at first, and zeros are arguments like others."""
    assert answer(0, 0, 0.0, False) == (-7, 5, (0.5, True))


@given(st.lists(arguments, min_size=1, max_size=12))
def test_asked_again_or_overwritten_it_says_the_same(answer: Callable[..., Any], asked: list[Any]) -> None:
    for each in [*asked, *asked[::-1]]:
        assert answer(*each) == described(*each)


def test_arguments_that_differ_in_one_word_are_told_apart(answer: Callable[..., Any]) -> None:
    for bit in range(100):
        assert answer(1 << bit, 0, 0.0, False) == described(1 << bit, 0, 0.0, False)
    assert answer(0, 0, -0.0, False) == answer(0, 0, 0.0, False)


def test_one_memoized_function_may_call_another() -> None:
    game = Keeper()
    entry = entry_point(ask_both, game, (game.initial(), Watch()))
    for number in [0, 5, 0, 7, 5, 5, 0]:
        assert entry(game, Position(0, number), Watch()) == game.both(Position(0, number))


def test_an_entry_that_two_threads_have_written_is_none() -> None:
    """Some words of it are those of one result, the others those of another: all that can come of that."""
    seal, is_there = njit(lambda words: sealed(words)), njit(lambda kept, key: holds(kept, key))
    written = {key: (*key, 3 * key[0], 5, key[1] - 7) for key in ((0, 0), (0, 1), (1, 0), (2, 9))}
    whole = {key: (seal(words), *words[1:]) for key, words in written.items()}
    for one, other in itertools.combinations(whole.values(), 2):
        for kept in itertools.product(*zip(one, other, strict=True)):
            assert [key for key in whole if is_there(kept, key)] == [key for key in whole if kept == whole[key]]


def test_another_size_or_another_result_is_another_fingerprint() -> None:
    def result(x: int) -> int:
        return x

    other = FunctionType(result.__code__, result.__globals__)
    other.__annotations__ = {"x": int, "return": float}
    assert content_digest(Memoized(result, 8)) == content_digest(Memoized(result, 8))  # type: ignore[arg-type]
    assert content_digest(Memoized(result, 8)) != content_digest(Memoized(result, 9))  # type: ignore[arg-type]
    assert content_digest(Memoized(result, 8)) != content_digest(Memoized(other, 8))  # type: ignore[arg-type]


@pytest.mark.parametrize("entries", [0, -1, 1.5, True, "8", MOST_ENTRIES + 1])
def test_an_absurd_size_is_refused(entries: Any) -> None:
    with pytest.raises(UsageError, match="the number of results to keep is an int from 1 to"):
        memoized(entries)


def test_what_is_no_function_or_says_not_what_it_returns_is_refused() -> None:
    def silent(x: int):  # type: ignore[no-untyped-def]
        return x

    with pytest.raises(UsageError, match="its annotations must say what it returns"):
        memoized(8)(silent)
    with pytest.raises(UsageError, match="is written above a function"):
        memoized(8)(len)


def test_methods_and_functions_without_arguments_in_their_order_are_refused() -> None:
    def nothing() -> int:
        return 1

    def named_only(x: int, *, y: int) -> int:
        return x + y

    for function in (nothing, named_only):
        with pytest.raises(UsageError, match="it must have arguments, all of them given in their order"):
            memoized(8)(function)
    with pytest.raises(UsageError, match=r"Keeper.both is memoized, so it must be a function of the module"):
        memoized(8)(Keeper.both)


@memoized(8)
def named(x: int) -> str:
    return "one" if x == 1 else "many"


@memoized(8)
def halved(x: int) -> int:
    return x / 2  # type: ignore[return-value]


@memoized(8)
def counted(x: int) -> bool:
    return x & 5  # type: ignore[return-value]


@memoized(8)
def listed(x: int) -> tuple[int, ...]:
    return x, x


@memoized(1 << 20)
def large(x: int) -> tuple[int, int, int, int, int, int, int, int, int]:
    return x, x, x, x, x, x, x, x, x


def asking(function: Callable[..., Any]) -> Keeper:
    """A game that asks this function about a number."""

    class Asking(Keeper):
        def describe(self, state: Position, number: int, share: float, flag: bool) -> Any:
            return function(number)

    return Asking()


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (named, "test_memoizing.py, line .*: named is annotated to return str; a memoized function returns int, float, bool, Bits"),
        (halved, "test_memoizing.py, line .*: halved is declared to return int but returns float"),
        (counted, "counted is declared to return bool but returns int"),
        (listed, r"listed is annotated to return tuple\[int, \.\.\.\]; a memoized function returns int"),
        (large, "large is memoized with 1048576 results of 10 words: no more than 838860 fit into 64 MB"),
    ],
)
def test_results_that_cannot_be_kept_are_explained(function: Callable[..., Any], reason: str) -> None:
    game = asking(function)
    with pytest.raises(CannotCompile, match=reason):
        entry_point(ask, game, (game.initial(), 1, 0.5, True, Watch()))
