"""The games that this server offers, and how a request names one: by a registered name and plain values, never by a path or by code."""

from __future__ import annotations

import inspect
import json
import math
import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from threading import Lock
from typing import Any

from .. import registry
from ..errors import CounterplayError
from ..game import Game
from ..positions import result_words
from . import bounds
from .models import GameInfo, Lot, Parameter, ParameterKind
from .refusals import Refusal, rules_of

KEPT_GAMES = 256
"""How many games with parameters are kept ready."""
SOLVING = ("--seconds", "1.5", "--memory", "32", "--interpreted", "--json")
SOLVING_TIMEOUT = 60.0
"""The child's own clock stops it sooner, unless it does not come to run."""


class Catalogue:
    """All registered games, and before them those that were named when the server was started."""

    def __init__(self, given: Iterable[str] = ()):
        self.games: dict[str, Game[Any, Any]] = {}
        self.own: set[str] = set()
        self._made: OrderedDict[tuple[str, str], Game[Any, Any]] = OrderedDict()
        self._lock = Lock()
        self._solved: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        """How games were named when the server was started."""
        for text in given:
            game = registry.load(text)
            from_file = ".py" in text or ".json" in text
            name = self._free_name(game.name) if from_file or game.name in self.games else game.name
            self.games[name], self._texts[name] = game, text
            self.own.add(name)
        for name in registry.names():
            if name not in self.games:
                try:
                    self.games[name] = registry.load(name)
                except CounterplayError:  # somebody's plug-in is broken; the other games are still there
                    continue

    def _free_name(self, name: str) -> str:
        taken = {*registry.names(), *self.games}
        number = 2
        free = name
        while free in taken:
            free, number = f"{name}_{number}", number + 1
        return free

    def game(self, name: str, parameters: dict[str, Any] | None = None) -> Game[Any, Any]:
        """The game of this name with these parameters; those that are left out are as they were when the server started."""
        if name not in self.games:
            raise Refusal(404, f"There is no game {name[: bounds.NAME_CHARACTERS]!r} here. Games: {', '.join(self.games)}.")
        if not parameters:
            return self.games[name]
        values = {word: bounded(word, value) for word, value in parameters.items()}
        place = name, json.dumps(values, sort_keys=True)
        with self._lock:
            if place in self._made:
                self._made.move_to_end(place)
                return self._made[place]
        game = self._make(name, values)
        with self._lock:
            self._made[place] = game
            if len(self._made) > KEPT_GAMES:
                self._made.popitem(last=False)
        return game

    def _make(self, name: str, values: dict[str, Any]) -> Game[Any, Any]:
        usual = self.games[name]
        known = {parameter.name for parameter in parameters_of(usual)}
        for word in values:
            if word not in known:
                takes = f"it takes {', '.join(sorted(known))}" if known else "it takes none"
                raise Refusal(422, f"{usual.title} has no parameter {word!r}: {takes}.")
        with rules_of(usual):
            return type(usual)(**{**usual.parameters, **values})

    def recognised(self, text: str, source: str) -> tuple[str, Game[Any, Any]] | None:
        """The game that a file says it is about, with its name here: a registered one, or one that was named when the server was started.

        `source` is what the file says the game was loaded from. It may be any path: nobody runs what is there.
        """
        name = source.partition("(")[0].strip()
        if name in registry.names():
            return name, registry.load_registered(source)
        return next(((own, self.games[own]) for own in sorted(self.own) if str(self.games[own]) == text), None)

    def changed(self, name: str, game: Game[Any, Any]) -> dict[str, Any]:
        """The parameters in which a game is not as the one of this name usually is here."""
        usual = {one.name: one.value for one in parameters_of(self.game(name))}
        return {one.name: one.value for one in parameters_of(game) if usual.get(one.name) != one.value}

    def info(self, name: str) -> GameInfo:
        """What the gallery and the form show of a game."""
        game = self.game(name)
        with rules_of(game):
            return GameInfo(
                name=name,
                title=game.title,
                rules=inspect.cleandoc(type(game).__doc__ or "") if type(game).__doc__ is not Game.__doc__ else "",
                kind=str(game.properties),
                properties=game.properties.as_dict(),
                parameters=list(parameters_of(game)),
                players=[game.player_name(player) for player in range(game.players)],
                svg=game.svg(game.initial()),
                solved=self._solved.get(name),
                own=name in self.own,
            )

    def solve_small_games(self) -> None:
        """Find out how the smallest games end with best play.

        In processes of their own, one after another and behind everything else: a thread that runs Python all the time would hold up pages.
        """
        for name, game in self.games.items():
            with suppress(OSError, ValueError, LookupError, subprocess.SubprocessError):  # not solved, then
                values = json.loads(_answer_of("solve", self._texts.get(name, name), *SOLVING))["values"]
                self._solved[name] = result_words(game, values).replace("A draw", "a draw")


def _answer_of(*arguments: str) -> bytes:
    """What our own command prints, in a process that everything else goes before."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "counterplay", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as child:
        try:
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, child.pid, 19)
            return child.communicate(timeout=SOLVING_TIMEOUT)[0]
        finally:
            child.kill()


def parameters_of(game: Game[Any, Any]) -> Iterator[Parameter]:
    """The fields of the form for a game: its parameters, with what they are now."""
    signature = inspect.signature(type(game).__init__).parameters
    for name, value in game.parameters.items():
        if name in signature:
            parameter = Parameter(name=name, label=name.replace("_", " ").capitalize(), kind=_kind(value), value=_plain(value))
            if name in game.drawn_by_lot:
                least, most, others = game.drawn_by_lot[name]
                parameter.lot = Lot(least=least, most=most, others=dict(others))
            yield parameter


def _kind(value: Any) -> ParameterKind:
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int):
        return "whole number"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "word"
    if isinstance(value, tuple | list) and value and all(type(entry) is int for entry in value):
        return "whole numbers"
    return "values"


def _plain(value: Any) -> Any:
    """A parameter as JSON holds it; tuples are lists there, and `bounded` makes them tuples again."""
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def bounded(word: str, value: Any) -> Any:
    """A parameter from a request as Python has it, refused where it is larger than any sensible game's."""
    count = 0

    def read(entry: Any, depth: int) -> Any:
        nonlocal count
        count += 1
        if count > bounds.PARAMETER_VALUES or depth > bounds.PARAMETER_DEPTH:
            raise Refusal(
                422, f"{word}: at most {bounds.PARAMETER_VALUES:,} values, nested {bounds.PARAMETER_DEPTH} deep, fit into a request."
            )
        if isinstance(entry, list | tuple):
            return tuple(read(part, depth + 1) for part in entry)
        if isinstance(entry, dict):
            return {str(key)[: bounds.NAME_CHARACTERS]: read(part, depth + 1) for key, part in entry.items()}
        if isinstance(entry, str) and len(entry) > bounds.POSITION_CHARACTERS:
            raise Refusal(422, f"{word}: a text may have {bounds.POSITION_CHARACTERS:,} characters.")
        if isinstance(entry, int | float) and (not math.isfinite(entry) or abs(entry) > bounds.PARAMETER_NUMBER):
            raise Refusal(422, f"{word}: numbers go up to {bounds.PARAMETER_NUMBER:,}.")
        return entry

    return read(value, 0)
