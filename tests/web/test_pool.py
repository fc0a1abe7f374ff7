"""The queue of searches: fair between visitors, bounded, and nothing runs for somebody who left."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from counterplay.errors import Stopped
from counterplay.web import bounds
from counterplay.web.pool import Job, Pool
from counterplay.web.refusals import Refusal


def test_visitors_take_turns() -> None:
    async def run() -> list[str]:
        pool, order, gate = Pool(1), list[str](), threading.Event()

        def work(name: str) -> object:
            def search(job: Job) -> None:
                gate.wait(10)
                order.append(name)

            return search

        jobs = [("busy", "busy 1"), ("busy", "busy 2"), ("busy", "busy 3"), ("calm", "calm 1"), ("late", "late 1"), ("calm", "calm 2")]
        tasks: list[asyncio.Task[None]] = []
        for visitor, name in jobs:
            tasks.append(asyncio.create_task(pool.run(visitor, work(name))))  # type: ignore[arg-type]
            await asyncio.sleep(0.02)
        gate.set()
        await asyncio.gather(*tasks)
        pool.close()
        return order

    assert asyncio.run(run()) == ["busy 1", "busy 2", "calm 1", "late 1", "busy 3", "calm 2"]


def test_who_leaves_is_not_searched_for() -> None:
    async def run() -> tuple[bool, int]:
        pool, stopped = Pool(1), threading.Event()

        def endless(job: Job) -> None:
            try:
                while True:
                    job()
                    time.sleep(0.005)
            except Stopped:
                stopped.set()
                raise

        running = asyncio.create_task(pool.run("one", endless))
        waiting = asyncio.create_task(pool.run("two", endless))
        await asyncio.sleep(0.05)
        assert (pool.running, pool.waiting) == (1, 1)
        waiting.cancel()
        await asyncio.sleep(0.02)
        left = pool.waiting
        running.cancel()
        ended = await asyncio.to_thread(stopped.wait, 5)
        pool.close()
        return ended, left

    assert asyncio.run(run()) == (True, 0)


def test_an_analysis_gives_way_when_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "PATIENCE_SECONDS", 0.05)

    async def run() -> tuple[str, str]:
        pool = Pool(1)

        def analysis(job: Job) -> str:
            try:
                while True:
                    job()
                    time.sleep(0.005)
            except Stopped:
                assert job.gave_way
                return "gave way"

        first = asyncio.create_task(pool.run("one", analysis, gives_way=True))
        await asyncio.sleep(0.2)
        assert not first.done(), "nobody waits"
        second = asyncio.create_task(pool.run("two", lambda job: "moved"))
        answers = await first, await second
        pool.close()
        return answers

    assert asyncio.run(run()) == ("gave way", "moved")


def test_the_queue_of_a_visitor_is_bounded() -> None:
    async def run() -> None:
        pool, gate = Pool(1), threading.Event()
        tasks = [asyncio.create_task(pool.run("one", lambda job: gate.wait(10)))]
        while not pool.running:
            await asyncio.sleep(0.01)
        tasks += [asyncio.create_task(pool.run("one", lambda job: gate.wait(10))) for _ in range(bounds.WAITING_OF_A_VISITOR)]
        await asyncio.sleep(0.1)
        with pytest.raises(Refusal, match="Too many of your searches"):
            await pool.run("one", lambda job: None)
        gate.set()
        await asyncio.gather(*tasks)
        pool.close()

    asyncio.run(run())
