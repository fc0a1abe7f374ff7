"""How strong a network is while it learns: games against the evaluation that the game has by itself, both looking one ply ahead.

In a game without chance both would play the same game again and again: there, games begin with random plies, the same for all networks.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final, NamedTuple

from ..evaluations.forward import network_value
from ..evaluations.network import Network
from ..game import CHANCE, Game
from ..kernels import Runner, kernel
from ..rng import Random
from ..watch import Watch
from .self_play import rolled

DICE: Final = 20_261_116
"""All networks are measured with the same dice."""
OPENING: Final = 4
"""So many plies are random where there is no chance; a pair of games, in which the sides are exchanged, has the same ones."""
MOST_PLIES: Final = 20_000
"""A game that goes on for longer counts as a draw."""


class Score(NamedTuple):
    """What came of some games."""

    games: int
    won: int
    points: float
    """Utility a game."""
    error: float
    """The standard error of the points."""

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.won / self.games

    def __str__(self) -> str:
        return f"{self.share:.1%} of {self.games:,} games won, {self.points:+.3f} ± {1.96 * self.error:.3f} points a game"


@kernel
def duel(game, state, games, opening, rng, watch):
    """Play so many games, the network moving first in every other; returns how many it won, its points, and the sum of their squares."""
    won, points, squares = 0, 0.0, 0.0
    root = start = state
    for number in range(games):
        side = number % 2
        if side == 0:
            start = root
            for _ in range(opening):
                if not game.is_terminal(start):
                    start = game.result(start, game.random_action(start, rng))
        state, plies = start, 0
        while not game.is_terminal(state) and plies < MOST_PLIES and not watch.enter(state, number, 0.0, 0.0):
            plies += 1
            if game.to_move(state) == CHANCE:
                state = rolled(game, state, rng)
            else:
                state = preferred(game, state, game.to_move(state) == side)
        if watch.stopped():
            return 0, 0.0, 0.0
        utility = float(game.utility(state, side)) if game.is_terminal(state) else 0.0
        points += utility
        squares += utility * utility
        if utility > 0.0:
            won += 1
    return won, points, squares


@kernel
def preferred(game, state, by_network):
    """What the best action leads to, as the network or the game's own evaluation judges."""
    player, best, most = game.to_move(state), state, 0.0
    first = True
    for action in game.actions(state):
        child = game.result(state, action)
        if game.is_terminal(child):
            value = float(game.utility(child, player))
        elif by_network:
            value = network_value(game, child, player)
        else:
            value = float(game.evaluate(child, player))
        if first or value > most:
            best, most, first = child, value, False
    return best


def measured(game: Game[Any, Any], network: Network, games: int, *, compiled: bool = True) -> Score:
    """The score of a network against the game's own evaluation."""
    opening = 0 if game.properties.chance else OPENING
    carrying, rng = network.carried_by(game), Random(DICE)
    won, points, squares = Runner(compiled)(duel, carrying, game.initial(), games, opening, rng, watch=Watch())
    mean = points / games
    return Score(games, won, mean, sqrt(max(squares / games - mean * mean, 0.0) / games))
