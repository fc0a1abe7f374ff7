"""Analysis as it happens, over a WebSocket: what every move is worth, deeper and deeper, until the visitor looks at something else.

The page sends `{"want": 7, "line": {…}, "lines": 3, "seconds": 10}` (a number of its own, a position, how many lines, how long) or
`{"want": 8}` to stop. It gets messages that carry the same number: `state` "waiting", "searching", then `analysis` again and again, then
`state` "done", or `error` with a sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, ValidationError

from ..errors import CounterplayError, Stopped
from . import bounds
from .models import Line, Strict
from .pool import Job
from .positions_api import in_thread, shown, stream
from .refusals import complaint
from .services import Services, Shared, Visitor

router = APIRouter()


class Wanted(Strict):
    """What the page wants to know; without a line: nothing any more."""

    want: int = Field(ge=0, lt=2**53)
    line: Line | None = None
    lines: int = Field(default=3, ge=1, le=bounds.LINES)
    seconds: float = Field(default=10.0, gt=0, le=bounds.ANALYSIS_SECONDS)


_open_sockets: Counter[str] = Counter()


@router.websocket("/analysis")
async def analysis(socket: WebSocket, services: Shared, visitor: Visitor) -> None:
    """One page's analyses, one at a time: a new question ends the one before."""
    if _open_sockets[visitor] >= bounds.SOCKETS_OF_A_VISITOR:
        await socket.close(4429, "Too many pages are open.")
        return
    await socket.accept()
    _open_sockets[visitor] += 1
    running: asyncio.Task[None] | None = None
    try:
        while True:
            text = await socket.receive_text()
            wanted = await _read(socket, text)
            if running is not None:
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running
                running = None
            if wanted is not None and wanted.line is not None:
                running = asyncio.create_task(_answer(socket, services, visitor, wanted, wanted.line))
    except (WebSocketDisconnect, RuntimeError, KeyError):  # closed; or a message that is no text
        pass
    finally:
        if running is not None:
            running.cancel()
        _open_sockets[visitor] -= 1
        if not _open_sockets[visitor]:
            del _open_sockets[visitor]


async def _read(socket: WebSocket, text: str) -> Wanted | None:
    if len(text) > bounds.SOCKET_BYTES:
        await socket.send_json({"error": f"A message may have {bounds.SOCKET_BYTES:,} characters."})
        return None
    if bounds.brackets(text) > bounds.BRACKETS:
        await socket.send_json({"error": "This is nested too deeply."})
        return None
    try:
        return Wanted.model_validate(json.loads(text))
    except ValidationError as error:
        await socket.send_json({"error": complaint(error.errors())})
    except (ValueError, RecursionError):
        await socket.send_json({"error": "This is not JSON."})
    return None


async def _answer(socket: WebSocket, services: Services, visitor: str, wanted: Wanted, line: Line) -> None:
    """Search, and send what is found as it is found. Only the newest analysis is sent: a slow connection skips some."""
    news = asyncio.Event()
    latest: dict[str, Any] = {}

    def report(analysis: dict[str, Any]) -> None:
        latest["analysis"] = analysis
        news.set()

    def waits() -> bool:
        return position.game.title in services.compiler.compiling

    async def send(**message: Any) -> None:
        await socket.send_json({"want": wanted.want, **message})

    async def forward() -> None:
        while True:
            await news.wait()
            news.clear()
            await send(state="searching", analysis=latest["analysis"], compiling=waits())

    def search(job: Job) -> str:
        try:
            for found in stream(services, position, wanted.seconds, wanted.lines, job):
                job.tell(report, shown(position, found).model_dump())
        except Stopped:
            if not job.gave_way:
                raise
            return "others wait"
        return "done"

    sender: asyncio.Task[None] | None = None
    try:
        position = await in_thread(services, line)
        await send(state="waiting", ahead=services.pool.waiting, compiling=waits())
        sender = asyncio.create_task(forward())
        reason = await services.pool.run(visitor, search, gives_way=True)
        if news.is_set():
            await send(state="searching", analysis=latest["analysis"], compiling=waits())
        await send(state=reason, compiling=waits())
    except CounterplayError as error:
        await send(error=str(error))
    except (WebSocketDisconnect, RuntimeError):  # the visitor left
        pass
    finally:
        if sender is not None:
            sender.cancel()
