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


def random_tree(
    branching: int, depth: int, seed: int | None = None, *, least: int = 0, most: int = MOST_VALUE, most_leaves: int = MOST_LEAVES
) -> Tree:
    """A full tree whose leaves are random whole numbers from `least` to `most`.

    >>> random_tree(2, 2, seed=1)
    Tree([[11, 15], [20, 9]])
    """
    if branching**depth > most_leaves:
        raise UsageError(f"{branching} branches over {depth} plies make {branching**depth:,} leaves; keep it under {most_leaves}.")
    if not least <= most < least + 2**32:
        raise UsageError(f"Values from {least} to {most}: give the lesser number first.")
    random = Random(seed)

    def grow(levels: int) -> Values:
        return least + random.below(most - least + 1) if levels == 0 else [grow(levels - 1) for _ in range(branching)]

    return Tree(grow(depth))
