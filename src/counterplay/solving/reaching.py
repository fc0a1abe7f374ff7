"""All states that can be reached, breadth first, with the steps between them; and their values, where every step leads forward.

States get numbers in the order in which they are met, and every step is followed once: its goal's number is written down. In most games
nothing comes back, and moves lead from one ply to the next: then all steps lead to larger numbers, and one sweep from the last state to the
first knows all values and distances (backward induction; the contract is that of `retrograde`). Elsewhere the steps are turned round for
retrograde analysis.

    steps[first_step[s] : first_step[s + 1]]    where the steps from s lead
    owners[s]                                   who moves in s; OVER where the game has ended
"""

from __future__ import annotations

from math import inf
from typing import Final

from ..kernels import kernel
from ..watch import TABLE_FULL
from .retrograde import MOST_AMOUNTS, MOST_DISTANCE, NOBODY, amount_code, spread

OVER: Final = 2
NEXT, USED, ROOM, FORWARD = 0, 1, 2, 3
"""Entries of `progress`: the state whose steps are followed next; how many steps are written down, and how many there is room for; whether
all of them lead forward."""


@kernel
def explore(game, state, table, progress, first_step, steps, owners, amounts, codes, watch):
    """Number all states that can be reached and write down their steps, from where it stopped for want of room the last time."""
    used = progress[USED]
    if table.number(game.canonical(state)) != 0:
        watch.halt(TABLE_FULL)
        return
    s = progress[NEXT]
    while s < table.used():
        one = table.state(s, state)
        if watch.enter(one, s, -inf, inf):
            return
        first_step[s] = used
        if game.is_terminal(one):
            owners[s] = OVER
            value = float(game.utility(one, 0))
            if value > 0.0:
                codes[s] = amount_code(value, amounts)
            elif value < 0.0:
                codes[s] = -amount_code(-value, amounts)
        else:
            owners[s] = game.to_move(one)
            for action in game.actions(one):
                t = table.number(game.canonical(game.result(one, action)))
                if t < 0 or used == progress[ROOM]:
                    progress[USED] = first_step[s]
                    watch.halt(TABLE_FULL)
                    return
                steps[used] = t
                used += 1
                if t <= s:
                    progress[FORWARD] = 0
        s += 1
        progress[NEXT] = s
        progress[USED] = used
    first_step[s] = used


@kernel
def order_amounts(states, amounts, codes, renamed):
    """Let a larger code be worth more. (Until now codes number the amounts as they were met.)"""
    met = int(amounts[0])
    if met > 1:
        for i in range(1, met + 1):
            rank = 1
            for j in range(1, met + 1):
                if amounts[j] < amounts[i]:
                    rank += 1
            renamed[i] = rank
        for s in range(states):
            if codes[s] > 0:
                codes[s] = renamed[codes[s]]
            elif codes[s] < 0:
                codes[s] = -renamed[-codes[s]]
        for i in range(1, met):
            for j in range(i, 0, -1):  # by insertion: there are few
                if amounts[j + 1] < amounts[j]:
                    amounts[j], amounts[j + 1] = amounts[j + 1], amounts[j]


@kernel
def sweep_back(states, first_step, steps, owners, codes, distances):
    """Values and distances of all states, from the last to the first: where steps lead is known. Returns the longest distance."""
    longest = 0
    for s in range(states - 1, -1, -1):
        owner = owners[s]
        if owner != OVER:
            best, soonest, latest = NOBODY, MOST_DISTANCE, 0
            for place in range(first_step[s], first_step[s + 1]):
                t = steps[place]
                value = codes[t] if owner == owners[t] & 1 else -codes[t]  # at an end: for player 0
                if value > best:
                    best, soonest, latest = value, distances[t], distances[t]
                elif value == best:
                    soonest, latest = min(soonest, distances[t]), max(latest, distances[t])
            if best > 0:
                codes[s], distances[s] = best, soonest + 1
            elif best < 0 and best != NOBODY:
                codes[s], distances[s] = best, latest + 1
            longest = max(longest, distances[s])
            if longest >= MOST_DISTANCE:
                return longest
    return longest


@kernel
def solve_reached(game, state, table, progress, first_step, steps, owners, amounts, codes, distances, renamed, watch):
    """Explore; and where all steps lead forward, find all values. Returns the longest distance."""
    explore(game, state, table, progress, first_step, steps, owners, amounts, codes, watch)
    if watch.stopped() or amounts[0] > MOST_AMOUNTS:
        return 0
    states = table.used()
    order_amounts(states, amounts, codes, renamed)
    if progress[FORWARD] == 0:
        return 0
    return sweep_back(states, first_step, steps, owners, codes, distances)


@kernel
def turn_round(states, first_step, steps, owners, incoming, back, left):
    """Write down for each state which others lead to it, as `retrograde.write_backwards` does; and how many steps each has."""
    for s in range(states):
        left[s] = first_step[s + 1] - first_step[s]
        for place in range(first_step[s], first_step[s + 1]):
            incoming[steps[place] + 1] += 1
    for s in range(states):
        incoming[s + 1] += incoming[s]
    for s in range(states):
        for place in range(first_step[s], first_step[s + 1]):
            t = steps[place]
            back[incoming[t]] = 2 * s + (0 if owners[t] & 1 == owners[s] else 1)
            incoming[t] += 1


@kernel
def spread_back(game, states, first_step, steps, owners, met, codes, distances, incoming, back, left, due, due_first, dues, queue, watch):
    """Retrograde analysis of what was explored. Returns -1 where an end is too many plies away."""
    turn_round(states, first_step, steps, owners, incoming, back, left)
    first, last, plies = 0, 0, 0
    for i in range(met):
        amount = met - i
        if not watch.stopped() and plies >= 0:
            plies = spread(amount, first, states, last, codes, distances, incoming, back, left, due, due_first, dues, queue, watch)
    return plies
