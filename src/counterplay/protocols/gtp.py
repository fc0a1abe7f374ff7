"""GTP, the Go Text Protocol, version 2 (Farnebäck 2002): how GoGui, GNU Go and servers talk to a program that plays Go.

A line is a command, perhaps with a number before it; the answer begins with `=` or, if something is wrong, with `?`, and ends with an empty
line. `Gtp.answer` is the whole door: text in, text out; nothing that somebody writes ends it, except `quit`.

The rules of Go in `games/go` know simple ko alone. Here the whole game is known, and a move that repeats an earlier position is illegal
(positional superko).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from .. import __version__
from ..bits import members
from ..errors import CounterplayError
from ..games.go import Go
from ..games.go.rules import Position
from ..players import Player, SearchPlayer
from ..rng import Random
from .sgf import Record, read_sgf, write_sgf

COLOURS: Final = {"b": 0, "black": 0, "w": 1, "white": 1}
SHARE_OF_TIME: Final = 1 / 25
"""What part of the main time left a move may take, where there is no time for each move."""
SAFETY: Final = 0.9
"""What part of the time for a move is used: the answer has to travel."""
LEAST_SECONDS: Final = 0.05
PLAYOUTS: Final = 64
"""How many games are played to the end to see which stones are dead."""
LOST: Final = 0.75
"""In what part of them the other side owns the point of a dead stone."""
MOST_UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Control characters except tab and end of line: the protocol says to drop them."""


class Refused(Exception):
    """What stands behind the `?`."""


class Gtp:
    """A game of Go conducted by commands.

    >>> from counterplay.players import player
    >>> door = Gtp(player("random:seed=1"), board_size=5)
    >>> door.answer("1 play black c3")
    '=1\\n\\n'
    >>> door.answer("play white c3")
    '? illegal move\\n\\n'
    >>> door.answer("final_score")
    '= B+17.5\\n\\n'
    """

    def __init__(self, player: Player, board_size: int = 9, komi: float = 7.5):
        self.player = player
        self.game = Go(board_size, komi)
        self.states: list[Position] = [self.game.initial()]
        self.moves: list[list[int]] = []
        """For every command that moved, the actions: one, or two where the other side was made to pass first."""
        self.finished = False
        self.seconds_for_move: float | None = None
        """From the clock, if the other program keeps one; else the player's own settings say how long it thinks."""
        self.commands: dict[str, Callable[..., str]] = {
            name.removeprefix("do_"): method for name, method in inspect.getmembers(self, inspect.ismethod) if name.startswith("do_")
        }

    def answer(self, line: str) -> str | None:
        """What to write after this line was read; None after an empty one or a comment."""
        words = MOST_UNPRINTABLE.sub("", line).partition("#")[0].split()
        number = words.pop(0) if words and re.fullmatch(r"[0-9]{1,9}", words[0]) else ""
        if not words:
            return f"?{number} unknown command\n\n" if number else None
        try:
            return f"={number} {self._done(words[0], words[1:])}".rstrip() + "\n\n"
        except Refused as refusal:
            return f"?{number} {refusal}\n\n"
        except Exception as error:  # of somebody's player, of a file: the conversation goes on
            sentence = " ".join(str(error).split()) or type(error).__name__
            return f"?{number} {sentence}\n\n"

    def _done(self, name: str, arguments: list[str]) -> str:
        command = self.commands.get(name)
        if command is None:
            raise Refused("unknown command")
        try:
            inspect.signature(command).bind(*arguments)
        except TypeError as error:
            raise Refused("syntax error") from error
        return command(*arguments)

    # ── About the program ──
    def do_protocol_version(self) -> str:
        return "2"

    def do_name(self) -> str:
        return "counterplay"

    def do_version(self) -> str:
        return __version__

    def do_known_command(self, name: str = "") -> str:
        return "true" if name in self.commands else "false"

    def do_list_commands(self) -> str:
        return "\n".join(sorted(self.commands))

    def do_quit(self) -> str:
        self.finished = True
        close = getattr(self.player, "close", None)
        if close is not None:
            close()
        return ""

    # ── The board ──
    def do_boardsize(self, size: str) -> str:
        if not re.fullmatch(r"[0-9]{1,9}", size):
            raise Refused("syntax error")
        if not 1 <= int(size) <= 19:
            raise Refused("unacceptable size")
        self._begin(Go(int(size), self.game.komi))
        return ""

    def do_clear_board(self) -> str:
        self._begin(self.game)
        return ""

    def do_komi(self, komi: str) -> str:
        try:
            points = float(komi)
        except ValueError as error:
            raise Refused("syntax error") from error
        try:
            self.game = Go(self.game.board_size, points)
        except CounterplayError as error:
            raise Refused("unacceptable komi: whole and half points are counted") from error
        return ""

    def do_showboard(self) -> str:
        return "\n" + self.game.text(self.states[-1])

    # ── Moves ──
    def do_play(self, colour: str, vertex: str) -> str:
        state, passed = self._turn_of(colour)
        self._play(state, passed, self._vertex(vertex))
        return ""

    def do_genmove(self, colour: str) -> str:
        state, passed = self._turn_of(colour)
        action = self._chosen(state)
        self._play(state, passed, action)
        return self.game.format_action(state, action)

    def do_reg_genmove(self, colour: str) -> str:
        state, _ = self._turn_of(colour)
        return self.game.format_action(state, self._chosen(state))

    def do_undo(self) -> str:
        if not self.moves:
            raise Refused("cannot undo")
        for _ in self.moves.pop():
            self.states.pop()
        return ""

    # ── Time ──
    def do_time_settings(self, main_time: str, byo_yomi_time: str, byo_yomi_stones: str) -> str:
        main, extra, stones = (self._number(word) for word in (main_time, byo_yomi_time, byo_yomi_stones))
        if extra > 0 and stones == 0:
            self.seconds_for_move = None  # the protocol's word for no limit
        else:
            self.seconds_for_move = self._share(main, 0) if main > 0 or stones == 0 else self._share(extra, stones)
        return ""

    def do_time_left(self, colour: str, time: str, stones: str) -> str:
        self._colour(colour)
        self.seconds_for_move = self._share(self._number(time), self._number(stones))
        return ""

    # ── The end ──
    def do_final_score(self) -> str:
        """The area after the stones that playouts say are dead were taken off."""
        state = self.states[-1]
        dead = self._dead(state)
        return self.game.result_text(state._replace(black=state.black & ~dead, white=state.white & ~dead))

    def do_final_status_list(self, status: str) -> str:
        """The stones that are alive, seki (none are known here) or dead, a chain a line."""
        if status not in ("alive", "seki", "dead"):
            raise Refused("syntax error")
        state = self.states[-1]
        dead = self._dead(state)
        stones = state.black | state.white
        wanted = dead if status == "dead" else stones & ~dead if status == "alive" else 0
        lines = []
        for colour in (state.black, state.white):
            while left := colour & wanted:
                chain = self.game.spread(left & -left, colour & wanted)
                wanted &= ~chain
                lines.append(" ".join(self.game.point_name(bit - bit // self.game.step) for bit in members(chain)))
        return "\n".join(lines)

    # ── Files ──
    def do_loadsgf(self, file: str, move: str = "") -> str:
        """Read a game from a file, up to the position before the given move."""
        try:
            record = read_sgf(Path(file).read_text(encoding="utf-8", errors="replace"))
        except (CounterplayError, OSError) as error:
            raise Refused("cannot load file") from error
        if record.game.rows != record.game.width:
            raise Refused("cannot load file")
        before = int(self._number(move)) - 1 if move else len(record.moves)
        self._begin(Go(record.game.board_size, record.game.komi))
        states = list(record.states())[: max(before, 0) + 1]
        self.states = states
        self.moves = [[action] for action in record.moves[: len(states) - 1]]
        return ""

    def do_printsgf(self, file: str = "") -> str:
        """The game so far, to a file or as the answer."""
        record = Record(self.game, self.states[0], [action for actions in self.moves for action in actions])
        text = write_sgf(record)
        if not file:
            return text
        Path(file).write_text(text, encoding="utf-8")
        return ""

    # ── How it is done ──
    def _begin(self, game: Go) -> None:
        self.game, self.states, self.moves = game, [game.initial()], []
        new_game = getattr(self.player, "new_game", None)
        if new_game is not None:
            new_game(0)

    def _colour(self, colour: str) -> int:
        if colour.lower() not in COLOURS:
            raise Refused("invalid color or coordinate")
        return COLOURS[colour.lower()]

    def _turn_of(self, colour: str) -> tuple[Position, bool]:
        """The state in which this side is to move, and whether the other one had to pass for it."""
        state, side = self.states[-1], self._colour(colour)
        if self.game.to_move(state) == side:
            return state, False
        return self.game.result(state, self.game.points), True

    def _vertex(self, name: str) -> int:
        if name.lower() == "pass":
            return self.game.points
        named = {self.game.point_name(point): point for point in range(self.game.points)}
        if name.upper() not in named:
            raise Refused("invalid color or coordinate")
        return named[name.upper()]

    def _number(self, text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
            raise Refused("syntax error")
        return float(text)

    def _share(self, seconds: float, stones: float) -> float:
        """How long the next move may take, where so many seconds are left for so many stones; 0: for the rest of the game."""
        return max(LEAST_SECONDS, SAFETY * seconds * (1 / stones if stones else SHARE_OF_TIME))

    def _repeats(self, state: Position, action: int) -> bool:
        """Whether a move leads to a position that was on the board before."""
        after = self.game.result(state, action)
        return action != self.game.points and any((after.black, after.white) == (old.black, old.white) for old in self.states)

    def _play(self, state: Position, passed: bool, action: int) -> None:
        if action != self.game.points and (action not in self.game.actions(state) or self._repeats(state, action)):
            raise Refused("illegal move")
        if passed:
            self.states.append(state)
        self.states.append(self.game.result(state, action))
        self.moves.append([self.game.points, action] if passed else [action])

    def _dead(self, state: Position) -> int:
        """The stones whose points the other side owns at the end of most playouts: nobody would play on to capture them."""
        rng = Random(seed=1)
        counts = [[0] * (self.game.rows * self.game.step) for _ in range(2)]
        for _ in range(PLAYOUTS):
            end = state._replace(passes=0, plies=self.game.to_move(state))
            while not self.game.is_terminal(end):
                end = self.game.result(end, self.game.playout_action(end, rng))
            empty = self.game.board ^ (end.black | end.white)
            for side, stones in enumerate((end.black, end.white)):
                for bit in members(self.game.spread(stones, empty)):
                    counts[side][bit] += 1
        lost = (
            bit
            for side, stones in enumerate((state.black, state.white))
            for bit in members(stones)
            if counts[1 - side][bit] > LOST * PLAYOUTS
        )
        return sum(1 << bit for bit in lost)

    def _chosen(self, state: Position) -> int:
        """What the player wants; where that repeats a position, the first move at random that does not, or a pass."""
        state = state._replace(passes=min(state.passes, 1))  # whoever asks for a move after two passes goes on playing
        if self.game.is_terminal(state):
            return self.game.points
        if self.seconds_for_move is not None and isinstance(self.player, SearchPlayer):
            self.player.settings["seconds"] = self.seconds_for_move
        action: int = self.player.choose(self.game, state)
        if not self._repeats(state, action):
            return action
        return next((other for other in self.game.actions(state) if not self._repeats(state, other)), self.game.points)


def converse(door: Gtp, questions: IO[str], answers: IO[str]) -> None:
    """Read commands and answer them until `quit` or the end of the file."""
    for line in questions:
        answer = door.answer(line)
        if answer is not None:
            answers.write(answer)
            answers.flush()
        if door.finished:
            return
