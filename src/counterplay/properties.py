"""What kind of game a game is."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Properties:
    """What kind of game it is. `check` verifies every one of these by playing."""

    players: int
    payoffs: Literal["zero-sum", "constant-sum", "general-sum"]
    chance: bool
    hidden_information: bool
    simultaneous: bool
    finite: bool

    @classmethod
    def of(cls, game: Game[Any, Any]) -> Properties:
        """What a game declares, and what the methods say that it has."""
        return cls(
            players=game.players,
            payoffs="general-sum" if game.payoff_sum is None else "constant-sum" if game.payoff_sum else "zero-sum",
            chance=game.overrides("chances"),
            hidden_information=game.simultaneous or game.overrides("observation"),
            simultaneous=game.simultaneous,
            finite=game.finite,
        )

    def __str__(self) -> str:
        words = [
            "1 player" if self.players == 1 else f"{self.players} players",
            *([self.payoffs] if self.players > 1 else []),
            "chance" if self.chance else "deterministic",
            "hidden information" if self.hidden_information else "perfect information",
        ]
        if self.simultaneous:
            words.append("simultaneous moves")
        if not self.finite:
            words.append("may go on for ever")
        return ", ".join(words)

    def as_dict(self) -> dict[str, object]:
        return asdict(self)
