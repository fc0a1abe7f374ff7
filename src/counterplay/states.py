"""A table of states with a value for each player, the same for both speeds: a dict interpreted, one block of words compiled.

States are numbered in the order in which they come in. The compiled table compares whole states, never hashes alone, so a collision
costs time but cannot give a wrong answer; its size is fixed when it is made. (`SortedStates` are all there when it is made.)
"""

from __future__ import annotations

from math import nan
from typing import Any, Final

MASK: Final = 0
USED: Final = 1
CAPACITY: Final = 2
KEY_WORDS: Final = 3
PLAYERS: Final = 4
HEADER: Final = 8
"""Indices into the compiled table's words. Then follow MASK + 1 half words of hash index, and CAPACITY entries of key and values."""


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

    def keys(self) -> Any:
        """The words of all states, a row each, as an array that is a view of the table."""
        size = int(self.words[KEY_WORDS])
        stride, begin = size + int(self.words[PLAYERS]), HEADER + (int(self.words[MASK]) + 1) // 2
        return self.words[begin : begin + len(self) * stride].view("uint64").reshape(len(self), stride)[:, :size]

    def __len__(self) -> int:
        return int(self.words[USED])


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
