"""TD(lambda) by self-play, in compiled code (Sutton 1988; Tesauro 1992; Sutton & Barto, section 12.1).

The network plays both sides, always the action that leads to the position it thinks best; the dice see to it that every kind of position
comes up (in a game without dice, now and then any action: `explore`). When a game is over, its positions s_0 … s_n learn from the end
backwards:

    the target of s_n is how the game ended, and that of s_t is    (1 - lambda) * outputs(s_t+1) + lambda * target of s_t+1

the lambda-return, so lambda = 1 learns from results alone and lambda = 0 from the next position alone. What came of an action that was
played to explore says nothing about the position before: that one learns nothing, and those before it from what was expected there (as in
Watkins's Q(lambda); Sutton & Barto, section 12.10). All outputs here are those of the network that played the game. Each position then
moves the weights by `rate` along the gradient of the cross-entropy between its outputs and its target, which touches only the rows of
inputs that are not 0: this forward view needs no eligibility traces, of which there would be one for every weight.
"""

from __future__ import annotations

from ..buffers import scratch
from ..evaluations.forward import MOST_ACTIVE, MOST_HIDDEN, MOST_OUTPUTS, expected, outputs_from, reached, slope, sum_inputs
from ..game import CHANCE
from ..kernels import kernel

MOST_POSITIONS = 1024
"""So many positions of a game are learned from at most; what comes after is not."""
EXPLORED = 2
"""Added to whose view a position is seen from, where any action was played."""
MOST_PLIES = 20_000
"""A game is given up, and not learned from, after so many plies, chance's included: games in which positions can repeat need not end."""


@kernel
def play_and_learn(game, state, weights, games, rate, trace, explore, places, amounts, actives, views, found, rng, watch):
    """Play so many games from `state`, learning after each; returns how many were played, and how many positions learned from."""
    played, learned = 0, 0
    while played < games and not watch.enter(state, played, 0.0, 0.0):
        length, end = play(game, state, weights, explore, places, amounts, actives, views, found, rng, watch)
        if game.is_terminal(end):
            learn(game, end, weights, length, rate, trace, places, amounts, actives, views, found)
            learned += length
        played += 1
    return played, learned


@kernel
def play(game, state, weights, explore, places, amounts, actives, views, found, rng, watch):
    """One game of the network against itself. Writes down what it saw and expected of every position; returns how many, and the end.

    A game that goes on for too long, or is stopped, is left where it is: what is returned then is no end.
    """
    inputs, hidden, outputs = game.network_inputs, game.network_hidden, len(game.rungs) - 1
    seen, amount = scratch(MOST_ACTIVE), scratch(MOST_ACTIVE)
    sums, units, now = scratch(MOST_HIDDEN), scratch(MOST_HIDDEN), scratch(MOST_OUTPUTS)
    length, plies = 0, 0
    while not game.is_terminal(state) and plies < MOST_PLIES and not watch.stopped():
        plies += 1
        if game.is_cutoff(state, 0) and length < MOST_POSITIONS:
            active = game.encode(state, seen, amount)
            sum_inputs(weights, inputs, reached(hidden, outputs), seen, amount, active, sums)
            outputs_from(weights, inputs, hidden, outputs, sums, units, now)
            actives[length], views[length] = active, game.viewpoint(state)
            for i in range(active):
                places[length * MOST_ACTIVE + i], amounts[length * MOST_ACTIVE + i] = seen[i], amount[i]
            for k in range(outputs):
                found[length * MOST_OUTPUTS + k] = now[k]
            length += 1
        if game.to_move(state) == CHANCE:
            state = rolled(game, state, rng)
        elif explore > 0.0 and rng.uniform() < explore:
            state = game.result(state, game.random_action(state, rng))
            if length > 0:
                views[length - 1] |= EXPLORED
        else:
            state = best_child(game, state, weights, seen, amount, sums, units, now)
    return length, state


@kernel
def rolled(game, state, rng):
    """What chance makes of a state."""
    return game.result(state, game.random_outcome(state, rng))


@kernel
def best_child(game, state, weights, seen, amount, sums, units, now):
    """What the action leads to that looks best to the player to move."""
    inputs, hidden, outputs, player = game.network_inputs, game.network_hidden, len(game.rungs) - 1, game.to_move(state)
    best, most, first = state, 0.0, True
    for action in game.actions(state):
        child = game.result(state, action)
        if game.is_terminal(child):
            value = float(game.utility(child, player))
        else:
            active = game.encode(child, seen, amount)
            sum_inputs(weights, inputs, reached(hidden, outputs), seen, amount, active, sums)
            outputs_from(weights, inputs, hidden, outputs, sums, units, now)
            value = expected(game.rungs, now)
            if game.viewpoint(child) != player:
                value = -value
        if first or value > most:
            best, most, first = child, value, False
    return best


@kernel
def learn(game, end, weights, length, rate, trace, places, amounts, actives, views, found):
    """From the end of a game backwards, every position moves the weights towards its target."""
    inputs, hidden, outputs = game.network_inputs, game.network_hidden, len(game.rungs) - 1
    seen, amount, target = scratch(MOST_ACTIVE), scratch(MOST_ACTIVE), scratch(MOST_OUTPUTS)  # the target as the first player sees it
    for k in range(outputs):
        low, high, utility = game.rungs[k], game.rungs[k + 1], game.utility(end, 0)  # a draw between the rungs -1 and 1 is half of each
        target[k] = 1.0 if utility >= high else 0.0 if utility <= low else (utility - low) / (high - low)
    for back in range(length):
        position = length - 1 - back
        active, flipped, explored = actives[position], views[position] & 1 == 1, views[position] & EXPLORED != 0
        for i in range(active):
            seen[i], amount[i] = places[position * MOST_ACTIVE + i], amounts[position * MOST_ACTIVE + i]
        if not explored:
            move_towards(weights, inputs, hidden, outputs, seen, amount, active, target, flipped, rate)
        for k in range(outputs):  # for the position before: what was expected here, and what came after
            here = 1.0 - found[position * MOST_OUTPUTS + outputs - 1 - k] if flipped else found[position * MOST_OUTPUTS + k]
            target[k] = here if explored else (1.0 - trace) * here + trace * target[k]


@kernel
def move_towards(weights, inputs, hidden, outputs, seen, amount, active, target, flipped, rate):
    """One step of gradient descent: the outputs for these inputs come nearer to the target (which is the opponent's if `flipped`)."""
    sums, units, now = scratch(MOST_HIDDEN), scratch(MOST_HIDDEN), scratch(MOST_OUTPUTS)
    sum_inputs(weights, inputs, reached(hidden, outputs), seen, amount, active, sums)
    outputs_from(weights, inputs, hidden, outputs, sums, units, now)
    first, width = (inputs + 1) * hidden, reached(hidden, outputs)
    for k in range(outputs):
        wanted = 1.0 - target[outputs - 1 - k] if flipped else target[k]
        now[k] = rate * (wanted - now[k])
        if hidden > 0:
            weights[first + hidden * outputs + k] += now[k]
        else:
            sums[k] = now[k]
    for j in range(hidden):
        row, blame = first + j * outputs, 0.0
        for k in range(outputs):
            blame += now[k] * weights[row + k]
            weights[row + k] += now[k] * units[j]
        sums[j] = blame * slope(sums[j])
    for j in range(width):
        weights[inputs * width + j] += sums[j]
    for i in range(active):
        row, size = int(seen[i]) * width, amount[i]
        for j in range(width):
            weights[row + j] += size * sums[j]
