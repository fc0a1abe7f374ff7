"""One game played to the end at random: what every Monte Carlo search is made of.

Contract: `playout` returns the utilities of a terminal state reached from `state` by random actions (uniformly, unless the game has its own
`playout_action`) and by chances drawn with their probabilities; or, if the game is not over after `depth` plies, the evaluations of the
state where it then is.
"""

from __future__ import annotations

from math import inf

from ..game import CHANCE
from ..kernels import kernel
from ..watch import MOST_PLIES
from .vectors import evaluations, utilities


@kernel
def sample(game, state, rng):
    """An outcome of chance, drawn with its probability: its number among the outcomes, and the outcome itself."""
    drawn = game.random_outcome(state, rng)
    number = -1
    for outcome, _ in game.chances(state):
        number += 1
        if outcome == drawn:
            break
    return number, outcome


@kernel
def playout(game, state, depth, values, record, rng, watch):
    """What each player has at the end of one random game from `state` on; `values` is any vector.

    `record` is None, which compiles to nothing, or where the players and their actions are written down.
    """
    plies = 0
    while not game.is_terminal(state):
        if watch.stopped():
            return values
        if plies == depth:
            if depth > MOST_PLIES:
                watch.enter(state, -depth, -inf, inf)  # nobody gave a depth, so this is an endless game: reported as too deep
            return evaluations(game, state, values)
        player = game.to_move(state)
        if player == CHANCE:
            action = game.random_outcome(state, rng)
        else:
            action = game.playout_action(state, rng)
        if record is not None and plies < record.most[0]:
            record.players[plies] = player
            record.actions[plies] = action
            record.length[0] = plies + 1
        state = game.result(state, action)
        plies += 1
    return utilities(game, state, values)
