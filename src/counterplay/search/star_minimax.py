"""*-minimax (Ballard 1983): expectiminimax that leaves out what cannot matter.

Where utilities are known to lie between `least` and `most` (`Game.utility_range`, or -1 and 1 in a `decisive` game), an average is
bounded before all its parts are known. **Star1** gives every outcome of chance the window outside of which the average would leave its
own; **Star2** first tries one action below every outcome (a probe), which often shows the same at a fraction of the cost.

Contract, where e is the expectiminimax value of the state for `player` and alpha < beta (fail-soft, as in `alphabeta`):

    alpha < result < beta   implies  result = e
    result <= alpha         implies  e <= result
    result >= beta          implies  e >= result

A table remembers positions, iterative deepening finds the likely best action first, and with `samples` a chance node that has more
outcomes than that is judged by so many of them, drawn evenly over their probabilities (then the result is an estimate of e).
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from typing import Any

from ..buffers import MOST_WAITING, buffer
from ..errors import UsageError
from ..game import CHANCE, Game
from ..kernels import Progress, Runner, kernel
from ..positions import root_of
from ..result import SearchResult
from ..rng import Random
from ..transpositions import NO_ACTION
from ..watch import TABLE_FULL
from .fitting import require_constant_sum, zero_sum_values
from .lookahead import CutoffTest, Evaluation, Limits, look_ahead, mover
from .remembered import recall_bounds, remember_bounds
from .tables import require_room, table_for

FIELDS = 5
WEIGHT, LOW, HIGH, REST_LOW, REST_HIGH = 0, 1, 2, 3, 4
"""What is kept of each outcome: its probability, between what its value lies, and the same for all later ones together, weighted."""
TABLE_MEMORY = 8 << 20
"""Small enough to be made anew for every move: fresh memory costs more than a small search."""


@kernel
def star_value(game, state, depth, alpha, beta, base, player, least, most, probing, samples, table, moves, numbers, rng, watch):
    """The expectiminimax value of `state` for `player`, as far as it lies between alpha and beta. `moves` and `numbers` are free from
    `base` on, which is 0 at the root alone."""
    if watch.enter(state, depth, alpha, beta):
        return 0.0
    if game.is_terminal(state):
        value = float(game.utility(state, player))
        watch.terminal(value)
        watch.leave(value)
        return value
    if game.is_cutoff(state, depth):
        value = float(game.evaluate(state, player))
        watch.evaluated(value)
        watch.leave(value)
        return value
    low, high, best = recall_bounds(game, state, depth, table, watch)
    if base > 0 and (low >= beta or high <= alpha or low == high):
        value = low if low >= beta else high
        watch.leave(value)
        return value
    guesses = watch.cutoffs()
    entry_alpha, entry_beta = alpha, beta
    if game.to_move(state) == CHANCE:
        end = list_outcomes(game, state, base, least, most, samples, moves, numbers, rng)
        if end < 0:
            watch.halt(TABLE_FULL)
            return 0.0
        value, done = 0.0, False
        if probing and depth > 1:  # Star2: one action below every outcome
            low, high = sum_bounds(base, end, numbers)
            for i in range(base, end, FIELDS):
                child = game.result(state, moves[i])
                if not done and not game.is_terminal(child) and game.to_move(child) != CHANCE and not game.is_cutoff(child, depth - 1):
                    weight = numbers[i + WEIGHT]
                    child_low, child_high = numbers[i + LOW], numbers[i + HIGH]
                    child_alpha = max((alpha - high) / weight + child_high, child_low)
                    child_beta = min((beta - low) / weight + child_low, child_high)
                    _, _, likely = recall_bounds(game, child, depth - 1, table, watch)
                    likely = known_or_first(game, child, likely)
                    watch.descend(moves[i])
                    watch.enter(child, depth - 1, child_alpha, child_beta)
                    watch.descend(likely)
                    below = game.result(child, likely)
                    found = star_value(
                        game, below, depth - 2, child_alpha, child_beta, end, player, least, most, probing, samples, table, moves,
                        numbers, rng, watch,
                    )  # fmt: skip
                    watch.leave(found)
                    if game.to_move(child) == player and found > child_alpha:  # Max has at least this
                        numbers[i + LOW] = max(child_low, found)
                    elif game.to_move(child) != player and found < child_beta:  # Min gives at most this
                        numbers[i + HIGH] = min(child_high, found)
                    low, high = sum_bounds(base, end, numbers)
                    if low >= beta or high <= alpha:
                        value = low if low >= beta else high
                        done = True
        if not done:  # Star1
            sum_later(base, end, numbers)
            for i in range(base, end, FIELDS):
                weight, later_low, later_high = numbers[i + WEIGHT], numbers[i + REST_LOW], numbers[i + REST_HIGH]
                child_alpha = max((alpha - value - later_high) / weight, numbers[i + LOW])
                child_beta = min((beta - value - later_low) / weight, numbers[i + HIGH])
                watch.descend(moves[i])
                child = game.result(state, moves[i])
                found = star_value(
                    game, child, depth - 1, child_alpha, child_beta, end, player, least, most, probing, samples, table, moves,
                    numbers, rng, watch,
                )  # fmt: skip
                value += weight * found
                if i + FIELDS < end and (value + later_low >= beta or value + later_high <= alpha):
                    value += later_low if value + later_low >= beta else later_high
                    watch.cut(alpha, beta)
                    break
    else:
        end = game.fill(state, moves, base)
        if end > len(moves):
            watch.halt(TABLE_FULL)
            return 0.0
        is_max = game.to_move(state) == player
        sort_actions(game, state, depth, base, end, is_max, player, best, moves, numbers)
        value = -inf if is_max else inf
        for i in range(base, end):
            action = moves[i]
            watch.descend(action)
            child = game.result(state, action)
            found = star_value(
                game, child, depth - 1, alpha, beta, end, player, least, most, probing, samples, table, moves, numbers, rng, watch
            )
            if found > value if is_max else found < value:
                value, best = found, action
                if is_max:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                watch.improve(depth, action, value, alpha, beta)
            if alpha >= beta:
                watch.cut(alpha, beta)
                break
    if not watch.stopped():
        low = value if value > entry_alpha else -inf
        high = value if value < entry_beta else inf
        remember_bounds(game, state, depth, low, high, watch.cutoffs() == guesses, best, table)
    watch.leave(value)
    return value


@kernel
def list_outcomes(game, state, base, least, most, samples, moves, numbers, rng):
    """Put the outcomes of chance into `moves` and what is known of them into `numbers`; returns where they end, -1 if there is no room.

    Where there are more than `samples`, equally spaced points are thrown onto the probabilities laid end to end: an outcome that catches
    k of them counts k / samples, its probability on average, and one that catches none is left out.
    """
    count = 0
    for _ in game.chances(state):
        count += 1
    if base + FIELDS * count > len(moves):
        return -1
    sampled = 0 < samples < count
    point, reached, end = rng.uniform() if sampled else 0.0, 0.0, base
    for outcome, probability in game.chances(state):
        weight = probability
        if sampled:
            caught = 0
            reached += probability * samples
            while point < reached and point < samples:
                point += 1.0
                caught += 1
            weight = caught / samples
        if weight > 0.0:
            moves[end] = outcome
            numbers[end + WEIGHT] = weight
            numbers[end + LOW] = least
            numbers[end + HIGH] = most
            end += FIELDS
    return end


@kernel
def sum_bounds(base, end, numbers):
    """Between what the average of the outcomes lies."""
    low, high = 0.0, 0.0
    for i in range(base, end, FIELDS):
        low += numbers[i + WEIGHT] * numbers[i + LOW]
        high += numbers[i + WEIGHT] * numbers[i + HIGH]
    return low, high


@kernel
def sum_later(base, end, numbers):
    """For every outcome: between what those after it lie, weighted and together."""
    low, high = 0.0, 0.0
    for i in range(end - FIELDS, base - 1, -FIELDS):
        numbers[i + REST_LOW], numbers[i + REST_HIGH] = low, high
        low += numbers[i + WEIGHT] * numbers[i + LOW]
        high += numbers[i + WEIGHT] * numbers[i + HIGH]


@kernel
def known_or_first(game, state, known):
    """The action to probe with: the best one known, else the first."""
    first = known
    for action in game.actions(state):
        if known == NO_ACTION:
            return action
        if action == known:
            return known
        if first == known:
            first = action
    return first


@kernel
def sort_actions(game, state, depth, base, end, is_max, player, best, moves, numbers):
    """The best action known comes first; the others, where their subtrees are worth it, in the order of what they lead to."""
    for i in range(base, end):
        action = moves[i]
        promise = 0.0
        if depth > 1:
            promise = guessed(game, game.result(state, action), player)
            if not is_max:
                promise = -promise
        if action == best:
            promise = inf
        at = i
        while at > base and numbers[at - 1] < promise:
            numbers[at], moves[at] = numbers[at - 1], moves[at - 1]
            at -= 1
        numbers[at], moves[at] = promise, action


@kernel
def guessed(game, state, player):
    """What a state looks like being worth, without looking further."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    return float(game.evaluate(state, player))


def star_minimax(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    probing: bool = True,
    samples: int | None = None,
    seed: int | None = None,
    memory: int = TABLE_MEMORY,
    evaluate: Evaluation | None = None,
    is_cutoff: CutoffTest | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The action that `expectiminimax` finds, sooner: with Star1 and Star2 (`probing`) pruning and a table of `memory` bytes.

    For two players, or for one against chance; pruning needs a game that states its `utility_range`. With `samples`, chance nodes with
    more outcomes are judged by so many, drawn with `seed`: quicker, and no longer exact.

    >>> import counterplay as cp
    >>> game = cp.load("pig(goal=20)")
    >>> plain, pruned = cp.expectiminimax(game, depth=8), cp.star_minimax(game, depth=8)
    >>> abs(plain.value - pruned.value) < 1e-12, plain.nodes > pruned.nodes
    (True, True)
    """
    require_constant_sum("star_minimax", game)
    if samples is not None and (type(samples) is not int or samples < 1):
        raise UsageError(f"samples={samples!r}: give a whole number of outcomes from 1 on, or nothing to look at all.")
    if seed is not None and type(seed) is not int:
        raise UsageError(f"seed={seed!r}: a seed is an int.")
    require_room(memory)
    player = max(mover(game, root_of(game, state)), 0)
    limits = Limits(depth, seconds, evaluate, is_cutoff, compiled, progress)
    least, most = (-1.0, 1.0) if game.decisive else game.utility_range
    probes = probing and game.players == 2 and isfinite(least) and isfinite(most)

    def room(run: Runner) -> tuple[Any, ...]:
        moves, numbers = (buffer(MOST_WAITING + FIELDS, kind, compiled=run.compiled) for kind in "qd")
        return table_for(game, memory, run.compiled), moves, numbers, Random(seed)

    return look_ahead(
        "star_minimax",
        star_value,
        game,
        state,
        limits,
        lambda depth: (-inf, inf, 0, player, float(least), float(most), probes, samples or 0),
        lambda value: zero_sum_values(game, player, value),
        room=room,
    )
