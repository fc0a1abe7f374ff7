"""A tree while it is being recorded: nodes that still grow, with the states themselves."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from ..game import CHANCE, Game
from .model import Kind, Node, Value

MOST_SKIPPED = 3_000
"""So many nodes of cut branches are looked up in the rules for the picture; what lies below is marked as unfinished."""


@dataclass(slots=True)
class Draft:
    """A node that still grows."""

    state: Any
    parent: int | None
    action: Any
    left: int
    """Plies left to the depth limit."""
    player: int | None
    kind: Kind
    children: list[int] = field(default_factory=list)
    leaf: bool = False
    skipped: bool = False
    worth: Value | None = None
    probability: float | None = None
    unfinished: bool = False


class DraftTree:
    """The nodes recorded so far, numbered in the order in which they were first met."""

    def __init__(self, game: Game[Any, Any], root: Any, vectors: bool) -> None:
        self.game = game
        self.vectors = vectors
        self.max = 0 if game.is_terminal(root) else max(game.to_move(root), 0)
        self.nodes: list[Draft] = []

    def add(self, state: Any, parent: int | None, action: Any, left: int) -> int:
        """A new node, the last of its parent's children."""
        player = None if self.game.is_terminal(state) else self.game.to_move(state)
        self.nodes.append(Draft(state, parent, action, left, player, self._kind(player)))
        index = len(self.nodes) - 1
        if parent is not None:
            self.nodes[parent].children.append(index)
            if self.nodes[parent].kind == "chance":
                self.nodes[index].probability = next(
                    (p for outcome, p in self.game.chances(self.nodes[parent].state) if outcome == action), None
                )
        return index

    def _kind(self, player: int | None) -> Kind:
        if player is None:
            return "end"
        if player == CHANCE:
            return "chance"
        if self.vectors:
            return "player"
        return "max" if player == self.max else "min"

    def add_skipped(self, cuts: list[int]) -> None:
        """Add what was cut: the children that the search did not enter, and as much of what is below them as is worth drawing."""
        waiting = deque(cuts)
        room = MOST_SKIPPED
        while waiting:
            parent = waiting.popleft()
            above = self.nodes[parent]
            entered = {self.nodes[child].action for child in above.children}
            actions = (
                [action for action, _ in self.game.chances(above.state)] if above.kind == "chance" else list(self.game.actions(above.state))
            )
            for action in actions:
                if action in entered:
                    continue
                if room <= 0:
                    above.unfinished = True
                    break
                room -= 1
                index = self.add(self.game.result(above.state, action), parent, action, above.left - 1)
                node = self.nodes[index]
                node.skipped = True
                if node.kind == "end":
                    node.leaf, node.worth = True, self._worth(node, ended=True)
                elif self.game.is_cutoff(node.state, node.left):
                    node.leaf, node.worth = True, self._worth(node, ended=False)
                else:
                    waiting.append(index)

    def _worth(self, node: Draft, *, ended: bool) -> Value:
        judge = self.game.utility if ended else self.game.evaluate
        if self.vectors:
            return tuple(float(judge(node.state, player)) for player in range(self.game.players))
        return float(judge(node.state, self.max))

    def follow(self, actions: tuple[Any, ...]) -> tuple[int, ...]:
        """The nodes that these actions lead to from the root, as far as they are in the tree."""
        line = [0]
        for action in actions:
            child = next((child for child in self.nodes[line[-1]].children if self.nodes[child].action == action), None)
            if child is None:
                break
            line.append(child)
        return tuple(line)

    def finished(self) -> tuple[Node, ...]:
        """The nodes as values."""
        plies: list[int] = []
        nodes = []
        for index, node in enumerate(self.nodes):
            above = None if node.parent is None else self.nodes[node.parent]
            plies.append(0 if node.parent is None else plies[node.parent] + 1)
            nodes.append(
                Node(
                    index=index,
                    parent=node.parent,
                    children=tuple(node.children),
                    ply=plies[index],
                    action="" if above is None else self.game.format_action(above.state, node.action),
                    state=self.game.format_state(node.state),
                    name="" if self.game.has_board else self.game.format_state(node.state),
                    player=node.player,
                    kind=node.kind,
                    leaf=node.leaf,
                    skipped=node.skipped,
                    worth=node.worth,
                    probability=node.probability,
                    unfinished=node.unfinished,
                )
            )
        return tuple(nodes)
