"""The engine's switches. Each can be off, and the value found at a depth stays the same but where it is said that it may not."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ...game import Game

SELECTIVE: Final = (
    *("quiescence", "forced", "urgent", "singular", "deeper", "reductions", "late_pruning"),
    *("null_move", "reverse_futility", "futility", "exchanges", "delta"),
)
"""The switches with which an engine looks elsewhere than minimax to the same depth does: without them it overlooks nothing."""

NEEDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "continuations": ("motif",),
        "quiescence": ("is_noisy",),
        "urgent": ("is_urgent",),
        "null_move": ("pass_turn",),
        "reverse_futility": ("steps_between",),
        "futility": ("steps_between",),
        "exchanges": ("exchange_reaches",),
        "delta": ("exchange_reaches", "steps_between"),
    }
)
"""Without these methods of a game, a switch is off."""


def is_possible(name: str, game: Game[Any, Any]) -> bool:
    """Whether this switch can be on in this game."""
    if name == "symmetries":
        return game.overrides("symmetries") or game.overrides("canonical")
    return all(map(game.overrides, NEEDS.get(name, ())))


def never_on(game: Game[Any, Any]) -> Set[str]:
    """The words of a `Room` that are 0 in every search of this game."""
    never = {name.upper() for name in ("symmetries", *NEEDS) if not is_possible(name, game)}
    return never if game.repetition_draws else never | {"REPETITION"}


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
    continuations: bool = True
    """Try early what has often cut off after the same actions. Only where the game says what they have in common (`motif`)."""
    quiescence: bool = True
    """Where the game names noisy actions, look on until it is quiet. What a depth sees then is more than minimax sees."""
    forced: bool | None = None
    """An action without alternative costs no depth. None: when a clock or a number of nodes ends the search, not a depth."""
    urgent: bool | None = None
    """Who must meet a threat at once (`is_urgent`) looks one ply deeper. None: where the game says when that is."""
    singular: bool = False
    """One action clearly better than all others is looked at one ply deeper. Off: on our games it costs more than it finds."""
    deeper: bool | None = None
    """What the table knows to a larger depth than asked decides as well. None: where reductions are on."""
    reductions: bool | None = None
    """Late actions (and where none is remembered, all) are looked at less deeply, and late ones again in full if they turn out well. None:
    for games that say it is sound."""
    late_pruning: bool | None = None
    """Near the horizon, very late quiet actions that threaten nothing (no check) are not looked at. None: where reductions are on."""
    null_move: bool | None = None
    """Whoever is ahead even after passing is ahead; far from the horizon that is verified. None: for games that have `pass_turn`."""
    reverse_futility: bool | None = None
    """Near the horizon, whoever is far ahead stays ahead. None: for games that measure it (`steps_between`)."""
    futility: bool | None = None
    """Near the horizon, a quiet action does not help whoever is far behind. None: for games that measure it (`steps_between`)."""
    exchanges: bool | None = None
    """Actions that lose the exchange they begin come last; in quiescence and near the horizon, not at all. None: where the game
    tells them (`exchange_reaches`)."""
    delta: bool | None = None
    """In quiescence, an exchange that does not win enough to matter is left out. None: for games with both of these methods."""

    def decided(self, game: Game[Any, Any], by_depth: bool, to_the_end: bool = False) -> dict[str, bool]:
        """Every switch on or off, for this game and for a search that ends by depth, otherwise, or at the end of the game.

        A search to the end is a proof: there nothing that may miss something is on unless it was asked for.
        """

        def allowed(switch: bool | None) -> bool:
            return not to_the_end if switch is None else switch

        reductions = (game.reductions and not to_the_end) if self.reductions is None else self.reductions
        wanted = {
            "deepening": self.deepening or not by_depth,
            "table": self.table,
            "symmetries": self.symmetries and self.table,
            "principal": self.principal,
            "aspiration": self.aspiration,
            "promise": self.promise and (game.overrides("promise") or game.overrides("evaluate")),
            "killers": self.killers,
            "history": self.history,
            "continuations": self.continuations,
            "quiescence": self.quiescence,
            "forced": not by_depth if self.forced is None else self.forced,
            "urgent": self.urgent is not False,
            "singular": self.table and self.singular,
            "deeper": self.table and (reductions if self.deeper is None else self.deeper),
            "reductions": reductions,
            "late_pruning": reductions if self.late_pruning is None else self.late_pruning,
            "null_move": allowed(self.null_move),
            "reverse_futility": allowed(self.reverse_futility),
            "futility": allowed(self.futility),
            "exchanges": allowed(self.exchanges),
            "delta": allowed(self.delta),
        }
        return {name: on and is_possible(name, game) for name, on in wanted.items()}
