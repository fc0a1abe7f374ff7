"""Which action to try first. The order changes no value, but with the best action first alpha-beta looks at b^(m/2) nodes instead of b^m.

First what the table remembers as best; then by the game's own `promise`, or by the evaluation of the state the action leads to (best first
for Max, lowest first for Min: each player for itself); among those that look alike, what has cut off elsewhere (`credit.py`). Where
promises order, noisy actions come first: often one of them cuts off, and the quiet ones need not even be rated.
"""

from __future__ import annotations

from typing import Final

from ...kernels import kernel
from .credit import add_credit
from .room import BY_EVALUATION, BY_PROMISE, EXCHANGES, PROMISE, QUIESCENCE

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
def bring_noisy(game, state, start, end, moves, room):
    """Put the noisy ones of moves[start:end] first; returns the index after them. Without quiescence, or where promises do not order,
    none is put first: returns `end`."""
    if not room[QUIESCENCE] or room[PROMISE] != BY_PROMISE:
        return end
    after = start
    for i in range(start, end):
        action = moves[i]
        if game.is_noisy(state, action):
            moves[i], moves[after] = moves[after], action
            after += 1
    return after


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
        add_credit(game, state, unit, ply, player, before, start, end, moves, promises, room)


@kernel
def outlook(game, state, player, action):
    """How good the state looks that an action of `player` leads to."""
    child = game.result(state, action)
    if game.is_terminal(child):
        return 2.0 * float(game.utility(child, player))
    return float(game.evaluate(child, player))


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
