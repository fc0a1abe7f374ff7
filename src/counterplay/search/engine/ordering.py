"""Which action to try first. The order changes no value, but with the best action first alpha-beta looks at b^(m/2) nodes instead of b^m.

First what the table remembers as best; then by the game's own `promise`, or by the evaluation of the state the action leads to (best first
for Max, lowest first for Min: each player for itself); among those that look alike, what cut off at the same ply before (killers: Huberman
1968), what refuted the opponent's last action (countermoves: Uiterwijk 1992), and what has cut off most often (history: Schaeffer 1989).
"""

from __future__ import annotations

from typing import Final

from ...bits import slot
from ...kernels import kernel
from .room import (
    BY_EVALUATION,
    BY_PROMISE,
    COUNTERMOVE,
    CREDIT,
    EXCHANGES,
    HISTORY,
    KILLER,
    KILLERS,
    MOST_PLIES,
    NOTHING,
    PROMISE,
    QUIESCENCE,
    SLOTS,
)

FIRST_KILLER: Final = 0.9
SECOND_KILLER: Final = 0.8
COUNTER: Final = 0.7
MOST_CREDIT: Final = 1 << 14
"""Actions that look alike differ by less than one unit of promise: killers and countermoves by these, the others by up to half a unit."""
LOSING: Final = -1e6
"""Actions that lose an exchange are less promising than this."""
EVALUATION_UNIT: Final = 0.02
"""What one unit is worth where evaluations order: a small part of the way from a loss to a win."""


@kernel
def bring_forward(wanted, base, end, moves):
    """Put the action `wanted` first, if it is among moves[base:end]; returns the index after it, or `base`."""
    for i in range(base, end):
        if moves[i] == wanted:
            while i > base:
                moves[i] = moves[i - 1]
                i -= 1
            moves[base] = wanted
            return base + 1
    return base


@kernel
def rate_actions(game, state, depth, ply, player, before, start, end, moves, promises, room):
    """Say of each of moves[start:end], actions of `player`, how promising it is. (Of noisy ones, looked at with a negative depth, nobody
    knows the credit.)"""
    unit = 1.0
    if room[PROMISE] == BY_PROMISE:
        for i in range(start, end):
            promises[i] = float(game.promise(state, moves[i]))
    elif room[PROMISE] == BY_EVALUATION and depth > 1:
        unit = EVALUATION_UNIT
        for i in range(start, end):
            promises[i] = outlook(game, state, player, moves[i])
    else:
        for i in range(start, end):
            promises[i] = 0.0
    if depth >= 0:
        add_credit(unit, ply, player, before, start, end, moves, promises, room)


@kernel
def outlook(game, state, player, action):
    """How good the state looks that an action of `player` leads to."""
    child = game.result(state, action)
    if game.is_terminal(child):
        return 2.0 * float(game.utility(child, player))
    return float(game.evaluate(child, player))


@kernel
def add_credit(unit, ply, player, before, start, end, moves, promises, room):
    """Raise the promises of actions that have cut off elsewhere."""
    first = second = counter = room[NOTHING]
    if room[KILLERS]:
        killer = KILLER + 2 * min(ply, MOST_PLIES - 1)
        first, second, counter = room[killer], room[killer + 1], room[COUNTERMOVE + player * SLOTS + slot(before, SLOTS)]
    credit = CREDIT + player * SLOTS
    worth = 0.5 * unit / MOST_CREDIT if room[HISTORY] else 0.0
    for i in range(start, end):
        action = moves[i]
        promise = promises[i] + worth * room[credit + slot(action, SLOTS)]
        if action == first:
            promise += FIRST_KILLER * unit
        elif action == second:
            promise += SECOND_KILLER * unit
        elif action == counter:
            promise += COUNTER * unit
        promises[i] = promise


@kernel
def bring_best(game, state, start, end, moves, promises, room):
    """Put the most promising of moves[start:end] first. Mostly it cuts off, and the others need no order."""
    while True:
        best, promise = start, promises[start]
        for i in range(start + 1, end):
            other = promises[i]
            if other > promise:
                best, promise = i, other
        action = moves[best]
        if not room[EXCHANGES] or promise < LOSING or not game.is_noisy(state, action) or game.exchange_reaches(state, action, 0.0):
            break
        promises[best] = promise + 2.0 * LOSING  # it loses the exchange that it begins
    moves[best], promises[best] = moves[start], promises[start]
    moves[start], promises[start] = action, promise


@kernel
def remember_cut(game, state, depth, ply, player, before, base, last, moves, room):
    """moves[last] cut off, moves[base:last] did not. (Noisy actions come early in any case.)"""
    action = moves[last]
    if room[QUIESCENCE] and game.is_noisy(state, action):
        return
    if room[KILLERS]:
        killer = KILLER + 2 * min(ply, MOST_PLIES - 1)
        if action != room[killer]:
            room[killer + 1] = room[killer]
            room[killer] = action
        room[COUNTERMOVE + player * SLOTS + slot(before, SLOTS)] = action
    if room[HISTORY]:
        weight = min(depth * depth, 400)
        for i in range(base, last + 1):
            place = CREDIT + player * SLOTS + slot(moves[i], SLOTS)
            change = weight if i == last else -weight
            room[place] += change - room[place] * weight // MOST_CREDIT  # never beyond MOST_CREDIT
