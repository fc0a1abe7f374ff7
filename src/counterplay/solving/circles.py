"""Who wins where states lie on circles and no situation may come back: the part of superko that needs history.

Whatever lies on a circle together is a component (strongly connected): once left, it cannot come back, so nothing that happened before a
component was entered matters inside, and components are solved one by one. Inside, the situation that was left is forbidden, and retrograde
analysis of what can still be reached is made again; where that does not decide either, each step is tried, with one situation more
forbidden. Who cannot move at all loses.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from math import inf
from typing import Any

from ..errors import DoesNotFit, Stopped, UsageError
from ..kernels import Progress
from .knowledge import Knowledge

MOST_TRIED = 1_000_000
"""So many states are entered inside components at most."""
TOLD_EVERY = 1000
"""So many states pass from one word about the progress to the next."""


class Clock:
    """How long it may take, and who hears how far it is."""

    def __init__(self, seconds: float | None, progress: Callable[[Progress], None] | None):
        self.began = time.monotonic()
        self._deadline, self._progress, self._states = inf if seconds is None else self.began + seconds, progress, 0

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self.began

    def tick(self) -> None:
        """One state more was looked at; gives up when the time is up."""
        if time.monotonic() > self._deadline:
            raise Stopped("The time was up before it was decided.")
        self._states += 1
        if self._progress is not None and self._states % TOLD_EVERY == 0:
            self._progress(Progress("superko", self._states, self.seconds))


class Numbered(ABC):
    """States with numbers in the order in which they are met, and where their steps lead."""

    def __init__(self, known: Knowledge, clock: Clock):
        self.game, self.known, self.clock = known.game, known, clock
        self.states: list[Any] = []
        self.numbers: dict[Hashable, int] = {}
        self.steps: list[list[int]] = []

    def explore(self, starts: Iterable[Any]) -> None:
        """Follow all steps."""
        for start in starts:
            self.number(start)
        while len(self.steps) < len(self.states):
            self.clock.tick()
            self.steps.append([self.number(child) for child in self.following(self.states[len(self.steps)])])

    @abstractmethod
    def following(self, state: Any) -> list[Any]:
        """The states that follow and are of interest."""

    def number(self, state: Any) -> int:
        """The number of a state: a new one where it has none."""
        key = self.game.key(state)
        if key not in self.numbers:
            self.numbers[key] = len(self.states)
            self.states.append(state)
        return self.numbers[key]

    def __contains__(self, state: Any) -> bool:
        return self.game.key(state) in self.numbers

    def children(self, state: Any) -> list[Any]:
        """All states that follow."""
        return [self.game.result(state, action) for action in self.game.actions(state)]

    def components(self, alike: Iterable[tuple[int, int]]) -> list[frozenset[int]]:
        """Which states lie on circles together, where also a step leads from the first to the second of each pair in `alike`."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        pairs = [*((s, t) for s, steps in enumerate(self.steps) for t in steps), *alike]
        if not pairs:
            return [frozenset([number]) for number in range(len(self.states))]
        graph = coo_array(([1] * len(pairs), tuple(zip(*pairs, strict=True))), shape=(len(self.states), len(self.states)))
        count, labels = connected_components(graph, connection="strong")
        members: list[set[int]] = [set() for _ in range(count)]
        for number, label in enumerate(labels):
            members[label].add(number)
        return [frozenset(one) for one in members]


class Undecided(Numbered):
    """The open states that can be reached without leaving them, and those in doubt; and who wins there.

    All values are 1 or -1, for the player to move.
    """

    def __init__(self, known: Knowledge, clock: Clock, doubtful: dict[Hashable, Any]):
        super().__init__(known, clock)
        self._doubtful = doubtful
        self.tried = 0
        """How many states were entered inside components."""
        self.escapes: list[bool] = []
        """Whether a step of each state leads out of these, to where the player who takes it can force a win."""
        self.explore([known.start, *doubtful.values()] if self._belongs(known.start) else doubtful.values())
        self._sharing: dict[Hashable, set[int]] = {}
        """The states of each situation."""
        for number, state in enumerate(self.states):
            self._sharing.setdefault(self.game.situation(state), set()).add(number)
        pairs = [pair for s in range(len(self.states)) for t in self.forbidden_after(s) for pair in ((s, t), (t, s))]
        self._component = {number: one for one in self.components(pairs) for number in one}
        self._entered: dict[int, int] = {}
        self._inside: dict[tuple[int, frozenset[int]], int] = {}

    def following(self, state: Any) -> list[Any]:
        """The open ones; from a start that looks the same from all sides, one of each kind is enough."""
        children, game = self.children(state), self.game
        if state == self.known.start and all(game.key(image) == game.key(state) for image in game.symmetries(state)):
            children = list({game.key(game.canonical(child)): child for child in reversed(children)}.values())
        inside = [child for child in children if self._belongs(child)]
        self.escapes.append(any(self._outcome(child, game.to_move(state)) > 0 for child in children if not self._belongs(child)))
        return inside

    def forbidden_after(self, number: int) -> set[int]:
        """The states that must not be entered any more after this one was."""
        sharing = self._sharing[self.game.situation(self.states[number])]
        return {other for other in sharing if not self.game.may_come_back(self.states[other])}

    def value(self, state: Any) -> int:
        """The value of a state that was entered while nothing of its component was there before: the start, or the first of a component."""
        if state not in self:
            return 1 if self.known[state].value > 0 else -1
        return self._value(self.numbers[self.game.key(state)])

    def best(self, state: Any) -> Any:
        """An action of such a state that keeps its value."""
        actions = [action for action, _ in self.known.moves(state)]
        return next((action for action in actions if self._wins(state, self.game.result(state, action))), actions[0])

    def _wins(self, state: Any, after: Any) -> bool:
        """Whether a step from such a state wins."""
        if state not in self or not self._belongs(after):
            return self._outcome(after, self.game.to_move(state)) > 0
        number, child = self.numbers[self.game.key(state)], self.numbers.get(self.game.key(after))
        if child is None:  # an image of a first step
            return False
        left = self._component[number] - self.forbidden_after(number)
        if child in left:
            return self._value_inside(child, left) < 0
        return child not in self._component[number] and self._value(child) < 0

    def _belongs(self, state: Any) -> bool:
        """Whether a state is open or in doubt."""
        if self.game.is_terminal(state):
            return False
        return self.known[state].value == 0 or self.game.key(state) in self._doubtful

    def _outcome(self, state: Any, player: int) -> float:
        """What a state is worth to the player who moved there, by retrograde analysis."""
        if not self.game.is_terminal(state):
            return -self.known[state].value
        utility = self.game.utility(state, player)
        if utility == 0:
            hint = "superko is decided between winning and losing alone. Give Go a komi of half points."
            raise UsageError(f"{self.game} can end level, but {hint}")
        return utility

    def _value(self, number: int) -> int:
        if number not in self._entered:
            self._entered[number] = self._value_inside(number, self._component[number])
        return self._entered[number]

    def _value_inside(self, number: int, allowed: frozenset[int]) -> int:
        """The value of a state that was entered just now; `allowed` are the states of its component that could be entered until now."""
        self.tried += 1
        self.clock.tick()
        if self.tried > MOST_TRIED:
            raise DoesNotFit(f"{self.game.name}: superko is not decided after {MOST_TRIED:,} tries.")
        left = self._reachable(number, allowed - self.forbidden_after(number))  # nothing else matters
        if (number, left) not in self._inside:
            steps, decided = self._allowed(number, left), self._decided(left)
            known_to_win = any((decided.get(child, 0) if child in left else self._value(child)) < 0 for child in steps)
            unknown = [child for child in steps if child in left and child not in decided]
            wins = self.escapes[number] or known_to_win or any(self._value_inside(child, left) < 0 for child in unknown)
            self._inside[number, left] = 1 if wins else -1
        return self._inside[number, left]

    def _allowed(self, number: int, left: frozenset[int]) -> list[int]:
        """The steps of a state that are not forbidden: to what is left of its component, or out of it."""
        return [child for child in self.steps[number] if child in left or child not in self._component[number]]

    def _reachable(self, number: int, allowed: frozenset[int]) -> frozenset[int]:
        """Which of the allowed states can be reached from one."""
        met, waiting = set(), [number]
        while waiting:
            for child in self.steps[waiting.pop()]:
                if child in allowed and child not in met:
                    met.add(child)
                    waiting.append(child)
        return frozenset(met)

    def _is_ambiguous(self, number: int, left: frozenset[int]) -> bool:
        """Whether entering a state is bringing about a situation that is also brought about by entering another one."""
        situation = self.game.situation(self.states[number])
        if self.game.may_come_back(self.states[number]):
            return False
        return any(other != number and other in left for other in self._sharing[situation])

    def _decided(self, left: frozenset[int]) -> dict[int, int]:
        """Retrograde analysis of what is left of a component: the states in which one player can force a win.

        No win is made of a step to a state that has its situation in common with another that is left: both might be on the way.
        """
        before: dict[int, list[int]] = {number: [] for number in left}
        unknown, decided = {}, {}
        for number in left:
            steps = self._allowed(number, left)
            inside = [child for child in steps if child in left]
            for child in inside:
                before[child].append(number)
            unknown[number] = len(inside)
            if self.escapes[number] or any(self._value(child) < 0 for child in steps if child not in left):
                decided[number] = 1
            elif not inside:
                decided[number] = -1
        ambiguous = {number for number in left if self._is_ambiguous(number, left)}
        waiting = list(decided)
        for child in waiting:  # which grows meanwhile
            for number in before[child]:
                if number in decided:
                    continue
                if decided[child] < 0:
                    if child not in ambiguous:
                        decided[number] = 1
                        waiting.append(number)
                else:
                    unknown[number] -= 1
                    if unknown[number] == 0:
                        decided[number] = -1
                        waiting.append(number)
        return decided
