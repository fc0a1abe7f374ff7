"""Two slow, obvious ways to find equilibria, which share nothing with the package: what it finds must be the same."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

Matrix = list[list[Fraction]]
Mixed = tuple[Fraction, ...]


def solve(rows: Matrix, constants: list[Fraction]) -> list[Fraction] | None:
    """Gauss-Jordan in fractions; None where the system has no unique solution."""
    size = len(constants)
    table = [[*row, constant] for row, constant in zip(rows, constants, strict=True)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if table[i][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [entry / table[column][column] for entry in table[column]]
        for i in range(size):
            if i != column and table[i][column]:
                factor = table[i][column]
                table[i] = [a - factor * b for a, b in zip(table[i], table[column], strict=True)]
    return [row[-1] for row in table]


def vertices(payoffs: Matrix) -> set[tuple[Mixed, Fraction]]:
    """The vertices of { (x, u) : x a mixture, no row of payoffs · x over u }: every choice of tight inequalities, one after another.

    `payoffs[i]` is what reply i is worth against each strategy of x.
    """
    size = len(payoffs[0])
    inequalities = [[*(Fraction(int(k == j)) for j in range(size)), Fraction(0)] for k in range(size)]
    inequalities += [[*(-entry for entry in row), Fraction(1)] for row in payoffs]
    found = set()
    for tight in combinations(inequalities, size):
        point = solve([[Fraction(1)] * size + [Fraction(0)], *tight], [Fraction(1)] + [Fraction(0)] * size)
        if point is not None and all(sum(a * b for a, b in zip(row, point, strict=True)) >= 0 for row in inequalities):
            found.add((tuple(point[:-1]), point[-1]))
    return found


def extreme_equilibria(rows: Matrix, columns: Matrix) -> set[tuple[Mixed, Mixed]]:
    """All pairs of vertices in which each is a best reply to the other."""
    transposed = [list(line) for line in zip(*columns, strict=True)]
    found = set()
    mine, theirs = vertices(transposed), vertices(rows)
    for x, most_for_columns in mine:
        for y, most_for_rows in theirs:
            worth = sum((p * q * rows[i][j] for i, p in enumerate(x) for j, q in enumerate(y)), Fraction(0))
            their_worth = sum((p * q * columns[i][j] for i, p in enumerate(x) for j, q in enumerate(y)), Fraction(0))
            if worth == most_for_rows and their_worth == most_for_columns:
                found.add((x, y))
    return found


def by_supports(rows: Matrix, columns: Matrix) -> set[tuple[Mixed, Mixed]]:
    """Equilibria with supports of equal size, by solving for indifference: all of them where the game is not degenerate."""
    height, width = len(rows), len(rows[0])
    found = set()
    for size in range(1, min(height, width) + 1):
        for mine in combinations(range(height), size):
            for theirs in combinations(range(width), size):
                y = indifferent([[rows[i][j] for j in theirs] for i in mine])
                x = indifferent([[columns[i][j] for i in mine] for j in theirs])
                if x is None or y is None:
                    continue
                whole_x, whole_y = spread(x, mine, height), spread(y, theirs, width)
                worth = [sum(q * rows[i][j] for j, q in enumerate(whole_y)) for i in range(height)]
                their_worth = [sum(p * columns[i][j] for i, p in enumerate(whole_x)) for j in range(width)]
                if max(worth) == worth[mine[0]] and max(their_worth) == their_worth[theirs[0]]:
                    found.add((whole_x, whole_y))
    return found


def indifferent(matrix: Matrix) -> list[Fraction] | None:
    """The mixture, all of it positive, against which all rows are worth the same."""
    size = len(matrix)
    rows = [[*row, Fraction(-1)] for row in matrix] + [[Fraction(1)] * size + [Fraction(0)]]
    point = solve(rows, [Fraction(0)] * size + [Fraction(1)])
    return point[:-1] if point is not None and min(point[:-1]) > 0 else None


def spread(mixture: list[Fraction], places: tuple[int, ...], size: int) -> Mixed:
    whole = [Fraction(0)] * size
    for place, p in zip(places, mixture, strict=True):
        whole[place] = p
    return tuple(whole)
