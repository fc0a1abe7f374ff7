"""Working through one slice: the columns that retrograde analysis needs, and its kernels in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import DoesNotFit, RulesError
from ..game import Game
from ..kernels import Runner
from ..watch import Watch
from .columns import WIDTHS, column, numbers, require_memory
from .retrograde import MOST_AMOUNTS, MOST_DISTANCE, look_ahead, work_backwards

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


def solve_slice(
    game: Game[Any, Any], run: Runner, like: Any, table: Any, first: int, states: int, values: Values, memory: int, jobs: int = 1
) -> int:
    """Fill in the values of the states from `first` on, those before them being known; returns how many steps were followed.

    `memory` is what the columns of this slice may take.
    """
    require_memory(f"{game.name}: a slice of {states:,} states", states * BYTES_A_STATE, memory)
    compiled, (codes, distances, amounts) = run.compiled, (values.codes, values.distances, values.amounts)
    incoming = column(states + 1, "int32", compiled=compiled)
    left, due = (column(states, "int16", compiled=compiled) for _ in range(2))
    ahead = (table, amounts, codes, distances, incoming, left, due)
    quick = states <= A_MOMENT
    steps, seeds, last = run(look_ahead, game, like, first, states, *ahead, watch=Watch(), here=quick)
    if steps < 0:
        one = table.state(-1 - steps, like) if table is not None else game.unindex(first - 1 - steps)
        raise RulesError(f"{game.name}: index() or slices() is wrong: {game.format_state(one)} leads to a later slice, or to none.")
    met = int(numbers(amounts)[0])
    if met > MOST_AMOUNTS or (met > 1 and first > 0):
        raise DoesNotFit(f"{game.name} can be won by {met} different amounts; retrograde analysis takes {1 if first else MOST_AMOUNTS}.")
    needed = states * BYTES_A_STATE + steps * BYTES_A_STEP
    require_memory(f"{game.name}: a slice of {states:,} states with {steps:,} steps", needed, memory)
    if steps >= MOST_STEPS:
        raise DoesNotFit(f"{game.name}: a slice with {steps:,} steps is too large; number the states in smaller slices.")
    back, queue = column(steps, "int32", compiled=compiled), column(states, "int32", compiled=compiled)
    dues, due_first = column(seeds, "int32", compiled=compiled), column(last + 2, "int32", compiled=compiled)
    order = column(met, "int32", compiled=compiled)
    worth = numbers(amounts)
    numbers(order)[:met] = sorted(range(1, met + 1), key=lambda code: -worth[code])
    arguments = (like, first, states, last, table, order, met, codes, distances, incoming, back, left, due, due_first, dues, queue)
    if run(work_backwards, game, *arguments, watch=Watch(), here=quick) < 0:
        raise DoesNotFit(f"{game.name}: an end is more than {MOST_DISTANCE:,} plies away, which is further than distances are kept.")
    return int(steps)
