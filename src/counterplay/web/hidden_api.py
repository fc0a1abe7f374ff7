"""Games with hidden information over the wire: a table, its moves, and afterwards what each decision cost."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ..positions import result_words, svg_for, text_for
from .hidden_tables import HiddenTable, Opponent
from .models import GameName, Move, Parameters, Strict
from .pool import Job
from .refusals import Refusal, rules_of
from .services import Shared, Visitor
from .views import legal_moves
from .waiting import while_connected

router = APIRouter(prefix="/hidden", tags=["hidden information"])
SideNumber = Annotated[int, Field(ge=0, lt=16, description="Which player the visitor is: 0 moves first.")]


class NewHiddenTable(Strict):
    """A game to be played against an equilibrium."""

    game: GameName
    parameters: Parameters = Field(default_factory=dict)
    side: SideNumber = 0


class HiddenMove(Strict):
    """The visitor's move."""

    move: Move


class HiddenDeal(Strict):
    """Begin again."""

    side: SideNumber


class Option(BaseModel):
    """An action that there was."""

    move: str
    value: float | None = Field(description="What it is worth on average, with a best response from then on; null where nothing is known.")
    probability: float = Field(description="How often the equilibrium plays it.")
    chosen: bool


class DecisionView(BaseModel):
    """A decision, looked back at."""

    text: str = Field(description="What the visitor saw.")
    options: list[Option]
    loss: float | None = Field(description="What the best action is worth more than the chosen one.")


class HiddenView(BaseModel):
    """What the visitor may see of a table."""

    id: str
    game: str
    title: str
    players: list[str]
    side: int
    opponent: str
    svg: str
    text: str
    moves: list[str]
    over: bool
    payoffs: list[float] | None
    result: str | None
    deals: int
    score: float
    decisions: list[DecisionView] = Field(description="What each decision cost: told when the deal is over.")
    reviewed: bool = Field(description="Whether decisions can be reviewed against this opponent.")


@router.post("", status_code=201)
async def open_table(request: Request, wanted: NewHiddenTable, services: Shared, visitor: Visitor) -> HiddenView:
    """Sit down: the opponent is prepared first, which takes a moment for a game that nobody has played here yet."""
    game = services.catalogue.game(wanted.game, wanted.parameters)
    if not game.properties.hidden_information:
        raise Refusal(422, f"In {game.title} players see everything: play it on its own page.")
    tables = services.hidden

    def prepare(job: Job) -> Opponent:
        with rules_of(game):
            return tables.opponents.make(game, job)

    known = tables.opponents.known(game)
    opponent: Opponent = known if known is not None else await while_connected(request, services.pool.run(visitor, prepare))

    def sit() -> HiddenView:
        with rules_of(game):
            return shown(tables.open(visitor, game, wanted.side, opponent))

    return await to_thread.run_sync(sit)


@router.get("/{name}")
def look(name: str, services: Shared, visitor: Visitor) -> HiddenView:
    """A table of yours, as you may see it."""
    table = services.hidden.table(visitor, name)
    with table.lock, rules_of(table.game):
        return shown(table)


@router.post("/{name}/moves", status_code=201)
def play(name: str, wanted: HiddenMove, services: Shared, visitor: Visitor) -> HiddenView:
    """Your move; the others and chance answer until it is your turn again."""
    table = services.hidden.table(visitor, name)
    with table.lock, rules_of(table.game):
        table.play(wanted.move)
        return shown(table)


@router.post("/{name}/deals", status_code=201)
def deal(name: str, wanted: HiddenDeal, services: Shared, visitor: Visitor) -> HiddenView:
    """Another deal, on this side."""
    table = services.hidden.table(visitor, name)
    if wanted.side >= table.game.players:
        raise Refusal(422, f"{table.game.title} has no side {wanted.side}.")
    with table.lock, rules_of(table.game):
        table.deal(wanted.side)
        return shown(table)


def shown(table: HiddenTable) -> HiddenView:
    """The table as its visitor may see it: while a deal lasts, nothing here depends on what is hidden."""
    game, state = table.game, table.state
    payoffs = [float(game.utility(state, player)) for player in range(game.players)] if table.over else None
    decisions = []
    for decision in table.decisions():
        options = [
            Option(
                move=game.format_action(decision.state, action),
                value=None if decision.values is None else decision.values[action],
                probability=probability,
                chosen=action == decision.action,
            )
            for action, probability in decision.probabilities.items()
        ]
        decisions.append(DecisionView(text=text_for(game, decision.state, table.side), options=options, loss=decision.loss))
    return HiddenView(
        id=table.id,
        game=str(game),
        title=game.title,
        players=[game.player_name(player) for player in range(game.players)],
        side=table.side,
        opponent=table.opponent.words,
        svg=svg_for(game, state, table.side),
        text=text_for(game, state, table.side),
        moves=[] if table.over else [name for _, name in legal_moves(game, state)],
        over=table.over,
        payoffs=payoffs,
        result=None if payoffs is None else result_words(game, payoffs),
        deals=table.deals,
        score=table.score,
        decisions=decisions,
        reviewed=table.opponent.reviewer is not None,
    )
