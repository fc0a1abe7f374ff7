"""Matrix games and trees: dominance, equilibria, values; every answer exact, with its certificate.

| file | its one idea |
|---|---|
| `normal_form.py`, `matrix_game.py`, `profiles.py` | what a game in normal form is; strategies and how good they are |
| `exact.py`, `dictionary.py`, `linear.py`, `lifting.py` | numbers, pivots, linear programs and large systems without rounding |
| `zero_sum.py`, `security.py` | von Neumann's value; what one can make sure of |
| `vertices.py`, `equilibria.py`, `lemke_howson.py` | all equilibria of two players, the sets they span; one by a path |
| `many_players.py`, `boxes.py` | equilibria of three and more |
| `machine.py`, `simple_vertices.py`, `whole_vertices.py` | the fast halves, in machine code, whose answers are proved |
| `dominance.py`, `correlated.py`, `efficiency.py` | dominated strategies; correlated equilibria; Pareto, welfare, symmetry, potential |
| `table.py`, `diagram.py` | tables as on the slides, best-response diagrams |
| `gambit.py`, `gambit_words.py`, `classics.py`, `loading.py`, `pasting.py` | `.nfg` files, games by name, tables from a spreadsheet |
| `extensive/` | games as trees, with information sets; its `__init__.py` is the map |

>>> from counterplay.strategic import classic
>>> print(classic("battle_of_the_sexes").nash()[1])
Husband: 3/5 Football + 2/5 Opera, Wife: 2/5 Football + 3/5 Opera; worth 6/5, 6/5
"""

from __future__ import annotations

from .classics import CLASSICS, classic
from .correlated import Correlated
from .dominance import Domination, Elimination
from .equilibria import Component, Equilibria, NashSet
from .extensive import CLASSIC_TREES, ExtensiveForm, classic_tree, read_efg, write_efg
from .gambit import read_nfg, write_nfg
from .loading import load_matrix_game, load_strategic_game, load_tree
from .matrix_game import MatrixGame
from .normal_form import NormalForm
from .profiles import Equilibrium
from .security import Security
from .zero_sum import NearlyZeroSum, ZeroSum, nearly_zero_sum, zero_sum

__all__ = [
    "CLASSICS",
    "CLASSIC_TREES",
    "Component",
    "Correlated",
    "Domination",
    "Elimination",
    "Equilibria",
    "Equilibrium",
    "ExtensiveForm",
    "MatrixGame",
    "NashSet",
    "NearlyZeroSum",
    "NormalForm",
    "Security",
    "ZeroSum",
    "classic",
    "classic_tree",
    "load_matrix_game",
    "load_strategic_game",
    "load_tree",
    "nearly_zero_sum",
    "read_efg",
    "read_nfg",
    "write_efg",
    "write_nfg",
    "zero_sum",
]
