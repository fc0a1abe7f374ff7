"""Opening a database and asking it. The file stays on disk: a question unpacks the one block that the answer is in."""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...game import Game, Slice
from ..knowledge import Known
from ..retrograde import NOBODY, viewer
from .fingerprint import fingerprint, fingerprint_of_play
from .keys import Keys, form_of, rows_in
from .layout import MAGIC, VERSION, Damaged, entries, entry, read_passage
from .shelves import Shelf
from .unpacking import unpacked_column, unpacked_keys

KEPT = 4096
"""How many unpacked blocks are kept: 2 MB, with keys about 4; and how many different entries."""


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
    """What a code is worth, from amounts[1] on."""
    offset: int
    shelf: Shelf

    @classmethod
    def made(cls, content: dict[str, Any], offset: int, shelf: Shelf) -> Summary:
        """From what is written in the file."""
        words = ("name", "pieces", "won", "lost", "drawn", "longest", "amounts")
        return cls(**{word: content[word] for word in words}, offset=offset, shelf=shelf)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: what people want to know."""
        return {word: getattr(self, word) for word in ("name", "pieces", "won", "lost", "drawn", "longest")}


def read_header(data: Any, path: Path) -> tuple[dict[str, Any], int]:
    """The header, and where it ends."""
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise Damaged(f"{path} is not a database of counterplay.")
    header, place = read_passage(data, len(MAGIC), f"{path}: the header")
    if header.get("version") != VERSION:
        raise Damaged(
            f"{path} has version {header.get('version')} of the format; this counterplay reads version {VERSION}: build it again."
        )
    return header, place


def read_summary(data: Any, place: int, what: str) -> Summary:
    """The slice that begins at a place."""
    content, after = read_passage(data, place, what)
    if "name" not in content:
        raise Damaged(f"{what} is damaged")
    return Summary.made(content, place, Shelf(data, after, f"slice {content['name']}"))


def summaries_in(data: Any, place: int) -> Iterator[Summary]:
    """The slices from a place on, as far as they are whole."""
    with suppress(Damaged):
        while True:
            one = read_summary(data, place, "a slice")
            yield one
            place = one.shelf.end


def read_slice(blocks: Iterable[bytes], summary: Summary, states: int) -> tuple[Any, Any]:
    """All codes and distances of a slice, from the blocks of its shelf, unpacked."""
    import numpy

    codes, distances = (numpy.concatenate(columns) for columns in zip(*map(entries, blocks), strict=True))
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
        index = self._index()
        self.summaries = [self._summary(number, offset) for number, offset in enumerate(index["offsets"])]
        self._starts = [0, *accumulate(one.states for one in self.slices)]
        self._block = lru_cache(maxsize=KEPT)(self._unpacked)
        self._meaning = lru_cache(maxsize=KEPT)(self._told)
        self.keys = self._keys(index["keys"]) if "keys" in index else None
        """Where the game does not number its states: which number each has here."""
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
        keyed = self.keys is not None
        rules = fingerprint_of_play(game, self.header["form"]) if keyed else fingerprint(game, self.slices)
        if rules != self.header["fingerprint"]:
            what = "symmetries" if keyed else "numbering"
            raise Damaged(f"{self.path} was built with other rules of {game.name}, or another {what}: build it again.")
        if keyed and self.header["form"] != form_of(game):
            raise Damaged(
                f"{self.path} was built when states of {game.name} looked otherwise to machine code, or not at all: build it again."
            )
        self._game = game
        return self

    def known(self, state: Any) -> Known | None:
        """Value and distance for the player to move; None where the database does not reach.

        (Where the game is over and does not say whose turn it would be: for the first player.)
        """
        game = self._attached()
        if self.keys is not None:
            return self.known_as_is(game.canonical(state))
        number = game.index(state)
        return self.entry(number) if 0 <= number < self.positions else None

    def known_as_is(self, state: Any) -> Known | None:
        """The same, where the game does not number its states, for a state that stands for all that are symmetric to it."""
        place = None if self.keys is None else self.keys.place(state)
        if place is None:
            return None
        _, within, block, begin = place
        return self._meaning(0, *entry(block, within, begin))

    def moves(self, state: Any) -> list[tuple[Any, Known]]:
        """The actions that lead to positions of the database, with their worth to the player who takes them; the best first."""
        game, found = self._attached(), []
        mover = game.to_move(state)
        for action in game.actions(state):
            child = game.result(state, action)
            known = self.known(child)
            if known is not None:
                found.append((action, known.before(turned=viewer(game, child, self.keys) != mover)))
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

    def _attached(self) -> Game[Any, Any]:
        if self._game is None:
            raise UsageError("Which game is it? attach(game) comes first.")
        return self._game

    @property
    def amounts(self) -> list[float]:
        """What can be won, the least first."""
        return sorted({amount for one in self.summaries for amount in one.amounts[1:]})

    @cached_property
    def column(self) -> Any:
        """All entries, unpacked: one number each (see `layout.joined`)."""
        return unpacked_column(self)

    @cached_property
    def sorted_keys(self) -> Any:
        """Where the game does not number its states: the words of all, unpacked, as `SortedStates` has them."""
        return unpacked_keys(self)

    def entry(self, number: int) -> Known | None:
        """Value and distance of the state with a number; None where no state has it."""
        place = bisect_right(self._starts, number) - 1
        block, within = divmod(number - self._starts[place], self.header["block"])
        begin = 0 if self.keys is None else self.keys.width * self.keys.states_in(block)
        return self._meaning(place, *entry(self._block(place, block), within, begin))

    def _told(self, place: int, code: int, distance: int) -> Known | None:
        """What an entry of a slice means."""
        if code == NOBODY:
            return None
        worth = 0.0 if code == 0 else self.summaries[place].amounts[abs(code)] * (1 if code > 0 else -1)
        return Known(worth, distance if code else None)

    def load(self, number: int) -> tuple[Any, Any]:
        """All codes and distances of a slice, by its place."""
        with self._named():
            summary, keys = self.summaries[number], self.keys
            blocks = summary.shelf if keys is None else (raw[keys.width * keys.states_in(i) :] for i, raw in enumerate(summary.shelf))
            return read_slice(blocks, summary, self.slices[number].states)

    def rows(self) -> Iterator[Any]:
        """Where the game does not number its states: the rows that they are known by, block after block."""
        keys = self.keys
        if keys is not None:
            with self._named():
                for number, raw in enumerate(self.summaries[0].shelf):
                    yield rows_in(raw, keys.width, keys.states_in(number))

    @cached_property
    def intact(self) -> bool:
        """True: every block has been looked at, once. A file of which a bit has changed is refused."""
        with self._named():
            for one in self.summaries:
                one.shelf.require_whole()
            if self.keys is not None:
                self.keys.firsts.require_whole()
        return True

    def _unpacked(self, place: int, number: int) -> bytes:
        """A block of a slice."""
        try:
            return self.summaries[place].shelf[number]
        except Damaged as damage:  # (what `_named` does would take a tenth of the time of a question)
            raise Damaged(f"{self.path}: {damage}.") from damage

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Say which file is damaged."""
        try:
            yield
        except Damaged as damage:
            raise Damaged(f"{self.path}: {damage}.") from damage

    def _index(self) -> dict[str, Any]:
        data, end = self._data, len(self._data)
        if bytes(data[-len(MAGIC) :]) != MAGIC or end < 3 * len(MAGIC):
            raise Damaged(f"{self.path} is cut off: it was not written to its end.")
        (index,) = struct.unpack_from("<Q", data, end - 16)
        content, _ = read_passage(data, index, f"{self.path}: the index")
        if len(content.get("offsets", ())) != len(self.slices):
            raise Damaged(f"{self.path}: the index does not fit the slices.")
        return content

    def _summary(self, number: int, offset: int) -> Summary:
        what = f"the summary of slice {self.slices[number].name}"
        with self._named():
            summary = read_summary(self._data, offset, what)
            if summary.name != self.slices[number].name:
                raise Damaged(f"{what} is damaged")
        return summary

    def _keys(self, offset: int) -> Keys:
        with self._named():
            firsts = Shelf(self._data, offset, "the shelf of first keys")
        return Keys(firsts, self.header["form"], self.header["planes"], self.positions, partial(self._block, 0))
