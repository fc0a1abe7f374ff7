"""What a match depends on besides its settings: the code of the game and of the players.

A match that goes on after somebody has changed a player would add up the games of two different players. So their fingerprints belong
to the settings: with another one, it is another match.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import shlex
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from .. import __version__
from ..game import Game
from ..native.digest import Unknown, game_digest
from ..players import ALGORITHMS, Player
from ..players.own import find_own


def game_fingerprint(game: Game[Any, Any]) -> str:
    """Of the rules with their parameters; of the file they stand in, where they mention something that has no fingerprint."""
    try:
        return game_digest(game)[:16]
    except Unknown:
        return _of_files(inspect.getsourcefile(type(game)))


def player_fingerprint(given: str | Player) -> str:
    """Of what the text names: our own searches, a module, a program."""
    if not isinstance(given, str):
        return _of_source(type(given))
    kind, _, rest = given.strip().partition(":")
    if kind in ("program", "gtp", "uci"):
        command = rest.partition(":")[2] if rest.startswith("seconds=") else rest
        try:
            words = shlex.split(command.partition("?")[0] if kind == "uci" else command)
        except ValueError:
            words = []
        return _of_files(shutil.which(words[0]) if words else None, *words)
    if kind == "python":
        found, _ = find_own(rest)
        return _of_source(found if callable(found) else type(found))
    if kind not in ALGORITHMS and kind != "level":
        return ""
    learned = [value for value in re.split("[,=]", rest) if Path(value).is_file()]  # an evaluation, a network, a database
    return f"{_searches()}-{_of_files(*learned)}" if learned else _searches()


def _of_source(what: Any) -> str:
    """Of the file in which a class or a function stands."""
    try:
        return _of_files(inspect.getsourcefile(what))
    except TypeError:  # built in, or made in a notebook
        return ""


def _of_files(*names: str | None) -> str:
    hasher = hashlib.sha256()
    for name in names:
        if name is not None:
            try:
                hasher.update(Path(name).read_bytes())
            except (OSError, ValueError):
                hasher.update(name.encode())
    return hasher.hexdigest()[:16]


@cache
def _searches() -> str:
    """Of our own searches: one fingerprint for all of them."""
    package = Path(__file__).resolve().parents[1]
    sources = sorted(source for room in ("search", "players", "evaluations") for source in (package / room).rglob("*.py"))
    return f"{__version__}-{_of_files(*map(str, sources))}"
