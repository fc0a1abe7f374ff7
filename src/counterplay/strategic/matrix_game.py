"""A game of two players: one matrix, or two."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from .exact import exact, whole
from .normal_form import NormalForm, verify_shape
from .profiles import Equilibrium, Mixed

if TYPE_CHECKING:
    from .equilibria import Equilibria
    from .zero_sum import ZeroSum


class MatrixGame(NormalForm):
    """A game of two players, who choose a row and a column.

    One matrix is the row player's gain and the column player's loss; two are the payoffs of each; or each cell is a pair.

    >>> MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).value
    Fraction(0, 1)
    >>> prisoners = MatrixGame([[(-1, -1), (-3, 0)], [(0, -3), (-2, -2)]], strategies=(("silent", "betray"),) * 2)
    >>> prisoners.pure_equilibria(), prisoners.dominant(0)
    ([(1, 1)], 1)
    """

    def __init__(
        self,
        rows: Any,
        columns: Any = None,
        *,
        players: Sequence[str] | None = None,
        strategies: Sequence[Sequence[str]] | None = None,
        title: str = "",
        comment: str = "",
    ):
        shape, cells = _pairs(rows, columns)
        self._begin(shape, cells, players, strategies, title, comment)

    def matrix(self, player: int) -> list[list[Fraction]]:
        """One player's payoffs, a list for each row."""
        width = self.shape[1]
        return [[cell[player] for cell in self.cells[k * width : (k + 1) * width]] for k in range(self.shape[0])]

    @cached_property
    def _whole(self) -> list[tuple[list[list[int]], int]]:
        """Each player's payoffs in whole numbers over one denominator, a line for each own strategy."""
        found = []
        for player in range(2):
            numbers, denominator = whole([cell[player] for cell in self.cells])
            width = self.shape[1]
            rows = [numbers[k : k + width] for k in range(0, len(numbers), width)]
            found.append((rows if player == 0 else [list(line) for line in zip(*rows, strict=True)], denominator))
        return found

    def deviations(self, mixtures: Sequence[Mixed], player: int) -> list[Fraction]:
        """What each pure strategy of a player is worth while the other mixes: one product of whole numbers."""
        numbers, denominator = self._products(whole(list(mixtures[1 - player])), player)
        return [Fraction(number, denominator) for number in numbers]

    def _products(self, weights: tuple[list[int], int], player: int) -> tuple[list[int], int]:
        lines, denominator = self._whole[player]
        used = [(k, weight) for k, weight in enumerate(weights[0]) if weight]
        return [sum(weight * line[k] for k, weight in used) for line in lines], weights[1] * denominator

    def _worth(self, mixed: tuple[Mixed, ...]) -> list[tuple[Fraction, Fraction]]:
        """The same in whole numbers: only two fractions are made for each player."""
        weights = [whole(list(mixture)) for mixture in mixed]
        found = []
        for player in range(2):
            numbers, denominator = self._products(weights[1 - player], player)
            own, total = weights[player]
            value = sum(weight * number for weight, number in zip(own, numbers, strict=True) if weight)
            found.append((Fraction(value, total * denominator), Fraction(max(numbers), denominator)))
        return found

    @property
    def value(self) -> Fraction:
        """What a zero-sum or constant-sum game is worth to the row player."""
        return self.solve().value

    def solve(self) -> ZeroSum:
        """Value and optimal strategies of a zero-sum or constant-sum game, exact, both sides' values equal (von Neumann)."""
        from .zero_sum import zero_sum

        if self.constant_sum is None:
            raise UsageError("Only a zero-sum or constant-sum game has a value: these payoffs do not add up to the same everywhere.")
        return zero_sum(self.matrix(0))

    def nash(self, **settings: Any) -> Equilibria:
        """All equilibria: the extreme ones, and the components they span. Degenerate games included; every one certified."""
        from .equilibria import all_equilibria

        return all_equilibria(self, **settings)

    def lemke_howson(self, label: int = 0) -> Equilibrium:
        """One equilibrium, by Lemke and Howson's path that begins by dropping a label: a row's number, or rows + a column's."""
        from .lemke_howson import lemke_howson

        return lemke_howson(self, label)

    def best_response_diagram(self) -> str:
        """For 2 x 2: each player's best response to the other's probabilities, as a picture; equilibria are where they meet."""
        from .diagram import best_response_diagram

        return best_response_diagram(self)


def _pairs(rows: Any, columns: Any) -> tuple[tuple[int, ...], list[tuple[Fraction, ...]]]:
    first = _matrix(rows, "rows" if columns is not None else "the table")
    second = None if columns is None else _matrix(columns, "columns")
    shape = verify_shape((len(first), len(first[0])))
    if second is not None and (len(second), len(second[0])) != shape:
        raise UsageError(f"The two matrices differ in size: {shape[0]} x {shape[1]} and {len(second)} x {len(second[0])}.")
    cells: list[tuple[Fraction, ...]] = []
    for i, line in enumerate(first):
        for j, entry in enumerate(line):
            where = f"row {i + 1}, column {j + 1}"
            if second is not None:
                pair = (entry, second[i][j])
            elif isinstance(entry, str) or not hasattr(entry, "__len__"):
                gain = exact(entry, f"The payoff in {where}")
                cells.append((gain, -gain))
                continue
            else:
                pair = tuple(entry)
            if len(pair) != 2:
                raise UsageError(f"{where} holds {len(pair)} numbers; it needs one (zero-sum) or a pair.")
            cells.append((exact(pair[0], f"The row player's payoff in {where}"), exact(pair[1], f"The column player's payoff in {where}")))
    return shape, cells


def _matrix(given: Any, what: str) -> list[list[Any]]:
    if isinstance(given, str) or not hasattr(given, "__len__") or len(given) == 0:
        raise UsageError(f"A matrix is a list of rows, and {what} is not: write [[1, -1], [-1, 1]].")
    verify_shape((len(given), 1))
    rows = []
    for i, row in enumerate(given):
        if isinstance(row, str) or not hasattr(row, "__len__") or len(row) == 0:
            raise UsageError(f"A matrix is a list of rows of equal length; row {i + 1} of {what} is {str(row)[:40]}.")
        if len(row) != len(given[0]):
            raise UsageError(f"The matrix is ragged: row {i + 1} has {len(row)} entries, row 1 has {len(given[0])}.")
        rows.append(list(row))
    return rows
