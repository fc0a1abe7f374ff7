"""What the transposition table knows of a position, as the search sees it.

An entry holds between what the value lies to a depth, and the best action. It decides a search to the same depth; one that rests on no
evaluation is true for good, and decides every deeper search too. (A deeper entry would know more than was asked: minimax to this depth
would not find it, so unless the switch `deeper` is on it orders the actions and no more.) Symmetric positions share an entry, kept for the
least of them.

Keys do not say for how long nothing has happened on the board. Where a draw by that rule lies within the depth, only the action is used and
kept; and a proven end counts only where it comes before such a draw.
"""

from __future__ import annotations

from math import inf

from ...kernels import kernel
from .distances import comes_within, seen_from
from .room import DEEPER, NOTHING, SYMMETRIC_DEPTH, SYMMETRIES


@kernel
def recall(game, state, depth, ply, table, room, watch):
    """Between what the value lies to this depth; to what depth anything is known, and its lower bound; the best action known."""
    low, high, known_depth, known_low, action = -inf, inf, -1, -inf, room[NOTHING]
    kept = kept_state(game, state, depth, room)
    key = game.key(kept)
    entry = table.find(table.place(key), key)
    if entry >= 0:
        code, kept_low, kept_high, kept_action = table.depth(entry), table.low(entry), table.high(entry), table.action(entry)
        if table.still_holds(entry, key):
            known_depth = code >> 1
            known_low = seen_from(kept_low, -ply, room)
            for_good = code & 1 == 1
            left = game.quiet_plies_left(state)
            counts = left > depth and comes_within(kept_low, left, room) and comes_within(kept_high, left, room)
            if counts and (known_depth == depth or (known_depth > depth and room[DEEPER]) or (for_good and known_depth < depth)):
                low, high = known_low, seen_from(kept_high, -ply, room)
                if not for_good:
                    watch.evaluated(low)
            action = kept_action
            if room[SYMMETRIES] and kept != state:
                action = same_action(game, kept, kept_action, state, room)
    return low, high, known_depth, known_low, action


@kernel
def remember(game, state, depth, ply, low, high, for_good, action, table, room):
    """Keep what a search to this depth has found."""
    kept = kept_state(game, state, depth, room)
    key = game.key(kept)
    if room[SYMMETRIES] and kept != state:
        action = same_action(game, state, action, kept, room)
    if game.quiet_plies_left(state) <= depth:
        low, high, for_good = -inf, inf, False
    table.store(table.place(key), key, seen_from(low, ply, room), seen_from(high, ply, room), 2 * depth + (1 if for_good else 0), action)


@kernel
def kept_state(game, state, depth, room):
    """The state under which the table keeps what is known of `state`."""
    if room[SYMMETRIES] and depth >= SYMMETRIC_DEPTH:
        return game.canonical(state)
    return state


@kernel
def same_action(game, state, action, other, room):
    """The action of `other`, symmetric to `state`, that does there what `action` does here: it leads to a symmetric state."""
    nothing = room[NOTHING]
    if action != nothing:
        goal = game.key(game.canonical(game.result(state, action)))
        for each in game.actions(other):
            if game.key(game.canonical(game.result(other, each))) == goal:
                return each
    return nothing
