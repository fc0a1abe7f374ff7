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
from numba import njit

from ..game import CHANCE
from ..native import buffers, reporting  # noqa: F401  (teach Numba what a Pointer and a Random are)
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


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def regret_scale(regret: Any, first: int, width: int) -> float:
    """What the positive regrets of these sequences are to be multiplied by to add up to 1; 0 where there are none."""
    total = 0.0
    for k in range(first, first + width):
        total += max(regret[k], 0.0)
    return 1.0 / total if total > 0.0 else 0.0


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def matched(regret: Any, k: int, scale: float, width: int) -> float:
    """With what probability regret matching plays sequence k."""
    return max(regret[k], 0.0) * scale if scale > 0.0 else 1.0 / width  # type: ignore[no-any-return]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def drawn(chance: Any, first: int, width: int, rng: Any) -> int:
    """A child of a history where chance moves."""
    left = rng.uniform()
    for child in range(first, first + width - 1):
        left -= chance[child]
        if left < 0.0:
            return child
    return first + width - 1


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def external_sample(
    node: int, player: int, players: int, steps: Any, chance: Any, payoffs: Any, regret: Any, total: Any, found: Any, top: int, rng: Any
) -> float:
    """What a sampled part of the subtree is worth to the player, whose regrets in it are updated; `found` is room from `top` on."""
    base = COLUMNS * node
    mover, sequence, first, width = steps[base + MOVER], steps[base + SET], steps[base + FIRST], steps[base + WIDTH]
    if mover == END:
        return payoffs[sequence * players + player]  # type: ignore[no-any-return]
    if mover == CHANCE:
        child = drawn(chance, first, width, rng)
        return external_sample(child, player, players, steps, chance, payoffs, regret, total, found, top, rng)  # type: ignore[no-any-return]
    scale = regret_scale(regret, sequence, width)
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
        return external_sample(child, player, players, steps, chance, payoffs, regret, total, found, top, rng)  # type: ignore[no-any-return]
    value = 0.0
    below = top + width
    for a in range(width):
        child = first + a
        found[top + a] = external_sample(child, player, players, steps, chance, payoffs, regret, total, found, below, rng)
        value += matched(regret, sequence + a, scale, width) * found[top + a]
    for a in range(width):
        regret[sequence + a] += found[top + a] - value
    return value


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def sample_externally(
    count: int, players: int, steps: Any, chance: Any, payoffs: Any, regret: Any, total: Any, found: Any, rng: Any
) -> None:
    """So many iterations: in each, one walk for every player."""
    root = 0
    top = 0
    for _ in range(count):
        for player in range(players):
            external_sample(root, player, players, steps, chance, payoffs, regret, total, found, top, rng)


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def outcome_sample(
    node: int,
    player: int,
    players: int,
    steps: Any,
    chance: Any,
    payoffs: Any,
    regret: Any,
    total: Any,
    own: float,
    others: float,
    drawn_with: float,
    rng: Any,
) -> float:
    """An estimate of what the history is worth to the player, by one line of play.

    `own` and `others` are the reach of the player and of all else; `drawn_with` is how probable it was to be drawn.
    """
    base = COLUMNS * node
    mover, sequence, first, width = steps[base + MOVER], steps[base + SET], steps[base + FIRST], steps[base + WIDTH]
    if mover == END:
        return payoffs[sequence * players + player]  # type: ignore[no-any-return]
    if mover == CHANCE:
        child = drawn(chance, first, width, rng)
        p = chance[child]
        return outcome_sample(child, player, players, steps, chance, payoffs, regret, total, own, others * p, drawn_with * p, rng)  # type: ignore[no-any-return]
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
        return outcome_sample(  # type: ignore[no-any-return]
            child, player, players, steps, chance, payoffs, regret, total, own, others * policy, drawn_with * sampled, rng
        ) * (policy / sampled)
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


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def sample_outcomes(count: int, players: int, steps: Any, chance: Any, payoffs: Any, regret: Any, total: Any, rng: Any) -> None:
    """So many iterations: in each, one line of play for every player."""
    root = 0
    own, others, drawn_with = 1.0, 1.0, 1.0
    for _ in range(count):
        for player in range(players):
            outcome_sample(root, player, players, steps, chance, payoffs, regret, total, own, others, drawn_with, rng)
