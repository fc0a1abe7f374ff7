"""All moves as first: what an action brought whenever it was played after a node, at once or later (Brügmann 1993; Gelly & Silver 2007).

The actions of the simulation lie in a table by their hash, each with the simulation in which it was last played. Where two share a place,
the later one has it: now and then an action is overlooked, none is counted that was not played.
"""

from __future__ import annotations

from ...game import CHANCE
from ...kernels import kernel
from .knowledge import SLOTS


@kernel
def remember_played(player, action, simulation, players, knowledge):
    """This player took this action in this simulation."""
    place = (hash(action) * players + player) % SLOTS
    knowledge.stamps[place] = simulation
    knowledge.owners[place] = action


@kernel
def count_later(plies, values, tree, knowledge):
    """Add a simulation's outcome to all children of the nodes on its path whose action was played by the same player from there on."""
    knowledge.simulation[0] += 1
    players, simulation = len(values), knowledge.simulation[0]
    for ply in range(knowledge.length[0] - 1, -1, -1):
        player = knowledge.players[ply]
        if player != CHANCE:
            remember_played(player, knowledge.actions[ply], simulation, players, knowledge)
    for ply in range(plies - 1, -1, -1):
        node, player = tree.path[ply], tree.movers[ply + 1]
        if player != CHANCE:
            remember_played(player, tree.actions[tree.path[ply + 1]], simulation, players, knowledge)
            first = tree.first[node]
            for child in range(first, first + tree.children[node]):
                action = tree.actions[child]
                place = (hash(action) * players + player) % SLOTS
                if knowledge.stamps[place] == simulation and knowledge.owners[place] == action:
                    knowledge.later_visits[child] += 1
                    knowledge.later_totals[child] += values[player]
