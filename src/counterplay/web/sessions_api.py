"""Games that are played: made, continued, taken back, with every variation kept. A move is answered when it is on disk."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from ..game import CHANCE, Game
from ..players import level
from . import bounds
from .analysis import Chosen, choose, choose_learned
from .models import Change, Moved, NewSession, Node, NodeNumber, Play, Session, SessionList, SessionSummary, Side, Think, WrittenGame
from .pool import Job
from .refusals import Refusal, rules_of
from .services import Services, Shared, Visitor
from .store import NodeRow, SessionRow
from .views import Position, position_of, view, written
from .waiting import while_connected

router = APIRouter(prefix="/sessions", tags=["sessions"])


class Opened(NamedTuple):
    """A game with its tree."""

    row: SessionRow
    nodes: list[NodeRow]

    def node(self, number: int) -> NodeRow:
        """A position of the tree."""
        if number >= len(self.nodes):
            raise Refusal(404, f"This game has no position {number}; the last is {len(self.nodes) - 1}.")
        return self.nodes[number]

    def moves_to(self, number: int) -> tuple[str, ...]:
        """The moves from the start to a position."""
        moves = []
        node = self.node(number)
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = self.nodes[node.parent]
        return tuple(reversed(moves))


def _opened(services: Services, visitor: str, name: str) -> Opened:
    return Opened(services.store.session(visitor, name), services.store.nodes(name))


def _position(services: Services, opened: Opened, number: int) -> Position:
    game = services.catalogue.game(opened.row.game, opened.row.parameters)
    return position_of(game, opened.row.start, opened.moves_to(number))


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
    return _shown(_opened(services, visitor, name))


def _require_sides(services: Services, position: Position, sides: list[Side]) -> None:
    if len(sides) != position.game.players:
        raise Refusal(422, f"{position.game.title} has {position.game.players} sides, but {len(sides)} were given.")
    for side in sides:
        if side.network is not None:
            services.networks.find(side.network, position.game)


@router.get("/{name}")
def one_session(name: str, services: Shared, visitor: Visitor) -> Session:
    """A game of yours with all its variations."""
    return _shown(_opened(services, visitor, name))


@router.delete("/{name}", status_code=204, response_class=Response)
def delete_session(name: str, services: Shared, visitor: Visitor) -> Response:
    """Forget a game."""
    services.store.delete(visitor, name)
    return Response(status_code=204)


@router.patch("/{name}")
def change_session(name: str, change: Change, services: Shared, visitor: Visitor) -> Session:
    """Go to another position of the game, or change who plays."""
    opened = _opened(services, visitor, name)
    if change.current is not None:
        opened.node(change.current)
        services.store.change(name, current=change.current, since=time.time())
    if change.sides is not None:
        _require_sides(services, _position(services, opened, 0), change.sides)
        services.store.change(name, sides=[side.model_dump() for side in change.sides])
    return _shown(_opened(services, visitor, name))


@router.post("/{name}/undo")
def undo(name: str, services: Shared, visitor: Visitor) -> Session:
    """Take back the last move, and the engine's answers with it: back to where a person is to move. The variation is kept. A game that
    was lost on time is over: no move of it brings the time back."""
    opened = _opened(services, visitor, name)
    _require_time(services, opened)
    people = {number for number, side in enumerate(opened.row.sides) if side["kind"] == "human"}
    node = opened.node(opened.row.current)
    if node.parent is None:
        raise Refusal(409, "This is the beginning: there is nothing to take back.")
    while node.parent is not None:
        mover = node.player
        node = opened.nodes[node.parent]
        if mover in people or not people:  # who made the move that was taken back moves again
            break
    services.store.change(name, current=node.number, since=time.time(), result=None)
    return _shown(_opened(services, visitor, name))


@router.post("/{name}/flag")
def flag(name: str, services: Shared, visitor: Visitor) -> Session:
    """The time of the player to move is over: write that down, if it is so."""
    opened = _opened(services, visitor, name)
    position = _position(services, opened, opened.row.current)
    left = None if position.turn is None else _left(opened, opened.row.current, position.turn)
    if left is None or left > 0:
        raise Refusal(409, "Nobody's time is over.")
    _lose_on_time(services, name, position)
    return _shown(_opened(services, visitor, name))


def _lose_on_time(services: Services, name: str, position: Position) -> str:
    assert position.turn is not None
    sentence = _late_words(position.game, position.turn)
    services.store.change(name, lost_on_time=position.turn, result=sentence)
    return f"{sentence}."


def _late_words(game: Game[Any, Any], late: int) -> str:
    return f"{game.player_name(1 - late)} wins on time" if game.players == 2 else f"{game.player_name(late)}'s time is over"


def _require_time(services: Services, opened: Opened) -> None:
    """Refused where a game was lost on time: it is over, whatever the position."""
    late = opened.row.lost_on_time
    if late is not None:
        game = services.catalogue.game(opened.row.game, opened.row.parameters)
        raise Refusal(409, f"{_late_words(game, late)}: the game is over. Copy its link to play on from a position.")


@router.get("/{name}/written")
def write(name: str, node: NodeNumber, services: Shared, visitor: Visitor) -> WrittenGame:
    """The game to one of its positions as games are kept in files: with its day, who played and, in PGN, how time ended it."""
    opened = _opened(services, visitor, name)
    row, position = opened.row, _position(services, opened, node)
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
    opened = _opened(services, visitor, name)
    _require_time(services, opened)
    before = _position(services, opened, wanted.node)
    if before.turn == CHANCE:
        raise Refusal(409, "Chance moves here: ask for it with …/engine.")
    return _kept(services, opened, wanted.node, before, wanted.move)


@router.post("/{name}/engine", status_code=201)
async def think(request: Request, name: str, wanted: Think, services: Shared, visitor: Visitor) -> Moved:
    """Let the engine move, with the strength of its side; or chance, where it moves. The search stops if the connection is closed."""
    opened = await to_thread.run_sync(_opened, services, visitor, name)
    _require_time(services, opened)
    before = await to_thread.run_sync(_position, services, opened, wanted.node)
    turn = before.turn
    if turn is None:
        raise Refusal(409, "The game is over.")
    side = Side() if turn == CHANCE else Side.model_validate(opened.row.sides[turn])
    if turn != CHANCE and side.kind != "engine":
        raise Refusal(409, f"{before.game.player_name(turn)} is played by a person; change the sides to let the engine move.")
    seconds = side.seconds
    if (left := _left(opened, wanted.node, turn)) is not None:
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
    moved = await to_thread.run_sync(_kept, services, opened, wanted.node, before, move)
    return moved.model_copy(update={"compiled": chosen.compiled})


def _kept(services: Services, opened: Opened, parent: int, before: Position, move: str) -> Moved:
    """Play the move and write it down; only then is it answered."""
    row, turn = opened.row, before.turn
    left = None if turn is None else _left(opened, parent, turn)
    if left is not None and left <= 0:
        raise Refusal(409, _lose_on_time(services, row.id, before))
    after = position_of(before.game, before.start, (*before.moves, move))
    clocks = opened.node(parent).clocks
    if clocks is not None and row.clock is not None and left is not None and turn is not None:
        clocks = [*clocks[:turn], left + row.clock["increment"], *clocks[turn + 1 :]]
    with rules_of(after.game):
        result = after.result
    shown = view(after)
    node = services.store.add(row.id, parent, after.moves[-1], after.players[-1], clocks, result)
    return Moved(node=Node.model_validate(node._asdict()), view=shown)


def _left(opened: Opened, number: int, turn: int) -> float | None:
    """The seconds that the player to move has left; None where no clock runs. It stands still before the first move."""
    clocks = opened.node(number).clocks
    if clocks is None or turn < 0:
        return None
    runs = number == opened.row.current and number > 0
    return clocks[turn] - (max(0.0, time.time() - opened.row.since) if runs else 0.0)
