"""UCT with everything that makes it strong: the same four steps as in `uct`, each asking the ideas that are switched on.

Contract: with every switch off it grows the tree that `uct` grows, node for node.
"""

from __future__ import annotations

from math import inf

from ...bits import replace
from ...game import CHANCE
from ...kernels import kernel
from ..endings import UNKNOWN, told, worth_of
from ..playout import playout, sample
from ..sampled_tree import DEEPEST, ROOT
from ..vectors import utilities
from .amaf import count_later
from .knowledge import know_nothing
from .learned import foreseen, settled
from .priors import set_priors
from .proofs import at_least_proven, prove, prove_upward, proven_values
from .selection import best_informed_child
from .uct import add_children, back_up, scale_of, untried_child, widen_scale
from .widening import widened_child


@kernel
def enhanced_uct(game, root, simulations, settings, depth, nothing, tree, knowledge, endings, rng, watch):
    """Grow the tree by so many simulations, fewer where the root is proven before."""
    visits, actions, children, path, movers = tree.visits, tree.actions, tree.children, tree.path, tree.movers
    ordered = settings.puct or settings.bias > 0.0 or settings.rave > 0.0
    for _ in range(simulations):
        if (settings.solver and knowledge.proven[ROOT]) or watch.enter(root, 0, -inf, inf):
            break
        # SELECT a leaf and EXPAND it
        state, node, plies = root, ROOT, 0
        scale = scale_of(tree)
        watch.select(node)
        while not game.is_terminal(state) and not (settings.solver and knowledge.proven[node]):
            player = game.to_move(state)
            if player == CHANCE and settings.widening > 0.0:
                child = widened_child(game, state, node, settings, nothing, tree, knowledge, rng, watch)
                if child < 0:
                    break
            else:
                if children[node] == 0 and not expand(game, state, node, settings, nothing, tree, knowledge, rng, watch):
                    break  # the tree is full: the playout goes on from its edge
                if player == CHANCE:
                    number, _ = sample(game, state, rng)
                    child = tree.first[node] + number
                elif not ordered and tree.tried[node] < children[node]:
                    child = untried_child(node, tree, rng)
                else:
                    child = best_informed_child(node, player, scale, settings, nothing, tree, knowledge)
            state = game.result(state, actions[child])
            plies += 1
            path[plies] = child
            movers[plies] = player
            if visits[child] == 0:
                watch.expand(node, child, actions[child])
            if visits[child] < settings.expand_after:
                node = child
                break
            node = child
            watch.select(node)
        tree.counts[DEEPEST] = max(tree.counts[DEEPEST], plies)
        # SIMULATE and BACK-PROPAGATE
        values = outcome(game, state, node, depth, settings, nothing, tree, knowledge, endings, rng, watch)
        if watch.stopped():
            break  # in the middle of the playout: it counts for nothing
        watch.simulate(values)
        if settings.rave > 0.0:
            count_later(plies, values, tree, knowledge)
        if settings.solver and knowledge.proven[node]:
            prove_upward(plies, settings, nothing, tree, knowledge)
        widen_scale(values, tree)
        for ply in range(plies, -1, -1):
            back_up(ply, values, tree, watch)
            if settings.solver and ply > 0:
                values = at_least_proven(ply, values, tree, knowledge)


@kernel
def expand(game, state, node, settings, nothing, tree, knowledge, rng, watch):
    """Give a node its children, of which nothing is known but how likely they look; False if there is no room."""
    if settings.learned:
        foreseen(game, state, node, settings, nothing, tree, knowledge, watch)
        return tree.children[node] > 0
    if not add_children(game, state, node, tree, nothing):
        return False
    first = tree.first[node]
    end = first + tree.children[node]
    for child in range(first, end):
        know_nothing(child, settings, nothing, knowledge)
    if game.to_move(state) == CHANCE:
        child = first
        for _, probability in game.chances(state):
            knowledge.priors[child] = probability
            child += 1
    elif settings.puct or settings.bias > 0.0:
        set_priors(game, state, node, settings, tree, knowledge)
    elif settings.rave > 0.0:
        for child in range(end - 1, first, -1):  # in random order, so that none is preferred
            other = first + rng.below(child - first + 1)
            tree.actions[child], tree.actions[other] = tree.actions[other], tree.actions[child]
    return True


@kernel
def outcome(game, state, node, depth, settings, nothing, tree, knowledge, endings, rng, watch):
    """What the simulation brings from the node where it left the tree: the proven value, the end of the game, what a database says, what a
    network says, or a playout."""
    knowledge.length[0] = 0
    values = nothing
    known = told(game, state, endings)
    if settings.solver and knowledge.proven[node]:
        values = proven_values(node, nothing, knowledge)
    elif settings.learned and (settings.most_score > 0.0 or known == UNKNOWN):
        values = settled(game, state, node, settings, nothing, tree, knowledge, watch)
    elif settings.solver and game.is_terminal(state):
        values = utilities(game, state, nothing)
        prove(node, values, knowledge)
    elif settings.solver and known != UNKNOWN:
        worth = worth_of(known, endings)
        for player in range(len(nothing)):
            values = replace(values, player, worth if player == game.to_move(state) else -worth)
        prove(node, values, knowledge)
    else:
        values = playout(game, state, depth, nothing, knowledge, rng, watch)
    return values
