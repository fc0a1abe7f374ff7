"""UCT (Kocsis & Szepesvári 2006; Russell & Norvig, fig. 5.11), plain, for any number of players and any payoffs.

Each simulation goes down the tree to a node not seen before, adds it, plays one random game from there and adds what every player got
to all nodes on the way back. At a node each action is tried once, in random order; then the one with the greatest

    UCB1(a) = mean(a) + C * scale * sqrt(ln(visits of the node) / visits(a))

is taken, where mean(a) is what the player to move got on average after a. `scale` is half the difference between the greatest and the
least utility seen so far: 1 in a game that pays -1 and 1, which is the textbook's formula, 50 in one that pays 0 and 100, so that C means
the same in every game. Chance moves as it does in the game.

A node keeps its mean and 1 / sqrt(visits) ready: they change where a simulation went, and are read wherever one might go.

Contract: the visits of a player's children, once all are tried, grow so that the mean of the root approaches the game's value as the
number of simulations grows; `visits` of a node is 1 + the visits of its children (for the root, without the 1) unless the tree is full.
"""

from __future__ import annotations

from math import inf, log, sqrt

from ...game import CHANCE
from ...kernels import kernel
from ..playout import playout, sample
from ..sampled_tree import CAPACITY, DEEPEST, FULL, LEAST, MOST, ROOT, SPREADS, USED


@kernel
def uct(game, root, simulations, exploration, depth, nothing, tree, rng, watch):
    """Grow the tree by so many simulations; `nothing` is the vector of zeros."""
    visits, actions, children, path, movers = tree.visits, tree.actions, tree.children, tree.path, tree.movers
    for _ in range(simulations):
        if watch.enter(root, 0, -inf, inf):
            break
        # SELECT a leaf and EXPAND it
        state, node, plies = root, ROOT, 0
        constant = exploration * scale_of(tree)
        watch.select(node)
        while not game.is_terminal(state):
            if children[node] == 0 and not add_children(game, state, node, tree, nothing):
                break  # the tree is full: the playout goes on from its edge
            player = game.to_move(state)
            if player == CHANCE:
                number, _ = sample(game, state, rng)
                child = tree.first[node] + number
            elif tree.tried[node] < children[node]:
                child = untried_child(node, tree, rng)
            else:
                child = best_child(node, constant, tree)
            state = game.result(state, actions[child])
            plies += 1
            path[plies] = child
            movers[plies] = player
            if visits[child] == 0:
                watch.expand(node, child, actions[child])
                break
            node = child
            watch.select(node)
        tree.counts[DEEPEST] = max(tree.counts[DEEPEST], plies)
        # SIMULATE and BACK-PROPAGATE
        values = playout(game, state, depth, nothing, None, rng, watch)
        if watch.stopped():
            break  # in the middle of the playout: it counts for nothing
        watch.simulate(values)
        back_propagate(plies, values, tree, watch)


@kernel
def add_children(game, state, node, tree, nothing):
    """Give a node a child for every action (or outcome of chance), none of them visited; False if there is no room or no action."""
    used = tree.counts[USED]
    if tree.counts[FULL]:
        return False
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.chances(state):
            used = add_child(outcome, used, tree, nothing)
    else:
        for action in game.actions(state):
            used = add_child(action, used, tree, nothing)
    return adopt(node, used, tree)


@kernel
def add_child(action, used, tree, nothing):
    """A node for an action, if there is room; returns the number of the one after it."""
    if used < tree.counts[CAPACITY]:
        tree.actions[used] = action
        make_node(used, tree, nothing)
    return used + 1


@kernel
def adopt(node, used, tree):
    """All that were added up to this number become a node's children; False if there was no room or there are none."""
    first = tree.counts[USED]
    if used > tree.counts[CAPACITY]:
        tree.counts[FULL] = 1
    if used > tree.counts[CAPACITY] or used == first:
        return False
    tree.first[node] = first
    tree.children[node] = used - first
    tree.counts[USED] = used
    return True


@kernel
def make_node(node, tree, nothing):
    """A node that was never visited."""
    tree.visits[node] = 0
    tree.children[node] = 0
    tree.tried[node] = 0
    for player in range(len(nothing)):
        tree.totals[node * len(nothing) + player] = 0.0


@kernel
def untried_child(node, tree, rng):
    """One of the children never visited, at random; it changes places with the first of them, so that these stay together."""
    tried = tree.tried[node]
    child = tree.first[node] + tried
    other = child + rng.below(tree.children[node] - tried)
    tree.actions[child], tree.actions[other] = tree.actions[other], tree.actions[child]
    tree.tried[node] = tried + 1
    return child


@kernel
def scale_of(tree):
    """Half the difference between the greatest and the least utility seen, 1 as long as there is none."""
    scale = 0.5 * (tree.extremes[MOST] - tree.extremes[LEAST])
    return scale if scale > 0.0 else 1.0


@kernel
def spread(visits, tree):
    """sqrt(ln(visits)): from a table, but for the few nodes near the root that have so many."""
    return tree.spreads[visits] if visits < SPREADS else sqrt(log(visits))


@kernel
def best_child(node, constant, tree):
    """The child with the greatest UCB1 for the player to move, of equals the first; `constant` is C * scale."""
    means, rarities = tree.means, tree.rarities
    term = constant * spread(tree.visits[node], tree)
    first = tree.first[node]
    best, most = first, -inf
    for child in range(first, first + tree.children[node]):
        upper = means[child] + term * rarities[child]
        if upper > most:
            best, most = child, upper
    return best


@kernel
def back_propagate(plies, values, tree, watch):
    """Add what the players got in a simulation to the node it came to, `plies` below the root, and to all above it."""
    widen_scale(values, tree)
    for ply in range(plies, -1, -1):
        back_up(ply, values, tree, watch)


@kernel
def widen_scale(values, tree):
    """Note what the players got, if nobody has got so little or so much before."""
    for player in range(len(values)):
        tree.extremes[LEAST] = min(tree.extremes[LEAST], values[player])
        tree.extremes[MOST] = max(tree.extremes[MOST], values[player])


@kernel
def back_up(ply, values, tree, watch):
    """Add what the players got to the node at this ply of the path."""
    visits, totals, players, node = tree.visits, tree.totals, len(values), tree.path[ply]
    visits[node] += 1
    for player in range(players):
        totals[node * players + player] += values[player]
    tree.means[node] = totals[node * players + max(tree.movers[ply], 0)] / visits[node]
    tree.rarities[node] = 1.0 / sqrt(visits[node])
    watch.back_up(node)
