"""Linear equations solved for some of their variables, in whole numbers: the arithmetic under every exact answer of this room.

A dictionary (Chvátal, *Linear Programming*, ch. 2) writes the basic variables in terms of the others. With a common denominator it is

    determinant · basic[i] = rows[i][-1] - Σ_j rows[i][j] · nonbasic[j]

where everything is a Python int. A pivot exchanges one variable of each kind. The division in it leaves no remainder, for all entries are
determinants of the matrix one began with (Edmonds 1967, Bareiss 1968): numbers stay as short as they can without a single gcd.
"""

from __future__ import annotations

from collections.abc import Sequence


class Dictionary:
    """Rows of whole numbers over one positive denominator; the last entry of each row is the constant."""

    __slots__ = ("basic", "determinant", "nonbasic", "rows")

    def __init__(self, rows: list[list[int]], basic: list[int], nonbasic: list[int], determinant: int = 1):
        self.rows, self.basic, self.nonbasic, self.determinant = rows, basic, nonbasic, determinant

    def pivot(self, row: int, column: int) -> Dictionary:
        """The dictionary in which the basic variable of `row` and the nonbasic one of `column` have changed places."""
        before = self.determinant
        pivot_row = self.rows[row]
        pivot = pivot_row[column]
        sign = 1
        if pivot < 0:
            sign, pivot, pivot_row = -1, -pivot, [-entry for entry in pivot_row]
        rows = []
        for i, entries in enumerate(self.rows):
            if i == row:
                changed = list(pivot_row)
                changed[column] = sign * before
            else:
                factor = entries[column]
                if factor:
                    changed = [(pivot * a - factor * b) // before for a, b in zip(entries, pivot_row, strict=True)]
                    changed[column] = -sign * factor
                elif pivot == before:
                    changed = entries
                else:
                    changed = [pivot * a // before for a in entries]
            rows.append(changed)
        basic, nonbasic = list(self.basic), list(self.nonbasic)
        basic[row], nonbasic[column] = nonbasic[column], basic[row]
        return Dictionary(rows, basic, nonbasic, pivot)

    def pivot_to(self, wanted: Sequence[int]) -> Dictionary | None:
        """The dictionary whose basic variables are these, or None where no such dictionary exists (their columns depend on each other)."""
        found, target = self, set(wanted)
        entering = [variable for variable in self.nonbasic if variable in target]
        for variable in entering:
            column = found.nonbasic.index(variable)
            row = next((i for i, name in enumerate(found.basic) if name not in target and found.rows[i][column]), None)
            if row is None:
                return None
            found = found.pivot(row, column)
        return found

    def leaving(self, column: int, slack: Sequence[int]) -> int | None:
        """The row whose variable first falls to 0 when that of `column` grows, by the lexicographic rule; None if none ever does.

        The rule breaks ties as if the constants of the first equations, whose basic variables were `slack`, had been raised a little,
        each infinitely less than the one before. So no two ties are alike, nothing cycles, and every vertex has one basis that counts.
        """
        rows = [i for i, basic in enumerate(self.basic) if basic >= 0 and self.rows[i][column] > 0]
        if not rows:
            return None
        rows = self._least(rows, column, [self.rows[i][-1] for i in rows])
        for name in slack:
            if len(rows) == 1:
                break
            if name in self.nonbasic:
                other = self.nonbasic.index(name)
                rows = self._least(rows, column, [self.rows[i][other] for i in rows])
            else:
                rows = self._least(rows, column, [self.determinant if self.basic[i] == name else 0 for i in rows])
        return rows[0]

    def _least(self, rows: list[int], column: int, numerators: list[int]) -> list[int]:
        """Those of the rows where numerator / entry in the column is least."""
        best, best_divisor = numerators[0], self.rows[rows[0]][column]
        kept = [rows[0]]
        for i, numerator in zip(rows[1:], numerators[1:], strict=True):
            divisor = self.rows[i][column]
            difference = numerator * best_divisor - best * divisor
            if difference < 0:
                best, best_divisor, kept = numerator, divisor, [i]
            elif difference == 0:
                kept.append(i)
        return kept

    def numerator(self, variable: int) -> int:
        """`determinant` times what a variable is where all nonbasic ones are 0."""
        return self.rows[self.basic.index(variable)][-1] if variable in self.basic else 0


def packing(matrix: Sequence[Sequence[int]], rows: Sequence[int], columns: Sequence[int]) -> Dictionary:
    """The dictionary of `matrix · x + s = 1` with x = 0: slacks named by `rows` are basic, variables named by `columns` are not.

    All entries of the matrix are positive, so that { x ≥ 0, matrix · x ≤ 1 } is bounded and x = 0 one of its vertices.
    """
    return Dictionary([[*entries, 1] for entries in matrix], list(rows), list(columns))
