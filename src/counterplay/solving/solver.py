"""Solving states of a two-player game one after another, with a table that is kept between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..buffers import buffer
from ..compact_table import CompactTable
from ..errors import TableFull
from ..game import Game
from ..kernels import Progress, Runner, at_two_speeds
from ..search.fitting import require_opponents, zero_sum_values
from ..search.lookahead import mover
from ..transpositions import TranspositionTable
from ..watch import Watch
from .exact import find_line, find_score
from .solution import Solution, require_finite, require_sense

NARROW = 1e-6
"""The width of a window that holds no score: scores differ by more, or not at all."""
LONGEST_LINE = 1000
MOST_WAITING = 1 << 16
"""How many actions can wait to be tried: those of all states on one line of play."""
USUAL_MEMORY = 256 << 20


class Solver:
    """Finds exact scores, quickly for a game that states what it knows (`bounds`, `candidates`, `promise`, `key`).

    >>> import counterplay as cp
    >>> solver = cp.Solver(cp.load("connect_four(rows=4,columns=5)"))
    >>> solver.solve().score                                   # a draw
    0.0
    """

    def __init__(self, game: Game[Any, Any], *, memory: int = USUAL_MEMORY, compiled: bool | None = None):
        require_opponents("Solver", game)
        require_sense(memory, seconds=None)
        self.game, self.memory, self.compiled = game, memory, compiled
        self._rooms: dict[bool, tuple[Any, Any, Any, Any]] = {}

    def solve(self, state: Any = None, *, seconds: float | None = None, progress: Callable[[Progress], None] | None = None) -> Solution:
        """The score of a state (or of the game) with best play, exact."""
        require_sense(self.memory, seconds)
        game = self.game
        start = game.initial() if state is None else state
        player = mover(game, start)

        def attempt(run: Runner) -> Solution:
            watch = Watch()
            table, moves, promises, line = run.prepare(lambda: self._room(run.compiled))
            depth, base = 0, 0
            if game.is_terminal(start):
                score, length = float(game.score(start, player)), 0
            else:
                try:
                    score = run(find_score, game, start, depth, base, player, NARROW, table, moves, promises, watch=watch)
                    require_finite(game, score)
                    length = run(find_line, game, start, depth, base, player, score, NARROW, line, table, moves, promises, watch=Watch())
                except TableFull as full:
                    raise TableFull(
                        f"{game.name} has lines of play on which more than {MOST_WAITING:,} actions wait to be tried. "
                        "Solve a position nearer to the end, or search to a depth instead."
                    ) from full
            score += 0.0  # minus zero becomes zero
            best = tuple(line[i] for i in range(length))
            value = float((score > 0) - (score < 0)) if game.overrides("score") else score
            return Solution(
                action=best[0] if best else None,
                value=value,
                values=zero_sum_values(game, player, value),
                line=best,
                nodes=watch.nodes,
                depth=length,
                seconds=run.elapsed(),
                exact=True,
                algorithm="solve",
                compiled=run.compiled,
                score=score,
            )

        return at_two_speeds(find_score, game, attempt, compiled=self.compiled, seconds=seconds, progress=progress)

    def clear(self) -> None:
        """Forget what was learnt from the states solved so far."""
        for table, *_ in self._rooms.values():
            table.clear()

    def _room(self, compiled: bool) -> tuple[Any, Any, Any, Any]:
        """Table, stack and line for this speed, made when first needed."""
        if compiled not in self._rooms:
            table: Any = TranspositionTable(self.memory)
            if compiled:
                from ..native.keys import key_words

                table = CompactTable(self.memory, key_words(self.game))
            stacks = (buffer(MOST_WAITING, "q", compiled=compiled), buffer(MOST_WAITING, "d", compiled=compiled))
            self._rooms[compiled] = (table, *stacks, buffer(LONGEST_LINE, "q", compiled=compiled))
        return self._rooms[compiled]
