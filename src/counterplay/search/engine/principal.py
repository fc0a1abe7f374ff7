"""The engine's search: alpha-beta in its strongest form, of which every part can be switched off (`Switches`).

* Negamax, fail-soft (Knuth & Moore 1975), the player to move seeing everything with its own eyes.
* Principal-variation search (Marsland & Campbell 1982): the first action is searched in the whole window; that the others are no better is
  shown in a window too narrow to hold a value, and only an action that turns out to be better is searched again.
* A transposition table: what is known of a position to this depth, or for good, ends the search of it.
* Threads share the table, and tell one another what they look at (`claim`), so that each looks at something else.
* Where a database reaches, its word ends the search: it is as good as the end of the game.
* Forced, urgent and singular extensions (Anantharaman, Campbell & Hsu 1990); null move (Donninger 1993), verified far from the horizon
  (Tabibi & Netanyahu 2002); what is looked at less deeply or not at all (`pruning.py`).

Contract, where m is the value that minimax finds to the same depth (with `distances`: counted in them) and alpha < beta; all that looks
elsewhere than minimax does (extensions, quiescence, null move, `deeper` and what `pruning.py` does) being off:

    alpha < result < beta   implies  result = m
    result <= alpha         implies  m <= result
    result >= beta          implies  m >= result
"""

from __future__ import annotations

from math import inf
from typing import Final

from ...kernels import kernel
from ...transpositions import NO_ACTION
from ...watch import TABLE_FULL
from ..claims import claim
from ..endings import UNKNOWN, plies_in, told
from .credit import note_motif, note_passing, remember_cut
from .distances import PROVEN, WIN, ended, ending, estimated
from .following import follow_line
from .limits import keep_limits
from .ordering import LOSING, bring_best, bring_forward, bring_noisy, rate_actions
from .pruning import NEVER, enough_actions, is_far_ahead, is_improving, keep_loud, loses_exchange, reduction
from .quiescence import quiet_value
from .remembering import recall, remember
from .repeating import came_back
from .room import (
    DECISIVE,
    DEEPEST_PLY,
    EXPECTED_NODES,
    FORCED,
    FUTILITY,
    LEFT_OUT,
    NO_PASSING,
    NOTHING,
    NULL_MOVE,
    PRINCIPAL,
    QUIESCENCE,
    REDUCTIONS,
    REPETITION,
    REVERSE_FUTILITY,
    ROOT_ACTION,
    SHARED,
    SINGULAR,
    TABLE,
    URGENT,
)
from .settings import never_on

SINGULAR_DEPTH: Final = 6
SINGULAR_MARGIN: Final = 0.05
"""How much worse all other actions must be, as a part of the way from a draw to a win."""
NULL_DEPTH: Final = 3
VERIFIED_DEPTH: Final = 8
"""With this much depth left, what a null move has shown is verified."""
SHARED_DEPTH: Final = 4
"""With this much depth left, threads share the actions of a position."""
REDUCED_DEPTH: Final = 3
FULL_ACTIONS: Final = 2
"""So many actions are searched in full before others are reduced."""
UNKNOWN_DEPTH: Final = 4
"""With this much depth left and no action remembered, looking one ply less deeply finds one for the next time."""


@kernel
def principal_value(game, state, depth, ply, alpha, beta, player, before, excluded, base, table, endings, moves, promises, room, watch):
    """The value of `state` for `player`, whose turn it is unless the other player moves twice, `ply` plies below the root after `before`.

    Actions are sorted in `moves` from `base` on. The action `excluded` is left out: how good are the others?
    """
    if watch.enter(state, -ply, alpha, beta):
        return 0.0
    keep_limits(room, watch)
    if game.is_terminal(state):
        value = ended(float(game.utility(state, player)), ply, room, watch)
        watch.terminal(value)
        if game.quiet_plies_left(state) <= 0:
            watch.evaluated(value)  # with another past the game would go on here
        watch.leave(value)
        return value
    again = not game.alternates and game.to_move(state) != player
    known = told(game, state, endings) if ply > 0 else UNKNOWN
    if again:  # who moved before moves again: see it with that player's eyes
        player, alpha, beta = 1 - player, -beta, -alpha
    best = -inf
    urgent = room[URGENT] != 0 and game.is_urgent(state)
    if urgent and 0 < ply < room[DEEPEST_PLY]:
        depth += 1
    if room[REPETITION] and came_back(game, state, ply, table, room, watch):
        best = 0.0
        watch.evaluated(best)  # true on this line of play only
    elif known != UNKNOWN:
        best = ending(known, ply, endings, room, watch)
        watch.terminal(-best if again else best)
        if plies_in(known) > depth:
            watch.evaluated(best)  # looking so deep would not have found it: elsewhere a sooner end may be left to find
    elif ply > 0 and game.is_cutoff(state, depth):
        if room[QUIESCENCE]:
            best = quiet_value(game, state, ply, alpha, beta, player, base, endings, moves, promises, room, watch)
        else:
            best = estimated(float(game.evaluate(state, player)), room, watch)
            watch.evaluated(best)
    else:
        cutoffs = watch.cutoffs()
        none = room[NOTHING]  # a constant would be another signature
        uses_table = room[TABLE] != 0 and excluded == none and depth >= 0
        low, high, known_depth, known_low, remembered = -inf, inf, -1, -inf, none
        if uses_table:
            low, high, known_depth, known_low, remembered = recall(game, state, depth, ply, table, room, watch)
        if ply > 0 and (low >= beta or low == high):
            best = low
        elif ply > 0 and high <= alpha:
            best = high
        else:
            least = max(alpha, low)
            most = min(beta, high)
            if ply == 0:
                least, most = alpha, beta
            narrow = beta <= just_above(alpha)
            chosen = none
            behind = 0.0
            guesses = narrow and not urgent and ply > 0 and excluded == none and abs(beta) < PROVEN  # else nothing is pruned
            estimate = -inf
            if not urgent and (room[REVERSE_FUTILITY] or room[FUTILITY] or room[NULL_MOVE]):
                estimate = estimated(float(game.evaluate(state, player)), room, watch)
            improving = is_improving(ply, estimate, moves, promises)
            if guesses and estimate > -inf:
                value = -inf
                if is_far_ahead(game, estimate, beta, depth, improving, room):
                    value = estimate
                elif room[NULL_MOVE] and depth >= NULL_DEPTH and estimate >= beta and before != none and ply >= room[NO_PASSING]:
                    passed = game.pass_turn(state)
                    if game.key(passed) != game.key(state):
                        shallow = max(0, depth - 4 - depth // 4)
                        note_passing(ply, room)
                        value = -principal_value(
                            game, passed, shallow, ply + 1, -beta, -least, 1 - player, none, none, base, table, endings, moves, promises,
                            room, watch,
                        )  # fmt: skip
                        if value > PROVEN:
                            value = beta  # a win after an action that does not exist proves nothing
                        if value >= beta and depth >= VERIFIED_DEPTH and not watch.stopped():
                            until = room[NO_PASSING]
                            room[NO_PASSING] = ply + 1 + shallow
                            value = principal_value(
                                game, state, shallow, ply, alpha, beta, player, before, none, base, table, endings, moves, promises, room,
                                watch,
                            )  # fmt: skip
                            room[NO_PASSING] = until
                if value >= beta:
                    watch.evaluated(value)
                    watch.leave(-value if again else value)
                    return -value if again else value
                if room[FUTILITY]:
                    behind = game.steps_between(estimate, alpha)
            if room[REDUCTIONS] and remembered == none and depth >= UNKNOWN_DEPTH and ply > 0 and excluded == none:
                depth -= 1
            end = game.fill(state, moves, base)
            if end > len(moves):
                watch.halt(TABLE_FULL)
                return 0.0
            shared = room[SHARED] != 0 and depth >= SHARED_DEPTH
            ordered = bring_forward(remembered, base, end, moves)
            enough = enough_actions(depth, behind, improving, room) if guesses and room[PRINCIPAL] else NEVER
            last = rated = end
            i = base - 1
            while i + 1 < last:
                i += 1
                if i - base >= enough and best > -PROVEN:
                    enough = NEVER
                    last = keep_loud(game, state, i, end, moves, promises, room)
                    rated = min(rated, last)
                    if last < end:
                        watch.evaluated(best)
                    if i == last:
                        break
                if i == ordered:
                    rated = last if shared else bring_noisy(game, state, ordered, last, moves, room)
                    rate_actions(game, state, depth, ply, player, before, ordered, rated, moves, promises, room)
                    if shared:  # the others choose from the same order
                        for j in range(ordered, last):
                            bring_best(game, state, j, last, moves, promises, room)
                if i >= ordered and not shared:
                    if i < rated:
                        bring_best(game, state, i, rated, moves, promises, room)
                    if rated < last and (i == rated or promises[i] < LOSING):  # noisy actions were not enough: now the quiet ones
                        rate_actions(game, state, depth, ply, player, before, rated, last, moves, promises, room)
                        rated = last
                        bring_best(game, state, i, last, moves, promises, room)
                if shared:
                    claim(game, state, base, i, last, table, moves)
                action = moves[i]
                if action == excluded or (ply == 0 and is_left_out(action, room)):
                    if shared:
                        table.release(game.key(game.result(state, action)))
                    continue
                child_depth = depth - 1
                if ply < room[DEEPEST_PLY]:
                    if room[FORCED] and end - base == 1:
                        child_depth = depth
                    elif (
                        room[SINGULAR]
                        and i == base
                        and action == remembered
                        and depth >= SINGULAR_DEPTH
                        and known_depth >= depth - 3
                        and abs(known_low) < PROVEN
                        and uses_table
                        and ply > 0
                    ):
                        bar = known_low - SINGULAR_MARGIN
                        others = principal_value(
                            game,
                            state,
                            depth // 2,
                            ply,
                            bar,
                            just_above(bar),
                            player,
                            before,
                            action,
                            end,
                            table,
                            endings,
                            moves,
                            promises,
                            room,
                            watch,
                        )
                        if others <= bar:
                            child_depth = depth
                less = 0
                top = most
                doubted = room[PRINCIPAL] and best > -inf
                prunes = guesses and doubted and best > -PROVEN
                quiet = doubted and not game.is_noisy(state, action)
                if doubted:
                    top = just_above(least)
                    hopeless = prunes and loses_exchange(game, state, action, quiet, depth, room)
                    reducible = room[REDUCTIONS] and depth >= REDUCED_DEPTH and i - base >= FULL_ACTIONS and child_depth < depth and quiet
                    if (hopeless or reducible) and not (room[URGENT] and game.threatens(state, action)):
                        if hopeless:
                            watch.evaluated(best)
                            if shared:
                                table.release(game.key(game.result(state, action)))
                            continue
                        if not urgent:
                            less = min(
                                child_depth - 1, reduction(game, state, action, player, i - base, depth, ply, narrow, improving, room)
                            )
                child_state = game.result(state, action)
                if room[TABLE] and child_depth - less > 0:
                    table.prefetch(table.place(game.key(child_state)))
                watch.descend(action)
                note_motif(game, state, action, ply, room)
                child = inf
                while True:
                    child = -principal_value(
                        game, child_state, child_depth - less, ply + 1, -top, -least, 1 - player, action, none, end, table, endings, moves,
                        promises, room, watch,
                    )  # fmt: skip
                    if child <= least or (less == 0 and (child >= most or top == most)):
                        break
                    if less == 0:
                        top = most
                    less = 0  # better than thought: look again, first at the whole depth, then in the whole window
                if shared:
                    table.release(game.key(child_state))
                if less > 0:
                    watch.evaluated(child)
                if watch.stopped():  # what came back is no value: neither the table nor the line may learn it
                    return 0.0
                if child > best:
                    best = child
                    chosen = action
                    if best > least:
                        least = best
                        if not narrow:
                            watch.improve(-ply, action, best, least, most)
                        if ply == 0:
                            promises[len(moves)] = best
                            room[ROOT_ACTION] = action
                    if best >= most:
                        watch.cut(least, most)
                        remember_cut(game, state, depth, ply, player, before, base, i, moves, room)
                        break
            if uses_table and (ply > 0 or room[LEFT_OUT] == 0):
                if best > alpha:
                    low = max(low, best)
                if best < beta:
                    high = min(high, max(best, low))
                sooner = abs(best) < WIN - ply - depth  # found by looking further here than elsewhere: there, a sooner end may be left
                for_good = watch.cutoffs() == cutoffs or (room[DECISIVE] != 0 and abs(best) > PROVEN and not sooner)  # no evaluation there
                if best <= alpha:
                    chosen = remembered  # of all these actions it is only known that they are not good enough
                remember(game, state, depth, ply, low, high, for_good, chosen, table, room)
    if again:
        best = -best
    watch.leave(best)
    return best


@kernel
def just_above(value):
    """A number so little above `value` that no value lies between: the other end of a window that holds none."""
    return value + max(abs(value) * 2.3e-16, 5e-324)


@kernel
def is_left_out(action, room):
    """Whether this action of the root is not to be looked at: the lines found before begin with it."""
    for i in range(room[LEFT_OUT]):
        if action == room[LEFT_OUT + 1 + i]:
            return True
    return False


@kernel
def find_value(game, root, depth, guess, width, player, ply, nothing, base, table, endings, moves, promises, room, watch):
    """The value of `root` to this depth, looked for around `guess`, in windows that grow as long as it lies outside (aspiration).

    `ply` and `base` are 0, `nothing` is NO_ACTION.
    """
    low, high = guess - width, guess + width
    table.make_room(game.key(root), room[EXPECTED_NODES])
    while True:
        room[ROOT_ACTION] = NO_ACTION
        value = principal_value(
            game, root, depth, ply, low, high, player, nothing, nothing, base, table, endings, moves, promises, room, watch
        )
        width *= 4.0
        if watch.stopped():
            return 0.0
        if low < value < high or width == inf:
            follow_line(game, root, depth, ply, value, player, base, table, endings, moves, room, watch)
            return value
        if value <= low:
            low = -inf if value < -PROVEN else value - width
        else:
            high = inf if value > PROVEN else value + width


find_value.never = never_on
