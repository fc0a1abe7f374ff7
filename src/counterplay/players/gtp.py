"""Another Go program as a player, by the Go Text Protocol: `gtp:gnugo --mode gtp --level 10`.

A player is asked about positions, a GTP program about games: it is told the moves since it was last asked, and where a position cannot be
reached by those, the board is set up stone by stone (then it does not know of a ko).
"""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any

from ..errors import CounterplayError, UsageError
from ..game import Game
from .program import GRACE, PATIENCE, ProgramFailed, ProgramPlayer

if TYPE_CHECKING:
    from subprocess import Popen

    from ..games.go.rules import Position

MOST_LINES = 1_000
"""An answer with more lines is not read to its end."""


class GtpPlayer(ProgramPlayer):
    """A program that plays Go; the one who asks keeps the score."""

    def __init__(self, command: str, seconds: float = PATIENCE):
        super().__init__(command, seconds)
        self.name = self.name.replace("program:", "gtp:", 1)
        self._told: tuple[Popen[str], Any, Position] | None = None
        """To which process which position of which game is known."""

    def new_game(self, seed: int) -> None:
        """Between two games: the board is set up anew."""
        self._told = None

    def get_ready(self, game: Game[Any, Any]) -> None:
        """Start the program, and let it have an empty board before it."""
        self._require_go(game)
        self._tell(game, game.initial())

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """The move that the program generates."""
        self._require_go(game)
        self._tell(game, state)
        answer = self._command(f"genmove {'bw'[game.to_move(state)]}")
        self._told = None
        if answer.lower() == "resign":
            raise ProgramFailed(f"{self._words[0]} resigned.")
        try:
            action = game.parse_action(state, answer)
        except CounterplayError as error:
            raise ProgramFailed(f"{self._words[0]} answered {answer[:60]!r}, which is no move here.") from error
        self._told = self._running(), game, game.result(state, action)
        return action

    def _require_go(self, game: Game[Any, Any]) -> None:
        from ..games.go import Go

        if not isinstance(game, Go) or game.rows != game.width:
            raise UsageError(f"{self.name} plays go on square boards, not {game}.")

    def _tell(self, game: Any, state: Position) -> None:
        """Let the program have this position before it."""
        if self._told is not None and self._told[0] is self._running() and self._told[1] == game:
            known = self._told[2]
            for action in game.actions(known):
                if game.result(known, action) == state:
                    self._command(f"play {'bw'[game.to_move(known)]} {game.format_action(known, action)}")
                    return
        for command in (f"boardsize {game.rows}", "clear_board", f"komi {game.komi:g}"):
            self._command(command)
        for colour, stones in (("b", state.black), ("w", state.white)):
            for point in range(game.points):
                if stones >> point + point // game.width & 1:
                    self._command(f"play {colour} {game.point_name(point)}")

    def _command(self, text: str) -> str:
        """What the program answers to a command, without the sign before it."""
        lines = [self._ask(text)]
        while lines[-1] and len(lines) < MOST_LINES:
            try:
                line = self._answers.get(timeout=self.seconds + GRACE)
            except queue.Empty:
                line = None
            if line is None:
                self.close()
                raise ProgramFailed(f"{self._words[0]} stopped in the middle of its answer to {text!r}.")
            lines.append(line.strip())
        if not lines[0].startswith("="):
            raise ProgramFailed(f"{self._words[0]} refuses {text!r}: {lines[0].lstrip('? ')[:100] or 'no reason given'}.")
        return "\n".join(lines)[1:].strip()
