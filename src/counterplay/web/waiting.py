"""Waiting for a search only as long as somebody waits for its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from ..errors import Stopped
from .refusals import Refusal

T = TypeVar("T")
LOOK_SECONDS = 0.25


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What `work` returns; it is cancelled when the visitor closes the connection."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK_SECONDS)
            if not task.done() and await request.is_disconnected():
                raise Refusal(409, "The visitor left before the answer was there.")
        return task.result()
    except Stopped as error:
        raise Refusal(409, "The search was stopped.") from error
    finally:
        task.cancel()
