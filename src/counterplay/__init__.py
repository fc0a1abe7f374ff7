"""counterplay: adversarial search for Python.

Write the rules of a game once, in plain Python; play it, solve it, look inside the search and learn from it, at the speed of C.

>>> import counterplay as cp
>>> game = cp.load("tic_tac_toe")
>>> cp.alphabeta(game).value
0.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .bits import Bits, Table, highest, lowest, members, popcount, replace, select
from .errors import CounterplayError, DoesNotFit, RulesError, Stopped, TableFull, TooDeep, UsageError
from .game import CHANCE, Game
from .properties import Properties
from .result import SearchResult
from .rng import Random
from .search import ALGORITHMS

if TYPE_CHECKING:
    from .checking import check
    from .evaluations import LinearEvaluation, Network, PolicyNetwork
    from .hidden import Policy, cfr
    from .kernels import kernel, run
    from .memoizing import memoized
    from .registry import load
    from .search.aloud import analyse
    from .search.alphabeta import alphabeta as alphabeta
    from .search.astar import astar as astar
    from .search.best import best
    from .search.best_reply import best_reply as best_reply
    from .search.engine import Analysis, Engine, Switches
    from .search.engine import engine as engine
    from .search.expectiminimax import expectiminimax as expectiminimax
    from .search.game_tree import game_tree
    from .search.ida_star import ida_star as ida_star
    from .search.lrta_star import LrtaStar
    from .search.lrta_star import lrta_star as lrta_star
    from .search.maxn import maxn as maxn
    from .search.mcts import Mcts
    from .search.mcts import mcts as mcts
    from .search.minimax import minimax as minimax
    from .search.monte_carlo import monte_carlo as monte_carlo
    from .search.negamax import negamax as negamax
    from .search.paranoid import paranoid as paranoid
    from .search.perft import perft
    from .search.rta_star import RtaStar
    from .search.rta_star import rta_star as rta_star
    from .search.shallow_maxn import shallow_maxn as shallow_maxn
    from .search.star_minimax import star_minimax as star_minimax
    from .solving import Knowledge, Solver, count_positions, prove, solve, solve_all, solve_superko
    from .solving.databases import Database
    from .strategic import ExtensiveForm, MatrixGame, NormalForm
    from .tracing import Trace, trace

_LAZY = {
    **{name: f"search.{name}" for name in ALGORITHMS},
    "analyse": "search.aloud",
    "Analysis": "search.engine",
    "best": "search.best",
    "Engine": "search.engine",
    "LinearEvaluation": "evaluations",
    "LrtaStar": "search.lrta_star",
    "RtaStar": "search.rta_star",
    "Switches": "search.engine",
    "cfr": "hidden",
    "check": "checking",
    "game_tree": "search.game_tree",
    "kernel": "kernels",
    "load": "registry",
    "memoized": "memoizing",
    "ExtensiveForm": "strategic",
    "MatrixGame": "strategic",
    "NormalForm": "strategic",
    "Mcts": "search.mcts",
    "Network": "evaluations",
    "PolicyNetwork": "evaluations",
    "Policy": "hidden",
    "perft": "search.perft",
    "count_positions": "solving",
    "run": "kernels",
    "Database": "solving.databases",
    "Knowledge": "solving",
    "prove": "solving",
    "solve": "solving",
    "solve_all": "solving",
    "solve_superko": "solving",
    "Solver": "solving",
    "Trace": "tracing",
    "trace": "tracing",
}
"""Where the names live that are loaded on first use, so that `import counterplay` is quick."""

__all__ = [
    "CHANCE",
    "Analysis",
    "Bits",
    "CounterplayError",
    "Database",
    "DoesNotFit",
    "Engine",
    "ExtensiveForm",
    "Game",
    "Knowledge",
    "LinearEvaluation",
    "LrtaStar",
    "MatrixGame",
    "Mcts",
    "Network",
    "NormalForm",
    "Policy",
    "PolicyNetwork",
    "Properties",
    "Random",
    "RtaStar",
    "RulesError",
    "SearchResult",
    "Solver",
    "Stopped",
    "Switches",
    "Table",
    "TableFull",
    "TooDeep",
    "Trace",
    "UsageError",
    "analyse",
    "best",
    "cfr",
    "check",
    "count_positions",
    "game_tree",
    "games",
    "highest",
    "kernel",
    "load",
    "lowest",
    "members",
    "memoized",
    "perft",
    "popcount",
    "prove",
    "replace",
    "run",
    "select",
    "solve",
    "solve_all",
    "solve_superko",
    "trace",
]
__all__ += list(ALGORITHMS)

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module(".games", __name__)
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
