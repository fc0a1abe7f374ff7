"""Matching pennies."""

from __future__ import annotations

from ..rounds import TableGame


class MatchingPennies(TableGame):
    """Both show a coin at once: the first wins if they show the same, the second if they do not.

    >>> import counterplay as cp
    >>> game = cp.load("matching_pennies")
    >>> game.utility(game.parse_state("heads heads"), 0)
    1.0
    """

    strategies = ("Heads", "Tails")
    payoffs = (((1, -1), (-1, 1)), ((-1, 1), (1, -1)))

    def player_name(self, player: int) -> str:
        return ("Even", "Odd")[player]
