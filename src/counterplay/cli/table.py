"""The table at which a game is played in the terminal: who sits where, what has been played, what people may say."""

from __future__ import annotations

import shlex
import time
from contextlib import nullcontext
from typing import Any, Final, NamedTuple

from ..errors import CounterplayError, DoesNotFit
from ..game import CHANCE, Game
from ..history import is_drawn
from ..interrupts import answers_when_interrupted
from ..players import LEVELS, LevelPlayer, Player, PolicyPlayer, SearchPlayer, ask, level
from ..points import counted
from ..positions import decided, text_for, with_reason
from ..registry import short_name
from ..rng import Random
from ..tracing.model import count
from .keyboard import Keyboard
from .output import number, working

MOST_MOVES: Final = 10_000
"""A game that nobody ends is ended here."""

HELP: Final = """\
Type a move as it is written here ("moves" lists them), or:
  moves       the legal moves
  hint        what a strong player would do
  value       what the position is worth
  undo        take back your last move and what followed
  level N     {levels}
  side NAME   play the other side from here
  position    the position as text, and how to come back to it
  new         begin again
  quit        leave"""


class Turn(NamedTuple):
    """A move that was made, and the state in which it was made."""

    state: Any
    action: Any


class Table:
    """One game in progress."""

    def __init__(
        self, game: Game[Any, Any], name: str, start: Any, people: frozenset[int], engine: Player, keyboard: Keyboard, seed: int | None
    ):
        self.game, self.name = game, name
        self.start = self.state = start
        self.people, self.engine, self.keyboard = people, engine, keyboard
        self.turns: list[Turn] = []
        self.dice = Random(seed)
        self._seed = seed
        self._shown: Any = None
        self.hides = game.properties.hidden_information and bool(people)
        """Whether somebody here must not see everything: then moves are not told, only what can be seen of them."""
        if self.hides and len(people) < game.players and isinstance(engine, LevelPlayer):
            raise DoesNotFit(f"In {game.name} players do not see everything; no level plays that. Use --opponent cfr, or --side both.")

    # ── The course of a game ──
    def play(self) -> None:
        """Until somebody leaves, or the game is over with nobody at the keyboard."""
        self._introduce()
        while True:
            if self.over():
                self._show()
                self.keyboard.say(self.outcome(), "bold green")
                if not self.people or not self._afterwards():
                    return
            elif len(self.turns) >= MOST_MOVES:
                self.keyboard.say(f"Nobody has ended this game in {MOST_MOVES:,} moves; it is broken off.")
                return
            elif self.game.to_move(self.state) == CHANCE:
                self._roll()
            elif self.game.to_move(self.state) in self.people:
                if not self._ask():
                    return
            elif not self._reply():
                return

    def _ask(self) -> bool:
        """Let a person say something; False when they leave."""
        self._show()
        name = self.game.player_name(self.game.to_move(self.state))
        try:
            text = self.keyboard.ask("your move> " if self.game.players == 1 else f"{name} to move> ")
        except EOFError:
            self.goodbye("No more input.")
            return False
        if not text:
            return True
        try:
            action = self.game.parse_action(self.state, text)
        except CounterplayError as error:
            done = self._obey(text)
            if done is None:
                self.keyboard.say(f'{str(error).rstrip(".")}. Type "help" for what else you can say.', "yellow")
            return done is not False
        self._make(action)
        return True

    def _afterwards(self) -> bool:
        """The game is over: again, or take something back, or leave (False)."""
        while self.over() and self._shown is not None:
            try:
                done = self._obey(self.keyboard.ask("new, undo or quit> "))
            except EOFError:
                return False
            if done is None:
                self.keyboard.say("The game is over: say new, undo or quit.", "yellow")
            elif not done:
                return False
        return True

    def _reply(self) -> bool:
        """The engine's move; False when somebody leaves instead.

        A person's Ctrl-C ends the thinking of a search, not the game. Programs hear it themselves, and games without people have to end.
        """
        mover = self.engine.name if self.game.players == 1 else self.game.player_name(self.game.to_move(self.state))
        started = time.monotonic()
        stops = bool(self.people) and isinstance(self.engine, SearchPlayer | LevelPlayer)
        try:
            with (
                working(f"{mover} is thinking", interrupt="stops the thinking" if stops else "leaves"),
                answers_when_interrupted() if stops else nullcontext(),
            ):
                action = ask(self.engine, self.game, self.state, self._earlier())
        except KeyboardInterrupt:
            if not stops:
                raise
            return self._without_an_answer(mover)
        took = time.monotonic() - started
        after = f"   ({took:.1f} s)" if took >= 1 else ""
        played = "has moved" if self.hides else f"plays {self.game.format_action(self.state, action)}"
        self.keyboard.say(f"{mover} {played}{after}", "bold")
        self._make(action)
        if not self.people:
            self._show()
        return True

    def _without_an_answer(self, mover: str) -> bool:
        """Somebody has stopped the thinking before it came to a move; False when they leave."""
        self._show()
        try:
            text = self.keyboard.ask(f"{mover} has found no move yet. Enter lets it think again; undo, level N or quit> ")
        except EOFError:
            self.goodbye()
            return False
        return not text or self._obey(text) is not False

    def _roll(self) -> None:
        """Chance moves."""
        outcome = self.game.random_outcome(self.state, self.dice)
        if not self.hides:
            self.keyboard.say(f"Chance: {self.game.format_action(self.state, outcome)}", "bold magenta")
        self._make(outcome)

    def _earlier(self) -> list[Any]:
        return [turn.state for turn in self.turns]

    def over(self) -> bool:
        """Whether the game has ended: by its rules, or by the same position too often."""
        return self.game.is_terminal(self.state) or is_drawn(self.game, [*self._earlier(), self.state])

    def _make(self, action: Any) -> None:
        self.turns.append(Turn(self.state, action))
        self.state = self.game.result(self.state, action)

    # ── What people may say ──
    def _obey(self, text: str) -> bool | None:
        """Do what somebody said. False: they leave. None: that was no command."""
        word, _, rest = text.partition(" ")
        word, rest = word.lower().lstrip("/:"), rest.strip()
        if word in ("quit", "exit", "q"):
            self.goodbye()
            return False
        simple = {
            "help": self._help,
            "?": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "value": self._value,
            "undo": self._undo,
            "new": self._new,
            "position": self._position,
            "save": self._position,
        }
        if word in simple and not rest:
            simple[word]()
            return True
        if word == "level":
            self._level(rest)
            return True
        if word == "side":
            self._side(rest)
            return True
        return None

    def _help(self) -> None:
        text = HELP.format(levels=", ".join(f"{place} {one.name}" for place, one in enumerate(LEVELS, 1)))
        alone = self.game.players == 1
        self.keyboard.say("\n".join(line for line in text.splitlines() if not (alone and line.startswith(("  side", "  level")))))

    def _moves(self) -> None:
        if self.over():
            self.keyboard.say("The game is over: there are no moves.")
            return
        self.keyboard.say("Moves: " + ", ".join(self.game.format_action(self.state, action) for action in self.game.actions(self.state)))

    def _think(self) -> Any:
        """A strong player's view of the position, or None where there is none."""
        if self.over():
            self.keyboard.say(self.outcome())
            return None
        try:
            with working("thinking", interrupt="stops the thinking") as progress, answers_when_interrupted():
                return LevelPlayer(level("hard"), self._seed).search(self.game, self.state, self._earlier(), progress=progress)
        except KeyboardInterrupt:
            self.keyboard.say("Stopped.", "yellow")
        except CounterplayError as error:
            self.keyboard.say(str(error), "yellow")
        return None

    def _hint(self) -> None:
        if isinstance(self.engine, PolicyPlayer) and not self.game.is_terminal(self.state):
            with working("thinking"):
                found = self.engine.policy(self.game).probabilities(self.game, self.state)
            odds = ", ".join(f"{self.game.format_action(self.state, action)} {p:.0%}" for action, p in found.items())
            self.keyboard.say(f"{self.engine.name} would play {odds}.", "cyan")
            return
        result = self._think()
        if result is not None:
            self.keyboard.say(f"Hint: {self.game.format_action(self.state, result.action)}", "cyan")

    def _value(self) -> None:
        result = self._think()
        if result is not None:
            mover = self.game.player_name(self.game.to_move(self.state))
            sure = "exactly" if result.exact else f"about (by {result.algorithm})"
            if self.game.players == 1 and result.distance is not None:
                least = "It takes" if result.exact else "It can be done in"
                self.keyboard.say(f"{least} {count(result.distance, 'more move')}.", "cyan")
            else:
                points = "" if result.exact else counted(self.game, result.value)
                self.keyboard.say(f"Worth {sure} {points or number(result.value)} to {mover}.", "cyan")

    def _undo(self) -> None:
        back = len(self.turns) - 1
        while back >= 0 and self.game.to_move(self.turns[back].state) not in self.people:
            back -= 1
        if back < 0:
            self.keyboard.say("There is no move of yours to take back.", "yellow")
            return
        self.state = self.turns[back].state
        del self.turns[back:]

    def _new(self) -> None:
        self.state = self.start
        self.turns.clear()
        self._shown = None

    def _level(self, text: str) -> None:
        try:
            strength = level(text)
        except CounterplayError as error:
            self.keyboard.say(str(error), "yellow")
            return
        self.engine = LevelPlayer(strength, self._seed)
        self.keyboard.say(f"Level {strength.name}: {strength}.")

    def _side(self, text: str) -> None:
        from .play import sides

        try:
            self.people = sides(self.game, text)
        except CounterplayError as error:
            self.keyboard.say(str(error), "yellow")
            return
        self._introduce()

    def _position(self) -> None:
        if self._secret():
            self.keyboard.say("The position would tell what you may not see; say this when the game is over.", "yellow")
            return
        self.keyboard.draw(f"{self.game.format_state(self.state)}\nTo come back: {self.command()}")

    # ── What is shown ──
    def _introduce(self) -> None:
        game = self.game
        seats = [f"{game.player_name(one)}: {'you' if one in self.people else self.engine.name}" for one in range(game.players)]
        if game.players == 1:
            seats = ["you alone" if self.people else self.engine.name]
        elif self.people == frozenset(range(game.players)):
            seats = [game.player_name(one) for one in range(game.players)]
        self.keyboard.say(f"{game.title}   {', '.join(seats)}", "bold")
        if self.people:
            self.keyboard.say('Type a move, or "help".', "dim")

    def _show(self) -> None:
        """The board, if it is another than the one on the screen."""
        viewer = self._viewer()
        if (self.state, viewer) == self._shown:
            return
        self._shown = self.state, viewer
        self.keyboard.say("")
        for line in text_for(self.game, self.state, viewer).splitlines():
            self.keyboard.draw("  " + line)
        self.keyboard.say("")

    def _viewer(self) -> int | None:
        """Who looks at the screen: the only person here, or the one to move; None where nothing is hidden from anybody."""
        if not self._secret():
            return None
        mover = self.game.to_move(self.state)
        return mover if mover in self.people else min(self.people)

    def _secret(self) -> bool:
        """Whether there is something now that somebody here may not see."""
        return self.hides and not self.game.is_terminal(self.state)

    def outcome(self) -> str:
        """How the game ended, and why, as a sentence."""
        return with_reason(self.game, self.state, self._result()) + "."

    def _result(self) -> str:
        """How the game ended, in words."""
        game = self.game
        if not game.is_terminal(self.state):
            return "A draw"
        if game.players == 1 and game.decisive and game.utility(self.state, 0) > 0:
            return f"Solved in {count(len(self.turns), 'move')}"
        payoffs = [float(game.utility(self.state, one)) for one in range(game.players)]
        if game.players > 2 and (words := decided(game, payoffs)):
            return words
        if game.players == 2 and game.payoff_sum == 0:
            if payoffs[0] == payoffs[1]:
                return "A draw"
            winner = 0 if payoffs[0] > payoffs[1] else 1
            by = "" if abs(payoffs[winner]) == 1 else f" by {number(payoffs[winner])}"
            return f"{game.player_name(winner)} wins{by}"
        return "The end. " + ", ".join(f"{game.player_name(one)} {number(payoff)}" for one, payoff in enumerate(payoffs))

    def goodbye(self, why: str = "") -> None:
        """The last line: how to go on some other time."""
        over = self.over() or self._secret()
        self.keyboard.draw(f"{why} {f'To go on from here: {self.command()}' if self.turns and not over else 'Goodbye.'}".strip())

    def command(self) -> str:
        """The command that begins with this position."""
        everybody = frozenset(range(self.game.players))
        side = "none" if not self.people else "both" if self.people == everybody else str(min(self.people))
        seats = "" if self.people == {0} else f" --side {side}"
        if isinstance(self.engine, LevelPlayer):
            seats += "" if self.engine.name == "medium" else f" --level {self.engine.name}"
        elif self.people != everybody:
            seats += f" --opponent {shlex.quote(self.engine.name)}"
        name = short_name(self.game) if self.name == str(self.game) else self.name
        return f"counterplay play {shlex.quote(name)} --position {shlex.quote(self.game.format_state(self.state))}{seats}"

    def record(self) -> dict[str, Any]:
        """The game so far, for programs."""
        game = self.game
        over = self.over()
        payoffs = [game.utility(self.state, one) if game.is_terminal(self.state) else 0.0 for one in range(game.players)]
        return {
            "game": self.name,
            "players": ["human" if one in self.people else self.engine.name for one in range(game.players)],
            "start": game.format_state(self.start),
            "moves": [game.format_action(turn.state, turn.action) for turn in self.turns],
            "position": game.format_state(self.state),
            "over": over,
            "payoffs": payoffs if over else None,
        }
