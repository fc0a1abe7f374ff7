"""Checks of hidden information, and of when a search stops."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Final

from ..game import CHANCE
from .asking import Ask, shown
from .node import Node
from .report import Finding

DEPTHS: Final = (0, -1, -8, -64, -1000)
"""Depths left at which a search should have been told to stop at least once."""


class InformationSetsAreWhole:
    """What a player sees is a hashable pair, and states that look the same to the player to move offer the same actions."""

    def __init__(self) -> None:
        self.sets: dict[Hashable, tuple[frozenset[Any], Node]] = {}

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        if not ask.has("observation") or node.terminal:
            return
        for player in range(ask.game.players):
            seen = ask("observation", node.state, player)
            if not (isinstance(seen, tuple) and len(seen) == 2):
                yield Finding("observation", f"observation(state, {player}) returned {shown(seen, 80)}: return a pair (private, public).")
                return
            try:
                hash(seen)
            except TypeError:
                yield Finding(
                    "observation", f"observation(state, {player}) returned {shown(seen, 80)}, which cannot be hashed: use tuples."
                )
                return
            if player == node.player:
                actions = frozenset(node.moves)
                others, where = self.sets.setdefault((player, seen), (actions, node))
                if others != actions:
                    here, there = (", ".join(sorted(map(str, moves))[:20]) for moves in (actions, others))
                    sentence = (
                        f"Player {player} cannot tell this state from the one after {shown(where.line, 120)}: both look like "
                        f"{shown(seen, 120)}. But the actions are {here} here and {there} there: show what decides them."
                    )
                    yield Finding("information-set", sentence)


class LooksHideTheRest:
    """What `seen` lets a player see depends on what the player observes: two states with one observation have one look."""

    def __init__(self) -> None:
        self.looks: dict[Hashable, tuple[str, Node]] = {}

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        if not (ask.has("observation") and ask.has("seen")) or node.terminal:
            return
        for player in range(ask.game.players):
            observed = ask("observation", node.state, player)
            look = ask("text", ask("seen", node.state, player))
            other, where = self.looks.setdefault((player, observed), (look, node))
            if other != look:
                sentence = (
                    f"Player {player} cannot tell this state from the one after {shown(where.line, 120)}, but seen(state, {player}) looks "
                    f"different: {shown(look, 120)} here, {shown(other, 120)} there: hide it, or let observation() tell it."
                )
                yield Finding("seen", sentence)


class CutoffStops:
    """An `is_cutoff` of the game's own says stop somewhere."""

    def __init__(self) -> None:
        self.asked = 0
        self.stopped = False

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        if ask.has("is_cutoff") and not node.terminal and node.player != CHANCE and not self.stopped:
            self.asked += 1
            self.stopped = any(bool(ask("is_cutoff", node.state, depth)) for depth in DEPTHS)
        yield from ()

    def never(self) -> Iterator[Finding]:
        """At the end of the examination."""
        if self.asked and not self.stopped:
            sentence = (
                f"is_cutoff() said False in all {self.asked:,} states asked, even 1,000 plies past the depth: "
                "return True at some depth <= 0."
            )
            yield Finding("cutoff-never", sentence, hint=True)
