"""One game between two players, from an opening to its end, with whatever a player may do wrong."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple, Protocol

from ..errors import RulesError
from ..game import CHANCE, Game
from ..history import is_drawn
from ..players import Player, ask
from ..rng import Random
from .openings import Opening

MOST_MOVES: Final = 10_000
"""A game that nobody ends is a draw after so many moves."""
LONGEST_REASON: Final = 300


class Assignment(NamedTuple):
    """Which game is to be played: everything that it depends on besides the players."""

    number: int
    """From 1; an odd one and the next are a pair."""
    opening: Opening
    seed: int
    """Of the match."""

    @property
    def first(self) -> int:
        """The player who has the first side: they take turns."""
        return (self.number - 1) % 2

    def player_seed(self, player: int) -> int:
        """What a player's randomness begins with in this game."""
        return derived(self.seed, "player", self.number, player)

    def dice(self) -> Random:
        """The dice of this game: both games of a pair roll the same numbers."""
        return Random(derived(self.seed, "dice", (self.number - 1) // 2))


class Move(NamedTuple):
    """A move in the game's notation, and how long it took; None where chance moved."""

    text: str
    seconds: float | None


@dataclass(frozen=True)
class Record:
    """A game that has been played."""

    number: int
    first: int
    """Which player, 0 or 1, had the first side."""
    opening: Opening
    moves: tuple[Move, ...]
    """From the opening on."""
    score: float
    """Of player 0: 1, 0.5 or 0."""
    payoffs: tuple[float, float] | None
    """What the two sides got by the rules; None where the game was not ended by them."""
    failed: int | None
    """The player who lost by an error, an illegal move or the clock."""
    reason: str
    """Why the game ended otherwise than by the rules, or ""."""
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON."""
        fields = asdict(self)
        fields["opening"] = {"moves": list(self.opening.moves), "position": self.opening.position}
        fields["moves"] = [move.text for move in self.moves]
        fields["times"] = [move.seconds for move in self.moves]
        return fields


class Ending(NamedTuple):
    """How a game ended: what the sides got, or which side failed and why."""

    payoffs: tuple[float, float] | None
    failed: int | None = None
    reason: str = ""


class Listener(Protocol):
    """Hears of a game while it is played."""

    def thinks(self, side: int) -> None:
        """It is this side's turn."""

    def moves(self, move: Move) -> None:
        """A move was made."""


def derived(seed: int, *words: object) -> int:
    """A seed for one purpose, made from the seed of the whole: different purposes have nothing in common."""
    text = "/".join(map(str, (seed, *words)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1


def play_game(
    game: Game[Any, Any], sides: Sequence[Player], states: list[Any], dice: Random, listener: Listener, limit: float | None = None
) -> Ending:
    """Play from the last of these states to the end; a player who raises, plays an illegal move or takes longer than `limit` seconds has
    lost. The game is added to the states."""
    for _ in range(MOST_MOVES):
        state = states[-1]
        if game.is_terminal(state):
            return Ending((float(game.utility(state, 0)), float(game.utility(state, 1))))
        if is_drawn(game, states):
            return Ending((0.0, 0.0), None, f"draw: the same position {game.repetition_draws} times")
        side = game.to_move(state)
        if side == CHANCE:
            action = game.random_outcome(state, dice)
            listener.moves(Move(game.format_action(state, action), None))
        else:
            listener.thinks(side)
            started = time.perf_counter()
            try:
                chosen = ask(sides[side], game, state, states[:-1])
            except Exception as error:  # whatever a player does is its own fault
                return Ending(None, side, said(error))
            seconds = time.perf_counter() - started
            legal = [action for action in game.actions(state) if _same(action, chosen)]
            if not legal:
                return Ending(None, side, f"illegal move: {_shown(chosen)}")
            action = legal[0]
            listener.moves(Move(game.format_action(state, action), seconds))
            if limit is not None and seconds > limit:
                return Ending(None, side, f"over time: {seconds:.3f} s, {limit:g} s allowed")
        states.append(game.result(state, action))
    return Ending(None, None, f"draw: nobody ended the game in {MOST_MOVES:,} moves")


def recorded(assignment: Assignment, moves: Sequence[Move], ending: Ending, seconds: float) -> Record:
    """What is kept of a game."""
    failed = None
    score = 0.5
    if ending.failed is not None:
        failed = ending.failed ^ assignment.first
        score = float(failed)
    elif ending.payoffs is not None:
        mine, theirs = ending.payoffs[assignment.first], ending.payoffs[1 - assignment.first]
        score = 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return Record(
        number=assignment.number,
        first=assignment.first,
        opening=assignment.opening,
        moves=tuple(moves),
        score=score,
        payoffs=ending.payoffs,
        failed=failed,
        reason=ending.reason,
        seconds=seconds,
    )


def said(error: BaseException) -> str:
    """What an exception says, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())[:LONGEST_REASON]


def broken_rules(game: Game[Any, Any], error: Exception) -> RulesError:
    """The rules themselves failed: nobody has lost, the match cannot go on."""
    return RulesError(f"The rules of {game.name} failed during a match: {said(error)}. `counterplay check` looks for mistakes in rules.")


def _same(action: Any, chosen: Any) -> bool:
    try:
        return bool(action == chosen)
    except Exception:  # a player answered with something that cannot be compared
        return False


def _shown(chosen: Any) -> str:
    try:
        return repr(chosen)[:60]
    except Exception:
        return type(chosen).__name__
