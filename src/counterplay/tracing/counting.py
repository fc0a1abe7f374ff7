"""How much a search looked at, beside how much there was: the tree's size, b^d, b^(d/2), and the fewest leaves any order allows."""

from __future__ import annotations

from dataclasses import dataclass

from .value import Trace


@dataclass(frozen=True)
class Counts:
    """The size of a searched tree, its cut branches included."""

    nodes: int
    leaves: int
    entered: int
    """Nodes that the search entered …"""
    evaluated: int
    """… and how many of them were leaves."""
    depth: int
    branching: float
    """Children of each inner node; where they differ, the b whose b^d is the number of leaves (the effective branching factor)."""
    uniform: bool
    """Whether every inner node has as many, and every leaf is as deep."""
    two_sided: bool
    """Whether only Max and Min decide, so that branches can be cut."""
    complete: bool
    """Whether the tree was recorded to its last leaf; if not, there is more of it than these numbers say."""

    @property
    def full(self) -> float:
        """b^d: the leaves of a full tree of this breadth and depth."""
        return float(self.branching**self.depth)

    @property
    def half(self) -> float | None:
        """b^(d/2): what alpha-beta comes near to with the best order."""
        return float(self.branching ** (self.depth / 2)) if self.two_sided else None

    @property
    def fewest(self) -> int | None:
        """The fewest leaves that prove the value of a uniform tree: b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth & Moore 1975)."""
        if not (self.uniform and self.two_sided):
            return None
        b = round(self.branching)
        return int(b ** ((self.depth + 1) // 2) + b ** (self.depth // 2) - 1)


def count_nodes(trace: Trace) -> Counts:
    """The counts of a depth-first search.

    >>> import counterplay as cp
    >>> counts = count_nodes(cp.trace("alphabeta", cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])")))
    >>> counts.evaluated, counts.leaves, counts.full, counts.half, counts.fewest
    (7, 9, 9.0, 3.0, 5)
    """
    leaves = [node for node in trace.nodes if not node.children]
    degrees = [len(node.children) for node in trace.nodes if node.children]
    depth = max(node.ply for node in leaves)
    uniform = trace.complete and len(set(degrees)) == 1 and len({node.ply for node in leaves}) == 1
    return Counts(
        nodes=len(trace.nodes),
        leaves=len(leaves),
        entered=sum(not node.skipped for node in trace.nodes),
        evaluated=sum(not node.skipped for node in leaves),
        depth=depth,
        branching=float(degrees[0]) if uniform else len(leaves) ** (1 / depth) if depth else 1.0,
        uniform=uniform,
        two_sided=all(node.kind in ("max", "min", "end") for node in trace.nodes),
        complete=trace.complete,
    )
