"""The games that come with counterplay, one file each: rules, notation, evaluation, picture.

The file's name is the game's name; the class in it has the same name in capitals: `tic_tac_toe.py`, `TicTacToe`. Adding a game is
adding a file; nothing here or elsewhere lists them. `counterplay.games.ConnectFour` loads its file on first use.
"""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from typing import Any


def names() -> list[str]:
    """The names of all games in this folder."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))


def class_name(name: str) -> str:
    """`tic_tac_toe` → `TicTacToe`."""
    return "".join(word.capitalize() for word in name.split("_"))


def __getattr__(attribute: str) -> Any:
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", attribute).lower()
    if attribute != class_name(name) or name not in names():
        raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}; its games are {', '.join(map(class_name, names()))}")
    return getattr(import_module(f".{name}", __name__), attribute)


def __dir__() -> list[str]:
    return [*map(class_name, names()), "class_name", "names"]
