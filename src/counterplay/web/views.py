"""From a line of moves to everything there is to see of a position: picture, legal moves and the places that play them, result."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple

from ..errors import CounterplayError, UsageError
from ..game import CHANCE, Game
from ..history import is_drawn
from ..lines import names_along
from ..positions import move_lists, read_position, result_words, with_reason
from . import bounds
from .models import Box, LegalMove, Line, Ply, Points, View
from .refusals import Refusal, rules_of

NARROW = {0x3000: " ", **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}}
"""Full-width letters, digits and signs, as East Asian keyboards write them, and what they are elsewhere."""
KEPT_LINES = 2_048
KEPT_VIEWS = 512
"""Most positions are looked at more than once: the first ones by everybody."""


class Position(NamedTuple):
    """A state and how it came about, moves as the game writes them."""

    game: Game[Any, Any]
    start: str | None
    moves: tuple[str, ...]
    players: tuple[int, ...]
    state: Any
    before: Any
    """The state before the last move; None at the start."""
    earlier: tuple[Any, ...] = ()
    """All states before this one, where a game can be drawn by repetition."""

    @property
    def over(self) -> bool:
        """Whether the game is over here."""
        return bool(self.game.is_terminal(self.state)) or is_drawn(self.game, (*self.earlier, self.state))

    @property
    def payoffs(self) -> list[float] | None:
        """What the players get; None as long as the game goes on."""
        if self.game.is_terminal(self.state):
            return [float(self.game.utility(self.state, player)) for player in range(self.game.players)]
        return [0.0] * self.game.players if self.over else None

    @property
    def result(self) -> str | None:
        """How the game ended, in words; None as long as it goes on."""
        payoffs = self.payoffs
        return None if payoffs is None else with_reason(self.game, self.state, result_words(self.game, payoffs))

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None where the game is over."""
        return None if self.over else self.game.to_move(self.state)

    def then(self, text: str) -> Position:
        """The position after a move, which must be legal."""
        game, state = self.game, self.state
        if game.is_terminal(state):  # a draw by repetition that nobody claimed has been played on
            raise Refusal(422, f"The game is over; {text!r} cannot be played any more.")
        if len(self.moves) >= bounds.PLIES:
            raise Refusal(422, f"A game may have {bounds.PLIES:,} moves here.")
        action = game.parse_action(state, text)
        name, player = game.format_action(state, action), game.to_move(state)
        earlier = (*self.earlier, state) if game.repetition_draws else ()
        return Position(game, self.start, (*self.moves, name), (*self.players, player), game.result(state, action), state, earlier)


_kept: OrderedDict[tuple[Game[Any, Any], str | None, tuple[str, ...]], Position] = OrderedDict()
_lock = Lock()


def position_of(game: Game[Any, Any], start: str | None, moves: tuple[str, ...]) -> Position:
    """Where a line leads. Lines grow by one move at a time, so the one before is usually at hand."""
    with _lock:
        for known in (moves, moves[:-1]):
            place = game, start, known
            if place in _kept:
                _kept.move_to_end(place)
                position, rest = _kept[place], moves[len(known) :]
                break
        else:
            position, rest = None, moves
    with rules_of(game):
        if position is None:
            position = _beginning(game, start)
        for move in rest:
            position = position.then(move)
    with _lock:
        _kept[game, start, moves] = position
        if len(_kept) > KEPT_LINES:
            _kept.popitem(last=False)
    return position


def _beginning(game: Game[Any, Any], start: str | None) -> Position:
    initial = game.initial()
    state = initial if start is None else game.parse_state(start)
    return Position(game, None if state == initial else game.format_state(state), (), (), state, None)


@lru_cache(maxsize=KEPT_VIEWS)
def view(position: Position) -> View:
    """Everything there is to see."""
    game, state, turn = position.game, position.state, position.turn
    with rules_of(game):
        drawing = _drawing(game, state)
        return View(
            game=str(game),
            start=position.start,
            plies=[Ply(move=move, player=player) for move, player in zip(position.moves, position.players, strict=True)],
            position=game.format_state(state),
            svg=drawing.svg,
            text=game.text(state),
            turn=turn,
            turn_name=None if turn is None else game.player_name(turn),
            players=[game.player_name(player) for player in range(game.players)],
            moves=[
                LegalMove(move=name, squares=drawing.touched(game.from_to(state, action)), boxes=drawing.boxes(name))
                for action, name in (() if position.over else legal_moves(game, state))
            ],
            last=_last(position, drawing),
            over=position.over,
            payoffs=position.payoffs,
            result=position.result,
            zero_sum=game.players == 2 and game.payoff_sum is not None,
            points=None if game.counts_in is None else Points(name=game.counts_in[0], half=game.counts_in[1]),
        )


def looks(position: Position) -> tuple[str, list[Box]]:
    """The picture of a position, and where in it the last move was made."""
    with rules_of(position.game):
        drawing = _drawing(position.game, position.state)
        return drawing.svg, _last(position, drawing)


def _last(position: Position, now: _Drawing) -> list[Box]:
    """Where the last move was made: the squares that its name names, or what played it in the picture before.

    Such a place may be long (a whole column of Connect Four): if something new stands in it, then that is where.
    """
    if not position.moves:
        return []
    move, game = position.moves[-1], position.game
    way = game.from_to(position.before, game.parse_action(position.before, move))
    named = [box for square in now.touched(way) for box in now.squares[square]]
    if named:
        return named
    before = _drawing(position.game, position.before)
    places = before.boxes(move)
    if not places:
        return []
    whole = places[0] if len(places) == 1 else _around([(box.x, box.y, box.width, box.height) for box in places])
    inside = [shape for shape in now.shapes - before.shapes if _within(shape, whole)]
    is_long = max(whole.width, whole.height) > 1.5 * min(whole.width, whole.height)
    return [_around(inside, edge=0.05) if is_long and len(places) == 1 and inside else whole]


def _within(shape: tuple[float, ...], place: Box) -> bool:
    x, y, width, height = shape[:4]
    return place.x <= x + width / 2 <= place.x + place.width and place.y <= y + height / 2 <= place.y + place.height


def _around(shapes: list[tuple[Any, ...]], edge: float = 0.0) -> Box:
    left, top = min(shape[0] for shape in shapes), min(shape[1] for shape in shapes)
    right, bottom = max(shape[0] + shape[2] for shape in shapes), max(shape[1] + shape[3] for shape in shapes)
    edge *= right - left
    return Box(x=left - edge, y=top - edge, width=right - left + 2 * edge, height=bottom - top + 2 * edge)


def legal_moves(game: Game[Any, Any], state: Any) -> list[tuple[Any, str]]:
    """What can be played (or what chance may do), with its name."""
    if game.is_terminal(state):
        return []
    chance = game.to_move(state) == CHANCE
    found = list(islice((outcome for outcome, _ in game.chances(state)) if chance else game.actions(state), bounds.LEGAL_MOVES + 1))
    if len(found) > bounds.LEGAL_MOVES:
        raise Refusal(422, f"This position has over {bounds.LEGAL_MOVES:,} moves, too many for a page: choose a smaller board.")
    return [(action, game.format_action(state, action)) for action in found]


@lru_cache(maxsize=KEPT_VIEWS)
def _drawing(game: Game[Any, Any], state: Any) -> _Drawing:
    svg = game.svg(state)
    if len(svg) > bounds.PICTURE_CHARACTERS:
        raise Refusal(422, f"The picture of this {game.title} is too large for a page: choose a smaller board.")
    return _Drawing(svg)


class _Drawing:
    """The places on a game's picture: those that play an action (`data-action`), and the squares it names (`data-square`)."""

    def __init__(self, svg: str):
        self.svg = svg
        self.actions: dict[str, list[Box]] = {}
        self.squares: dict[str, list[Box]] = {}
        self.shapes: set[tuple[Any, ...]] = set()
        """The round and square things in it: place, size and colour."""
        try:
            root = ElementTree.fromstring(svg)
        except ElementTree.ParseError as error:
            raise UsageError(f"The picture of this position is not well-formed SVG: {error}.") from error
        for element in root.iter():
            if element.get("data-action") is None and element.get("data-square") is None and (shape := _box(element)) is not None:
                self.shapes.add((shape.x, shape.y, shape.width, shape.height, element.get("fill")))
            for attribute, places in (("data-action", self.actions), ("data-square", self.squares)):
                name = element.get(attribute)
                if name is not None and (box := _box(element)) is not None:
                    places.setdefault(name, []).append(box)
        longest_first = sorted(self.squares, key=len, reverse=True)
        self._names = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def boxes(self, move: str) -> list[Box]:
        """The places that play a move."""
        return self.actions.get(move, [])

    def touched(self, move: str) -> list[str]:
        """The squares that a move's name names, in order: `e2e4` from e2 to e4."""
        return [] if self._names is None else self._names.findall(move)


def _box(element: ElementTree.Element) -> Box | None:
    """The place that a rectangle or a circle covers."""

    def number(name: str) -> float:
        return float(element.get(name) or 0)

    try:
        if element.tag.endswith("rect"):
            return Box(x=number("x"), y=number("y"), width=number("width"), height=number("height"))
        if element.tag.endswith("circle"):
            r = number("r")
            return Box(x=number("cx") - r, y=number("cy") - r, width=2 * r, height=2 * r)
    except ValueError:
        pass
    return None


# ── Written and pasted texts ──


def written(position: Position, tags: Mapping[str, str]) -> str | None:
    """The moves as games are kept in files, with what is known of the game besides (the tags of PGN); None where there is no notation."""
    game = position.game
    if not game.overrides("format_game"):
        return None
    with rules_of(game):
        state = start = game.initial() if position.start is None else game.parse_state(position.start)
        actions = []
        for move in position.moves:
            actions.append(game.parse_action(state, move))
            state = game.result(state, actions[-1])
        return game.format_game(start, actions, tags)


def read_pasted(name: str, parameters: dict[str, Any], game: Game[Any, Any], text: str) -> Line:
    """What somebody pasted: a game as it is copied here (JSON) or kept in files (PGN), moves from the beginning (numbered or not), or a
    position.

    Moves come first: a game may read its own list of moves as a position, but then nobody could step through it.
    """
    text = text.translate(NARROW).strip()
    if not text:
        raise Refusal(422, "There is nothing here yet: paste a position, moves, or a whole game.")
    if re.match(r"(?i)(https?://|www\.)", text):
        raise Refusal(422, "This is a link: open it in the browser. Here a position, moves, or a whole game can be pasted.")
    if text.startswith("{"):
        try:
            found = json.loads(text)
            return Line(**{word: found[word] for word in ("game", "parameters", "start", "moves") if word in found})
        except (ValueError, TypeError, RecursionError) as error:
            raise Refusal(422, "This looks like a copied game, but it cannot be read: copy the whole of it.") from error
    with rules_of(game):
        with suppress(CounterplayError):
            return _whole_game(name, parameters, game, text)
        for moves in move_lists(text):
            if len(moves) <= bounds.PLIES and max(map(len, moves)) <= bounds.MOVE_CHARACTERS:
                with suppress(CounterplayError):
                    return Line(game=name, parameters=parameters, moves=list(position_of(game, None, moves).moves))
        try:
            return Line(game=name, parameters=parameters, start=game.format_state(game.parse_state(text)))
        except CounterplayError as error:
            raise Refusal(422, _what_is_wrong(game, text, error)) from error


def _whole_game(name: str, parameters: dict[str, Any], game: Game[Any, Any], text: str) -> Line:
    """A game as it is kept in files. One of another kind than this (Chess960) may be refused by the rules."""
    state, actions = game.parse_game(text)
    start = None if state == game.initial() else game.format_state(state)
    moves = tuple(names_along(game, state, actions))
    return Line(game=name, parameters=parameters, start=start, moves=list(position_of(game, start, moves).moves))


def _what_is_wrong(game: Game[Any, Any], text: str, error: CounterplayError) -> str:
    """Why a text cannot be read: as the game kept in a file that it looks like; else as `--position` of the command line would say it."""
    try:
        if text.startswith("[") and game.overrides("parse_game"):
            game.parse_game(text)
        elif len(text) <= bounds.POSITION_CHARACTERS:  # longer lines are not played through once more
            read_position(game, text)
    except CounterplayError as reason:
        return str(reason)
    return str(error)
