"""What each decision of a game cost: the value of every action against opponents who follow a policy.

At an information set the player does not know the history; what an action is worth there is its average over the histories that chance and
the opponents' policy may have led to, with a best response from then on. The loss of a decision is what the best action is worth more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..game import CHANCE, Game
from .flatten import FIRST, FlatTree
from .policy import Policy, information_key
from .response import best_responses, strategy
from .sequence_form import sequence_form


class Decision(NamedTuple):
    """An action that was chosen, and what each would have been worth."""

    state: Any
    action: Any
    values: dict[Any, float] | None
    """What each action is worth on average; None where the opponents' policy never leads here, so that nothing can be said."""
    probabilities: dict[Any, float]
    """What the policy would have done."""

    @property
    def loss(self) -> float | None:
        """What the best action is worth more than the one chosen."""
        return None if self.values is None else max(self.values.values()) - self.values[self.action]


class Reviewer:
    """A game's tree and a policy for it, ready to tell what decisions cost."""

    def __init__(self, tree: FlatTree, policy: Policy):
        self.tree, self.policy = tree, policy
        self.form, places = sequence_form(tree)
        self.numbers = {information_key(tree.game, state): number for number, state in enumerate(tree.representatives())}
        self._place = places.sequences
        _, reach = strategy(self.form, policy.weights(tree, self.form, places))
        self._worth = best_responses(self.form, reach)
        self._likely = best_responses(sequence_form(tree.where_all_get_one())[0], reach)

    def decision(self, state: Any, action: Any) -> Decision:
        """What an action cost in a state in which somebody chose it."""
        game = self.tree.game
        first = int(self.tree.sets[self.numbers[information_key(game, state)], FIRST])
        actions = list(game.actions(state))
        places = self._place[first : first + len(actions)]
        likely = self._likely[places[0]]
        values = dict(zip(actions, (self._worth[places] / likely).tolist(), strict=True)) if likely > 0 else None
        return Decision(state, action, values, self.policy.probabilities(game, state))


def review(reviewer: Reviewer, game: Game[Any, Any], moves: Iterable[Any], player: int) -> list[Decision]:
    """All decisions of a player in a game that was played with these moves from the start, those of chance included."""
    found, state = [], game.initial()
    for move in moves:
        mover = game.to_move(state)
        if mover == player and mover != CHANCE:
            found.append(reviewer.decision(state, move))
        state = game.result(state, move)
    return found
