"""The tree that a Monte Carlo search grows: its columns, as kernels see them, and the finished tree, as people look at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import inf, log, sqrt
from typing import Any, Final, NamedTuple

from ..buffers import Pointer
from ..game import CHANCE, Game
from ..result import SearchResult
from .analysis import Analysis, BestLine

ROOT: Final = 0
USED: Final = 0
FULL: Final = 1
DEEPEST: Final = 2
CAPACITY: Final = 3
"""Indices into `counts`."""
LEAST: Final = 0
MOST: Final = 1
"""Indices into `extremes`."""
MOST_NODES: Final = 2**31 - 1
"""What the columns can number."""
SPREADS: Final = 1 << 16
"""For so many visits the logarithm is in a table."""


class Columns(NamedTuple):
    """Node i is entry i of every column. The children of a node stand side by side; the root is node 0.

    The columns are NumPy arrays; interpreted, the actions, which may then be anything, are a list. Kernels reach the same memory by
    pointers or by views that give plain Python numbers (`for_kernels`).
    """

    visits: Any
    totals: Any
    """What each player got in all simulations through a node: entry `node * players + player`."""
    means: Any
    """What the player who chooses a node got on average: what UCB1 begins with."""
    rarities: Any
    """1 / sqrt(visits)."""
    actions: Any
    """The action (or outcome of chance) that leads to a node from its parent."""
    first: Any
    """Where the children begin."""
    children: Any
    """How many there are: 0 as long as the node has not been expanded."""
    tried: Any
    """How many of them have been visited (of a player's node): these are the first ones."""
    path: Any
    """The nodes of the simulation under way, from the root on: entry i is i plies below it."""
    movers: Any
    """Who chose each of them: a player or CHANCE."""
    counts: Any
    extremes: Any
    """The least and the greatest utility seen in a playout."""
    spreads: Any
    """sqrt(ln(n)) for n from 1 on."""

    @staticmethod
    def node_bytes(players: int) -> int:
        """What one node takes of all columns together, one step of the path included."""
        return 48 + 8 * players

    @classmethod
    def empty(cls, capacity: int, players: int, compiled: bool) -> Columns:
        """Room for `capacity` nodes, of which the root is there. The system gives memory only as it is used."""
        import numpy as np

        def column(kind: str, length: int = capacity) -> Any:
            return np.zeros(length, kind)

        columns = cls(
            visits=column("i4"),
            totals=column("f8", capacity * players),
            means=column("f8"),
            rarities=column("f8"),
            actions=column("i8") if compiled else [None] * capacity,
            first=column("i4"),
            children=column("i4"),
            tried=column("i4"),
            path=column("i4"),
            movers=column("i4"),
            counts=column("i8", 4),
            extremes=column("f8", 2),
            spreads=_spreads(),
        )
        columns.counts[USED], columns.counts[CAPACITY] = 1, capacity
        columns.extremes[LEAST], columns.extremes[MOST] = inf, -inf
        return columns

    def for_kernels(self, compiled: bool) -> Columns:
        """The same memory as kernels see it at this speed."""
        return Columns(*(as_kernels_see(column, compiled) for column in self))

    def below(self, nodes: Any) -> Any:
        """The children of these nodes, in their order: an array of numbers for an array of numbers."""
        import numpy as np

        counts = self.children[nodes]
        ends = np.cumsum(counts)
        return np.repeat(self.first[nodes] - (ends - counts), counts) + np.arange(counts.sum())


def as_kernels_see(column: Any, compiled: bool) -> Any:
    """A column as a pointer for machine code; or as a view, for one entry at a time three times as quick to read as a NumPy array."""
    if compiled:
        return Pointer(column)
    return column if isinstance(column, list) else memoryview(column)


@cache
def _spreads() -> Any:
    import numpy as np

    return np.sqrt(np.log(np.arange(SPREADS).clip(1)))


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
    """How many the last search made."""
    seconds: float
    compiled: bool
    knowledge: Any = None
    """What nodes know beyond visits and means, where a search has such switches: `counterplay.search.mcts.knowledge`."""

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

    # ── Nodes ──
    def children(self, node: int = ROOT) -> range:
        """The numbers of a node's children; those that were never visited are among them."""
        first = int(self.columns.first[node])
        return range(first, first + int(self.columns.children[node]))

    @cached_property
    def _parents(self) -> Any:
        import numpy as np

        parents = np.full(len(self), -1)
        inner = np.nonzero(self.columns.children[: len(self)])[0]
        parents[self.columns.below(inner)] = np.repeat(inner, self.columns.children[inner])
        return parents

    def parent(self, node: int) -> int | None:
        """The number of the node above; None above the root."""
        return None if node == ROOT else int(self._parents[node])

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

    def proven(self, node: int = ROOT) -> tuple[float, ...] | None:
        """What each player gets under best play, where the solver has proven it."""
        if self.knowledge is None or node >= len(self.knowledge.proven) or not self.knowledge.proven[node]:
            return None
        players = self.game.players
        return tuple(float(worth) for worth in self.knowledge.worths[node * players : (node + 1) * players])

    def values(self, node: int = ROOT) -> tuple[float, ...]:
        """What is known of what each player gets: the proven values, or else the means."""
        return self.proven(node) or self.means(node)

    def prior(self, node: int) -> float | None:
        """How likely the action to a node looked before it was tried; None where the search has no priors."""
        return None if self.knowledge is None else float(self.knowledge.priors[node])

    def position(self, node: int) -> Any:
        """The state at a node."""
        actions = []
        while node != ROOT:
            actions.append(self.action(node))
            node = int(self._parents[node])
        state = self.state
        for action in reversed(actions):
            state = self.game.result(state, action)
        return state

    def player(self, node: int = ROOT) -> int | None:
        """Who moves at a node: a player or CHANCE; None where the game is over."""
        return self._player_in(self.position(node))

    def _player_in(self, state: Any) -> int | None:
        return None if self.game.is_terminal(state) else self.game.to_move(state)

    # ── UCB1 ──
    @property
    def scale(self) -> float:
        """Half the difference between the greatest and the least utility seen (1 as long as there is none): the unit of `exploration`."""
        least, most = self.columns.extremes
        return 0.5 * float(most - least) if most > least else 1.0

    def exploration_term(self, node: int) -> float:
        """The second term of UCB1 (the first is the mean of the player who chooses): great where little is known."""
        visits, parent = self.visits(node), self.parent(node)
        if parent is None or not visits:
            return inf
        return self.exploration * self.scale * sqrt(log(self.visits(parent))) / sqrt(visits)

    # ── The answer ──
    def ranked(self, node: int = ROOT) -> list[int]:
        """The children that were visited or are proven, best first: those that are proven and no worse than the most visited of the others
        looks; then the most visited, of equals the one with the best mean; proven losses last.

        Where the node itself is proven, the best proven one is first.
        """
        return self._ranked(node, self.player(node))

    def _ranked(self, node: int, player: int | None) -> list[int]:
        if player is None or player == CHANCE:
            return []
        decided = self.proven(node) is not None
        least = float(self.columns.extremes[LEAST])
        visited = [child for child in self.children(node) if self.visits(child) or self.proven(child) is not None]
        open_ones = [child for child in visited if self.proven(child) is None]
        leader = max(open_ones, key=self.visits, default=None)
        enough = -inf if leader is None else self.means(leader)[player]

        def standing(child: int) -> tuple[float, ...]:
            proven = self.proven(child)
            if decided:
                return (-inf if proven is None else proven[player], self.visits(child))
            if proven is not None and proven[player] >= enough:  # in hand, and nothing looks better
                return (2, proven[player], self.visits(child))
            hope = proven is None or proven[player] > least
            return (hope, 0 if self.by_mean else self.visits(child), self.values(child)[player])

        return sorted(visited, key=standing, reverse=True)

    def best_child(self, node: int = ROOT) -> int | None:
        """The first of `ranked`; None where no player chooses or nothing was tried."""
        return next(iter(self.ranked(node)), None)

    def line_through(self, node: int) -> tuple[Any, ...]:
        """The action to a child of the root, then the best children from there on, to where chance moves or the tree ends."""
        line, state = [self.action(node)], self.game.result(self.state, self.action(node))
        while ranked := self._ranked(node, self._player_in(state)):
            node = ranked[0]
            line.append(self.action(node))
            state = self.game.result(state, self.action(node))
        return tuple(line)

    @property
    def line(self) -> tuple[Any, ...]:
        """The best children from the root on, to where chance moves or the tree ends."""
        best = self.best_child()
        return () if best is None else self.line_through(best)

    def result(self) -> SearchResult:
        """The answer: the best move, and what it brought on average."""
        line, best = self.line, self.best_child()
        over = self.game.is_terminal(self.state)
        values = self.values(ROOT if best is None else best)
        return SearchResult(
            action=line[0] if line else None,
            value=values[0 if over else max(self.game.to_move(self.state), 0)],
            values=values,
            line=line,
            nodes=self.simulations,
            depth=self.depth,
            seconds=self.seconds,
            exact=over or self.proven() is not None,
            algorithm=self.algorithm,
            compiled=self.compiled,
        )

    def analysis(self, lines: int) -> Analysis:
        """The best `lines` moves, as the engine tells of them."""
        player = self.player()
        best = tuple(
            BestLine(self.action(child), self.values(child)[player or 0], self.line_through(child), None, self.proven(child) is not None)
            for child in self.ranked()[:lines]
        )
        return Analysis(
            depth=max((len(line.line) for line in best), default=0),
            selective_depth=self.depth,
            lines=best,
            nodes=self.simulations,
            seconds=self.seconds,
            table_full=len(self) / len(self.columns.visits),
            exact=self.proven() is not None,
            algorithm=self.algorithm,
            compiled=self.compiled,
        )
