"""Trees written by hand: the exercises of lectures and textbooks as games."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from ..errors import UsageError
from ..game import CHANCE, Game
from ..picture import fan
from ..watch import MOST_PLIES

LECTURE_TREE: Final = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""Russell & Norvig, fig. 5.2."""
MOST_NODES: Final = 1_000_000
MOST_BYTES: Final = 100_000_000
MOST_PLAYERS: Final = 100
LONGEST_NAME: Final = 100
KEYS: Final = ("player", "name", "children", "actions", "chance", "probabilities", "value", "payoffs", "evaluation")


class TreeNode(NamedTuple):
    """One node. The nodes of a tree are numbered level by level, so that the children of a node are neighbours."""

    parent: int
    level: int
    player: int
    first: int
    degree: int
    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    payoffs: tuple[float, ...]
    evaluation: tuple[float, ...]
    name: str


class Tree(Game[int, int]):
    """A tree given node by node. In short form a list is a node with its children, a number is a leaf (what Max gets; Min gets minus it),
    a tuple is a leaf with one payoff for each player: `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]`, `[[(1, 2, 6), (4, 2, 3)], (6, 1, 2)]`.
    Where `players` says three or more, an innermost list of that many numbers is a leaf, too (JSON has no tuples).

    The full form of a node is a dict: `name`; `children` (a list of nodes), `actions` (their names), `player` (0, 1, …, "max", "min",
    "chance" or one of `names`; by default players take turns), `probabilities` (of a chance node; `chance: [0.5, "1/2"]` says both at
    once), `evaluation` (for searches that stop here); or, of a leaf, `value` or `payoffs`. Both forms mix freely.

    Actions are the children from 0; people write their names, or the number from 1. A position is a node's name, or the way from the
    root, `2.1`; the root is `root`.
    """

    compiles = False
    has_board = False

    def __init__(self, tree: Any = LECTURE_TREE, players: int | None = None, names: Sequence[str] | None = None):
        self.names = _player_names(names)
        self.players = _how_many(tree, players, self.names)
        self.nodes = _Reading(self.players, self.names).read(tree)
        self.depth = self.nodes[-1].level
        self.payoff_sum = _common_sum(self.nodes) if self.players > 1 else None
        self.least_payoff = min(min(node.evaluation + node.payoffs) for node in self.nodes)
        self.has_chance = any(node.player == CHANCE for node in self.nodes)
        self.has_evaluation = any(map(any, (node.evaluation for node in self.nodes)))
        self.named = _unique_names(self.nodes)

    @classmethod
    def from_json(cls, source: str | Path) -> Tree:
        """A tree from a JSON file, or from JSON text (which begins with `[` or `{`).

        The file holds a node, or `{"tree": node, "players": 3, "names": ["Ann", "Bob", "Cleo"]}`.
        """
        text = isinstance(source, str) and source.lstrip()[:1] in ("[", "{")
        place = "The JSON text" if text else str(source)
        data = _json(place, str(source) if text else _file(Path(source)))
        if not isinstance(data, dict) or "tree" not in data:
            return cls(data)
        unknown = sorted(set(data) - {"tree", "players", "names"})
        if unknown:
            raise UsageError(f"{place}: besides the tree there may be players and names, but not {unknown[0]!r}.")
        return cls(**data)

    # ── Rules ──
    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return self.nodes[state].player

    def actions(self, state: int) -> Iterator[int]:
        yield from range(self.nodes[state].degree)

    def chances(self, state: int) -> Iterator[tuple[int, float]]:
        yield from enumerate(self.nodes[state].probabilities)

    def result(self, state: int, action: int) -> int:
        return self.nodes[state].first + action

    def is_terminal(self, state: int) -> bool:
        return self.nodes[state].degree == 0

    def utility(self, state: int, player: int) -> float:
        return self.nodes[state].payoffs[player]

    def count(self, state: int) -> int:
        return self.nodes[state].degree

    def overrides(self, method: str) -> bool:
        """A tree without chance nodes is a game without chance, one without evaluations a game without evaluation."""
        if (method == "chances" and not self.has_chance) or (method == "evaluate" and not self.has_evaluation):
            return False
        return super().overrides(method)

    # ── Notation ──
    def player_name(self, player: int) -> str:
        if player == CHANCE:
            return "Chance"
        if self.names is not None:
            return self.names[player]
        return ("Max", "Min")[player] if self.players == 2 and self.payoff_sum is not None else f"Player {player + 1}"

    def format_action(self, state: int, action: int) -> str:
        actions = self.nodes[state].actions
        return actions[action] if actions else str(action + 1)

    def format_state(self, state: int) -> str:
        name = self.nodes[state].name
        return name if name in self.named else self.way(state)

    def way(self, state: int) -> str:
        """The way from the root to a node, as numbers of children."""
        steps = []
        while state:
            parent = self.nodes[state].parent
            steps.append(str(state - self.nodes[parent].first + 1))
            state = parent
        return ".".join(reversed(steps)) or "root"

    def parse_state(self, text: str) -> int:
        text, state = text.strip(), 0
        if text in self.named:
            return self.named[text]
        if text == "root":
            return state
        if not re.fullmatch(r"\d{1,9}(\.\d{1,9})*", text, re.ASCII):
            some = ", ".join(list(self.named)[:20])
            raise UsageError(
                f"{text!r:.100} is not a node: write the way from the root, like 2.1, or root{', or a name: ' + some if some else ''}."
            )
        for step in map(int, text.split(".")):
            if not 1 <= step <= self.nodes[state].degree:
                raise UsageError(
                    f"{text!r:.100}: node {self.format_state(state)} has {self.nodes[state].degree} children, no child {step}."
                )
            state = self.nodes[state].first + step - 1
        return state

    @property
    def tree(self) -> Any:
        """The tree as `Tree` reads it, in the shortest form that says everything."""
        written: list[Any] = [None] * len(self.nodes)
        for state in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[state]
            children = written[node.first : node.first + node.degree]
            written[state] = self._written(state, node, children)
            written[node.first : node.first + node.degree] = [None] * node.degree
        return written[0]

    def _written(self, state: int, node: TreeNode, children: list[Any]) -> Any:
        full: dict[str, Any] = {"name": node.name} if node.name else {}
        if not node.degree:
            value = node.payoffs == _from_first(node.payoffs[0], self.players)
            short = node.payoffs[0] if value else node.payoffs
            return {**full, "value" if value else "payoffs": short} if full else short
        if node.player == CHANCE:
            full["chance"] = list(node.probabilities)
        elif node.player != self._next(state):
            full["player"] = node.player
        if node.actions:
            full["actions"] = list(node.actions)
        if any(node.evaluation):
            single = node.evaluation == _from_first(node.evaluation[0], self.players)
            full["evaluation"] = node.evaluation[0] if single else list(node.evaluation)
        return {**full, "children": children} if full else children

    def _next(self, state: int) -> int:
        """Whose turn it would be if nothing were said: the player after the last one who moved."""
        while state:
            state = self.nodes[state].parent
            if self.nodes[state].player != CHANCE:
                return (self.nodes[state].player + 1) % self.players
        return 0

    def __str__(self) -> str:
        if self.depth > 60 or len(self.nodes) > 10_000:  # deeper brackets than Python reads
            return f"tree(<{len(self.nodes)} nodes>)"
        players = f", players={self.players}" if self.players != 2 else ""
        names = f", names={self.names!r}" if self.names is not None else ""
        return f"tree({self.tree!r}{players}{names})"

    def __repr__(self) -> str:
        return str(self).replace("tree", "Tree", 1)

    def __hash__(self) -> int:
        return hash((type(self), self.nodes, self.names))

    # ── Evaluation ──
    def evaluate(self, state: int, player: int) -> float:
        """What the tree says under `evaluation`; 0 where it says nothing; at a leaf, its payoff."""
        node = self.nodes[state]
        return (node.evaluation if node.degree else node.payoffs)[player]

    # ── Text and picture ──
    def shown(self, state: int) -> str:
        """What stands in the drawing of a node: a leaf's payoffs, or who is to move."""
        payoffs = self.nodes[state].payoffs
        if not payoffs:
            return self.player_name(self.to_move(state))
        return f"{payoffs[0]:g}" if payoffs == _from_first(payoffs[0], self.players) else "(" + ", ".join(f"{p:g}" for p in payoffs) + ")"

    def text(self, state: int) -> str:
        if self.is_terminal(state):
            return f"{self.format_state(state)}: {self.shown(state)}"
        ways = [self.format_action(state, action) for action in range(min(30, self.count(state)))]
        if self.to_move(state) == CHANCE:
            ways = [f"{way} ({p:g})" for way, p in zip(ways, self.nodes[state].probabilities, strict=False)]
        more = ", …" if self.count(state) > 30 else ""
        return f"{self.format_state(state)}: {self.shown(state)} moves: {', '.join(ways)}{more}"

    def svg(self, state: int) -> str:
        children = [
            (self._shape(child), self.shown(child), self.format_action(state, action))
            for action, child in enumerate(range(self.nodes[state].first, self.nodes[state].first + min(30, self.count(state))))
        ]
        return fan(self._shape(state), self.nodes[state].name or self.shown(state), children, self.text(state))

    def _shape(self, state: int) -> str:
        if self.is_terminal(state):
            return "leaf"
        player = self.to_move(state)
        return "chance" if player == CHANCE else ("max", "min")[player] if self.players == 2 else "player"


# ── Reading trees that anybody may have written ──


class _Reading:
    """Reads nested lists and dicts level by level, without recursion, and says where something is wrong."""

    def __init__(self, players: int, names: tuple[str, ...] | None):
        self.players = players
        self.words = {"max": 0, "min": 1, "chance": CHANCE, **{name.lower(): i for i, name in enumerate(names or ())}}
        self.nodes: list[TreeNode] = []
        self.parents = [(-1, 0)]
        """For each node met so far: its parent, and which child of it."""
        self.last: list[int] = []
        """For each node read: the last player who has moved when it is left."""

    def read(self, tree: Any) -> tuple[TreeNode, ...]:
        waiting: list[Any] = [tree]
        for spec in waiting:  # grows while it is read
            full = self._full(spec)
            parent, _ = self.parents[len(self.nodes)]
            level = self.nodes[parent].level + 1 if self.nodes else 0
            if "children" in full:
                self.nodes.append(self._interior(full, TreeNode(parent, level, 0, len(waiting), 0, (), (), (), (), self._name(full))))
                self.parents.extend((len(self.nodes) - 1, number) for number in range(len(full["children"])))
                waiting.extend(full["children"])
            else:
                self.nodes.append(self._leaf(full, TreeNode(parent, level, 0, 0, 0, (), (), (), (), self._name(full))))
        return tuple(self.nodes)

    def wrong(self, what: str, key: str = "") -> NoReturn:
        """Refuse the tree because of what stands at the place being read."""
        steps, node = [], len(self.nodes)
        while node > 0:
            node, number = self.parents[node]
            steps.append(f".children[{number}]")
        steps = steps if len(steps) < 12 else [*steps[:5], f"…({len(steps) - 10} levels)…", *steps[-5:]]
        raise UsageError(f"tree: root{''.join(reversed(steps))}{'.' + key if key else ''}: {what}.")

    def _full(self, spec: Any) -> dict[str, Any]:
        """A node in short form as the dict that it is short for."""
        if isinstance(spec, dict):
            for key in spec:
                if key not in KEYS:
                    self.wrong(f"there is no key {key!r:.60}; a node may have {', '.join(KEYS)}")
            if sum(key in spec for key in ("children", "value", "payoffs")) != 1:
                self.wrong("a node has either children, or a value, or payoffs")
            return spec
        if isinstance(spec, tuple):
            return {"payoffs": spec}
        if isinstance(spec, list):
            return {"payoffs" if self.players > 2 and len(spec) == self.players and all(map(_is_number, spec)) else "children": spec}
        if not isinstance(spec, (int, float)):
            self.wrong(f"{_brief(spec)} is not a node; a node is a number, a list of nodes, a tuple of payoffs, or a dict")
        return {"value": spec}

    def _leaf(self, spec: dict[str, Any], node: TreeNode) -> TreeNode:
        for key in spec:
            if key not in ("name", "value", "payoffs"):
                self.wrong("a leaf has nothing but a name and its value or payoffs", key)
        key = "value" if "value" in spec else "payoffs"
        if key == "payoffs" and not isinstance(spec[key], (list, tuple)):
            self.wrong(f"{_brief(spec[key])} is not a list of numbers", key)
        self.last.append(0)
        return node._replace(payoffs=self._payoffs(spec[key], key))

    def _interior(self, spec: dict[str, Any], node: TreeNode) -> TreeNode:
        children = spec["children"]
        if not isinstance(children, list) or not children:
            self.wrong("give a list with at least one node", "children")
        if node.first + len(children) > MOST_NODES:
            self.wrong(f"the tree has over {MOST_NODES:,} nodes; that is the most", "children")
        if node.level >= MOST_PLIES:
            self.wrong(f"the tree is over {MOST_PLIES:,} levels deep; that is the most")
        before = self.last[node.parent] if node.parent >= 0 else -1
        player = self._player(spec, (before + 1) % self.players)
        self.last.append(before if player == CHANCE else player)
        return node._replace(
            player=player,
            degree=len(children),
            actions=self._actions(spec, len(children)),
            probabilities=self._probabilities(spec, len(children), player),
            evaluation=self._payoffs(spec["evaluation"], "evaluation") if "evaluation" in spec else (0.0,) * self.players,
        )

    def _player(self, spec: dict[str, Any], following: int) -> int:
        given = spec.get("player", "chance" if "chance" in spec else following)
        if isinstance(given, str):
            player = self.words.get(given.lower(), self.players)
        else:
            player = given if type(given) is int and given >= 0 else self.players
        if player >= self.players:
            self.wrong(f"{_brief(given)} is not a player; players are 0 to {self.players - 1}, or one of {', '.join(self.words)}", "player")
        return player

    def _payoffs(self, given: Any, key: str) -> tuple[float, ...]:
        """One number for each player; of two players, the first one's number is enough."""
        numbers = given if isinstance(given, (list, tuple)) else (given,)
        for number in numbers:
            if not _is_number(number):
                self.wrong(f"{_brief(number)} is not a number within ±1e15", key)
        if numbers is not given and self.players <= 2:
            return _from_first(given, self.players)
        if len(numbers) != self.players:
            self.wrong(f"there {'is 1 payoff' if len(numbers) == 1 else f'are {len(numbers)} payoffs'}, but {self.players} players", key)
        return tuple(numbers)

    def _probabilities(self, spec: dict[str, Any], count: int, player: int) -> tuple[float, ...]:
        key = "chance" if "chance" in spec else "probabilities"
        if player != CHANCE:
            return self.wrong('only a chance node has probabilities; write "player": "chance"', key) if key in spec else ()
        given = spec.get(key, [Fraction(1, count)] * count)
        if not isinstance(given, (list, tuple)) or len(given) != count:
            self.wrong(f"give one probability for each of the {count} children", key)
        numbers = [self._probability(number, f"{key}[{i}]") for i, number in enumerate(given)]
        total = math.fsum(numbers)
        if abs(total - 1) > 1e-6:
            self.wrong(f"the probabilities add up to {total:.6g}, not to 1", key)
        return tuple(number / total for number in numbers)

    def _probability(self, given: Any, key: str) -> float:
        if isinstance(given, str) and re.fullmatch(r"\d{1,15}/[1-9]\d{0,14}", given, re.ASCII):
            given = Fraction(given)
        if not (isinstance(given, Fraction) or _is_number(given)) or not 0 <= given <= 1:
            self.wrong(f'{_brief(given)} is not a probability, a number from 0 to 1 or a fraction like "1/6"', key)
        return float(given)

    def _actions(self, spec: dict[str, Any], count: int) -> tuple[str, ...]:
        given = spec.get("actions")
        if given is None:
            return ()
        if not isinstance(given, (list, tuple)) or len(given) != count:
            self.wrong(f"give one name for each of the {count} children", "actions")
        for i, name in enumerate(given):
            if not _is_name(name):
                self.wrong(
                    f"{_brief(name)} is not a name: one to {LONGEST_NAME} printable characters, no blanks at the ends", f"actions[{i}]"
                )
        if len(set(given)) < count:
            self.wrong("two actions have the same name", "actions")
        return tuple(given)

    def _name(self, spec: dict[str, Any]) -> str:
        name = spec.get("name", "")
        if "name" in spec and not _is_name(name):
            self.wrong(f"{_brief(name)} is not a name: one to {LONGEST_NAME} printable characters, no blanks at the ends", "name")
        return str(name)


def _how_many(tree: Any, players: Any, names: tuple[str, ...] | None) -> int:
    """The number of players: as said, or as many as there are payoffs at the first leaf that lists them, or two."""
    if players is not None and (type(players) is not int or not 1 <= players <= MOST_PLAYERS):
        raise UsageError(f"tree: players={_brief(players)}: give a whole number from 1 to {MOST_PLAYERS}.")
    if players is not None and names is not None and players != len(names):
        raise UsageError(f"tree: there are {players} players, but {len(names)} names.")
    if players is not None or names is not None:
        return int(players or len(names or ()))
    waiting = [tree]
    for spec in waiting:
        payoffs = spec.get("payoffs") if isinstance(spec, dict) else spec if isinstance(spec, tuple) else None
        if isinstance(payoffs, (list, tuple)) and 1 <= len(payoffs) <= MOST_PLAYERS:
            return len(payoffs)
        children = spec.get("children") if isinstance(spec, dict) else spec
        if isinstance(children, list) and len(waiting) + len(children) <= MOST_NODES:
            waiting.extend(children)
    return 2


def _player_names(names: Any) -> tuple[str, ...] | None:
    if names is None:
        return None
    if not isinstance(names, (list, tuple)) or not 1 <= len(names) <= MOST_PLAYERS or not all(map(_is_name, names)):
        raise UsageError(f"tree: names={_brief(names)}: give a list with the name of each player.")
    if len({name.lower() for name in names} - {"chance"}) < len(names):
        raise UsageError(f"tree: names={_brief(names)}: the players need different names, and none may be called chance.")
    return tuple(names)


def _unique_names(nodes: tuple[TreeNode, ...]) -> dict[str, int]:
    """The names that tell their node: not given twice, and not written like the way to some other node."""
    named: dict[str, int] = {}
    twice = {"root"}
    for number, node in enumerate(nodes):
        if node.name in named or re.fullmatch(r"[\d.]+", node.name):
            twice.add(node.name)
        elif node.name:
            named[node.name] = number
    return {name: number for name, number in named.items() if name not in twice}


def _common_sum(nodes: tuple[TreeNode, ...]) -> float | None:
    """What the payoffs add up to at every leaf; None if that differs."""
    sums = [math.fsum(node.payoffs) for node in nodes if not node.degree]
    scale = max(1.0, max(abs(payoff) for node in nodes for payoff in node.payoffs))
    return float(f"{sums[0]:.12g}") if max(sums) - min(sums) <= 1e-9 * scale else None


def _from_first(value: float, players: int) -> tuple[float, ...]:
    """The payoffs of all, where one number says what the first player gets and the second one loses."""
    return (value, -value) if players == 2 else (value,)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and -1e15 <= value <= 1e15


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= LONGEST_NAME and value.isprintable() and value == value.strip()


def _brief(value: Any) -> str:
    """A value in an error message: short, however large or deep it is."""
    return f"{value!r:.60}" if isinstance(value, (int, float, str, type(None))) and not _is_long(value) else f"this {type(value).__name__}"


def _is_long(value: Any) -> bool:
    return isinstance(value, int) and value.bit_length() > 200


def _file(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"{path} has {path.stat().st_size:,} bytes; a tree file may have {MOST_BYTES:,}.")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8: byte {error.start} is not.") from error


def _json(place: str, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{place} is not JSON: {error.msg}, line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise UsageError(
            f"{place} is nested too deeply to be read; about {sys.getrecursionlimit() - 100} brackets are the most."
        ) from error
    except ValueError as error:
        raise UsageError(f"{place} cannot be read: {error}.") from error
