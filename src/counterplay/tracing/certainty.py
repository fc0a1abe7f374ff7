"""What a value that a node returned says of the node: that it is worth so much, or only at most or at least so much.

Alpha-beta does not look at what cannot matter. After a cut, and outside of the window that was asked for, what a node returns is a bound
of its value (Knuth & Moore 1975, section 5): with the window alpha to beta at its entry and the returned value v,

    v <= alpha  =>  value <= v,        alpha < v < beta  =>  value = v,        v >= beta  =>  value >= v;

and where all of its children were searched and their values are certain, so is its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from .model import Node, Value, show

if TYPE_CHECKING:
    from .value import Trace

Relation = Literal["", "≤", "≥"]
"""How a node's value compares to the one that it returned: equal, at most that, at least that."""
WORDS: Final[dict[Relation, str]] = {"": "", "≤": "at most ", "≥": "at least "}


def relations(trace: Trace) -> tuple[Relation, ...]:
    """For every node, how its value compares to what it returned in the end."""
    found: list[Relation] = [""] * len(trace.nodes)
    if trace.has_bounds:
        for node in reversed(trace.nodes):  # children come after their parents
            found[node.index] = _relation(trace, node, found)
    return tuple(found)


def _relation(trace: Trace, node: Node, found: list[Relation]) -> Relation:
    history = trace.history(node)
    value = history[-1].value if history else None
    if not isinstance(value, float):
        return ""
    if node.leaf:
        own = trace.leaf_value(node)
        return "" if not isinstance(own, float) or own == value else "≤" if own < value else "≥"
    if not any(trace.nodes[child].skipped or found[child] for child in node.children):
        return ""
    alpha, beta = history[0].alpha, history[0].beta
    return "≤" if value <= alpha else "≥" if value >= beta else ""


def bounded(relation: Relation, value: Value | None) -> str:
    """A value as a sign shows it: 3, ≤2."""
    return f"{relation}{show(value)}"


def in_words(relation: Relation, value: Value | None) -> str:
    """A value as a sentence says it: 3, at most 2."""
    return f"{WORDS[relation]}{show(value)}"
