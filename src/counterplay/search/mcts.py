"""Monte Carlo tree search by UCT (Kocsis & Szepesvári 2006; Russell & Norvig, fig. 5.11), for any number of players and any payoffs.

Each simulation goes down the tree to a node not seen before, adds it, plays one random game from there and adds what every player got
to all nodes on the way back. At a node each action is tried once, in random order; then the one with the greatest

    UCB1(a) = mean(a) + C * scale * sqrt(ln(visits of the node) / visits(a))

is taken, where mean(a) is what the player to move got on average after a. `scale` is half the difference between the greatest and the
least utility seen so far: 1 in a game that pays -1 and 1, which is the textbook's formula, 50 in one that pays 0 and 100, so that C means
the same in every game. Chance moves as it does in the game.

Contract: the visits of a player's children, once all are tried, grow so that the mean of the root approaches the game's value as the
number of simulations grows; `visits` of a node is 1 + the visits of its children (for the root, without the 1) unless the tree is full.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt
from typing import Any

from ..errors import UsageError
from ..game import CHANCE, Game
from ..kernels import Progress, kernel
from ..result import SearchResult
from .fitting import require_perfect_information
from .lookahead import Evaluation
from .playout import playout, sample
from .sampled_tree import DEEPEST, FULL, LEAST, MOST, MOST_NODES, ROOT, USED, MonteCarloTree
from .sampling import Sampling, sample_tree


@kernel
def uct(game, root, simulations, exploration, depth, nothing, tree, rng, watch):
    """Grow the tree by so many simulations; `nothing` is the vector of zeros."""
    visits, actions, children, first = tree.visits, tree.actions, tree.children, tree.first
    for _ in range(simulations):
        if watch.enter(root, 0, -inf, inf):
            break
        # SELECT a leaf and EXPAND it
        state, node, plies = root, ROOT, 0
        watch.select(node)
        while not game.is_terminal(state):
            if children[node] == 0 and not add_children(game, state, node, tree):
                break  # the tree is full: the playout goes on from its edge
            player = game.to_move(state)
            if player == CHANCE:
                number, _ = sample(game, state, rng)
                child = first[node] + number
            elif tree.tried[node] < children[node]:
                child = untried_child(node, tree, rng)
            else:
                child = best_child(node, player, exploration, nothing, tree)
            state = game.result(state, actions[child])
            plies += 1
            if visits[child] == 0:
                watch.expand(node, child, actions[child])
                node = child
                break
            node = child
            watch.select(node)
        tree.counts[DEEPEST] = max(tree.counts[DEEPEST], plies)
        # SIMULATE and BACK-PROPAGATE
        values = playout(game, state, depth, nothing, rng, watch)
        if watch.stopped():
            break  # in the middle of the playout: it counts for nothing
        watch.simulate(values)
        back_propagate(node, values, tree, watch)


@kernel
def add_children(game, state, node, tree):
    """Give a node a child for every action (or outcome of chance), none of them visited; False if there is no room or no action."""
    actions, parents, capacity = tree.actions, tree.parents, len(tree.actions)
    first = tree.counts[USED]
    used = first
    if tree.counts[FULL]:
        return False
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.chances(state):
            if used < capacity:
                actions[used] = outcome
                parents[used] = node
            used += 1
    else:
        for action in game.actions(state):
            if used < capacity:
                actions[used] = action
                parents[used] = node
            used += 1
    if used > capacity:
        tree.counts[FULL] = 1
    if used > capacity or used == first:
        return False
    tree.first[node] = first
    tree.children[node] = used - first
    tree.counts[USED] = used
    return True


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
def best_child(node, player, exploration, nothing, tree):
    """The child with the greatest UCB1 for the player to move, of equals the first."""
    visits, totals, players = tree.visits, tree.totals, len(nothing)
    scale = 0.5 * (tree.extremes[MOST] - tree.extremes[LEAST])
    if scale <= 0.0:
        scale = 1.0
    term = exploration * scale * sqrt(log(visits[node]))
    first = tree.first[node]
    best, most = first, -inf
    for child in range(first, first + tree.children[node]):
        upper = totals[child * players + player] / visits[child] + term / sqrt(visits[child])
        if upper > most:
            best, most = child, upper
    return best


@kernel
def back_propagate(node, values, tree, watch):
    """Add what the players got in a simulation to a node and to all above it."""
    visits, totals, players = tree.visits, tree.totals, len(values)
    for player in range(players):
        tree.extremes[LEAST] = min(tree.extremes[LEAST], values[player])
        tree.extremes[MOST] = max(tree.extremes[MOST], values[player])
    while True:
        visits[node] += 1
        for player in range(players):
            totals[node * players + player] += values[player]
        watch.back_up(node)
        if node == ROOT:
            break
        node = tree.parents[node]


def mcts(
    game: Game[Any, Any],
    state: Any = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    exploration: float = 1.4,
    depth: int | None = None,
    capacity: int = 1_000_000,
    seed: int | None = None,
    evaluate: Evaluation | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The move that Monte Carlo tree search visits most, by so many simulations (10,000 unless you say) or within the time.

    `exploration` is C: 0 is greedy, more looks around more. A playout longer than `depth` plies is cut off and evaluated. The tree holds
    `capacity` nodes (28 bytes each and 8 more for each player); when it is full it stops growing, and playouts go on from its edge. The
    same `seed` gives the same answer, interpreted and compiled.

    >>> import counterplay as cp
    >>> game = cp.load("nim(pile_sizes=(1,3))")
    >>> game.format_action(game.initial(), cp.mcts(game, simulations=500, seed=1).action)      # take all of b; the last match loses
    'b3'
    """
    sampling = Sampling(simulations, seconds, depth, seed, evaluate, compiled, progress)
    return grow(game, state, sampling, exploration=exploration, capacity=capacity).result()


def grow(game: Game[Any, Any], state: Any, sampling: Sampling, *, exploration: float = 1.4, capacity: int = 1_000_000) -> MonteCarloTree:
    """The tree that `mcts` takes its answer from, to look at."""
    require_perfect_information("mcts", game)
    if not 1 <= capacity <= MOST_NODES:
        raise UsageError(f"capacity={capacity}: the greatest number of nodes in the tree is a number from 1 to {MOST_NODES:,}.")
    if not 0 <= exploration < inf:
        raise UsageError(f"exploration={exploration}: give a finite number, 0 or more.")
    return sample_tree("mcts", uct, game, state, sampling, capacity, float(exploration))
