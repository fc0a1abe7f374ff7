"""Building the database of a game that does not number its states: of all that can be reached from the start.

They are one slice: whoever kills the program begins anew. The file is there whole or not at all, as always.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ...errors import UsageError
from ...game import Game, Slice
from ...kernels import Progress
from ..columns import numbers
from ..knowledge import Knowledge, solve_all
from ..working import Values
from .fingerprint import fingerprint_of_play
from .keys import KEYED_BLOCK, first_rows, form_of, rows_of, sorting, used_planes, words_of
from .layout import MAGIC, VERSION, Damaged
from .reading import Database, Summary, read_header
from .shelves import shelf
from .writing import append_slice, begin, finish, under_way

NAME: Final = "reached"


def build_reached(
    game: Game[Any, Any],
    path: Path,
    memory: int,
    jobs: int,
    compiled: bool | None,
    progress: Callable[[Progress], None] | None,
    told: Callable[[Summary], None] | None,
) -> Database:
    """Solve everything that can be reached within so much memory, and write it down."""
    with under_way(path) as (file, part):
        _require_own(file.read(), part, game)
        known, form = solve_all(game, memory=memory, threads=jobs, compiled=compiled, progress=progress), form_of(game)
        words = words_of(known.table, form)
        planes = used_planes(words)
        rows = rows_of(words, planes)
        order = sorting(rows)
        one = Slice(NAME, known.states, 0)
        header = {
            "version": VERSION,
            "game": str(game),
            "fingerprint": fingerprint_of_play(game, form),
            "pieces": 0,
            "block": KEYED_BLOCK,
            "slices": [list(one)],
            "form": form,
            "planes": planes,
        }
        begin(file, header)
        rows = rows[order]
        if (rows[1:] == rows[:-1]).all(axis=1).any():
            what = "give its parts a __repr__ that tells values apart, or build states of tuples, numbers and texts"
            raise UsageError(f"{game.name}: two different states have one key, because they look the same when written: {what}.")
        summary = append_slice(file, one, _ordered(known, order), 0, jobs, rows)
        place = file.tell()
        file.write(shelf([first_rows(rows)]))
        finish(file, part, path, {"offsets": [summary.offset], "keys": place})
    if told is not None:
        told(summary)
    return Database(path)


def _ordered(known: Knowledge, order: Any) -> Values:
    """The values in another order of the states."""
    import numpy

    codes, distances = numbers(known.values.codes), numbers(known.values.distances)
    return Values(numpy.asarray(codes, numpy.int8)[order], numpy.asarray(distances, numpy.int16)[order], known.values.amounts)


def _require_own(data: bytes, part: Path, game: Game[Any, Any]) -> None:
    """Refuse a file that is not what an earlier attempt left."""
    if data and not data.startswith(MAGIC) and not MAGIC.startswith(data):
        raise UsageError(f"{part} is in the way, and no database that was begun here: remove it, or give another name.")
    try:
        header, _ = read_header(data, part)
    except Damaged:  # killed before the header was there
        return
    if header.get("game") != str(game):
        raise UsageError(f"{part} belongs to another database ({header.get('game')}): remove it, or give another name.")
