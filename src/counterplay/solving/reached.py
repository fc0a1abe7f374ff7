"""Working through all states that can be reached: room that grows with them, and the kernels of `reaching` in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..buffers import buffer
from ..errors import DoesNotFit, Stopped, TableFull
from ..game import Game
from ..kernels import Runner, kernel
from ..search.tables import state_words
from ..states import INTERPRETED_BYTES, CompiledStateTable, StateTable
from ..watch import Watch
from .columns import WIDTHS, amount, column, numbers, require_memory
from .reaching import FORWARD, ROOM, USED, solve_reached, spread_back
from .retrograde import MOST_AMOUNTS, MOST_DISTANCE
from .working import MOST_STEPS, Values

FIRST_STATES: Final = 1 << 13
FIRST_STEPS: Final = 1 << 15
SECOND_STATES: Final = 1 << 18
SECOND_STEPS: Final = 1 << 20
"""Growing costs a quarter of the time of a small game: the first time, it grows to this (12 MB, of which only what is used is touched)."""
BYTES_A_STATE: Final = 2 * WIDTHS["int32"] + 2 * WIDTHS["int16"]
"""What retrograde analysis takes for a state besides: incoming, queue, left, due."""
COLUMNS: Final = {"first_step": "int32", "owners": "int8", "codes": "int8", "distances": "int16"}


@kernel
def refill(game, state, old, new, watch):
    """Give all states of a table the same numbers in a larger one."""
    for s in range(old.used()):
        new.number(old.state(s, state))


@dataclass
class Reached:
    """All states that can be reached from one, as far as they are found, with columns for each; `memory` bounds everything, in bytes."""

    game: Game[Any, Any]
    run: Runner
    start: Any
    memory: int
    nodes: int = 0

    def __post_init__(self) -> None:
        compiled = self.run.compiled
        self.capacity, self.room = FIRST_STATES, FIRST_STEPS
        self.key_words = state_words(self.game, self.run.who(self.game)) if compiled else 0
        self.table = self._table(self.capacity)
        self.columns = {name: column(self.capacity + 1, kind, compiled=compiled) for name, kind in COLUMNS.items()}
        self.steps = column(self.room, "int32", compiled=compiled)
        self.amounts = column(MOST_AMOUNTS + 2, "float64", compiled=compiled)
        self.renamed = column(MOST_AMOUNTS + 2, "int8", compiled=compiled)
        self.progress = buffer(4, "q", compiled=compiled)
        self.progress[ROOM], self.progress[FORWARD] = self.room, 1

    def solve(self) -> Values:
        """The values of all states."""
        longest, first_time = -1, True
        while longest < 0:
            watch, columns = Watch(), self.columns
            found = (self.table, self.progress, columns["first_step"], self.steps, columns["owners"], self.amounts)
            try:
                rest = (columns["codes"], columns["distances"], self.renamed)
                longest = self.run(solve_reached, self.game, self.start, *found, *rest, watch=watch, here=first_time)
            except TableFull as full:
                first_time = False
                self._grow(full)
            finally:
                self.nodes += watch.nodes
        met = int(numbers(self.amounts)[0])
        if met > MOST_AMOUNTS:
            raise DoesNotFit(f"{self.game.name} can be won by more than {MOST_AMOUNTS} different amounts.")
        if not self.progress[FORWARD]:
            longest = self._spread(met)
        if longest >= MOST_DISTANCE:
            raise DoesNotFit(f"{self.game.name}: an end is more than {MOST_DISTANCE:,} plies away: further than distances are kept.")
        codes, distances = (self._cut(columns[name], len(self.table)) for name in ("codes", "distances"))
        return Values(codes, distances, self.amounts)

    def _spread(self, met: int) -> int:
        """Retrograde analysis, where positions come back or lines of play differ in length."""
        states, steps, compiled = len(self.table), self.progress[USED], self.run.compiled
        what = f"{self.game.name}: {states:,} states with {steps:,} steps"
        require_memory(what, self._size(self.capacity, self.room) + states * BYTES_A_STATE + steps * WIDTHS["int32"], self.memory)
        incoming, back, queue = (column(size, "int32", compiled=compiled) for size in (states + 1, steps, states))
        left, due = (column(states, "int16", compiled=compiled) for _ in range(2))
        due_first, dues = (column(size, "int32", compiled=compiled) for size in (2, 1))
        columns = self.columns
        known = (columns["first_step"], self.steps, columns["owners"], met, columns["codes"], columns["distances"])
        rest = (incoming, back, left, due, due_first, dues, queue)
        plies = self.run(spread_back, self.game, states, *known, *rest, watch=Watch(), here=states <= FIRST_STATES)
        return MOST_DISTANCE if plies < 0 else 0

    def _grow(self, full: TableFull) -> None:
        """Make room for more states, or for more steps."""
        if self.run.trial and len(self.table) > FIRST_STATES:
            raise Stopped("Interpreted there is no room; machine code needs less.") from full
        if len(self.table) >= self.capacity:
            least = 2 * self.capacity, self.room
        else:
            least = self.capacity, 2 * self.room
        here, ample = self._size(self.capacity, self.room), (max(least[0], SECOND_STATES), max(least[1], SECOND_STEPS))
        capacity, room = ample if here + self._size(*ample) <= self.memory else least
        if room >= MOST_STEPS:
            raise DoesNotFit(f"{self.game.name} has more than {self.room:,} steps, which is too much.") from full
        if here + self._size(capacity, room) > self.memory:
            what = f"a table for more does not fit into {amount(self.memory)} of memory"
            raise TableFull(
                f"{self.game.name} has more than {len(self.table):,} states, and {what}. Give more memory, or search to a depth instead."
            ) from full
        if capacity > self.capacity:
            table = self._table(capacity)
            self.run(refill, self.game, self.start, self.table, table, watch=Watch())
            self.table = table
            self.columns = {name: self._longer(one, capacity + 1, COLUMNS[name]) for name, one in self.columns.items()}
        if room > self.room:
            self.steps = self._longer(self.steps, room, "int32")
            self.progress[ROOM] = room
        self.capacity, self.room = capacity, room

    def _table(self, capacity: int) -> Any:
        if not self.run.compiled:
            return StateTable(0, capacity)
        return CompiledStateTable(0, self.key_words, capacity)

    def _size(self, states: int, steps: int) -> int:
        """How many bytes a table for so many states takes, with its columns and so many steps."""
        each = sum(WIDTHS[kind] for kind in COLUMNS.values())
        table = CompiledStateTable.size(0, self.key_words, states) if self.run.compiled else states * INTERPRETED_BYTES
        return table + states * each + steps * WIDTHS["int32"]

    def _longer(self, old: Any, size: int, kind: str) -> Any:
        new = column(size, kind, compiled=self.run.compiled)
        there = numbers(old)
        numbers(new)[: len(there)] = there
        return new

    def _cut(self, whole: Any, size: int) -> Any:
        return whole[:size] if not self.run.compiled else type(whole)(whole.array[:size])
