"""Writing a database: the file under way, which one program at a time may write into, and what is appended to it."""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from ...errors import UsageError
from ...game import Slice
from ...locks import Lock
from ..columns import numbers
from ..retrograde import NOBODY
from ..working import Values
from .keys import KEYED_BLOCK, with_keys
from .layout import BLOCK, MAGIC, packed, passage
from .reading import Summary
from .shelves import QUICK, Shelf, shelf


@contextmanager
def under_way(path: Path) -> Iterator[tuple[IO[bytes], Path]]:
    """FILE.part, open and locked; a disk that is full is named, and what is there already stays."""
    part, lock = Path(f"{path}.part"), Path(f"{path}.lock")
    if path.exists():
        raise UsageError(f"{path} is there already: `counterplay db info {path}` says what it is; remove it, or give another name.")
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        with open(part, "r+b" if part.exists() else "x+b") as file, Lock(lock, f"{part} is being built by another program just now."):
            try:
                if path.exists() or not part.exists():
                    raise UsageError(f"{path} was finished by another program just now.")
                yield file, part
            except BaseException:
                if part.exists() and part.stat().st_size == 0:  # nothing was begun: nothing is left
                    part.unlink()
                raise
    except sqlite3.Error as error:
        raise UsageError(f"{lock} cannot be made: {error}. Once it can, the same command goes on.") from error
    except OSError as error:
        raise UsageError(f"{part} cannot be written: {error.strerror}. Once it can, the same command goes on.") from error


def begin(file: IO[bytes], header: dict[str, Any]) -> None:
    """Begin at the beginning."""
    file.seek(0)
    file.truncate()
    file.write(MAGIC + passage(header))
    to_disk(file)


def append_slice(file: IO[bytes], one: Slice, values: Values, first: int, jobs: int, rows: Any = None) -> Summary:
    """Write a slice, with the keys of its states where there are any, and wait until it is on disk."""
    import numpy

    codes = numpy.asarray(numbers(values.codes)[first : first + one.states], numpy.int8)
    distances = numpy.asarray(numbers(values.distances)[first : first + one.states], numpy.int16)
    content = {
        "name": one.name,
        "pieces": one.pieces,
        "won": int((codes > 0).sum()),
        "lost": int(((codes < 0) & (codes != NOBODY)).sum()),
        "drawn": int((codes == 0).sum()),
        "longest": int(distances.max(initial=0)),
        "amounts": [float(each) for each in numbers(values.amounts)[: int(numbers(values.amounts)[0]) + 1]],
    }
    if rows is None:
        entries = shelf(packed(codes, distances, BLOCK), jobs)
    else:
        entries = shelf(with_keys(rows, packed(codes, distances, KEYED_BLOCK)), jobs, QUICK)
    offset = file.tell()
    file.write(passage(content))
    file.write(entries)
    to_disk(file)
    return Summary.made(content, offset, Shelf(entries, 0, one.name))


def finish(file: IO[bytes], part: Path, path: Path, index: dict[str, Any]) -> None:
    """Write the index, and give the file its name."""
    place = file.tell()
    file.write(passage(index) + struct.pack("<Q", place) + MAGIC)
    to_disk(file)
    os.replace(part, path)


def to_disk(file: IO[bytes]) -> None:
    """Wait until everything is on disk."""
    file.flush()
    os.fsync(file.fileno())
