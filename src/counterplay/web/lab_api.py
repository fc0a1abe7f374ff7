"""The Lab's part of the API: an exercise as something to step through, as a file, as a tree to edit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import Response

from . import lab
from .lab_models import ExampleList, Exercise, Export, LabView, TreeText
from .pool import Job
from .refusals import rules_of
from .services import Services, Shared, Visitor
from .waiting import while_connected

router = APIRouter(prefix="/lab", tags=["lab"])
TYPES = {"svg": "image/svg+xml", "html": "text/html", "tex": "application/x-tex", "json": "application/json", "txt": "text/plain"}
T = TypeVar("T")


async def _in_pool(request: Request, services: Services, visitor: str, exercise: Exercise, work: Callable[[lab.Root, Job], T]) -> T:
    """Trace in a thread of the pool, as long as somebody waits for it."""

    def run(job: Job) -> T:
        root = lab.root_of(exercise, services.game)
        with rules_of(root.game):
            return work(root, job)

    return await while_connected(request, services.pool.run(visitor, run))


@router.get("/examples")
def examples() -> ExampleList:
    """Exercises from lectures."""
    return ExampleList(examples=list(lab.examples()))


@router.post("/trace")
async def trace(request: Request, exercise: Exercise, services: Shared, visitor: Visitor) -> LabView:
    """Run the searches of an exercise and tell every step: drawing, looks, sentences, questions."""
    return await _in_pool(request, services, visitor, exercise, lambda root, job: lab.view(exercise, root, job))


@router.post("/tree")
async def tree(request: Request, exercise: Exercise, services: Shared, visitor: Visitor) -> TreeText:
    """The tree of an exercise as text, also where it is a position's: to be edited."""
    return TreeText(text=await _in_pool(request, services, visitor, exercise, lambda root, job: lab.unfolded(exercise, root, job)))


@router.post("/export", response_class=Response, responses={200: {"content": {kind: {} for kind in TYPES.values()}}})
async def export(request: Request, wanted: Export, services: Shared, visitor: Visitor) -> Response:
    """One search of an exercise as a file."""
    text = await _in_pool(request, services, visitor, wanted.exercise, lambda root, job: lab.exported(wanted, root, job))
    name = f"{wanted.exercise.searches[wanted.number].algorithm}.{wanted.format}"
    return Response(text, media_type=TYPES[wanted.format], headers={"content-disposition": f'attachment; filename="{name}"'})
