"""Retrograde analysis: from the ends of the games backwards, the value and the distance of every state, also where positions come back.

The states of one slice have consecutive numbers, and steps lead from a state to others of the slice or to states with lower numbers, which
are known already. First every state is looked at once, and the steps are written down backwards; then what is known spreads against the
steps, ply by ply (Ströhlein 1970; Thompson 1986). Contract, for the side to move in a state s (at an end: for the side to move there, or
for player 0 where nobody says who that would be):

    codes[s] > 0  and  distances[s] = d     it can force that much, in d plies at the soonest, and nothing better
    codes[s] < 0  and  distances[s] = d     the opponent can force that much, in d plies at the latest, and nothing better
    codes[s] = 0                            neither: the game ends level, or goes on for ever

Codes number the amounts. Amounts are treated from the largest down: whoever can force more than this amount is known by then.

Here the game itself numbers its states (`index`, `unindex`); `reaching` numbers all that can be reached, in a table, and comes here for
`spread` alone.
"""

from __future__ import annotations

from math import inf

from ..buffers import increased
from ..kernels import kernel

MOST_AMOUNTS = 127
"""How many different amounts there can be to win."""
MOST_DISTANCE = 32_766
"""The longest distance that is kept: with its sign, and one more, it has 16 bits."""
NOBODY = -128
"""The code of a number that no state has."""


@kernel
def state_of(game, state, number, table):
    """The state with a number; `state` is any, which tells machine code the type."""
    if table is None:
        return game.unindex(number)
    return table.state(number, state)


@kernel
def viewer(game, state, table):
    """The player for whom a state's value is kept."""
    if table is None:
        return game.to_move(state)
    if game.is_terminal(state):
        return 0
    return game.to_move(state)


@kernel
def code_of(amount, amounts):
    """The number of an amount among those met so far, which are in amounts[1], amounts[2], …; amounts[0] says how many. 0: it is new."""
    for code in range(1, min(int(amounts[0]), MOST_AMOUNTS) + 1):
        if amounts[code] == amount:
            return code
    return 0


@kernel
def amount_code(amount, amounts):
    """The number of an amount, which gets the next one if it is new."""
    known = code_of(amount, amounts)
    if known > 0:
        return known
    met = int(amounts[0])
    if met < MOST_AMOUNTS:
        amounts[met + 1] = amount
    amounts[0] = met + 1.0
    return min(met + 1, MOST_AMOUNTS)


@kernel
def look_ahead(game, state, first, states, begin, end, amounts, codes, distances, incoming, left, due, watch):
    """Look at states of a slice once: ends are known, steps are counted, and what states known already promise is noted.

    incoming[t + 1]   how many steps of the slice lead to its t-th state
    left[s]           how many steps from the s-th state are not known to lead to a loss
    due[s]            the ply at which known states make it a win; or, negative, at the soonest a loss

    Returns the number of steps within the slice, of dues, and the last of these; -1 - s first, where the s-th state leads to one that must
    not be known yet. Several threads may look at different states of one slice.
    """
    steps, dues, last = 0, 0, 0
    for s in range(begin, end):
        one = game.unindex(first + s)
        if watch.enter(one, 0, -inf, inf):
            break
        if game.index(one) != first + s:
            codes[first + s] = NOBODY
        elif game.is_terminal(one):
            value = float(game.utility(one, game.to_move(one)))
            if value > 0.0:
                codes[first + s] = amount_code(value, amounts)
            elif value < 0.0:
                codes[first + s] = -amount_code(-value, amounts)
        else:
            mover = game.to_move(one)
            win, loss, here = MOST_DISTANCE, 0, 0
            for action in game.actions(one):
                child = game.result(one, action)
                t = game.index(child)
                if t < 0 or t >= first + states:
                    return -1 - s, 0, 0
                if t >= first:
                    steps += 1
                    here += 1
                    increased(incoming, t - first + 1)
                else:
                    value = codes[t] if game.to_move(child) == mover else -codes[t]
                    if value > 0:
                        win = min(win, distances[t] + 1)
                    elif value < 0:
                        loss = max(loss, distances[t] + 1)
                    else:
                        here += 1
            left[s] = here
            if win < MOST_DISTANCE:
                due[s] = win
            elif loss > 0:
                due[s] = -loss
            if due[s] != 0:
                dues += 1
                last = max(last, abs(due[s]))
    return steps, dues, last


@kernel
def sum_up(game, states, incoming, watch):
    """From how many steps lead to each state to where the list of each begins."""
    for s in range(states):
        incoming[s + 1] += incoming[s]


@kernel
def write_backwards(game, state, first, begin, end, incoming, back, watch):
    """Write down which states have steps from those from `begin` on: twice their number, plus 1 where a value turns into its opposite.

    incoming[t] moves from the beginning of t's list to its end, where the list of t + 1 begins. Several threads may do so at once.
    """
    for s in range(begin, end):
        one = game.unindex(first + s)
        if watch.enter(one, 0, -inf, inf):
            break
        if game.index(one) == first + s and not game.is_terminal(one):
            mover = game.to_move(one)
            for action in game.actions(one):
                child = game.result(one, action)
                t = game.index(child) - first
                if t >= 0:
                    back[increased(incoming, t)] = 2 * s + (0 if game.to_move(child) == mover else 1)


@kernel
def sort_dues(states, last, due, due_first, dues):
    """The states with a due, the soonest first: those due at ply d are in dues[due_first[d] : due_first[d + 1]]."""
    for s in range(states):
        if due[s] != 0:
            due_first[abs(due[s]) + 1] += 1
    for d in range(last + 1):
        due_first[d + 1] += due_first[d]
    for s in range(states):
        if due[s] != 0:
            d = abs(due[s])
            dues[due_first[d]] = s
            due_first[d] += 1
    for d in range(last + 1):  # each beginning has moved to the end: back by one place
        due_first[last + 1 - d] = due_first[last - d]
    due_first[0] = 0


@kernel
def spread(amount, first, states, last, codes, distances, incoming, back, left, due, due_first, dues, queue, watch):
    """Let what is known spread against the steps, for one amount; returns how many plies it took, or -1 where there are too many."""
    waiting, done = 0, 0
    for s in range(states):
        if abs(codes[first + s]) == amount:
            queue[waiting] = s
            waiting += 1
    ply = 0
    while (done < waiting or ply <= last) and not watch.stopped():
        if ply >= MOST_DISTANCE:
            return -1
        layer = waiting
        while done < layer:
            t = queue[done]
            done += 1
            begin = incoming[t - 1] if t > 0 else 0
            for place in range(begin, incoming[t]):
                s = back[place] >> 1
                if codes[first + s] == 0:
                    value = codes[first + t] if back[place] & 1 == 0 else -codes[first + t]
                    known = value > 0
                    if not known:
                        left[s] -= 1
                        known = left[s] == 0 and due[s] <= 0 and -due[s] <= ply + 1
                    if known:
                        codes[first + s] = value
                        distances[first + s] = ply + 1
                        queue[waiting] = s
                        waiting += 1
        ply += 1
        if ply <= last:
            for place in range(due_first[ply], due_first[ply + 1]):
                s = dues[place]
                if codes[first + s] == 0 and (due[s] > 0 or left[s] == 0):
                    codes[first + s] = amount if due[s] > 0 else -amount
                    distances[first + s] = ply
                    queue[waiting] = s
                    waiting += 1
    return ply


@kernel
def work_backwards(game, first, states, last, codes, distances, incoming, back, left, due, due_first, dues, queue, watch):
    """After `look_ahead` and `write_backwards`: let what is known spread. Returns -1 where an end is too many plies away."""
    sort_dues(states, last, due, due_first, dues)
    amount = 1
    return spread(amount, first, states, last, codes, distances, incoming, back, left, due, due_first, dues, queue, watch)
