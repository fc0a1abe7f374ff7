"""Two weaknesses of every search to a depth, on real positions of chess: what it sees with the remedy and without, depth by depth.

Everything else that looks further in some places than in others is off, so that only the one idea makes the difference.
"""

from __future__ import annotations

from functools import reduce
from typing import Any, Final, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ..games.chess import Chess, Position
from ..games.chess.evaluation import hundredths
from ..lines import names_along
from ..search.engine import Engine
from ..search.engine.settings import SELECTIVE
from . import bounds
from .pool import Job
from .refusals import Refusal, rules_of
from .services import Services, Shared, Visitor
from .waiting import while_connected

router = APIRouter(prefix="/horizon", tags=["lab"])
PLAIN: Final[dict[str, Any]] = dict.fromkeys(SELECTIVE, False) | {"quiescence": True}
"""The engine's switches without which it is alpha-beta with a table and quiescence."""
REMEDIES: Final = {"quiescence": "quiescence", "extensions": "urgent"}
"""The switch of each remedy."""


class HorizonExample(BaseModel):
    """A position, and the idea that helps there."""

    name: str
    title: str
    words: str
    position: str
    remedy: Literal["quiescence", "extensions"]
    depths: int


EXAMPLES: Final = (
    HorizonExample(
        name="quiescence",
        title="In the middle of a trade",
        words="Material is equal, White to move. A search that stops after any move takes something on its last ply and counts it as won: "
        "it does not look at the piece that takes back. Quiescence follows captures until none is left, then evaluates.",
        position="r2q2k1/5ppp/p1n1b3/3p4/8/2N2N2/PP3PPP/3R1QK1 w - - 0 1",
        remedy="quiescence",
        depths=6,
    ),
    HorizonExample(
        name="horizon",
        title="Over the horizon",
        words="The pawn on a7 will promote, and nothing stops it. But each check makes White lose a move, and so the promotion is pushed "
        "over the horizon: Black believes to be ahead. Where whoever is in check looks one ply deeper, checks gain no time.",
        position="4k3/Ppp2p2/7p/K7/1B4r1/2P5/8/8 b - - 0 1",
        remedy="extensions",
        depths=7,
    ),
    HorizonExample(
        name="long-horizon",
        title="Further over the horizon",
        words="Here rook and pawns have checks for longer: six plies deep, Black still sees nothing of the promotion.",
        position="3k4/Ppp4p/6p1/1K6/6r1/8/P2P2B1/8 b - - 0 1",
        remedy="extensions",
        depths=8,
    ),
)


class HorizonExamples(BaseModel):
    """The positions of the lectures' diagrams."""

    examples: list[HorizonExample]


class HorizonQuestion(BaseModel):
    """To look at a position so many plies deep, with a remedy and without."""

    position: str = Field(max_length=bounds.POSITION_CHARACTERS, description="A position of chess, as FEN.")
    remedy: Literal["quiescence", "extensions"]
    depth: int = Field(ge=1, le=bounds.HORIZON_DEPTH)


class HorizonAnswer(BaseModel):
    """What a search believes, in the eyes of the side to move."""

    move: str
    value: str = Field(description="In pawns, or a mate.")
    ahead: int = Field(description="In hundredths of a pawn.")
    line: list[str]
    written: str = Field(description="The line as people write it, with the numbers of its moves.")
    end: str = Field(description="The position at the end of the line.")
    nodes: int


class HorizonRow(BaseModel):
    """Both searches to one depth; null where the time was not enough, as long as there is no machine code."""

    depth: int
    without: HorizonAnswer | None
    remedied: HorizonAnswer | None
    compiling: bool


@router.get("/examples")
def examples() -> HorizonExamples:
    """Quiescence and the horizon."""
    return HorizonExamples(examples=list(EXAMPLES))


@router.post("")
async def horizon(request: Request, question: HorizonQuestion, services: Shared, visitor: Visitor) -> HorizonRow:
    """What a search to this depth believes, with the remedy and without."""
    return await while_connected(request, services.pool.run(visitor, lambda job: row(question, services, job)))


def row(question: HorizonQuestion, services: Services, job: Job) -> HorizonRow:
    """Both answers to a question."""
    game = Chess()
    with rules_of(game):
        state = game.parse_state(question.position)
        if game.is_terminal(state):
            raise Refusal(422, "The game is over here: there is nothing to search.")
        compiled = services.compiler.speed("engine", game)
        switch = REMEDIES[question.remedy]
        without, remedied = (searched(game, state, question.depth, {**PLAIN, switch: on}, compiled, job) for on in (False, True))
    return HorizonRow(depth=question.depth, without=without, remedied=remedied, compiling=compiled is False)


def searched(game: Chess, state: Position, depth: int, switches: dict[str, Any], compiled: bool | None, job: Job) -> HorizonAnswer | None:
    """The answer of a search with these switches; None where it takes too long."""
    engine = Engine(game, memory=bounds.TABLE_BYTES, compiled=compiled, database=False, **switches)
    found = engine.search(state, depth=depth, seconds=bounds.HORIZON_SECONDS, progress=job)
    if found.depth < depth and not found.exact:
        return None
    names, end = names_along(game, state, found.line), reduce(game.result, found.line, state)
    ahead = hundredths(found.value)
    value = f"{ahead / 100:+.2f}"
    if found.distance is not None:
        value = f"{'mate' if found.value > 0 else 'mated'} in {(found.distance + 1) // 2}"
    written = game.format_line(state, found.line)
    return HorizonAnswer(
        move=names[0], value=value, ahead=ahead, line=names, written=written, end=game.format_state(end), nodes=found.nodes
    )
