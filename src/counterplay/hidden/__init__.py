"""Hidden information at speed: from the rules of a game to a strategy that nobody can exploit.

    flatten.py        the tree as arrays: histories, information sets, sequences; perfect recall is verified
    sequence_form.py  for every player a few numbers and a sparse table of payoffs
    response.py       best responses, values, exploitability
    regret.py         CFR, CFR+, linear and discounted CFR, predictive CFR+: one kernel
    sampling.py       external and outcome sampling
    fictitious.py     fictitious play
    policy.py         a strategy by what players observe; its file
    solver.py         an algorithm at work on a game, saved and resumed
    equilibrium.py    `counterplay.cfr`: until it is near enough
    reviewing.py      what each decision of a game cost

The kernels of `flatten.py` are compiled together with the rules of a game; all others once for all games.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .equilibrium import Equilibrium, cfr
    from .flatten import flattened
    from .policy import Policy
    from .response import assess
    from .reviewing import Decision, Reviewer, review
    from .solver import ALGORITHMS, HiddenSolver

_WHERE = {
    "ALGORITHMS": "solver",
    "Decision": "reviewing",
    "Equilibrium": "equilibrium",
    "HiddenSolver": "solver",
    "Policy": "policy",
    "assess": "response",
    "cfr": "equilibrium",
    "flattened": "flatten",
    "Reviewer": "reviewing",
    "review": "reviewing",
}

__all__ = ["ALGORITHMS", "Decision", "Equilibrium", "HiddenSolver", "Policy", "Reviewer", "assess", "cfr", "flattened", "review"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
