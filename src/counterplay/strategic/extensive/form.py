"""A game as a tree: who moves where, what they know, what chance does, and what every end is worth; all numbers exact.

    form = ExtensiveForm.from_game(game)        from the rules of any game
    form = read_efg(text)                       from a file of Gambit's

Nodes are numbered as one walks through the tree, children in order, so that the nodes below node n are n + 1 … form.after[n] - 1. An
*information set* holds the nodes between which the player who moves cannot tell (von Neumann & Morgenstern 1944; Kuhn 1953).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...errors import UsageError
from ...game import CHANCE, Game
from ...positions import root_of

if TYPE_CHECKING:
    from ..normal_form import NormalForm
    from .answers import Answer
    from .behaviour import Behaviour
    from .nearly import NearlySolved
    from .sequence_form import Solved
    from .subgames import SubgamePerfect

END: Final = -2
"""The `player` of a node where the game is over."""
NOTHING: Final = 0
"""The number of the outcome that gives nobody anything."""


class Node(NamedTuple):
    """One place in the tree."""

    parent: int
    """-1 at the root."""
    action: int
    """Which of the parent's actions leads here."""
    player: int
    """Who moves: 0, 1, …, CHANCE or END."""
    set: int
    """The information set it is in, as a number in `form.sets`; -1 at an end. Chance has sets, too."""
    children: tuple[int, ...]
    outcome: int
    """What is won on coming here, as a number in `form.outcomes`. It adds up along the way."""
    name: str


class InformationSet(NamedTuple):
    """Nodes that the player who moves cannot tell apart."""

    player: int
    number: int
    """Its number among those of its player, as files write it."""
    name: str
    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Of the actions of chance; empty for players."""
    nodes: tuple[int, ...]

    @property
    def label(self) -> str:
        """Its name or, where it has none, its number."""
        return self.name or f"set {self.number}"


class Outcome(NamedTuple):
    """What one gets, with a name."""

    name: str
    payoffs: tuple[Fraction, ...]


class ExtensiveForm:
    """A finite game in extensive form. Made by `from_game`, `read_efg` or a `TreeBuilder`.

    >>> from counterplay import load
    >>> form = ExtensiveForm.from_game(load("nim(2,2)"))
    >>> form
    <ExtensiveForm 'Nim' of 2 players: 33 nodes, 14 of them ends, 19 information sets>
    >>> form.perfect_recall, form.perfect_information, form.zero_sum
    (True, True, True)
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        sets: Sequence[InformationSet],
        outcomes: Mapping[int, Outcome],
        players: Sequence[str],
        title: str = "",
        comment: str = "",
    ):
        self.nodes = tuple(nodes)
        self.sets = tuple(sets)
        """The information sets, in the order in which one comes to them."""
        self.outcomes = dict(outcomes)
        self.players = tuple(players)
        self.title, self.comment = title, comment

    @classmethod
    def from_game(cls, game: Game[Any, Any], state: Any = None, *, nodes: int | None = None, memory: bool = True) -> ExtensiveForm:
        """The tree of a game's rules, from its beginning or from a state that everybody knows. More than `nodes` nodes are refused.

        See `from_game.py` for what players know.
        """
        from .from_game import MOST_NODES, extensive_form

        return extensive_form(game, root_of(game, state), MOST_NODES if nodes is None else nodes, memory)

    # ── The tree ──
    @cached_property
    def after(self) -> list[int]:
        """For each node the number of the first node that is neither it nor below it."""
        after = list(range(1, len(self.nodes) + 1))
        for number in range(len(self.nodes) - 1, 0, -1):
            parent = self.nodes[number].parent
            after[parent] = max(after[parent], after[number])
        return after

    @cached_property
    def depths(self) -> list[int]:
        """How many moves lead to each node."""
        depths = [0]
        for node in self.nodes[1:]:
            depths.append(depths[node.parent] + 1)
        return depths

    @cached_property
    def ends(self) -> list[int]:
        """The nodes where the game is over."""
        return [number for number, node in enumerate(self.nodes) if node.player == END]

    @cached_property
    def gains(self) -> list[tuple[Fraction, ...]]:
        """What each player has won on the way to each node, all outcomes on it added up; at an end, the payoffs."""
        gains: list[tuple[Fraction, ...]] = []
        for node in self.nodes:
            before = gains[node.parent] if node.parent >= 0 else (Fraction(0),) * len(self.players)
            won = self.outcomes[node.outcome].payoffs if node.outcome != NOTHING else None
            gains.append(before if won is None else tuple(a + b for a, b in zip(before, won, strict=True)))
        return gains

    @cached_property
    def luck(self) -> list[Fraction]:
        """How probable each node is as far as chance decides it."""
        luck = [Fraction(1)]
        for node in self.nodes[1:]:
            parent = self.nodes[node.parent]
            share = self.sets[parent.set].probabilities[node.action] if parent.player == CHANCE else 1
            luck.append(luck[node.parent] * share)
        return luck

    @cached_property
    def own_sets(self) -> tuple[tuple[int, ...], ...]:
        """For each player the numbers of the information sets, in the order in which one comes to them."""
        return tuple(tuple(k for k, each in enumerate(self.sets) if each.player == player) for player in range(len(self.players)))

    @cached_property
    def last_moves(self) -> list[tuple[tuple[int, int] | None, ...]]:
        """For each node and player the last own move before it, as information set and action; None before the first."""
        last: list[tuple[tuple[int, int] | None, ...]] = []
        for node in self.nodes:
            if node.parent < 0:
                last.append((None,) * len(self.players))
                continue
            parent, before = self.nodes[node.parent], last[node.parent]
            if parent.player == CHANCE:
                last.append(before)
            else:
                last.append((*before[: parent.player], (parent.set, node.action), *before[parent.player + 1 :]))
        return last

    def moves(self, node: int) -> tuple[tuple[int, int], ...]:
        """All moves that lead to a node, as information set and action."""
        moves = []
        while self.nodes[node].parent >= 0:
            here = self.nodes[node]
            moves.append((self.nodes[here.parent].set, here.action))
            node = here.parent
        return tuple(reversed(moves))

    def path(self, node: int) -> tuple[str, ...]:
        """The names of the actions that lead to a node."""
        return tuple(self.sets[number].actions[action] for number, action in self.moves(node))

    # ── What kind of game ──
    @cached_property
    def constant_sum(self) -> Fraction | None:
        """What all payoffs add up to at every end, if that is always the same; None otherwise."""
        sums = {sum(self.gains[end], Fraction(0)) for end in self.ends}
        return sums.pop() if len(sums) == 1 else None

    @property
    def zero_sum(self) -> bool:
        """Whether one's gain is always the others' loss."""
        return self.constant_sum == 0

    @property
    def perfect_information(self) -> bool:
        """Whether everybody always knows where one is: every information set of a player has one node."""
        return all(len(each.nodes) == 1 for each in self.sets if each.player != CHANCE)

    @cached_property
    def forgetting(self) -> tuple[str | None, ...]:
        """For each player None, or what the player forgets: the information set that breaks perfect recall, in a sentence."""
        from .recall import forgetting

        return forgetting(self)

    @property
    def perfect_recall(self) -> bool:
        """Whether nobody ever forgets what they knew or did (Kuhn 1953)."""
        return not any(self.forgetting)

    @cached_property
    def subgames(self) -> tuple[int, ...]:
        """The nodes at which a subgame begins: whoever moves below knows it. The root is always one."""
        from .recall import subgames

        return subgames(self)

    # ── Answers that live in files of their own ──
    def strategies(self, player: int) -> int:
        """How many pure strategies a player has: one action for each information set."""
        count = 1
        for number in self.own_sets[self.player(player)]:
            count *= len(self.sets[number].actions)
        return count

    def normal_form(self, *, reduced: bool = True, cells: int | None = None) -> NormalForm:
        """The game as a table of pure strategies; `reduced` leaves out what a strategy would do where it never comes itself."""
        from .plans import normal_form

        return normal_form(self, reduced, cells)

    def behaviour(self, mixtures: Any) -> Behaviour:
        """A mixture at every information set, with what it is worth and its regret. See `behaviour.py` for how to give it."""
        from .behaviour import behaviour

        return behaviour(self, mixtures)

    def best_response(self, player: int, behaviour: Behaviour) -> tuple[Fraction, dict[int, int]]:
        """The most that a player can get while the others stay as they are, and the best action at each own information set."""
        from .behaviour import best_response

        return best_response(self, player, behaviour.mixtures)

    def backward_induction(self) -> Behaviour:
        """One subgame-perfect equilibrium of a game of perfect information: the first best action at every node."""
        from .subgames import backward_induction

        return backward_induction(self)

    def subgame_perfect(self, *, mixed: bool = False, most: int = 1000) -> SubgamePerfect:
        """All subgame-perfect equilibria in pure strategies (`mixed`: in extreme mixed ones of every subgame, too)."""
        from .subgames import subgame_perfect

        return subgame_perfect(self, mixed, most)

    def solve(self) -> Solved:
        """Value and an equilibrium of a zero-sum (or constant-sum) game of two, exact, by the sequence form."""
        from .sequence_form import solve

        return solve(self)

    def nearly_solve(self) -> NearlySolved:
        """The same in floats, for large trees, and how far the two sides' guarantees are apart."""
        from .nearly import nearly_solve

        return nearly_solve(self)

    def nash(self, **settings: Any) -> Answer:
        """Equilibria: by the sequence form where two players' payoffs have a constant sum, else all by the reduced normal form."""
        from .answers import nash

        return nash(self, **settings)

    # ── For people ──
    def efg(self) -> str:
        """The game as a `.efg` file of Gambit's."""
        from .efg import write_efg

        return write_efg(self)

    def svg(self, behaviour: Behaviour | None = None) -> str:
        """The tree as a picture: information sets are dashed, a behaviour shows what is played."""
        from .drawing import svg_tree

        return svg_tree(self, behaviour)

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self) -> str:
        """The tree as indented lines."""
        from .telling import text_tree

        return text_tree(self)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        players = f"{len(self.players)} player{'s' if len(self.players) != 1 else ''}"
        own = sum(map(len, self.own_sets))
        return f"<ExtensiveForm{title} of {players}: {len(self.nodes):,} nodes, {len(self.ends):,} of them ends, {own:,} information sets>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExtensiveForm) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.nodes, self.players))

    def _identity(self) -> tuple[Any, ...]:
        return self.nodes, self.sets, self.outcomes, self.players, self.title, self.comment

    def player(self, number: int) -> int:
        """The number of a player, if there is such a one."""
        if type(number) is not int or not 0 <= number < len(self.players):
            raise UsageError(f"There is no player {number!r}: they are numbered from 0 to {len(self.players) - 1}.")
        return number


class TreeBuilder:
    """Puts a tree together, node by node: each node after its parent and after everything below its elder siblings."""

    def __init__(self, players: Sequence[str], title: str = "", comment: str = ""):
        self.players, self.title, self.comment = tuple(players), title, comment
        self.outcomes: dict[int, Outcome] = {}
        self._numbers: dict[Outcome, int] = {}
        self._nodes: list[tuple[int, int, int, int, int, str]] = []
        self._children: list[list[int]] = []
        self._sets: list[InformationSet] = []
        self._set_nodes: list[list[int]] = []
        self._keys: dict[Hashable, int] = {}
        self._counts: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def find(self, key: Hashable) -> int | None:
        """The information set that was added under this key."""
        return self._keys.get(key)

    def add_set(
        self,
        key: Hashable,
        player: int,
        actions: Sequence[str],
        probabilities: Sequence[Fraction] = (),
        number: int | None = None,
        name: str = "",
    ) -> int:
        """A new information set; its number, unless given, is the next one of its player."""
        self._counts[player] = self._counts.get(player, 0) + 1
        number = self._counts[player] if number is None else number
        self._keys[key] = len(self._sets)
        self._sets.append(InformationSet(player, number, name, tuple(actions), tuple(probabilities), ()))
        self._set_nodes.append([])
        return len(self._sets) - 1

    def set(self, number: int) -> InformationSet:
        """An information set as it was added."""
        return self._sets[number]

    def add_outcome(self, payoffs: Sequence[Fraction]) -> int:
        """The number of the outcome with these payoffs and no name; equal ones are one."""
        made = Outcome("", tuple(payoffs))
        if made not in self._numbers:
            self._numbers[made] = len(self.outcomes) + 1
            self.outcomes[self._numbers[made]] = made
        return self._numbers[made]

    def add(self, parent: int, set_number: int = -1, outcome: int = NOTHING, name: str = "") -> int:
        """A new node, the next child of its parent; without an information set it is an end."""
        number = len(self._nodes)
        action = -1
        if parent >= 0:
            action = len(self._children[parent])
            self._children[parent].append(number)
        player = END
        if set_number >= 0:
            player = self._sets[set_number].player
            self._set_nodes[set_number].append(number)
        self._nodes.append((parent, action, player, set_number, outcome, name))
        self._children.append([])
        return number

    def children(self, node: int) -> tuple[int, int]:
        """How many children a node has, and how many it will have."""
        place = self._nodes[node][3]
        return len(self._children[node]), 0 if place < 0 else len(self._sets[place].actions)

    def full(self, node: int) -> bool:
        """Whether a node has all its children."""
        have, need = self.children(node)
        return have == need

    def form(self) -> ExtensiveForm:
        """The tree, when it is complete."""
        nodes = [
            Node(parent, action, player, place, tuple(children), outcome, name)
            for (parent, action, player, place, outcome, name), children in zip(self._nodes, self._children, strict=True)
        ]
        sets = [each._replace(nodes=tuple(some)) for each, some in zip(self._sets, self._set_nodes, strict=True)]
        return ExtensiveForm(nodes, sets, self.outcomes, self.players, self.title, self.comment)
