"""Pure Monte Carlo search (Abramson 1990; Russell & Norvig, section 5.4): try each action in equally many random games, take the best mean.

Contract: after n simulations with k actions at the root each action has been tried ceil(n / k) times (where a clock stopped the last round,
some once less), and its mean is that of the mover's utilities at the ends of so many uniformly random games. As n grows that approaches the
value of the action against random play, which is not its value against best play: for that, see mcts.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ..errors import Stopped
from ..game import CHANCE, Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..lines import moves_in
from ..positions import root_of
from ..result import SearchResult
from ..rng import Random
from ..watch import Watch
from .fitting import require_perfect_information
from .lookahead import Evaluation
from .mcts.uct import add_children, back_propagate
from .playout import playout, sample
from .sampled_tree import DEEPEST, ROOT, Columns, MonteCarloTree
from .sampling import Sampling
from .vectors import zeros
from .watching import observed


@kernel
def flat_monte_carlo(game, root, simulations, depth, nothing, tree, rng, watch):
    """Try the root's actions in turn, each in a random game, until all have had their share."""
    choosing = not game.is_terminal(root) and add_children(game, root, ROOT, tree, nothing)
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
        state, plies = root, 0
        if choosing:
            choice = number % choices
            if chance:
                choice, _ = sample(game, root, rng)
            node = tree.first[ROOT] + choice
            state = game.result(root, tree.actions[node])
            plies = 1
            tree.path[plies] = node
            tree.movers[plies] = game.to_move(root)
            if tree.visits[node] == 0:
                watch.expand(ROOT, node, tree.actions[node])
            else:
                watch.select(node)
        values = playout(game, state, depth, nothing, None, rng, watch)
        if watch.stopped():
            break  # in the middle of the playout: it counts for nothing
        watch.simulate(values)
        back_propagate(plies, values, tree, watch)


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
    state = root_of(game, state)
    choices = 0 if game.is_terminal(state) else len(moves_in(game, state))
    played = game if sampling.evaluate is None else game.using(evaluate=sampling.evaluate)
    simulations = sampling.most if choices else 1  # where the game is over there is nothing to find out

    def attempt(run: Runner) -> MonteCarloTree:
        columns = Columns.empty(1 + choices, game.players, run.compiled)
        tree, watch, rng = columns.for_kernels(run.compiled), Watch(), Random(sampling.seed)
        try:
            run(flat_monte_carlo, played, state, simulations, sampling.plies, zeros(game), tree, rng, watch=observed(watch))
        except Stopped:
            if run.trial or sampling.seconds is None or not columns.visits[ROOT]:
                raise  # otherwise the tree is used as it is: the kernel stops between two simulations
        made = int(columns.visits[ROOT])
        return MonteCarloTree(played, state, columns, "monte_carlo", True, 0.0, made, run.elapsed(), run.compiled)

    return at_two_speeds(
        flat_monte_carlo, played, attempt, compiled=sampling.compiled, seconds=sampling.seconds, progress=sampling.progress
    )
