"""Pure Monte Carlo search (Abramson 1990; Russell & Norvig, section 5.4): try each action in equally many random games, take the best mean.

Contract: after n simulations with k actions at the root each action has been tried ceil(n / k) times (where a clock stopped the last round,
some once less), and its mean is that of the mover's utilities at the ends of so many uniformly random games. As n grows that approaches the
value of the action against random play, which is not its value against best play: for that, see mcts.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ..game import CHANCE, Game
from ..kernels import Progress, kernel
from ..result import SearchResult
from .fitting import require_perfect_information
from .lookahead import Evaluation, moves
from .mcts import add_children, back_propagate
from .playout import playout, sample
from .sampled_tree import DEEPEST, ROOT, MonteCarloTree
from .sampling import Sampling, sample_tree


@kernel
def flat_monte_carlo(game, root, simulations, exploration, depth, nothing, tree, rng, watch):
    """Try the root's actions in turn, each in a random game, until all have had their share; `exploration` is not used."""
    choosing = not game.is_terminal(root) and add_children(game, root, ROOT, tree)
    chance = choosing and game.to_move(root) == CHANCE
    if choosing:
        tree.counts[DEEPEST] = 1
    choices = max(tree.children[ROOT], 1)
    if not chance:
        simulations = (simulations + choices - 1) // choices * choices
    for number in range(simulations):
        if watch.enter(root, 0, -inf, inf):
            break
        watch.select(ROOT)
        state, node = root, ROOT
        if choosing:
            choice = number % choices
            if chance:
                choice, _ = sample(game, root, rng)
            node = tree.first[ROOT] + choice
            state = game.result(root, tree.actions[node])
            if tree.visits[node] == 0:
                watch.expand(ROOT, node, tree.actions[node])
            else:
                watch.select(node)
        values = playout(game, state, depth, nothing, rng, watch)
        if watch.stopped():
            break  # in the middle of the playout: it counts for nothing
        watch.simulate(values)
        back_propagate(node, values, tree, watch)


def monte_carlo(
    game: Game[Any, Any],
    state: Any = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    depth: int | None = None,
    seed: int | None = None,
    evaluate: Evaluation | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The action with the best mean over random games: so many in all (10,000 unless you say; rounded up to equally many for each action).

    `value` is that mean. A playout longer than `depth` plies is cut off and evaluated. The same `seed` gives the same answer, interpreted
    and compiled. Where chance moves first there is no action to choose.

    >>> import counterplay as cp
    >>> cp.monte_carlo(cp.load("tic_tac_toe"), simulations=900, seed=1).action      # the centre
    4
    """
    return grow(game, state, Sampling(simulations, seconds, depth, seed, evaluate, compiled, progress)).result()


def grow(game: Game[Any, Any], state: Any, sampling: Sampling) -> MonteCarloTree:
    """The root and its children that `monte_carlo` takes its answer from, to look at."""
    require_perfect_information("monte_carlo", game)
    state = game.initial() if state is None else state
    choices = 0 if game.is_terminal(state) else len(moves(game, state))
    return sample_tree("monte_carlo", flat_monte_carlo, game, state, sampling, 1 + choices, 0.0, by_mean=True)
