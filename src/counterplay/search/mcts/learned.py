"""A network in place of playouts and priors (AlphaZero: Silver et al. 2017): asked once a node, it says both.

A leaf is worth what `Game.foresee` says, and gets its children at once, with the priors that it says: the softmax of the logits of the
actions there are.

A network may have learned the game's own scoring (`Game.score`: discs, or how soon it was won) instead of mere wins. Then a search values
scores, brought between -1 and 1, and believes the game's `bounds`: a leaf of known score is proven, and an action that brings the most
there is to have proves its node.
"""

from __future__ import annotations

from math import exp, inf
from typing import Final

from ...bits import replace
from ...buffers import scratch
from ...evaluations.foresight import MOST_POLICY
from ...kernels import kernel
from ..sampled_tree import FULL, USED
from .knowledge import know_nothing
from .proofs import prove, prove_parent, proven_values
from .uct import add_child, add_children, adopt

LEAST_WIN: Final = 0.25
LEAST_SCORE: Final = 0.25
"""Less than any win's."""
MOST_FORCED: Final = 64
SOLVED_PLIES: Final = 16
"""A leaf with at most so many plies left is not foreseen but solved.

Measured on Othello 6x6 with 16 empty squares, where a network guides the search to a proof of who wins: 23 milliseconds where 16 plies
(eight squares, and passes) are solved, 55 where 12 are, 128 where 8 are and often no proof; with 20 no less than with 16.
"""

MOST_SOLVED: Final = 20_000
"""… unless that takes more nodes than this: nobody could stop it meanwhile."""


@kernel
def settled(game, state, node, settings, nothing, tree, knowledge):
    """What a state is worth to each player: known, and then proven; or else foreseen."""
    if settle(game, state, node, settings, nothing, knowledge):
        return proven_values(node, nothing, knowledge)
    end = forced_end(game, state, settings.most_score)
    if end != state:  # the node gets its one child when a simulation comes here again
        return for_both(game.foresee(end, scratch(MOST_POLICY)), game.viewpoint(end), nothing)
    return foreseen(game, state, node, settings, nothing, tree, knowledge)


@kernel
def settle(game, state, node, settings, nothing, knowledge):
    """Prove a node whose worth is known: the game is over, the rules say what it comes to, or little is left of it. Returns whether so."""
    over, most = game.is_terminal(state), settings.most_score
    player = 0 if over else game.to_move(state)
    low = high = float(game.score(state, player)) if over else 0.0
    if not over:
        state = forced_end(game, state, most)
        player = game.to_move(state)
        low, high = game.bounds(state, player)
        if worth_of(low, most) < worth_of(high, most) and game.plies_left(state) <= SOLVED_PLIES:
            least, greatest = asked(low, high, most)
            left = scratch(1)
            left[0] = MOST_SOLVED
            score = ending_score(game, state, least, greatest, player, left)
            if left[0] > 0:
                low = high = score
    if worth_of(low, most) < worth_of(high, most):
        return False
    prove(node, for_both(worth_of(low, most), player, nothing), knowledge)
    return True


@kernel
def forced_end(game, state, most):
    """Where play comes to as long as there is but one candidate, whose value is that of the state: there the player to move has a choice,
    or what it is worth is known."""
    for _ in range(MOST_FORCED):  # positions may come back
        low, high = game.bounds(state, game.to_move(state))
        if worth_of(low, most) >= worth_of(high, most):
            return state
        count, forced = 0, state
        for action in game.candidates(state):
            count += 1
            if count == 1:
                forced = game.result(state, action)
        if count != 1 or game.is_terminal(forced):
            return state
        state = forced
    return state


@kernel
def asked(low, high, most):
    """The window in which a score matters: where wins are all alike, its sign."""
    return (low, high) if most > 0.0 else (-LEAST_SCORE, LEAST_SCORE)


@kernel
def ending_score(game, state, alpha, beta, player, left):
    """The score of a state near the end for `player`, by alpha-beta: the contract is that of `solving.exact`. Nobody watches, for
    it is over soon: `left` says how many nodes it may still enter, and where none is left, what it returns means nothing."""
    left[0] -= 1
    if left[0] <= 0:
        return alpha
    again = not game.alternates and not game.is_terminal(state) and game.to_move(state) != player
    if again:  # who moved before moves again: see it with that player's eyes
        player, alpha, beta = 1 - player, -beta, -alpha
    low, high = game.bounds(state, player)
    if low >= beta or low == high:
        return -low if again else low
    if high <= alpha:
        return -high if again else high
    best = -inf
    for action in game.candidates(state):
        least = max(alpha, best)
        score = -ending_score(game, game.result(state, action), -beta, -least, 1 - player, left)
        if score > best:
            best = score
            if best >= beta:
                break
    return -best if again else best


@kernel
def worth_of(score, most):
    """A score between -1 and 1, where `most` is the greatest: a draw is 0, and the least win far enough from it that nobody risks a win for
    a few points. Where the network has learned who wins, `most` is 0, and any win is worth 1."""
    if most == 0.0:
        return 1.0 if score > 0.0 else -1.0 if score < 0.0 else 0.0
    return (LEAST_WIN if score > 0.0 else -LEAST_WIN if score < 0.0 else 0.0) + (1.0 - LEAST_WIN) * score / most


@kernel
def foreseen(game, state, node, settings, nothing, tree, knowledge):
    """What the network says that a state is worth to each player; its node, if it has no children yet and there is room, gets them. Where
    that proves it, nobody asks the network."""
    grown = tree.children[node] == 0 and add_candidates(game, state, node, settings, nothing, tree, knowledge)
    if grown:
        settle_children(game, state, node, settings, nothing, tree, knowledge)
        if knowledge.proven[node]:
            return proven_values(node, nothing, knowledge)
    logits = scratch(MOST_POLICY)
    value = game.foresee(state, logits)
    if grown:
        set_foreseen_priors(game, state, node, logits, tree, knowledge)
    return for_both(value, game.viewpoint(state), nothing)


@kernel
def settle_children(game, state, node, settings, nothing, tree, knowledge):
    """Of new children those whose worth is known are proven, before any simulation goes there; and so, perhaps, is their node."""
    first, mover = tree.first[node], game.to_move(state)
    end = first + tree.children[node]
    for child in range(first, end):
        know_nothing(child, settings, nothing, knowledge)
    for child in range(first, end):
        if settle(game, game.result(state, tree.actions[child]), child, settings, nothing, knowledge):
            prove_parent(node, child, mover, nothing, tree, knowledge)
            if knowledge.proven[node]:
                break


@kernel
def for_both(value, player, nothing):
    """What is worth this to a player, as both have it."""
    values = nothing
    for other in range(len(nothing)):
        values = replace(values, other, value if other == player else -value)
    return values


@kernel
def add_candidates(game, state, node, settings, nothing, tree, knowledge):
    """A child for each of the game's candidates, among which a best action is; where the state's worth is known, for every action."""
    low, high = game.bounds(state, game.to_move(state))
    low, high = worth_of(low, settings.most_score), worth_of(high, settings.most_score)
    knowledge.ceilings[node] = high
    if low >= high:
        return add_children(game, state, node, tree, nothing)
    used = tree.counts[USED]
    if tree.counts[FULL]:
        return False
    for action in game.candidates(state):
        used = add_child(action, used, tree, nothing)
    return adopt(node, used, tree)


@kernel
def set_foreseen_priors(game, state, node, logits, tree, knowledge):
    """Give the children of a node their priors."""
    priors, first = knowledge.priors, tree.first[node]
    end = first + tree.children[node]
    most = -inf
    for child in range(first, end):
        priors[child] = logits[game.action_number(state, tree.actions[child])]
        most = max(most, priors[child])
    total = 0.0
    for child in range(first, end):
        priors[child] = exp(priors[child] - most)
        total += priors[child]
    for child in range(first, end):
        priors[child] /= total
