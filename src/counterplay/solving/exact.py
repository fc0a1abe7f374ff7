"""The exact score of one state: alpha-beta to the end, with a table and the facts a game states (`bounds`, `candidates`, `promise`, `key`).

The search is general; what makes it strong on a game is what that game knows. Contract of `exact_score`, where m is the state's
minimax score for `player` and alpha < beta:

    alpha < result < beta   implies  result = m
    result <= alpha         implies  m <= result
    result >= beta          implies  m >= result

The score is found by asking again and again, in a window too narrow to hold a value, "is it more than this?": each answer is a bound that
halves what remains (van der Meulen 1990; Plaat et al. 1996), and the table carries what was learnt from one question to the next.
"""

from __future__ import annotations

from math import inf, isinf

from ..kernels import kernel
from ..watch import TABLE_FULL

NARROW = 1e-6
"""The width of a window that holds no score. Scores differ by more, or by nothing."""
MOST_STACKED = 1 << 17
"""How many actions can wait on the stack: those of all nodes on one line of play."""


@kernel
def exact_score(game, state, depth, alpha, beta, player, base, table, moves, promises, watch):
    """The score of `state` for `player`; actions are sorted in `moves` from `base` on. `depth` counts down from 0."""
    if watch.enter(state, depth, alpha, beta):
        return 0.0
    again = False
    low, high = game.bounds(state, player)
    if low < high and game.to_move(state) != player:  # the player who moved before moves again: see it with that player's eyes
        again = True
        player = 1 - player
        alpha, beta = -beta, -alpha
        low, high = game.bounds(state, player)
    best = -inf
    if low == high or low >= beta:
        best = low
    elif high <= alpha:
        best = high
    else:
        key = game.key(state)
        place = table.place(key)
        entry = table.find(place, key)
        if entry >= 0:
            low, high = max(low, table.low(entry)), min(high, table.high(entry))
        if low >= beta or low == high:
            best = low
        elif high <= alpha:
            best = high
        else:
            before = watch.entered()
            floor = alpha
            alpha, beta = max(alpha, low), min(beta, high)
            end = sorted_candidates(game, state, base, table, moves, promises, watch)
            chosen = moves[base]
            for i in range(base, end):
                action = moves[i]
                child = -exact_score(
                    game, game.result(state, action), depth - 1, -beta, -alpha, 1 - player, end, table, moves, promises, watch
                )
                if child > best:
                    best = child
                    chosen = action
                    alpha = max(alpha, best)
                    if best >= beta:
                        break
            if best >= beta:
                low = max(low, best)
            if best <= floor or best < beta:
                high = min(high, max(best, low))
            if floor < best < beta:
                low = max(low, best)
            table.store(place, key, low, high, effort(watch.entered() - before), chosen)
    return -best if again else best


@kernel
def sorted_candidates(game, state, base, table, moves, promises, watch):
    """Put the candidates into `moves` from `base` on, the most promising first; returns the index after the last."""
    end = base
    for action in game.candidates(state):
        if end < len(moves):
            moves[end] = action
        end += 1
    if end > len(moves):
        watch.halt(TABLE_FULL)
        end = base
    if end - base > 1:
        for i in range(base, end):
            action = moves[i]
            promise = game.promise(state, action)
            table.prefetch(table.place(game.key(game.result(state, action))))
            j = i
            while j > base and promises[j - 1] < promise:
                promises[j] = promises[j - 1]
                moves[j] = moves[j - 1]
                j -= 1
            promises[j] = promise
            moves[j] = action
    return end


@kernel
def effort(nodes):
    """How much work an entry stands for, on a scale of doublings: what is kept when two positions want one place."""
    doublings = 0
    while nodes > 0:
        nodes >>= 1
        doublings += 1
    return doublings


@kernel
def find_score(game, state, player, narrow, table, moves, promises, watch):
    """The score of `state` for `player`, question by question."""
    low, high = game.bounds(state, player)
    depth, base = 0, 0
    while low < high:
        question = next_question(low, high)
        score = exact_score(game, state, depth, question, question + narrow, player, base, table, moves, promises, watch)
        if score <= question:
            high = score
        else:
            low = score
        if watch.enter(state, depth, low, high):
            break
    return low


@kernel
def next_question(low, high):
    """What to ask next: first whether it is a win at all, then by halves, but rather towards the nearer end than far from zero."""
    if low < 0.0 < high:
        return 0.0
    if isinf(low):
        return min(0.0, high) - 1.0
    if isinf(high):
        return low
    middle = float((low + high) // 2)
    return max(low, min(middle, high - NARROW))


@kernel
def best_action(game, state, player, score, narrow, table, moves, promises, watch):
    """The first candidate that keeps the score."""
    depth, base = 0, 0
    end = sorted_candidates(game, state, base, table, moves, promises, watch)
    for i in range(base, end):
        child = game.result(state, moves[i])
        if -exact_score(game, child, depth, -score, narrow - score, 1 - player, end, table, moves, promises, watch) >= score:
            return moves[i]
    return moves[base]
