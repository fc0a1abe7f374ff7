"""What all depth-first searches share around their kernel: arguments verified, depth or clock, the result put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isinf
from numbers import Integral
from typing import Any

from ..errors import Stopped, UsageError
from ..game import Game
from ..kernels import Kernel, Progress, Runner, at_two_speeds
from ..positions import root_of
from ..result import SearchResult
from ..watch import MOST_PLIES, Line
from .fitting import endless_value, require_time
from .tables import LEAST_MEMORY, require_room, table_for
from .watching import observed

Evaluation = Callable[[Any, Any, int], float]
"""`def evaluation(game, state, player)`: what this state looks like being worth to this player."""
CutoffTest = Callable[[Any, Any, int], bool]
"""`def is_cutoff(game, state, depth)`: whether to evaluate here; `depth` is the number of plies left."""


@dataclass(frozen=True)
class Limits:
    """How far to look, in the words every search uses. Without depth and seconds a search goes to the end of the game."""

    depth: int | None = None
    seconds: float | None = None
    evaluate: Evaluation | None = None
    is_cutoff: CutoffTest | None = None
    compiled: bool | None = None
    progress: Callable[[Progress], None] | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and not (isinstance(self.depth, Integral) and 0 <= self.depth <= MOST_PLIES):
            raise UsageError(f"depth={self.depth!r}: give a whole number of plies from 0 to {MOST_PLIES:,}.")
        require_time(self.seconds)

    def applied_to(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game with the caller's own evaluation and cut-off test in place of its own."""
        given = {name: getattr(self, name) for name in ("evaluate", "is_cutoff") if getattr(self, name) is not None}
        return game.using(**given) if given else game


@dataclass(frozen=True)
class Memory:
    """A transposition table for a kernel that takes one: `kernel(game, state, depth, *arguments(depth), table, remembers, watch)`."""

    size: int
    """In bytes; 0: it remembers nothing."""
    more_words: int = 0
    """How many words its keys have besides those of the game's own."""
    follows: bool = True
    """Whether its line, which ends where the table answered, can be followed further by searching from there."""

    def __post_init__(self) -> None:
        if self.size:
            require_room(self.size)

    def arguments(self, game: Game[Any, Any], run: Runner) -> tuple[Any, bool]:
        """The table, and whether it is used."""
        size = self.size or LEAST_MEMORY
        return run.prepare(lambda: table_for(game, size, run.compiled, self.more_words)), bool(self.size)


def look_ahead(
    algorithm: str,
    kernel: Kernel,
    game: Game[Any, Any],
    state: Any,
    limits: Limits,
    arguments: Callable[[int], tuple[Any, ...]],
    values: Callable[[Any], tuple[float, ...]],
    memory: Memory | None = None,
    room: Callable[[Runner], tuple[Any, ...]] = lambda run: (),
) -> SearchResult:
    """Run `kernel(game, state, depth, *arguments(depth), *room(run), *memory.arguments, watch)` to the depth or within the time given.

    Under a clock the search is repeated one ply deeper each time (iterative deepening) and the last one that finished counts.
    `room` and `memory` make the tables and stacks that all these searches share. `values(answer)` turns what the kernel returned into
    one number for each player.
    """
    game = limits.applied_to(game)
    state = root_of(game, state)
    deepest = MOST_PLIES if limits.depth is None else limits.depth

    def attempt(run: Runner) -> SearchResult:
        shared = run.prepare(lambda: room(run)) + (() if memory is None else memory.arguments(game, run))

        def follow(depth: int, line: tuple[Any, ...]) -> tuple[Any, ...]:
            """The line to its end: where the table ended it, the search goes on from there, which that very table makes quick."""
            end, more = state, line
            while more and len(line) < depth:
                for action in more:
                    end = game.result(end, action)
                watch = Line(depth - len(line))
                try:
                    run(kernel, game, end, depth - len(line), *arguments(depth - len(line)), *shared, watch=watch)
                except Stopped:
                    break
                more = watch.line
                line += more
            return line

        def search(depth: int) -> SearchResult:
            watch = Line(depth)
            answer = run(kernel, game, state, depth, *arguments(depth), *shared, watch=observed(watch))
            payoffs = values(answer)
            if any(isinf(payoff) for payoff in payoffs):
                raise endless_value(game)
            line = follow(depth, watch.line) if memory is not None and memory.size and memory.follows else watch.line
            return SearchResult(
                action=line[0] if line else None,
                value=payoffs[max(mover(game, state), 0)],
                values=payoffs,
                line=line,
                nodes=watch.nodes,
                depth=watch.deepest,
                seconds=run.elapsed(),
                exact=watch.exact,
                algorithm=algorithm,
                compiled=run.compiled,
            )

        if limits.seconds is None:
            return search(MOST_PLIES + 1 if limits.depth is None else deepest)  # past MOST_PLIES the watcher reports an endless game
        return _deepen(search, deepest, run)

    return at_two_speeds(kernel, game, attempt, compiled=limits.compiled, seconds=limits.seconds, progress=limits.progress)


def _deepen(search: Callable[[int], SearchResult], deepest: int, run: Runner) -> SearchResult:
    """Depth 1, 2, 3, … until the clock stops it, nothing is left to see, or the depth asked for is reached."""
    best, depth = search(min(1, deepest)), 1
    while depth < deepest and not best.exact:
        depth += 1
        try:
            best = search(depth)
        except Stopped:
            if run.trial:
                raise
            break
    return best


def mover(game: Game[Any, Any], state: Any) -> int:
    """The player to move, or player 0 where the game is over."""
    return 0 if game.is_terminal(state) else game.to_move(state)
