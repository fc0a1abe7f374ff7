"""Our solver as the peers are called: for the scores alone, one thread, no line of best play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import counterplay
from counterplay.buffers import buffer
from counterplay.compact_table import CompactTable
from counterplay.native.compiler import entry_point
from counterplay.native.keys import key_words
from counterplay.solving.exact import find_score
from counterplay.solving.solver import NARROW
from counterplay.watch import Watch

MEMORY = 256 << 20


class Solved(NamedTuple):
    """What the solver found, in how much processor time."""

    scores: list[float]
    seconds: float
    nodes: int


class ExactScores:
    """What `counterplay.Solver` runs, without the thread around it that looks after clock and Ctrl-C."""

    def __init__(self, name: str) -> None:
        self.game = counterplay.load(name)
        self.table = CompactTable(MEMORY, key_words(self.game))
        self.stacks = buffer(1 << 14, "q", compiled=True), buffer(1 << 14, "d", compiled=True)

    def solve(self, states: Sequence[Any]) -> Solved:
        """The scores of these states, one after another; the table is empty at first and kept from one to the next."""
        game, watch = self.game, Watch()
        questions = [(state, 0, 0, game.to_move(state), NARROW, 0, self.table, *self.stacks, watch) for state in states]
        entry = entry_point(find_score, game, questions[0])
        self.table.clear()
        before = time.process_time()
        scores = [entry(game, *question) for question in questions]
        return Solved(scores, time.process_time() - before, watch.nodes)
