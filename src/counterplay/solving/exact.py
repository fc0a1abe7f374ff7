"""The exact score of one state: alpha-beta to the end, with a table and the facts a game states.

The search is general; what makes it strong on a game is what that game knows (`bounds`, `candidates`, `promise`, `key`, `plies_left`).
Contract of `exact_score`, where m is the state's minimax score for `player` and alpha < beta:

    alpha < result < beta   implies  result = m
    result <= alpha         implies  m <= result
    result >= beta          implies  m >= result

The score is found by asking, in a window too narrow to hold one, "is it more than this?": each answer is a bound, and the table carries
what was learnt from one question to the next (Plaat, Schaeffer, Pijls & de Bruin 1996).
"""

from __future__ import annotations

from math import inf, isinf

from ..kernels import kernel
from ..search.claims import claim
from ..search.ending_score import NO_LIMIT, ending_score, movers_view
from ..transpositions import NO_ACTION
from ..watch import TABLE_FULL

SHALLOW, SHALLOW_ALTERNATING = 10, 8
"""With at most so many plies left, actions are tried as they come: sorting and remembering would take longer than they save. Where turns
alternate, no pass is among these plies.

Measured on Othello with 14 empty squares, where ten plies are five squares and passes: a third more nodes in a sixth less time. On Connect
Four eight plies save a fifth of the time, too; ten no more, for twice the nodes.
"""
FAR = 0.65
"""How far from zero the first question is asked, as a part of the best or worst score that can be."""


@kernel
def exact_score(game, state, depth, alpha, beta, player, base, together, table, moves, promises, watch):
    """The score of `state` for `player`; actions are sorted in `moves` from `base` on. `depth` counts down from 0.

    In the first `together` plies several threads share the work; one alone has 0 of them.
    """
    if game.plies_left(state) <= (SHALLOW_ALTERNATING if game.alternates else SHALLOW):
        until = NO_LIMIT
        return ending_score(game, state, depth, alpha, beta, player, until, watch)
    if watch.enter(state, depth, alpha, beta):
        return 0.0
    player, alpha, beta, sign = movers_view(game, state, alpha, beta, player)
    low, high = game.bounds(state, player)
    if low >= beta or low == high:
        return sign * low
    if high <= alpha:
        return sign * high
    best = -inf
    key = game.key(state)
    place = table.place(key)
    table.prefetch(place)
    end = listed(game, state, base, moves, watch)
    if end - base == 1:  # nothing to choose, so nothing to remember
        best = -exact_score(
            game, game.result(state, moves[base]), depth - 1, -beta, -alpha, 1 - player, end, together, table, moves, promises, watch
        )
        return sign * best
    chosen = NO_ACTION
    entry = table.find(place, key)
    if entry >= 0:
        low, high = max(low, table.low(entry)), min(high, table.high(entry))
        chosen = table.action(entry)
    if low >= beta or low == high:
        best = low
    elif high <= alpha:
        best = high
    else:
        before = watch.entered()
        least = max(alpha, low)
        most = min(beta, high)
        sort(game, state, base, end, chosen, table, moves, promises)
        shared = -depth < together
        for i in range(base, end):
            if shared:
                claim(game, state, base, i, end, table, moves)
            child = -exact_score(
                game, game.result(state, moves[i]), depth - 1, -most, -least, 1 - player, end, together, table, moves, promises, watch
            )
            if shared:
                table.release(game.key(game.result(state, moves[i])))
            if child > best:
                best = child
                if best > least:
                    least = best
                    chosen = moves[i]
                    if best >= most:
                        break
        if watch.stopped():  # what came back is no score: the table, which is kept, must not learn it
            return 0.0
        if best > alpha:
            low = max(low, best)
        if best < beta:
            high = min(high, max(best, low))
        table.store(table.place(key), key, low, high, effort(watch.entered() - before), chosen)
    return sign * best


@kernel
def listed(game, state, base, moves, watch):
    """Put the candidates into `moves` from `base` on; returns the index after the last."""
    end = base
    for action in game.candidates(state):
        if end < len(moves):
            moves[end] = action
        end += 1
    if end > len(moves):
        watch.halt(TABLE_FULL)
        return base
    return end


@kernel
def sort(game, state, base, end, first, table, moves, promises):
    """Sort `moves` from `base` to `end`: `first`, then the most promising. What the table knows of where they lead is fetched meanwhile."""
    for i in range(base, end):
        action = moves[i]
        table.prefetch(table.place(game.key(game.result(state, action))))
        promise = inf
        if action != first:
            promise = game.promise(state, action)
        j = i
        while j > base and promises[j - 1] < promise:
            promises[j] = promises[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        promises[j] = promise
        moves[j] = action


@kernel
def effort(nodes):
    """How much work an entry stands for, on a scale of doublings: what is kept when two positions want one place."""
    doublings = 0
    while nodes > 0:
        nodes >>= 1
        doublings += 1
    return doublings


@kernel
def find_score(game, state, depth, base, player, narrow, together, table, moves, promises, watch):
    """The score of `state`, which is not terminal, for `player`, question by question."""
    low, high = game.bounds(state, player)
    while low < high:
        question = next_question(low, high)
        score = exact_score(game, state, depth, question, question + narrow, player, base, together, table, moves, promises, watch)
        if watch.enter(state, depth, low, high):
            break
        if score <= question:
            high = score
        else:
            low = score
    return low


@kernel
def next_question(low, high):
    """What to ask next. A quick win or loss is found at once by asking far from zero, so the first question is not the middle.

    Where a bound is infinite, how much can be won or lost is not known: then zero first, and from there step by step.
    """
    if isinf(low) and isinf(high):
        return 0.0
    if isinf(low):
        return high - 1.0
    if isinf(high):
        return low
    middle = (low + high) // 2
    if middle <= 0.0:
        return max(low, min(middle, -(-low * FAR // 1)))
    return max(low, middle, high * FAR // 1)


@kernel
def find_line(game, state, depth, base, player, score, narrow, together, line, table, moves, promises, watch):
    """Put best play from `state` into `line`, where `score` is the state's for `player`, whose turn it is; returns its length."""
    length = 0
    first = NO_ACTION
    while length < len(line) and not game.is_terminal(state):
        low, high = game.bounds(state, player)
        end = base
        if low < high:
            end = listed(game, state, base, moves, watch)
            sort(game, state, base, end, first, table, moves, promises)
        else:  # the score is known, but not the action that gets it
            end = game.fill(state, moves, base)
        if watch.enter(state, depth, low, high) or end > len(moves):
            break
        for i in range(base, end):
            child = game.result(state, moves[i])
            if game.is_terminal(child):
                got = float(game.score(child, player))
            else:
                got = -exact_score(game, child, depth, -score, narrow - score, 1 - player, end, together, table, moves, promises, watch)
            if got >= score or i == end - 1:
                line[length] = moves[i]
                length += 1
                state = child
                break
        if not game.is_terminal(state) and game.to_move(state) != player:
            player = 1 - player
            score = -score
    return length
