"""A table as people paste it from a spreadsheet, or type it: rows on lines, cells apart by tabs, semicolons, bars or blanks.

A cell is a number (zero-sum) or a pair, `3,2` or `(3, 2)`; fractions are written `1/3`. A first row or column that holds no
numbers names the strategies.
"""

from __future__ import annotations

import re

from ..errors import UsageError
from .classics import CLASSICS
from .exact import exact
from .gambit import read_nfg
from .loading import load_matrix_game
from .matrix_game import MatrixGame
from .normal_form import NormalForm


def read_pasted(text: str) -> NormalForm:
    """The game in a pasted table; the name of a classic, `[[…]]` and the text of a `.nfg` file do as well. No file is ever read.

    >>> read_pasted("\\tLeft\\tRight\\nUp\\t3,2\\t0,0\\nDown\\t0,0\\t2,3").strategies
    (('Up', 'Down'), ('Left', 'Right'))
    """
    given = text.strip("\n\r ")
    if given.lstrip().startswith("NFG"):
        return read_nfg(given)
    if given.lstrip().startswith("[") or given.strip().partition("(")[0] in CLASSICS:
        return load_matrix_game(given)
    rows = [_cells(line) for line in given.splitlines() if line.strip()]
    if not rows:
        raise UsageError("The table is empty: type rows of numbers, or of pairs like 3,2.")
    columns = None
    if not any(_is_cell(cell) for cell in rows[0]):
        columns = [cell for cell in rows.pop(0) if cell]
    names = None
    if rows and all(row and not _is_cell(row[0]) for row in rows):
        names = [row[0] for row in rows]
        rows = [row[1:] for row in rows]
    table = [[_cell(cell, i, j) for j, cell in enumerate(row)] for i, row in enumerate(rows)]
    height, width = len(table), max(map(len, table), default=0)
    if columns is not None and len(columns) == width + 1:
        columns = columns[1:]  # the corner had a word in it
    strategies = (names or [str(i + 1) for i in range(height)], columns or [str(j + 1) for j in range(width)])
    return MatrixGame(table, strategies=strategies)


def _cells(line: str) -> list[str]:
    if "\t" in line:
        return [cell.strip() for cell in line.rstrip("\t").split("\t")]
    if ";" in line or "|" in line:
        return [cell.strip() for cell in re.split(r"[;|]", line.strip().strip("|;"))]
    return re.sub(r"\(\s*|\s*\)|(?<=,)\s+|\s+(?=,)", "", line).split()


def _parts(cell: str) -> list[str]:
    return [part.strip() for part in cell.strip("() ").split(",")]


def _is_cell(cell: str) -> bool:
    try:
        return bool([exact(part) for part in _parts(cell)])
    except UsageError:
        return False


def _cell(cell: str, row: int, column: int) -> object:
    numbers = [exact(part, f"What stands in row {row + 1}, column {column + 1}") for part in _parts(cell)]
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def as_pasted(game: NormalForm) -> str:
    """A game of two as such a table, with tabs: what `read_pasted` reads back. Strategies that are only numbered get no names."""
    named = not any(_is_cell(name) for names in game.strategies for name in names)
    lines = ["\t".join(["", *game.strategies[1]])] if named else []
    width = game.shape[1]
    for i, name in enumerate(game.strategies[0]):
        cells = [str(cell[0]) if game.zero_sum else ",".join(map(str, cell)) for cell in game.cells[i * width : (i + 1) * width]]
        lines.append("\t".join([name, *cells] if named else cells))
    return "\n".join(lines)
