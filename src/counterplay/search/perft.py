"""Perft: how many ways the game can be played for exactly so many plies. The classic test of rules, and of their speed.

Contract: `perft_leaves(s, depth)` is

    1                                                   if depth is 0
    1 if finished games count, otherwise 0              if perft ends in s: where the game is over
    the number of actions (or outcomes) in s            if depth is 1
    the sum over a of perft_leaves(result(s, a), depth - 1)     otherwise
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from ..game import CHANCE, Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..lines import moves_in
from ..positions import root_of
from ..watch import Watch
from .lookahead import Limits
from .watching import observed


@dataclass(frozen=True)
class PerftResult:
    """How many leaves the tree has at this depth, and under which action."""

    leaves: int
    depth: int
    divide: tuple[tuple[Any, int], ...]
    """For each action at the root: how many of the leaves are below it."""
    nodes: int
    """How many positions were entered; the last ply is counted without entering it."""
    seconds: float
    compiled: bool

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@kernel
def perft_leaves(game, state, depth, finished, watch):
    """How many lines of exactly `depth` plies begin in `state`; with `finished`, games that end earlier count as well."""
    if watch.enter(state, depth, -inf, inf):
        return 0
    if depth == 0:
        return 1
    leaves = 0
    if game.ends_perft(state):
        if finished:
            leaves = 1
    elif game.to_move(state) == CHANCE:
        for outcome, _ in game.chances(state):
            leaves += perft_leaves(game, game.result(state, outcome), depth - 1, finished, watch)
    elif depth == 1:
        leaves = game.count(state)
    else:
        for action in game.actions(state):
            leaves += perft_leaves(game, game.result(state, action), depth - 1, finished, watch)
    return leaves


def perft(
    game: Game[Any, Any],
    depth: int,
    state: Any = None,
    *,
    finished: bool = False,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> PerftResult:
    """Count the lines of exactly `depth` plies from a state, in all and for each first action (outcomes of chance count as actions).

    A game that ends before `depth` is not counted, as in chess; `finished=True` counts it as one leaf, as is usual in Othello.

    >>> import counterplay as cp
    >>> cp.perft(cp.load("tic_tac_toe"), 5).leaves
    15120
    """
    Limits(depth=depth)  # verifies the depth
    state = root_of(game, state)

    def attempt(run: Runner) -> PerftResult:
        watch = Watch()

        def leaves(below: Any, plies: int) -> int:
            return int(run(perft_leaves, game, below, plies, finished, watch=observed(watch)))

        divide: tuple[tuple[Any, int], ...] = ()
        if depth and not game.ends_perft(state):
            divide = tuple((move, leaves(game.result(state, move), depth - 1)) for move in moves_in(game, state))
        total = sum(count for _, count in divide) if divide else leaves(state, depth)
        return PerftResult(total, depth, divide, watch.nodes, run.elapsed(), run.compiled)

    return at_two_speeds(perft_leaves, game, attempt, compiled=compiled, progress=progress)
