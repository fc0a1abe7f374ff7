"""Verifying a database: every entry derived anew from those of the states it leads to.

That is forward play, one ply deep, and knows nothing of how the entries were found. Where all agree they are right: a win or a loss in d
plies rests on entries with fewer plies, down to ends of games; and where a draw is claimed the side to move has no winning step, and one
that is not lost, so that both sides can keep the game level for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from ...buffers import buffer
from ...errors import UsageError
from ...game import Game
from ...kernels import Progress, Runner, at_two_speeds, kernel
from ...rng import Random
from ...search.endings import number_of
from ...watch import Watch
from ..columns import RESERVE, free_memory, numbers, require_memory
from ..numbering import all_numbered
from ..retrograde import MOST_DISTANCE, NOBODY, state_of, viewer
from ..working import BYTES_A_VALUE, Values
from .keys import rows_of, sorting, used_planes, words_of
from .layout import Damaged
from .reading import Database


@kernel
def derived(game, state, number, table, codes, distances):
    """Code and distance of a state, from the states it leads to; the code of an end is only a sign. A larger code is worth more."""
    if table is None and game.index(state) != number:
        return NOBODY, 0
    if game.is_terminal(state):
        value = float(game.utility(state, viewer(game, state, table)))
        return (1 if value > 0.0 else -1 if value < 0.0 else 0), 0
    mover, best, soonest, latest = game.to_move(state), NOBODY, MOST_DISTANCE, 0
    for action in game.actions(state):
        child = game.result(state, action)
        t = number_of(game, child, table)
        value = codes[t] if viewer(game, child, table) == mover else -codes[t]
        if value > best:
            best, soonest, latest = value, MOST_DISTANCE, 0
        if value == best:
            soonest, latest = min(soonest, distances[t] + 1), max(latest, distances[t] + 1)
    return best, soonest if best > 0 else latest if best < 0 else 0


@kernel
def first_wrong(game, state, first, count, table, chosen, codes, distances, watch):
    """The first of `count` numbers whose entry is not what follows from its successors, or -1.

    The numbers are those from `first` on, or those in `chosen` where it has any.
    """
    for i in range(count):
        number = chosen[i] if first < 0 else first + i
        one = state_of(game, state, number, table)
        if watch.enter(one, 0, -inf, inf):
            break
        code, distance = derived(game, one, number, table, codes, distances)
        there = codes[number]
        if distance == 0 and code != NOBODY:  # an end: what a win there is worth has been read from the rules once only
            there = 1 if there > 0 else -1 if there < 0 else 0
        if code != there or (code != NOBODY and distance != distances[number]):
            return number
    return -1


@dataclass(frozen=True)
class Verified:
    """What was found."""

    entries: int
    """How many were derived anew."""
    wrong: int | None
    """The number of the first entry that is wrong; None: all are right."""
    position: str | None
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def verify(
    database: Database,
    game: Game[Any, Any],
    *,
    sample: int | None = None,
    seed: int = 1,
    memory: int | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Verified:
    """Verify every checksum, and derive every entry anew from its successors, or `sample` of them chosen at random."""
    database.attach(game)
    if sample is not None and (type(sample) is not int or sample < 1):
        raise UsageError(f"sample={sample!r}: give a whole number from 1 on, or leave it out: all entries.")
    if memory is not None:
        require_memory(f"verifying {database.path}", database.positions * BYTES_A_VALUE, memory)

    def attempt(run: Runner) -> Verified:
        values, table = _loaded(database, game, run, memory or int(RESERVE * free_memory()))
        count = database.positions if sample is None else sample
        rng, chosen = Random(seed), buffer(sample or 1, "q", compiled=run.compiled)
        for i in range(sample or 0):
            chosen[i] = rng.below(database.positions)
        begin = 0 if sample is None else -1
        wrong = run(first_wrong, game, game.initial(), begin, count, table, chosen, values.codes, values.distances, watch=Watch())
        position = None
        if wrong >= 0:
            position = game.format_state(game.unindex(wrong) if table is None else table.state(wrong, game.initial()))
        return Verified(count, None if wrong < 0 else int(wrong), position, run.elapsed())

    return at_two_speeds(first_wrong, game, attempt, compiled=True if compiled is None and game.compiles else compiled, progress=progress)


def _loaded(database: Database, game: Game[Any, Any], run: Runner, memory: int) -> tuple[Values, Any]:
    """All entries by the numbers of the states; and the table that numbers them, where the game does not do so itself.

    That table is made anew: whether the database has all states that can be reached, and no others, is found out on the way.
    """
    values = Values.unknown(database.positions, compiled=run.compiled)
    table, order, first = None, None, 0
    if database.keys is not None:
        _, table, _ = all_numbered(game, run, game.initial(), memory)
        words = words_of(table, database.header["form"])
        rows = rows_of(words, database.header["planes"])
        order = sorting(rows)
        if used_planes(words) != database.header["planes"] or not _same(rows[order], database.rows()):
            raise Damaged(f"{database.path} does not have exactly the states that can be reached.")
        order = order if run.compiled else order.tolist()
    for place, one in enumerate(database.slices):
        codes, distances = database.load(place)
        summary = database.summaries[place]
        totals = int((codes > 0).sum()), int(((codes < 0) & (codes != NOBODY)).sum()), int((codes == 0).sum())
        if totals != (summary.won, summary.lost, summary.drawn):
            raise Damaged(f"{database.path}: the totals of slice {one.name} are not those of its entries.")
        for here, there in ((values.codes, codes), (values.distances, distances)):
            if order is None:
                numbers(here)[first : first + one.states] = there if run.compiled else there.tolist()
            elif run.compiled:
                numbers(here)[order] = there
            else:
                for number, entry in zip(order, there.tolist(), strict=True):
                    here[number] = entry
        first += one.states
    return values, table


def _same(rows: Any, blocks: Iterator[Any]) -> bool:
    """Whether these are the rows of all blocks together."""
    place = 0
    for block in blocks:
        here = rows[place : place + len(block)]
        if here.shape != block.shape or (here != block).any():
            return False
        place += len(block)
    return place == len(rows)
