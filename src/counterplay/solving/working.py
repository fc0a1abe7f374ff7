"""Working through one slice: the columns that retrograde analysis needs, and its kernels in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import DoesNotFit, RulesError
from ..game import Game
from ..kernels import Runner
from ..watch import Watch
from .columns import WIDTHS, column, numbers, require_memory
from .retrograde import MOST_AMOUNTS, MOST_DISTANCE, look_ahead, sum_up, work_backwards, write_backwards
from .together import parts_of, shared_out

BYTES_A_STATE = 2 * WIDTHS["int32"] + 2 * WIDTHS["int16"] + WIDTHS["int32"]
"""What a state of the slice under way takes, besides its value: incoming, queue, left, due, and its place among the dues."""
BYTES_A_STEP = WIDTHS["int32"]
BYTES_A_VALUE = WIDTHS["int8"] + WIDTHS["int16"]
"""What is kept for every state: code and distance."""
MOST_STEPS = 1 << 31
A_MOMENT = 20_000
"""So few states are looked at in a moment: nobody needs to interrupt that."""


@dataclass
class Values:
    """Codes and distances by the numbers of the states, and the amount behind each code."""

    codes: Any
    distances: Any
    amounts: Any

    @classmethod
    def unknown(cls, states: int, *, compiled: bool) -> Values:
        """Room for so many states."""
        return cls(
            column(states, "int8", compiled=compiled),
            column(states, "int16", compiled=compiled),
            column(MOST_AMOUNTS + 2, "float64", compiled=compiled),
        )

    def amount(self, code: int) -> float:
        """What a code is worth."""
        return 0.0 if code == 0 else float(numbers(self.amounts)[abs(code)]) * (1 if code > 0 else -1)

    @property
    def largest_amount(self) -> float:
        """The most that can be won; 0 where every end is level. Amounts are in rising order; the first entry says how many there are."""
        return self.amount(int(numbers(self.amounts)[0]))


def solve_slice(game: Game[Any, Any], run: Runner, first: int, states: int, values: Values, memory: int, jobs: int = 1) -> int:
    """Fill in the values of the states from `first` on, those before them being known; returns how many steps were followed.

    `memory` is what the columns of this slice may take; `jobs` threads follow the steps.
    """
    require_memory(f"{game.name}: a slice of {states:,} states", states * BYTES_A_STATE, memory)
    compiled, quick, like = run.compiled, states <= A_MOMENT, game.initial()
    incoming = column(states + 1, "int32", compiled=compiled)
    left, due = (column(states, "int16", compiled=compiled) for _ in range(2))
    parts = parts_of(0, states, 1 if quick or not compiled else jobs)
    found: dict[int, tuple[int, int, int]] = {}
    amounts = [column(MOST_AMOUNTS + 2, "float64", compiled=compiled) for _ in parts]
    watches: list[Watch] = []

    def stop() -> None:
        for watch in watches:
            watch.stop()

    def in_parts(work: Callable[[int, Watch, bool], None]) -> None:
        def watched(part: int, here: bool) -> None:
            watch = Watch()
            watches.append(watch)
            work(part, watch, here or quick)

        shared_out(watched, len(parts), jobs, stop)

    def look(part: int, watch: Watch, here: bool) -> None:
        ahead = (*parts[part], amounts[part], values.codes, values.distances, incoming, left, due)
        found[part] = run(look_ahead, game, like, first, states, *ahead, watch=watch, here=here)

    in_parts(look)
    _require_right(game, first, list(found.values()))
    _agree(game, values, amounts)
    steps, seeds, last = sum(one[0] for one in found.values()), sum(one[1] for one in found.values()), max(one[2] for one in found.values())
    needed = states * BYTES_A_STATE + steps * BYTES_A_STEP
    require_memory(f"{game.name}: a slice of {states:,} states with {steps:,} steps", needed, memory)
    if steps >= MOST_STEPS:
        raise DoesNotFit(f"{game.name}: a slice with {steps:,} steps is too large; number the states in smaller slices.")
    back, queue = column(steps, "int32", compiled=compiled), column(states, "int32", compiled=compiled)
    dues, due_first = column(seeds, "int32", compiled=compiled), column(last + 2, "int32", compiled=compiled)
    run(sum_up, game, states, incoming, watch=Watch(), here=quick)

    def write(part: int, watch: Watch, here: bool) -> None:
        run(write_backwards, game, like, first, *parts[part], incoming, back, watch=watch, here=here)

    in_parts(write)
    rest = (values.codes, values.distances, incoming, back, left, due, due_first, dues, queue)
    if run(work_backwards, game, first, states, last, *rest, watch=Watch(), here=quick) < 0:
        raise DoesNotFit(f"{game.name}: an end is more than {MOST_DISTANCE:,} plies away, which is further than distances are kept.")
    return steps


def _require_right(game: Game[Any, Any], first: int, found: list[tuple[int, int, int]]) -> None:
    """Refuse a numbering by which a state leads to one that is not known yet."""
    wrong = min(one[0] for one in found)
    if wrong < 0:
        one = game.format_state(game.unindex(first - 1 - wrong))
        raise RulesError(f"{game.name}: index() or slices() is wrong: {one} leads to a later slice, or to none.")


def _agree(game: Game[Any, Any], values: Values, amounts: list[Any]) -> None:
    """Note what a win is worth; refused where it is worth now this, now that."""
    known = numbers(values.amounts)
    worth = {float(numbers(one)[code]) for one in [*amounts, values.amounts] for code in range(1, int(numbers(one)[0]) + 1)}
    if len(worth) > 1:
        raise DoesNotFit(f"{game.name} can be won by several amounts, but a numbered game must have one. `solve --all` takes them.")
    for one in worth:
        known[0], known[1] = 1.0, one
