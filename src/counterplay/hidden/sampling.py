"""Monte Carlo counterfactual regret minimisation (Lanctot et al. 2009): a small sampled part of the tree at a time.

External sampling draws what chance and the opponents do, and looks at every action of one player; outcome sampling draws a single line of
play, mostly by the strategies themselves and sometimes at random. Both add to the regrets what is right on average, so that iterations are
many and cheap where those of `regret.py` are few and dear.

`steps` has four numbers for each history: who moves, the first sequence there (at an end its number), the first child, and how many. The
kernels take pointers (`counterplay.buffers.Pointer`): an array is seven arguments, and handing eight of them on at every step takes longer
than the step itself.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..game import CHANCE
from ..kernels import kernel
from .flatten import COLUMNS, END, FIRST, MOVER, SET, WIDTH, FlatTree
from .sequence_form import Places, SequenceForm

EXPLORATION: Final = 0.6
"""How often outcome sampling tries any action, where the player whose regrets are updated moves."""


def steps_of(tree: FlatTree, form: SequenceForm, places: Places) -> Any:
    """The histories as the kernels here walk through them."""
    steps = tree.nodes.copy()
    decisions = steps[:, MOVER] >= 0
    where = np.empty(len(form.first), np.int64)
    where[places.sets] = form.first
    steps[decisions, SET] = where[steps[decisions, SET]]
    return steps.ravel()


@kernel
def regret_scale(regret, first, width):
    """What the positive regrets of these sequences are to be multiplied by to add up to 1; 0 where there are none."""
    total = 0.0
    for k in range(first, first + width):
        total += max(regret[k], 0.0)
    return 1.0 / total if total > 0.0 else 0.0


@kernel
def matched(regret, k, scale, width):
    """With what probability regret matching plays sequence k."""
    return max(regret[k], 0.0) * scale if scale > 0.0 else 1.0 / width


@kernel
def drawn(chance, first, width, rng):
    """A child of a history where chance moves."""
    left = rng.uniform()
    for child in range(first, first + width - 1):
        left -= chance[child]
        if left < 0.0:
            return child
    return first + width - 1


@kernel
def external_sample(node, player, players, steps, chance, payoffs, regret, total, found, top, rng):
    """What a sampled part of the subtree is worth to the player, whose regrets in it are updated; `found` is room from `top` on."""
    base = COLUMNS * node
    mover, sequence, first, width = steps[base + MOVER], steps[base + SET], steps[base + FIRST], steps[base + WIDTH]
    if mover == END:
        return payoffs[sequence * players + player]
    if mover == CHANCE:
        child = drawn(chance, first, width, rng)
        return external_sample(child, player, players, steps, chance, payoffs, regret, total, found, top, rng)
    scale = regret_scale(regret, sequence, width)
    if players == 1:  # nobody else's walk updates the average
        for a in range(width):
            total[sequence + a] += matched(regret, sequence + a, scale, width)
    if mover != player:
        left = rng.uniform()
        chosen = -1
        for a in range(width):
            probability = matched(regret, sequence + a, scale, width)
            if mover == (player + 1) % players:  # every player's average is updated in one of the walks
                total[sequence + a] += probability
            left -= probability
            if left < 0.0 and chosen < 0:
                chosen = a
        child = first + (width - 1 if chosen < 0 else chosen)
        return external_sample(child, player, players, steps, chance, payoffs, regret, total, found, top, rng)
    value = 0.0
    below = top + width
    for a in range(width):
        child = first + a
        found[top + a] = external_sample(child, player, players, steps, chance, payoffs, regret, total, found, below, rng)
        value += matched(regret, sequence + a, scale, width) * found[top + a]
    for a in range(width):
        regret[sequence + a] += found[top + a] - value
    return value


@kernel
def sample_externally(game, root, top, count, players, steps, chance, payoffs, regret, total, found, rng, watch):
    """So many iterations from history `root` on: in each, one walk for every player."""
    for _ in range(count):
        for player in range(players):
            external_sample(root, player, players, steps, chance, payoffs, regret, total, found, top, rng)


@kernel
def outcome_sample(node, player, players, steps, chance, payoffs, regret, total, own, others, drawn_with, rng):
    """An estimate of what the history is worth to the player, by one line of play.

    `own` and `others` are the reach of the player and of all else; `drawn_with` is how probable it was to be drawn.
    """
    base = COLUMNS * node
    mover, sequence, first, width = steps[base + MOVER], steps[base + SET], steps[base + FIRST], steps[base + WIDTH]
    if mover == END:
        return payoffs[sequence * players + player]
    if mover == CHANCE:
        child = drawn(chance, first, width, rng)
        p = chance[child]
        return outcome_sample(child, player, players, steps, chance, payoffs, regret, total, own, others * p, drawn_with * p, rng)
    scale = regret_scale(regret, sequence, width)
    explore = EXPLORATION if mover == player else 0.0
    left = rng.uniform()
    chosen = 0
    for a in range(width):
        chosen = a
        left -= explore / width + (1.0 - explore) * matched(regret, sequence + a, scale, width)
        if left < 0.0:
            break
    policy = matched(regret, sequence + chosen, scale, width)
    sampled = explore / width + (1.0 - explore) * policy
    child = first + chosen
    if mover != player:
        return outcome_sample(child, player, players, steps, chance, payoffs, regret, total, own, others * policy, drawn_with * policy, rng)
    below = outcome_sample(child, player, players, steps, chance, payoffs, regret, total, own * policy, others, drawn_with * sampled, rng)
    estimate = below / sampled  # of the action that was drawn; that of every other one is 0
    value = policy * estimate
    for a in range(width):
        probability = matched(regret, sequence + a, scale, width)
        total[sequence + a] += own * probability / drawn_with
    for a in range(width):
        gain = estimate - value if a == chosen else -value
        regret[sequence + a] += gain * others / drawn_with
    return value


@kernel
def sample_outcomes(game, root, count, players, steps, chance, payoffs, regret, total, rng, watch):
    """So many iterations from history `root` on: in each, one line of play for every player."""
    own, others, drawn_with = 1.0, 1.0, 1.0
    for _ in range(count):
        for player in range(players):
            outcome_sample(root, player, players, steps, chance, payoffs, regret, total, own, others, drawn_with, rng)
