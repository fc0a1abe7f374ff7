"""The trace: a search written down, as a value. Step through it, ask it, draw it, save it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..result import SearchResult
from .certainty import Relation, bounded, relations
from .model import NOTHING, Counted, Cut, Known, Node, Step, Value, first, show
from .sentences import Narrator

if TYPE_CHECKING:
    from .quiz import Quiz

Place = int | Node
"""A node of a trace, or its number."""


@dataclass(frozen=True)
class Moment:
    """A trace at one step: what the search is doing, and what it knows of every node by then."""

    trace: Trace = field(repr=False)
    index: int

    @property
    def step(self) -> Step:
        return self.trace.steps[self.index]

    @property
    def sentence(self) -> str:
        return self.trace.sentence(self.index)

    @property
    def node(self) -> Node:
        """Where the search is."""
        return self.trace.nodes[self.step.node]

    def known(self, node: Place) -> Known | None:
        """What is known of a node by now; None if the search has not been there."""
        history = self.trace.history(node)
        found = bisect_right(history, self.index, key=lambda known: known.step)
        return history[found - 1] if found else None

    def value(self, node: Place) -> Value | None:
        return (self.known(node) or NOTHING).value

    def alpha(self, node: Place) -> float:
        return (self.known(node) or NOTHING).alpha

    def beta(self, node: Place) -> float:
        return (self.known(node) or NOTHING).beta

    def forward(self) -> Moment:
        """One step on; at the end, the end."""
        return Moment(self.trace, min(self.index + 1, len(self.trace) - 1))

    def back(self) -> Moment:
        """One step back; at the beginning, the beginning."""
        return Moment(self.trace, max(self.index - 1, 0))


@dataclass(frozen=True)
class Trace:
    """Everything a search did. Two traces are equal if the same search did the same things.

    >>> import counterplay as cp
    >>> trace = cp.trace(cp.alphabeta, cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])"))
    >>> trace.result.value
    3.0
    >>> [leaf.worth for leaf in trace.skipped_leaves]
    [4.0, 6.0]
    >>> trace.cuts[0].why
    'Min already has 2 here; Max has 3 elsewhere: the rest of this node cannot matter.'
    """

    game: str
    """The game as `load` reads it."""
    title: str
    players: tuple[str, ...]
    """What people call the players."""
    algorithm: str
    settings: Mapping[str, Any]
    result: SearchResult
    nodes: tuple[Node, ...] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    line: tuple[int, ...] = field(repr=False)
    """The nodes of the principal variation, root first."""
    picture: Callable[[int], str | None] = field(repr=False, compare=False, default=lambda node: None)
    """The board at a node as SVG, where the game draws one."""

    # ── Stepping ──
    def __len__(self) -> int:
        """How many steps the search took."""
        return len(self.steps)

    def __getitem__(self, index: int) -> Moment:
        """The search at this step; negative numbers count from the end."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"This trace has {len(self):,} steps; there is no step {index}.")
        return Moment(self, index % len(self))

    def __iter__(self) -> Iterator[Moment]:
        return (Moment(self, index) for index in range(len(self)))

    def sentence(self, index: int) -> str:
        """What happens at a step, said plainly."""
        return self._narrator.sentence(self[index].index)

    # ── Questions ──
    @property
    def root(self) -> Node:
        return self.nodes[0]

    def at(self, *actions: str) -> Node:
        """The node after these moves from the root, written as in the picture."""
        node = self.root
        for action in actions:
            found = next((child for child in node.children if self.nodes[child].action == str(action)), None)
            if found is None:
                names = ", ".join(self.nodes[child].action for child in node.children)
                raise UsageError(f"There is no branch {action!r} there. Branches: {names or 'none'}.")
            node = self.nodes[found]
        return node

    def node(self, place: Place) -> Node:
        """The node with this number."""
        index = place.index if isinstance(place, Node) else place
        if type(index) is not int or not 0 <= index < len(self.nodes):
            raise UsageError(f"There is no node {place!r}: this trace has the nodes 0 to {len(self.nodes) - 1}.")
        return self.nodes[index]

    def history(self, node: Place) -> tuple[Known, ...]:
        """What was known of a node, each time it changed: value, alpha, beta."""
        return self._histories[self.node(node).index]

    def final(self, node: Place) -> Known | None:
        """What is known of a node in the end; None if the search was never there."""
        history = self.history(node)
        return history[-1] if history else None

    def leaf_value(self, node: Place) -> Value | None:
        """What a leaf is worth by itself, whatever the search made of it; of a skipped one, what it would have been."""
        return next((known.value for known in self.history(node) if known.value is not None), self.node(node).worth)

    def relation(self, node: Place) -> Relation:
        """How a node's value compares to what it returned: "" the same, "≤" at most that, "≥" at least that (after cuts)."""
        return self._relations[self.node(node).index]

    @property
    def found(self) -> str:
        """What the search found out of the root, as people write it: 3, ≥1, (1, 2, 6)."""
        return show(self.result.values) if self.has_vectors else bounded(self.relation(0), self.result.value)

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """Where branches were cut, in the order of the search. (A bound met at a node's last child cuts nothing.)"""
        return tuple(
            Cut(
                node=step.node,
                step=index,
                skipped=tuple(child for child in self.nodes[step.node].children if self.nodes[child].skipped),
                value=self[index].value(step.node),
                alpha=self[index].alpha(step.node),
                beta=self[index].beta(step.node),
                why=self._narrator.why_cut(index),
            )
            for index, step in enumerate(self.steps)
            if step.kind == "cut" and any(self.nodes[child].skipped for child in self.nodes[step.node].children)
        )

    @property
    def skipped_leaves(self) -> tuple[Node, ...]:
        """The leaves that were never evaluated, from left to right. `complete` says whether these are all."""
        return tuple(node for node in self.preorder() if node.skipped and node.leaf)

    @property
    def complete(self) -> bool:
        """Whether the cut branches are recorded down to their last leaf."""
        return not any(node.unfinished for node in self.nodes)

    def visits(self, node: Place) -> int:
        """Monte Carlo: how many playouts went through a node."""
        return (self.final(node) or NOTHING).visits

    @cached_property
    def extremes(self) -> tuple[float, float]:
        """The least and the greatest value of a leaf; where people count in pawns, of one that is not won: it would dwarf the others."""
        values = [first(step.value) for step in self.steps if step.kind in ("terminal", "evaluate") and step.value is not None]
        values = [value for value in values if not (isinstance(value, Counted) and value.won)] or values
        return (min(values), max(values)) if values else (0.0, 0.0)

    @cached_property
    def has_bounds(self) -> bool:
        """Whether this search narrows a window, as alpha-beta does."""
        if self.has_vectors:
            return False
        bounds = (bound for step in self.steps for bound in (step.alpha, step.beta) if bound is not None)
        return self.algorithm == "alphabeta" or any(isfinite(bound) for bound in bounds)

    @cached_property
    def has_vectors(self) -> bool:
        """Whether values are one number for each player, as in max-n."""
        return any(node.kind == "player" for node in self.nodes) and not self.is_monte_carlo

    @cached_property
    def is_monte_carlo(self) -> bool:
        """Whether the tree was grown by playouts."""
        return not any(step.kind == "enter" for step in self.steps)

    @cached_property
    def scales(self) -> tuple[float, ...]:
        """Monte Carlo: half the difference between the greatest and the least payoff seen, at each step (1 before any)."""
        least, most = inf, -inf
        scales = []
        for step in self.steps:
            if step.kind == "simulate" and isinstance(step.value, tuple):
                least, most = min(least, *step.value), max(most, *step.value)
            scales.append((most - least) / 2 if most > least else 1.0)
        return tuple(scales)

    @cached_property
    def pays_wins(self) -> bool:
        """Monte Carlo: whether every playout paid -1, 0 or 1, so that one can count wins."""
        outcomes = {one for step in self.steps if step.kind == "simulate" and isinstance(step.value, tuple) for one in step.value}
        return outcomes <= {-1.0, 0.0, 1.0} and -1.0 in outcomes

    def preorder(self, focus: Place = 0) -> Iterator[Node]:
        """A node and all below it, parents before children, from left to right."""
        waiting = [self.node(focus).index]
        while waiting:
            node = self.nodes[waiting.pop()]
            yield node
            waiting.extend(reversed(node.children))

    # ── Pictures and files ──
    def svg(self, *, step: int | None = None, focus: Place = 0) -> str:
        """The tree as SVG: as it is in the end or at a step, whole or below one node. Big trees give an overview (see `focus`)."""
        from .svg import draw

        return draw(self, step=None if step is None else self[step].index, focus=self.node(focus).index)

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self, *, focus: Place = 0) -> str:
        """The tree as plain text."""
        from .text import text_tree

        return text_tree(self, self.node(focus).index)

    def __str__(self) -> str:
        return self.text()

    def quiz(self) -> Quiz:
        """The tree with blanks to fill in."""
        from .quiz import make_quiz

        return make_quiz(self)

    def save(self, path: str | Path, *, focus: Place = 0, quiz: bool = False) -> Path:
        """Write the trace to a file whose ending says how: .svg, .html, .tex, .json or .txt.

        `focus` writes only what is below a node; `quiz=True` opens the .html at its quiz and writes the others blank, for paper.
        """
        from .files import save

        return save(self, Path(path), focus=self.node(focus).index, quiz=quiz)

    @staticmethod
    def load(path: str | Path) -> Trace:
        """Read a trace that was saved as .json."""
        from .files import load

        return load(Path(path))

    # ── What is worked out once ──
    @cached_property
    def _narrator(self) -> Narrator:
        return Narrator(self)

    @cached_property
    def _relations(self) -> tuple[Relation, ...]:
        return relations(self)

    @cached_property
    def _histories(self) -> tuple[tuple[Known, ...], ...]:
        histories: list[list[Known]] = [[] for _ in self.nodes]
        for index, step in enumerate(self.steps):
            history = histories[step.node]
            now = replace(history[-1] if history else NOTHING, step=index)
            alpha = now.alpha if step.alpha is None else step.alpha
            beta = now.beta if step.beta is None else step.beta
            match step.kind:
                case "enter":
                    now = replace(now, alpha=alpha, beta=beta)
                case "terminal" | "evaluate":
                    now = replace(now, value=step.value)
                case "improve":
                    now = replace(now, value=step.value, alpha=alpha, beta=beta)
                case "cut":
                    now = replace(now, status="cut")
                case "leave":
                    now = replace(now, status="done", value=step.value)
                case "back_up" if isinstance(step.value, tuple):
                    total = tuple(a + b for a, b in zip(now.total or (0.0,) * len(step.value), step.value, strict=True))
                    now = replace(
                        now, status="done", visits=now.visits + 1, total=total, value=tuple(one / (now.visits + 1) for one in total)
                    )
                case _:
                    continue
            history.append(now)
        return tuple(map(tuple, histories))
