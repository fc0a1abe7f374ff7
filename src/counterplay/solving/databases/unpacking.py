"""A database unpacked into one column of small numbers, which searches look at without unpacking anything.

It is kept in the cache folder, where processes map the same file into memory: two bytes a position of disk, and of memory as much as is
looked at. Deleting it is always safe. Where nothing can be kept, the column is in memory alone.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .layout import joined

if TYPE_CHECKING:
    from .reading import Database

MARK: Final = b"CPLAYCOL"
HEADER: Final = 16
"""The mark, and the checksum of what follows."""
STRETCH: Final = 1 << 22
"""So many bytes are verified at a time."""


def unpacked_column(database: Database) -> Any:
    """One number a position: see `joined`."""
    from ...native.store import folder

    path = folder() / f"{database.game.partition('(')[0]}-{_digest(database)}.column"
    kept = _mapped(path, database.positions)
    if kept is not None:
        return kept
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".tmp", delete=False) as file:
            temporary = file.name
            file.write(bytes(HEADER))
            checksum = 0
            for part in _parts(database):
                data = part.tobytes()
                checksum = zlib.crc32(data, checksum)
                file.write(data)
            file.seek(0)
            file.write(MARK + checksum.to_bytes(8, "little"))
        os.replace(temporary, path)
        kept = _mapped(path, database.positions)
        temporary = None
    except OSError:
        pass  # nothing can be kept: the column is in memory alone
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
    if kept is not None:
        return kept
    import numpy

    return numpy.concatenate(list(_parts(database)))


def _parts(database: Database) -> Any:
    for place in range(len(database.slices)):
        yield joined(*database.load(place))


def _digest(database: Database) -> str:
    """The same for the same entries of the same game."""
    checksum = 0
    for one in database.summaries:
        checksum = zlib.crc32(one.shelf.checksums.tobytes(), checksum)
    return f"{database.header['fingerprint']}{checksum:08x}{database.positions:x}"


def _mapped(path: Path, positions: int) -> Any:
    """The column in a file; None where it is not there, or not what was written."""
    import numpy

    try:
        column = numpy.memmap(path, numpy.int16, "r", HEADER, (positions,))
        with open(path, "rb") as file:
            head = file.read(HEADER)
            checksum = 0
            while stretch := file.read(STRETCH):
                checksum = zlib.crc32(stretch, checksum)
    except (OSError, ValueError):  # not there, or too short
        return None
    return column if head == MARK + checksum.to_bytes(8, "little") else None
