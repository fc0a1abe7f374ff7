"""Opening a database and asking it. The file stays on disk: a question unpacks the one block that the answer is in."""

from __future__ import annotations

import mmap
import struct
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...game import Game, Slice
from ..knowledge import Known
from ..retrograde import NOBODY
from .fingerprint import fingerprint
from .layout import MAGIC, VERSION, Damaged, entries, entry, read_passage, unpacked
from .unpacking import unpacked_column

KEPT_BLOCKS = 4096
"""How many unpacked blocks are kept: 2 MB."""


@dataclass(frozen=True)
class Summary:
    """What a slice holds, for the side to move."""

    name: str
    pieces: int
    won: int
    lost: int
    drawn: int
    longest: int
    """The plies of the longest win."""
    amounts: list[float]
    ends: list[int]
    """Where each block ends, from the first on."""
    checksums: list[int]
    offset: int
    first: int
    """Where the blocks begin."""
    end: int

    @classmethod
    def made(cls, content: dict[str, Any], offset: int, end: int) -> Summary:
        """From what is written in the file."""
        words = ("name", "pieces", "won", "lost", "drawn", "longest", "amounts", "checksums")
        ends = list(accumulate(content["lengths"]))
        return cls(**{word: content[word] for word in words}, ends=ends, offset=offset, first=end - (ends[-1] if ends else 0), end=end)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: what people want to know."""
        return {word: getattr(self, word) for word in ("name", "pieces", "won", "lost", "drawn", "longest")}


def read_header(data: Any, path: Path) -> tuple[dict[str, Any], int]:
    """The header, and where it ends."""
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise Damaged(f"{path} is not a database of counterplay.")
    header, place = read_passage(data, len(MAGIC), f"{path}: the header")
    if header.get("version") != VERSION:
        raise Damaged(f"{path} has version {header.get('version')} of the format; this counterplay reads version {VERSION}.")
    return header, place


def summaries_in(data: Any, place: int) -> Iterator[Summary]:
    """The slices from a place on, as far as they are whole."""
    while True:
        try:
            content, after = read_passage(data, place, "a slice")
        except Damaged:
            return
        end = after + sum(content.get("lengths", ()))
        if "lengths" not in content or end > len(data):
            return
        yield Summary.made(content, place, end)
        place = end


def block_of(data: Any, summary: Summary, number: int) -> bytes:
    """One block of a slice, unpacked; refused if a bit of it has changed."""
    begin = summary.first + (summary.ends[number - 1] if number else 0)
    block = bytes(data[begin : summary.first + summary.ends[number]])
    if zlib.crc32(block) != summary.checksums[number]:
        raise Damaged(f"block {number} of slice {summary.name} is damaged")
    return unpacked(block)


def read_slice(data: Any, summary: Summary, states: int) -> tuple[Any, Any]:
    """All codes and distances of a slice."""
    import numpy

    parts = [entries(block_of(data, summary, number)) for number in range(len(summary.ends))]
    codes, distances = (
        numpy.concatenate(columns) if columns else numpy.zeros(0) for columns in (list(zip(*parts, strict=True)) or [(), ()])
    )
    if len(codes) != states:
        raise Damaged(f"slice {summary.name} has {len(codes):,} entries instead of {states:,}")
    return codes, distances


class Database:
    """A database on disk. `database.known(state)` says what it knows about a state of its game."""

    def __init__(self, path: str | Path):
        self.path = Path(path)
        try:
            with open(self.path, "rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError as error:  # an empty file cannot be mapped
            raise Damaged(f"{self.path} is not a database of counterplay: it is empty.") from error
        except OSError as error:
            raise UsageError(f"{self.path} cannot be read: {error.strerror}.") from error
        self.header, _ = read_header(self._data, self.path)
        self.slices = [Slice(*one) for one in self.header["slices"]]
        self.summaries = [self._summary(number, offset) for number, offset in enumerate(self._offsets())]
        self._starts = [0, *accumulate(one.states for one in self.slices)]
        self._blocks: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        self._game: Game[Any, Any] | None = None

    @property
    def positions(self) -> int:
        """How many entries there are."""
        return self._starts[-1]

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return len(self._data)

    @property
    def game(self) -> str:
        """The game as `load` reads it."""
        return str(self.header["game"])

    def attach(self, game: Game[Any, Any]) -> Database:
        """Say which game's states will be asked about; refused unless its rules are those that the database was built with."""
        if str(game) != self.game:
            raise UsageError(f"{self.path} is a database of {self.game}, not of {game}.")
        if fingerprint(game, self.slices) != self.header["fingerprint"]:
            raise Damaged(f"{self.path} was built with other rules of {game.name}, or another numbering: build it again.")
        self._game = game
        return self

    def known(self, state: Any) -> Known | None:
        """Value and distance for the player to move; None where the database does not reach."""
        if self._game is None:
            raise UsageError("Which game is it? attach(game) comes first.")
        number = self._game.index(state)
        return self.entry(number) if 0 <= number < self.positions else None

    def moves(self, state: Any) -> list[tuple[Any, Known]]:
        """The actions that lead to positions of the database, with their worth to the player who takes them; the best first."""
        if self._game is None:
            raise UsageError("Which game is it? attach(game) comes first.")
        game, mover, found = self._game, self._game.to_move(state), []
        for action in game.actions(state):
            child = game.result(state, action)
            known = self.known(child)
            if known is not None:
                found.append((action, known.before(turned=game.to_move(child) != mover)))
        return sorted(found, key=lambda one: one[1].merit, reverse=True)

    def line(self, state: Any, most: int) -> Iterator[Any]:
        """Best play from a state to the end, at most so many plies of it; nothing where nobody can force a win."""
        for _ in range(most):
            known = self.known(state)
            if self._game is None or known is None or not known.distance or self._game.is_terminal(state):
                return
            action, _ = self.moves(state)[0]
            yield action
            state = self._game.result(state, action)

    @property
    def worth(self) -> float:
        """What a win is worth."""
        return max((amount for one in self.summaries for amount in one.amounts[1:]), default=1.0)

    @cached_property
    def column(self) -> Any:
        """All entries, unpacked: one number each (see `layout.joined`)."""
        return unpacked_column(self)

    def entry(self, number: int) -> Known | None:
        """Value and distance of the state with a number; None where no state has it."""
        place = bisect_right(self._starts, number) - 1
        block, within = divmod(number - self._starts[place], self.header["block"])
        code, distance = entry(self._block(place, block), within)
        if code == NOBODY:
            return None
        worth = 0.0 if code == 0 else self.summaries[place].amounts[abs(code)] * (1 if code > 0 else -1)
        return Known(worth, distance if code else None)

    def load(self, number: int) -> tuple[Any, Any]:
        """All codes and distances of a slice, by its place."""
        try:
            return read_slice(self._data, self.summaries[number], self.slices[number].states)
        except Damaged as damage:
            raise Damaged(f"{self.path}: {damage}.") from damage

    def _block(self, place: int, number: int) -> bytes:
        kept = self._blocks.get((place, number))
        if kept is None:
            try:
                kept = block_of(self._data, self.summaries[place], number)
            except Damaged as damage:
                raise Damaged(f"{self.path}: {damage}.") from damage
            self._blocks[place, number] = kept
            if len(self._blocks) > KEPT_BLOCKS:
                self._blocks.popitem(last=False)
        return kept

    def _offsets(self) -> list[int]:
        data, end = self._data, len(self._data)
        if bytes(data[-len(MAGIC) :]) != MAGIC or end < 3 * len(MAGIC):
            raise Damaged(f"{self.path} is cut off: it was not written to its end.")
        (index,) = struct.unpack_from("<Q", data, end - 16)
        content, _ = read_passage(data, index, f"{self.path}: the index")
        if len(content.get("offsets", ())) != len(self.slices):
            raise Damaged(f"{self.path}: the index does not fit the slices.")
        return list(content["offsets"])

    def _summary(self, number: int, offset: int) -> Summary:
        what = f"{self.path}: the summary of slice {self.slices[number].name}"
        content, after = read_passage(self._data, offset, what)
        end = after + sum(content["lengths"])
        if end > len(self._data) or content["name"] != self.slices[number].name:
            raise Damaged(f"{what} is damaged")
        return Summary.made(content, offset, end)
