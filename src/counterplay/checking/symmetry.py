"""Checks of symmetries: what is called the same position must be the same position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..game import CHANCE
from .asking import Ask, shown
from .node import Node
from .report import Finding
from .rules import look

SMALL: Final = 200
"""Values are compared by looking at about this many nodes under each state."""
MOST_COMPARED: Final = 100
"""In so many states values are compared; the cheap facts are compared in all."""


class ImagesAreTheSame:
    """A symmetric image has the same mover, the same actions by number, the same end, utilities and minimax value."""

    def __init__(self) -> None:
        self.compared = 0

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        images = [(image, "symmetries()") for image in ask.every("symmetries", node.state)] if ask.has("symmetries") else []
        if ask.has("canonical"):
            images.append((ask("canonical", node.state), "canonical()"))
        images = [(image, source) for image, source in images if not ask.equal(image, node.state)]
        facts = _facts(ask, node.state) if images else {}
        for image, source in images:
            for fact, other in _facts(ask, image).items():
                if facts.get(fact, other) != other:
                    yield _changed(source, image, fact, facts[fact], other)
                    return
        if images and self.compared < MOST_COMPARED and not node.terminal:
            self.compared += 1
            yield from _same_value(ask, node, images)


def canonical_is_one_for_all(ask: Ask, node: Node) -> Iterator[Finding]:
    """The canonical state is its own canonical state, and that of every image."""
    if not (ask.has("symmetries") or ask.has("canonical")):
        return
    canonical = ask("canonical", node.state)
    again = ask("canonical", canonical)
    if not ask.equal(again, canonical):
        sentence = (
            f"canonical() gives {shown(canonical, 120)}, and canonical() of that {shown(again, 120)}: let it always return the least image."
        )
        yield Finding("canonical-unstable", sentence)
        return
    if not ask.has("symmetries"):
        return
    for image in ask.every("symmetries", node.state):
        other = ask("canonical", image)
        if not ask.equal(other, canonical):
            sentence = (
                f"canonical() of this state is {shown(canonical, 120)}, of its image {shown(image, 120)} it is {shown(other, 120)}: "
                "let symmetries() yield the whole orbit and canonical() the least of it."
            )
            yield Finding("canonical-differs", sentence)
            return


def _facts(ask: Ask, state: Any) -> dict[str, Any]:
    """What a symmetry must keep, as far as it can be seen without looking ahead."""
    node = Node(state)
    for _ in look(ask, node):  # what is wrong with the image itself is reported where play reaches it
        pass
    if node.terminal:
        return {"the end of the game": True, "the utilities": tuple(ask("utility", state, player) for player in range(ask.game.players))}
    return {"the end of the game": False, "the player to move": node.player, "the number of actions": len(node.moves)}


def _same_value(ask: Ask, node: Node, images: list[tuple[Any, str]]) -> Iterator[Finding]:
    depth = _depth(ask, node.state)
    value = _worth(ask, node.state, depth)
    for image, source in images:
        other = _worth(ask, image, depth)
        if not _close(value, other):
            plies = "1 ply" if depth == 1 else f"{depth} plies"
            yield _changed(
                source, image, f"the value, looking {plies} ahead," if isinstance(value, float) else f"the tree of {plies}", value, other
            )
            return


def _depth(ask: Ask, state: Any) -> int:
    """So many plies ahead are at most SMALL nodes; one ply at least. Counted, since a state with one move may have many below that."""
    depth, nodes, layer = 0, 0, [state]
    while layer:
        below: list[Any] = []
        for each in layer:
            below += _below(ask, each)
            if depth > 0 and nodes + len(below) > SMALL:
                return depth
        depth, nodes, layer = depth + 1, nodes + len(below), below
    return depth


def _below(ask: Ask, state: Any) -> list[Any]:
    """The states one ply below."""
    if ask("is_terminal", state):
        return []
    chance = ask("to_move", state) == CHANCE
    moves = [outcome for outcome, _ in ask.every("chances", state)] if chance else ask.every("actions", state)
    return [ask("result", state, move) for move in moves]


def _changed(source: str, image: Any, fact: str, here: Any, there: Any) -> Finding:
    sentence = (
        f"{source} calls {shown(image, 120)} the same position, "
        f"but {fact} changes from {shown(here, 60)} to {shown(there, 60)}: correct the image."
    )
    return Finding("symmetry", sentence, f"{source} {fact}")


def _worth(ask: Ask, state: Any, depth: int) -> Any:
    """The minimax value for player 0 or, where that is not unique (general sum, three players), the shape of the tree."""
    game = ask.game
    if game.players == 1 or (game.players == 2 and game.payoff_sum is not None):
        return _minimax(ask, state, depth)
    return _shape(ask, state, depth)


def _minimax(ask: Ask, state: Any, depth: int) -> float:
    if ask("is_terminal", state):
        return float(ask("utility", state, 0))
    if depth == 0:
        return (ask.game.payoff_sum or 0.0) / 2  # unfinished: the same guess on both sides
    player = ask("to_move", state)
    if player == CHANCE:
        pairs = ask.every("chances", state)
        return float(sum(chance * _minimax(ask, ask("result", state, outcome), depth - 1) for outcome, chance in pairs))
    values = [_minimax(ask, ask("result", state, action), depth - 1) for action in ask.every("actions", state)]
    return max(values) if player == 0 else min(values)


def _shape(ask: Ask, state: Any, depth: int) -> str:
    """The tree below a state, who moves and what the ends are worth, whatever the order of the actions."""
    if ask("is_terminal", state):
        return str([float(ask("utility", state, player)) for player in range(ask.game.players)])
    player = ask("to_move", state)
    if depth == 0:
        return f"{player}…"
    moves = ask.every("chances", state) if player == CHANCE else [(action, "") for action in ask.every("actions", state)]
    children = sorted(f"{chance}{_shape(ask, ask('result', state, move), depth - 1)}" for move, chance in moves)
    return f"{player}({' '.join(children)})"


def _close(one: Any, other: Any) -> bool:
    return abs(one - other) <= 1e-9 if isinstance(one, float) else bool(one == other)
