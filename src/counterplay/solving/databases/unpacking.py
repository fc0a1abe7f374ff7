"""A database unpacked into one column of small numbers, which searches look at without unpacking anything; so are keys, into words.

Both are kept in the cache folder, where processes map the same files into memory: two bytes a position of disk (with keys, four and
the state itself), and of memory as much as is looked at. Deleting them is always safe. Where nothing can be kept, they are in memory alone.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .keys import words_from
from .layout import joined

if TYPE_CHECKING:
    from .reading import Database

MARK: Final = b"CPLAYCOL"
HEADER: Final = 16
"""The mark, and the checksum of what follows."""
STRETCH: Final = 1 << 22
"""So many bytes are verified at a time."""


def unpacked_column(database: Database) -> Any:
    """One number a position: see `joined`. Where the game does not number its states, it has room for several amounts to win."""
    kind = "int16" if database.keys is None else "int32"

    def parts() -> Iterator[Any]:
        return (joined(*database.load(place), kind) for place in range(len(database.slices)))

    return _kept(database, "column", kind, database.positions, parts)


def unpacked_keys(database: Database) -> Any:
    """How many positions there are, then the words of each, sorted: see `SortedStates`."""
    import numpy

    keys = database.keys
    assert keys is not None and keys.form is not None
    words = sum(max(1, width) for width in keys.form)

    def parts() -> Iterator[Any]:
        yield numpy.array([database.positions], numpy.uint64)
        for rows in database.rows():
            yield words_from(rows, keys.planes, words).ravel()

    return _kept(database, "keys", "uint64", 1 + database.positions * words, parts)


def _kept(database: Database, what: str, kind: str, size: int, parts: Callable[[], Iterator[Any]]) -> Any:
    """All parts one after the other, as one array of this size, from the file that has them, or from now on has them."""
    from ...native.store import folder

    path = folder() / f"{database.game.partition('(')[0]}-{_digest(database)}.{what}"
    kept = _mapped(path, kind, size)
    if kept is not None:
        return kept
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".tmp", delete=False) as file:
            temporary = file.name
            file.write(bytes(HEADER))
            checksum = 0
            for part in parts():
                data = part.tobytes()
                checksum = zlib.crc32(data, checksum)
                file.write(data)
            file.seek(0)
            file.write(MARK + checksum.to_bytes(8, "little"))
        os.replace(temporary, path)
        kept = _mapped(path, kind, size)
        temporary = None
    except OSError:
        pass  # nothing can be kept: it is in memory alone
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
    if kept is not None:
        return kept
    import numpy

    return numpy.concatenate(list(parts()))


def _digest(database: Database) -> str:
    """The same for the same entries of the same game."""
    checksum = 0
    for one in database.summaries:
        checksum = zlib.crc32(one.shelf.checksums.tobytes(), checksum)
    return f"{database.header['fingerprint']}{checksum:08x}{database.positions:x}"


def _mapped(path: Path, kind: str, size: int) -> Any:
    """The array in a file; None where it is not there, or not what was written."""
    import numpy

    try:
        array = numpy.memmap(path, kind, "r", HEADER, (size,))
        with open(path, "rb") as file:
            head = file.read(HEADER)
            checksum = 0
            while stretch := file.read(STRETCH):
                checksum = zlib.crc32(stretch, checksum)
    except (OSError, ValueError):  # not there, or too short
        return None
    return array if head == MARK + checksum.to_bytes(8, "little") else None
