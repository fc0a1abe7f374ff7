"""The commands of UCI. `Uci.hear` takes a line; answers are told as they come, from whatever thread has them."""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Final

from ... import __version__
from ...errors import CounterplayError, UsageError
from .clock import Lost
from .going import UNCLEAR_TIME, read_going
from .options import NotAnOption, Settings, declared, set_option
from .workshop import Workshop

if TYPE_CHECKING:
    from ...games.chess import Chess, Position
    from .benchmark import Counting
    from .thinking import Thinking

LAST_SECONDS: Final = 5.0
"""How many seconds a search has to answer when everything ends."""
START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Uci:
    """A conversation with a program that speaks UCI.

    >>> said = []
    >>> door = Uci(said.append)
    >>> door.hear("position startpos moves e2e4 e7e5")
    >>> door.hear("d")
    >>> said[-1]
    'Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    """

    def __init__(self, tell: Callable[[str], None]):
        self.tell = tell
        self.settings = Settings()
        self.workshop = Workshop(tell)
        self.finished = False
        self.thinking: Thinking | None = None
        """The search that was asked for last."""
        self._asked: list[Thinking | Counting] = []
        """What was asked for, in this order, and is not answered yet."""
        self._lost = Lost()
        self._line: tuple[str | None, tuple[str, ...]] = (None, ())
        self._states: list[Position] = []
        self._refused: str | None = None
        """What was said of a position that could not be set up: until another one is, there is none."""
        self._owes_nothing_yet = False
        """Whether somebody who asked for a move without a position has to say `stop` before they are told that there is none."""
        self.commands: dict[str, Callable[[str], None]] = {
            name.removeprefix("do_"): method for name, method in inspect.getmembers(self, inspect.ismethod) if name.startswith("do_")
        }

    def hear(self, line: str) -> None:
        """Do what a line says. As the protocol wants it, words that are no command are passed over until there is one."""
        words = UNPRINTABLE.sub(" ", line).split()
        unknown = list(words)
        while words and words[0] not in self.commands:
            words.pop(0)
        if not words:
            if unknown:
                self.tell(f"info string unknown command {' '.join(unknown)[:60]!r}; there are {' '.join(sorted(self.commands))}")
            return
        try:
            self.commands[words[0]](" ".join(words[1:]))
        except Exception as error:  # nothing that somebody says ends the conversation
            kind = "" if isinstance(error, CounterplayError | NotAnOption) else f"{type(error).__name__}: "
            self.tell(f"info string {kind}{' '.join(str(error).split())}")

    # ── About the program ──
    def do_uci(self, rest: str) -> None:
        self.tell(f"id name counterplay {__version__}")
        self.tell("id author the counterplay authors")
        for line in declared():
            self.tell(line)
        self.tell("uciok")
        self.workshop.do(lambda: None)  # it begins to get ready, and does not wait to be asked

    def do_isready(self, rest: str) -> None:
        if not self._unanswered():
            self.workshop.do(self._say_ready)
        elif self.workshop.prepared.is_set():
            self.tell("readyok")
        else:  # somebody did not wait before they said go: they need not wait for the end of that search, too
            threading.Thread(target=lambda: self.workshop.prepared.wait() and self.tell("readyok"), daemon=True).start()

    def do_setoption(self, rest: str) -> None:
        """From the next search on: one that is under way, or asked for, has its own copy of the settings."""
        name = set_option(self.settings, rest)
        if name == "UCI_Chess960":
            self._line = (None, ())  # the same words may mean other moves
        elif name == "Clear Hash":
            self.workshop.do(self.workshop.forget)
        elif name == "SyzygyPath" and self.settings.tablebases:
            self.tell("info string SyzygyPath is accepted, but no tablebases are read")

    def do_debug(self, rest: str) -> None:
        """Nothing more is told than always."""

    def do_register(self, rest: str) -> None:
        """Nobody needs to."""

    def do_quit(self, rest: str) -> None:
        self.finished = True
        self._end_thinking()
        if self.workshop.prepared.is_set():
            self.workshop.close(LAST_SECONDS)

    def end(self) -> None:
        """Nobody will say anything more: answer what was asked, and let nothing wait for a `stop` that cannot come."""
        self._wait_for_no_word()
        self.workshop.close(None)

    # ── The game ──
    def do_ucinewgame(self, rest: str) -> None:
        """What is asked before belongs to the game before, also if it is not answered yet."""
        self.workshop.do(self._forget_the_game)

    def do_position(self, rest: str) -> None:
        before, _, after = rest.partition("moves")
        kind, _, fen = before.strip().partition(" ")
        self._refused = rest
        if kind not in ("startpos", "fen"):
            raise UsageError("write: position startpos moves e2e4 …, or: position fen FEN moves …")
        self._set_up(START if kind == "startpos" else fen.strip(), tuple(after.split()))
        self._refused = None

    def do_d(self, rest: str) -> None:
        """The board, for people."""
        game, state = self._game(), self._position()[-1]
        self.tell(game.text(state))
        self.tell(f"Fen: {game.format_state(state)}")

    # ── Searching ──
    def do_go(self, rest: str) -> None:
        from ...games.chess import Chess
        from .benchmark import count
        from .thinking import Thinking

        self._wait_for_no_word()
        going = read_going(rest.split())
        if self._refused is not None and going.perft is None:
            self.tell(f"info string {self._no_position()}")
            self._owes_nothing_yet = True
            if not (going.infinite or going.ponder):
                self._answer_nothing()
            return
        game, states = self._game(), list(self._position())
        if going.unread:
            self.tell(f"info string go: passed over {' '.join(going.unread)[:60]!r}; a limit needs a whole number, as in: go movetime 1000")
        if going.perft is not None:
            depth = going.perft
            self._count_something(lambda enough: count(Chess(), game, states[-1], depth, enough))
            return
        if going.is_unclear(game.to_move(states[-1])):
            self.tell(f"info string go: nothing says when to stop; thinking for {UNCLEAR_TIME} ms (for as long as you like: go infinite)")
            going.move_time = UNCLEAR_TIME
        thinking = self.thinking = Thinking(game, states, going, self.settings, self.tell, self._lost)
        self._asked.append(thinking)
        self.workshop.do(lambda: thinking.run(lambda: self.workshop.engine(thinking.settings), self.workshop.ready_since))

    def do_stop(self, rest: str) -> None:
        self._end_thinking()

    def do_ponderhit(self, rest: str) -> None:
        self._answer_nothing()
        if self.thinking is not None:
            self.thinking.ponderhit()

    def do_bench(self, rest: str) -> None:
        from .benchmark import DEPTH, bench

        self._wait_for_no_word()
        depth = int(rest) if re.fullmatch(r"[0-9]{1,2}", rest) else DEPTH
        self._count_something(lambda enough: bench(self.workshop.engine(Settings()), depth, enough))

    # ── How it is done ──
    def _game(self) -> Chess:
        """The game whose notation is spoken. The engine always plays the same one: there is nothing to compile anew for Chess960."""
        from ...games.chess import Chess

        return Chess(chess960=self.settings.chess960)

    def _position(self) -> list[Position]:
        """The positions of the game so far. After one that was refused, never those of before, which nobody asks about any more."""
        if self._refused is not None:
            raise UsageError(self._no_position())
        if not self._states:
            self._set_up(START, ())
        return self._states

    def _no_position(self) -> str:
        said = f"position {self._refused}".strip()
        return f"there is no position: {said[:80]!r} was refused; set one up, as in: position startpos moves e2e4"

    def _answer_nothing(self) -> None:
        """The move that is none (0000), for whoever asked for one without a position: a game is waiting for an answer."""
        if self._owes_nothing_yet:
            self._owes_nothing_yet = False
            self.workshop.do(lambda: self.tell("bestmove 0000"))  # after the answer to what was asked before

    def _set_up(self, fen: str, moves: tuple[str, ...]) -> None:
        """Play the moves from this position on. A program sends the whole game before each move: what is known of it is not done again."""
        game = self._game()
        known = 0
        if fen == self._line[0]:
            while known < min(len(moves), len(self._line[1])) and moves[known] == self._line[1][known]:
                known += 1
            states = self._states[: known + 1]
        else:
            states = [game.parse_state(fen)]
        for move in moves[known:]:
            states.append(game.result(states[-1], game.parse_action(states[-1], move)))
        self._line, self._states = (fen, moves), states

    def _unanswered(self) -> list[Thinking | Counting]:
        """What was asked for and is under way, or waits for its turn."""
        self._asked = [one for one in self._asked if not one.over]
        return self._asked

    def _end_thinking(self) -> None:
        """Stop all that was asked for: each is answered with what is known by then."""
        self._answer_nothing()
        for one in self._unanswered():
            one.stop()

    def _wait_for_no_word(self) -> None:
        """Nobody will say `stop` to what was asked before: something else is asked, or nothing more. What ends by itself does so."""
        self._answer_nothing()
        for one in self._unanswered():
            if one.waits_for_a_word:
                one.stop()

    def _forget_the_game(self) -> None:
        self._lost.another_game()
        self.workshop.forget()

    def _say_ready(self) -> None:
        try:
            self.workshop.engine(self.settings)  # if Hash or Threads have changed, now is the time
        finally:
            self.tell("readyok")

    def _count_something(self, lines: Callable[[threading.Event], Iterator[str]]) -> None:
        """Tell these lines as they come, until somebody has had enough."""
        from .benchmark import Counting

        counting = Counting(lines, self.tell, self.workshop.interrupt)
        self._asked.append(counting)
        self.workshop.do(counting.run)


class Voice:
    """Writes whole lines, one thread at a time; where nobody listens any more it calls `gone`."""

    def __init__(self, stream: IO[str], gone: Callable[[], None]):
        self._stream, self._gone = stream, gone
        self._lock = threading.Lock()

    def __call__(self, line: str) -> None:
        """Say a line."""
        with self._lock:
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except (OSError, ValueError):  # a pipe that nobody reads; a stream that was closed
                self._gone()


def converse(questions: IO[str], answers: IO[str], gone: Callable[[], None]) -> None:
    """Listen until `quit`, which is obeyed at once, or the end of the input, before which everything is answered."""
    door = Uci(Voice(answers, gone))
    for line in questions:
        door.hear(line)
        if door.finished:
            return
    door.end()
