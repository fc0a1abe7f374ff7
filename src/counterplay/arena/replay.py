"""A game that was played, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import CounterplayError, RulesError
from ..game import Game
from ..registry import load
from .files import MatchFile
from .playing import Move, Record


class Step(NamedTuple):
    """A position, and the move that led to it: none at the beginning."""

    state: Any
    mover: int | None
    """The side that moved, or CHANCE."""
    move: Move | None
    opening: bool
    """Whether the move belongs to the opening, which nobody chose."""


def steps(game: Game[Any, Any], record: Record) -> list[Step]:
    """All positions of a game, from the beginning of the rules (or of the opening, where that was given as a position)."""
    written = [(Move(text, None), True) for text in record.opening.moves] + [(move, False) for move in record.moves]
    state = game.initial() if record.opening.moves else record.opening.state(game)
    found = [Step(state, None, None, bool(record.opening.moves))]
    try:
        for move, opening in written:
            mover = game.to_move(state)
            state = game.result(state, game.parse_action(state, move.text))
            found.append(Step(state, mover, move, opening))
    except CounterplayError as error:
        raise RulesError(f"Game {record.number} cannot be replayed; the rules of {game.name} may have changed since: {error}") from error
    return found


def game_of(file: MatchFile) -> Game[Any, Any]:
    """The game that a match was played at."""
    return load(file.settings["made_from"] or file.settings["game"])


def labels(names: Sequence[str]) -> tuple[str, str]:
    """The players' names, told apart where they are the same."""
    first, second = names
    return (first, second) if first != second else (f"{first} (first)", f"{second} (second)")


def result_text(record: Record, names: tuple[str, str]) -> str:
    """How a game ended, in words."""
    if record.failed is not None:
        return f"{names[record.failed]} lost: {record.reason}"
    if record.score == 0.5:
        return record.reason or "draw"
    return f"{names[0 if record.score == 1.0 else 1]} won"
