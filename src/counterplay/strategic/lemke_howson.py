"""Lemke and Howson's path to one equilibrium (1964).

Begin at the pair of vertices (0, 0), where every label is present. Drop one label; from then on, whatever label is picked up twice is
dropped in the other polytope, until the one first dropped is picked up: then all labels are there again, at an equilibrium. In whole
numbers, with the lexicographic rule, the path never cycles.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import UsageError
from .dictionary import packing
from .equilibria import polytopes
from .profiles import Equilibrium

if TYPE_CHECKING:
    from .matrix_game import MatrixGame


def lemke_howson(game: MatrixGame, label: int = 0) -> Equilibrium:
    """The equilibrium at the other end of the path of a label: a row's number, or the number of rows plus a column's.

    >>> from counterplay.strategic import classic
    >>> print(lemke_howson(classic("battle_of_the_sexes")))
    Husband: Football, Wife: Football; worth 3, 2
    """
    count = sum(game.shape)
    if not 0 <= label < count:
        raise UsageError(f"Labels are numbered from 0 to {count - 1}: rows first, then columns. There is no label {label}.")
    sides = polytopes(game)
    tables = [packing(matrix, replies, own) for matrix, own, replies in sides]
    side = 0 if label < game.shape[0] else 1
    dropped = label
    while True:
        table = tables[side]
        column = table.nonbasic.index(dropped)
        row = table.leaving(column, sides[side][2])
        assert row is not None, "a polytope is bounded"
        dropped = table.basic[row]
        tables[side] = table.pivot(row, column)
        if dropped == label:
            break
        side = 1 - side
    mixtures = []
    for table, (_, own, _) in zip(tables, sides, strict=True):
        numbers = [table.numerator(name) for name in own]
        mixtures.append(tuple(Fraction(number, sum(numbers)) for number in numbers))
    return game.equilibrium(mixtures)
