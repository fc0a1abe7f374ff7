"""Every refusal is a JSON object with a sentence, every unknown page a friendly one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from ..errors import CounterplayError
from ..game import Game
from .pages import not_found_page


class Refused(BaseModel):
    """What every refusal looks like."""

    error: str = Field(description="What was wrong and what to do, in a sentence.")


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused, "description": words}
    for status, words in {
        400: "The request cannot be read.",
        403: "The request comes from another site.",
        404: "There is no such thing.",
        409: "Not in this state of affairs.",
        413: "The request is too large.",
        422: "The request has no meaning: an illegal move, a wrong parameter.",
        429: "Too much at once.",
    }.items()
}
"""For the routers: the refusals that any request may meet."""


class Refusal(CounterplayError):
    """A request that is refused, with the status code that says how."""

    def __init__(self, status: int, sentence: str):
        self.status = status
        super().__init__(sentence)


@contextmanager
def rules_of(game: Game[Any, Any]) -> Iterator[None]:
    """Whatever somebody's rules raise is told in a sentence; it is no failure of the server."""
    try:
        yield
    except CounterplayError:
        raise
    except Exception as error:
        raise Refusal(422, f"The rules of {game.name} failed here: {type(error).__name__}: {error}") from error


def answer(status: int, sentence: str) -> JSONResponse:
    """The refusal itself."""
    return JSONResponse({"error": sentence}, status)


def install(app: FastAPI) -> None:
    """Turn every exception that requests can cause into a refusal."""

    async def refuse(request: Request, error: Exception) -> Response:
        return answer(error.status if isinstance(error, Refusal) else 422, str(error))

    async def explain(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answer(422, complaint(error.errors()))

    async def missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if request.url.path.startswith("/api/"):
            if error.status_code == 404:
                return answer(404, "There is nothing at this address. /api/openapi.json describes what there is.")
            return JSONResponse({"error": f"{error.detail}."}, error.status_code, headers=error.headers)
        return not_found_page(error.status_code)

    app.add_exception_handler(CounterplayError, refuse)
    app.add_exception_handler(RequestValidationError, explain)
    app.add_exception_handler(HTTPException, missing)


def complaint(errors: Any) -> str:
    """What pydantic found wrong, as a sentence: the first few complaints, each with its place."""
    parts = []
    for error in list(errors)[:3]:
        place = ".".join(str(word) for word in error["loc"] if word != "body")
        parts.append(f"{place}: {error['msg']}" if place else str(error["msg"]))
    return "; ".join(parts)[:1000] + "."
