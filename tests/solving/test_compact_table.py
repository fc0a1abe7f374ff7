"""The compact table: it may forget and may round a bound outwards, but it never says of one position what it was told of another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.solving.tables import SIZES, Asked

from counterplay.compact_table import LIMIT, CompactTable, ways_of_a_place, words_of_a_place
from counterplay.transpositions import FIRST_MEMORY, NO_ACTION, PLACES, START


@pytest.fixture(scope="module")
def asked() -> Callable[..., Asked]:
    """An empty table for keys of this size: one of each for all tests, as Hypothesis asks for hundreds."""
    made: dict[int, Asked] = {}

    def table(size: int) -> Asked:
        one = made.setdefault(size, Asked(size, CompactTable(1 << 20, size)))
        one.table.clear()
        return one

    return table


words = st.sampled_from([0, 1, 2, -1, 1 << 62, -(1 << 63), (1 << 63) - 1]) | st.integers(-(1 << 63), (1 << 63) - 1)
short = st.sampled_from([-inf, inf, 0.0, -0.5, 2.25]) | st.integers(-512, 512).map(float)
numbers = short | st.floats(allow_nan=False)
actions = st.just(NO_ACTION) | st.integers(-32_767, 32_767)


@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=80)
@given(data=st.data())
def test_what_is_found_is_what_was_stored_or_a_weaker_bound(asked: Callable[[int], Asked], size: int, data: st.DataObject) -> None:
    table, told = asked(size), {}
    for key in data.draw(st.lists(st.tuples(*[words] * size), min_size=1, max_size=8)):
        low, high = data.draw(numbers), data.draw(numbers)
        depth, action = data.draw(st.integers(0, 20)), data.draw(actions)
        table.store(key, low, high, depth, action)
        told[key] = low, high, depth, action
    for key, (low, high, depth, action) in told.items():
        found = table.find(key)
        assert found is not None  # a megabyte has room for eight
        assert found[0] <= low and found[1] >= high
        assert found[2:] == (depth, action)
        for bound, kept in ((low, found[0]), (high, found[1])):
            assert abs(kept - bound) <= abs(bound) / 256 or kept == bound or abs(bound) < 1e-300 or abs(kept) == inf


@given(low=short, high=short)
def test_whole_numbers_to_512_are_kept_as_they_are(asked: Callable[[int], Asked], low: float, high: float) -> None:
    table = asked(1)
    table.store((5,), low, high, 1, 2)
    assert table.find((5,)) == (low, high, 1, 2)


def test_what_there_is_no_room_for_is_left_out(asked: Callable[[int], Asked]) -> None:
    table = asked(1)
    for depth, action, kept in ((500, 3, (126, 3)), (-4, 32_767, (0, 32_767)), (1, 32_768, (1, NO_ACTION)), (1, 1 << 40, (1, NO_ACTION))):
        table.store((9,), 0.0, 1.0, depth, action)
        assert table.find((9,)) == (0.0, 1.0, *kept)


@pytest.mark.parametrize("size", SIZES)
def test_a_key_that_differs_in_one_bit_is_another_key(asked: Callable[[int], Asked], size: int) -> None:
    table, key = asked(size), tuple(range(7, 7 + size))
    table.table._words[PLACES] = 1  # all keys share the one place
    table.store(key, -1.0, 1.0, 3, 5)
    for word, bit in product(range(size), range(64)):
        flipped = (key[word] ^ 1 << bit) - (1 << 64) * ((key[word] ^ 1 << bit) >> 63)
        assert table.find((*key[:word], flipped, *key[word + 1 :])) is None
    assert table.find(key) == (-1.0, 1.0, 3, 5)


@pytest.mark.parametrize("size", SIZES)
def test_the_least_effort_leaves(asked: Callable[[int], Asked], size: int) -> None:
    table, ways = asked(size), ways_of_a_place(size)
    table.table._words[PLACES] = 1
    keys = [(number,) * size for number in range(1, ways + 1)]
    for number, key in enumerate(keys):
        table.store(key, 0.0, 1.0, 10 + number, 1)
    table.store((99,) * size, 0.0, 2.0, 1, 2)
    assert [table.find(key) is not None for key in keys] == [False] + [True] * (ways - 1)
    assert table.find((99,) * size) == (0.0, 2.0, 1, 2)


@pytest.mark.parametrize("size", SIZES)
def test_a_half_written_entry_is_no_entry(asked: Callable[[int], Asked], size: int) -> None:
    """Two threads write one entry at once: whatever words of the one and of the other remain, no position gets the other's numbers."""
    one, other = ((5,) + (8,) * (size - 1), (6,) + (9,) * (size - 1))
    told = {one: (-1.0, 4.0, 9, 2), other: (0.0, 0.0, 17, 3)}
    table, written = asked(size), []
    memory, span = table.table._words, slice(START, START + size + 1)
    for key in (one, other):
        table.table.clear()
        memory[PLACES] = 1
        table.store(key, *told[key])
        written.append(memory[span])
    for chosen in product((0, 1), repeat=size + 1):
        memory[span] = [written[choice][i] for i, choice in enumerate(chosen)]
        for key in (one, other):
            assert table.find(key) in (None, told[key]), (key, chosen)


@pytest.mark.parametrize("size", SIZES)
def test_growing_forgets_nothing(size: int) -> None:
    table = Asked(size, CompactTable(1 << 24, size))
    memory, few = table.table._words, table.table._words[PLACES]
    keys = [(number * 7919 - 5000, *range(number, number + size - 1)) for number in range(300)]
    for number, key in enumerate(keys):
        table.store(key, float(number), 512.0, 3, number)
    kept = {key for key in keys if table.find(key)}
    assert len(kept) > 290
    table.store((1,) * size, 0.0, 1.0, memory[LIMIT] + 1, 1)
    assert memory[PLACES] == 2 * few
    for number, key in enumerate(keys):
        assert table.find(key) == ((float(number), 512.0, 3, number) if key in kept else None)
    for _ in range(20):  # never beyond its memory
        table.store((2,) * size, 0.0, 1.0, 126, 1)
    assert 2 * few <= memory[PLACES] <= (len(memory) - START) // words_of_a_place(size)
    table.table.clear()
    assert memory[PLACES] == few
    assert not any(memory[START:])


@pytest.mark.parametrize("size", SIZES)
def test_it_keeps_within_its_memory_and_begins_small(size: int) -> None:
    for memory in (1 << 20, 5_000_000, 1 << 26):
        table = CompactTable(memory, size)
        assert len(table._memory) <= memory
        assert table.address % 64 == 0
        assert 8 * words_of_a_place(size) * table._words[PLACES] <= FIRST_MEMORY
