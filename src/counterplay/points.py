"""Evaluations in the words of people: half a win is four pawns."""

from __future__ import annotations

from typing import Any, Final

from .game import Game

MOST: Final = 0.99
"""Beyond this an evaluation says no more than that the game is won."""


def in_points(game: Game[Any, Any], value: float) -> float | None:
    """How many points ahead an evaluation means (`Game.counts_in`); None where the game does not count in any.

    >>> from counterplay import load
    >>> in_points(load("chess"), -0.2)
    -1.0
    >>> in_points(load("connect_four"), 0.5)
    """
    return None if game.counts_in is None else ahead(value, game.counts_in[1])


def ahead(value: float, half: float) -> float:
    """The points p for which p / (|p| + half) is this value."""
    value = max(-MOST, min(MOST, value))
    return half * value / (1.0 - abs(value))


def evaluated(points: float, half: float) -> float:
    """The value that means so many points ahead: up to MOST, the inverse of `ahead`.

    >>> evaluated(-1.0, 4.0)
    -0.2
    """
    return points / (abs(points) + half)


def counted(game: Game[Any, Any], value: float) -> str:
    """The same for people, empty where there is nothing to say.

    >>> from counterplay import load
    >>> counted(load("chess"), -0.2)
    '-1.00 pawns'
    """
    points = in_points(game, value)
    return "" if points is None or game.counts_in is None else f"{points:+.2f} {game.counts_in[0]}"
