"""Where databases are found by themselves: in the folder `databases` of the data folder, by the game in their header."""

from __future__ import annotations

import inspect
import os
import re
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ...errors import CounterplayError
from ...folders import data_folder
from ...game import Game
from .reading import Database

SUFFIX: Final = ".cpdb"


def databases_folder() -> Path:
    """Where `counterplay db build` puts a database unless it is told a file, and where searches look for one."""
    return data_folder() / "databases"


def usual_path(game: Game[Any, Any], pieces: int | None) -> Path:
    """The file of a database that was given no name: `checkers-4.cpdb`, `checkers-quiet_moves=20-4.cpdb`."""
    usual = inspect.signature(type(game).__init__).parameters
    told = [f"{name}={value}" for name, value in game.parameters.items() if value != usual[name].default]
    parts = [game.name, *told, *([] if pieces is None else [str(pieces)])]
    return databases_folder() / (re.sub(r"[^\w=.,-]", "_", "-".join(parts)) + SUFFIX)


def located(path: str | os.PathLike[str]) -> Path:
    """A file, or the one of this name among the databases in the data folder."""
    here, there = Path(path), databases_folder() / path
    return there if not here.exists() and there.exists() else here


def opened(game: Game[Any, Any], asked: Database | str | os.PathLike[str]) -> Database:
    """A database of this game; refused if it is another one's."""
    if isinstance(asked, Database):
        return asked.attach(game)
    path = located(asked)
    try:
        about = path.stat()
    except OSError:
        return Database(path)  # which says why not
    return _opened(path.absolute(), about.st_mtime_ns, about.st_size, game)


def find(game: Game[Any, Any]) -> Database | None:
    """The database with the most positions of this game in the data folder; one that cannot be used is named, once, and not used."""
    best: Database | None = None
    try:
        paths = sorted(databases_folder().glob(f"{game.name}*{SUFFIX}"))
    except OSError:
        return None
    for path in paths:
        try:
            one = opened(game, path)
            if one.keys is None:
                one.column  # noqa: B018  (unpacks and verifies every block, once)
            else:
                one.intact  # noqa: B018  (verifies every block, once)
        except CounterplayError as error:
            if not _is_of_another_game(path, game):
                warnings.warn(f"A database is not used: {error}", stacklevel=2)
            continue
        if best is None or one.positions > best.positions:
            best = one
    return best


@lru_cache(maxsize=16)
def _opened(path: Path, changed: int, size: int, game: Game[Any, Any]) -> Database:
    """The same object as long as the file is the same: what it has unpacked is unpacked."""
    return Database(path).attach(game)


def _is_of_another_game(path: Path, game: Game[Any, Any]) -> bool:
    """Whether a file is whole, and simply not meant for this game."""
    try:
        return Database(path).game != str(game)
    except CounterplayError:
        return False
