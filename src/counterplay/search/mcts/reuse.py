"""Going on with the tree of the last move: the part below the position that came about is kept, the rest makes room."""

from __future__ import annotations

from typing import Any, Final

from ...game import Game
from ..sampled_tree import DEEPEST, FULL, ROOT, USED, Columns
from .knowledge import Knowledge

MOST_PLIES: Final = 4
MOST_LOOKED_AT: Final = 5_000
"""So far below the old root, and among so many nodes, the new one is looked for."""


def find(game: Game[Any, Any], columns: Columns, root: Any, state: Any) -> tuple[int, int] | None:
    """Where in the tree a state is: its node, the least deep one, and how many plies below the root that is."""
    level, looked_at = [(ROOT, root)], 0
    for plies in range(MOST_PLIES + 1):
        following = []
        for node, here in level:
            looked_at += 1
            if here == state:
                return node, plies
            if looked_at > MOST_LOOKED_AT:
                return None
            first = int(columns.first[node])
            for child in range(first, first + int(columns.children[node])):
                if columns.visits[child]:
                    action = columns.actions[child]
                    # NumPy's ints are 64 bits wide, and rules that shift by one would be, too.
                    action = action if isinstance(columns.actions, list) else int(action)
                    following.append((child, game.result(here, action)))
        level = following
    return None


def keep_below(columns: Columns, knowledge: Knowledge | None, node: int, plies: int, players: int) -> None:
    """Make a node, so many plies below it, the root: the nodes below it move to the front, level by level."""
    import numpy as np

    levels, level = [], np.array([node])
    while len(level):
        levels.append(level)
        level = columns.below(level)
    kept = np.concatenate(levels)
    place = np.zeros(columns.counts[USED], "i4")
    place[kept] = np.arange(len(kept))
    columns.first[: len(kept)] = place[np.where(columns.children[kept] > 0, columns.first[kept], ROOT)]
    for name in ("visits", "means", "rarities", "children", "tried"):
        _move(getattr(columns, name), kept)
    _move_rows(columns.totals, kept, players)
    if isinstance(columns.actions, list):
        columns.actions[: len(kept)] = [columns.actions[index] for index in kept]
    else:
        _move(columns.actions, kept)
    if knowledge is not None:
        if len(knowledge.best_proven) > 1:
            best = knowledge.best_proven[kept]
            knowledge.best_proven[: len(kept)] = np.where(best < 0, best, place[best])
        for name in ("priors", "later_visits", "later_totals", "proven", "ceilings"):
            _move(getattr(knowledge, name), kept)
        _move_rows(knowledge.worths, kept, players)
    columns.tried[: len(kept)] = np.minimum(
        columns.tried[: len(kept)], columns.children[: len(kept)]
    )  # where chance widens: no room for more is kept
    columns.counts[USED], columns.counts[FULL] = len(kept), 0
    columns.counts[DEEPEST] = max(0, columns.counts[DEEPEST] - plies)


def _move(column: Any, kept: Any) -> None:
    if len(column) > 1:  # one that a switch needs
        column[: len(kept)] = column[kept]


def _move_rows(column: Any, kept: Any, players: int) -> None:
    if len(column) > players:
        rows = column.reshape(-1, players)
        rows[: len(kept)] = rows[kept]
