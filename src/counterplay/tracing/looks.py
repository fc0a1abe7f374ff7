"""How each node looks at a step of the search: what every picture and every text shows, before anybody draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .certainty import bounded
from .model import Known, Node, count, number, show
from .ucb import record_of, ucb1
from .value import Trace

Status = Literal["unseen", "open", "done", "skipped"]
ROOM = "____"
"""Where a bound is to be written."""
OLD_BOUNDS = 3
"""So many struck-out bounds are shown; older ones are in the node's tooltip."""


@dataclass(frozen=True)
class Look:
    """What a picture says of a node."""

    status: Status
    value: str
    alphas: tuple[str, ...] = ()
    """The last is alpha; those before are struck out."""
    betas: tuple[str, ...] = ()
    current: bool = False
    on_line: bool = False
    """Part of the principal variation."""
    note: str = ""
    """Monte Carlo: the UCB1 terms."""


class Gallery:
    """The looks of a trace's nodes, in the end or at a step."""

    def __init__(self, trace: Trace, step: int | None = None, blank: bool = False) -> None:
        """`blank`: nothing but what there is before the search, with room to write: a worksheet."""
        self.trace = trace
        self.step = step
        self.blank = blank
        self._last = len(trace) - 1 if step is None else step

    def look(self, node: Node) -> Look:
        """How a node looks."""
        trace = self.trace
        if self.blank:
            room = (ROOM,) if trace.has_bounds and not node.leaf else ()
            return Look("open", show(trace.leaf_value(node)) if node.leaf else "", room, room)
        known = trace[self._last].known(node) if self._last >= 0 else None
        current = self.step is not None and trace.steps[self.step].node == node.index
        on_line = node.index in self._line
        if trace.is_monte_carlo:
            terms = ucb1(trace, node.index, self._last)
            record = record_of(trace, node.index, self._last)
            # The root is there from the beginning.
            status: Status = "done" if known else "open" if node.parent is None else "unseen"
            return Look(status, record, current=current, on_line=on_line, note=str(terms) if terms else "")
        if known is None:
            status = "skipped" if self.cut_steps.get(node.index, self._last + 1) <= self._last else "unseen"
            return Look(status, show(trace.leaf_value(node)) if node.leaf else "", current=current)
        alphas, betas = self.bounds(node) if trace.has_bounds and not node.leaf else ((), ())
        if node.leaf:
            shown = show(trace.leaf_value(node))
        else:
            shown = bounded(trace.relation(node) if known.status == "done" else "", known.value)
        return Look("done" if known.status == "done" else "open", shown, alphas, betas, current, on_line)

    def bounds(self, node: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """A node's bounds so far, each in the order in which they came."""
        known = [one for one in self.trace.history(node) if one.step <= self._last]
        return _changes(known, "alpha"), _changes(known, "beta")

    @cached_property
    def cut_steps(self) -> dict[int, int]:
        """When each skipped node was cut off."""
        steps: dict[int, int] = {}
        for cut in self.trace.cuts:
            for child in cut.skipped:
                for node in self.trace.preorder(child):
                    steps[node.index] = cut.step
        return steps

    @cached_property
    def _line(self) -> frozenset[int]:
        if self.blank:
            return frozenset()
        return frozenset(self.trace.line) if self.step is None or self.step == len(self.trace) - 1 else frozenset()

    def caption(self) -> str:
        """One line below a picture: the sentence of the step, or what the search found."""
        if self.blank:
            return worksheet(self.trace)
        return summary(self.trace) if self.step is None else f"Step {self.step + 1} of {len(self.trace)}: {self.trace.sentence(self.step)}"


def _changes(known: list[Known], bound: str) -> tuple[str, ...]:
    values: list[str] = []
    for one in known:
        text = number(getattr(one, bound))
        if not values or values[-1] != text:
            values.append(text)
    return tuple(["…"] * (len(values) > OLD_BOUNDS + 1) + values[-OLD_BOUNDS - 1 :])


def worksheet(trace: Trace) -> str:
    """What a student is to do with the blank tree."""
    task = "write the value of every inner node"
    if trace.has_bounds:
        task += ", its α and β when the search leaves it, and cross out the branches that are cut"
    return f"Do {trace.algorithm} by hand: {task}."


def summary(trace: Trace) -> str:
    """What the search found, in one line."""
    result = trace.result
    found = f"value {trace.found}"
    best = f", best {trace.nodes[trace.line[1]].action}" if len(trace.line) > 1 else ""
    looked = count(result.nodes, "playout") if trace.is_monte_carlo else f"{count(result.nodes, 'node')} entered"
    leaves = len(trace.skipped_leaves)
    skipped = (
        f", {'' if trace.complete else 'more than '}{leaves:,} {'leaf' if leaves == 1 else 'leaves'} never evaluated" if trace.cuts else ""
    )
    return f"{trace.algorithm} on {trace.title}: {found}{best}; {looked}{skipped}."
