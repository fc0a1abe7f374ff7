"""Trees with information sets over the wire: from a pasted `.efg` file or a game's name to the drawn tree and its equilibria."""

from __future__ import annotations

from math import prod
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field, JsonValue

from ..errors import UsageError
from ..strategic import CLASSIC_TREES, ExtensiveForm, classic_tree, read_efg
from ..strategic.exact import shown
from ..strategic.extensive.plans import count_plans
from ..strategic.pasting import as_pasted
from .bounds import EXTENSIVE_CELLS, EXTENSIVE_NODES, EXTENSIVE_SHOWN, MATRIX_CELLS, PASTE_CHARACTERS
from .models import GameName, Parameters, Strict
from .pool import Job
from .refusals import Refusal, rules_of
from .services import Services, Shared, Visitor
from .waiting import while_connected

router = APIRouter(prefix="/extensive", tags=["trees with information sets"])
GAMES: tuple[tuple[str, dict[str, JsonValue]], ...] = (
    ("kuhn_poker", {}),
    ("matching_pennies", {}),
    ("rock_paper_scissors", {}),
    ("prisoners_dilemma", {"rounds": 2}),
    ("liars_dice", {"dice_sides": 2}),
    ("nim", {"pile_sizes": [1, 2]}),
)
"""Registered games whose trees are small enough to look at."""


class TreeQuestion(Strict):
    """A tree, and which equilibria are wanted."""

    text: str = Field("", max_length=PASTE_CHARACTERS, description="The text of a .efg file, or the name of a classic tree.")
    game: GameName | None = Field(None, description="Or a registered game …")
    parameters: Parameters = Field(default_factory=dict, description="… with its parameters.")
    want: Literal["best", "all", "subgame-perfect"] = Field(
        "best", description="The way that suits the tree; all, by the reduced normal form; or the subgame-perfect ones."
    )


class TreeEquilibrium(BaseModel):
    """One equilibrium in words, and what is played drawn on the tree (null where somebody forgets)."""

    words: str
    svg: str | None


class TreeView(BaseModel):
    """Everything there is to see of a tree."""

    title: str
    comment: str
    svg: str
    efg: str
    facts: list[tuple[str, str]]
    heading: str
    equilibria: list[TreeEquilibrium]
    continua: list[str]
    value: str | None
    remark: str
    table: str | None = Field(description="The reduced normal form for the Matrix page; null where it is too large for it.")


class TreeExample(BaseModel):
    """A tree to begin with: a classic's name, or a game's."""

    title: str
    text: str = ""
    game: str | None = None
    parameters: dict[str, JsonValue] = Field(default_factory=dict)


class TreeExamples(BaseModel):
    """What to begin with."""

    examples: list[TreeExample]


@router.get("/examples")
def examples(services: Shared) -> TreeExamples:
    """Trees that every course draws, and games with small trees."""
    trees = [TreeExample(title=classic_tree(name).title, text=name) for name in CLASSIC_TREES]
    games = [
        TreeExample(title=_told(services, name, parameters), game=name, parameters=parameters)
        for name, parameters in GAMES
        if name in services.catalogue.games
    ]
    return TreeExamples(examples=trees + games)


def _told(services: Services, name: str, parameters: dict[str, JsonValue]) -> str:
    title = services.catalogue.game(name).title
    words = ", ".join(f"{word.replace('_', ' ')} {value}" for word, value in parameters.items())
    return f"{title} ({words})" if words else title


@router.post("")
async def tree(request: Request, question: TreeQuestion, services: Shared, visitor: Visitor) -> TreeView:
    """Read a tree and answer: who knows what, strategies, equilibria drawn on it."""

    def work(job: Job) -> TreeView:
        return view(_form(services, question), question.want)

    return await while_connected(request, services.pool.run(visitor, work))


def _form(services: Services, question: TreeQuestion) -> ExtensiveForm:
    if question.game is not None:
        game = services.catalogue.game(question.game, question.parameters)
        with rules_of(game):
            return ExtensiveForm.from_game(game, nodes=EXTENSIVE_NODES)
    text = question.text.strip()
    form = classic_tree(text) if text in CLASSIC_TREES else read_efg(text)
    if len(form.nodes) > EXTENSIVE_NODES:
        raise Refusal(422, f"This page takes trees to {EXTENSIVE_NODES} nodes; `counterplay nash` takes larger ones.")
    return form


def view(form: ExtensiveForm, want: str = "best") -> TreeView:
    """What the page shows."""
    equilibria, heading, remark, value, continua = _answered(form, want)
    table = None
    sizes = [count_plans(form, player) for player in range(len(form.players))]
    if prod(sizes) <= MATRIX_CELLS and len(form.players) > 1:
        normal: Any = form.normal_form()
        table = as_pasted(normal) if len(form.players) == 2 else normal.nfg()
    return TreeView(
        title=form.title,
        comment=form.comment,
        svg=form.svg(),
        efg=form.efg(),
        facts=_facts(form, sizes),
        heading=heading,
        equilibria=equilibria,
        continua=continua,
        value=value,
        remark=remark,
        table=table,
    )


def _answered(form: ExtensiveForm, want: str) -> tuple[list[TreeEquilibrium], str, str, str | None, list[str]]:
    remark = ""
    suits = len(form.players) == 2 and form.constant_sum is not None and form.perfect_recall
    if want == "subgame-perfect" or (not (suits and want == "best") and _cells(form) > EXTENSIVE_CELLS):
        if want != "subgame-perfect":
            remark = "The table of all strategies is too large for this page, so these are the subgame-perfect equilibria. "
        try:
            found = form.subgame_perfect(most=EXTENSIVE_SHOWN)
            if not found and _cells(form) <= EXTENSIVE_CELLS:
                found = form.subgame_perfect(mixed=True, most=EXTENSIVE_SHOWN)
        except UsageError as error:
            return [], "No equilibrium was looked for", str(error), None, []
        heading = f"Subgame-perfect{'' if found.mixed else ', in pure strategies'}" + (
            "" if found.complete else f" (the first {EXTENSIVE_SHOWN})"
        )
        if not found:
            remark += "There is none in pure strategies."
        return [TreeEquilibrium(words=each.text(everywhere=True), svg=form.svg(each)) for each in found], heading, remark, None, []
    answer = form.nash(table=want == "all", cells=EXTENSIVE_CELLS, **({"boxes": 500} if len(form.players) > 2 else {}))
    value = None if answer.value is None else f"Value to {form.players[0]}: {shown(answer.value)}"
    if answer.found is None:
        heading = "An equilibrium, by the sequence form"
    else:
        heading = f"{'All equilibria' if answer.complete else 'Equilibria'}, by the reduced normal form"
        remark = getattr(answer.found, "remark", "")
    some = list(answer)[:EXTENSIVE_SHOWN]
    equilibria = [TreeEquilibrium(words=str(each), svg=form.svg(each)) for each in some]
    if not some and answer.found is not None:
        equilibria = [TreeEquilibrium(words=str(each), svg=None) for each in answer.found[:EXTENSIVE_SHOWN]]
    if len(answer) > EXTENSIVE_SHOWN:
        remark = f"{len(answer)} were found; the first {EXTENSIVE_SHOWN} are shown. {remark}"
    continua = [f"{each}." for each in getattr(answer.found, "components", ()) if not each.isolated]
    return equilibria, heading, remark, value, continua


def _cells(form: ExtensiveForm) -> int:
    return prod(count_plans(form, player) for player in range(len(form.players)))


def _facts(form: ExtensiveForm, sizes: list[int]) -> list[tuple[str, str]]:
    payoffs = "general-sum" if form.constant_sum is None else "zero-sum" if form.zero_sum else f"constant-sum ({shown(form.constant_sum)})"
    return [
        ("Nodes", f"{len(form.nodes)}, {len(form.ends)} of them ends"),
        ("Payoffs", payoffs),
        ("Information", "perfect" if form.perfect_information else "hidden"),
        ("Recall", "perfect" if form.perfect_recall else " ".join(filter(None, form.forgetting))),
        ("Subgames", str(len(form.subgames))),
        ("Information sets", ", ".join(f"{name} {len(own)}" for name, own in zip(form.players, form.own_sets, strict=True))),
        ("Pure strategies", ", ".join(f"{name} {size:,}" for name, size in zip(form.players, sizes, strict=True))),
    ]
