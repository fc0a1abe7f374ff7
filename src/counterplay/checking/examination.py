"""The examination: which states are looked at, in which order, and how a line is made short.

First breadth-first from the initial state, so that the first line found is a shortest one; then random games from beginning to end, for
depth. A problem met only in a random game has its line shortened by leaving moves out for as long as the problem stays.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..game import CHANCE, Game
from ..kernels import Progress
from ..rng import Random
from .asking import Ask, Broken, OutOfTime, Overdue, shown
from .declared import CLASS_CHECKS, REQUIRED
from .endless import Graph, shortest_cycle
from .facts import FactsAreTrue
from .fields import FieldsFit
from .information import CutoffStops, InformationSetsAreWhole, LooksHideTheRest
from .ledger import Ledger, carried_out
from .machine import SpeedsAgree, compiled_rules
from .node import Check, Node
from .notation import action_names_read_back, nonsense_is_refused, pictures_are_drawn, state_names_read_back
from .payoffs import EvaluationFollowsUtility, evaluation_is_a_number, utilities_are_numbers
from .report import Finding
from .rules import (
    answers_repeat,
    chances_are_probabilities,
    compares_by_identity,
    count_counts,
    look,
    moves_are_distinct,
    random_actions_are_legal,
    results_are_states,
    shortcuts_agree,
    state_is_a_value,
    turns_alternate,
)
from .shortening import AROUND, can_be_looked_at, comes_back, shorten
from .symmetry import ImagesAreTheSame, canonical_is_one_for_all
from .ways import heuristic_never_says_too_much

MOST_PLIES: Final = 10_000
"""A random game of a game that says it is finite must end within so many plies."""
BREADTH: Final = 0.5
"""This share of states and time goes into the breadth-first part, …"""
FACTS: Final = 0.65
"""… long games, in which stated facts are verified, are played until this one is used, …"""
PLAY: Final = 0.85
"""… random games go on until this share of the time is used; the rest is for shortening lines."""

CHECKS: Final[tuple[Check, ...]] = (
    state_is_a_value,
    look,
    answers_repeat,
    moves_are_distinct,
    chances_are_probabilities,
    results_are_states,
    turns_alternate,
    utilities_are_numbers,
    count_counts,
    random_actions_are_legal,
    shortcuts_agree,
    evaluation_is_a_number,
    canonical_is_one_for_all,
    action_names_read_back,
    state_names_read_back,
    nonsense_is_refused,
    pictures_are_drawn,
    heuristic_never_says_too_much,
)
"""What is checked in every state. Checks that compare states with one another are made anew for each examination (`Examination.checks`)."""


class Examination:
    """One run of `check`."""

    def __init__(
        self,
        game: Game[Any, Any],
        states: int,
        seconds: float,
        seed: int,
        compiled: bool | None,
        progress: Callable[[Progress], None] | None,
    ):
        self.game = game
        self.ask = Ask(game, seconds)
        self.seconds = seconds
        self.states = states
        self.rng = Random(seed)
        self.compiled = compiled
        self.progress = progress
        self.ledger = Ledger()
        self.initial: Any = None
        self.seen: dict[Any, Node] = {}
        self.graph: Graph = {}
        self.examined = self.games = self.deepest = 0
        self.whole_game = False
        self.nothing_left = False
        """Every state that can be reached has been examined (but not all moves of all of them could be made)."""
        self.whole_depth = -1
        """All states up to so many plies from the start were examined."""
        self.met_chance = False
        self.sums: set[float] = set()
        self.ends = 0
        self.machine: SpeedsAgree | None = None
        self.evaluation = EvaluationFollowsUtility()
        self.cutoff = CutoffStops()
        self.facts = FactsAreTrue(game)
        self.checks: tuple[Check, ...] = ()
        self._told = 0.0

    def run(self) -> None:
        """Examine everything within the time."""
        before = _attributes(self.game)
        try:
            for check in CLASS_CHECKS:
                for finding in carried_out(check, self.ask):
                    self.ledger.record(finding)
            fatal = ("missing-method", "wrong-arguments", "hidden-method", "declaration")
            if any(kind == "declaration" or (kind in fatal and key in REQUIRED) for kind, key, _ in self.ledger.found):
                return
            self._begin()
            if self.initial is not None:
                self._breadth_first()
                self._look_for_cycles()
                self._verify_facts()
                self._play()
                shorten(self.ledger, self.ask, self.initial, self.whole_depth)
        except (OutOfTime, Overdue):
            pass
        finally:
            self.ask.close()
            self._conclude(before)

    # ── The beginning ──
    def _begin(self) -> None:
        """The initial state exists and is the same each time; prepare the checks that depend on it; compile."""
        try:
            initial = self.ask.plain("initial")
            again = self.ask.plain("initial")
            if initial is None:
                self.ledger.record(Finding("no-state", "initial() returned None: return the state in which the game begins."))
                return
            if not self.ask.equal(initial, again):
                identity = compares_by_identity(initial)
                kind, fix = ("unequal", "define __eq__ and __hash__") if identity else ("not-deterministic", "let it depend on nothing")
                sentence = f"initial() gave {shown(initial, 100)} and then {shown(again, 100)}, which are not equal: {fix}."
                self.ledger.record(Finding(kind, sentence, "" if identity else "initial"))
        except Broken as broken:
            self.ledger.record(broken.finding)
            return
        self.initial = initial
        fields = FieldsFit(self.ask, initial)
        hidden = InformationSetsAreWhole(), LooksHideTheRest()
        self.checks = (fields, *CHECKS, ImagesAreTheSame(), *hidden, self.evaluation, self.cutoff, self.facts)
        if self.compiled is not False:
            self._tell("compiling the rules")
            started = time.monotonic()
            rules, reason = compiled_rules(self.game)
            self.ask.extend(time.monotonic() - started)
            if rules is not None:
                self.machine = SpeedsAgree(rules, fields)
                self.checks = (*self.checks, self.machine)
            elif reason or self.compiled:
                sentence = f"The rules run interpreted: {reason or 'the game is declared with compiles = False'}"
                self.ledger.record(Finding("does-not-compile", sentence, hint=not self.compiled))

    def _used(self, part: float) -> bool:
        """Whether this share of the time has been used."""
        return self.ask.deadline - time.monotonic() < (1 - part) * self.seconds

    # ── One state ──
    def examine(self, node: Node, proved: bool) -> bool:
        """Make every check on a state. False if not even its moves could be found out."""
        self._tell("examining states")
        self.examined += 1
        self.deepest = max(self.deepest, node.depth)
        for check in self.checks:
            for finding in carried_out(check, self.ask, node):
                self.ledger.record(finding, node, check, proved)
                if check is look and finding.kind in ("raises", "mutates", "endless-call"):
                    return False
        self.met_chance |= node.player == CHANCE
        if node.utilities is not None:
            self.ends += 1
            self.sums.add(round(sum(node.utilities), 9))
        return True

    def _known(self, state: Any) -> tuple[Any, Node | None]:
        """What makes a state the same as another (its value or, where that cannot be hashed, how it prints), and the one known."""
        try:
            return state, self.seen.get(state)
        except Exception:
            name = "unhashable", shown(state, 10_000)
            return name, self.seen.get(name)

    # ── Breadth first ──
    def _breadth_first(self) -> None:
        root = Node(self.initial)
        self.seen[self._known(root.state)[0]] = root
        queue, complete, all_seen, most = deque([root]), True, True, max(1, int(self.states * BREADTH))
        while queue and not self._used(BREADTH):
            node = queue.popleft()
            if all_seen:
                self.whole_depth = node.depth - 1
            complete &= self.examine(node, proved=True) and len(node.children) == len(node.moves)
            edges = self.graph.setdefault(node, [])
            for action, state in node.children:
                name, child = self._known(state)
                if child is None:
                    if len(self.seen) >= most:
                        all_seen = False
                        continue
                    child = self.seen[name] = Node(state, node, action)
                    queue.append(child)
                edges.append((action, child))
            node.children = []
        self.nothing_left = all_seen and not queue
        self.whole_game = self.nothing_left and complete

    def _look_for_cycles(self) -> None:
        """A finite game never comes back to a state."""
        cycle = shortest_cycle(self.graph)
        if cycle is None:
            if self.whole_game and not self.game.finite:
                sentence = "The game says finite = False, but the whole of it was seen and it always ends: declare finite = True."
                self.ledger.record(Finding("finite", sentence, hint=True))
        elif self.game.finite:
            node, way = cycle
            sentence = AROUND.format(len(way))
            proved = self.whole_game or node.depth + len(way) <= self.whole_depth + 1
            self.ledger.record(Finding("finite", sentence, after=way), node, None, proved)

    # ── Facts ──
    def _verify_facts(self) -> None:
        """Where breadth-first did not reach the end of the game, states near the end are sought out."""
        if self.whole_game and self.facts.hopeless < 0:
            return
        check = self.facts.compared
        for finding, node in self.facts.in_long_games(self.ask, self.initial, self.rng, lambda: self._used(FACTS)):
            self.ledger.record(finding, node, check, False)

    # ── Random games ──
    def _play(self) -> None:
        nothing_new = 0
        while self.examined < self.states and nothing_new < 50 and not self.nothing_left and not self._used(PLAY):
            before = self.examined
            self._play_once()
            self.games += 1
            nothing_new = nothing_new + 1 if self.examined == before else 0

    def _play_once(self) -> None:
        """One game at random from beginning to end, every new state of it examined."""
        node, visited = Node(self.initial), set()
        while not self._used(PLAY):
            name, known = self._known(node.state)
            if self.game.finite and name in visited:
                for finding in comes_back(self.ask, node):
                    self.ledger.record(finding, node, comes_back, False)
                return
            visited.add(name)
            if known is None and self.examined < self.states:
                self.seen[name] = node
                node.sampled = True
                sound = self.examine(node, proved=False)
            else:
                sound = can_be_looked_at(self.ask, node)
            node.children = []
            if not sound or not node.moves or node.terminal:
                return
            if node.depth >= MOST_PLIES:
                if self.game.finite:
                    sentence = f"A random game was not over after {MOST_PLIES:,} plies: let it end, or declare finite = False."
                    self.ledger.record(Finding("finite", sentence, "long"), node, None, False)
                return
            action = node.moves[self.rng.below(len(node.moves))]
            try:
                state = self.ask("result", node.state, action)
            except Broken as broken:
                self.ledger.record(broken.finding._replace(after=(action,)), node, results_are_states, False)
                return
            if state is None:
                return  # reported when the state was examined
            node = Node(state, node, action)
            self.deepest = max(self.deepest, node.depth)

    # ── The end ──
    def _conclude(self, before: dict[str, str]) -> None:
        """What only the whole examination can tell."""
        for finding, node in self.evaluation.outside(self.whole_game, endless_puzzle=self.game.players == 1 and not self.game.finite):
            self.ledger.record(finding, node, None, node.depth <= self.whole_depth + 1)
        hints = [*self.cutoff.never(), *self._about_chance(), *self._about_sums(), *self._about_attributes(before)]
        for finding in hints:
            self.ledger.record(finding)

    def _about_chance(self) -> Iterator[Finding]:
        if self.examined and self.ask.has("chances") and not self.met_chance:
            sentence = (
                f"There is a method chances(), but chance moved in none of the {self.examined:,} states: remove it, "
                "or let to_move() say CHANCE."
            )
            yield Finding("chance-never", sentence, hint=True)

    def _about_sums(self) -> Iterator[Finding]:
        if self.game.payoff_sum is None and len(self.sums) == 1 and self.ends >= 2 and self.game.players > 1:
            total = next(iter(self.sums))
            sentence = (
                f"The game says general-sum, but at all {self.ends:,} ends the utilities add up to {total:g}: "
                f"declare payoff_sum = {total:g}, then minimax and alphabeta apply."
            )
            yield Finding("constant-sum", sentence, hint=True)

    def _about_attributes(self, before: dict[str, str]) -> Iterator[Finding]:
        for name, value in _attributes(self.game).items():
            if before.get(name) != value:
                yield Finding(
                    "changes-itself", f"Playing changed the game's own attribute {name}: keep what changes in the state.", name, hint=True
                )

    def _tell(self, message: str) -> None:
        now = time.monotonic()
        if self.progress is not None and now - self._told >= 0.1:
            self._told = now
            self.progress(Progress(message, self.examined, now - self.ask.started))


def _attributes(game: Game[Any, Any]) -> dict[str, str]:
    """The public attributes of a game, as they print."""
    return {name: shown(value, 10_000) for name, value in game.__getstate__().items() if not name.startswith("_")}
