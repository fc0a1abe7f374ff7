"""Proven values (MCTS-Solver: Winands, Björnsson & Saito 2008), for any number of players and any payoffs.

A finished game proves its node. From there proofs go up as far as they reach: a node is proven

* by one proven child that brings its player the most the game can pay (where it is known what that is: the node's ceiling), or
* when all its children are: with the value of the one that is best for its player, as in max^n; where chance moves, with their average.

Simulations pass proven children over, as there is nothing left to find out about them. But whoever has a proven child in hand need not take
less: where a simulation through another one brought its player less, what goes on up is the proven value.

Contract: a proven value is the value of the game under best play (one of them, where a player of several does not care).
"""

from __future__ import annotations

from ...bits import replace
from ...game import CHANCE
from ...kernels import kernel


@kernel
def prove(node, values, knowledge):
    """These are the node's exact values."""
    players = len(values)
    knowledge.proven[node] = 1
    for player in range(players):
        knowledge.worths[node * players + player] = values[player]


@kernel
def prove_upward(plies, settings, nothing, tree, knowledge):
    """The node `plies` below the root on the path was proven: prove what follows for those above."""
    for ply in range(plies - 1, -1, -1):
        node, child, mover = tree.path[ply], tree.path[ply + 1], tree.movers[ply + 1]
        if not knowledge.proven[child]:
            break
        if mover == CHANCE:
            prove_chance(node, settings, nothing, tree, knowledge)
        else:
            prove_parent(node, child, mover, nothing, tree, knowledge)


@kernel
def prove_parent(node, child, mover, nothing, tree, knowledge):
    """A child was proven: prove what follows for its parent, where `mover` chooses."""
    remember_best(node, child, mover, nothing, knowledge)
    if knowledge.worths[child * len(nothing) + mover] >= knowledge.ceilings[node]:
        copy_worth(node, child, nothing, knowledge)
    elif all_proven(node, tree, knowledge):
        copy_worth(node, knowledge.best_proven[node], nothing, knowledge)


@kernel
def proven_values(node, nothing, knowledge):
    """What a proven node is worth to each player."""
    values = nothing
    for player in range(len(nothing)):
        values = replace(values, player, knowledge.worths[node * len(nothing) + player])
    return values


@kernel
def remember_best(node, child, mover, nothing, knowledge):
    """A child was proven: is it the best of them for the player to move? Of equals the first stays."""
    players, best = len(nothing), knowledge.best_proven[node]
    if best < 0 or knowledge.worths[child * players + mover] > knowledge.worths[best * players + mover]:
        knowledge.best_proven[node] = child


@kernel
def all_proven(node, tree, knowledge):
    """Whether all children are."""
    first = tree.first[node]
    for child in range(first, first + tree.children[node]):
        if not knowledge.proven[child]:
            return False
    return True


@kernel
def at_least_proven(ply, values, tree, knowledge):
    """What a simulation counts for above this ply of the path: what it brought, or the best proven alternative of the player to move."""
    players, mover = len(values), tree.movers[ply]
    best = knowledge.best_proven[tree.path[ply - 1]]
    if mover != CHANCE and best >= 0 and knowledge.worths[best * players + mover] > values[mover]:
        for player in range(players):
            values = replace(values, player, knowledge.worths[best * players + player])
    return values


@kernel
def prove_chance(node, settings, nothing, tree, knowledge):
    """Prove a node where chance moves, if all that may happen is proven."""
    players, first = len(nothing), tree.first[node]
    end = first + tree.children[node]
    if settings.widening > 0.0:
        return  # perhaps not all outcomes are there
    for child in range(first, end):
        if knowledge.priors[child] > 0.0 and not knowledge.proven[child]:
            return
    knowledge.proven[node] = 1
    for player in range(players):
        expected = 0.0
        for child in range(first, end):
            if knowledge.priors[child] > 0.0:
                expected += knowledge.priors[child] * knowledge.worths[child * players + player]
        knowledge.worths[node * players + player] = expected


@kernel
def copy_worth(node, child, nothing, knowledge):
    """A node is worth what this child is."""
    players = len(nothing)
    knowledge.proven[node] = 1
    for player in range(players):
        knowledge.worths[node * players + player] = knowledge.worths[child * players + player]
