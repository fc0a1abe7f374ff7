"""The recorder: a watcher that passes every report on to the search's own watcher and writes it down.

It does not know any algorithm. What it writes is what the kernel said, in the kernel's order.
"""

from __future__ import annotations

from typing import Any

from ..errors import UsageError
from ..game import Game
from ..watch import Watch
from .draft import DraftTree
from .model import Step, StepKind, Value

MOST_STEPS = 200_000
"""A longer trace is nothing that anybody looks at."""

MOST_PLIES = 2_000
"""Nor is a deeper one."""


def plain(value: Any) -> Value:
    """A value as the trace keeps it: a float, or a tuple of floats."""
    return float(value) if isinstance(value, (int, float)) else tuple(float(one) for one in value)


class Recorder(Watch):
    """Records a depth-first search: minimax, alpha-beta, max-n, expectiminimax."""

    def __init__(self, game: Game[Any, Any], root: Any, vectors: bool) -> None:
        super().__init__()
        self.inner = Watch()
        self.tree = DraftTree(game, root, vectors)
        self.steps: list[Step] = []
        self.most_steps = MOST_STEPS
        self._root = root
        self._open: list[int] = []
        self._action: Any = None
        self._last: int | None = None
        self._cuts: list[int] = []

    def before(self, inner: Watch) -> Recorder:
        """Stand before the watcher of a search that begins."""
        self.inner = inner
        self.shared = inner.shared
        return self

    def write(self, kind: StepKind, node: int, **details: Any) -> None:
        """Write a step down."""
        if len(self.steps) >= self.most_steps:
            raise UsageError(
                f"This search takes more than {self.most_steps:,} steps, too many to look at. Give a smaller depth= (or simulations=)."
            )
        self.steps.append(Step(kind, node, **details))

    def finish(self) -> None:
        """After the search: add the branches that were cut."""
        self.tree.add_skipped(self._cuts)

    # ── The kernel's reports ──
    def enter(self, state: Any, depth: int, alpha: float, beta: float) -> bool:
        stop = self.inner.enter(state, depth, alpha, beta)
        if stop:
            return True
        if len(self._open) > MOST_PLIES:
            raise UsageError(f"This search goes more than {MOST_PLIES:,} plies deep, too far to look at. Give a depth=.")
        node = self.tree.add(state, self._open[-1] if self._open else None, self._action, depth)
        if self._open:
            self.write("descend", self._open[-1], child=node)
        self._open.append(node)
        self.write("enter", node, alpha=float(alpha), beta=float(beta))
        return False

    def terminal(self, value: Any) -> None:
        self.inner.terminal(value)
        self.tree.nodes[self._open[-1]].leaf = True
        self.write("terminal", self._open[-1], value=plain(value))

    def evaluated(self, value: Any) -> None:
        self.inner.evaluated(value)
        self.tree.nodes[self._open[-1]].leaf = True
        self.write("evaluate", self._open[-1], value=plain(value))

    def descend(self, action: Any) -> None:
        # Written down when the child is entered, and so has a number.
        self.inner.descend(action)
        self._action = action

    def improve(self, depth: int, action: Any, value: Any, alpha: float, beta: float) -> None:
        self.inner.improve(depth, action, value, alpha, beta)
        self.write("improve", self._open[-1], child=self._last, value=plain(value), alpha=float(alpha), beta=float(beta))

    def cut(self, alpha: float, beta: float) -> None:
        self.inner.cut(alpha, beta)
        self._cuts.append(self._open[-1])
        self.write("cut", self._open[-1], alpha=float(alpha), beta=float(beta))

    def leave(self, value: Any) -> None:
        self.inner.leave(value)
        self._last = self._open.pop()
        self.write("leave", self._last, value=plain(value))


class TreeGrowth(Recorder):
    """Records a Monte Carlo search: selection, expansion, simulation, back-propagation on a tree that grows."""

    def __init__(self, game: Game[Any, Any], root: Any, vectors: bool) -> None:
        super().__init__(game, root, vectors)
        self.at = self.tree.add(root, None, None, 0)
        self._index = {0: self.at}
        self.outcome: tuple[float, ...] = ()

    def enter(self, state: Any, depth: int, alpha: float, beta: float) -> bool:
        return self.inner.enter(state, depth, alpha, beta)

    def terminal(self, value: Any) -> None:
        self.inner.terminal(value)

    def evaluated(self, value: Any) -> None:
        self.inner.evaluated(value)

    def improve(self, depth: int, action: Any, value: Any, alpha: float, beta: float) -> None:
        self.inner.improve(depth, action, value, alpha, beta)

    def leave(self, value: Any) -> None:
        self.inner.leave(value)

    def select(self, node: int) -> None:
        self.inner.select(node)
        self.at = self._index[node]
        self.write("select", self.at)

    def expand(self, parent: int, node: int, action: Any) -> None:
        self.inner.expand(parent, node, action)
        above = self._index[parent]
        state = self.tree.game.result(self.tree.nodes[above].state, action)
        self.at = self._index[node] = self.tree.add(state, above, action, 0)
        self.write("expand", above, child=self.at)

    def simulate(self, values: Any) -> None:
        self.inner.simulate(values)
        outcome = plain(values)
        self.outcome = outcome if isinstance(outcome, tuple) else (outcome,)
        self.write("simulate", self.at, value=self.outcome)

    def back_up(self, node: int) -> None:
        self.inner.back_up(node)
        self.write("back_up", self._index[node], value=self.outcome)

    def move(self, old: int, new: int) -> None:
        self.inner.move(old, new)
        if old in self._index:
            self._index[new] = self._index.pop(old)
