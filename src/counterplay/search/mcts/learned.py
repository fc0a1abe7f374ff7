"""A network in place of playouts and priors (AlphaZero: Silver et al. 2017): asked once a node, it says both.

A leaf is worth what `Game.foresee` says, and gets its children at once, with the priors that it says: the softmax of the logits of the
actions there are.

A network may have learned the game's own scoring (`Game.score`: discs, or how soon it was won) instead of mere wins. Then a search values
scores, brought between -1 and 1, and believes the game's `bounds`: a leaf of known score is proven, and an action that brings the most
there is to have proves its node.
"""

from __future__ import annotations

from math import exp, inf
from typing import Final

from ...bits import replace
from ...buffers import scratch
from ...evaluations.foresight import MOST_POLICY
from ...kernels import kernel
from ..sampled_tree import CAPACITY, FULL, USED
from .knowledge import know_nothing
from .proofs import prove
from .uct import add_children, make_node

LEAST_WIN: Final = 0.25
MOST_FORCED: Final = 64


@kernel
def settled(game, state, node, settings, nothing, tree, knowledge):
    """What a state is worth to each player by its score: known, and then proven; or else foreseen."""
    over, forced = game.is_terminal(state), False
    player = 0 if over else game.to_move(state)
    low = high = float(game.score(state, player)) if over else 0.0
    if not over:
        end = forced_end(game, state)
        forced = end != state
        state = end
        player = game.to_move(state)
        low, high = game.bounds(state, player)
    if low < high and forced:  # the node gets its one child when a simulation comes here again
        return for_both(game.foresee(state, scratch(MOST_POLICY)), game.viewpoint(state), nothing)
    if low < high:
        return foreseen(game, state, node, settings, nothing, tree, knowledge)
    values = for_both(worth_of(low, settings.most_score), player, nothing)
    prove(node, values, knowledge)
    return values


@kernel
def forced_end(game, state):
    """Where play comes to as long as there is but one candidate, whose value is that of the state: there the player to move has a choice,
    or the score is known."""
    for _ in range(MOST_FORCED):  # positions may come back
        low, high = game.bounds(state, game.to_move(state))
        if low >= high:
            return state
        count, forced = 0, state
        for action in game.candidates(state):
            count += 1
            if count == 1:
                forced = game.result(state, action)
        if count != 1 or game.is_terminal(forced):
            return state
        state = forced
    return state


@kernel
def worth_of(score, most):
    """A score between -1 and 1: a draw is 0, and the least win far enough from it that nobody risks a win for a few points."""
    return (LEAST_WIN if score > 0.0 else -LEAST_WIN if score < 0.0 else 0.0) + (1.0 - LEAST_WIN) * score / most


@kernel
def foreseen(game, state, node, settings, nothing, tree, knowledge):
    """What the network says that a state is worth to each player; its node, if it has no children yet and there is room, gets them."""
    logits = scratch(MOST_POLICY)
    value = game.foresee(state, logits)
    if tree.children[node] == 0 and add_foreseen_children(game, state, node, settings, nothing, tree, knowledge):
        set_foreseen_priors(game, state, node, logits, settings, nothing, tree, knowledge)
    return for_both(value, game.viewpoint(state), nothing)


@kernel
def for_both(value, player, nothing):
    """What is worth this to a player, as both have it."""
    values = nothing
    for other in range(len(nothing)):
        values = replace(values, other, value if other == player else -value)
    return values


@kernel
def add_foreseen_children(game, state, node, settings, nothing, tree, knowledge):
    """A child for every action; where scores count and this one is not known, for the game's candidates, among which a best one is."""
    if settings.most_score > 0.0:
        low, high = game.bounds(state, game.to_move(state))
        knowledge.ceilings[node] = worth_of(high, settings.most_score)
        if low < high:
            first = tree.counts[USED]
            used = first
            for action in game.candidates(state):
                if used < tree.counts[CAPACITY]:
                    tree.actions[used] = action
                    make_node(used, tree, nothing)
                used += 1
            if first < used <= tree.counts[CAPACITY]:
                tree.first[node], tree.children[node], tree.counts[USED] = first, used - first, used
                return True
            tree.counts[FULL] = 1
            return False
    return add_children(game, state, node, tree, nothing)


@kernel
def set_foreseen_priors(game, state, node, logits, settings, nothing, tree, knowledge):
    """Give the children of a node, of which nothing else is known, their priors."""
    priors, first = knowledge.priors, tree.first[node]
    end = first + tree.children[node]
    most = -inf
    for child in range(first, end):
        know_nothing(child, settings, nothing, knowledge)
        priors[child] = logits[game.action_number(state, tree.actions[child])]
        most = max(most, priors[child])
    total = 0.0
    for child in range(first, end):
        priors[child] = exp(priors[child] - most)
        total += priors[child]
    for child in range(first, end):
        priors[child] /= total
