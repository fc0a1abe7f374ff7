"""A win now is better than a win later, and a loss later better than a loss now.

Where all utilities and evaluations lie between -1 and 1, a utility of 1 is a win. The engine values a win after n plies as WIN - n, a loss
as n - WIN, and everything else as it is: proven ends lie beyond every evaluation, sooner wins above later ones. Taking all wins for 1 and
all losses for -1 again (`plain`) keeps that order, so what minimax over these values finds is, made plain, what minimax finds.

That a win is the best there is, so that nothing better can be found by looking deeper, is known only of games that say so (`decisive`, or
bounds of their payoffs: `is_best`).
In a game with a value outside of -1 to 1, there is nothing to tell a win by: there the values stay as they are (switch `distances`).
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from ...game import Game
from ...kernels import kernel
from ...watch import OUTSIDE
from ..endings import plies_in, worth_of
from .room import DISTANCES

WIN: Final = float(1 << 20)
"""More than any number of plies; a float tells apart all numbers of plies beside it."""
PROVEN: Final = WIN / 2
"""Beyond this, a value is a proven win; below minus this, a proven loss."""


@kernel
def ended(utility, ply, room, watch):
    """The value of an end of the game `ply` plies from the root."""
    if room[DISTANCES]:
        if utility == 1.0:
            return WIN - ply
        if utility == -1.0:
            return ply - WIN
        if not -1.0 < utility < 1.0:
            watch.halt(OUTSIDE)
    return utility


@kernel
def ending(known, ply, endings, room, watch):
    """The value of a state `ply` plies from the root, of which a database knows that (`endings.told`)."""
    if known == 0:
        return 0.0
    return ended(worth_of(known, endings), ply + plies_in(known), room, watch)


@kernel
def estimated(evaluation, room, watch):
    """The value of a state that is evaluated."""
    if room[DISTANCES] and not -1.0 <= evaluation <= 1.0:
        watch.halt(OUTSIDE)
    return evaluation


@kernel
def seen_from(value, ply, room):
    """A value counted from the root, for the table: counted from the state itself, `ply` plies below."""
    if room[DISTANCES]:
        if value > PROVEN:
            return value + ply
        if value < -PROVEN:
            return value - ply
    return value


@kernel
def comes_within(value, plies, room):
    """Whether a value, counted from the state itself, is that of no proven end, or of one in fewer plies than these."""
    return not room[DISTANCES] or abs(value) <= PROVEN or WIN - abs(value) < plies


def is_best(game: Game[Any, Any]) -> bool:
    """Whether the game says that nothing is better than a win: by that very word, or by bounds of what its two opponents get, of which one
    bounds the other.

    >>> import counterplay as cp
    >>> is_best(cp.load("tree([[1,0],[-1,1]])")), is_best(cp.load("tree([[1,0],[-2,1]])"))
    (True, False)
    """
    least, most = game.utility_range
    return game.decisive or most <= 1.0 or max(least, -inf if game.least_payoff is None else game.least_payoff) >= -1.0


def plain(value: float, distances: bool) -> float:
    """The value as minimax has it."""
    return value if not distances else min(1.0, max(-1.0, value))


def plies_to_end(value: float, distances: bool) -> int | None:
    """After how many plies the game is won or lost, where that is proven."""
    return int(WIN - abs(value)) if distances and abs(value) > PROVEN else None


def sooner(value: float, plies: int) -> float:
    """The value of a proven end that comes so many plies sooner."""
    return value if plies == 0 else value + plies if value > 0 else value - plies
