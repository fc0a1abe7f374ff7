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
from .columns import WIDTHS, amount, column, numbers, require_memory, sum_of
from .exploring import Together
from .reaching import END, FEWER, FORWARD, MAY_ADD, MOST_ACTIONS, ROOM, STATES, WANTED, solve_reached, spread_back
from .retrograde import MOST_AMOUNTS, MOST_DISTANCE
from .working import MOST_STEPS, Values

FIRST_STATES: Final = 1 << 13
FIRST_STEPS: Final = 1 << 15
SECOND_STATES: Final = 1 << 18
SECOND_STEPS: Final = 1 << 20
"""Growing costs a quarter of the time of a small game: the first time, it grows to this (12 MB, of which only what is used is touched)."""
BYTES_A_STATE: Final = 2 * WIDTHS["int32"] + WIDTHS["int16"]
"""What retrograde analysis takes for a state besides: incoming, queue, due."""
COLUMNS: Final = {"first_step": "int32", "step_counts": "int16", "owners": "int8", "codes": "int8", "distances": "int16"}
NO_END: Final = 1 << 62


@kernel
def index_again(game, state, table, watch):
    """Find the states of a table again that has grown."""
    for s in range(table.used()):
        table.index_again(s, state)


@dataclass
class Reached:
    """All states that can be reached from one, as far as they are found, with columns for each; `memory` bounds everything, in bytes."""

    game: Game[Any, Any]
    run: Runner
    start: Any
    memory: int
    jobs: int = 1
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
        self.progress = buffer(WANTED + 1, "q", compiled=compiled)
        self.progress[END], self.progress[ROOM], self.progress[FORWARD], self.progress[MAY_ADD] = NO_END, self.room, 1, 1

    @property
    def found(self) -> tuple[Any, ...]:
        """The columns that exploring fills."""
        columns = self.columns
        return columns["first_step"], columns["step_counts"], self.steps, columns["owners"], self.amounts, columns["codes"]

    def solve(self) -> Values:
        """The values of all states."""
        longest = self._go_on(here=True)
        while longest < 0:
            self.grow(self.progress[WANTED])
            if self.jobs > 1 and self.capacity > SECOND_STATES and self.run.compiled:
                Together(self, self.jobs).explore()
            longest = self._go_on(here=False)
        self.require_few_amounts()
        if not self.progress[FORWARD]:
            longest = self._spread()
        if longest >= MOST_DISTANCE:
            raise DoesNotFit(f"{self.game.name}: an end is more than {MOST_DISTANCE:,} plies away: further than distances are kept.")
        codes, distances = (self._cut(self.columns[name], len(self.table)) for name in ("codes", "distances"))
        return Values(codes, distances, self.amounts)

    def _go_on(self, *, here: bool) -> int:
        """Explore and solve in one thread. Returns the longest distance, or -1: something is wanted first. (When this has returned, nothing
        but `self` keeps the table and the columns, which larger ones replace.)"""
        watch, found, rest = Watch(), self.found, (self.columns["distances"], self.renamed)
        try:
            return int(self.run(solve_reached, self.game, self.start, self.table, self.progress, *found, *rest, watch=watch, here=here))
        except TableFull:
            return -1
        finally:
            self.nodes += watch.nodes

    def require_few_amounts(self) -> None:
        """Refuse a game that can be won by more amounts than there are codes for."""
        if numbers(self.amounts)[0] > MOST_AMOUNTS:
            raise DoesNotFit(f"{self.game.name} can be won by more than {MOST_AMOUNTS} different amounts.")

    def _spread(self) -> int:
        """Retrograde analysis, where positions come back or lines of play differ in length."""
        states, compiled = len(self.table), self.run.compiled
        met, steps = int(numbers(self.amounts)[0]), sum_of(self.columns["step_counts"], states)
        what = f"{self.game.name}: {states:,} states with {steps:,} steps"
        require_memory(what, self._size(self.capacity, self.room) + states * BYTES_A_STATE + steps * WIDTHS["int32"], self.memory)
        incoming, back, queue = (column(size, "int32", compiled=compiled) for size in (states + 1, steps, states))
        due = column(states, "int16", compiled=compiled)
        due_first, dues = (column(size, "int32", compiled=compiled) for size in (2, 1))
        first_step, step_counts, *_ = self.found
        columns = self.columns
        known = (first_step, step_counts, self.steps, columns["owners"], met, columns["codes"], columns["distances"])
        rest = (incoming, back, due, due_first, dues, queue)
        plies = self.run(spread_back, self.game, states, *known, *rest, watch=Watch(), here=states <= FIRST_STATES)
        return MOST_DISTANCE if plies < 0 else 0

    def grow(self, wanted: int) -> None:
        """Make room for more states, or for more steps."""
        if self.run.trial and len(self.table) > FIRST_STATES:
            raise Stopped("Interpreted there is no room; machine code needs less.")
        if wanted == FEWER:
            raise DoesNotFit(f"{self.game.name} has a state with more than {MOST_ACTIONS:,} actions, which is too much.")
        if wanted == STATES:
            least = 2 * self.capacity, self.room
        else:
            least = self.capacity, 2 * self.room
        here, ample = self._size(self.capacity, self.room), (max(least[0], SECOND_STATES), max(least[1], SECOND_STEPS))
        capacity, room = ample if here + self._size(*ample) <= self.memory else least
        if room >= MOST_STEPS:
            raise DoesNotFit(f"{self.game.name} has more than {self.room:,} steps, which is too much.")
        if here + self._size(capacity, room) > self.memory:
            what = f"a table for more does not fit into {amount(self.memory)} of memory"
            raise TableFull(
                f"{self.game.name} has more than {len(self.table):,} states, and {what}. Give more memory, or search to a depth instead."
            )
        if capacity > self.capacity:
            self.table = self.table.larger(capacity)
            if self.run.compiled:
                self.run(index_again, self.game, self.start, self.table, watch=Watch())
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
