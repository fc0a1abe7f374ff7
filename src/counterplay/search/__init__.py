"""Looking ahead from a state: one file an algorithm, and this table, which is all that others read to know what there is.

Adding an algorithm is adding its file and its line here: then it is `counterplay.NAME`, a player (`NAME:depth=4`), a word for
`--algorithm`, and it can be traced.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ..result import SearchResult


@dataclass(frozen=True)
class Algorithm:
    """A search: the function `name` in the module `name` of this folder, and what others must know of it before they load it."""

    name: str
    traced: bool = True
    """Whether its kernel reports every step, so that `counterplay.trace` can write it down."""
    samples: bool = False
    """Whether it grows a tree by playing games at random."""
    vectors: bool = False
    """Whether its values are one number for each player."""
    agent: str = ""
    """The class beside it that remembers from move to move, if there is one: with `search(state, …)` and `forget()`."""

    @property
    def function(self) -> Callable[..., SearchResult]:
        """The search itself."""
        function: Callable[..., SearchResult] = getattr(import_module(f"{__name__}.{self.name}"), self.name)
        return function

    @property
    def agent_class(self) -> Any:
        """The class that remembers from move to move."""
        return getattr(import_module(f"{__name__}.{self.name}"), self.agent)

    @property
    def words(self) -> tuple[str, ...]:
        """The names of its arguments; one that takes any word has a dataclass `Switches` beside it that says which there are."""
        parameters = inspect.signature(self.function).parameters.values()
        named = [parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
        if len(named) < len(parameters):
            named += import_module(f"{__name__}.{self.name}").Switches.__dataclass_fields__
        return tuple(named)


ALGORITHMS: Final = {
    one.name: one
    for one in (
        Algorithm("minimax"),
        Algorithm("alphabeta"),
        Algorithm("negamax", traced=False),
        Algorithm("engine", traced=False, agent="Engine"),
        Algorithm("maxn", vectors=True),
        Algorithm("shallow_maxn", vectors=True),
        Algorithm("paranoid"),
        Algorithm("best_reply", traced=False),
        Algorithm("expectiminimax"),
        Algorithm("star_minimax", traced=False),
        Algorithm("astar", traced=False),
        Algorithm("ida_star", traced=False),
        Algorithm("rta_star", traced=False, agent="RtaStar"),
        Algorithm("lrta_star", traced=False, agent="LrtaStar"),
        Algorithm("monte_carlo", samples=True, vectors=True),
        Algorithm("mcts", samples=True, vectors=True, agent="Mcts"),
    )
}
"""Every search by its name."""
