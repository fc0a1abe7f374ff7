"""Real-time search (Korf 1990): act after looking a few plies ahead, and learn from where one has been.

From a state, every action leads to a child whose way costs f = cost + h(child), where h is what was learned about the child, or else the
least g + heuristic at the frontier `horizon` plies ahead. Go where f is least, and remember of the state that was left

    RTA*      the second least f: what it costs to come back and try something else. It never circles, and gets there if one can
    LRTA*     the least f: what the way from here costs at least. What was learned stays true, so that trial after trial its way gets
              cheaper, until it is the cheapest (for a heuristic that never says too much)
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final

from ..buffers import buffer
from ..errors import Stopped, TableFull, UsageError
from ..game import Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..result import SearchResult
from ..states import CompiledStateTable, StateTable
from ..watch import TABLE_FULL, Watch
from .fitting import require_one_player
from .lookahead import Limits
from .tables import state_words

LEARNED: Final = 0
COLUMNS: Final = 1
"""What the table keeps of a state that was left: the heuristic that was learned there."""
MOST_MOVES: Final = 1 << 18
"""Whoever has not arrived after so many steps is stopped."""
FARTHEST: Final = 30
"""Nobody looks further ahead than this."""
USUAL_CAPACITY: Final = 1 << 18
"""How many states are remembered where nobody says otherwise."""
CHANGES: Final = 0
SHIFT: Final = 1
"""The first word of a walk says how often something new was learned on it; then follow its actions."""


@kernel
def walk(game, root, most, horizon, learns, table, way, watch):
    """Go from `root` to a won end, or so many steps; returns how many steps it took, -1 if it came to where no way goes on."""
    state, steps = root, 0
    way[CHANGES] = 0
    while not game.is_terminal(state) and steps < most:
        if watch.enter(state, 0, 0.0, 0.0):
            return steps
        least, second, chosen, found = inf, inf, 0, False
        for action in game.actions(state):
            child = game.result(state, action)
            cost = game.cost(state, action)
            f = cost + estimate(game, child, horizon, table, watch)
            if f < least:
                least, second, chosen, found = f, least, action, True
            elif f < second:
                second = f
        if not found:
            return -1
        learned = least if learns else second
        number = table.find(state)
        if number < 0:
            number = table.add(state)
            if number < 0:
                watch.halt(TABLE_FULL)
                return steps
            table.put(number, LEARNED, game.heuristic(state))
        if not learns or learned > table.get(number, LEARNED):
            if learned != table.get(number, LEARNED):
                way[CHANGES] += 1
            table.put(number, LEARNED, learned)
        way[SHIFT + steps] = chosen
        steps += 1
        state = game.result(state, chosen)
    return steps


@kernel
def estimate(game, state, horizon, table, watch):
    """What the way from `state` costs at least: as learned, or as far as one sees from here."""
    number = table.find(state)
    if number >= 0:
        return table.get(number, LEARNED)
    spent, best = 0.0, inf
    plies = horizon - 1
    return frontier(game, state, plies, spent, best, watch)


@kernel
def frontier(game, state, plies, spent, best, watch):
    """The least g + heuristic at the frontier so many plies ahead, as far as it is below `best` (Korf's minimin with alpha pruning).

    A heuristic on the way that says more counts instead (pathmax; Méro 1984). Without that LRTA* could believe less of a state while it is
    ahead than once it is there, and take a way for the cheapest on which it has learned nothing.
    """
    watch.enter(state, 0, 0.0, 0.0)
    if game.is_terminal(state):
        return spent if game.utility(state, 0) > 0 else inf
    here = spent + game.heuristic(state)
    if plies <= 0 or here >= best:
        return here
    for action in game.actions(state):
        best = min(best, frontier(game, game.result(state, action), plies - 1, spent + game.cost(state, action), best, watch))
    return max(here, best)


class Walker:
    """Walks through a game for one player and remembers what it has learned, from step to step and from trial to trial."""

    algorithm = ""
    learns = False
    """Whether what it remembers of a state is the least that a way from there costs (LRTA*), not what coming back costs (RTA*)."""

    def __init__(self, game: Game[Any, Any], *, horizon: int = 1, capacity: int = USUAL_CAPACITY, compiled: bool | None = None):
        require_one_player(self.algorithm, game)
        if type(horizon) is not int or not 1 <= horizon <= FARTHEST:
            raise UsageError(f"horizon={horizon}: give a number of plies from 1 to {FARTHEST}.")
        if capacity < 1:
            raise UsageError(f"capacity={capacity}: give a number of states above 0.")
        self.game, self.horizon, self.capacity, self.compiled = game, horizon, capacity, compiled
        self._tables: dict[bool, Any] = {}
        self._ways: dict[tuple[bool, int], Any] = {}

    def search(
        self, state: Any = None, *, seconds: float | None = None, progress: Callable[[Progress], None] | None = None
    ) -> SearchResult:
        """One step: the action that looks best from here. What is learned about this state is remembered."""
        return self.walk(state, steps=1, seconds=seconds, progress=progress)

    def walk(
        self,
        state: Any = None,
        *,
        steps: int = MOST_MOVES,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> SearchResult:
        """A trial: step by step to a won end (or so many steps). Its line is the way it went, `distance` how long that was.

        With LRTA*, `exact` says that nothing new was learned on it: then no way is cheaper.
        """
        Limits(seconds=seconds)
        if not 1 <= steps <= MOST_MOVES:
            raise UsageError(f"steps={steps}: give a number from 1 to {MOST_MOVES:,}.")
        root = root_of(self.game, state)

        def attempt(run: Runner) -> SearchResult:
            return self._go(run, root, steps)

        return at_two_speeds(walk, self.game, attempt, compiled=self.compiled, seconds=seconds, progress=progress)

    def forget(self) -> None:
        """Begin with the game's own heuristic again."""
        self._tables.clear()

    def _go(self, run: Runner, root: Any, most: int) -> SearchResult:
        game = self.game
        table = run.prepare(lambda: self._table(run.compiled))
        way = run.prepare(lambda: self._way(run.compiled, most))
        watch = Watch()
        try:
            steps = run(walk, game, root, most, self.horizon, self.learns, table, way, watch=watch)
        except TableFull as full:
            raise TableFull(f"{self.algorithm} has been in {self.capacity:,} states, and remembers no more: give more capacity.") from full
        except Stopped:
            self._tables.pop(run.compiled, None)  # nobody knows how far it came
            raise
        if steps < 0:
            raise UsageError(f"{game.name}: {self.algorithm} came to where every way ends lost.")
        line = tuple(way[SHIFT + i] for i in range(steps))
        end = root
        for action in line:
            end = game.result(end, action)
        arrived = game.is_terminal(end)
        value = float(game.utility(end, 0) if arrived else game.evaluate(end, 0))
        return SearchResult(
            action=line[0] if line else None,
            value=value,
            values=(value,),
            line=line,
            nodes=watch.nodes,
            depth=self.horizon,
            seconds=run.elapsed(),
            exact=arrived and self.learns and not way[CHANGES],
            algorithm=self.algorithm,
            compiled=run.compiled,
            distance=steps if arrived and value > 0 else None,
        )

    def _way(self, compiled: bool, most: int) -> Any:
        if (compiled, most) not in self._ways:
            self._ways[compiled, most] = buffer(most + SHIFT, "q", compiled=compiled)
        return self._ways[compiled, most]

    def _table(self, compiled: bool) -> Any:
        if compiled not in self._tables:
            if compiled:
                self._tables[compiled] = CompiledStateTable(COLUMNS, state_words(self.game), self.capacity)
            else:
                self._tables[compiled] = StateTable(COLUMNS, self.capacity)
        return self._tables[compiled]
