"""Where games begin: random positions a few plies from the start, no two alike, or those that somebody wrote into a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..errors import CounterplayError, UsageError
from ..game import CHANCE, Game
from ..positions import read_position
from ..rng import Random

USUAL_PLIES: Final = 4
"""How many random plies, unless somebody says: or fewer in games that are over by then."""
PATIENCE: Final = 1_000
"""So many random openings in a row that were all known before, and there are probably no others."""


class Opening(NamedTuple):
    """A position to begin with, in the game's notation."""

    moves: tuple[str, ...]
    """The moves that lead there from the start; none where it was given as a position."""
    position: str

    def state(self, game: Game[Any, Any]) -> Any:
        """The position itself."""
        return self.states(game)[-1]

    def states(self, game: Game[Any, Any]) -> list[Any]:
        """The positions on the way there, and the position itself."""
        start = game.initial()
        if not self.moves and game.format_state(start) != self.position:
            return [game.parse_state(self.position)]
        states = [start]
        for move in self.moves:
            states.append(game.result(states[-1], game.parse_action(states[-1], move)))
        return states


def random_openings(game: Game[Any, Any], number: int, plies: int | None = None, seed: int = 1, exactly: bool = True) -> list[Opening]:
    """So many openings of random legal moves; no two of them are the same position, nor turned or mirrored ones; none is over.

    With `exactly=False` fewer will do where there are no more.

    >>> from counterplay import load
    >>> [opening.moves for opening in random_openings(load("tic_tac_toe"), 3, plies=1)]
    [('c2',), ('a1',), ('b2',)]
    """
    if number < 1:
        raise UsageError(f"openings={number}: give 1 or more.")
    if plies is not None and plies < 0:
        raise UsageError(f"opening_plies={plies}: give 0 or more.")
    for length in (plies,) if plies is not None else range(USUAL_PLIES, -1, -1):
        found = _different(game, number, length, seed)
        if found and (len(found) == number or not exactly):
            return found
        if found:
            raise UsageError(
                f"{game.name} has only {len(found)} different openings of {length} plies, or hardly more: "
                f"give openings={len(found)}, or other opening_plies."
            )
    raise UsageError(f"{game.name} is always over after {plies} plies: give fewer opening_plies.")


def _different(game: Game[Any, Any], number: int, plies: int, seed: int) -> list[Opening]:
    random = Random(seed)
    known: set[Any] = set()
    found: list[Opening] = []
    in_vain = 0
    while len(found) < number and in_vain < PATIENCE:
        in_vain += 1
        state = game.initial()
        moves: list[str] = []
        while len(moves) < plies and not game.is_terminal(state):
            if game.to_move(state) == CHANCE:
                action = game.random_outcome(state, random)
            else:
                action = game.random_action(state, random)
            moves.append(game.format_action(state, action))
            state = game.result(state, action)
        if not game.is_terminal(state):
            key = game.key(game.canonical(state))  # in chess, how long nothing has happened makes no other opening
            if key not in known:
                known.add(key)
                found.append(Opening(tuple(moves), game.format_state(state)))
                in_vain = 0
    return found


def openings_in(game: Game[Any, Any], file: Path) -> list[Opening]:
    """The openings in a file, one a line: a position as the game writes it, or the moves that lead there. `#` begins a comment."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a text"
        raise UsageError(f"The openings in {file} cannot be read: {why}.") from error
    found = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            state = read_position(game, text)
        except CounterplayError as error:
            raise UsageError(f"{file}, line {number}: {error}") from error
        if game.is_terminal(state):
            raise UsageError(f"{file}, line {number}: there the game is over already.")
        found.append(Opening((), game.format_state(state)))
    if not found:
        raise UsageError(f"{file} has no opening: write one a line, a position or the moves that lead there.")
    return found


def opening_of(openings: Sequence[Opening], game_number: int) -> Opening:
    """The opening of a game: games 1 and 2 have the first, 3 and 4 the second, and so on, from the beginning again after the last."""
    return openings[(game_number - 1) // 2 % len(openings)]
