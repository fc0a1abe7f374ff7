"""Playing a game: its tree of positions, its clock, and what the clock ends. Who has no time left has lost, and then the game is over."""

from __future__ import annotations

import time
from typing import NamedTuple

from ..positions import lost_on_time_words
from .refusals import Refusal
from .services import Services
from .store import NodeRow, SessionRow
from .views import Position, position_of


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

    def left(self, number: int, turn: int | None) -> float | None:
        """The seconds that the player to move has left; None where no clock runs. It stands still before the first move."""
        clocks = self.node(number).clocks
        if clocks is None or turn is None or turn < 0:
            return None
        runs = number == self.row.current and number > 0
        return max(0.0, clocks[turn] - (max(0.0, time.time() - self.row.since) if runs else 0.0))

    def clocks_after(self, number: int, turn: int | None) -> list[float] | None:
        """What the clocks show when the player to move has moved."""
        clocks, left = self.node(number).clocks, self.left(number, turn)
        if clocks is None or left is None or turn is None or self.row.clock is None:
            return clocks
        return [*clocks[:turn], left + self.row.clock["increment"], *clocks[turn + 1 :]]


def open_game(services: Services, visitor: str, name: str) -> Opened:
    """A game of this visitor."""
    return Opened(services.store.session(visitor, name), services.store.nodes(name))


def in_play(services: Services, visitor: str, name: str) -> Opened:
    """A game of this visitor in which moves are made and taken back: not one lost on time, which is over whatever the position."""
    found = open_game(services, visitor, name)
    if found.row.lost_on_time is not None:
        words = lost_on_time_words(services.catalogue.game(found.row.game, found.row.parameters), found.row.lost_on_time)
        raise Refusal(409, f"{words}: the game is over. Copy its link to play on from a position.")
    return found


def position_in(services: Services, opened: Opened, number: int) -> Position:
    """A position of a game, with the moves that led there."""
    return position_of(services.catalogue.game(opened.row.game, opened.row.parameters), opened.row.start, opened.moves_to(number))


def ended_by_clock(services: Services, opened: Opened, number: int, position: Position) -> str | None:
    """Who wins, in words, if the player to move has no time left: that is written down, once."""
    if opened.row.lost_on_time is not None:
        return lost_on_time_words(position.game, opened.row.lost_on_time)
    if opened.left(number, position.turn) != 0:
        return None
    assert position.turn is not None
    words = lost_on_time_words(position.game, position.turn)
    services.store.change(opened.row.id, lost_on_time=position.turn, result=words)
    return words
