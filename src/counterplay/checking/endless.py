"""Whether a game that says it is finite can go round in circles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from .node import Node

Graph = dict[Node, list[tuple[Any, Node]]]
"""The part of the game that was explored breadth-first: each state with its actions and the states they lead to."""


def shortest_cycle(graph: Graph, most: int = 100) -> tuple[Node, tuple[Any, ...]] | None:
    """A state and actions that lead from it back to itself, with the shortest line from the start of the game to its end.

    Only states that lie on some cycle are tried (those in a strongly connected component), the shallowest first, at most `most`.
    """
    best: tuple[Node, tuple[Any, ...]] | None = None
    on_cycles = sorted((node for part in _components(graph) for node in part), key=lambda node: node.depth)
    for node in on_cycles[:most]:
        limit = None if best is None else best[0].depth + len(best[1]) - node.depth
        if limit is not None and limit <= 1:
            break
        way = _way_back(graph, node, limit)
        if way is not None:
            best = node, way
    return best


def _way_back(graph: Graph, start: Node, limit: int | None) -> tuple[Any, ...] | None:
    """The fewest actions from a state back to itself, fewer than `limit`."""
    queue: deque[tuple[Node, tuple[Any, ...]]] = deque([(start, ())])
    seen = {start}
    while queue:
        node, way = queue.popleft()
        if limit is not None and len(way) + 1 >= limit:
            return None
        for action, child in graph.get(node, ()):
            if child is start:
                return (*way, action)
            if child not in seen:
                seen.add(child)
                queue.append((child, (*way, action)))
    return None


def _components(graph: Graph) -> Iterator[list[Node]]:
    """The strongly connected components with a cycle in them (Tarjan 1972, without recursion)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, children = work[-1]
            for _, child in children:
                if child not in index:
                    index[child] = low[child] = len(index)
                    stack.append(child)
                    on_stack.add(child)
                    work.append((child, iter(graph.get(child, ()))))
                    break
                if child in on_stack:
                    low[node] = min(low[node], index[child])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    part: list[Node] = []
                    while not part or part[-1] is not node:
                        part.append(stack.pop())
                        on_stack.discard(part[-1])
                    if len(part) > 1 or any(child is node for _, child in graph.get(node, ())):
                        yield part
