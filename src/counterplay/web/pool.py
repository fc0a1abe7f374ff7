"""Searches, a few at a time: a queue that is fair between visitors, in threads that never hold up a page.

Visitors take turns: whoever has been served goes to the end, so that one who asks for ten searches does not make nine others wait. A
search stops when its visitor leaves; an analysis, which would run for long, gives way when others wait.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import Stopped
from ..kernels import Progress
from . import bounds
from .refusals import Refusal

T = TypeVar("T")
NICENESS = 10


class Job:
    """A search that waits or runs. Searches call it as their `progress`; it raises `Stopped` when they are to stop."""

    def __init__(self, pool: Pool, visitor: str, work: Callable[[Job], Any], gives_way: bool):
        self.visitor, self.gives_way = visitor, gives_way
        self.gave_way = False
        self.started = 0.0
        self._pool, self._work, self._left = pool, work, False
        self._loop = asyncio.get_running_loop()
        self.outcome: asyncio.Future[Any] = self._loop.create_future()

    def __call__(self, progress: Progress | None = None) -> None:
        """Go on? Otherwise `Stopped` is raised."""
        if self._left or self._pool.closed:
            raise Stopped("The visitor left.")
        if self.gives_way and self._pool.waiting and time.monotonic() - self.started > bounds.PATIENCE_SECONDS:
            self.gave_way = True
            raise Stopped("Others wait.")

    def leave(self) -> None:
        """The visitor is gone: stop."""
        self._left = True

    def tell(self, report: Callable[[Any], None], what: Any) -> None:
        """Call `report(what)` where the server's event loop runs."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(report, what)

    def run(self) -> None:
        """In a thread of the pool: do the work and hand its outcome to whoever waits for it."""
        self.started = time.monotonic()
        try:
            self()
            value: Any = self._work(self)
        except BaseException as error:
            self.tell(self.fail, error)
        else:
            self.tell(self._finish, value)

    def _finish(self, value: Any) -> None:
        if not self.outcome.done():
            self.outcome.set_result(value)

    def fail(self, error: BaseException) -> None:
        """Whoever waits for it hears this."""
        if not self.outcome.done():
            self.outcome.set_exception(error)


class Pool:
    """A few threads, and one queue for each visitor."""

    def __init__(self, workers: int):
        self.closed = False
        self.running = 0
        self.waiting = 0
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self._change = threading.Condition()
        self._threads = [threading.Thread(target=self._serve, name=f"search {number}", daemon=True) for number in range(workers)]
        for thread in self._threads:
            thread.start()

    async def run(self, visitor: str, work: Callable[[Job], T], gives_way: bool = False) -> T:
        """What `work(job)` returns, when its turn has come. Cancelling the wait stops the search."""
        job = Job(self, visitor, work, gives_way)
        self._add(job)
        try:
            result: T = await job.outcome
            return result
        except asyncio.CancelledError:
            self._remove(job)
            raise

    def _add(self, job: Job) -> None:
        with self._change:
            queue = self._queues.get(job.visitor)
            if self.waiting >= bounds.WAITING:
                raise Refusal(429, "Too many searches wait already. Try again in a moment.")
            if queue is not None and len(queue) >= bounds.WAITING_OF_A_VISITOR:
                raise Refusal(429, "Too many of your searches wait already. Try again when some are done.")
            self._queues.setdefault(job.visitor, deque()).append(job)
            self.waiting += 1
            self._change.notify()

    def _remove(self, job: Job) -> None:
        job.leave()
        with self._change:
            queue = self._queues.get(job.visitor)
            if queue is not None and job in queue:
                queue.remove(job)
                self.waiting -= 1
                if not queue:
                    del self._queues[job.visitor]

    def _next(self) -> Job | None:
        """The first search of the visitor whose turn it is; None when the pool closes."""
        with self._change:
            while not self._queues:
                if self.closed:
                    return None
                self._change.wait()
            visitor, queue = self._queues.popitem(last=False)
            job = queue.popleft()
            if queue:
                self._queues[visitor] = queue  # at the end: now others first
            self.waiting -= 1
            self.running += 1
            return job

    def _serve(self) -> None:
        if sys.platform == "linux":  # there, threads have priorities of their own, and those they start inherit it: pages come first
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while (job := self._next()) is not None:
            job.run()
            with self._change:
                self.running -= 1

    def close(self) -> None:
        """Stop everything; nothing is searched any more."""
        with self._change:
            self.closed = True
            waiting = [job for queue in self._queues.values() for job in queue]
            self._queues.clear()
            self.waiting = 0
            self._change.notify_all()
        for job in waiting:
            job.tell(job.fail, Stopped("The server is closing."))
