"""Thinking aloud, whatever the game: by the engine where two play against each other, else move by move by the search that fits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..errors import Stopped, UsageError
from ..game import Game
from ..interrupts import ENOUGH
from ..positions import root_of
from ..transpositions import USUAL_MEMORY
from .best import advice, algorithm_for
from .engine import Analysis, Engine
from .lookahead import Limits
from .mcts import Mcts
from .move_by_move import MOST_DEPTH, TimeIsUp, move_by_move, until

if TYPE_CHECKING:
    from ..solving.databases import Database


def analyse(
    game: Game[Any, Any],
    state: Any = None,
    *,
    lines: int = 1,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = USUAL_MEMORY,
    compiled: bool | None = None,
    database: Database | str | PathLike[str] | bool | None = None,
    **switches: Any,
) -> Iterator[Analysis]:
    """What is known after each depth, as a stream that can be closed at any moment: the engine's view, or that of the search that fits.

    `threads`, `memory`, `database` and `switches` are the engine's.

    >>> import counterplay as cp
    >>> for said in cp.analyse(cp.load("tic_tac_toe"), lines=2, depth=3):
    ...     print(said.depth, len(said.lines))
    1 2
    2 2
    3 2
    >>> *_, last = cp.analyse(cp.load("tree([[(0,3),(8,8)],[(2,2),(2,1)]])"), lines=2)
    >>> [(line.value, line.line) for line in last.lines]
    [(8.0, (0, 1)), (2.0, (1, 0))]
    """
    search = algorithm_for(game)
    if search == "mcts" and depth is None and nodes is None:
        settings = {**advice(game, search), **switches}
        sampler = Mcts(game, threads=threads, memory=memory, compiled=compiled, database=database, **settings)
        return sampler.analyse(state, lines=lines, seconds=seconds)
    if search in ("engine", "mcts"):
        one = Engine(game, threads=threads, memory=memory, compiled=compiled, database=database, **switches)
        return one.analyse(state, lines=lines, depth=depth, seconds=seconds, nodes=nodes)
    if threads != 1 or switches:
        raise UsageError(f"threads and switches are the engine's; {game.name} is analysed by {search}.")
    Limits(depth, seconds)
    if lines < 1:
        raise UsageError(f"lines={lines}: give a number above 0.")
    root = root_of(game, state)
    if game.is_terminal(root):
        raise UsageError("The game is over in this position: there is nothing to analyse.")
    return _move_by_move(game, root, search, lines, depth, seconds, nodes, compiled)


def _move_by_move(
    game: Game[Any, Any],
    root: Any,
    search: str,
    lines: int,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    compiled: bool | None,
) -> Iterator[Analysis]:
    stop = until(inf if seconds is None else time.monotonic() + seconds, lambda progress: None)
    deepest = MOST_DEPTH if depth is None else max(1, min(depth, MOST_DEPTH))
    try:
        for said in move_by_move(game, root, search, lines=lines, stop=stop, speed=lambda: compiled, depth=deepest):
            yield said
            if nodes is not None and said.nodes >= nodes:
                return
    except TimeIsUp:
        return
    except Stopped:
        if not ENOUGH.is_set():
            raise
