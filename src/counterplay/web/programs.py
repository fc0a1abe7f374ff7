"""Other chess programs as opponents: those that whoever started the server named, by UCI. A request names one; it never is a command."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from typing import Any, Final

from ..errors import UsageError
from ..game import Game
from ..games.chess import Chess
from ..players.uci import UciPlayer
from . import bounds
from .pool import Job
from .refusals import Refusal
from .views import Position

LOOK_SECONDS: Final = 0.1
"""How often whoever waits looks whether they still want to."""
NAME: Final = re.compile(r"[\w. -]{1,40}")


class Programs:
    """Programs by name. Each is one process, started when it is first asked, and thinks about one move at a time."""

    def __init__(self, given: Iterable[str] = ()):
        self._players: dict[str, UciPlayer] = {}
        for text in given:
            name, _, command = text.partition("=")
            if not NAME.fullmatch(name.strip()) or not command.strip():
                raise UsageError(f"--uci {text}: write NAME=COMMAND, such as stockfish=stockfish?Skill+Level=5.")
            self._players[name.strip()] = UciPlayer.from_text(command)
        self._locks = {name: threading.Lock() for name in self._players}
        self._limits = {name: player.limits for name, player in self._players.items()}

    def names(self, game: Game[Any, Any]) -> list[str]:
        """Those that play this game."""
        return list(self._players) if isinstance(game, Chess) else []

    def choose(self, name: str, position: Position, seconds: float | None, job: Job) -> Any:
        """The move that a program plays, in no more than this time if one is given. Who waits for their turn may leave."""
        if name not in self.names(position.game):
            raise Refusal(
                422, f"No program {name!r} was named for {position.game.title} when this server was started (--uci NAME=COMMAND)."
            )
        player = self._players[name]
        while not self._locks[name].acquire(timeout=LOOK_SECONDS):
            job(None)
        try:
            limits = self._limits[name]
            if seconds is not None:
                usual = int(limits.get("movetime", 1000 * bounds.MOVE_SECONDS))
                limits = limits | {"movetime": str(max(1, min(usual, round(1000 * seconds))))}
            player.limits = limits
            return player.choose(position.game, position.state, position.earlier)
        finally:
            self._locks[name].release()

    def close(self) -> None:
        """End them all."""
        for player in self._players.values():
            player.close()
