"""A table of states with a value for each player, the same for both speeds: a dict interpreted, one block of words compiled.

States are numbered in the order in which they come in. The compiled table compares whole states, never hashes alone, so a collision
costs time but cannot give a wrong answer; its size is fixed when it is made. (`SortedStates` are all there when it is made.)
"""

from __future__ import annotations

from math import nan
from typing import Any, Final

from .watch import APART

MASK: Final = 0
CAPACITY: Final = 1
KEY_WORDS: Final = 2
PLAYERS: Final = 3
USED: Final = 16
HEADER: Final = 24
BUSY: Final = (1 << 32) - 1
"""Indices into the compiled table's words; what changes all the time is in another line of the processor's cache than what is read all the
time. Then follow MASK + 1 half words of hash index (0: empty; BUSY: a thread is writing; or a number and 1), and CAPACITY entries of key
and values."""
TABLE: Final = 0
NEXT_FREE: Final = 1
LAST_FREE: Final = 2
AT_ONCE: Final = 64
"""Indices into the words of a thread that adds states: the address of the table, and the numbers that it may give. It takes so many at
once."""
INTERPRETED_BYTES: Final = 400
"""What a state takes in the interpreted table, roughly."""


class StateTable:
    """States of any hashable kind, `capacity` of them at most."""

    def __init__(self, players: int, capacity: int):
        self.players = players
        self.capacity = capacity
        self.numbers: dict[Any, int] = {}
        self.states: list[Any] = []
        self.values: list[float] = []

    def find(self, state: Any) -> int:
        """The number of a state, or -1 if it is not here."""
        return self.numbers.get(state, -1)

    def add(self, state: Any) -> int:
        """Give a new state the next number; its values are NaN until `put`. Returns -1 when the table is full."""
        number = len(self.numbers)
        if number >= self.capacity:
            return -1
        self.numbers[state] = number
        self.states.append(state)
        self.values.extend([nan] * self.players)
        return number

    def number(self, state: Any) -> int:
        """The number of a state, which gets the next one if it is new; -1 when it is and the table is full."""
        known = self.numbers.get(state, -1)
        return known if known >= 0 else self.add(state)

    def larger(self, capacity: int) -> StateTable:
        """The same table, with room for so many states."""
        self.capacity = capacity
        return self

    def used(self) -> int:
        """How many states there are."""
        return len(self.numbers)

    def state(self, number: int, like: Any) -> Any:
        """The state with this number; `like` is any state, which tells machine code the type."""
        return self.states[number]

    def get(self, number: int, player: int) -> float:
        """The value that state has for this player."""
        return self.values[number * self.players + player]

    def put(self, number: int, player: int, value: float) -> None:
        self.values[number * self.players + player] = value

    def __len__(self) -> int:
        return len(self.numbers)


class CompiledStateTable:
    """The same for machine code, whose methods are in `counterplay.native.states`: room for `capacity` states of `key_words` words."""

    def __init__(self, players: int, key_words: int, capacity: int):
        self.capacity = capacity
        slots = 1 << (2 * capacity - 1).bit_length()
        import numpy

        self.words = numpy.zeros(self.size(players, key_words, capacity) // 8, numpy.int64)  # what is not used takes no memory
        for index, value in ((MASK, slots - 1), (CAPACITY, capacity), (KEY_WORDS, key_words), (PLAYERS, players)):
            self.words[index] = value

    @staticmethod
    def size(players: int, key_words: int, capacity: int) -> int:
        """How many bytes such a table takes."""
        return 8 * (HEADER + (1 << (2 * capacity - 1).bit_length()) // 2 + capacity * (key_words + players))

    @property
    def address(self) -> int:
        """Where machine code finds the words."""
        return int(self.words.__array_interface__["data"][0])

    def drop(self, count: int) -> None:
        """Forget the last so many numbers, which no state has."""
        self.words[USED] -= count

    def keys(self) -> Any:
        """The words of all states, a row each, as an array that is a view of the table."""
        size = int(self.words[KEY_WORDS])
        return self._entries().view("uint64").reshape(len(self), size + int(self.words[PLAYERS]))[:, :size]

    def larger(self, capacity: int) -> CompiledStateTable:
        """A table with the same states, and room for so many. Its index is empty: `index_again` every one of them."""
        new = CompiledStateTable(int(self.words[PLAYERS]), int(self.words[KEY_WORDS]), capacity)
        entries, there = self._entries(), new._begin()
        new.words[there : there + len(entries)] = entries
        new.words[USED] = self.words[USED]
        return new

    def _begin(self) -> int:
        """The first of the words in which the states are."""
        return HEADER + (int(self.words[MASK]) + 1) // 2

    def _entries(self) -> Any:
        """The words of all states and their values."""
        begin, stride = self._begin(), int(self.words[KEY_WORDS]) + int(self.words[PLAYERS])
        return self.words[begin : begin + len(self) * stride]

    def __len__(self) -> int:
        return int(self.words[USED])


class SharedStateTable:
    """What one of several threads sees of a table to which they add states at once (`number`).

    It takes numbers for new states a few at a time, so that no two threads write to one line of the processor's cache; those that it does
    not use are `free`, until others are moved there (`move`).
    """

    def __init__(self, table: CompiledStateTable):
        import numpy

        assert table.words[PLAYERS] == 0, "values would have to move with their states"
        self.table = table
        self.words = numpy.zeros(LAST_FREE + 1 + APART, numpy.int64)
        self.words[TABLE] = table.address

    @property
    def free(self) -> range:
        """The numbers that it has taken and not used."""
        return range(int(self.words[NEXT_FREE]), int(self.words[LAST_FREE]))

    @property
    def address(self) -> int:
        """Where machine code finds the words."""
        return int(self.words.__array_interface__["data"][0])


class SortedStates:
    """States for machine code to find, none to add: how many there are, then the words of each, sorted. The place of a state is its number.

    Takes no more room than the states themselves, and may be a file that several processes map into memory.
    """

    def __init__(self, words: Any):
        self.words = words

    @property
    def address(self) -> int:
        """Where machine code finds the words; its method `find` is in `counterplay.native.states`."""
        return int(self.words.__array_interface__["data"][0])
