"""The prisoner's dilemma, once or repeated."""

from __future__ import annotations

from ..rounds import TableGame


class PrisonersDilemma(TableGame):
    """Two prisoners, questioned apart, are silent or betray the other; payoffs are years in prison, as losses.

    With `rounds` over 1 they meet again, knowing what the other did before. As the last round is known, backward induction betrays in all.

    >>> import counterplay as cp
    >>> game = cp.load("prisoners_dilemma(rounds=2)")
    >>> game.utility(game.parse_state("silent betray betray betray"), 0)
    -5.0
    """

    payoff_sum = None
    strategies = ("Silent", "Betray")
    payoffs = (((-1, -1), (-3, 0)), ((0, -3), (-2, -2)))

    def player_name(self, player: int) -> str:
        return f"Prisoner {player + 1}"
