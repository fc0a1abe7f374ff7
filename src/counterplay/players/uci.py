"""Another chess program as a player, by UCI: `uci:stockfish?Skill Level=5&movetime=100`.

What stands before the question mark is the command; after it, separated by `&`, come the limits of a move (`movetime` in milliseconds,
`nodes`, `depth`) and the program's own options; a plus sign may stand for a blank. A player is asked about positions, a UCI program about
games: it is told where the game began and the moves since.
"""

from __future__ import annotations

import queue
import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl

from ..errors import CounterplayError, UsageError
from ..game import Game
from ..history import moves_between
from .program import GRACE, PATIENCE, ProgramFailed, ProgramPlayer

if TYPE_CHECKING:
    from subprocess import Popen

    from ..games.chess import Chess

LIMITS: Final = ("movetime", "nodes", "depth")
USUAL_LIMIT: Final = {"movetime": "500"}
GREETING_SECONDS: Final = 10.0
"""How long a program has to say that it speaks UCI at all. What takes long (to compile, to load) comes after that, before `readyok`."""
MOST_OPTIONS: Final = 1_000


class Option(NamedTuple):
    """What a program says of one of its options; where it is a number, from what to what."""

    name: str
    least: int | None = None
    most: int | None = None

    @classmethod
    def read(cls, line: str) -> Option | None:
        """The option that a line declares, if it declares one.

        >>> Option.read("option name Skill Level type spin default 20 min 0 max 20")
        Option(name='Skill Level', least=0, most=20)
        """
        found = re.match(r"\s*option\s+name\s+(.+?)\s+type\s+(\w+)(.*)", line)
        if not found:
            return None
        name, kind, rest = found.groups()
        least, most = (re.search(rf"\b{word}\s+(-?\d{{1,18}})\b", rest) for word in ("min", "max"))
        numbers = (int(least[1]), int(most[1])) if kind == "spin" and least and most else ()
        return cls(" ".join(name.split()), *numbers)

    def takes(self, value: str) -> bool:
        """Whether a value can be given to it."""
        if self.least is None or self.most is None:
            return True
        return re.fullmatch(r"-?\d{1,18}", value.strip()) is not None and self.least <= int(value) <= self.most


class UciPlayer(ProgramPlayer):
    """A program that plays chess."""

    follows_games = True

    def __init__(self, command: str, settings: dict[str, str] | None = None, text: str = ""):
        super().__init__(command)
        settings = dict(settings or {})
        self.name = f"uci:{text or command}"
        self.limits: dict[str, str] = {word: settings.pop(word) for word in LIMITS if word in settings} or USUAL_LIMIT
        for word, value in self.limits.items():
            if not value.isdecimal() or int(value) < 1:
                raise UsageError(f"{self.name}: {word} is a whole number above 0, not {value!r}.")
        self.options = settings
        self._spoken_to: Popen[str] | None = None
        """The process that has been greeted."""
        self._fresh = True
        self._known: dict[str, Option] = {}
        self._chess960 = False
        """What options it has, and whether it has been told to play Chess960."""

    @classmethod
    def from_text(cls, text: str) -> UciPlayer:
        """The player that the text after `uci:` names.

        >>> one = UciPlayer.from_text("stockfish?Skill+Level=5&nodes=1000")
        >>> one.options, one.limits
        ({'Skill Level': '5'}, {'nodes': '1000'})
        """
        command, _, settings = text.strip().partition("?")
        if not command.strip():
            raise UsageError("Write uci:COMMAND or uci:COMMAND?OPTION=VALUE&movetime=100.")
        try:
            found = parse_qsl(settings, keep_blank_values=True, strict_parsing=bool(settings))
        except ValueError as error:
            raise UsageError(f"uci:{text}: write options as Name=value, separated by &.") from error
        return cls(command, dict(found), text.strip())

    def new_game(self, seed: int) -> None:
        """Before the next question the program is told that another game begins."""
        self._fresh = True

    def get_ready(self, game: Game[Any, Any]) -> None:
        """Start the program, and let it be ready for a move of this game."""
        self._ready(game)

    def choose(self, game: Game[Any, Any], state: Any, earlier: Sequence[Any] = ()) -> Any:
        """The move that the program answers."""
        game, process = self._ready(game)
        states = [*earlier, state]
        moves = [game.from_to(before, action) for before, action in zip(states, moves_between(game, states), strict=False)]
        self._say(process, f"position fen {game.format_state(states[0])}{' moves ' if moves else ''}{' '.join(moves)}")
        seconds = PATIENCE + int(self.limits.get("movetime", 0)) / 1000
        answer = self._wait_for("bestmove", f"go {' '.join(f'{word} {value}' for word, value in self.limits.items())}", seconds)
        move = [*answer.split(), ""][1]
        try:
            return game.parse_action(state, move)
        except CounterplayError as error:
            raise ProgramFailed(f"{self._words[0]} answered {move[:60]!r}, which is no move here.") from error

    def _ready(self, game: Game[Any, Any]) -> tuple[Chess, Popen[str]]:
        from ..games.chess import Chess

        if not isinstance(game, Chess):
            raise UsageError(f"{self.name} plays chess, not {game.name}.")
        process = self._running()
        self._greet(process, game.chess960)
        return game, process

    def _greet(self, process: Popen[str], chess960: bool) -> None:
        """Let the program be ready for a move of this game."""
        if self._spoken_to is not process:
            known = self._known = self._declared()
            self._spoken_to, self._fresh, self._chess960 = process, True, False
            for name, value in self.options.items():
                option = known.get(name.lower())
                if option is None:
                    self.close()
                    raise UsageError(f"{self._words[0]} has no option {name!r}; it has {', '.join(each.name for each in known.values())}.")
                if not option.takes(value):
                    self.close()
                    raise UsageError(
                        f"{self._words[0]}: {option.name} is a whole number from {option.least} to {option.most}, not {value!r:.40}."
                    )
                self._say(process, f"setoption name {option.name} value {value}")
        if chess960 != self._chess960:
            if "uci_chess960" not in self._known:
                raise UsageError(f"{self._words[0]} does not play Chess960.")
            self._say(process, f"setoption name {self._known['uci_chess960'].name} value {str(chess960).lower()}")
            self._chess960, self._fresh = chess960, True
        if self._fresh:
            self._say(process, "ucinewgame")
            self._wait_for("readyok", "isready", PATIENCE)
            self._fresh = False

    def _declared(self) -> dict[str, Option]:
        """The options that the program has, by their names in small letters."""
        found: dict[str, Option] = {}

        def look(line: str) -> None:
            option = Option.read(line)
            if option is not None and len(found) < MOST_OPTIONS:
                found[option.name.lower()] = option

        self._wait_for("uciok", "uci", GREETING_SECONDS, look)
        return found

    def _wait_for(self, word: str, question: str, seconds: float, look: Callable[[str], None] = lambda line: None) -> str:
        """Ask, and read on until a line begins with this word; what comes before is only looked at."""
        assert self._process is not None
        self._say(self._process, question)
        deadline = time.monotonic() + seconds + GRACE
        while True:
            try:
                line = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.close()
                raise ProgramFailed(f"{self._words[0]} did not answer {question.split()[0]!r} with {word!r} in {seconds:g} s.") from None
            if line is None:
                raise self._gone()
            if line.split()[:1] == [word]:
                return line.strip()
            look(line)
