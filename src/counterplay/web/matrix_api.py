"""Matrix games over the wire: from a pasted table to everything there is to see of it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ..strategic import CLASSICS, MatrixGame, NormalForm
from ..strategic.exact import shown
from ..strategic.pasting import as_pasted, read_pasted
from .bounds import MATRIX_CELLS, PASTE_CHARACTERS
from .pool import Job
from .refusals import Refusal
from .services import Shared, Visitor
from .waiting import while_connected

router = APIRouter(prefix="/matrix", tags=["matrix games"])


class MatrixQuestion(BaseModel):
    """A table, and how its dominated strategies are taken away."""

    text: str = Field(max_length=PASTE_CHARACTERS, description="A pasted table, a classic's name, [[…]], or a .nfg file's text.")
    weak: bool = Field(False, description="Take weakly dominated strategies away, too.")


class MatrixRound(BaseModel):
    """One round of elimination: what went and why, and the table afterwards."""

    sentences: list[str]
    svg: str


class MatrixView(BaseModel):
    """Everything there is to see of a matrix game."""

    title: str
    text: str | None = Field(description="The table as people paste it; null with more than two players.")
    kind: str
    table: str
    rounds: list[MatrixRound]
    equilibria: list[str]
    continua: list[str]
    remark: str
    value: str | None
    diagram: str | None


class MatrixExamples(BaseModel):
    """The classics by name."""

    names: list[str]


@router.get("/examples")
def examples() -> MatrixExamples:
    """Games that every course begins with."""
    return MatrixExamples(names=[name for name in CLASSICS if name != "blotto"])


@router.post("")
async def matrix(request: Request, question: MatrixQuestion, services: Shared, visitor: Visitor) -> MatrixView:
    """Read a table and answer: best responses, elimination, equilibria, value, best-response diagram."""

    def work(job: Job) -> MatrixView:
        game = read_pasted(question.text)
        if len(game.cells) > MATRIX_CELLS:
            raise Refusal(422, f"This page takes tables to {MATRIX_CELLS} cells; `counterplay nash` takes larger ones.")
        return view(game, question.weak)

    return await while_connected(request, services.pool.run(visitor, work))


def view(game: NormalForm, weak: bool) -> MatrixView:
    """What the page shows."""
    found = game.nash() if isinstance(game, MatrixGame) else game.nash(boxes=500)
    elimination = game.eliminate(strict=not weak)
    rounds = []
    for number, steps in enumerate(elimination.rounds, 1):
        rounds.append(MatrixRound(sentences=[f"{each}." for each in steps], svg=elimination.svg(number)))
    has_value = isinstance(game, MatrixGame) and game.constant_sum is not None
    kinds = [
        "zero-sum" if game.zero_sum else f"constant-sum ({shown(game.constant_sum)})" if game.constant_sum is not None else "general-sum"
    ]
    kinds += ["symmetric"] * game.symmetric + ["has a potential"] * (game.potential() is not None)
    return MatrixView(
        title=game.title,
        text=as_pasted(game) if isinstance(game, MatrixGame) else None,
        kind=", ".join(kinds),
        table=game.svg(),
        rounds=rounds,
        equilibria=[str(each) for each in found],
        continua=[f"{each}." for each in getattr(found, "components", ()) if not each.isolated],
        remark=getattr(found, "remark", ""),
        value=shown(game.value) if has_value else None,  # type: ignore[attr-defined]
        diagram=game.best_response_diagram() if isinstance(game, MatrixGame) and game.shape == (2, 2) else None,
    )
