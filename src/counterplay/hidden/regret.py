"""Counterfactual regret minimisation (Zinkevich et al. 2007) and its quicker relatives, one kernel for all.

At every information set a player keeps, for each action, the *regret*: by how much always taking it would have done better so far, counted
where everybody else plays to get there. Actions are then played in proportion to their positive regrets (regret matching), and the
*average* strategy approaches an equilibrium in every two-player zero-sum game. The members of the family differ in what they forget:

    cfr       nothing: regrets add up, all iterations count alike
    cfr+      regrets never fall below 0; iteration t counts t times (Tammelin 2014)
    linear    iteration t counts t times, in the regrets too (Brown & Sandholm 2019)
    dcfr      positive regrets shrink by t^1.5 / (t^1.5 + 1), negative ones by 1/2; iteration t counts t² times (the same)
    pcfr+     cfr+ that plays as if the last regrets came once more; iteration t counts t² times (Farina, Kroer & Sandholm 2021)

Players take turns: each looks at what the others do now. All of it happens on the sequence form, without walking through histories.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from ..kernels import kernel
from .response import expected_gains


class Kind(NamedTuple):
    """What a member of the family forgets, and how it averages."""

    positive: float
    """Positive regrets shrink by t^positive / (t^positive + 1); `inf`: they do not."""
    negative: float
    """The same for negative regrets; `-inf`: they are forgotten at once."""
    average: float
    """Iteration t counts t^average times in the average."""
    predictive: bool


KINDS: Final = {
    "cfr": Kind(inf, inf, 0.0, False),
    "cfr+": Kind(inf, -inf, 1.0, False),
    "linear": Kind(1.0, 1.0, 1.0, False),
    "dcfr": Kind(1.5, 0.0, 2.0, False),
    "pcfr+": Kind(inf, -inf, 2.0, True),
}


@kernel
def kept_part(t, power):
    """t^power / (t^power + 1), which is 1 for an infinite power and 0 for minus infinity."""
    if power == inf:
        return 1.0
    if power == -inf:
        return 0.0
    grown = t**power
    return grown / (grown + 1.0)


@kernel
def minimise_regret(
    game, before, count, first, width, parent, begin, edge, start, others, gain,
    positive, negative, average, predictive, sigma, reach, regret, total, worth, instant, watch,
):  # fmt: skip
    """Iterations `before` + 1 to `before` + `count`; `sigma` and `reach` are what everybody plays now, `total` is the average, unscaled."""
    players = len(begin) - 1
    for iteration in range(before + 1, before + count + 1):
        t = float(iteration)
        keep, keep_negative = kept_part(t, positive), kept_part(t, negative)
        counts = t**average if average > 1.0 else t if average == 1.0 else 1.0
        for player in range(players):
            expected_gains(edge[player], edge[player + 1], players, start, others, gain, reach, worth)
            for k in range(edge[player], edge[player + 1]):
                total[k] += counts * reach[k]
            for s in range(begin[player + 1] - 1, begin[player] - 1, -1):
                here, end = first[s], first[s] + width[s]
                value = 0.0
                for k in range(here, end):
                    value += sigma[k] * worth[k]
                for k in range(here, end):
                    instant[k] = worth[k] - value
                    new = regret[k] + instant[k]
                    regret[k] = keep * new if new > 0.0 else keep_negative * new
                worth[parent[s]] += value
            for s in range(begin[player], begin[player + 1]):
                here, end, before_it = first[s], first[s] + width[s], reach[parent[s]]
                total_regret = 0.0
                for k in range(here, end):
                    guess = regret[k] + instant[k] if predictive else regret[k]
                    sigma[k] = max(guess, 0.0)
                    total_regret += sigma[k]
                if total_regret > 0.0:
                    scale = 1.0 / total_regret
                    for k in range(here, end):
                        sigma[k] *= scale
                        reach[k] = before_it * sigma[k]
                else:
                    for k in range(here, end):
                        sigma[k] = 1.0 / width[s]
                        reach[k] = before_it * sigma[k]
