"""Games as trees: who knows what where, strategies, equilibria; every answer exact, with its certificate.

| file | its one idea |
|---|---|
| `form.py` | what a game in extensive form is; putting one together |
| `from_game.py` | from the rules of any game to its tree, with information sets |
| `efg.py`, `classics.py` | Gambit's `.efg` files; trees that every course draws |
| `recall.py` | who forgets what; where subgames begin |
| `plans.py` | pure strategies, reduced or not, and the table they make |
| `behaviour.py`, `kuhn.py` | mixtures at information sets: payoffs, best responses, regret; Kuhn's theorem both ways |
| `subgames.py` | backward induction, subgame perfection |
| `sequence_form.py`, `guess.py`, `nearly.py` | zero-sum games by linear programs as small as the tree, in fractions and in floats |
| `answers.py` | the equilibria of a tree, by the way that suits it |
| `drawing.py`, `telling.py` | pictures with information sets; text |

>>> from counterplay import load
>>> print(ExtensiveForm.from_game(load("nim(1,2)")).nash().value)
1
"""

from __future__ import annotations

from .answers import Answer
from .behaviour import Behaviour
from .classics import CLASSIC_TREES, classic_tree
from .efg import read_efg, write_efg
from .form import ExtensiveForm, InformationSet, Node, Outcome, TreeBuilder
from .kuhn import behaviour_from_mixed, mixed_from_behaviour
from .nearly import NearlySolved
from .sequence_form import Solved
from .subgames import SubgamePerfect

__all__ = [
    "CLASSIC_TREES",
    "Answer",
    "Behaviour",
    "ExtensiveForm",
    "InformationSet",
    "NearlySolved",
    "Node",
    "Outcome",
    "Solved",
    "SubgamePerfect",
    "TreeBuilder",
    "behaviour_from_mixed",
    "classic_tree",
    "mixed_from_behaviour",
    "read_efg",
    "write_efg",
]
