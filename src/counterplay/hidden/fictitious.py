"""Fictitious play (Brown 1951; in trees Heinrich, Lanctot & Silver 2015): everybody best responds to what the others did so far on average.

Averages are taken of reach, not of probabilities: mixing two plans half and half must mean to follow the one or the other. Players take
turns, as in Brown's own version.
"""

from __future__ import annotations

from ..kernels import kernel
from .response import best_response


@kernel
def play_fictitiously(game, before, count, first, width, parent, begin, edge, start, others, gain, reach, worth, plan, watch):
    """Iterations `before` + 1 to `before` + `count`; `reach` is everybody's average, `plan` room for the best responses."""
    for t in range(before + 1, before + count + 1):
        for player in range(len(begin) - 1):
            best_response(player, first, width, parent, begin, edge, start, others, gain, reach, worth)
            plan[player] = 1.0
            for s in range(begin[player], begin[player + 1]):
                best = first[s]
                for k in range(first[s], first[s] + width[s]):
                    plan[k] = 0.0
                    if worth[k] > worth[best]:
                        best = k
                plan[best] = plan[parent[s]]
            for k in range(edge[player], edge[player + 1]):
                reach[k] += (plan[k] - reach[k]) / (t + 1)
