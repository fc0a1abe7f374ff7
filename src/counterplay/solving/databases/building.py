"""Building a database, slice after slice.

What is done is appended to FILE.part as soon as a slice is known, and is on disk before the next one begins: whoever kills the program
loses the slice under way, and the same command goes on. When all are done the file gets its index and its name, all at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ...errors import TableFull, UsageError
from ...game import Game, Slice
from ...kernels import Progress, Runner, at_two_speeds
from ...rng import Random
from ...search.fitting import require_opponents
from ..columns import RESERVE, amount, free_memory, numbers
from ..retrograde import look_ahead
from ..working import BYTES_A_STATE, BYTES_A_STEP, BYTES_A_VALUE, Values, solve_slice
from .fingerprint import chosen_slices, fingerprint
from .layout import BLOCK, MAGIC, VERSION, Damaged, passage
from .reached import build_reached
from .reading import Database, Summary, read_header, read_slice, summaries_in
from .writing import append_slice, begin, finish, under_way

SAMPLE = 1000
"""So many positions of the largest slice tell how many steps a position has."""
MARGIN = 1.2
"""A sample may be wrong by this much."""


@dataclass(frozen=True)
class Needs:
    """What a database takes to build."""

    positions: int | None
    """None: of a game that does not number its states nobody knows how many there are before they are found."""
    memory: int
    """Bytes, about; a slice that turns out to need more than is allowed is refused before it is begun. Positions not known: at most."""
    free: int

    def __str__(self) -> str:
        if self.positions is None:
            return f"all positions that can be reached; takes at most {amount(self.memory)} of memory, you have {amount(self.free)}"
        return f"{self.positions:,} positions; needs {amount(self.memory)} of memory, you have {amount(self.free)}"


def needs(game: Game[Any, Any], pieces: int | None = None, memory: int | None = None) -> Needs:
    """How much memory a database takes to build, estimated from some positions of the largest slice.

    Of a game that does not number its states: how much it may take.
    """
    if not game.overrides("index"):
        return Needs(None, _allowed(memory), free_memory())
    slices = chosen_slices(game, pieces)
    largest = max(slices, key=lambda one: one.states)
    first, rng, steps = sum(one.states for one in slices[: slices.index(largest)]), Random(1), 0
    for _ in range(SAMPLE):
        state = game.unindex(first + rng.below(largest.states))
        steps += 0 if game.is_terminal(state) else game.count(state)
    positions = sum(one.states for one in slices)
    working = largest.states * (BYTES_A_STATE + MARGIN * BYTES_A_STEP * steps / SAMPLE)
    return Needs(positions, int(positions * BYTES_A_VALUE + working), free_memory())


def _allowed(memory: int | None) -> int:
    """How many bytes may be taken; not told, most of what is free."""
    return int(RESERVE * free_memory()) if memory is None else memory


def build(
    game: Game[Any, Any],
    path: str | Path,
    *,
    pieces: int | None = None,
    memory: int | None = None,
    jobs: int = 1,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
    told: Callable[[Summary], None] | None = None,
) -> Database:
    """Build the database of a game, or go on where building was interrupted; `told` hears of every slice.

    Of a game that numbers its states, all of them, or those with up to so many `pieces`; of any other, all that can be reached.
    `memory` bounds what it takes, in bytes; left out, it is most of what the machine has to spare. `jobs` threads work at once.
    """
    require_opponents("build", game)
    if type(jobs) is not int or jobs < 1:
        raise UsageError(f"jobs={jobs!r}: give a whole number from 1 on.")
    path, allowed = Path(path), _allowed(memory)
    if not game.overrides("index"):
        if pieces is not None:
            raise UsageError(f"{game.name} does not number its states by pieces: leave pieces out, and all that can be reached are solved.")
        return build_reached(game, path, allowed, jobs, compiled, progress, told)
    slices = chosen_slices(game, pieces)
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
        with under_way(path) as (file, part):
            offsets = _build(game, run, file, part, header, slices, allowed, jobs, told)
            finish(file, part, path, {"offsets": offsets})

    at_two_speeds(look_ahead, game, attempt, compiled=True if compiled is None and game.compiles else compiled, progress=progress)
    return Database(path)


def _build(
    game: Game[Any, Any],
    run: Runner,
    file: IO[bytes],
    part: Path,
    header: dict[str, Any],
    slices: list[Slice],
    memory: int,
    jobs: int,
    told: Callable[[Summary], None] | None,
) -> list[int]:
    """Append the slices that are not there yet; where each begins."""
    positions = sum(one.states for one in slices)
    values = Values.unknown(positions, compiled=run.compiled)
    done = _load(file, part, header, slices, values)
    first, offsets = 0, [one.offset for one in done]
    for number, one in enumerate(slices):
        if number >= len(done):
            solve_slice(game, run, first, one.states, values, memory - positions * BYTES_A_VALUE, jobs)
            summary = append_slice(file, one, values, first, jobs)
            offsets.append(summary.offset)
            if told is not None:
                told(summary)
        first += one.states
    return offsets


def _load(file: IO[bytes], part: Path, header: dict[str, Any], slices: list[Slice], values: Values) -> list[Summary]:
    """Read the slices that are whole into `values`, cut off whatever follows, and go to the end."""
    file.seek(0)
    data = file.read()
    if (MAGIC + passage(header)).startswith(data):  # a new file, or one that was killed while its header was written
        begin(file, header)
        return []
    try:
        there, place = read_header(data, part)
    except Damaged as damage:
        raise UsageError(f"{part} is in the way, and no database that was begun here: remove it, or give another name.") from damage
    if there != header:
        raise UsageError(
            f"{part} belongs to another database ({there.get('game')}, {there.get('pieces')} pieces): remove it, or give another name."
        )
    done, first = [], 0
    for one, summary in zip(slices, summaries_in(data, place), strict=False):
        try:
            codes, distances = read_slice(summary.shelf, summary, one.states)
        except Damaged:
            break
        numbers(values.codes)[first : first + one.states] = codes
        numbers(values.distances)[first : first + one.states] = distances
        numbers(values.amounts)[: len(summary.amounts)] = summary.amounts
        first += one.states
        place = summary.shelf.end
        done.append(summary)
    file.seek(place)
    file.truncate()
    return done
