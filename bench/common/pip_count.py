"""The simplest player of backgammon that is no fool: it runs, and hits when that gains most."""

from __future__ import annotations

from typing import Any


def pip_count(game: Any, state: Any) -> Any:
    """The play after which the player is furthest ahead in the race: own pips left against the opponent's."""

    def lead(action: int) -> int:
        after = game.result(state, action)
        left = [sum(point * number for point, number in enumerate(game.counts(after, player))) for player in (0, 1)]
        return left[1 - state.turn] - left[state.turn]

    return max(game.actions(state), key=lead)
