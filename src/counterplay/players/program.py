"""Another program as a player, asked through a pipe: one line of JSON for each move that it is to choose, one line of text back.

    we write      {"game": "tic_tac_toe(rows=3,columns=3,line=3)", "player": 0, "position": ".../.../...",
                   "moves": ["a3", "b3", …], "seconds": 60.0}
    it answers    b2

`position` is what the game's `format_state` writes, `moves` are the legal moves, `seconds` how long we wait. The answer is one of the
moves. The program runs for as long as there are games; when its standard input ends, it is to leave. What it writes to standard error
is nobody's business. That is the whole protocol: UCI and GTP are for the games that have them.
"""

from __future__ import annotations

import contextlib
import json
import queue
import re
import shlex
import threading
from typing import IO, TYPE_CHECKING, Any, Final

from ..errors import CounterplayError, UsageError
from ..game import Game

if TYPE_CHECKING:
    from subprocess import Popen

PATIENCE: Final = 60.0
"""How many seconds a program has for a move, unless `program:seconds=…:COMMAND` says otherwise."""
GRACE: Final = 1.0
"""How much longer we wait than it was told: the line has to travel."""
LONGEST_LINE: Final = 10_000
MOST_UNREAD: Final = 1_000
"""Of lines that nobody asked for, no more than these are remembered."""


class ProgramFailed(CounterplayError):
    """The other program did not start, did not answer in time, or went away."""


class ProgramPlayer:
    """A program that is started when it is first asked, and again if it has ended since the last game."""

    def __init__(self, command: str, seconds: float = PATIENCE):
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"program:{command}: {error}.") from error
        if not self._words or not seconds > 0:
            raise UsageError("Write program:COMMAND or program:seconds=2:COMMAND, with a time above 0.")
        self.name = f"program:{command}" if seconds == PATIENCE else f"program:seconds={seconds:g}:{command}"
        self.seconds = seconds
        self._process: Popen[str] | None = None
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    @classmethod
    def from_text(cls, text: str) -> ProgramPlayer:
        """The player that the text after `program:` names."""
        match = re.fullmatch(r"(?:seconds=([\d.]+):)?(.*)", text.strip(), re.DOTALL)
        assert match is not None
        try:
            return cls(match[2], PATIENCE if match[1] is None else float(match[1]))
        except ValueError as error:
            raise UsageError(f"program:{text}: {match[1]!r} is not a number of seconds.") from error

    def new_game(self, seed: int) -> None:
        """Between two games: the program goes on running, since every question says everything."""

    def get_ready(self, game: Game[Any, Any]) -> None:
        """Start the program."""
        self._running()

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """The move that the program answers."""
        question = {
            "game": str(game),
            "player": game.to_move(state),
            "position": game.format_state(state),
            "moves": [game.format_action(state, action) for action in game.actions(state)],
            "seconds": self.seconds,
        }
        answer = self._ask(json.dumps(question))
        try:
            return game.parse_action(state, answer)
        except CounterplayError as error:
            raise ProgramFailed(f"{self._words[0]} answered {answer[:60]!r}, which is no move here.") from error

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()

    def _ask(self, question: str) -> str:
        self._say(self._running(), question)
        try:
            answer = self._answers.get(timeout=self.seconds + GRACE)
        except queue.Empty:
            self.close()
            raise ProgramFailed(f"{self._words[0]} gave no answer in {self.seconds:g} s.") from None
        if answer is None:
            raise self._gone()
        if len(answer) >= LONGEST_LINE:
            self.close()
            raise ProgramFailed(f"{self._words[0]} answered with a line of over {LONGEST_LINE:,} characters.")
        return answer.strip()

    def _say(self, process: Popen[str], line: str) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def _gone(self) -> ProgramFailed:
        """What to raise where the program listens or talks no more."""
        from subprocess import TimeoutExpired

        assert self._process is not None
        try:
            code = self._process.wait(timeout=GRACE)
        except TimeoutExpired:
            self.close()
            return ProgramFailed(f"{self._words[0]} closed its output instead of answering.")
        self.close()
        return ProgramFailed(f"{self._words[0]} ended with exit code {code} instead of answering.")

    def _running(self) -> Popen[str]:
        import subprocess

        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        try:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise ProgramFailed(f"{self._words[0]} cannot be started: {error.strerror}.") from error
        self._answers = queue.SimpleQueue()
        assert self._process.stdout is not None
        threading.Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()
        return self._process


def _listen(stream: IO[str], answers: queue.SimpleQueue[str | None]) -> None:
    """Pass on every line, and at the end None."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            if answers.qsize() < MOST_UNREAD:
                answers.put(line)
    answers.put(None)
