"""What a player is, and the simplest ones: chance, and a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..errors import UsageError
from ..game import Game
from ..rng import Random


class Player(Protocol):
    """Anything with a name that chooses an action where it is its turn."""

    @property
    def name(self) -> str:
        """What people read: `alphabeta:depth=4`."""
        ...

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """One of the legal actions of a state that is not terminal."""
        ...


def ask(one: Player, game: Game[Any, Any], state: Any, earlier: Sequence[Any] = ()) -> Any:
    """What a player chooses in a game that came to `state` through the states `earlier`.

    A player that says `follows_games = True` is told those, as a third argument of `choose`: in chess, what came back three times is a
    draw. To others the position is all there is.
    """
    if getattr(one, "follows_games", False):
        return one.choose(game, state, earlier)  # type: ignore[call-arg]
    return one.choose(game, state)


def get_ready(one: Player, game: Game[Any, Any]) -> None:
    """Let a player that has something to get ready (`get_ready(game)`: a program that is started, a file that is read) do so.

    What it could not play is refused here, before a game begins, rather than at its first move.
    """
    if hasattr(one, "get_ready"):
        one.get_ready(game)


class RandomPlayer:
    """Every legal action alike."""

    def __init__(self, seed: int | None = None):
        self.name = "random" if seed is None else f"random:seed={seed}"
        self._random = Random(seed)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """A legal action, uniformly."""
        return game.random_action(state, self._random)


class Person:
    """Somebody at the keyboard; `ask(game, state)` is how they are asked."""

    name = "human"

    def __init__(self, ask: Callable[[Game[Any, Any], Any], Any] | None = None):
        self._ask = ask

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """What the person says."""
        if self._ask is None:
            raise UsageError("Nobody is there to ask: a human player needs a terminal.")
        return self._ask(game, state)
