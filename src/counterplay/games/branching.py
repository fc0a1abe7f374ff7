"""A game that is nothing but its tree: so many children at each level, and chance numbers at the leaves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from ..bits import Table
from ..errors import UsageError
from ..game import Game
from ..picture import fan

MOST_LEVELS = 1000
MOST_LEAVES = 10**15


class Node(NamedTuple):
    """The node's level, the root's being 0, and its number in that level from the left."""

    level: int
    number: int


class Branching(Game[Node, int]):
    """Max and Min move in turn through a tree in which every node of level i has `factors[i]` children: (4, 3, 2, 1) has 65 nodes.
    A leaf is worth an integer from -largest to largest to Max, and minus it to Min: pseudo-random, decided by the seed and its place.

    Actions are the children from 0; people write them from 1. A position is the way from the root, `2.1.2`; the root is `root`.
    """

    has_board = False

    def __init__(self, factors: tuple[int, ...] = (4, 3, 2, 1), seed: int = 0, largest: int = 20):
        sizes = (factors,) if isinstance(factors, int) else tuple(factors) if isinstance(factors, (tuple, list)) else ()
        if not 1 <= len(sizes) <= MOST_LEVELS or any(type(factor) is not int or factor < 1 for factor in sizes):
            raise UsageError(f"branching: factors={factors!r:.80}: give from 1 to {MOST_LEVELS} whole numbers of at least 1, like 4;3;2;1.")
        if math.prod(sizes) > MOST_LEAVES:
            raise UsageError(f"branching: factors={factors!r:.80}: the tree would have over {MOST_LEAVES:.0e} leaves; that is the most.")
        if type(seed) is not int or not 0 <= seed < 2**31:
            raise UsageError(f"branching: seed={seed!r}: give a whole number from 0 to {2**31 - 1}.")
        if type(largest) is not int or not 0 <= largest <= 10**6:
            raise UsageError(f"branching: largest={largest!r}: give a whole number from 0 to 1,000,000.")
        self.factors, self.seed, self.largest = Table(sizes), seed, largest
        self.depth = len(sizes)

    # ── Rules ──
    def initial(self) -> Node:
        return Node(0, 0)

    def to_move(self, state: Node) -> int:
        return state.level & 1

    def actions(self, state: Node) -> Iterator[int]:
        yield from range(self.factors[state.level])

    def result(self, state: Node, action: int) -> Node:
        return Node(state.level + 1, state.number * self.factors[state.level] + action)

    def is_terminal(self, state: Node) -> bool:
        return state.level == self.depth

    def utility(self, state: Node, player: int) -> float:
        value = float(scattered(state.number, self.seed) % (2 * self.largest + 1) - self.largest)
        return value if player == 0 else -value

    def count(self, state: Node) -> int:
        return int(self.factors[state.level])

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("Max", "Min")[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Node, action: int) -> str:
        return str(action + 1)

    def format_state(self, state: Node) -> str:
        way, number = [], state.number
        for factor in reversed(self.factors[: state.level]):
            number, child = divmod(number, factor)
            way.append(str(child + 1))
        return ".".join(reversed(way)) or "root"

    def parse_state(self, text: str) -> Node:
        state = self.initial()
        if text.strip() == "root":
            return state
        if not re.fullmatch(r"\s*\d{1,18}(\.\d{1,18})*\s*", text, re.ASCII):
            raise UsageError(f"{text!r} is not a node: write the way from the root as numbers of children, like 1.2.1, or root.")
        for step in map(int, text.split(".")):
            if self.is_terminal(state):
                raise UsageError(f"{text!r} goes on below a leaf: this tree has {self.depth} levels.")
            if not 1 <= step <= self.factors[state.level]:
                raise UsageError(
                    f"{text!r}: node {self.format_state(state)} has the children 1 to {self.factors[state.level]}, but no {step}."
                )
            state = self.result(state, step - 1)
        return state

    # ── Text and picture ──
    def text(self, state: Node) -> str:
        if self.is_terminal(state):
            return f"{self.format_state(state)}: {self.utility(state, 0):g}"
        mover, ways = self.player_name(self.to_move(state)), self.count(state)
        return f"{self.format_state(state)}: {mover} has {ways} {'move' if ways == 1 else 'moves'}"

    def svg(self, state: Node) -> str:
        shapes = ("max", "min")
        if self.is_terminal(state):
            return fan("leaf", f"{self.utility(state, 0):g}", [], self.text(state))
        children = []
        for action in range(min(30, self.count(state))):
            child = self.result(state, action)
            leaf = self.is_terminal(child)
            children.append(("leaf" if leaf else shapes[child.level & 1], f"{self.utility(child, 0):g}" if leaf else "", str(action + 1)))
        return fan(shapes[state.level & 1], self.player_name(self.to_move(state)), children, self.text(state))


def scattered(number: int, seed: int) -> int:
    """A pseudo-random number in 0 … 2**31 - 1: two rounds of multiply and xorshift, every product below 2**62."""
    x = (number ^ number >> 31) + seed * 0x01000193 & 0x7FFFFFFF
    for factor in (0x2C1B3C6D, 0x297A2D39):
        x = (x ^ x >> 15) * factor & 0x7FFFFFFF
    return x ^ x >> 16
