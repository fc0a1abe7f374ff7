"""Where the nodes of a drawn tree go: a contour layout in the manner of Reingold & Tilford (1981).

Every subtree is laid out by itself, then pushed as far left as its left neighbours allow, comparing outlines level by level. Parents
stand in the middle over their first and last child, equal subtrees look equal, nothing on one level overlaps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def place(root: int, children: Mapping[int, Sequence[int]], widths: Mapping[int, tuple[float, float]], gap: float) -> dict[int, float]:
    """The x of every node below `root`, the leftmost outline at 0.

    `widths` says how far each node reaches to the left and to the right of its x.
    """
    order = [root]
    for node in order:  # grows while it is walked: parents before children
        order.extend(children[node])
    offset = {root: 0.0}  # of a node from its parent
    outlines: dict[int, tuple[list[float], list[float]]] = {}  # of a subtree, relative to its root, deepest level first
    for node in reversed(order):
        left: list[float] = []
        right: list[float] = []
        at: list[float] = []
        for child in children[node]:
            child_left, child_right = outlines.pop(child)
            shared = min(len(right), len(child_left))
            x = max((right[-level] - child_left[-level] + gap for level in range(1, shared + 1)), default=0.0)
            at.append(x)
            taller = len(child_left) - len(left)
            left = [x + one for one in child_left[: max(taller, 0)]] + left
            right = right[: max(-taller, 0)] + [x + one for one in child_right]
        middle = (at[0] + at[-1]) / 2 if at else 0.0
        for child, x in zip(children[node], at, strict=True):
            offset[child] = x - middle
        outlines[node] = (
            [one - middle for one in left] + [-widths[node][0]],
            [one - middle for one in right] + [widths[node][1]],
        )
    x_of = {root: -min(outlines[root][0])}
    for node in order:
        for child in children[node]:
            x_of[child] = x_of[node] + offset[child]
    return x_of
