"""What is not looked at, or less deeply. None of this is sound: each may miss something, and wins more by looking deeper elsewhere.

* Reverse futility: near the horizon, whoever is far ahead stays ahead.
* Futility (Heinz 1998): near the horizon, a quiet action does not help whoever is far behind.
* Late actions of a good order are looked at less deeply (late-move reductions), very late ones near the horizon not at all.
* Actions that lose the exchange that they begin or walk into, near the horizon.
* Where no action is remembered, the order is a bad one: one ply less (internal iterative reduction; in `principal.py`).

A player who is better off than at its last turn stays ahead more easily, and its late actions deserve a longer look.

An action that makes a threat to be met at once (a check) is never left out nor looked at less deeply. Nothing is left out while every
action so far leads to a proven loss: so a proven end stays proven.
"""

from __future__ import annotations

from math import inf, log
from typing import Final

from ...bits import Table
from ...buffers import MOST_WAITING
from ...kernels import kernel
from .credit import credit
from .room import EXCHANGES, FUTILITY, LATE_PRUNING, MOST_PLIES, REVERSE_FUTILITY, URGENT

AHEAD_DEPTH: Final = 8
AHEAD_STEPS: Final = 0.7
"""So many steps a ply ahead are enough."""
BEHIND_DEPTH: Final = 7
BEHIND_STEPS: Final = 1.0
LATE_DEPTH: Final = 8
EXCHANGE_DEPTH: Final = 6
QUIET_LOSS: Final = 0.5
NOISY_LOSS: Final = 1.0
"""So many steps a ply an exchange may lose."""
GOOD_CREDIT: Final = 1 << 13
"""So much credit (history) is worth a ply."""
NEVER: Final = MOST_WAITING
"""After more actions than there can be."""
MOST: Final = 63
REDUCTION: Final = Table(
    0 if depth < 1 or number < 1 else int(0.3 + log(depth) * log(number) / 2.1) for depth in range(MOST + 1) for number in range(MOST + 1)
)
"""By how many plies, for each depth and number of the action."""


@kernel
def is_improving(ply, estimate, moves, promises):
    """Whether a player is better off than at its last turn, or may be: by an estimate, which is kept. (-inf: there is none.)"""
    here = len(moves) + 1 + min(ply, MOST_PLIES - 1)
    before = promises[here - 2] if ply >= 2 else -inf
    promises[here] = estimate if estimate > -inf else before
    return estimate > before or estimate == -inf


@kernel
def is_far_ahead(game, estimate, beta, depth, improving, room):
    """Whether the evaluation is so far above beta that a search to this depth will hardly find less."""
    if improving:
        depth -= 1
    return room[REVERSE_FUTILITY] and depth <= AHEAD_DEPTH and game.steps_between(beta, estimate) >= AHEAD_STEPS * depth


@kernel
def enough_actions(depth, behind, improving, room):
    """After how many actions quiet ones are left out by whoever is `behind` by so many steps; NEVER where none is."""
    if room[FUTILITY] and depth <= BEHIND_DEPTH and behind >= BEHIND_STEPS * (depth + 1):
        return 1
    if not room[LATE_PRUNING] or depth > LATE_DEPTH:
        return NEVER
    number = 3 + depth * depth
    return number if improving else number // 2 + 1


@kernel
def keep_loud(game, state, start, end, moves, promises, room):
    """Keep of moves[start:end], in their order, only the actions that are noisy or make a threat; returns the index after them."""
    kept = start
    for i in range(start, end):
        action = moves[i]
        if game.is_noisy(state, action) or (room[URGENT] and game.threatens(state, action)):
            moves[kept], promises[kept] = action, promises[i]
            kept += 1
    return kept


@kernel
def loses_exchange(game, state, action, quiet, depth, room):
    """Whether an action loses more by the exchange that it begins or walks into than so near the horizon is affordable."""
    affordable = (QUIET_LOSS if quiet else NOISY_LOSS) * depth
    return room[EXCHANGES] and depth <= EXCHANGE_DEPTH and not game.exchange_reaches(state, action, -affordable)


@kernel
def reduction(game, state, action, player, number, depth, ply, narrow, improving, room):
    """By how many plies less deeply to look at a late action.

    More if its player is not improving, less if it may turn out to be the best. Credit gives a ply back, or two; an action that has failed
    more often than it has cut off costs one more, or two.
    """
    less = REDUCTION[min(depth, MOST) << 6 | min(number, MOST)]
    if not narrow:
        less -= 1
    if not improving:
        less += 1
    return max(0, less - credit(game, state, action, ply, player, room) // GOOD_CREDIT)
