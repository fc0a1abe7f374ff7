"""The line of best play, as far as the table knows it.

The search itself keeps the line only down to where the table ended it; from there on the table (or a database) says how the line goes on:
by an action after which the value, seen from there, is still the same. Where a position that comes back is a draw, no line goes
on after one: each of a circle of moves has the same value in the table, and the line would go round it.

Where the table knows no more of a proven end, the line is searched on from there (`Deepening._told_further`).
"""

from __future__ import annotations

from math import nan

from ...kernels import kernel
from ...transpositions import NO_ACTION
from ..endings import UNKNOWN, told
from .distances import PROVEN, ended, ending, seen_from
from .remembering import kept_state
from .repeating import came_back
from .room import LINE, MOST_LINE, QUIESCENCE, REPETITION, ROOT_ACTION


@kernel
def follow_line(game, state, depth, ply, value, player, base, table, endings, moves, room, watch):
    """Write the line from the root `state`, which has this value for `player`, into the room."""
    room[LINE] = 0
    action = room[ROOT_ACTION]
    back = False
    if room[REPETITION] and action != NO_ACTION:
        back = came_back(game, game.result(state, action), ply + 1, table, room, watch)
    while action != NO_ACTION and room[LINE] < MOST_LINE:
        room[LINE] += 1
        room[LINE + room[LINE]] = action
        state = game.result(state, action)
        depth -= 1
        ply += 1
        action = NO_ACTION
        if back:
            break
        if (depth > 0 or (abs(value) > PROVEN and told(game, state, endings) != UNKNOWN)) and not game.is_terminal(state):
            if game.to_move(state) != player:
                player, value = 1 - player, -value
            end = min(game.fill(state, moves, base), len(moves))
            for i in range(base, end):
                child = game.result(state, moves[i])
                found = 0.0
                if room[REPETITION]:
                    back = came_back(game, child, ply + 1, table, room, watch)
                if not back:
                    found = known_value(game, child, depth - 1, ply + 1, player, table, endings, room, watch)
                if found == value:
                    action = moves[i]
                    break


@kernel
def known_value(game, state, depth, ply, player, table, endings, room, watch):
    """The value of `state` for `player`, to this depth or (where the search was extended) another; nan where nobody has found it."""
    if game.is_terminal(state):
        return ended(float(game.utility(state, player)), ply, room, watch)
    known = told(game, state, endings)
    if known != UNKNOWN:
        value = ending(known, ply, endings, room, watch)
        return value if game.to_move(state) == player else -value
    if game.is_cutoff(state, depth):
        return nan if room[QUIESCENCE] else float(game.evaluate(state, player))
    key = game.key(kept_state(game, state, depth, room))
    entry = table.find(table.place(key), key)
    if entry < 0:
        return nan
    low, high = table.low(entry), table.high(entry)
    if low != high or not table.still_holds(entry, key):
        return nan
    value = seen_from(low, -ply, room)
    return value if game.to_move(state) == player else -value
