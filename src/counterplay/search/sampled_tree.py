"""The tree that a Monte Carlo search grows: its columns, as kernels see them, and the finished tree, as people look at it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any, Final, NamedTuple

from ..game import CHANCE, Game
from ..result import SearchResult

ROOT: Final = 0
USED: Final = 0
FULL: Final = 1
DEEPEST: Final = 2
"""Indices into `counts`."""
LEAST: Final = 0
MOST: Final = 1
"""Indices into `extremes`."""
MOST_NODES: Final = 2**31 - 1
"""What the columns can number."""


class Columns(NamedTuple):
    """Node i is entry i of every column. The children of a node stand side by side; the root is node 0.

    Compiled, the columns are NumPy arrays. Interpreted, the same memory is reached by views that give plain Python numbers, and the
    actions, which may then be anything, are a list.
    """

    visits: Any
    totals: Any
    """What each player got in all simulations through a node: entry `node * players + player`."""
    actions: Any
    """The action (or outcome of chance) that leads to a node from its parent."""
    parents: Any
    first: Any
    """Where the children begin."""
    children: Any
    """How many there are: 0 as long as the node has not been expanded."""
    tried: Any
    """How many of them have been visited (of a player's node): these are the first ones."""
    counts: Any
    extremes: Any
    """The least and the greatest utility seen in a playout."""

    @classmethod
    def empty(cls, capacity: int, players: int, compiled: bool) -> Columns:
        """Room for `capacity` nodes, of which the root is there. The system gives memory only as it is used."""
        import numpy as np

        def column(kind: str, length: int) -> Any:
            return np.zeros(length, kind)

        columns = cls(
            visits=column("i4", capacity),
            totals=column("f8", capacity * players),
            actions=column("i8", capacity) if compiled else [None] * capacity,
            parents=column("i4", capacity),
            first=column("i4", capacity),
            children=column("i4", capacity),
            tried=column("i4", capacity),
            counts=column("i8", 3),
            extremes=column("f8", 2),
        )
        columns.counts[USED] = 1
        columns.extremes[LEAST], columns.extremes[MOST] = inf, -inf
        return columns

    def plain(self) -> Columns:
        """The same memory for interpreted kernels: three times as quick to read as a NumPy array, one entry at a time."""
        return Columns(*(column if isinstance(column, list) else memoryview(column) for column in self))


@dataclass(frozen=True, eq=False, repr=False)
class MonteCarloTree:
    """What a Monte Carlo search found out, node by node: how often each was visited and what it brought. The root is node 0."""

    game: Game[Any, Any]
    state: Any
    columns: Columns
    algorithm: str
    by_mean: bool
    """Whether the best child is the one with the best mean, otherwise the most visited."""
    exploration: float
    simulations: int
    seconds: float
    compiled: bool

    def __len__(self) -> int:
        return int(self.columns.counts[USED])

    def __repr__(self) -> str:
        return f"<MonteCarloTree of {self.game.name}: {self.simulations:,} simulations, {len(self):,} nodes>"

    @property
    def full(self) -> bool:
        """Whether the tree stopped growing because it had reached its capacity."""
        return bool(self.columns.counts[FULL])

    @property
    def depth(self) -> int:
        """How many plies the deepest visited node is below the root."""
        return int(self.columns.counts[DEEPEST])

    def children(self, node: int = ROOT) -> range:
        """The numbers of a node's children; those that were never visited are among them."""
        first = int(self.columns.first[node])
        return range(first, first + int(self.columns.children[node]))

    def parent(self, node: int) -> int | None:
        """The number of the node above; None above the root."""
        return None if node == ROOT else int(self.columns.parents[node])

    def action(self, node: int) -> Any:
        """The action that leads to a node; None at the root."""
        if node == ROOT:
            return None
        action = self.columns.actions[node]
        return int(action) if self.compiled else action

    def visits(self, node: int = ROOT) -> int:
        """How many simulations went through a node."""
        return int(self.columns.visits[node])

    def means(self, node: int = ROOT) -> tuple[float, ...]:
        """What each player got on average in the simulations through a node; 0 if there were none."""
        players, visits = self.game.players, max(self.visits(node), 1)
        return tuple(float(total) / visits for total in self.columns.totals[node * players : (node + 1) * players])

    def position(self, node: int) -> Any:
        """The state at a node."""
        actions = []
        while node != ROOT:
            actions.append(self.action(node))
            node = int(self.columns.parents[node])
        state = self.state
        for action in reversed(actions):
            state = self.game.result(state, action)
        return state

    def player(self, node: int = ROOT) -> int | None:
        """Who moves at a node: a player or CHANCE; None where the game is over."""
        state = self.position(node)
        return None if self.game.is_terminal(state) else self.game.to_move(state)

    @property
    def scale(self) -> float:
        """Half the difference between the greatest and the least utility seen (1 as long as there is none): the unit of `exploration`."""
        least, most = self.columns.extremes
        return 0.5 * float(most - least) if most > least else 1.0

    def exploration_term(self, node: int) -> float:
        """The second term of UCB1 (the first is the mean of the player who chooses): great where little is known."""
        visits = self.visits(node)
        if node == ROOT or not visits:
            return inf
        return self.exploration * self.scale * sqrt(log(self.visits(int(self.columns.parents[node])))) / sqrt(visits)

    def best_child(self, node: int = ROOT) -> int | None:
        """The most visited child, of equals the one with the best mean; None where no player chooses or nothing was tried."""
        player = self.player(node)
        visited = [child for child in self.children(node) if self.visits(child)]
        if player is None or player == CHANCE or not visited:
            return None
        return max(visited, key=lambda child: (0 if self.by_mean else self.visits(child), self.means(child)[player]))

    @property
    def line(self) -> tuple[Any, ...]:
        """The best children from the root on, to where chance moves or the tree ends."""
        line = []
        node = self.best_child()
        while node is not None:
            line.append(self.action(node))
            node = self.best_child(node)
        return tuple(line)

    def result(self) -> SearchResult:
        """The answer: the best move, and what it brought on average."""
        line, best = self.line, self.best_child()
        over = self.game.is_terminal(self.state)
        values = self.means(ROOT if best is None else best)
        return SearchResult(
            action=line[0] if line else None,
            value=values[0 if over else max(self.game.to_move(self.state), 0)],
            values=values,
            line=line,
            nodes=self.simulations,
            depth=self.depth,
            seconds=self.seconds,
            exact=over,
            algorithm=self.algorithm,
            compiled=self.compiled,
        )
