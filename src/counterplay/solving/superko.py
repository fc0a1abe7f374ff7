"""Who wins where no position may come back (superko), although the states alone do not decide it.

Retrograde analysis (`solve_all`) finds who can force a win even while positions may come back. Such a win comes nearer with every ply, so
it passes through no state twice, and forbidding repetition takes nothing away from the winner. What is left is *open*: either player can
avoid losing by going round in circles, and superko decides it by what was there before.

* Whatever lies on a circle together is a component (strongly connected): once left, it cannot come back, so nothing that happened before
  a component was entered matters inside. Components are solved one by one.
* Inside, the situation that was left is forbidden, and retrograde analysis of what can still be reached is made again; where that does not
  decide either, each step is tried, with one situation more forbidden. Who cannot move at all loses.

A situation may say less than a state (in Go: stones and side to move, but neither passes nor the ko point), so that even a win that comes
nearer might lead to a situation twice. Therefore the winner's whole strategy is gone through, against every reply; what lies between such
a situation and its return is then looked at like open states, until nothing is left in doubt. Superko by stones and side to move is called
situational; van der Werf, van den Herik & Uiterwijk, *Solving Go on Small Boards* (2003), have it, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable
from math import inf
from typing import Any

from ..errors import DoesNotFit, Stopped, UsageError
from ..game import Game
from ..kernels import Progress
from ..search.fitting import zero_sum_values
from .growing import WHOLE_MEMORY
from .knowledge import Knowledge, solve_all
from .solution import Solution

MOST_TRIED = 1_000_000
"""So many states are entered inside components at most."""


def solve_superko(
    game: Game[Any, Any],
    state: Any = None,
    *,
    memory: int = WHOLE_MEMORY,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Who wins from a state (or the game) where no `situation` may come back, for two opponents of whom one wins.

    Nothing has happened before `state`. `memory` bounds the table of all states, in bytes.

    >>> import counterplay as cp
    >>> go = cp.load("go(board_size=2,komi=0.5,max_game_length=-1)")
    >>> cp.solve_all(go)[go.initial()].value                  # where positions may come back, nobody can force anything
    0.0
    >>> solve_superko(go).value                               # where they may not, the first player wins
    1.0
    """
    if not game.alternates:
        hint = f"two players take turns without exception; {game.name} does not say so (`alternates`)."
        raise UsageError(f"solve_superko is for games in which {hint}")
    began = time.monotonic()
    known = solve_all(game, state, memory=memory, seconds=seconds, compiled=compiled, progress=progress)
    start = known.start
    if game.is_terminal(start):
        return known.solution()
    mover = game.to_move(start)
    doubtful: dict[Hashable, Any] = {}
    quickest: dict[Hashable, Any] = {}
    deadline = inf if seconds is None else began + seconds
    try:
        while True:
            undecided = Undecided(known, deadline, doubtful)
            value = undecided.value(start)
            strategy = Strategy(known, deadline, undecided, mover if value > 0 else 1 - mover, quickest)
            more = strategy.doubtful()
            if not more:
                break
            doubtful |= more
        action = undecided.best(start)
    except RecursionError as error:
        raise DoesNotFit(f"{game.name}: too many circles follow one another to decide superko.") from error
    return Solution(
        action=action,
        value=float(value),
        values=zero_sum_values(game, mover, float(value)),
        line=(action,),
        nodes=known.nodes + undecided.tried + len(strategy.states),
        depth=1,
        seconds=time.monotonic() - began,
        exact=True,
        algorithm="superko",
        compiled=known.compiled,
        states=known.states,
    )


class Numbered:
    """States with numbers in the order in which they are met, and where their steps lead."""

    def __init__(self, known: Knowledge, deadline: float):
        self.game, self.known, self._deadline = known.game, known, deadline
        self.states: list[Any] = []
        self.numbers: dict[Hashable, int] = {}
        self.steps: list[list[int]] = []

    def explore(self, starts: Iterable[Any]) -> None:
        """Follow all steps."""
        for start in starts:
            self.number(start)
        while len(self.steps) < len(self.states):
            self.require_time()
            self.steps.append([self.number(child) for child in self.following(self.states[len(self.steps)])])

    def require_time(self) -> None:
        """Give up when the time is up."""
        if time.monotonic() > self._deadline:
            raise Stopped("The time was up before it was decided.")

    def following(self, state: Any) -> list[Any]:
        """The states that follow and are of interest."""
        raise NotImplementedError

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

    def __init__(self, known: Knowledge, deadline: float, doubtful: dict[Hashable, Any]):
        super().__init__(known, deadline)
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
        self.require_time()
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


class Strategy(Numbered):
    """All that can happen when one player follows what wins, and the other plays anything."""

    def __init__(self, known: Knowledge, deadline: float, undecided: Undecided, winner: int, quickest: dict[Hashable, Any]):
        super().__init__(known, deadline)
        self.undecided, self.winner, self._quickest = undecided, winner, quickest
        self._wrong: dict[Hashable, Any] = {}
        self.explore([known.start])

    def following(self, state: Any) -> list[Any]:
        """All replies of the other player; of the winner's forced wins the quickest, and among undecided states all that may be one."""
        game, decided = self.game, state not in self.undecided
        if game.is_terminal(state):
            return []
        if game.to_move(state) != self.winner:
            following = self.children(state)
        elif decided:
            following = [self._next(state)]
        else:
            following = [child for child in self.children(state) if child in self.undecided or self._is_won(child)]
        if decided and not all(self._is_won(child) for child in following):
            self._wrong[game.key(state)] = state
        return following

    def doubtful(self) -> dict[Hashable, Any]:
        """The decided states that must be looked at with what was there before.

        Among undecided states this was done already, and in a forced win no state comes back. But different states may have a situation in
        common, and then the winner might bring it about a second time; or what followed turned out to be otherwise.
        """
        alike: dict[Hashable, list[int]] = {}
        for number, state in enumerate(self.states):
            if not self.game.is_terminal(state) and self.game.to_move(state) != self.winner:
                alike.setdefault(self.game.situation(state), []).append(number)
        pairs = [
            (second, first)
            for group in alike.values()
            for first in group
            for second in group
            if first != second and not self.game.may_come_back(self.states[second])
        ]
        together = [self.states[number] for one in self.components(pairs) if len(one) > 1 for number in one]
        return self._wrong | {self.game.key(state): state for state in together if state not in self.undecided}

    def _next(self, state: Any) -> Any:
        """What the quickest win leads to."""
        key = self.game.key(state)
        if key not in self._quickest:
            self._quickest[key] = self.known.moves(state)[0][0]
        return self.game.result(state, self._quickest[key])

    def _is_won(self, state: Any) -> bool:
        """Whether the winner wins from a state on, if nothing of its component was there before."""
        if self.game.is_terminal(state):
            return self.game.utility(state, self.winner) > 0
        return (self.undecided.value(state) > 0) == (self.game.to_move(state) == self.winner)
