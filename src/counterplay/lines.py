"""A position written as the moves that lead to it from the start, those of chance included: `K J pass bet`.

In games with hidden information that is the natural notation: what matters is not only what lies on the table but how it came there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from .errors import UsageError
from .game import Game

START: Final = "start"
"""How the position is written that no move has led to."""
LONGEST: Final = 1000
"""No game written so goes on for longer."""


def line_text(moves: Iterable[str]) -> str:
    """The moves as one line of text."""
    return " ".join(moves) or START


def replayed(game: Game[Any, Any], text: str) -> Any:
    """The state that a line of moves leads to; the inverse of `line_text`."""
    names = text.split()
    if not names:
        raise UsageError(f"An empty text is no position of {game.name}: write the moves that lead to it, or {START!r}.")
    if len(names) > LONGEST:
        raise UsageError(f"No game of {game.name} has over {LONGEST:,} moves.")
    state = game.initial()
    for number, name in enumerate([] if names == [START] else names, 1):
        if game.is_terminal(state):
            raise UsageError(f"The game is over after {number - 1} moves, so {name!r} cannot follow.")
        try:
            state = game.result(state, game.parse_action(state, name))
        except UsageError as error:
            raise UsageError(f"Move {number}: {error}") from error
    return state
