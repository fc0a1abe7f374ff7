"""The engine's switches. Each can be off, and the value found at a depth stays the same but where it is said that it may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...game import Game


@dataclass(frozen=True)
class Switches:
    """Which ideas an engine uses; None means: where it is right for the game and the question."""

    deepening: bool = True
    """Look 1, 2, 3, … plies ahead, each depth putting the next one's actions in order; else at once as deep as asked."""
    table: bool = True
    """Remember positions (transposition table)."""
    symmetries: bool = True
    """Symmetric positions share what is remembered."""
    principal: bool = True
    """Doubt every action but the first in a window too narrow to hold a value (principal-variation search)."""
    aspiration: bool = True
    """Begin each depth in a window around the value of the depth before."""
    promise: bool = True
    """Order actions by the game's `promise`, or else by the evaluation of where they lead."""
    killers: bool = True
    """Try early what cut off at the same ply elsewhere, and what refuted the opponent's last action before (countermoves)."""
    history: bool = True
    """Try early what has often cut off."""
    quiescence: bool = True
    """Where the game names noisy actions, look on until it is quiet. What a depth sees then is more than minimax sees."""
    forced: bool | None = None
    """An action without alternative costs no depth. None: when a clock or a number of nodes ends the search, not a depth."""
    singular: bool = False
    """One action clearly better than all others is looked at one ply deeper. Off: on our games it costs more than it finds."""
    reductions: bool | None = None
    """Late actions are looked at less deeply, and again in full if they turn out well. None: for games that say it is sound."""
    null_move: bool | None = None
    """Whoever is ahead even after passing is ahead. None: for games that say it is sound (`pass_turn`)."""

    def decided(self, game: Game[Any, Any], by_depth: bool) -> dict[str, bool]:
        """Every switch on or off, for this game and for a search that ends by depth or otherwise."""
        quiet = self.quiescence and game.overrides("is_noisy")
        return {
            "deepening": self.deepening or not by_depth,
            "table": self.table,
            "symmetries": self.symmetries and self.table and (game.overrides("symmetries") or game.overrides("canonical")),
            "principal": self.principal,
            "aspiration": self.aspiration,
            "promise": self.promise and (game.overrides("promise") or game.overrides("evaluate")),
            "killers": self.killers,
            "history": self.history,
            "quiescence": quiet,
            "forced": not by_depth if self.forced is None else self.forced,
            "singular": self.table and self.singular,
            "reductions": game.reductions if self.reductions is None else self.reductions,
            "null_move": game.overrides("pass_turn") and self.null_move is not False,
        }
