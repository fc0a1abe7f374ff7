"""All states that can be reached, breadth first, with the steps between them; and their values, where every step leads forward.

States get numbers in the order in which they are met, and every step is followed once: its goal's number is written down. In most games
nothing comes back, and moves lead from one ply to the next: then all steps lead to larger numbers, and one sweep from the last state to the
first knows all values and distances (backward induction; the contract is that of `retrograde`). Elsewhere the steps are turned round for
retrograde analysis.

    steps[first_step[s] : first_step[s] + step_counts[s]]    where the steps from s lead
    owners[s]                                                who moves in s; OVER where the game has ended

One thread explores all of it; or several do so level by level, a stretch of states each (`exploring`). Then the numbers within a level are
a matter of chance, and nothing else is.
"""

from __future__ import annotations

from math import inf
from typing import Final

from ..kernels import kernel
from ..watch import TABLE_FULL
from .retrograde import MOST_AMOUNTS, MOST_DISTANCE, NOBODY, amount_code, code_of, spread

OVER: Final = 2
NEXT, END, LEVEL, USED, ROOM, FORWARD, MAY_ADD, WANTED = range(8)
"""Entries of `progress`, of which every thread has its own: the state whose steps are followed next, and the first one that is not its
concern; the first state of the next level; where its next step is written down, and where there is no more room; whether all steps lead
forward; whether it may add amounts; what it stopped for want of."""
STATES, STEPS, FEWER, AMOUNTS = range(4)
"""What a thread may want: room for more states, or for more steps; fewer steps of one state; to add an amount, which one may
do at a time."""
MOST_ACTIONS: Final = 1 << 14
"""How many steps may lead from one state."""


@kernel
def explore(game, state, table, progress, first_step, step_counts, steps, owners, amounts, codes, watch):
    """Number what can be reached and write down the steps, from where it stopped the last time; where it is in want, it stops again."""
    used, level, s = progress[USED], progress[LEVEL], progress[NEXT]
    while s < progress[END] and s < table.used():
        one = table.state(s, state)
        if watch.enter(one, s, -inf, inf):
            return
        if s == level:
            level = table.used()
            progress[LEVEL] = level
        first_step[s] = used
        if game.is_terminal(one):
            owners[s] = OVER
            value = float(game.utility(one, 0))
            if value > 0.0 or value < 0.0:
                if progress[MAY_ADD] == 0 and code_of(abs(value), amounts) == 0:
                    stop_for_want(AMOUNTS, progress, watch)
                    return
                code = amount_code(abs(value), amounts)
                codes[s] = code if value > 0.0 else -code
        else:
            owners[s] = game.to_move(one)
            for action in game.actions(one):
                t = table.number(game.canonical(game.result(one, action)))
                if t < 0 or used == progress[ROOM] or used == first_step[s] + MOST_ACTIONS:
                    stop_for_want(STATES if t < 0 else STEPS if used == progress[ROOM] else FEWER, progress, watch)
                    return
                steps[used] = t
                used += 1
                if t <= s:
                    progress[FORWARD] = 0
        step_counts[s] = used - first_step[s]
        s += 1
        progress[NEXT] = s
        progress[USED] = used


@kernel
def stop_for_want(wanted, progress, watch):
    """Stop before the state at hand: it is begun again when there is what was wanted."""
    progress[WANTED] = wanted
    watch.halt(TABLE_FULL)


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
def sweep_back(states, first_step, step_counts, steps, owners, codes, distances):
    """Values and distances of all states, from the last to the first: where steps lead is known. Returns the longest distance."""
    longest = 0
    for s in range(states - 1, -1, -1):
        owner = owners[s]
        if owner != OVER:
            best, soonest, latest = NOBODY, MOST_DISTANCE, 0
            for place in range(first_step[s], first_step[s] + step_counts[s]):
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
def solve_reached(game, state, table, progress, first_step, step_counts, steps, owners, amounts, codes, distances, renamed, watch):
    """Explore; and where all steps lead forward, find all values. Returns the longest distance."""
    if table.used() == 0:
        table.number(game.canonical(state))
    explore(game, state, table, progress, first_step, step_counts, steps, owners, amounts, codes, watch)
    if watch.stopped() or amounts[0] > MOST_AMOUNTS:
        return 0
    states = table.used()
    order_amounts(states, amounts, codes, renamed)
    if progress[FORWARD] == 0:
        return 0
    return sweep_back(states, first_step, step_counts, steps, owners, codes, distances)


@kernel
def turn_round(states, first_step, step_counts, steps, owners, incoming, back):
    """Write down for each state which others lead to it, as `retrograde.write_backwards` does."""
    for s in range(states):
        for place in range(first_step[s], first_step[s] + step_counts[s]):
            incoming[steps[place] + 1] += 1
    for s in range(states):
        incoming[s + 1] += incoming[s]
    for s in range(states):
        for place in range(first_step[s], first_step[s] + step_counts[s]):
            t = steps[place]
            back[incoming[t]] = 2 * s + (0 if owners[t] & 1 == owners[s] else 1)
            incoming[t] += 1


@kernel
def spread_back(game, states, first_step, left, steps, owners, met, codes, distances, incoming, back, due, due_first, dues, queue, watch):
    """Retrograde analysis of what was explored; `left` begins as the counts of steps. Returns -1 where an end is too many plies away."""
    turn_round(states, first_step, left, steps, owners, incoming, back)
    first, last, plies = 0, 0, 0
    for i in range(met):
        amount = met - i
        if not watch.stopped() and plies >= 0:
            plies = spread(amount, first, states, last, codes, distances, incoming, back, left, due, due_first, dues, queue, watch)
    return plies
