"""The answer of `game.native`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..game import Game
from .store import CannotCompile


@dataclass(frozen=True)
class Native:
    """Whether a game's rules run as machine code; `reason` says why not, with file and line. True or false by itself."""

    compiled: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.compiled

    def __str__(self) -> str:
        return "compiled" if self.compiled else f"interpreted: {self.reason}"


def status(game: Game[Any, Any]) -> Native:
    """Compile the rules (or recall how that went) and say what happened."""
    from .rules import try_rules

    try:
        try_rules(game)
    except CannotCompile as error:
        return Native(False, error.reason)
    return Native(True)
