"""From the rules of a game to its tree.

What a player knows where it is their turn: everything they have seen and done. At every state on the way there the player looks
(`game.observation(state, player)`: what they alone see, and what everybody sees). They notice when what they see changes, and they
remember that and their own actions, in order. Two nodes are in one information set where these memories are equal. So everybody has
perfect recall, and nobody learns how often the others moved unseen.

With `memory=False` a player knows only what the present observation says: then they may forget, and `forgetting` says who and where.

A game without its own `observation` has perfect information: every node is an information set, also where the same state comes again.
Simultaneous moves are hidden sequential ones: the second does not see what the first did.

Chance is exact where its probabilities are recognisable: the float 1/3 stands for the fraction.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, Final

from ...errors import UsageError
from ...game import CHANCE, Game
from ..exact import recognised
from .form import ExtensiveForm, TreeBuilder

MOST_NODES: Final = 200_000
"""A larger tree is refused, unless the caller allows more."""
LONGEST_NAME: Final = 40
"""A longer name is none."""


def extensive_form(game: Game[Any, Any], state: Any, most: int = MOST_NODES, memory: bool = True) -> ExtensiveForm:
    """The tree of a game from a state, with information sets."""
    return _Growing(game, most, memory).form(state)


class _Growing:
    """Walks through all lines of play, depth first."""

    def __init__(self, game: Game[Any, Any], most: int, memory: bool):
        self.game, self.most, self.memory = game, most, memory
        self.hidden = game.overrides("observation")
        if game.simultaneous and not self.hidden:
            raise UsageError(
                f"{game.name} says that moves are simultaneous, but has no method observation(state, player): say what a player sees, "
                "so that the second to move does not see what the first did."
            )
        self.players = range(game.players)
        self.tree = TreeBuilder([game.player_name(player) for player in self.players], game.title, str(game))
        self.memories: dict[Hashable, int] = {}
        self.actions: dict[int, list[Any]] = {}
        self.names: set[tuple[int, str]] = set()
        self.outcomes: dict[tuple[Any, ...], int] = {}

    def form(self, root: Any) -> ExtensiveForm:
        nothing = tuple((0, None) for _ in self.players)
        waiting: list[tuple[Any, int, tuple[tuple[int, Any], ...]]] = [(root, -1, nothing)]
        while waiting:
            state, parent, known = waiting.pop()
            if len(self.tree) >= self.most:
                raise UsageError(
                    f"The tree of {self.game} has more than {self.most:,} nodes, which is the limit. "
                    "Take a smaller game, or allow more: nodes=… in Python, --nodes on the command line."
                )
            if self.game.is_terminal(state):
                self.tree.add(parent, outcome=self.outcome(tuple(self.game.utility(state, player) for player in self.players)))
                continue
            known = self.looked(state, known)
            mover = self.game.to_move(state)
            moves, number = self.chance(state) if mover == CHANCE else self.decision(state, mover, known)
            node = self.tree.add(parent, number)
            for move in reversed(moves):
                waiting.append((self.game.result(state, move), node, self.done(known, mover, move)))
        return self.named(self.tree.form())

    # ── What players know ──
    def looked(self, state: Any, known: tuple[tuple[int, Any], ...]) -> tuple[tuple[int, Any], ...]:
        """What everybody knows after looking at a state: a number for all they remember, and what they see."""
        if not self.hidden:
            return known
        seen = [self.game.observation(state, player) for player in self.players]
        return tuple(
            (before, sight) if sight == old else (self.remembered(before, "sees", sight), sight)
            for (before, old), sight in zip(known, seen, strict=True)
        )

    def done(self, known: tuple[tuple[int, Any], ...], mover: int, action: Any) -> tuple[tuple[int, Any], ...]:
        """What everybody knows after a move: the mover remembers it."""
        if not self.hidden or mover == CHANCE:
            return known
        before, sight = known[mover]
        return (*known[:mover], (self.remembered(before, "does", action), sight), *known[mover + 1 :])

    def remembered(self, before: int, kind: str, what: Hashable) -> int:
        return self.memories.setdefault((before, kind, what), len(self.memories) + 1)

    # ── What happens ──
    def outcome(self, utilities: tuple[Any, ...]) -> int:
        if utilities not in self.outcomes:
            self.outcomes[utilities] = self.tree.add_outcome([recognised(utility, "A utility") for utility in utilities])
        return self.outcomes[utilities]

    def decision(self, state: Any, mover: int, known: tuple[tuple[int, Any], ...]) -> tuple[list[Any], int]:
        if mover not in self.players:
            raise UsageError(f"to_move says {mover!r}, but players are numbered from 0 to {len(self.players) - 1}.")
        moves = list(self.game.actions(state))
        if not moves:
            raise UsageError(f"There is no action in a state that is not terminal: {self.game.format_state(state)[:200]}.")
        memory, sight = known[mover]
        key: Hashable = len(self.tree) if not self.hidden else (mover, memory if self.memory else sight)
        number = self.tree.find(key)
        if number is None:
            names = [self.game.format_action(state, move) for move in moves]
            number = self.tree.add_set(key, mover, names, name="" if self.hidden else self.unique(mover, self.game.format_state(state)))
            self.actions[number] = moves
        elif self.actions[number] != moves:
            raise UsageError(
                f"{self.tree.players[mover]} cannot tell two states apart, but has other actions in them: "
                f"{self.game.format_state(state)[:200]} is one of them. Let observation(state, player) show what can be done."
            )
        return moves, number

    def chance(self, state: Any) -> tuple[list[Any], int]:
        outcomes = list(self.game.chances(state))
        shares = [recognised(share, "A probability") for _, share in outcomes]
        total = sum(shares, Fraction(0))
        if not shares or min(shares) < 0 or abs(total - 1) > Fraction(1, 10**9):
            raise UsageError(f"Probabilities add up to {float(total):g}, not to 1: {self.game.format_state(state)[:200]}.")
        moves = [move for move, _ in outcomes]
        names = [self.game.format_action(state, move) for move in moves]
        return moves, self.tree.add_set(("chance", len(self.tree)), CHANCE, names, [share / total for share in shares])

    # ── Names ──
    def named(self, form: ExtensiveForm) -> ExtensiveForm:
        """The tree with names for what players know: the moves that led there, but for those that differ among the nodes of a set."""
        if not self.hidden:
            return form
        sets = []
        for each in form.sets:
            paths = [form.path(node) for node in each.nodes] if each.player != CHANCE else [()]
            alike = [names[0] for names in zip(*paths, strict=False) if len(set(names)) == 1]
            same_length = len({len(path) for path in paths}) == 1
            sets.append(each._replace(name=self.unique(each.player, " ".join(alike))) if same_length else each)
        return ExtensiveForm(form.nodes, sets, form.outcomes, form.players, form.title, form.comment)

    def unique(self, player: int, told: str) -> str:
        """The name itself, if it is short and nothing else of the player's has it."""
        if len(told) > LONGEST_NAME or "\n" in told or (player, told) in self.names:
            return ""
        self.names.add((player, told))
        return told
