"""Prior probabilities of actions, from a policy that was given or from the game's own `promise`.

A policy's numbers are weights: divided by their sum they are the probabilities. A promise is only a number to order by, in a unit of its
own: the most promising action is taken to be SHARPNESS times as likely, in the exponent, as the least promising one. The children of a node
stand in the order of their priors, the likeliest first.
"""

from __future__ import annotations

from math import exp, inf
from typing import Final

from ...kernels import kernel

SHARPNESS: Final = 3.0


@kernel
def set_priors(game, state, node, settings, tree, knowledge):
    """Give the children of a node their priors and their order."""
    priors, actions = knowledge.priors, tree.actions
    first = tree.first[node]
    end = first + tree.children[node]
    least, most = inf, -inf
    for child in range(first, end):
        promise = float(game.promise(state, actions[child]))
        least, most = min(least, promise), max(most, promise)
        action, place = actions[child], child
        while place > first and priors[place - 1] < promise:
            priors[place] = priors[place - 1]
            actions[place] = actions[place - 1]
            place -= 1
        priors[place] = promise
        actions[place] = action
    total = 0.0
    for child in range(first, end):
        if settings.given:
            priors[child] = max(priors[child], 0.0)
        else:
            priors[child] = exp(SHARPNESS * (priors[child] - most) / (most - least)) if most > least else 1.0
        total += priors[child]
    for child in range(first, end):
        priors[child] = priors[child] / total if total > 0.0 else 1.0 / (end - first)
