"""Small numbers, four to a word in machine code, are written and read as if each had a word of its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from counterplay import load
from counterplay.buffers import buffer, set_small, small, words_for_small
from counterplay.kernels import kernel
from counterplay.native.compiler import entry_point
from counterplay.watch import Watch

START, COUNT = 3, 10


@kernel
def change_small(game, state, words, index, number, watch):
    """Write a number; read it."""
    set_small(words, START, index, number)
    return small(words, START, index)


@kernel
def read_small(game, state, words, index, watch):
    return small(words, START, index)


@given(changes=st.lists(st.tuples(st.integers(0, COUNT - 1), st.integers(-(1 << 15), (1 << 15) - 1)), min_size=1, max_size=30))
def test_compiled_is_interpreted(changes: list[tuple[int, int]]) -> None:
    game = load("nim")
    state = game.initial()
    plain, packed = (buffer(START + words_for_small(COUNT, compiled=fast), "q", compiled=fast) for fast in (False, True))
    for words in (plain, packed):
        for i in range(START):
            words[i] = -1 - i
    change = entry_point(change_small, game, (state, packed, 0, 0, Watch()))
    read = entry_point(read_small, game, (state, packed, 0, Watch()))
    for index, number in changes:
        assert change(game, state, packed, index, number, Watch()) == number == change_small(game, state, plain, index, number, Watch())
    for index in range(COUNT):
        assert read(game, state, packed, index, Watch()) == read_small(game, state, plain, index, Watch())
    assert [packed[i] for i in range(START)] == [-1, -2, -3], "what stands before them is left alone"


def test_four_share_a_word() -> None:
    assert [words_for_small(count, compiled=True) for count in (0, 1, 4, 5)] == [0, 1, 1, 2]
    assert words_for_small(5, compiled=False) == 5
