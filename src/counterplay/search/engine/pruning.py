"""What is not looked at, or less deeply. None of this is sound: each may miss something, and wins more by looking deeper elsewhere.

* Reverse futility: near the horizon, whoever is far ahead stays ahead.
* Futility (Heinz 1998): near the horizon, a quiet action does not help whoever is far behind.
* Late actions of a good order are looked at less deeply (late-move reductions), very late ones near the horizon not at all.
* Actions that lose the exchange that they begin, near the horizon.

A quiet action that makes a threat to be met at once (a check) is never left out for being late or for not helping, nor looked at less
deeply. Nothing is left out while every action so far leads to a proven loss: so a proven end stays proven.
"""

from __future__ import annotations

from math import log
from typing import Final

from ...bits import Table, slot
from ...kernels import kernel
from .room import CREDIT, EXCHANGES, FUTILITY, HISTORY, LATE_PRUNING, REVERSE_FUTILITY, SLOTS

AHEAD_DEPTH: Final = 8
AHEAD_STEPS: Final = 0.75
"""So many steps a ply ahead are enough."""
BEHIND_DEPTH: Final = 7
BEHIND_STEPS: Final = 1.0
LATE_DEPTH: Final = 8
EXCHANGE_DEPTH: Final = 6
GOOD_CREDIT: Final = 1 << 12
"""So much credit (history) is worth a ply."""
MOST: Final = 63
REDUCTION: Final = Table(
    0 if depth < 1 or number < 1 else int(0.6 + log(depth) * log(number) / 2.1) for depth in range(MOST + 1) for number in range(MOST + 1)
)
"""By how many plies, for each depth and number of the action."""


@kernel
def is_far_ahead(game, estimate, beta, depth, room):
    """Whether the evaluation is so far above beta that a search to this depth will hardly find less."""
    return room[REVERSE_FUTILITY] and depth <= AHEAD_DEPTH and game.steps_between(beta, estimate) >= AHEAD_STEPS * depth


@kernel
def is_hopeless(game, state, action, number, quiet, depth, behind, room):
    """Whether this action, the `number`-th of those here, need not be looked at by whoever is `behind` by so many steps."""
    if quiet:
        if room[LATE_PRUNING] and depth <= LATE_DEPTH and number >= 3 + depth * depth:
            return True
        return room[FUTILITY] and depth <= BEHIND_DEPTH and behind >= BEHIND_STEPS * (depth + 1)
    return room[EXCHANGES] and depth <= EXCHANGE_DEPTH and not game.exchange_reaches(state, action, -1.0 * depth)


@kernel
def reduction(action, player, number, depth, narrow, room):
    """By how many plies less deeply to look at a late action: less if it has often been good, more if it should only be doubted."""
    less = REDUCTION[min(depth, MOST) << 6 | min(number, MOST)]
    if not narrow:
        less -= 1
    if room[HISTORY]:
        less -= room[CREDIT + player * SLOTS + slot(action, SLOTS)] // GOOD_CREDIT
    return max(0, less)
