"""Games that are played: made, continued, taken back, with every variation kept. A move is answered when it is on disk."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import datetime
from typing import Any

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from ..game import CHANCE, Game
from ..players import level
from . import bounds
from .analysis import Chosen, choose, choose_learned
from .models import (
    Change,
    Moved,
    NewSession,
    Node,
    NodeNumber,
    Play,
    Session,
    SessionList,
    SessionSummary,
    Side,
    TakeBack,
    Think,
    WrittenGame,
)
from .pool import Job
from .refusals import Refusal, rules_of
from .services import Services, Shared, Visitor
from .sessions import Opened, ended_by_clock, in_play, open_game, position_in
from .store import Standing
from .views import Position, position_of, view, written
from .waiting import while_connected

router = APIRouter(prefix="/sessions", tags=["sessions"])


def _shown(opened: Opened) -> Session:
    row = opened.row
    kept: dict[str, Any] = {word: getattr(row, word) for word in ("id", "game", "parameters", "start", "current", "lost_on_time")}
    return Session.model_validate(
        {
            **kept,
            "sides": row.sides,
            "clock": row.clock,
            "nodes": [node._asdict() for node in opened.nodes],
            "waited": max(0.0, time.time() - row.since),
        }
    )


@router.get("")
def list_sessions(services: Shared, visitor: Visitor) -> SessionList:
    """Your games, the last one first."""
    found = []
    for row, nodes in services.store.sessions(visitor):
        known = services.catalogue.games.get(row.game)
        if known is not None:  # a game of a file that was named last time, but not now, cannot be shown
            kept = {word: getattr(row, word) for word in ("id", "game", "parameters", "start", "sides", "result", "created", "touched")}
            found.append(SessionSummary.model_validate({**kept, "title": known.title, "moves": nodes - 1}))
    return SessionList(sessions=found)


@router.post("", status_code=201)
def create_session(wanted: NewSession, services: Shared, visitor: Visitor) -> Session:
    """Begin a game, from any position; `moves` are played at once."""
    position = services.position(wanted)
    if position.game.properties.hidden_information:
        raise Refusal(422, f"In {position.game.title} players do not see everything: play it at /hidden/{wanted.game}.")
    _require_sides(services, position, wanted.sides)
    name = services.store.create(
        visitor,
        wanted.game,
        dict(wanted.parameters),
        position.start,
        [side.model_dump() for side in wanted.sides],
        None if wanted.clock is None else wanted.clock.model_dump(),
        list(zip(position.moves, position.players, strict=True)),
    )
    return _shown(open_game(services, visitor, name))


def _require_sides(services: Services, position: Position, sides: list[Side]) -> None:
    if len(sides) != position.game.players:
        raise Refusal(422, f"{position.game.title} has {position.game.players} sides, but {len(sides)} were given.")
    for side in sides:
        if side.network is not None:
            services.networks.find(side.network, position.game)


@router.get("/{name}")
def one_session(name: str, services: Shared, visitor: Visitor) -> Session:
    """A game of yours with all its variations."""
    return _shown(open_game(services, visitor, name))


@router.delete("/{name}", status_code=204, response_class=Response)
def delete_session(name: str, services: Shared, visitor: Visitor) -> Response:
    """Forget a game."""
    services.store.delete(visitor, name)
    return Response(status_code=204)


@router.patch("/{name}")
def change_session(name: str, change: Change, services: Shared, visitor: Visitor) -> Session:
    """Go to another position of the game, or change who plays."""
    opened = open_game(services, visitor, name)
    if change.current is not None:
        opened.node(change.current)
        services.store.change(name, current=change.current, since=time.time())
    if change.sides is not None:
        _require_sides(services, position_in(services, opened, 0), change.sides)
        services.store.change(name, sides=[side.model_dump() for side in change.sides])
    return _shown(open_game(services, visitor, name))


@router.post("/{name}/undo")
def undo(name: str, services: Shared, visitor: Visitor, wanted: TakeBack | None = None) -> Session:
    """Take back a move, and the engine's answers with it: back to where a person is to move. The variation is kept. A game that was lost
    on time is over: no move of it brings the time back."""
    opened = in_play(services, visitor, name)
    people = {number for number, side in enumerate(opened.row.sides) if side["kind"] == "human"}
    # Who took a move back may not have seen the engine's answer to it yet: what was on the board is where to begin.
    node = opened.node(opened.row.current if wanted is None or wanted.node is None else wanted.node)
    if node.parent is None:
        raise Refusal(409, "This is the beginning: there is nothing to take back.")
    while node.parent is not None:
        mover = node.player
        node = opened.nodes[node.parent]
        if mover in people or not people:  # who made the move that was taken back moves again
            break
    services.store.change(name, current=node.number, since=time.time(), result=None)
    return _shown(open_game(services, visitor, name))


@router.post("/{name}/flag")
def flag(name: str, services: Shared, visitor: Visitor) -> Session:
    """The time of the player to move is over: write that down, if it is so."""
    opened = open_game(services, visitor, name)
    if ended_by_clock(services, opened, opened.row.current, position_in(services, opened, opened.row.current)) is None:
        raise Refusal(409, "Nobody's time is over.")
    return _shown(open_game(services, visitor, name))


@router.get("/{name}/written")
def write(name: str, node: NodeNumber, services: Shared, visitor: Visitor) -> WrittenGame:
    """The game to one of its positions as games are kept in files: with its day, who played and, in PGN, how time ended it."""
    opened = open_game(services, visitor, name)
    row, position = opened.row, position_in(services, opened, node)
    tags = {"Date": f"{datetime.fromtimestamp(row.created):%Y.%m.%d}"}
    for word, side in zip(("White", "Black"), row.sides, strict=False):
        tags[word] = _who(services, position.game, Side.model_validate(side))
    if row.clock is not None:
        tags["TimeControl"] = f"{row.clock['seconds']:g}+{row.clock['increment']:g}"
    if row.lost_on_time is not None and node == row.current:
        tags |= {"Result": "0-1" if row.lost_on_time == 0 else "1-0", "Termination": "time forfeit"}
    return WrittenGame(text=written(position, tags))


def _who(services: Services, game: Game[Any, Any], side: Side) -> str:
    """Who plays a side, in a few words."""
    if side.kind == "human":
        return "Person"
    if side.program is not None:
        return side.program
    if side.network is None:
        return f"counterplay, {side.level}"
    with suppress(Refusal):
        return f"counterplay, {services.networks.find(side.network, game).words}"
    return "counterplay, a network that is not here"


@router.post("/{name}/moves", status_code=201)
def play(name: str, wanted: Play, services: Shared, visitor: Visitor) -> Moved:
    """Play a move at a position of the game; another move than before begins a variation."""
    opened = in_play(services, visitor, name)
    before = position_in(services, opened, wanted.node)
    if before.turn == CHANCE:
        raise Refusal(409, "Chance moves here: ask for it with …/engine.")
    return _kept(services, opened, wanted.node, before, wanted.move)


@router.post("/{name}/engine", status_code=201)
async def think(request: Request, name: str, wanted: Think, services: Shared, visitor: Visitor) -> Moved:
    """Let the engine move, with the strength of its side; or chance, where it moves. The search stops if the connection is closed."""
    opened = await to_thread.run_sync(in_play, services, visitor, name)
    before = await to_thread.run_sync(position_in, services, opened, wanted.node)
    turn = before.turn
    if turn is None:
        raise Refusal(409, "The game is over.")
    side = Side() if turn == CHANCE else Side.model_validate(opened.row.sides[turn])
    if turn != CHANCE and side.kind != "engine":
        raise Refusal(409, f"{before.game.player_name(turn)} is played by a person; change the sides to let the engine move.")
    seconds = side.seconds
    if (left := opened.left(wanted.node, turn)) is not None:
        seconds = min(seconds or bounds.MOVE_SECONDS, max(0.02, left / 20))

    def search(job: Job) -> Chosen:
        with rules_of(before.game):
            if side.program is not None:
                return Chosen(services.programs.choose(side.program, before, seconds, job), None)
            if side.network is not None:
                learned = services.networks.find(side.network, before.game)
                return choose_learned(before, learned, services.networks, seconds=seconds, stop=job, compiler=services.compiler)
            return choose(before, level(side.level), seconds=seconds, stop=job, compiler=services.compiler)

    chosen = await while_connected(request, services.pool.run(visitor, search))
    move = before.game.format_action(before.state, chosen.action)
    moved = await to_thread.run_sync(_kept, services, opened, wanted.node, before, move, (opened.row.current, opened.row.since))
    return moved.model_copy(update={"compiled": chosen.compiled})


def _kept(services: Services, opened: Opened, parent: int, before: Position, move: str, standing: Standing | None = None) -> Moved:
    """Play the move and write it down; only then is it answered. With `standing`, only if the game still stands there: whoever was
    overtaken neither moves nor loses on time."""
    if standing is not None:
        services.store.require_standing(opened.row.id, standing)
    if (words := ended_by_clock(services, opened, parent, before)) is not None:
        raise Refusal(409, f"{words}.")
    clocks = opened.clocks_after(parent, before.turn)  # what follows is not on the player's time
    after = position_of(before.game, before.start, (*before.moves, move))
    with rules_of(after.game):
        result = after.result
    shown = view(after)
    node = services.store.add(opened.row.id, parent, after.moves[-1], after.players[-1], clocks, result, standing)
    return Moved(node=Node.model_validate(node._asdict()), view=shown)
