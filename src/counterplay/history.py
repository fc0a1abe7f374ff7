"""What the history of a game says that its last state does not know: a position that was there before, the moves that were made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from .errors import UsageError
from .game import Game


def is_drawn(game: Game[Any, Any], states: Sequence[Any]) -> bool:
    """Whether the last of these states stands on the board as often as makes the game a draw.

    >>> from counterplay import load
    >>> chess = load("chess")
    >>> states = [chess.initial()]
    >>> for move in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split():
    ...     states.append(chess.result(states[-1], chess.parse_action(states[-1], move)))
    >>> is_drawn(chess, states), is_drawn(chess, [*states, chess.result(states[-1], chess.parse_action(states[-1], "Ng8"))])
    (False, True)
    """
    if not game.repetition_draws:
        return False
    here = game.key(states[-1])
    return sum(game.key(state) == here for state in states) >= game.repetition_draws


def moves_between(game: Game[Any, Any], states: Sequence[Any]) -> list[Any]:
    """The actions that lead from each of these states to the next."""
    found = []
    for before, after in pairwise(states):
        action = next((action for action in game.actions(before) if game.result(before, action) == after), None)
        if action is None:
            raise UsageError("The states of a game must follow one another: no action leads from one of them to the next.")
        found.append(action)
    return found
