"""What a node knows beyond plain UCT: columns beside those of the tree, only as long as a switch needs them."""

from __future__ import annotations

from math import inf
from typing import Any, Final, NamedTuple

from ...kernels import kernel
from ..sampled_tree import ROOT, as_kernels_see
from .settings import Switches

SLOTS: Final = 1 << 14
"""In how many places the actions of one simulation are looked up."""
MOST_RECORDED: Final = 4096
"""So many plies of a playout are written down."""


class Knowledge(NamedTuple):
    """Entry i of the first seven belongs to node i of the tree. A column that no switch needs has one entry."""

    priors: Any
    """How likely an action looks, as a probability; of an outcome of chance, how likely it is."""
    later_visits: Any
    later_totals: Any
    """In how many simulations through the parent the action came at once or later, and what the player who chooses it got in them."""
    proven: Any
    """1 where the value is known exactly."""
    worths: Any
    """Then this is what each player gets: entry `node * players + player`."""
    best_proven: Any
    """The proven child that is best for the player to move; -1 where there is none."""
    ceilings: Any
    """What no action brings more than to the player to move, as far as is known."""
    players: Any
    actions: Any
    length: Any
    most: Any
    """The record of the playout under way: who did what, how many plies are written down, and how many at most."""
    simulation: Any
    """How many simulations there have been."""
    stamps: Any
    owners: Any
    """In which simulation the action that belongs to a place was last played, and which action that is."""

    @staticmethod
    def node_bytes(switches: Switches, players: int) -> int:
        """What one node takes of all columns together."""
        return 8 + (12 if switches.rave else 0) + (16 + 8 * players if switches.solver else 0)

    @classmethod
    def empty(cls, switches: Switches, capacity: int, players: int, compiled: bool, best: float = inf) -> Knowledge:
        """For a tree of this capacity; `best` is what no utility exceeds."""
        import numpy as np

        def column(kind: str, length: int, wanted: object = True) -> Any:
            return np.zeros(length if wanted else 1, kind)

        columns = cls(
            priors=column("f8", capacity),
            later_visits=column("i4", capacity, switches.rave),
            later_totals=column("f8", capacity, switches.rave),
            proven=column("i4", capacity, switches.solver),
            worths=column("f8", capacity * players, switches.solver),
            best_proven=column("i4", capacity, switches.solver),
            ceilings=column("f8", capacity, switches.solver),
            players=column("i4", MOST_RECORDED, switches.rave),
            actions=column("i8", MOST_RECORDED, switches.rave) if compiled else [None] * MOST_RECORDED,
            length=column("i8", 1),
            most=column("i8", 1),
            simulation=column("i8", 1),
            stamps=column("i8", SLOTS, switches.rave),
            owners=column("i8", SLOTS, switches.rave) if compiled else [None] * SLOTS,
        )
        columns.most[0], columns.best_proven[ROOT], columns.ceilings[ROOT] = len(columns.players), -1, best
        return columns

    def for_kernels(self, compiled: bool) -> Knowledge:
        """The same memory as kernels see it at this speed."""
        return Knowledge(*(as_kernels_see(column, compiled) for column in self))


@kernel
def know_nothing(node, settings, nothing, knowledge):
    """A node of which nothing is known but its action."""
    players = len(nothing)
    knowledge.priors[node] = 0.0
    if settings.rave > 0.0:
        knowledge.later_visits[node] = 0
        knowledge.later_totals[node] = 0.0
    if settings.solver:
        knowledge.proven[node] = 0
        knowledge.best_proven[node] = -1
        knowledge.ceilings[node] = settings.best
        for player in range(players):
            knowledge.worths[node * players + player] = -inf
