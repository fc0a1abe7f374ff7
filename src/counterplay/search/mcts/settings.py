"""The switches of Monte Carlo tree search, all off unless you say so: what is left is plain UCT."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Final, NamedTuple

from ...errors import UsageError
from ...evaluations.policy_network import is_guided
from ...game import Game

MOST_PATIENT: Final = 1_000_000


@dataclass(frozen=True)
class Switches:
    """Which ideas a search uses beyond UCT."""

    solver: bool = False
    """Wins, losses and draws that are proven are backed up exactly, and a proven root ends the search (MCTS-Solver)."""
    puct: bool = False
    """Explore by prior probability, C * prior * sqrt(visits of the node) / (1 + visits), without trying every action first."""
    bias: float = 0.0
    """Progressive bias: add bias * prior / (1 + visits) to UCB1, so that what looks good is tried before it is known."""
    rave: float = 0.0
    """Rapid action value estimation: mix in how well an action did when it was played later (all moves as first). The number says after how
    many visits of its own that still counts for half; 0 is off."""
    expand_after: int = 1
    """How many simulations a node ends before it gets children. In wide games more saves memory and time, and loses little."""
    widening: float = 0.0
    """Where chance moves: look at no more than widening * sqrt(visits) of its outcomes. 0 is off: at all of them."""

    def __post_init__(self) -> None:
        for name in ("solver", "puct"):
            if getattr(self, name) not in (True, False):
                raise UsageError(f"{name}={getattr(self, name)!r}: a switch is True or False.")
        if type(self.expand_after) is not int or not 1 <= self.expand_after <= MOST_PATIENT:
            raise UsageError(f"expand_after={self.expand_after!r}: give a whole number from 1 to {MOST_PATIENT:,}.")
        for name in ("bias", "rave", "widening"):
            if type(getattr(self, name)) not in (int, float) or not 0 <= getattr(self, name) < inf:
                raise UsageError(f"{name}={getattr(self, name)!r}: give a finite number; 0 turns it off.")

    @classmethod
    def of(cls, switches: dict[str, Any]) -> Switches:
        """From keywords; one that there is not is refused with those that there are."""
        for name in switches:
            if name not in cls.__dataclass_fields__:
                raise UsageError(f"mcts has no setting {name!r}; its switches are {', '.join(cls.__dataclass_fields__)}.")
        return cls(**switches)

    @property
    def plain(self) -> bool:
        """Whether all are off."""
        return self == Switches()

    @property
    def priors(self) -> bool:
        """Whether actions have prior probabilities."""
        return self.puct or self.bias > 0


class Settings(NamedTuple):
    """The same as the kernels see them."""

    exploration: float
    solver: bool
    puct: bool
    bias: float
    rave: float
    expand_after: int
    widening: float
    given: bool
    """Whether `promise` is somebody's policy, whose numbers are weights, and not a number to order by."""
    learned: bool
    """Whether a network stands for playouts and priors."""
    most_score: float
    """Where the network has learned scores (`Game.score`), the greatest one; 0 where it has learned utilities."""
    best: float
    """What no utility exceeds, infinite where the game does not say: whoever has it in hand need not look further."""

    @classmethod
    def of(cls, game: Game[Any, Any], exploration: float, switches: Switches, given: bool) -> Settings:
        """For one game."""
        numbers = float(switches.bias), float(switches.rave), switches.expand_after, float(switches.widening)
        learned = bool(switches.puct and switches.solver) and is_guided(game)  # by what is verified to fit the buffers of machine code
        scores = float(getattr(game, "most_score", 0.0)) if learned else 0.0
        best = 1.0 if game.decisive and not scores else inf
        return cls(exploration, bool(switches.solver), bool(switches.puct), *numbers, given, learned, scores, best)
