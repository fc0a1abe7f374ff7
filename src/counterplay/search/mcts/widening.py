"""Progressive widening where chance moves (Couëtoux et al. 2011): with n visits no more than widening * sqrt(n) outcomes are looked at.

An outcome is drawn with its probability; one that is not among the children becomes one as long as there may be more, otherwise one of the
children is drawn with its probability among them. The children stand side by side in room that is doubled when it is used up.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from ...kernels import kernel
from ..playout import sample
from ..sampled_tree import CAPACITY, FULL, USED
from .knowledge import know_nothing
from .uct import make_node

FIRST_ROOM: Final = 4


@kernel
def widened_child(game, state, node, settings, nothing, tree, knowledge, rng, watch):
    """The child for what chance does; -1 where there is none and no room for one."""
    number, outcome = sample(game, state, rng)
    first, count = tree.first[node], tree.children[node]
    for child in range(first, first + count):
        if tree.actions[child] == outcome:
            return child
    if count < max(1.0, settings.widening * sqrt(tree.visits[node])) and has_room(node, settings, nothing, tree, knowledge, watch):
        child = tree.first[node] + count
        tree.actions[child] = outcome
        make_node(child, tree, nothing)
        know_nothing(child, settings, nothing, knowledge)
        knowledge.priors[child] = probability_of(game, state, number)
        tree.children[node] = count + 1
        return child
    return drawn_child(node, tree, knowledge, rng)


@kernel
def probability_of(game, state, number):
    """How likely an outcome of chance is, by its number among them."""
    for _, probability in game.chances(state):
        if number == 0:
            return probability
        number -= 1
    return 0.0


@kernel
def drawn_child(node, tree, knowledge, rng):
    """One of the outcomes that are looked at, with its probability among them; -1 if there is none."""
    first, count = tree.first[node], tree.children[node]
    total = 0.0
    for child in range(first, first + count):
        total += knowledge.priors[child]
    remaining = total * rng.uniform()
    for child in range(first, first + count):
        remaining -= knowledge.priors[child]
        if remaining < 0.0:
            return child
    return first + count - 1 if count > 0 else -1


@kernel
def has_room(node, settings, nothing, tree, knowledge, watch):
    """Whether one more child fits: in the room that the node has (`tried` says how much that is), or in twice as much at the tree's end."""
    count, room = tree.children[node], tree.tried[node]
    if count < room:
        return True
    start, room = tree.counts[USED], max(2 * room, FIRST_ROOM)
    if start + room > tree.counts[CAPACITY]:
        tree.counts[FULL] = 1
        return False
    for number in range(count):
        move_node(tree.first[node] + number, start + number, settings, nothing, tree, knowledge, watch)
    for spare in range(start + count, start + room):
        make_node(spare, tree, nothing)
    tree.first[node] = start
    tree.tried[node] = room
    tree.counts[USED] = start + room
    return True


@kernel
def move_node(old, new, settings, nothing, tree, knowledge, watch):
    """Put a node into another place; its children stay where they are."""
    players = len(nothing)
    tree.visits[new] = tree.visits[old]
    tree.means[new] = tree.means[old]
    tree.rarities[new] = tree.rarities[old]
    tree.actions[new] = tree.actions[old]
    tree.first[new] = tree.first[old]
    tree.children[new] = tree.children[old]
    tree.tried[new] = tree.tried[old]
    know_nothing(new, settings, nothing, knowledge)
    knowledge.priors[new] = knowledge.priors[old]
    for player in range(players):
        tree.totals[new * players + player] = tree.totals[old * players + player]
        if settings.solver:
            knowledge.worths[new * players + player] = knowledge.worths[old * players + player]
    if settings.solver:
        knowledge.proven[new] = knowledge.proven[old]
        knowledge.best_proven[new] = knowledge.best_proven[old]
        knowledge.ceilings[new] = knowledge.ceilings[old]
    make_node(old, tree, nothing)
    watch.move(old, new)
