"""The battle of the sexes."""

from __future__ import annotations

from ..rounds import TableGame


class BattleOfTheSexes(TableGame):
    """Both want to meet, he rather at the football, she rather at the opera, and they cannot talk.

    >>> import counterplay as cp
    >>> game = cp.load("battle_of_the_sexes")
    >>> game.utility(game.parse_state("opera opera"), 1)
    3.0
    """

    payoff_sum = None
    strategies = ("Football", "Opera")
    payoffs = (((3, 2), (0, 0)), ((0, 0), (2, 3)))

    def player_name(self, player: int) -> str:
        return ("Husband", "Wife")[player]
