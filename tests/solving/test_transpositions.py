"""The transposition table at both speeds: it may forget, but it never says of one position what it was told of another."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import product
from math import inf
from mmap import PAGESIZE

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.solving.tables import SIZES, Asked

from counterplay import kernel
from counterplay.transpositions import (
    DATA_WORDS,
    FIRST_MEMORY,
    LARGE_MEMORY,
    MOST_PLACES,
    NO_ACTION,
    PLACES,
    START,
    CompiledTranspositionTable,
    TranspositionTable,
)


class Native(Asked):
    """A table of so many entries."""

    def __init__(self, size: int, entries: int):
        super().__init__(size, CompiledTranspositionTable(entries * 8 * (size + DATA_WORDS) + 8 * START + PAGESIZE, size))
        assert self.table._words[0] == entries // 2

    def span(self, key: tuple[int, ...]) -> slice:
        """The words of the entry with this key."""
        data = self.entry(key)
        assert data >= 0
        return slice(data - self.size, data + DATA_WORDS)


@pytest.fixture(scope="module")
def native() -> Callable[[int, int], Native]:
    """Tables of these sizes, emptied: one of each for all tests, as Hypothesis asks for hundreds."""
    made: dict[tuple[int, int], Native] = {}

    def table(size: int, entries: int) -> Native:
        one = made.setdefault((size, entries), Native(size, entries))
        one.table.clear()
        return one

    return table


words = st.sampled_from([0, 1, 2, 3, -1, 1 << 62, -(1 << 63), (1 << 63) - 1]) | st.integers(-(1 << 63), (1 << 63) - 1)
numbers = st.sampled_from([-inf, inf, 0.0, -0.5, 1.0, 21.0, 1e-300]) | st.floats(allow_nan=False)
contents = st.tuples(numbers, numbers, st.integers(0, 40), st.integers(NO_ACTION, 1 << 30))


@pytest.mark.parametrize("entries", [2, 64])
@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_found_is_what_was_stored_last(native: Callable[[int, int], Native], size: int, entries: int, data: st.DataObject) -> None:
    """Against the interpreted table, which never forgets here, and against two entries a place of which the deeper one is kept."""
    keys = data.draw(st.lists(st.tuples(*[words] * size), min_size=1, max_size=12, unique=True))
    table, interpreted = native(size, entries), TranspositionTable(1 << 20)
    places: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    for key, content in data.draw(st.lists(st.tuples(st.sampled_from(keys), contents), max_size=40)):
        table.store(key, *content)
        interpreted.store(key, key, *content)
        assert table.find(key) == content
        pair = places.setdefault(table.place(key), [((), -1), ((), -1)])
        held = [other for other, _ in pair]
        pair[held.index(key) if key in held else int(pair[1][1] < pair[0][1])] = (key, content[2])
    kept = {key for pair in places.values() for key, _ in pair}
    for key in keys:
        assert (table.find(key) is not None) == (key in kept)
        if key in kept:
            assert interpreted.find(key, key) == 0
            told = interpreted.low(0), interpreted.high(0), interpreted.depth(0), interpreted.action(0)
            assert table.find(key) == told


@pytest.mark.parametrize("size", SIZES)
def test_a_key_that_differs_in_one_bit_is_another_key(native: Callable[[int, int], Native], size: int) -> None:
    table = native(size, 2)  # all keys share the one place
    key = tuple(range(7, 7 + size))
    table.store(key, -1.0, 1.0, 3, 5)
    for word, bit in product(range(size), range(64)):
        flipped = (key[word] ^ 1 << bit) - (1 << 64) * ((key[word] ^ 1 << bit) >> 63)
        assert table.find((*key[:word], flipped, *key[word + 1 :])) is None
    assert table.find(key) == (-1.0, 1.0, 3, 5)


@pytest.mark.parametrize("size", SIZES)
def test_the_deeper_of_two_stays(native: Callable[[int, int], Native], size: int) -> None:
    table = native(size, 2)
    deep, shallow, new = ((number,) * size for number in (1, 2, 3))
    table.store(deep, 0.0, 1.0, 30, 1)
    table.store(shallow, 0.0, 2.0, 4, 2)
    table.store(new, 0.0, 3.0, 1, 3)
    assert [table.find(key) is not None for key in (deep, shallow, new)] == [True, False, True]
    table.store(deep, 0.5, 0.5, 2, 9)  # the same position takes its own place, however shallow
    assert table.find(deep) == (0.5, 0.5, 2, 9)
    assert table.find(new) == (0.0, 3.0, 1, 3)


def test_depths_beyond_the_room_for_them_are_kept_as_the_most(native: Callable[[int, int], Native]) -> None:
    table = native(1, 2)
    for depth, kept in ((0, 0), (65_533, 65_533), (65_534, 65_534), (1 << 40, 65_534), (-3, 0)):
        table.store((1,), -inf, inf, depth, NO_ACTION)
        assert table.find((1,)) == (-inf, inf, kept, NO_ACTION)


@pytest.mark.parametrize("size", SIZES)
def test_a_damaged_entry_is_no_entry(native: Callable[[int, int], Native], size: int) -> None:
    table = native(size, 64)
    key = tuple(range(100, 100 + size))
    table.store(key, -2.5, 7.25, 11, 6)
    memory, span = table.table._words, table.span(key)
    for index, bit in product(range(span.start, span.stop), range(0, 64, 5)):
        before = memory[index]
        memory[index] ^= 1 << bit if bit < 63 else -(1 << 63)
        assert table.find(key) is None
        memory[index] = before
    assert table.find(key) == (-2.5, 7.25, 11, 6)


@pytest.mark.parametrize("size", SIZES)
def test_a_half_written_entry_is_no_entry(native: Callable[[int, int], Native], size: int) -> None:
    """Two threads write one entry at once: whatever words of the one and of the other remain, no position gets the other's numbers."""
    pairs = [
        ((5,) + (8,) * (size - 1), (5,) + (9,) * (size - 1)),  # alike at the beginning
        ((12, 3, 0, 0, 0, 0)[:size], (3, 12, 0, 0, 0, 0)[:size]),  # alike but for the order: as when two players change sides
        (tuple(range(size)), tuple(range(40, 40 + size))),
    ]
    for one, other in pairs if size > 1 else pairs[1:]:
        table = native(size, 2)
        memory = table.table._words
        told = {one: (-1.0, 4.0, 9, 2), other: (0.0, 0.0, 17, 3)}
        table.store(one, *told[one])
        span = table.span(one)
        first = memory[span]
        table.table.clear()
        table.store(other, *told[other])
        assert table.span(other) == span
        second = memory[span]
        for chosen in product((False, True), repeat=len(first)):
            memory[span] = [b if choice else a for a, b, choice in zip(first, second, chosen, strict=True)]
            for key in (one, other):
                assert table.find(key) in (None, told[key]), (key, chosen)


@pytest.mark.parametrize("size", SIZES)
def test_two_halves_of_what_was_known_of_one_position_are_not_put_together(native: Callable[[int, int], Native], size: int) -> None:
    table, key = native(size, 2), tuple(range(size))
    memory, old, new = table.table._words, (0.0, 0.0, 3, 1), (1.0, 1.0, 9, 2)
    table.store(key, *old)
    span = table.span(key)
    first = memory[span]
    table.store(key, *new)
    second = memory[span]
    for chosen in product((False, True), repeat=len(first)):
        memory[span] = [b if choice else a for a, b, choice in zip(first, second, chosen, strict=True)]
        assert table.find(key) in (None, old, new), chosen


def test_clear_forgets_and_the_table_works_on(native: Callable[[int, int], Native]) -> None:
    table = native(2, 64)
    for number in range(50):
        table.store((number, -number), 0.0, 1.0, 1, number)
    table.table.clear()
    assert all(table.find((number, -number)) is None for number in range(50))
    table.store((1, 1), 0.0, 1.0, 1, 4)
    assert table.find((1, 1)) == (0.0, 1.0, 1, 4)


def test_the_interpreted_table_keeps_within_its_size() -> None:
    table = TranspositionTable(4000)
    assert table.capacity == 10
    for number in range(25):
        table.store(number, number, 0.0, float(number), number, None)
        assert len(table.entries) <= 10
    assert [number for number in range(25) if table.find(number, number) >= 0] == list(range(15, 25))
    table.store(20, 20, 1.0, 1.0, 0, None)  # known already: nothing has to leave
    assert table.find(15, 15) == 0
    table.clear()
    assert table.find(20, 20) == -1


@pytest.mark.parametrize("size", SIZES)
def test_the_compiled_table_keeps_within_its_memory(size: int) -> None:
    for memory in (3 << 20, 5_000_000, 1 << 24):
        table = CompiledTranspositionTable(memory, size)
        assert len(table._memory) <= memory
        assert table.address % 64 == 0  # the header is a cache line, so entries begin with one


@kernel
def widen(game, state, nodes, table, watch):
    table.make_room(game.key(state), nodes)
    return 0


@pytest.mark.parametrize("size", SIZES)
def test_the_compiled_table_begins_small_and_grows_with_the_search(size: int) -> None:
    """By the smallest number of doublings that is enough, and at last to its whole size; what it keeps is found at every size."""
    asked = Asked(size, CompiledTranspositionTable(LARGE_MEMORY, size, grows=True))
    table = asked.table
    memory, few, every = table._words, table._words[PLACES], table._words[MOST_PLACES]
    place = 8 * 2 * table._entry_words
    assert table.is_small and 8 * START + place * few <= FIRST_MEMORY < 8 * START + place * 2 * (few + 1)
    keys = [(number * 7919 - 5000, *range(number, number + size - 1)) for number in range(300)]
    for number, key in enumerate(keys):
        asked.store(key, -float(number), float(number), number, number - 100)
    kept = {key: asked.find(key) for key in keys}
    assert sum(found is not None for found in kept.values()) > 290

    def room_for(nodes: int) -> int:
        asked.call(widen, asked.game.initial(), nodes, table)
        assert {key: asked.find(key) for key in keys} == kept
        assert sum(1 for end in memory[START + table._used_words - 1 :: table._entry_words] if end) == len(
            [key for key in kept if kept[key]]
        )
        return int(memory[PLACES])

    assert room_for(2 * few) == few
    assert room_for(2 * few + 1) == 2 * few
    assert room_for(100) == 2 * few, "it never becomes smaller"
    assert room_for(5 * few) == 4 * few
    assert room_for(1 << 62) == every and not table.is_small
    table.clear()
    assert memory[PLACES] == few and not any(memory[START:])
    assert not any(asked.find(key) for key in keys)


@kernel
def fill(game, state, count, table, watch):
    """With keys like random ones (0, 1, 2 … would be spread too evenly)."""
    word = 1
    for number in range(count):
        word = word * 6364136223846793005 + 1442695040888963407
        key = (word,)
        table.store(table.place(key), key, 0.0, 1.0, 1, number)
    return 0


@kernel
def count_kept(game, state, count, table, watch):
    kept, word = 0, 1
    for number in range(count):
        word = word * 6364136223846793005 + 1442695040888963407
        key = (word,)
        entry = table.find(table.place(key), key)
        if entry >= 0 and table.action(entry) == number:
            kept += 1
    return kept


@pytest.mark.parametrize("memory", [LARGE_MEMORY, 98 * 10**6, 3 * LARGE_MEMORY])
@pytest.mark.parametrize("at_once", [False, True])
def test_a_full_table_grows_and_forgets_nothing(memory: int, at_once: bool) -> None:
    asked = Asked(1, CompiledTranspositionTable(memory, 1, grows=True))
    table, state = asked.table, asked.game.initial()
    entries = 2 * table._words[PLACES]
    asked.call(fill, state, 8 * entries, table)
    kept = asked.call(count_kept, state, 8 * entries, table)
    assert 0.99 * entries < kept <= entries and table.full() == pytest.approx(entries / 2 / table._words[MOST_PLACES], rel=0.02)
    if at_once:
        table.take_memory()
    while table.is_small:
        before = table._words[PLACES]
        asked.call(widen, state, 2 * before + 1, table)
        assert table._words[PLACES] > before
        assert asked.call(count_kept, state, 8 * entries, table) == kept
    assert table._words[PLACES] == table._words[MOST_PLACES]
    unused = len(table._memory) - 8 * (START + table._place_words * table._words[MOST_PLACES])
    assert 0 <= unused <= table.page(memory) + 8 * table._place_words * 64


@kernel
def narrow(game, state, places, table, watch):
    table._spread(game.key(state), places)
    return 0


@pytest.mark.parametrize("size", SIZES)
def test_a_thread_that_comes_too_late_does_not_make_the_table_smaller(size: int) -> None:
    """What it had read before it was overtaken says that there are fewer places than there are; and all that was kept is cleared."""
    asked = Asked(size, CompiledTranspositionTable(LARGE_MEMORY, size, grows=True))
    table, few = asked.table, asked.table._words[PLACES]
    asked.call(widen, asked.game.initial(), 5 * few, table)
    keys = [(number * 7919, *range(number, number + size - 1)) for number in range(200)]
    for number, key in enumerate(keys):
        asked.store(key, 0.0, 1.0, number, number)
    kept = {key: asked.find(key) for key in keys}
    for places in (few, 2 * few, 4 * few):
        asked.call(narrow, asked.game.initial(), places, table)
        assert table._words[PLACES] == 4 * few and {key: asked.find(key) for key in keys} == kept
    table.clear()
    assert not any(table._words[START:])


@pytest.mark.parametrize("size", SIZES)
def test_memory_that_is_taken_is_used_and_nothing_forgotten(size: int) -> None:
    asked = Asked(size, CompiledTranspositionTable(LARGE_MEMORY, size, grows=True))
    asked.store((7,) * size, 0.0, 1.0, 5, 3)
    asked.table.take_memory()
    assert asked.find((7,) * size) == (0.0, 1.0, 5, 3)
    asked.call(widen, asked.game.initial(), 0, asked.table)
    assert not asked.table.is_small and asked.find((7,) * size) == (0.0, 1.0, 5, 3)
    asked.table.clear()
    asked.call(widen, asked.game.initial(), 0, asked.table)
    assert asked.table.is_small, "cleared, it is as new"


@pytest.mark.parametrize("size", SIZES)
def test_threads_may_write_while_the_table_grows(size: int) -> None:
    """Entries may get lost; nobody is told anything that was not said."""
    asked = Asked(size, CompiledTranspositionTable(LARGE_MEMORY, size, grows=True))
    keys = [(number,) * size for number in range(400)]
    asked.store(keys[0], 0.0, 1.0, 1, 1)  # compiled before the threads begin
    asked.call(widen, asked.game.initial(), 0, asked.table)
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            for number, key in enumerate(keys):
                asked.store(key, float(number), float(number), number, number)

    def grow() -> None:
        for doublings in range(1, 5):
            asked.call(widen, asked.game.initial(), asked.table._first_places << doublings + 1, asked.table)

    threads = [threading.Thread(target=one) for one in (write, grow, grow)]
    for thread in threads:
        thread.start()
    for thread in threads[1:]:
        thread.join()
    over.set()
    threads[0].join()
    for number, key in enumerate(keys):
        assert asked.find(key) in (None, (float(number), float(number), number, number))


def test_only_large_tables_of_searches_that_make_room_begin_small() -> None:
    assert not CompiledTranspositionTable(LARGE_MEMORY, 1).is_small
    assert not CompiledTranspositionTable(LARGE_MEMORY // 2, 1, grows=True).is_small
