"""Verifying a database: every entry derived anew from those of the states it leads to.

That is forward play, one ply deep, and knows nothing of how the entries were found. Where all agree they are right: a win or a loss in d
plies rests on entries with fewer plies, down to ends of games; and where a draw is claimed the side to move has no winning step, and one
that is not lost, so that both sides can keep the game level for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from ...errors import UsageError
from ...game import Game
from ...kernels import Progress, Runner, at_two_speeds, kernel
from ...rng import Random
from ...watch import Watch
from ..columns import numbers, require_memory
from ..retrograde import MOST_DISTANCE, NOBODY, viewer
from ..working import BYTES_A_VALUE, Values
from .layout import Damaged
from .reading import Database


@kernel
def derived(game, state, number, codes, distances):
    """Code and distance of a state, from the states it leads to; the code of an end is only a sign."""
    if game.index(state) != number:
        return NOBODY, 0
    if game.is_terminal(state):
        value = float(game.utility(state, game.to_move(state)))
        return (1 if value > 0.0 else -1 if value < 0.0 else 0), 0
    mover, win, loss, level = game.to_move(state), MOST_DISTANCE, 0, False
    for action in game.actions(state):
        child = game.result(state, action)
        t = game.index(child)
        value = codes[t] if viewer(game, child, None) == mover else -codes[t]
        if value > 0:
            win = min(win, distances[t] + 1)
        elif value < 0:
            loss = max(loss, distances[t] + 1)
        else:
            level = True
    if win < MOST_DISTANCE:
        return 1, win
    if level:
        return 0, 0
    return -1, loss


@kernel
def first_wrong(game, state, first, count, chosen, codes, distances, watch):
    """The first of `count` numbers whose entry is not what follows from its successors, or -1.

    The numbers are those from `first` on, or those in `chosen` where it has any.
    """
    for i in range(count):
        number = chosen[i] if first < 0 else first + i
        one = game.unindex(number)
        if watch.enter(one, 0, -inf, inf):
            break
        code, distance = derived(game, one, number, codes, distances)
        if code != codes[number] or (code != NOBODY and distance != distances[number]):
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
        values = Values.unknown(database.positions, compiled=run.compiled)
        first = 0
        for place, one in enumerate(database.slices):
            codes, distances = database.load(place)
            summary = database.summaries[place]
            totals = int((codes > 0).sum()), int(((codes < 0) & (codes != NOBODY)).sum()), int((codes == 0).sum())
            if totals != (summary.won, summary.lost, summary.drawn):
                raise Damaged(f"{database.path}: the totals of slice {one.name} are not those of its entries.")
            numbers(values.codes)[first : first + one.states] = codes if run.compiled else codes.tolist()
            numbers(values.distances)[first : first + one.states] = distances if run.compiled else distances.tolist()
            first += one.states
        count = database.positions if sample is None else sample
        rng = Random(seed)
        from ...buffers import buffer

        chosen = buffer(count if sample else 1, "q", compiled=run.compiled)
        for i in range(count if sample else 0):
            chosen[i] = rng.below(database.positions)
        begin = 0 if sample is None else -1
        wrong = run(first_wrong, game, game.initial(), begin, count, chosen, values.codes, values.distances, watch=Watch())
        position = None if wrong < 0 else game.format_state(game.unindex(wrong))
        return Verified(count, None if wrong < 0 else int(wrong), position, run.elapsed())

    return at_two_speeds(first_wrong, game, attempt, compiled=True if compiled is None and game.compiles else compiled, progress=progress)
