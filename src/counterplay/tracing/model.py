"""What a trace is made of: the nodes of the tree, the steps of the search, and what was known of a node at a step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isinf, isnan
from typing import Final, Literal

Value = float | tuple[float, ...]
"""One number (for Max, who moves at the root), or one for each player."""

Kind = Literal["max", "min", "chance", "player", "end"]
"""Who decides at a node: Max, Min, the dice, one of several players, or nobody because the game is over."""

StepKind = Literal["enter", "terminal", "evaluate", "descend", "improve", "cut", "leave", "select", "expand", "simulate", "back_up"]


@dataclass(frozen=True, slots=True)
class Node:
    """One place in the tree. Nodes that the search skipped are here too, `skipped` and without a step of their own."""

    index: int
    parent: int | None
    children: tuple[int, ...]
    """In the order of the search; the ones it skipped come last."""
    ply: int
    """How many moves below the root."""
    action: str
    """The move from the parent, as people write it; empty at the root."""
    state: str
    """The position, as people write it in one line."""
    name: str
    """What people call the node itself, where the game is a tree whose nodes have names; empty in games with positions."""
    player: int | None
    """Who is to move; None where the game is over."""
    kind: Kind
    leaf: bool
    """Whether the search does (or would) not look below: the game is over, or the depth is used up."""
    skipped: bool = False
    """Never entered by the search: it lies in a branch that was cut."""
    worth: Value | None = None
    """Of a skipped leaf, what the rules say it is worth. The search never asked; it is here for people."""
    probability: float | None = None
    """Of an outcome of chance."""
    unfinished: bool = False
    """A skipped node below which there is more than is worth drawing."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the search did, at one node."""

    kind: StepKind
    node: int
    child: int | None = None
    """The child that is descended to or selected, or that improved the node's value."""
    value: Value | None = None
    alpha: float | None = None
    beta: float | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a node from one step on."""

    step: int
    status: Literal["open", "cut", "done"]
    value: Value | None
    alpha: float
    beta: float
    visits: int = 0
    """Monte Carlo: how many playouts went through here …"""
    total: tuple[float, ...] = ()
    """… and what they brought each player together."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where the search stopped looking at a node's children, and why."""

    node: int
    step: int
    skipped: tuple[int, ...]
    """The children that were never entered."""
    value: Value | None
    alpha: float
    beta: float
    why: str


WON: Final = 10_000.0
"""So many points are a game that is won: more than any evaluation says."""


class Counted(float):
    """A value in what people count in: `+0.45` pawns; `+M`, as of mates, where the game is won."""

    @property
    def won(self) -> bool:
        """Whether it is no evaluation but the end of the game."""
        return abs(self) >= WON

    @property
    def told(self) -> str:
        """As people write it."""
        text = ("+M" if self > 0 else "-M") if self.won else f"{self:+.2f}"
        return "0.00" if text in ("+0.00", "-0.00") else text.replace("-", "−")


def number(value: float | None) -> str:
    """A number as people write it: 3, −1, 0.333, +∞."""
    if value is None:
        return ""
    if isinstance(value, Counted):
        return value.told
    if isnan(value):
        return "?"
    if isinf(value):
        return "+∞" if value > 0 else "−∞"
    if abs(value) < 1e-12:  # what is left of an average that should be 0
        return "0"
    if value == int(value) and abs(value) < 1e15:
        return str(int(value)).replace("-", "−")
    return f"{value:.3g}".replace("-", "−")


def show(value: Value | None) -> str:
    """A value as people write it: 3, or (1, 2, 6)."""
    if isinstance(value, tuple):
        return f"({', '.join(number(one) for one in value)})"
    return number(value)


def first(value: Value) -> float:
    """A number to compare values by: of several, the first player's."""
    return value[0] if isinstance(value, tuple) else value


def count(many: int, one: str, more: str | None = None) -> str:
    """`1 leaf`, `2 leaves`."""
    return f"{many:,} {one if many == 1 else more or one + 's'}"


def listed(words: Iterable[str], most: int = 6) -> str:
    """`a, b and c`; a long list ends in how many more there are."""
    every = list(words)
    if len(every) > most:
        return f"{', '.join(every[: most - 1])} and {len(every) - most + 1} more"
    return " and ".join(filter(None, [", ".join(every[:-1]), every[-1] if every else ""]))


NOTHING = Known(-1, "open", None, -inf, inf)
