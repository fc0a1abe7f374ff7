"""The whole game tree, built first and backed up afterwards (Russell & Norvig, section 5.2): minimax, max^n and expectiminimax at once.

Contract: the values of a node are

    its utilities                                               if its state is terminal
    its evaluations                                             if is_cutoff(state, depth left)
    the sum over its children of probability * values           if chance moves there
    those of the child that is best for the player to move, of equals the first, otherwise

With two players whose utilities add up to a constant that is minimax: only the root's player is asked what a leaf is worth, the other gets
the rest. Nothing here is recursive, so a line may be as long as memory lasts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..errors import RulesError, UsageError
from ..game import CHANCE, Game
from ..positions import root_of
from .fitting import require_perfect_information, zero_sum_values
from .lookahead import CutoffTest, Evaluation, Limits, mover

MOST_NODES: Final = 1_000_000
"""How many nodes a tree may have unless you say otherwise: about half a gigabyte."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One node. Others are referred to by their number in `GameTree.nodes`, so a tree can be compared, pickled and printed at any depth."""

    number: int
    parent: int | None
    ply: int
    actions: tuple[Any, ...]
    """The actions that lead here from the parent: one, or several where symmetric ones were merged; none at the root."""
    probability: float | None
    """How likely they are, below a chance node."""
    state: Any
    player: int | None
    """Who moves: a player or CHANCE; None where the game is over."""
    evaluated: bool
    """Whether the tree was cut off here although the game goes on."""
    values: tuple[float, ...]
    children: tuple[int, ...]
    best: int | None
    """The child whose values this node has; None at leaves and chance nodes."""


@dataclass(frozen=True, repr=False)
class GameTree:
    """A game tree with the value of every node. Nodes are numbered level by level, from the root, 0."""

    game: Game[Any, Any]
    nodes: tuple[TreeNode, ...]

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[TreeNode]:
        return iter(self.nodes)

    def __getitem__(self, number: int) -> TreeNode:
        return self.nodes[number]

    def __repr__(self) -> str:
        return f"<GameTree of {self.game.name}: {len(self):,} nodes, values {self.values}>"

    @property
    def values(self) -> tuple[float, ...]:
        """What the root is worth to each player."""
        return self.nodes[0].values

    @property
    def value(self) -> float:
        """What the root is worth to the player to move there (to the first player where chance does or the game is over)."""
        return self.values[max(self.nodes[0].player or 0, 0)]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many nodes there are at each ply."""
        counts = [0] * (self.nodes[-1].ply + 1)
        for node in self.nodes:
            counts[node.ply] += 1
        return tuple(counts)

    @property
    def leaves(self) -> tuple[TreeNode, ...]:
        """The nodes without children."""
        return tuple(node for node in self.nodes if not node.children)

    @property
    def exact(self) -> bool:
        """Whether every line goes to the end of the game."""
        return not any(node.evaluated for node in self.nodes)

    @property
    def line(self) -> tuple[Any, ...]:
        """Best play by all sides from the root on, to where chance moves or the tree ends."""
        line, node = [], self.nodes[0]
        while node.best is not None:
            node = self.nodes[node.best]
            line.append(node.actions[0])
        return tuple(line)


@dataclass(slots=True)
class _Draft:
    """A node while the tree is being built."""

    parent: int | None
    ply: int
    actions: list[Any]
    probability: float | None
    state: Any
    player: int | None = None
    evaluated: bool = False
    values: tuple[float, ...] = ()
    first: int = 0
    last: int = 0
    best: int | None = None


def game_tree(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    symmetry: bool = False,
    evaluate: Evaluation | None = None,
    is_cutoff: CutoffTest | None = None,
    most: int = MOST_NODES,
) -> GameTree:
    """The tree of a game from a state on, to `depth` plies or to the end, with the value of every node.

    `symmetry=True` keeps one of the children of a node that are symmetric to each other. A tree of over `most` nodes is refused.

    >>> import counterplay as cp
    >>> cp.game_tree(cp.load("tic_tac_toe"), depth=2, symmetry=True).counts
    (1, 3, 12)
    """
    require_perfect_information("game_tree", game)
    limits = Limits(depth=depth, evaluate=evaluate, is_cutoff=is_cutoff)
    if most < 1:
        raise UsageError(f"most={most}: a tree has at least one node.")
    game = limits.applied_to(game)
    root = root_of(game, state)
    drafts = _build(game, root, depth, symmetry, most)
    _back_up(game, drafts, max(mover(game, root), 0))
    return GameTree(game, tuple(_finished(number, draft) for number, draft in enumerate(drafts)))


def _build(game: Game[Any, Any], root: Any, depth: int | None, symmetry: bool, most: int) -> list[_Draft]:
    """All nodes, level by level. The children of a node stand side by side."""
    drafts = [_Draft(None, 0, [], None, root)]
    for number, draft in enumerate(drafts):  # the list grows while we walk along it
        draft.first = draft.last = len(drafts)
        if game.is_terminal(draft.state):
            continue
        draft.player = game.to_move(draft.state)
        # Without a depth only a cut-off test of the game's own can stop a line: it is told that there are plies enough.
        if game.is_cutoff(draft.state, most if depth is None else depth - draft.ply):
            draft.evaluated = True
            continue
        children = _children(game, number, draft, symmetry)
        if not children:
            raise RulesError(f"The rules of {game.name}: the game is not over at {game.format_state(draft.state)}, but there is no action.")
        drafts.extend(children)
        draft.last = len(drafts)
        if len(drafts) > most:
            raise UsageError(
                f"The tree of {game.name} has over {most:,} nodes{f' at ply {draft.ply + 1}' if depth is None else ''}: "
                f"give a smaller depth, or search it with minimax or maxn, which keep no tree."
            )
    return drafts


def _children(game: Game[Any, Any], number: int, draft: _Draft, symmetry: bool) -> list[_Draft]:
    """The nodes below one node, symmetric ones merged if so wished."""
    chance = draft.player == CHANCE
    moves = game.chances(draft.state) if chance else ((action, None) for action in game.actions(draft.state))
    children: list[_Draft] = []
    known: dict[Any, _Draft] = {}
    for action, probability in moves:
        below = game.result(draft.state, action)
        twin = known.get(game.canonical(below)) if symmetry else None
        if twin is None:
            child = _Draft(number, draft.ply + 1, [action], probability, below)
            children.append(child)
            if symmetry:
                known[game.canonical(below)] = child
        else:
            twin.actions.append(action)
            if twin.probability is not None and probability is not None:
                twin.probability += probability
    return children


def _back_up(game: Game[Any, Any], drafts: list[_Draft], player: int) -> None:
    """Give every node its values, the last first: children come after their parents."""
    constant_sum = game.players <= 2 and (game.players == 1 or game.payoff_sum is not None)
    for draft in reversed(drafts):
        children = drafts[draft.first : draft.last]
        if draft.player is None or draft.evaluated:
            worth = game.evaluate if draft.evaluated else game.utility
            if constant_sum:
                draft.values = zero_sum_values(game, player, float(worth(draft.state, player)))
            else:
                draft.values = tuple(float(worth(draft.state, one)) for one in range(game.players))
        elif draft.player == CHANCE:
            draft.values = tuple(sum((child.probability or 0.0) * child.values[one] for child in children) for one in range(game.players))
        else:
            mover = draft.player
            best = max(range(len(children)), key=lambda choice: children[choice].values[mover])
            draft.best, draft.values = draft.first + best, children[best].values


def _finished(number: int, draft: _Draft) -> TreeNode:
    return TreeNode(
        number=number,
        parent=draft.parent,
        ply=draft.ply,
        actions=tuple(draft.actions),
        probability=draft.probability,
        state=draft.state,
        player=draft.player,
        evaluated=draft.evaluated,
        values=draft.values,
        children=tuple(range(draft.first, draft.last)),
        best=draft.best,
    )
