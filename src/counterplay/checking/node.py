"""A state and the line of play that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from .asking import Ask
from .report import Finding


class Node:
    """A state that was reached, with what the rules say about it once `rules.look` has asked them."""

    __slots__ = ("action", "children", "depth", "moves", "parent", "player", "probabilities", "sampled", "state", "terminal", "utilities")

    def __init__(self, state: Any, parent: Node | None = None, action: Any = None):
        self.state = state
        self.parent = parent
        self.action = action
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.terminal = False
        self.player: int | None = None
        self.moves: list[Any] = []
        """Actions, or outcomes where chance moves."""
        self.probabilities: list[float] | None = None
        self.utilities: tuple[float, ...] | None = None
        """One for each player at an end whose utilities are numbers."""
        self.sampled = False
        """True: a sample of the actions is enough."""
        self.children: list[tuple[Any, Any]] = []
        """Each action that was tried, with its state."""

    @property
    def line(self) -> tuple[Any, ...]:
        """The actions from the initial state."""
        actions, node = [], self
        while node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return tuple(reversed(actions))


Check: TypeAlias = Callable[[Ask, Node], Iterator[Finding]]
"""A check looks at one state and says what is wrong with it."""
