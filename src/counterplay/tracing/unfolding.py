"""A searched tree as a tree written by hand: to be edited, reordered, handed out."""

from __future__ import annotations

from typing import Any

from ..errors import UsageError
from .model import Node, Value
from .value import Trace

MOST_NODES = 1_500


def as_tree(trace: Trace) -> dict[str, Any]:
    """The arguments of `Tree`: every node of the trace with its moves' names, cut branches included.

    >>> import counterplay as cp
    >>> as_tree(cp.trace("alphabeta", cp.load("nim(1,1)")))["tree"]["actions"]
    ['a1', 'b1']
    """
    if trace.is_monte_carlo:
        raise UsageError(f"{trace.algorithm} grows a tree of its own; trace another search to have the game's.")
    if not trace.complete or len(trace.nodes) > MOST_NODES:
        raise UsageError(f"This tree is too big to be written by hand: at most {MOST_NODES:,} nodes. Give a smaller depth=.")
    written: dict[int, Any] = {}
    for node in reversed(list(trace.preorder())):
        written[node.index] = _leaf(trace, node) if node.leaf or not node.children else _inner(trace, node, written)
    names = list(trace.players)
    if trace.root.kind in ("max", "min") and trace.root.player == 1:  # Max, who moves at the root, is the first player there
        names.reverse()
    return {"tree": written[0]} if set(names) <= {"Max", "Min"} else {"tree": written[0], "names": names}


def _leaf(trace: Trace, node: Node) -> Any:
    value: Value | None = trace.leaf_value(node)
    return {"payoffs": list(value)} if isinstance(value, tuple) else _plain(value or 0.0)


def _inner(trace: Trace, node: Node, written: dict[int, Any]) -> dict[str, Any]:
    player = {"max": "max", "min": "min"}.get(node.kind, node.player)
    who = {"chance": [trace.nodes[child].probability for child in node.children]} if node.kind == "chance" else {"player": player}
    return {
        **who,
        "actions": [trace.nodes[child].action for child in node.children],
        "children": [written.pop(child) for child in node.children],
    }


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value
