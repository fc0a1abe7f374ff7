"""Solving states of a two-player game one after another, with a table that is kept between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..buffers import MOST_WAITING, buffer
from ..compact_table import CompactTable
from ..errors import TableFull
from ..game import Game
from ..kernels import Progress, Runner, at_two_speeds
from ..positions import root_of
from ..search.fitting import require_opponents, zero_sum_values
from ..search.lookahead import mover
from ..search.tables import require_machine
from ..transpositions import USUAL_MEMORY, TranspositionTable
from ..watch import Watch
from .exact import find_line, find_score
from .solution import LONGEST_LINE, Solution, require_finite, require_sense
from .together import first_answer

NARROW = 1e-6
"""The width of a window that holds no score: scores differ by more, or not at all."""
TOGETHER = 16
"""In so many plies from the state that is solved, threads take work from one another."""


class Stacks(NamedTuple):
    """Where one thread sorts its actions."""

    moves: Any
    promises: Any


class Solver:
    """Finds exact scores, quickly for a game that states what it knows (`bounds`, `candidates`, `promise`, `key`, `plies_left`).

    `memory` bounds the table, in bytes. With `threads`, several search one state together, sharing the table, where the game is
    compiled: the score is the same, the nodes are not the same each time.

    >>> import counterplay as cp
    >>> solver = cp.Solver(cp.load("connect_four(rows=4,columns=5)"))
    >>> solver.solve().score                                   # a draw
    0.0
    """

    def __init__(self, game: Game[Any, Any], *, memory: int = USUAL_MEMORY, threads: int = 1, compiled: bool | None = None):
        require_opponents("Solver", game)
        require_sense(memory, seconds=None, threads=threads)
        require_machine(memory)
        self.game, self.memory, self.threads, self.compiled = game, memory, threads, compiled
        self._tables: dict[bool, Any] = {}
        self._stacks: dict[tuple[bool, int], Stacks] = {}

    def solve(self, state: Any = None, *, seconds: float | None = None, progress: Callable[[Progress], None] | None = None) -> Solution:
        """The score of a state (or of the game) with best play, exact."""
        require_sense(self.memory, seconds)
        game = self.game
        start = root_of(game, state)
        player = mover(game, start)

        def attempt(run: Runner) -> Solution:
            table = run.prepare(lambda: self._table(run.compiled))
            nodes, best = 0, ()
            if game.is_terminal(start):
                score = float(game.score(start, player))
            else:
                try:
                    score, nodes = self._score(run, start, player, table)
                    require_finite(game, score)
                    best = self._line(run, start, player, score, table)
                except TableFull as full:
                    raise TableFull(
                        f"{game.name} has lines of play on which more than {MOST_WAITING:,} actions wait to be tried. "
                        "Solve a position nearer to the end, or search to a depth instead."
                    ) from full
            score += 0.0  # minus zero becomes zero
            value = float((score > 0) - (score < 0)) if game.overrides("score") else score
            return Solution(
                action=best[0] if best else None,
                value=value,
                values=zero_sum_values(game, player, value),
                line=best,
                nodes=nodes,
                depth=len(best),
                seconds=run.elapsed(),
                exact=True,
                algorithm="solve",
                compiled=run.compiled,
                score=score,
            )

        return at_two_speeds(find_score, game, attempt, compiled=self.compiled, seconds=seconds, progress=progress)

    def clear(self) -> None:
        """Forget what was learnt from the states solved so far."""
        for table in self._tables.values():
            table.clear()

    def _score(self, run: Runner, start: Any, player: int, table: Any) -> tuple[float, int]:
        """The score, and how many nodes all threads entered for it."""
        watches = [Watch() for _ in range(self.threads if run.compiled else 1)]

        def search(number: int) -> float:
            depth, base, together = 0, 0, TOGETHER if len(watches) > 1 else 0
            stacks = run.prepare(lambda: self._stack(run.compiled, number))
            one = run if number == 0 else Runner(run.compiled)
            return float(one(find_score, self.game, start, depth, base, player, NARROW, together, table, *stacks, watch=watches[number]))

        score = search(0) if len(watches) == 1 else first_answer(search, watches)
        return score, sum(watch.nodes for watch in watches)

    def _line(self, run: Runner, start: Any, player: int, score: float, table: Any) -> tuple[Any, ...]:
        """Best play to the end."""
        depth, base, together = 0, 0, 0
        line = buffer(LONGEST_LINE, "q", compiled=run.compiled)
        stacks = self._stack(run.compiled, 0)
        length = run(find_line, self.game, start, depth, base, player, score, NARROW, together, line, table, *stacks, watch=Watch())
        return tuple(line[i] for i in range(length))

    def _table(self, compiled: bool) -> Any:
        """The table for this speed, made when first needed."""
        if compiled not in self._tables:
            table: Any = TranspositionTable(self.memory)
            if compiled:
                from ..native.keys import key_words

                table = CompactTable(self.memory, key_words(self.game))
            self._tables[compiled] = table
        return self._tables[compiled]

    def _stack(self, compiled: bool, thread: int) -> Stacks:
        """Stacks for a thread, made when first needed."""
        if (compiled, thread) not in self._stacks:
            moves, promises = (buffer(MOST_WAITING, kind, compiled=compiled) for kind in "qd")
            self._stacks[compiled, thread] = Stacks(moves, promises)
        return self._stacks[compiled, thread]
