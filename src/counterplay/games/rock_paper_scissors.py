"""Rock, paper, scissors."""

from __future__ import annotations

from ..rounds import TableGame


class RockPaperScissors(TableGame):
    """Rock breaks scissors, scissors cut paper, paper wraps rock; both show at once.

    >>> import counterplay as cp
    >>> game = cp.load("rock_paper_scissors")
    >>> game.utility(game.parse_state("rock paper"), 0)
    -1.0
    """

    strategies = ("Rock", "Paper", "Scissors")
    payoffs = (((0, 0), (-1, 1), (1, -1)), ((1, -1), (0, 0), (-1, 1)), ((-1, 1), (1, -1), (0, 0)))
