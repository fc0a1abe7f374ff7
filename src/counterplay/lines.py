"""Lines of moves by their names; and a position written as the moves that lead to it, those of chance included: `K J pass bet`.

In games with hidden information that is the natural notation: what matters is not only what lies on the table but how it came there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from .errors import CounterplayError, UsageError
from .game import CHANCE, Game

START: Final = "start"
"""How the position is written that no move has led to."""
LONGEST: Final = 1000
"""No game written so goes on for longer."""


def moves_in(game: Game[Any, Any], state: Any) -> list[Any]:
    """The actions in a state that is not terminal, or the outcomes of chance."""
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))


class NotPlayable(UsageError):
    """A line has a move that cannot be played where it stands; `number` says which, counted from 1."""

    def __init__(self, number: int, why: str):
        super().__init__(f"Move {number:,}: {why}")
        self.number = number


def after_names(game: Game[Any, Any], names: Iterable[str]) -> Any:
    """The state after the moves of these names, from the start of the game."""
    state = game.initial()
    for number, name in enumerate(names, 1):
        if game.is_terminal(state):
            raise NotPlayable(number, f"the game is over before it, so {name!r:.40} cannot follow.")
        try:
            state = game.result(state, game.parse_action(state, name))
        except CounterplayError as error:
            raise NotPlayable(number, str(error)) from error
    return state


def names_along(game: Game[Any, Any], state: Any, actions: Iterable[Any]) -> list[str]:
    """The names of actions one after the other from this state on, each as it is written where it is taken."""
    names = []
    for action in actions:
        names.append(game.format_action(state, action))
        state = game.result(state, action)
    return names


def line_text(names: Iterable[str]) -> str:
    """The moves of these names as one line of text."""
    return " ".join(names) or START


def replayed(game: Game[Any, Any], text: str) -> Any:
    """The state that a line of moves leads to; the inverse of `line_text`."""
    names = text.split()
    if not names:
        raise UsageError(f"An empty text is no position of {game.name}: write the moves that lead to it, or {START!r}.")
    if len(names) > LONGEST:
        raise UsageError(f"No game of {game.name} has over {LONGEST:,} moves.")
    return after_names(game, [] if names == [START] else names)
