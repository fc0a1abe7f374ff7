"""Trees to practise on: the lecture's own, and as many others like it as one wants."""

from __future__ import annotations

from typing import Final

from ..errors import UsageError
from ..games.tree import Tree
from ..rng import Random

MOST_LEAVES: Final = 128
"""More than anybody does by hand."""
MOST_VALUE: Final = 20

Values = list["Values"] | int


def lecture_tree() -> Tree:
    """Russell & Norvig, fig. 5.2."""
    return Tree()


def random_tree(branching: int, depth: int, seed: int | None = None) -> Tree:
    """A full tree whose leaves are random numbers from 0 to 20.

    >>> random_tree(2, 2, seed=1)
    Tree([[11, 15], [20, 9]])
    """
    if branching**depth > MOST_LEAVES:
        raise UsageError(f"{branching} branches over {depth} plies make {branching**depth:,} leaves; keep it under {MOST_LEAVES}.")
    random = Random(seed)

    def grow(levels: int) -> Values:
        return random.below(MOST_VALUE + 1) if levels == 0 else [grow(levels - 1) for _ in range(branching)]

    return Tree(grow(depth))
