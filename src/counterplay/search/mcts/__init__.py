"""Monte Carlo tree search: plain UCT, and what makes it stronger, each idea in a file of its own, each with a switch.

uct.py           the textbook's algorithm: UCB1, one random game a simulation
settings.py      the switches; all are off unless you say so
enhanced.py      the same four steps, asking the ideas that are on
selection.py     which child: UCB1 with progressive bias, PUCT, RAVE, proven values
priors.py        how likely an action looks, by a policy or by the game's `promise`
learned.py       a network in place of playouts and priors
settling.py      leaves whose worth is known, or soon found out
amaf.py          how well an action did whenever it was played later
proofs.py        proven wins, losses and draws, backed up exactly
widening.py      few of the outcomes of chance, more with every visit
knowledge.py     what nodes know for all that
reuse.py         the tree of the last move goes on growing
growth.py        a tree that grows; several in threads
answers.py       `Mcts` and `mcts`
"""

from .answers import Mcts, mcts
from .settings import Switches

__all__ = ["Mcts", "Switches", "mcts"]
