"""Before rules and network are compiled together: a few random games, interpreted, to see that they fit.

Machine code verifies no index. An `encode` that lists too much, or inputs that the network does not have, would overwrite whatever lies
behind; utilities that are no rungs would teach nonsense. Here both are refused with a sentence.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from typing import Any, Final

from ..errors import RulesError, UsageError
from ..game import CHANCE, Game
from ..kernels import Runner, kernel
from ..rng import Random
from ..watch import Watch
from .forward import MOST_ACTIVE

GAMES: Final = 4
MOST_PLIES: Final = 1000
"""Of all these games together: a moment's work. Games that are longer are not seen to their end."""


@lru_cache(maxsize=64)
def verify_fit(game: Game[Any, Any]) -> None:
    """Refuse a game that no network can learn, or whose `encode`, `viewpoint` or utilities are not what a network needs; once a game."""
    if game.players != 2 or game.payoff_sum != 0:
        raise UsageError(f"A network learns games of two players whose utilities add up to 0; {game.name} is none.")
    if tuple(-rung for rung in reversed(game.rungs)) != tuple(game.rungs):
        raise UsageError(f"rungs={game.rungs} of {game.name}: what one wins the other loses, so with every rung there is its opposite.")
    Runner(compiled=False)(try_out, game, game.initial(), Random(1), watch=Watch())


@kernel
def try_out(game, root, rng, watch):
    """Play random games and look at all that a network would see of them."""
    plies = 0
    for _ in range(GAMES):
        state = root
        while not game.is_terminal(state) and plies < MOST_PLIES and not watch.enter(state, plies, 0.0, 0.0):
            verify_encoding(game, state)
            verify_action_numbers(game, state)
            if game.to_move(state) == CHANCE:
                outcomes = [outcome for outcome, _ in game.chances(state)]  # any will do, however likely
                state = game.result(state, outcomes[rng.below(len(outcomes))])
            else:
                state = game.result(state, game.random_action(state, rng))
            plies += 1
        if game.is_terminal(state):
            verify_end(game, state)


class Column(list[Any]):
    """What `encode` writes into: a place that machine code has no room for is refused."""

    def __setitem__(self, index: Any, value: Any) -> None:
        if not 0 <= index < MOST_ACTIVE:
            raise RulesError(f"encode writes to entry {index}: there is room for {MOST_ACTIVE}, from 0 to {MOST_ACTIVE - 1}.")
        super().__setitem__(index, value)


def verify_encoding(game: Game[Any, Any], state: Any) -> None:
    """Refuse what the network has no room or no input for."""
    places, amounts = Column([0] * MOST_ACTIVE), Column([0.0] * MOST_ACTIVE)
    active = game.encode(state, places, amounts)
    if not 0 <= active <= MOST_ACTIVE:
        raise RulesError(f"encode of {game.name} returns {active} in {state}: list 0 to {MOST_ACTIVE} inputs.")
    for place, amount in zip(places[:active], amounts[:active], strict=True):
        if place != int(place) or not 0 <= place < game.network_inputs:
            raise RulesError(
                f"encode of {game.name} lists input {place} in {state}: with network_inputs = {game.network_inputs}"
                f" they are 0 to {game.network_inputs - 1}."
            )
        if not isfinite(amount):
            raise RulesError(f"encode of {game.name} says that input {place} is {amount} in {state}: give a finite number.")
    if game.viewpoint(state) not in (0, 1):
        raise RulesError(f"viewpoint of {game.name} is {game.viewpoint(state)} in {state}: it is 0 or 1, never chance.")


def verify_action_numbers(game: Game[Any, Any], state: Any) -> None:
    """Refuse actions that a network which learns what to play has no output for."""
    if game.policy_outputs == 0 or game.to_move(state) == CHANCE:
        return
    numbers = [game.action_number(state, action) for action in game.actions(state)]
    if len(set(numbers)) < len(numbers) or not all(0 <= number < game.policy_outputs for number in numbers):
        raise RulesError(
            f"action_number of {game.name} numbers the actions {numbers} in {state}: with policy_outputs = {game.policy_outputs}"
            f" they are 0 to {game.policy_outputs - 1}, each once."
        )


def verify_end(game: Game[Any, Any], state: Any) -> None:
    """Refuse utilities that the outputs of a network do not stand for."""
    for player in (0, 1):
        if not game.rungs[0] <= game.utility(state, player) <= game.rungs[-1]:
            raise RulesError(
                f"{game.name} ended with utility {game.utility(state, player)} for player {player} in {state},"
                f" which is not between its rungs {game.rungs}: name all utilities there, from worst to best."
            )
