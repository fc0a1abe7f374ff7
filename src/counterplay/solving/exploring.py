"""Several threads explore one game: level by level, each a stretch of the level's states at a time, all into one table.

A level is what one ply more reaches. All its states are numbered before the first of them is looked at, so whatever leads from one level to
the next leads forward, whichever thread is faster. A narrow level is left to one thread, which goes on alone until there is no more room.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from ..buffers import buffer
from ..errors import Stopped, TableFull
from ..kernels import kernel
from ..states import SharedStateTable
from ..watch import APART, Watch
from .columns import numbers
from .reaching import AMOUNTS, END, FORWARD, LEVEL, MAY_ADD, NEXT, ROOM, STEPS, USED, WANTED, explore
from .together import parts_of, shared_out

if TYPE_CHECKING:
    from .reached import Reached

STEPS_AT_ONCE: Final = 1 << 18
"""A thread is given room for so many steps at a time: more than one state may have, and enough for it to be busy for long (a megabyte)."""
WIDE: Final = 1 << 13
"""A level with fewer states is explored before other threads have begun."""
Stretch = tuple[int, int]


@kernel
def move_states(game, state, table, old, new, count, watch):
    """Give so many states other numbers."""
    for i in range(count):
        table.move(old[i], new[i], state)


@dataclass
class Worker:
    """What a thread works with: room for steps, and numbers for states, that no other thread uses."""

    progress: Any
    table: SharedStateTable


class Together:
    """The threads at work on what one thread has begun."""

    def __init__(self, reached: Reached, jobs: int):
        self.reached, self.jobs = reached, jobs
        self.idle: list[Worker] = []
        self.watches: list[Watch] = []
        self.over = False
        self.lock = Lock()

    def explore(self) -> None:
        """All that is left, or up to a level that is narrow."""
        progress = self.reached.progress
        begin, end = progress[NEXT], progress[LEVEL] if progress[LEVEL] > progress[NEXT] else len(self.reached.table)
        if end - begin < WIDE:
            return
        with self._telling():
            self._work([(begin, begin)], end)  # compiles
            while end - begin >= WIDE:
                left = parts_of(begin, end, self.jobs)
                while left:
                    left, wanted = self._work(left, end)
                    for one in wanted:
                        self.reached.grow(one)
                begin, end = end, len(self.reached.table)
        progress[NEXT] = progress[LEVEL] = begin
        progress[FORWARD] = min([progress[FORWARD], *(one.progress[FORWARD] for one in self.idle)])

    def _work(self, stretches: list[Stretch], level: int) -> tuple[list[Stretch], set[int]]:
        """Explore these stretches of a level; what is left of them, where there is no more room, and for what."""
        left: list[Stretch] = []
        wanted: set[int] = set()
        first_step = min([self.reached.progress[USED], *(one.progress[USED] for one in self.idle if one.progress[ROOM])])
        for one in self.idle:
            one.table = SharedStateTable(self.reached.table)

        def work(piece: int, here: bool) -> None:
            begin, end = stretches[piece]
            worker = self.idle.pop() if self.idle else self._worker()
            progress = worker.progress
            progress[NEXT], progress[END], progress[LEVEL] = begin, end, level
            while self._stops_for_want(worker, here):
                if progress[WANTED] == AMOUNTS:
                    self._add_amount(worker, end, here)
                elif progress[WANTED] != STEPS or not self._give_steps(progress):
                    wanted.add(progress[WANTED])
                    left.append((progress[NEXT], end))
                    break
            self.idle.append(worker)

        shared_out(work, len(stretches), self.jobs, self._stop)
        self._close_gaps(first_step)
        self.reached.nodes += sum(watch.nodes for watch in self.watches)
        self.watches.clear()
        return left, wanted

    def _stops_for_want(self, worker: Worker, here: bool) -> bool:
        """Let a thread go on, to its end or until it wants something."""
        reached, watch = self.reached, Watch()
        self.watches.append(watch)
        if self.over:
            raise Stopped("Another thread has stopped the search.")
        try:
            reached.run(explore, reached.game, reached.start, worker.table, worker.progress, *reached.found, watch=watch, here=here)
        except TableFull:
            return True
        return False

    def _add_amount(self, worker: Worker, end: int, here: bool) -> None:
        """One state more, at which a new amount is won: while one thread adds it, others may only look."""
        progress = worker.progress
        with self.lock:
            progress[MAY_ADD], progress[END] = 1, progress[NEXT] + 1
            self._stops_for_want(worker, here)
            progress[MAY_ADD], progress[END] = 0, end
        self.reached.require_few_amounts()

    def _give_steps(self, progress: Any) -> bool:
        """Give a thread room for more steps, if there is any."""
        whole = self.reached.progress
        with self.lock:
            begin = whole[USED]
            if begin + STEPS_AT_ONCE > whole[ROOM]:
                return False
            whole[USED] = begin + STEPS_AT_ONCE
        progress[USED], progress[ROOM] = begin, begin + STEPS_AT_ONCE
        return True

    def _close_gaps(self, first_step: int) -> None:
        """Numbers that threads have taken and not used go to the states with the last ones; steps that lead to these are corrected.

        Nothing before `first_step` leads there.
        """
        import numpy

        reached = self.reached
        gaps = sorted(number for one in self.idle for number in one.table.free)
        used = len(reached.table) - len(gaps)
        last = sorted(set(range(used, used + len(gaps))) - set(gaps))
        new = gaps[: len(last)]
        old_numbers, new_numbers = (buffer(len(gaps) + 1, "q", compiled=True) for _ in range(2))
        for place, (one, other) in enumerate(zip(last, new, strict=True)):
            old_numbers[place], new_numbers[place] = one, other
        reached.run(move_states, reached.game, reached.start, reached.table, old_numbers, new_numbers, len(new), watch=Watch(), here=True)
        reached.table.drop(len(gaps))
        steps = numbers(reached.steps)[first_step : reached.progress[USED]]
        moved = steps >= used
        names = numpy.arange(used, used + len(gaps), dtype=numpy.int32)
        names[numpy.array(last, dtype=numpy.int64) - used] = new
        steps[moved] = names[steps[moved] - used]

    def _worker(self) -> Worker:
        progress = buffer(WANTED + 1 + APART, "q", compiled=True)
        progress[FORWARD] = 1
        return Worker(progress, SharedStateTable(self.reached.table))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """While this lasts, progress reports count what all threads have seen."""
        run, tell = self.reached.run, self.reached.run.progress
        if tell is not None:
            run.progress = lambda told: tell(told._replace(nodes=self.reached.nodes + sum(watch.nodes for watch in self.watches)))
        try:
            yield
        finally:
            run.progress = tell

    def _stop(self) -> None:
        self.over = True
        for watch in self.watches:
            watch.stop()
