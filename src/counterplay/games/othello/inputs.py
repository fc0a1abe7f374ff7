"""What a network that guides a search sees of an Othello board: one input at most for every square, then who moves last where.

A disc is mine or theirs, and stable (never to be turned over again) or not; an empty square is one where I may put a disc, or the other
side may, or both. Mobility, corners within reach and what is safe need not be found out by the network: it sees them.
"""

from __future__ import annotations

from typing import Any, Final

from ...bits import Bits, members, popcount

KINDS: Final = 7
"""Of a square: mine, theirs, mine and stable, theirs and stable, for me to play, for them, for both. One that is none of these is not
seen."""
OTHERS: Final = 6
"""Whether each quarter of the board, and the whole of it, has an odd number of empty squares; and which part of it is covered."""


def network_inputs(squares: int) -> int:
    """How many inputs a board of so many squares has."""
    return KINDS * squares + OTHERS


def list_squares(chosen: Bits, kind: int, squares: int, places: Any, active: int) -> int:
    """List these squares as being of a kind; returns how many inputs there are now."""
    for square in members(chosen):
        places[active] = kind * squares + square
        active += 1
    return active


def inputs(game: Any, state: Any, places: Any, amounts: Any) -> int:
    """All that a network sees, as `Game.encode` lists it."""
    mine, theirs, moves, squares = state.mine, state.theirs, state.moves, game.squares
    my_stable, their_stable, replies = game.stable(mine), game.stable(theirs), game.placements(theirs, mine)
    active = list_squares(mine ^ my_stable, 0, squares, places, 0)
    active = list_squares(theirs ^ their_stable, 1, squares, places, active)
    active = list_squares(my_stable, 2, squares, places, active)
    active = list_squares(their_stable, 3, squares, places, active)
    active = list_squares(moves & ~replies, 4, squares, places, active)
    active = list_squares(replies & ~moves, 5, squares, places, active)
    active = list_squares(moves & replies, 6, squares, places, active)
    empty, first = game.board ^ (mine | theirs), KINDS * squares
    for i in range(len(game.quarters)):
        if popcount(empty & game.quarters[i]) & 1:
            places[active] = first + i
            active += 1
    if popcount(empty) & 1:
        places[active] = first + OTHERS - 2
        active += 1
    for i in range(active):
        amounts[i] = 1.0
    places[active], amounts[active] = first + OTHERS - 1, game.phase(state)
    return active + 1
