"""What a depth-first search remembers of positions, so that it looks at each only once to each depth.

An entry says to what depth it was found, and whether it rests on no evaluation: then it is true for good, and holds for every deeper
search too. A deeper entry that is not would know more than was asked, so it is not used: with a table and without, the value is the same.
"""

from __future__ import annotations

from math import inf
from typing import Final

from ..bits import replace
from ..kernels import kernel
from ..transpositions import NO_ACTION

DEEPEST: Final = 30_000
"""The table has room for depths up to here; beyond, only what is true for good is remembered."""
BELOW_ZERO: Final = 64
"""A game's own `is_cutoff` may look on below depth 0: so far down positions are remembered."""


@kernel
def depth_code(depth, for_good):
    """A depth, and whether what was found is true for good, in one number."""
    return 2 * (min(depth, DEEPEST) + BELOW_ZERO) + (1 if for_good else 0)


@kernel
def holds_for(code, depth):
    """Whether what was found with this code holds for a search to this depth."""
    found = (code >> 1) - BELOW_ZERO
    if code & 1 == 1:
        return found <= depth
    return found == depth and depth < DEEPEST


@kernel
def recall_bounds(game, state, depth, table, watch):
    """Between what the value lies to this depth, and the best action known (NO_ACTION: none)."""
    low, high, action = -inf, inf, NO_ACTION
    key = game.key(state)
    entry = table.find(table.place(key), key)
    if entry >= 0:
        code, kept_low, kept_high, kept_action = table.depth(entry), table.low(entry), table.high(entry), table.action(entry)
        if table.still_holds(entry, key):
            action = kept_action
            if holds_for(code, depth):
                low, high = kept_low, kept_high
                if code & 1 == 0:
                    watch.evaluated(low)
    return low, high, action


@kernel
def remember_bounds(game, state, depth, low, high, for_good, action, table):
    """Keep between what the value lies, and the best action."""
    if depth + BELOW_ZERO >= 0:
        key = game.key(state)
        table.store(table.place(key), key, low, high, depth_code(depth, for_good), action)


@kernel
def recall_vector(game, state, depth, nothing, table, watch):
    """Whether the vector of this state is known to this depth, and the vector. An entry holds two numbers: a vector is several entries.

    They need not have been written at once: what is kept under the same state and code is the same vector whenever it was found.
    """
    values, first = nothing, -1
    state_key = game.key(state)
    for part in range(0, len(nothing), 2):
        key = (state_key, part)
        entry = table.find(table.place(key), key)
        if entry < 0:
            return False, nothing
        code, low, high = table.depth(entry), table.low(entry), table.high(entry)
        if part == 0:
            first = code
        if code != first or not holds_for(code, depth) or not table.still_holds(entry, key):
            return False, nothing
        values = replace(values, part, low)
        if part + 1 < len(nothing):
            values = replace(values, part + 1, high)
    if first & 1 == 0:
        watch.evaluated(values)
    return True, values


@kernel
def remember_vector(game, state, depth, values, for_good, table):
    """Keep the vector of this state."""
    state_key = game.key(state)
    nothing = NO_ACTION
    if depth + BELOW_ZERO >= 0:
        for part in range(0, len(values), 2):
            key = (state_key, part)
            low = values[part]
            high = values[min(part + 1, len(values) - 1)]
            table.store(table.place(key), key, low, high, depth_code(depth, for_good), nothing)
