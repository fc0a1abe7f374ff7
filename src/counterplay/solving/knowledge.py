"""`solve_all`: the value and the distance of every state that can be reached, also where positions come back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..search.endings import number_of
from ..search.fitting import require_opponents, zero_sum_values
from ..states import INTERPRETED_BYTES, CompiledStateTable
from ..watch import Watch
from .columns import numbers
from .growing import WHOLE_MEMORY
from .reached import Reached
from .reaching import solve_reached
from .retrograde import viewer
from .solution import LONGEST_LINE, Solution, require_sense
from .working import BYTES_A_VALUE, Values


@kernel
def place_of(game, state, table, watch):
    """The number of a state, and the player for whom its value is kept."""
    return number_of(game, state, table), viewer(game, state, table)


@dataclass(frozen=True)
class Known:
    """What is known about one state, for the player to move (where the game is over: for the first)."""

    value: float
    distance: int | None
    """Plies to the end with best play: the winner hurries, the loser delays. None where nobody can force a win."""

    def __str__(self) -> str:
        if self.value == 0:
            return "level"
        worth = "" if abs(self.value) == 1 else f" {abs(self.value):g}"
        return f"{'wins' if self.value > 0 else 'loses'}{worth} in {self.distance} {'ply' if self.distance == 1 else 'plies'}"

    def before(self, *, turned: bool) -> Known:
        """The same one ply earlier, for the player who moved here; `turned`: that was the other one."""
        return Known(-self.value if turned and self.value else self.value, None if self.distance is None else self.distance + 1)

    @property
    def merit(self) -> tuple[float, int]:
        """What is better has more: the value; then a win that is sooner, a loss that is later."""
        hurry = self.distance or 0
        return self.value, -hurry if self.value > 0 else hurry


class Knowledge:
    """Every state that can be reached from `start`, with its value and its distance."""

    def __init__(self, game: Game[Any, Any], start: Any, run: Runner, table: Any, values: Values, nodes: int, seconds: float):
        self.game, self.start, self.nodes, self.seconds, self.compiled = game, start, nodes, seconds, run.compiled
        self._run, self.table, self.values = run, table, values
        self._run.deadline = self._run.progress = None
        self.states: int = len(table)
        """How many there are; symmetric ones count as one."""

    @cached_property
    def won(self) -> int:
        """How many are won for the player to move (a finished game: for the first player); so `lost`."""
        return _count(numbers(self.values.codes), 1)

    @cached_property
    def lost(self) -> int:
        """How many are lost."""
        return _count(numbers(self.values.codes), -1)

    @property
    def drawn(self) -> int:
        """How many are level with best play: by the end of the game, or because it need not end."""
        return self.states - self.won - self.lost

    @cached_property
    def longest(self) -> int:
        """The plies of the longest win."""
        distances = numbers(self.values.distances)
        return int(max(distances) if isinstance(distances, list) else distances.max())

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return _size(self.table) + self.states * BYTES_A_VALUE

    def __getitem__(self, state: Any) -> Known:
        return self._known(state)[0]

    def _known(self, state: Any) -> tuple[Known, int]:
        """What is known, and the player it is for."""
        number, player = self._place(state)
        code, distance = (int(numbers(column)[number]) for column in (self.values.codes, self.values.distances))
        return Known(self.values.amount(code), distance if code else None), player

    def _place(self, state: Any) -> tuple[int, int]:
        """The number of a state, and the player its value is for."""
        number, player = self._run(place_of, self.game, state, self.table, watch=Watch(), here=True)
        if number < 0:
            raise UsageError(f"{self.game.format_state(state)!r} cannot be reached from where this was solved.")
        return number, player

    def moves(self, state: Any) -> list[tuple[Any, Known]]:
        """Every action with what it leads to, for the player who takes it; the best ones first."""
        game, mover, found = self.game, self.game.to_move(state), []
        for action in game.actions(state):
            known, player = self._known(game.result(state, action))
            found.append((action, known.before(turned=player != mover)))
        return sorted(found, key=lambda one: one[1].merit, reverse=True)

    def line(self, state: Any) -> Iterator[Any]:
        """Best play from a state to the end, or until a position comes back."""
        met: set[int] = set()
        for _ in range(LONGEST_LINE):
            number, _ = self._place(state)
            if number in met or self.game.is_terminal(state):
                return
            met.add(number)
            action, _ = self.moves(state)[0]
            yield action
            state = self.game.result(state, action)

    def solution(self) -> Solution:
        """The answer for the start, in the form that all searches give."""
        known, line = self[self.start], tuple(self.line(self.start))
        over = self.game.is_terminal(self.start)
        values = zero_sum_values(self.game, 0 if over else self.game.to_move(self.start), known.value)
        return Solution(
            action=line[0] if line else None,
            value=known.value,
            values=values,
            line=line,
            nodes=self.nodes,
            depth=len(line),
            seconds=self.seconds,
            exact=True,
            algorithm="retrograde analysis",
            compiled=self.compiled,
            distance=known.distance,
            score=None if self.game.overrides("score") else known.value,
            states=self.states,
        )


def solve_all(
    game: Game[Any, Any],
    state: Any = None,
    *,
    memory: int = WHOLE_MEMORY,
    threads: int | None = None,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Knowledge:
    """The value and the distance of every state that can be reached, for two opponents without chance; positions may come back.

    `memory` bounds everything that is kept, in bytes; a game that needs more is refused. A large game's states
    are found by so many `threads`; left out, one a core.

    >>> import counterplay as cp
    >>> known = cp.solve_all(cp.load("nim(pile_sizes=(1,2))"))
    >>> known.states, known[known.start].value, known[known.start].distance
    (7, 1.0, 2)
    """
    require_opponents("solve_all", game)
    jobs = os.cpu_count() or 1 if threads is None else threads
    require_sense(memory, seconds, jobs)
    start = root_of(game, state)

    def attempt(run: Runner) -> Knowledge:
        reached = Reached(game, run, start, memory, jobs)
        values = reached.solve()
        return Knowledge(game, start, run, reached.table, values, reached.nodes, run.elapsed())

    return at_two_speeds(solve_reached, game, attempt, compiled=compiled, seconds=seconds, progress=progress)


def _count(codes: Any, sign: int) -> int:
    """How many codes have this sign."""
    return sum(code * sign > 0 for code in codes) if isinstance(codes, list) else int((codes * sign > 0).sum())


def _size(table: Any) -> int:
    """How many bytes a table of states takes; what is there for more states has not been touched."""
    if not isinstance(table, CompiledStateTable):
        return len(table) * INTERPRETED_BYTES
    return int(table.words.nbytes - (table.capacity - len(table)) * table.keys().strides[0])
