"""Positions: what there is to see of one, what somebody pasted, and a hint."""

from __future__ import annotations

import math
from typing import Any

from fastapi import APIRouter, Request

from ..game import CHANCE
from ..lines import names_along
from ..search.engine import Analysis
from . import bounds
from .analysis import analyse
from .models import AnalysisLine, AnalysisView, HintRequest, Line, Paste, View, WrittenGame
from .pool import Job
from .refusals import Refusal, rules_of
from .services import Services, Shared, Visitor
from .views import Position, read_pasted, view, written
from .waiting import while_connected

router = APIRouter(tags=["positions"])


@router.post("/position")
def look(line: Line, services: Shared) -> View:
    """Everything there is to see of a position: picture, text, legal moves, whose turn, result."""
    return view(services.position(line))


@router.post("/paste")
def paste(pasted: Paste, services: Shared) -> Line:
    """The line of moves that a pasted text means: a position, moves, or a whole game."""
    line = read_pasted(pasted.game, pasted.parameters, services.catalogue.game(pasted.game, pasted.parameters), pasted.text)
    position = services.position(line)
    return line.model_copy(update={"start": position.start, "moves": list(position.moves)})


@router.post("/written")
def write(line: Line, services: Shared) -> WrittenGame:
    """The moves so far as games are kept in files (PGN in chess); null where the game has no such notation. Who played them, and how a
    game ended otherwise than by its rules, `…/sessions/{id}/written` knows."""
    return WrittenGame(text=written(services.position(line), {}))


@router.post("/hint")
async def hint(request: Request, wanted: HintRequest, services: Shared, visitor: Visitor) -> AnalysisView:
    """The best move here as far as a search of so many seconds sees, with its value and the line that follows."""
    position = await in_thread(services, wanted)

    def search(job: Job) -> AnalysisView:
        last = None
        for last in stream(services, position, wanted.seconds, 1, job):  # noqa: B007
            pass
        if last is None:
            raise Refusal(422, "Nothing was found out in that time. Give more seconds.")
        return shown(position, last)

    return await while_connected(request, services.pool.run(visitor, search))


async def in_thread(services: Services, line: Line) -> Position:
    """The position of a request; rules may take a moment, and the server does not wait for them."""
    from anyio import to_thread

    return await to_thread.run_sync(services.position, line)


def stream(services: Services, position: Position, seconds: float, lines: int, job: Job) -> Any:
    """The analyses of a position, in a thread of the pool."""
    with rules_of(position.game):
        if position.over:
            raise Refusal(422, "The game is over here: there is nothing to search.")
        if position.turn == CHANCE:
            raise Refusal(422, "Chance moves here: there is nothing to choose.")
        yield from analyse(position, seconds=seconds, lines=lines, stop=job, compiler=services.compiler)


def shown(position: Position, analysis: Analysis) -> AnalysisView:
    """An analysis in the words of the game."""
    game = position.game
    lines = []
    for number, line in enumerate(analysis.lines):
        names = names_along(game, position.state, line.line)
        written = game.format_line(position.state, line.line) if number < bounds.LINES_READ else None
        value = line.value if math.isfinite(line.value) else 0.0
        lines.append(
            AnalysisLine(
                move=names[0],
                value=value,
                exact=line.exact,
                distance=line.distance,
                at_most=line.at_most,
                line=names,
                written=written,
            )
        )
    return AnalysisView(
        algorithm=analysis.algorithm,
        depth=analysis.depth,
        selective_depth=analysis.selective_depth,
        nodes=analysis.nodes,
        seconds=analysis.seconds,
        exact=analysis.exact,
        compiled=analysis.compiled,
        turn=game.to_move(position.state),
        lines=lines,
    )
