"""Players of other programs, for matches: `counterplay match othello engine:seconds=1 python:bench.common.opponents.OpenSpielMcts`."""

from __future__ import annotations

from typing import Any

import counterplay
from counterplay import Game


class OpenSpielMcts:
    """OpenSpiel's C++ MCTS with one random playout a leaf, on a game that both number the same actions in (Othello, Connect Four)."""

    def __init__(self, simulations: int = 10_000, exploration: float = 2.0, seed: int | None = None):
        self.simulations, self.exploration, self.seed = simulations, exploration, (seed or 1) % 2**31  # as large as OpenSpiel takes
        self.name = f"OpenSpiel MCTS, {simulations:,} simulations"
        self._known: tuple[Any, tuple[int, ...]] | None = None

    def choose(self, game: Game[Any, Any], state: Any) -> int:
        """Its choice after the actions that lead here."""
        import pyspiel

        actions = self._way_to(game, state)
        theirs = pyspiel.load_game(game.name)
        position = theirs.new_initial_state()
        for action in actions:
            position.apply_action(action)
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(theirs, evaluator, self.exploration, self.simulations, 4000, False, self.seed, False)
        action = int(bot.step(position))
        self._known = game.result(state, action), (*actions, action)
        return action

    def _way_to(self, game: Game[Any, Any], state: Any) -> tuple[int, ...]:
        """Actions that lead to this state: OpenSpiel has no way to set one up. From what was seen last, else from the start."""
        for known, actions in filter(None, (self._known, (game.initial(), ()))):
            for plies in range(9):
                way = _way(game, known, state, plies)
                if way is not None:
                    return (*actions, *way)
        raise counterplay.CounterplayError("this position is too far from the last one seen")


def _way(game: Game[Any, Any], start: Any, goal: Any, plies: int) -> tuple[int, ...] | None:
    """Some actions, so many, that lead from `start` to `goal`."""
    if plies == 0:
        return () if start == goal else None
    if not game.is_terminal(start):
        for action in game.actions(start):
            way = _way(game, game.result(start, action), goal, plies - 1)
            if way is not None:
                return (action, *way)
    return None


def disc_count(game: Any, state: Any, player: int) -> float:
    """What most first programs play Othello by: the difference in discs."""
    difference = (counterplay.popcount(state.mine) - counterplay.popcount(state.theirs)) / 64.0
    return difference if player == state.turn else -difference


def counts_discs(game: Game[Any, Any], state: Any, depth: int = 4) -> Any:
    """Alpha-beta of depth 4 with the difference in discs, as easyAI's Othello example does it."""
    return counterplay.alphabeta(game, state, depth=depth, evaluate=disc_count).action
