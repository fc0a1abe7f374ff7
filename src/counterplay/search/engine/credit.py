"""What has cut off before is tried early, and looked at more deeply: it has credit.

Killers (Huberman 1968) cut off at the same ply; countermoves (Uiterwijk 1992) refuted the opponent's last action. History (Schaeffer 1989)
is a number for each action: up when it cuts off, down when it was tried in vain before another did. Continuations are the same for each
pair of an action with the one before it, and with the player's own last one: a plan has more than one step. Where an action begins matters
little for that; what matters the game calls its `motif`.
"""

from __future__ import annotations

from typing import Final

from ...bits import slot
from ...buffers import set_small, small
from ...kernels import kernel
from .room import (
    CONTINUATION,
    CONTINUATIONS,
    COUNTERMOVE,
    CREDIT,
    CREDITS,
    HISTORY,
    KILLER,
    KILLERS,
    MOST_PLIES,
    MOTIF,
    MOTIFS,
    NOTHING,
    QUIESCENCE,
    SLOTS,
)

FIRST_KILLER: Final = 0.9
SECOND_KILLER: Final = 0.8
COUNTER: Final = 0.7
MOST_CREDIT: Final = 1 << 14
"""Actions that look alike differ by about one unit of promise: killers and countermoves by these, the others by up to half a unit for
each of three credits, which are rarely all high."""


@kernel
def add_credit(game, state, unit, ply, player, before, start, end, moves, promises, room):
    """Raise the promises of actions that have cut off elsewhere."""
    first = second = counter = room[NOTHING]
    if room[KILLERS]:
        killer = KILLER + 2 * min(ply, MOST_PLIES - 1)
        first, second, counter = room[killer], room[killer + 1], room[COUNTERMOVE + player * SLOTS + slot(before, SLOTS)]
    worth = 0.5 * unit / MOST_CREDIT
    for i in range(start, end):
        action = moves[i]
        promise = promises[i] + worth * credit(game, state, action, ply, player, room)
        if action == first:
            promise += FIRST_KILLER * unit
        elif action == second:
            promise += SECOND_KILLER * unit
        elif action == counter:
            promise += COUNTER * unit
        promises[i] = promise


@kernel
def credit(game, state, action, ply, player, room):
    """How often an action has cut off: up to MOST_CREDIT by itself, and as much together with each of the two actions before it."""
    total = small(room, CREDITS, CREDIT + player * SLOTS + slot(action, SLOTS)) if room[HISTORY] else 0
    if room[CONTINUATIONS]:
        motif = slot(game.motif(state, action), MOTIFS)
        total += small(room, CREDITS, after_last(ply, room) + motif) + small(room, CREDITS, after_own(ply, room) + motif)
    return total


@kernel
def after_last(ply, room):
    """Where the credits of what may follow the opponent's last action begin."""
    return CONTINUATION + room[MOTIF + min(ply, MOST_PLIES) + 1] * MOTIFS


@kernel
def after_own(ply, room):
    """Where the credits of what may follow the player's own last action begin."""
    return CONTINUATION + (MOTIFS + room[MOTIF + min(ply, MOST_PLIES)]) * MOTIFS


@kernel
def note_motif(game, state, action, ply, room):
    """The action at this ply, about to be looked at, is what the next one follows."""
    if room[CONTINUATIONS]:
        room[MOTIF + min(ply + 1, MOST_PLIES) + 1] = slot(game.motif(state, action), MOTIFS)


@kernel
def note_passing(ply, room):
    """What follows a null move follows nothing."""
    room[MOTIF + min(ply + 1, MOST_PLIES) + 1] = 0


@kernel
def remember_cut(game, state, depth, ply, player, before, base, last, moves, room):
    """moves[last] cut off, moves[base:last] did not. (A noisy action that cuts off needs no credit: it comes early in any case.)"""
    action = moves[last]
    if room[QUIESCENCE] and game.is_noisy(state, action):
        return
    if room[KILLERS]:
        killer = KILLER + 2 * min(ply, MOST_PLIES - 1)
        if action != room[killer]:
            room[killer + 1] = room[killer]
            room[killer] = action
        room[COUNTERMOVE + player * SLOTS + slot(before, SLOTS)] = action
    weight = min(depth * depth, 400)
    for i in range(base, last + 1):
        change = weight if i == last else -weight
        if room[HISTORY]:
            give_credit(CREDIT + player * SLOTS + slot(moves[i], SLOTS), change, weight, room)
        if room[CONTINUATIONS]:
            motif = slot(game.motif(state, moves[i]), MOTIFS)
            give_credit(after_last(ply, room) + motif, change, weight, room)
            give_credit(after_own(ply, room) + motif, change, weight, room)


@kernel
def give_credit(place, change, weight, room):
    """More credit, or less, and never beyond MOST_CREDIT."""
    before = small(room, CREDITS, place)
    set_small(room, CREDITS, place, before + change - before * weight // MOST_CREDIT)
