"""The table at which games are played one after the other: the game, the two players, made anew for every game or told of it."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Final

from ..errors import CounterplayError, UsageError
from ..game import CHANCE, Game
from ..players import LevelPlayer, Player, SearchPlayer, algorithm, player
from ..players.program import ProgramFailed
from ..players.searches import with_evaluation
from .playing import Assignment, Listener, Move, Record, broken_rules, play_game, recorded

WORTH_COMPILING: Final = 1.0
"""Seconds a move, times the number of games: then a match spends more time on interpreting than compiling would take."""


class Notes:
    """A listener that writes the moves down."""

    def __init__(self) -> None:
        self.written: list[Move] = []

    def thinks(self, side: int) -> None:
        """Nothing to write."""

    def moves(self, move: Move) -> None:
        """Write it down."""
        self.written.append(move)


class Table:
    """A game and two players, each a text or a player already made."""

    def __init__(self, game: Game[Any, Any], players: tuple[str | Player, str | Player], limit: float | None = None):
        self.game, self.players, self.limit = game, players, limit
        self._kept: dict[int, Player] = {}

    def play(self, assignment: Assignment, listener: Listener | None = None) -> Record:
        """One game; `listener` hears of every move, too."""
        notes = Notes()
        seats = [self.seated(number, assignment.player_seed(number)) for number in (0, 1)]
        sides = seats if assignment.first == 0 else seats[::-1]
        started = time.perf_counter()
        try:
            states = assignment.opening.states(self.game)
            ending = play_game(self.game, sides, states, assignment.dice(), _Both(notes, listener) if listener else notes, self.limit)
        except CounterplayError:
            raise
        except Exception as error:
            raise broken_rules(self.game, error) from error
        finally:
            self._rise(*seats)
        return recorded(assignment, notes.written, ending, time.perf_counter() - started)

    def seated(self, number: int, seed: int) -> Player:
        """A player for a new game. One with a method `new_game(seed)` is kept from game to game; others are made anew, so that nothing
        of an earlier game can matter."""
        if number in self._kept:
            one = self._kept[number]
        else:
            given = self.players[number]
            one = player(given, seed) if isinstance(given, str) else given
            if not isinstance(given, str) or hasattr(one, "new_game"):
                self._kept[number] = one
        if hasattr(one, "new_game"):
            one.new_game(seed)
        return one

    def _rise(self, *players: Player) -> None:
        """After a game: end what players have started that were made for it alone."""
        for one in players:
            if one not in self._kept.values() and hasattr(one, "close"):
                one.close()

    def rehearse(self, assignment: Assignment, games: int) -> None:
        """Let both players choose a move that does not count: what must be compiled is compiled before a clock runs.

        A player that does not fit this game, or whose settings have no meaning, is found out here, before it loses a hundred games.
        """
        state = assignment.opening.state(self.game)
        while not self.game.is_terminal(state) and self.game.to_move(state) == CHANCE:
            state = self.game.result(state, next(iter(self.game.chances(state)))[0])
        if self.game.is_terminal(state):
            return
        for number in (0, 1):
            one = self.seated(number, seed=1)
            try:
                if isinstance(one, SearchPlayer | LevelPlayer):
                    self._compile(one, state, games)
                else:
                    self._try(one, state)
            finally:
                self._rise(one)

    def _try(self, one: Player, state: Any) -> None:
        try:
            one.choose(self.game, state)
        except UsageError:
            raise
        except ProgramFailed as error:
            raise UsageError(f"{one.name} does not play: {error}") from error
        except Exception:  # it will lose its games, and their records say why
            return

    def _compile(self, one: SearchPlayer | LevelPlayer, state: Any, games: int) -> None:
        """A search is compiled now, although a single move might be found sooner without: where many follow, or a clock runs."""
        try:
            found = one.search(self.game, state)
        except UsageError:
            raise
        except Exception:  # it will lose its games, and their records say why
            return
        worth = self.limit is not None or found.seconds * games > WORTH_COMPILING
        if found.compiled or not worth or not self.game.compiles:
            return
        with suppress(UsageError):  # some rules do not compile, and some players insist
            if isinstance(one, SearchPlayer):
                algorithm(one.algorithm)(self.game, state, **{"compiled": True, **with_evaluation(self.game, one.settings)})
            else:
                one.search(self.game, state, compiled=True)

    def close(self) -> None:
        """End what players have started that were made here; those that somebody brought may play elsewhere."""
        for number, one in self._kept.items():
            if one is not self.players[number] and hasattr(one, "close"):
                one.close()
        self._kept.clear()


class _Both:
    """Passes everything on to two listeners."""

    def __init__(self, *listeners: Listener) -> None:
        self.listeners = listeners

    def thinks(self, side: int) -> None:
        for listener in self.listeners:
            listener.thinks(side)

    def moves(self, move: Move) -> None:
        for listener in self.listeners:
            listener.moves(move)
