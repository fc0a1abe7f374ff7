"""A* (Hart, Nilsson & Raphael 1968; Russell & Norvig, fig. 3.7): the cheapest way to a won end, for one player.

Of all states reached and not yet left, the one is left next whose way so far (g) and heuristic (h) together are least. Contract, where
h never says too much:

    solved            the way found costs least of all, and no state was left with g + h above that
    budget is over    the way leads to the state that would have been left next: act, and go on from there

The second is the lectures' first answer to real time: plan until the time is up, take a step, plan again.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final

from ..buffers import buffer
from ..errors import Stopped, UsageError
from ..game import Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..result import SearchResult
from ..states import INTERPRETED_BYTES, CompiledStateTable, StateTable
from ..transpositions import USUAL_MEMORY
from ..watch import Watch
from .fitting import require_one_player
from .lookahead import Limits
from .tables import state_words
from .waiting import put_in, take_out

SPENT: Final = 0
ESTIMATE: Final = 1
FROM: Final = 2
LEFT: Final = 3
COLUMNS: Final = 4
"""What the table keeps of a state: the cost of the way there (g), its heuristic (h), the state before it, and whether it has been left."""
SOLVED: Final = 0
BUDGET: Final = 1
FULL: Final = 2
HOPELESS: Final = 3
"""How it ended: solved; nodes or time were over; the table was; no way leads to a won end."""
TIE: Final = 1e-9
"""Of ways that look equally cheap the one that is further on is left first: its heuristic is the smaller part."""
LOOK: Final = 1023
"""The clock is looked at once in so many states."""
FIRST_CAPACITY: Final = 1 << 14
LONGEST: Final = 1 << 20
NO_LIMIT: Final = 1 << 62


@kernel
def astar_search(game, root, most, table, queue, costs, watch):
    """Search from `root`, leaving at most so many states; returns how it ended, and the number of the state that it came to."""
    start = table.add(root)
    reach(game, root, start, 0.0, -1.0, table, queue, costs)
    while queue[0] > 0:
        number = take_out(queue, costs)
        if table.get(number, LEFT) == 1.0:  # a cheaper way to it was found in the meantime
            continue
        state = table.state(number, root)
        spent = table.get(number, SPENT)
        if game.is_terminal(state):
            if game.utility(state, 0) > 0:
                return SOLVED, number
            continue
        left = watch.entered()
        if left >= most or (left & LOOK == LOOK and watch.out_of_time()) or watch.enter(state, 0, 0.0, 0.0):
            return BUDGET, number
        table.put(number, LEFT, 1.0)
        for action in game.actions(state):
            child = game.result(state, action)
            cost = spent + game.cost(state, action)
            reached = table.find(child)
            if reached < 0:
                reached = table.add(child)
                if reached < 0:
                    return FULL, number
            elif table.get(reached, SPENT) <= cost:
                continue
            if not reach(game, child, reached, cost, float(number), table, queue, costs):
                return FULL, number
    return HOPELESS, start


@kernel
def reach(game, state, number, spent, before, table, queue, costs):
    """The state with this number is reached at this cost, cheaper than ever; False if there is no room for it in the queue."""
    estimate = game.heuristic(state)
    table.put(number, SPENT, spent)
    table.put(number, ESTIMATE, estimate)
    table.put(number, FROM, before)
    table.put(number, LEFT, 0.0)
    return put_in(queue, costs, number, spent + estimate * (1.0 + TIE))


@kernel
def way_to(game, root, number, line, table, watch):
    """Put the actions of the way to a state into `line`, the last one first; returns how many there are."""
    length = 0
    while table.get(number, FROM) >= 0 and length < len(line):
        before = int(table.get(number, FROM))
        state, goal = table.state(before, root), table.state(number, root)
        for action in game.actions(state):
            if game.result(state, action) == goal:
                line[length] = action
        length += 1
        number = before
    return length


class _Room:
    """A table, a queue and a line, for so many states."""

    def __init__(self, game: Game[Any, Any], compiled: bool, capacity: int):
        self.capacity = capacity
        self.table: Any = CompiledStateTable(COLUMNS, state_words(game), capacity) if compiled else StateTable(COLUMNS, capacity)
        self.queue = buffer(2 * capacity + 2, "q", compiled=compiled)
        self.costs = buffer(2 * capacity + 2, "d", compiled=compiled)
        self.line = buffer(min(capacity, LONGEST), "q", compiled=compiled)

    @staticmethod
    def size(game: Game[Any, Any], compiled: bool, capacity: int) -> int:
        """How many bytes that takes."""
        return 40 * capacity + (CompiledStateTable.size(COLUMNS, state_words(game), capacity) if compiled else INTERPRETED_BYTES * capacity)


def astar(
    game: Game[Any, Any],
    state: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = USUAL_MEMORY,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """The cheapest way to a won end of a game for one player, by its `heuristic` and `cost`; or, when seconds, nodes or memory are used
    up before, the way to where it would have looked next.

    `distance` is the number of moves of a solution, `exact` says that there is none cheaper (if the heuristic never says too much).

    >>> import counterplay as cp
    >>> cp.astar(cp.load("sliding_puzzle"), cp.load("sliding_puzzle").parse_state("7 2 4 5 0 6 8 3 1")).distance
    26
    """
    require_one_player("astar", game)
    Limits(seconds=seconds)
    if nodes is not None and nodes < 1:
        raise UsageError(f"nodes={nodes}: give a number above 0.")
    root = root_of(game, state)
    if game.is_terminal(root):
        value = float(game.utility(root, 0))
        return SearchResult(None, value, (value,), (), 1, 0, 0.0, True, "astar", False, distance=0 if value > 0 else None)

    def attempt(run: Runner) -> SearchResult:
        capacity, looked = FIRST_CAPACITY, 0
        while True:
            room = run.prepare(lambda capacity=capacity: _Room(game, run.compiled, capacity))  # type: ignore[misc]
            watch = Watch()
            try:
                most = NO_LIMIT if nodes is None else nodes
                outcome, number = run(astar_search, game, root, most, room.table, room.queue, room.costs, watch=watch)
            except Stopped:
                if run.trial or not room.queue[0]:
                    raise
                outcome, number = BUDGET, room.queue[1]
            looked += watch.nodes
            larger = 4 * capacity
            if outcome == FULL and _Room.size(game, run.compiled, larger) <= memory:
                capacity = larger  # start again with more room: the last attempt is the longest by far
                continue
            if outcome == FULL and run.trial:
                raise Stopped("Interpreted there is no room; machine code needs less.")
            if outcome == HOPELESS:
                raise UsageError(f"{game.name}: no way leads from this position to a won end; all {watch.nodes:,} states were looked at.")
            length = run(way_to, game, root, number, room.line, room.table, watch=Watch())
            line = tuple(room.line[i] for i in range(length - 1, -1, -1))
            return _answer(game, root, line, outcome == SOLVED, looked, run)

    return at_two_speeds(astar_search, game, attempt, compiled=compiled, seconds=seconds, progress=progress)


def _answer(game: Game[Any, Any], root: Any, line: tuple[Any, ...], solved: bool, nodes: int, run: Runner) -> SearchResult:
    end = root
    for action in line:
        end = game.result(end, action)
    value = float(game.utility(end, 0) if game.is_terminal(end) else game.evaluate(end, 0))
    return SearchResult(
        action=line[0] if line else min(game.actions(root), key=lambda action: _looks(game, root, action)),
        value=value,
        values=(value,),
        line=line,
        nodes=nodes,
        depth=len(line),
        seconds=run.elapsed(),
        exact=solved,
        algorithm="astar",
        compiled=run.compiled,
        distance=len(line) if solved else None,
    )


def _looks(game: Game[Any, Any], state: Any, action: Any) -> float:
    """What a way over this action costs at least; more than anything if it ends lost."""
    after = game.result(state, action)
    lost = game.is_terminal(after) and game.utility(after, 0) <= 0
    return inf if lost else game.cost(state, action) + game.heuristic(after)
