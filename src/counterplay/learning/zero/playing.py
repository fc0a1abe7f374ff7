"""Games that a network plays against itself, in compiled code: the search of `mcts` with `network=`, and what is written down of it.

A game begins with some random plies, so that every kind of position comes up. Some moves are searched thoroughly: the network's priors at
the root are mixed with noise, and what the search preferred is what the policy learns. The others are searched quickly, only so that the
game goes on (playout cap randomisation: Wu 2019); they teach the value alone.

A leaf is evaluated where it is found, not together with the leaves of other games: few inputs of a state differ from 0, so that a forward
pass takes no longer than its part of a batch of 128 (`python -m bench.zero --batch 128`), and a second kind of search would gain nothing.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

from ...buffers import scratch
from ...evaluations.foresight import MOST_POLICY, MOST_UNITS
from ...evaluations.forward import MOST_ACTIVE
from ...kernels import kernel
from ...search.mcts.enhanced import enhanced_uct
from ...search.mcts.knowledge import know_nothing
from ...search.mcts.settling import worth_of
from ...search.mcts.uct import make_node
from ...search.sampled_tree import FULL, ROOT, USED

MOST_PLIES = 512
"""A game is given up, and not learned from, after so many plies."""


class Plan(NamedTuple):
    """How games are played, as kernels see it."""

    simulations: int
    """In a thorough search."""
    quick: int
    """In a quick one."""
    thorough: float
    """Which share of searches is thorough."""
    noise: float
    """Which share of the root's priors is noise."""
    opening: int
    """A game begins with 0 to this many random plies."""
    wandering: int
    """For so many plies after them a move is drawn with the search's preference as its probability; later the most preferred is played."""


class Notes(NamedTuple):
    """What is written down, a row for every position."""

    places: Any
    amounts: Any
    """What the network sees: entries `row * MOST_ACTIVE + i`."""
    actives: Any
    """How many there are."""
    policies: Any
    """How good the search thought every action number: entries `row * policy_outputs + number`; all 0 where the search was quick."""
    values: Any
    """What the search thought the position worth, to the player whose viewpoint it is."""
    results: Any
    """What it was worth in the end; where the search had proven that before, what it had proven."""
    views: Any
    """Whose viewpoint it is."""
    known: Any
    """Whether the value is proven."""


@kernel
def play_games(game, root, games, plan, settings, depth, nothing, tree, knowledge, endings, notes, rng, watch):
    """Play so many games and write down their positions, each with one of its images; returns how many rows, and how many games ended.

    A game that is stopped, or goes on for too long, leaves nothing.
    """
    aims = scratch(MOST_POLICY)
    rows, ended = 0, 0
    for _ in range(games):
        state, ply, begun = opened(game, root, plan.opening, rng), 0, rows
        while not game.is_terminal(state) and ply < MOST_PLIES:
            thorough = rng.uniform() < plan.thorough
            simulations, noise = (plan.simulations, plan.noise) if thorough else (plan.quick, 0.0)
            search(game, state, simulations, noise, settings, depth, nothing, tree, knowledge, endings, rng, watch)
            if watch.stopped():
                return begun, ended
            value = prefer(game, state, nothing, tree, knowledge, aims)
            notes.known[rows] = notes.known[rows + 1] = knowledge.proven[ROOT]
            write(game, state, -1, value, thorough, tree, aims, notes, rows)
            write(game, state, rng.below(image_count(game, state)), value, thorough, tree, aims, notes, rows + 1)
            rows += 2
            wanders = ply < plan.wandering
            state = game.result(state, tree.actions[tree.first[ROOT] + preferred(tree.children[ROOT], aims, wanders, rng)])
            ply += 1
        if game.is_terminal(state):
            ended += 1
            for row in range(begun, rows):
                notes.results[row] = notes.values[row] if notes.known[row] else outcome_for(game, state, notes.views[row], settings)
        else:
            rows = begun
    return rows, ended


@kernel
def outcome_for(game, state, player, settings):
    """What an end is worth to a player: by its score where the network learns scores."""
    return worth_of(float(game.score(state, player)), settings.most_score)


@kernel
def opened(game, root, most, rng):
    """A position after some random plies in which the game is not over."""
    while True:
        state, plies = root, rng.below(most + 1)
        while plies > 0 and not game.is_terminal(state):
            state = game.result(state, game.random_action(state, rng))
            plies -= 1
        if not game.is_terminal(state):
            return state


@kernel
def search(game, state, simulations, noise, settings, depth, nothing, tree, knowledge, endings, rng, watch):
    """Grow a new tree below a state."""
    tree.counts[USED], tree.counts[FULL], first = 1, 0, 1
    make_node(ROOT, tree, nothing)
    know_nothing(ROOT, settings, nothing, knowledge)
    enhanced_uct(game, state, first, settings, depth, nothing, tree, knowledge, endings, rng, watch)
    if noise > 0.0:
        mix_in(noise, tree, knowledge, rng)
    rest = simulations - first
    enhanced_uct(game, state, rest, settings, depth, nothing, tree, knowledge, endings, rng, watch)


@kernel
def mix_in(noise, tree, knowledge, rng):
    """Dirichlet noise at the root, all parameters 1: every distribution over its actions is as likely as any other."""
    shares, total, first, count = scratch(MOST_POLICY), 0.0, tree.first[ROOT], tree.children[ROOT]
    for i in range(count):
        shares[i] = -log(1.0 - rng.uniform())
        total += shares[i]
    for i in range(count):
        knowledge.priors[first + i] = (1.0 - noise) * knowledge.priors[first + i] + noise * shares[i] / total


@kernel
def prefer(game, state, nothing, tree, knowledge, aims):
    """Which of the root's children the search prefers, as shares in `aims`: those that are proven to be best, if one is no worse than the
    most visited of the others; or else the others, by their visits. Returns what the root is worth to the player whose viewpoint it is."""
    players, player, first, count = len(nothing), game.to_move(state), tree.first[ROOT], tree.children[ROOT]
    best, most, known = knowledge.best_proven[ROOT], 0, True
    for child in range(first, first + count):
        if not knowledge.proven[child] and tree.visits[child] > most:
            most, known = tree.visits[child], False
            known = best >= 0 and knowledge.worths[best * players + player] >= tree.means[child]
    total = 0.0
    for i in range(count):
        child = first + i
        if known:
            same = knowledge.proven[child] and knowledge.worths[child * players + player] >= knowledge.worths[best * players + player]
            aims[i] = 1.0 if same else 0.0
        else:
            aims[i] = 0.0 if knowledge.proven[child] else float(tree.visits[child])
        total += aims[i]
    for i in range(count):
        aims[i] /= total
    value = tree.totals[ROOT * players + player] / max(tree.visits[ROOT], 1)
    if knowledge.proven[ROOT]:
        value = knowledge.worths[ROOT * players + player]
    return value if player == game.viewpoint(state) else -value


@kernel
def preferred(count, aims, wanders, rng):
    """The number of the child to go to: drawn, or the most preferred, of equals the first."""
    chosen, most, remaining = 0, -1.0, rng.uniform() if wanders else 2.0
    for i in range(count):
        if wanders and aims[i] > 0.0 and remaining >= 0.0:
            remaining -= aims[i]
            chosen = i
        elif not wanders and aims[i] > most:
            chosen, most = i, aims[i]
    return chosen


@kernel
def write(game, state, number, value, thorough, tree, aims, notes, row):
    """Write down a position as it is, or, for a number from 0 on, as its image of that number."""
    shown, outputs, first = image(game, state, number), game.policy_outputs, tree.first[ROOT]
    places, amounts = scratch(MOST_UNITS), scratch(MOST_UNITS)
    active = game.encode(shown, places, amounts)
    for i in range(active):
        notes.places[row * MOST_ACTIVE + i] = int(places[i])
        notes.amounts[row * MOST_ACTIVE + i] = amounts[i]
    notes.actives[row], notes.values[row], notes.views[row] = active, value, game.viewpoint(state)
    for i in range(outputs):
        notes.policies[row * outputs + i] = 0.0
    if thorough:
        for i in range(tree.children[ROOT]):
            action = tree.actions[first + i] if number < 0 else action_in_image(game, state, shown, number, tree.actions[first + i])
            notes.policies[row * outputs + game.action_number(shown, action)] = aims[i]


@kernel
def image_count(game, state):
    """How many images a state has."""
    count = 0
    for _ in game.symmetries(state):
        count += 1
    return count


@kernel
def image(game, state, number):
    """The image of this number; for a number that there is not, the state itself."""
    shown = state
    for other in game.symmetries(state):
        if number == 0:
            shown = other
        number -= 1
    return shown


@kernel
def action_in_image(game, state, shown, number, action):
    """The action that does in an image what `action` does in the state: it leads to the image of what that leads to."""
    wanted = image(game, game.result(state, action), number)
    for other in game.actions(shown):
        if game.result(shown, other) == wanted:
            return other
    return action


@kernel
def duel(game, root, rival, games, simulations, opening, settings, depth, nothing, tree, knowledge, endings, rng, watch):
    """Play so many games of one network against another, two from every opening; returns the points of the first."""
    aims, noise = scratch(MOST_POLICY), 0.0
    points, start = 0.0, root
    for number in range(games):
        side = number % 2
        if side == 0:
            start = opened(game, root, opening, rng)
        state, ply = start, 0
        while not game.is_terminal(state) and ply < MOST_PLIES:
            mover = game if game.to_move(state) == side else rival
            search(mover, state, simulations, noise, settings, depth, nothing, tree, knowledge, endings, rng, watch)
            if watch.stopped():
                return points
            prefer(game, state, nothing, tree, knowledge, aims)
            wanders = False
            state = game.result(state, tree.actions[tree.first[ROOT] + preferred(tree.children[ROOT], aims, wanders, rng)])
            ply += 1
        if game.is_terminal(state):
            points += game.utility(state, side)
    return points
