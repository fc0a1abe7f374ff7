"""A network in place of playouts and priors (AlphaZero: Silver et al. 2017): asked once a node, it says both.

A leaf is worth what `Game.foresee` says, and gets its children at once, with the priors that it says: the softmax of the logits of the
actions there are.

A network may have learned the game's own scoring (`Game.score`: discs, or how soon it was won) instead of mere wins. Then a search values
scores, brought between -1 and 1, and believes the game's `bounds`: a leaf of known score is proven, and an action that brings the most
there is to have proves its node.
"""

from __future__ import annotations

from math import exp, inf

from ...buffers import scratch
from ...evaluations.foresight import MOST_POLICY
from ...kernels import kernel
from ..sampled_tree import FULL, USED
from .proofs import proven_values
from .settling import for_both, forced_end, settle, settle_children, worth_of
from .uct import add_child, add_children, adopt


@kernel
def settled(game, state, node, settings, nothing, tree, knowledge, watch):
    """What a state is worth to each player: known, and then proven; or else foreseen."""
    if settle(game, state, node, settings, nothing, knowledge, watch):
        return proven_values(node, nothing, knowledge)
    end = forced_end(game, state, settings.most_score)
    if end != state:  # the node gets its one child when a simulation comes here again
        return for_both(game.foresee(end, scratch(MOST_POLICY)), game.viewpoint(end), nothing)
    return foreseen(game, state, node, settings, nothing, tree, knowledge, watch)


@kernel
def foreseen(game, state, node, settings, nothing, tree, knowledge, watch):
    """What the network says that a state is worth to each player; its node, if it has no children yet and there is room, gets them. Where
    that proves it, nobody asks the network."""
    grown = tree.children[node] == 0 and add_candidates(game, state, node, settings, nothing, tree, knowledge)
    if grown:
        settle_children(game, state, node, settings, nothing, tree, knowledge, watch)
        if knowledge.proven[node]:
            return proven_values(node, nothing, knowledge)
    logits = scratch(MOST_POLICY)
    value = game.foresee(state, logits)
    if grown:
        set_foreseen_priors(game, state, node, logits, tree, knowledge)
    return for_both(value, game.viewpoint(state), nothing)


@kernel
def add_candidates(game, state, node, settings, nothing, tree, knowledge):
    """A child for each of the game's candidates, among which a best action is; where the state's worth is known, for every action."""
    low, high = game.bounds(state, game.to_move(state))
    low, high = worth_of(low, settings.most_score), worth_of(high, settings.most_score)
    knowledge.ceilings[node] = high
    if low >= high:
        return add_children(game, state, node, tree, nothing)
    used = tree.counts[USED]
    if tree.counts[FULL]:
        return False
    for action in game.candidates(state):
        used = add_child(action, used, tree, nothing)
    return adopt(node, used, tree)


@kernel
def set_foreseen_priors(game, state, node, logits, tree, knowledge):
    """Give the children of a node their priors."""
    priors, first = knowledge.priors, tree.first[node]
    end = first + tree.children[node]
    most = -inf
    for child in range(first, end):
        priors[child] = logits[game.action_number(state, tree.actions[child])]
        most = max(most, priors[child])
    total = 0.0
    for child in range(first, end):
        priors[child] = exp(priors[child] - most)
        total += priors[child]
    for child in range(first, end):
        priors[child] /= total
