"""Building a database, slice after slice.

What is done is appended to FILE.part as soon as a slice is known, and is on disk before the next one begins: whoever kills the program
loses the slice under way, and the same command goes on. When all are done the file gets its index and its name, all at once.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ...errors import DoesNotFit, TableFull, UsageError
from ...game import Game, Slice
from ...kernels import Progress, Runner, at_two_speeds
from ...rng import Random
from ...search.fitting import require_opponents
from ..columns import RESERVE, amount, free_memory, numbers
from ..retrograde import NOBODY, look_ahead
from ..working import BYTES_A_STATE, BYTES_A_STEP, BYTES_A_VALUE, Values, solve_slice
from .fingerprint import chosen_slices, fingerprint
from .layout import BLOCK, MAGIC, VERSION, Damaged, packed, passage
from .reading import Database, Summary, read_header, read_slice, summaries_in

SAMPLE = 1000
"""So many positions of the largest slice tell how many steps a position has."""
MARGIN = 1.2
"""A sample may be wrong by this much."""


@dataclass(frozen=True)
class Needs:
    """What a database takes to build."""

    positions: int
    memory: int
    """Bytes, about; a slice that turns out to need more than is allowed is refused before it is begun."""
    free: int

    def __str__(self) -> str:
        return f"{self.positions:,} positions; needs {amount(self.memory)} of memory, you have {amount(self.free)}"


def needs(game: Game[Any, Any], pieces: int | None = None) -> Needs:
    """How much memory a database takes to build, estimated from some positions of the largest slice."""
    slices = chosen_slices(game, pieces)
    largest = max(slices, key=lambda one: one.states)
    first, rng, steps = sum(one.states for one in slices[: slices.index(largest)]), Random(1), 0
    for _ in range(SAMPLE):
        state = game.unindex(first + rng.below(largest.states))
        steps += 0 if game.is_terminal(state) else game.count(state)
    positions = sum(one.states for one in slices)
    working = largest.states * (BYTES_A_STATE + MARGIN * BYTES_A_STEP * steps / SAMPLE)
    return Needs(positions, int(positions * BYTES_A_VALUE + working), free_memory())


def build(
    game: Game[Any, Any],
    path: str | Path,
    *,
    pieces: int | None = None,
    memory: int | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
    told: Callable[[Summary], None] | None = None,
) -> Database:
    """Build the database of a game that numbers its states, or go on where building was interrupted; `told` hears of every slice.

    `memory` bounds what it takes, in bytes; left out, it is most of what the machine has to spare.
    """
    require_opponents("build", game)
    path = Path(path)
    if path.exists():
        raise UsageError(f"{path} is there already: `counterplay db info {path}` says what it is; remove it, or give another name.")
    slices = chosen_slices(game, pieces)
    allowed = int(RESERVE * free_memory()) if memory is None else memory
    need = needs(game, pieces)
    if need.memory > allowed:
        raise TableFull(f"{game}: {need}, and {amount(allowed)} are allowed. Give more memory, or fewer pieces.")
    header = {
        "version": VERSION,
        "game": str(game),
        "fingerprint": fingerprint(game, slices),
        "pieces": max(one.pieces for one in slices),
        "block": BLOCK,
        "slices": [list(one) for one in slices],
    }

    def attempt(run: Runner) -> None:
        _build(game, run, Path(f"{path}.part"), header, slices, allowed, told)

    at_two_speeds(look_ahead, game, attempt, compiled=True if compiled is None and game.compiles else compiled, progress=progress)
    os.replace(f"{path}.part", path)
    return Database(path)


def _build(
    game: Game[Any, Any],
    run: Runner,
    part: Path,
    header: dict[str, Any],
    slices: list[Slice],
    memory: int,
    told: Callable[[Summary], None] | None,
) -> None:
    positions = sum(one.states for one in slices)
    values = Values.unknown(positions, compiled=run.compiled)
    first, offsets = 0, []
    with _opened(part, header) as file:
        done = _load(file, part, header, slices, values)
        for number, one in enumerate(slices):
            offsets.append(file.tell() if number >= len(done) else done[number].offset)
            if number >= len(done):
                solve_slice(game, run, game.initial(), None, first, one.states, values, memory - positions * BYTES_A_VALUE)
                summary = _append(file, one, values, first)
                if told is not None:
                    told(summary)
            first += one.states
        index = file.tell()
        file.write(passage({"offsets": offsets}) + struct.pack("<Q", index) + MAGIC)
        _to_disk(file)


def _opened(part: Path, header: dict[str, Any]) -> IO[bytes]:
    """The file under way: a new one, or the one that was interrupted, if it is of the same game."""
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        file = open(part, "r+b" if part.exists() else "x+b")  # noqa: SIM115  (the caller closes it)
    except OSError as error:
        raise UsageError(f"{part} cannot be written: {error.strerror}.") from error
    _lock(file, part)
    if part.stat().st_size == 0:
        file.write(MAGIC + passage(header))
        _to_disk(file)
    return file


def _lock(file: IO[bytes], part: Path) -> None:
    """Two programs must not write into one file."""
    try:
        import fcntl
    except ImportError:  # Windows does not let two programs write anyway
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise UsageError(f"{part} is being built by another program just now.") from error


def _load(file: IO[bytes], part: Path, header: dict[str, Any], slices: list[Slice], values: Values) -> list[Summary]:
    """Read the slices that are whole into `values`, cut off whatever follows, and go to the end."""
    file.seek(0)
    data = file.read()
    try:
        there, place = read_header(data, part)
    except Damaged as damage:
        if not (MAGIC + passage(header)).startswith(data):
            raise UsageError(f"{part} is in the way, and no database that was begun here: remove it, or give another name.") from damage
        there, place = header, 0
    if there != header:
        raise UsageError(
            f"{part} belongs to another database ({there.get('game')}, {there.get('pieces')} pieces): remove it, or give another name."
        )
    if place == 0:  # killed while the header was written
        file.seek(0)
        file.truncate()
        file.write(MAGIC + passage(header))
        return []
    done, first = [], 0
    for one, summary in zip(slices, summaries_in(data, place), strict=False):
        try:
            codes, distances = read_slice(data, summary, one.states)
        except Damaged:
            break
        numbers(values.codes)[first : first + one.states] = codes
        numbers(values.distances)[first : first + one.states] = distances
        numbers(values.amounts)[: len(summary.amounts)] = summary.amounts
        first += one.states
        place = summary.end
        done.append(summary)
    file.seek(place)
    file.truncate()
    return done


def _append(file: IO[bytes], one: Slice, values: Values, first: int) -> Summary:
    """Write a slice, and wait until it is on disk."""
    import numpy

    codes = numpy.asarray(numbers(values.codes)[first : first + one.states], numpy.int8)
    distances = numpy.asarray(numbers(values.distances)[first : first + one.states], numpy.int16)
    blocks = packed(codes, distances)
    amounts = [float(each) for each in numbers(values.amounts)[: int(numbers(values.amounts)[0]) + 1]]
    if len(amounts) > 2:
        raise DoesNotFit("A database tells won, lost and drawn; this game can be won by several amounts. `solve --all` takes them.")
    content = {
        "name": one.name,
        "pieces": one.pieces,
        "won": int((codes > 0).sum()),
        "lost": int(((codes < 0) & (codes != NOBODY)).sum()),
        "drawn": int((codes == 0).sum()),
        "longest": int(distances.max(initial=0)),
        "amounts": amounts,
        "lengths": [len(block) for block in blocks],
        "checksums": [zlib.crc32(block) for block in blocks],
    }
    offset = file.tell()
    file.write(passage(content))
    file.write(b"".join(blocks))
    _to_disk(file)
    return Summary.made(content, offset, file.tell())


def _to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())
