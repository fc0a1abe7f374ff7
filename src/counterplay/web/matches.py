"""The matches that are shown: those in the folder where `counterplay match` keeps them, and those named when the server was started.

A request names a match by a digest that this file maps to a path. Files are only read, so that a match may be played meanwhile; what
cannot be read is told in a sentence without the folders of this computer.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from math import isfinite
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from ..arena import MatchFile, Record
from ..arena.files import matches_folder
from ..arena.replay import Step, labels, result_text, steps
from ..arena.standing import Standing, Tally
from ..errors import CounterplayError
from ..game import CHANCE, Game
from . import bounds
from .catalogue import Catalogue
from .matches_models import (
    GameView,
    MatchEntry,
    MatchList,
    MatchView,
    PlayedGame,
    PlayedMove,
    PlayPage,
    ReplayPosition,
    ReplayPositions,
    Score,
)
from .refusals import Refusal, rules_of
from .views import Position, looks

KEPT_REPLAYS = 32
SHOWN_SETTINGS = ("seed", "limit", "openings", "plies of the openings", "file of openings")
Stamp = tuple[int, ...]
Model = TypeVar("Model", bound=BaseModel)


class Replay(NamedTuple):
    """A game of a match, played through."""

    game: Game[Any, Any]
    name: str
    """What the catalogue calls the game."""
    record: Record
    steps: list[Step]


class Matches:
    """All matches that the server shows."""

    def __init__(self, catalogue: Catalogue, given: Iterable[Path] = ()):
        self._catalogue = catalogue
        self._given = [path.absolute() for path in given]
        self._entries: dict[Path, tuple[Stamp, MatchEntry]] = {}
        self._replays: OrderedDict[tuple[Path, Stamp, int], Replay] = OrderedDict()
        self._lock = Lock()

    # ── Which there are ──
    def listed(self) -> MatchList:
        """All matches, those that were played last first."""
        found = self._paths()
        last = heapq.nlargest(bounds.MATCHES, found, key=_stamp)
        return MatchList(matches=[self._entry(path) for path in last], left_out=len(found) - len(last))

    def _paths(self) -> list[Path]:
        found = dict.fromkeys(self._given)
        with suppress(OSError):
            found.update(dict.fromkeys(path.absolute() for path in matches_folder().glob("*.sqlite")))
        return list(found)

    def _readable(self, name: str) -> tuple[Path, MatchEntry]:
        """The file and the standing of the match that a request names."""
        for path in self._paths():
            if _name(path) == name:
                entry = self._entry(path)
                if entry.problem is not None:
                    raise Refusal(422, entry.problem)
                return path, entry
        raise Refusal(404, "There is no such match here: /matches lists those there are.")

    def _entry(self, path: Path) -> MatchEntry:
        stamp = _stamp(path)
        with self._lock:
            known = self._entries.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            with _opened(path) as file:
                entry = _sound(self._read(path, file))
        except CounterplayError as error:
            entry = MatchEntry(id=_name(path), file=path.name, problem=str(error))
        with self._lock:
            self._entries[path] = stamp, entry
        return entry

    def _read(self, path: Path, file: MatchFile) -> MatchEntry:
        settings = file.settings
        if not settings:
            return MatchEntry(id=_name(path), file=path.name, problem=f"{path.name} has no games yet: its match has not begun.")
        tally = Tally(labels(settings["players"]))
        for number, score, failed, reason in file.results():
            tally.add(number, score, failed, reason)
        began, ended = file.times() or (None, None)
        text = str(settings["game"])
        title = text.partition("(")[0].replace("_", " ").capitalize()
        with suppress(CounterplayError):
            title = self._game(settings)[1].title
        standing = _score(tally.standing())
        return MatchEntry(id=_name(path), file=path.name, game=text, title=title, began=began, ended=ended, standing=standing)

    # ── One of them ──
    def one(self, name: str, begin: int) -> MatchView:
        """A match, and its games from this number on."""
        path, entry = self._readable(name)
        with _opened(path) as file:
            settings = file.settings
            names = labels(settings["players"])
            records = list(file.records(begin=begin, most=bounds.MATCH_GAMES + 1))
            games = [_in_a_line(record, names) for record in records[: bounds.MATCH_GAMES]]
            after = records[bounds.MATCH_GAMES].number if len(records) > bounds.MATCH_GAMES else None
            shown = {word: settings[word] for word in SHOWN_SETTINGS if settings.get(word) is not None}
            return _sound(MatchView(match=entry, settings=shown, games=games, next=after))

    def game(self, name: str, number: int) -> GameView:
        """A game of a match: its moves."""
        path, entry = self._readable(name)
        replay = self._replay(path, number)
        game, record, found = replay.game, replay.record, replay.steps
        with _opened(path) as file:
            names = labels(file.settings["players"])
            around = {one: next((found.number for found in file.records(one)), None) for one in (number - 1, number + 1)}
            with rules_of(game):
                start = None if found[0].state == game.initial() else game.format_state(found[0].state)
                sides = [game.player_name(side) for side in range(2)]
            moves = [
                PlayedMove(
                    move=step.move.text,
                    player=CHANCE if step.mover is None else step.mover,
                    seconds=step.move.seconds,
                    opening=step.opening,
                )
                for step in found
                if step.move is not None
            ]
            view = GameView(
                match=entry,
                game=_in_a_line(record, names),
                sides=sides,
                players=[names[record.first], names[1 - record.first]],
                start=start,
                moves=moves,
                play=self._play_page(replay),
                previous=around[number - 1],
                next=around[number + 1],
            )
            return _sound(view)

    def positions(self, name: str, number: int, first: int) -> ReplayPositions:
        """Some positions of a game, from this ply on."""
        replay = self._replay(self._readable(name)[0], number)
        found, game = replay.steps, replay.game
        shown = []
        for ply in range(first, min(first + bounds.REPLAY_POSITIONS, len(found))):
            step = found[ply]
            made = (step.move.text,) if step.move is not None and step.mover is not None else ()
            before = found[ply - 1].state if made else None
            svg, last = looks(Position(game, None, made, made and (step.mover or 0,), step.state, before))
            with rules_of(game):
                shown.append(ReplayPosition(ply=ply, position=game.format_state(step.state), svg=svg, last=last))
        return ReplayPositions(positions=shown)

    def _replay(self, path: Path, number: int) -> Replay:
        place = path, _stamp(path), number
        with self._lock:
            if place in self._replays:
                self._replays.move_to_end(place)
                return self._replays[place]
        with _opened(path) as file:
            record = next(file.records(number), None)
            if record is None:
                raise Refusal(404, f"This match has no game {number}.")
            name, game = self._game(file.settings)
            with rules_of(game):
                replay = Replay(game, name, record, steps(game, record))
        with self._lock:
            self._replays[place] = replay
            if len(self._replays) > KEPT_REPLAYS:
                self._replays.popitem(last=False)
        return replay

    def _game(self, settings: dict[str, Any]) -> tuple[str, Game[Any, Any]]:
        """The game of a match, and its name in the catalogue."""
        text = str(settings["game"])
        found = self._catalogue.recognised(text, str(settings["made_from"] or ""))
        if found is not None:
            return found
        raise Refusal(
            422,
            f"The rules of {text[: bounds.NAME_CHARACTERS]} are in a file of their own. "
            "Name it when you start the server (counterplay serve mygame.py:MyGame), and the games of this match can be shown.",
        )

    def _play_page(self, replay: Replay) -> PlayPage:
        return PlayPage(game=replay.name, parameters=self._catalogue.changed(replay.name, replay.game))


def _name(path: Path) -> str:
    return hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:12]


def _stamp(path: Path) -> Stamp:
    """When a file was written and how long it is, its log included: as long as this is the same, so is the match."""
    found: list[tuple[int, int]] = []
    for one in (path, path.with_name(path.name + "-wal")):
        with suppress(OSError):
            looked = one.stat()
            found.append((looked.st_mtime_ns, looked.st_size))
    return (max((when for when, _ in found), default=0), *(number for pair in found for number in pair))


@contextmanager
def _opened(path: Path) -> Iterator[MatchFile]:
    """A file for reading. Whatever is wrong with it is told in a sentence, with its name but not its folder."""
    try:
        file = MatchFile(path, reading=True)
        try:
            yield file
        finally:
            file.close()
    except Refusal:
        raise
    except CounterplayError as error:
        raise Refusal(422, str(error).replace(str(path), path.name)) from error
    except (ValueError, TypeError, LookupError, AttributeError, OSError, OverflowError, RecursionError) as error:
        raise Refusal(422, f"{path.name} is damaged: it has not what a match has.") from error


def _sound(model: Model) -> Model:
    """The same, if it can be sent: a damaged file may hold characters that no text has, which JSON cannot carry."""
    model.model_dump_json()
    return model


def _in_a_line(record: Record, names: tuple[str, str]) -> PlayedGame:
    opening = " ".join(record.opening.moves) or record.opening.position
    return PlayedGame(
        number=record.number,
        first=names[record.first],
        opening=opening[: bounds.POSITION_CHARACTERS],
        moves=len(record.moves),
        seconds=record.seconds,
        score=record.score,
        result=result_text(record, names),
    )


def _score(standing: Standing) -> Score:
    def finite(elo: float) -> float | None:
        return elo if isfinite(elo) else None

    interval = [finite(bound) for bound in standing.interval]
    return Score.model_validate(standing.as_dict() | {"elo": finite(standing.elo), "interval": interval, "rating": standing.rating()})
