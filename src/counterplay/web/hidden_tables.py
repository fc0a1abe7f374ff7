"""Tables at which a visitor plays a game with hidden information: the cards stay on the server, the page gets what that player may see.

They are kept in memory, a bounded number of them; a deal of Kuhn poker is over in a minute.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..errors import DoesNotFit
from ..game import CHANCE, Game
from ..rng import Random
from . import bounds
from .pool import Job
from .refusals import Refusal

if TYPE_CHECKING:
    from ..hidden import Decision, Policy, Reviewer


@dataclass(frozen=True)
class Opponent:
    """Who plays against the visitor: an equilibrium, with what is needed to say afterwards what decisions cost; or chance alone."""

    words: str
    policy: Policy | None = None
    reviewer: Reviewer | None = None


class Opponents:
    """One opponent for each game, made when it is first needed."""

    def __init__(self, policies: Iterable[Path] = ()) -> None:
        self._given: dict[str, Policy] = {}
        for file in policies:
            from ..hidden import Policy  # only where there is one: it loads NumPy

            policy = Policy.load(file)
            self._given[policy.game] = policy
        self._known: OrderedDict[Game[Any, Any], Opponent] = OrderedDict()
        self._lock = Lock()
        self._making: dict[Game[Any, Any], Lock] = {}

    def known(self, game: Game[Any, Any]) -> Opponent | None:
        """The opponent, if it has been made."""
        return self._known.get(game)

    def make(self, game: Game[Any, Any], job: Job) -> Opponent:
        """Solve the game as well as a moment allows; in a thread of the pool."""
        with self._lock:
            turn = self._making.setdefault(game, Lock())
        with turn:  # whoever wants the same opponent waits for it; other games go on
            opponent = self._known.get(game) or self._made(game, job)
        with self._lock:
            self._known[game] = opponent
            self._making.pop(game, None)
            if len(self._known) > bounds.OPPONENTS:
                self._known.popitem(last=False)
        return opponent

    def _made(self, game: Game[Any, Any], job: Job) -> Opponent:
        given = self._given.get(str(game))
        return _opponent(game, job) if given is None else _with_policy(game, given, job)


def _with_policy(game: Game[Any, Any], policy: Policy, job: Job) -> Opponent:
    """The opponent that plays a policy from a file."""
    from ..hidden import Reviewer, flattened

    return Opponent("plays the policy that this server was given", policy, Reviewer(flattened(game, progress=job), policy))


def _opponent(game: Game[Any, Any], job: Job) -> Opponent:
    """An equilibrium, or as near as a moment allows; chance alone where the game is too large."""
    from ..hidden import Reviewer, cfr, flattened

    try:
        found = cfr(
            game,
            algorithm="pcfr+",
            until=bounds.EXPLOITABILITY,
            seconds=bounds.SOLVING_SECONDS,
            most=bounds.HISTORIES,
            progress=job,
        )
    except DoesNotFit:
        return Opponent("plays at random: this game is too large to be solved here")
    gain = f"{max(found.exploitability, 1e-5):.5f}".rstrip("0")
    words = f"plays an equilibrium: nobody can win more than {gain} a game from it beyond the game's value"
    if game.players > 2 or game.payoff_sum is None:
        words = f"plays near an equilibrium: nobody gains more than {gain} a game by leaving it alone"
    tree = flattened(game, most=bounds.HISTORIES, progress=job)
    return Opponent(words, found.policy, Reviewer(tree, found.policy))


@dataclass
class HiddenTable:
    """A game in progress, as the server knows it."""

    id: str
    visitor: str
    game: Game[Any, Any]
    side: int
    opponent: Opponent
    state: Any
    turns: list[tuple[Any, Any]] = field(default_factory=list)
    deals: int = 1
    score: float = 0.0
    """What the visitor has won in all deals."""
    dice: Random = field(default_factory=Random)
    lock: Lock = field(default_factory=Lock)

    @property
    def over(self) -> bool:
        """Whether this deal is over."""
        return bool(self.game.is_terminal(self.state))

    def play(self, move: str) -> None:
        """The visitor's move, and all that follows until the visitor moves again."""
        if self.over:
            raise Refusal(409, "This deal is over: deal again.")
        self._make(self.game.parse_action(self.state, move))
        self.go_on()

    def deal(self, side: int) -> None:
        """Begin again, perhaps on the other side."""
        self.side, self.state = side, self.game.initial()
        self.turns.clear()
        self.deals += 1
        self.go_on()

    def go_on(self) -> None:
        """Let chance and the others move until it is the visitor's turn, or over."""
        while not self.over and self.game.to_move(self.state) != self.side:
            if len(self.turns) > bounds.PLIES:
                raise Refusal(422, f"A game may have {bounds.PLIES:,} moves here.")
            if self.game.to_move(self.state) == CHANCE:
                self._make(self.game.random_outcome(self.state, self.dice))
            elif self.opponent.policy is not None:
                self._make(self.opponent.policy.choose(self.game, self.state, self.dice))
            else:
                self._make(self.game.random_action(self.state, self.dice))
        if self.over:
            self.score += float(self.game.utility(self.state, self.side))

    def _make(self, action: Any) -> None:
        self.turns.append((self.state, action))
        self.state = self.game.result(self.state, action)

    def decisions(self) -> list[Decision]:
        """What each decision of the visitor cost; told only when the deal is over."""
        if not self.over or self.opponent.reviewer is None:
            return []
        mine = [turn for turn in self.turns if self.game.to_move(turn[0]) == self.side]
        return [self.opponent.reviewer.decision(state, action) for state, action in mine]


class HiddenTables:
    """All tables, the ones used longest ago cleared away first."""

    def __init__(self, policies: Iterable[Path] = ()) -> None:
        self.opponents = Opponents(policies)
        self._tables: OrderedDict[str, HiddenTable] = OrderedDict()
        self._lock = Lock()

    def open(self, visitor: str, game: Game[Any, Any], side: int, opponent: Opponent) -> HiddenTable:
        """A new table with a first deal."""
        if not 0 <= side < game.players:
            raise Refusal(422, f"{game.title} has the sides 0 to {game.players - 1}; there is no side {side}.")
        table = HiddenTable(secrets.token_urlsafe(12), visitor, game, side, opponent, game.initial())
        table.go_on()
        with self._lock:
            self._tables[table.id] = table
            if len(self._tables) > bounds.HIDDEN_TABLES:
                self._tables.popitem(last=False)
        return table

    def table(self, visitor: str, name: str) -> HiddenTable:
        """A table of this visitor's."""
        with self._lock:
            table = self._tables.get(name)
            if table is None or table.visitor != visitor:
                raise Refusal(404, "There is no such table of yours; it may have been cleared away. Open a new one.")
            self._tables.move_to_end(name)
            return table
