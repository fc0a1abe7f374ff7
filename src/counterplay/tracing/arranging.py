"""The same game with its actions in another order: the order decides how much alpha-beta cuts.

An order is given as a word (best first, worst first, reversed) or as swaps: at the node after these moves, these moves first. Names of
moves stay what they are, so that two orders of one tree can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from ..errors import UsageError
from ..game import CHANCE, Game
from .model import Node, Value
from .record import trace
from .value import Trace

Order = Literal["written", "best", "worst", "reversed"]
Swap = tuple[Sequence[str], Sequence[str]]
"""The moves from the root to a node, and the moves that come first there."""


def arranged(game: Game[Any, Any], root: Any, order: Order = "written", swaps: Iterable[Swap] = (), **settings: Any) -> Game[Any, Any]:
    """The game with its actions in this order. `settings` (depth=, most_steps=, progress=) are those of the search that finds the best.

    >>> import counterplay as cp
    >>> tree = cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])")
    >>> [cp.trace("alphabeta", arranged(tree, 0, order)).result.nodes for order in ("written", "best", "worst")]
    [11, 9, 13]
    """
    first: dict[Any, list[Any]] = {}
    if order in ("best", "worst"):
        first = _sorted(game, root, order == "best", settings)
    for path, names in swaps:
        state = _follow(game, root, path)
        first[state] = [_named(game, state, name) for name in names]
    if not first and order != "reversed":
        return game

    def actions(self: Game[Any, Any], state: Any) -> Iterator[Any]:
        every = list(game.actions(state))
        if state in first:
            chosen = first[state]
            yield from chosen
            yield from (action for action in every if action not in chosen)
        else:
            yield from reversed(every) if order == "reversed" else every

    return game.using(actions=actions)


def _sorted(game: Game[Any, Any], root: Any, best: bool, settings: dict[str, Any]) -> dict[Any, list[Any]]:
    """For every state of the tree its actions from the best for the mover to the worst, or the other way round."""
    several = game.players > 2 or (game.players == 2 and game.payoff_sum is None)
    searched = trace("maxn" if several else "expectiminimax" if game.properties.chance else "minimax", game, root, **settings)
    states, found = {0: root}, {}
    for node in searched.preorder():
        state = states[node.index]
        if not node.children:
            continue
        chance = node.kind == "chance"
        actions = {game.format_action(state, action): action for action in _choices(game, state, chance)}
        for child in node.children:
            states[child] = game.result(state, actions[searched.nodes[child].action])
        if not chance and state not in found:  # of a state met twice, the search that looked further
            ordered = sorted(node.children, key=lambda child, node=node: _for_mover(searched, node, child), reverse=best)  # type: ignore[misc]
            found[state] = [actions[searched.nodes[child].action] for child in ordered]
    return found


def _choices(game: Game[Any, Any], state: Any, chance: bool) -> list[Any]:
    return [outcome for outcome, _ in game.chances(state)] if chance else list(game.actions(state))


def _for_mover(searched: Trace, node: Node, child: int) -> float:
    final = searched.final(child)
    value: Value | None = None if final is None else final.value
    assert value is not None
    if isinstance(value, tuple):
        return value[node.player or 0]
    return value if node.kind == "max" else -value


def _follow(game: Game[Any, Any], root: Any, path: Sequence[str]) -> Any:
    state = root
    for name in path:
        state = game.result(state, _named(game, state, name))
    return state


def _named(game: Game[Any, Any], state: Any, name: str) -> Any:
    if not game.is_terminal(state):
        for action in _choices(game, state, game.to_move(state) == CHANCE):
            if game.format_action(state, action) == name:
                return action
    raise UsageError(f"The order names the move {name[:60]!r}, which is not there: choose the order again.")
