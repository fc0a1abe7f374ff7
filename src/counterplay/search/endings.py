"""What a database knows, for searches: at the root it is the answer; below the root a search ends wherever the database reaches.

Kernels see one number a position (`layout.joined` says which): whether and in how many plies it is won, lost, drawn, or not known.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..buffers import Pointer
from ..errors import UsageError
from ..game import Game
from ..kernels import kernel
from ..states import SortedStates
from .analysis import Analysis, BestLine

if TYPE_CHECKING:
    from ..solving.databases import Database

UNKNOWN: Final = -32_768
"""What there is to say of a position where no database reaches."""
AMOUNT_SHIFT: Final = 16
FARTHEST: Final = (1 << AMOUNT_SHIFT) - 1
"""In what is told, where there are several amounts to win: which one, above these bits."""
MOST_LINE: Final = 1_000
"""A line of best play is not told beyond this."""


class Endings(NamedTuple):
    """What a database says, as kernels see it; without one nothing is known."""

    words: Any
    positions: int
    """How many there are; those with larger numbers are not known."""
    amounts: Any
    """What can be won: how many different amounts, then each."""
    table: Any
    """Where the game does not number its states: what does."""

    @classmethod
    def of(cls, database: Database | None, compiled: bool) -> Endings:
        """For kernels at this speed."""
        from ..solving.columns import column, numbers

        worth = [] if database is None else database.amounts
        amounts = column(1 + len(worth), "float64", compiled=compiled)
        numbers(amounts)[:] = [float(len(worth)), *worth]
        if database is None:
            return cls(column(1, "int16", compiled=compiled), 0, amounts, None)
        words, table = database.column, None
        if database.keys is not None:
            table = SortedStates(database.sorted_keys) if compiled else database.keys
        return cls(Pointer(words) if compiled else memoryview(words), len(words), amounts, table)


@kernel
def number_of(game, state, table):
    """The number of a state: in a table, or where that is None, the game's own."""
    if table is None:
        return game.index(state)
    return table.find(game.canonical(state))


@kernel
def lasts_for(game, state, plies, table):
    """Whether the game goes on for so many plies more. Where a table has the states whole, a draw that comes before is in their values."""
    if table is None:
        return plies < game.quiet_plies_left(state)
    return True


@kernel
def told(game, state, endings):
    """What the database says of a state for its player to move, in one number (`layout.joined`): 0 is a draw, or it is UNKNOWN."""
    if endings.positions == 0:
        return UNKNOWN
    number = number_of(game, state, endings.table)
    if number < 0 or number >= endings.positions:
        return UNKNOWN
    known = endings.words[number]
    if known != 0 and not lasts_for(game, state, plies_in(known), endings.table):
        return UNKNOWN
    return known


@kernel
def plies_in(known):
    """After how many plies the game is won or lost, by what was told."""
    return (abs(known) & FARTHEST) - 1


@kernel
def worth_of(known, endings):
    """What the state is worth to its player to move, by what was told."""
    if known == 0:
        return 0.0
    worth = endings.amounts[1 + (abs(known) >> AMOUNT_SHIFT)]
    return worth if known > 0 else -worth


def database_for(game: Game[Any, Any], asked: Database | str | PathLike[str] | bool | None) -> Database | None:
    """The database that somebody asked for: itself or its file; None: the one in the data folder, if there is one; False: none."""
    if asked is False:
        return None
    from ..solving.databases import find, opened

    if asked is None or asked is True:
        return find(game)
    if isinstance(asked, (int, float)):
        raise UsageError(f"database={asked!r}: give a file that `counterplay db build` made, true or false.")
    return opened(game, asked)


def lines_of(database: Database, game: Game[Any, Any], state: Any, lines: int, only: Sequence[Any] = ()) -> tuple[BestLine, ...]:
    """The best lines of a position that the database knows."""
    found: list[BestLine] = []
    for action, known in database.moves(state):
        if only and action not in only:
            continue
        if len(found) == lines:
            break
        line = (action, *database.line(game.result(state, action), MOST_LINE))
        found.append(BestLine(action, known.value, line, known.distance, True))
    return tuple(found)


def answered(database: Database | None, game: Game[Any, Any], state: Any, lines: int, only: Sequence[Any], name: str) -> Analysis | None:
    """The whole answer where the database knows the position; None where it has to be searched."""
    if database is None or game.is_terminal(state) or database.known(state) is None:
        return None
    begun = time.monotonic()
    for action, known in database.moves(state) if database.keys is None else ():
        if known.distance and known.distance > game.quiet_plies_left(game.result(state, action)):
            return None  # how long nothing has happened may matter
    found = lines_of(database, game, state, lines, only)
    longest = max((len(one.line) for one in found), default=0)
    count = len(list(game.actions(state)))
    return Analysis(1, longest, found, count, time.monotonic() - begun, 0.0, True, name, False)
