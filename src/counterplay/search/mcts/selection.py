"""Which child to go to, where more is known than means and visits.

    UCB1 with progressive bias (Chaslot et al. 2008):   mean + C * sqrt(ln(N) / n) + bias * prior / (1 + n)
    PUCT (Rosin 2011; Silver et al. 2016):              mean + C * prior * sqrt(N) / (1 + n)
    RAVE (Gelly & Silver 2011): in either, the mean is  (1 - beta) * mean + beta * mean of later,  beta = m / (m + n + n m / k)

with N visits of the node, n of the child and m simulations in which its action came later; C and bias are in the unit of the game's
payoffs. Beta asks for the child's visits and not for the node's, so that an action whose first playout was unlucky is tried again. Where a
child is proven nothing is left to find out: it is passed over. With all of it off this is `uct.best_child`.
"""

from __future__ import annotations

from math import inf, sqrt

from ...kernels import kernel
from .uct import spread


@kernel
def best_informed_child(node, player, scale, settings, nothing, tree, knowledge):
    """The child with the greatest upper bound for the player to move, of equals the first; under UCB1 one of which nothing is known."""
    players, total = len(nothing), tree.visits[node]
    usual = tree.totals[node * players + player] / total if total > 0 else 0.0  # what an action brings of which nothing is known
    constant = settings.exploration * scale
    term = constant * (sqrt(total) if settings.puct else spread(max(total, 1), tree))
    first = tree.first[node]
    best, most = first, -inf
    for child in range(first, first + tree.children[node]):
        visits = tree.visits[child]
        later = knowledge.later_visits[child] if settings.rave > 0.0 else 0
        if settings.solver and knowledge.proven[child]:
            continue
        if visits == 0 and later == 0 and not settings.puct:
            return child
        upper = tree.means[child] if visits > 0 else usual
        if later > 0:
            beta = later / (later + visits + visits * later / settings.rave)
            upper += beta * (knowledge.later_totals[child] / later - upper)
        if settings.puct:
            upper += term * knowledge.priors[child] / (1 + visits)
        else:
            upper += term * (tree.rarities[child] if visits > 0 else 1.0)
        if settings.bias > 0.0:
            upper += settings.bias * scale * knowledge.priors[child] / (1 + visits)
        if upper > most:
            best, most = child, upper
    return best
