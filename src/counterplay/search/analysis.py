"""What a search says while it thinks, and at the end: the engine after each depth, Monte Carlo tree search every moment."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..errors import Stopped
from ..game import Game
from ..interrupts import ENOUGH
from ..result import SearchResult
from .fitting import zero_sum_values


@dataclass(frozen=True)
class BestLine:
    """One of the best actions, with what follows."""

    action: Any
    value: float
    """For the player to move at the root, as in every result."""
    line: tuple[Any, ...]
    distance: int | None
    """After how many plies the game is won (or lost), where that is proven."""
    exact: bool
    """Whether this is the true value, not an estimate: who wins, if anybody. `distance` may still be only the most it takes."""
    at_most: bool = False
    """Whether `distance` is only the most it takes: there may be a shorter way among what was not looked at."""
    depth: int | None = field(default=None, compare=False)
    """How many plies deep the engine has looked after this action: of a depth that was stopped, one line may be, the next not yet."""

    def outlook(self) -> str:
        """The value in words.

        >>> BestLine(action=3, value=1.0, line=(3,), distance=7, exact=True).outlook()
        'wins in 7 plies'
        """
        return outlook(self.value, self.distance, self.exact, self.at_most)


@dataclass(frozen=True)
class Analysis:
    """What is known so far."""

    depth: int
    """How many plies were searched (`BestLine.depth` says of each line); of a sampled tree, how long the longest of the lines is."""
    selective_depth: int
    """How many plies below the root the search has been."""
    lines: tuple[BestLine, ...]
    """The best actions, best first."""
    nodes: int
    """Positions entered; of a sampled tree, simulations."""
    seconds: float
    table_full: float
    """Which part of the table (or of the tree's memory) is filled, from 0 to 1."""
    exact: bool
    """Whether all lines are true values: nothing is left to find out, except where one says `at_most` perhaps a shorter way."""
    algorithm: str
    compiled: bool

    @property
    def nodes_per_second(self) -> float:
        """How quickly it looks."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def says_more_than(self, before: Analysis | None) -> bool:
        """Whether anything is new since then. What is proven and found once more, a ply deeper, is not."""
        return before is None or not (self.exact and before.exact) or self._proven() != before._proven()

    def _proven(self) -> list[tuple[Any, float, int | None, bool]]:
        return [(line.action, line.value, line.distance, line.at_most) for line in self.lines]

    def result(self, game: Game[Any, Any], player: int) -> SearchResult:
        """The answer for whoever wants one move, the best."""
        best = self.lines[0]
        return SearchResult(
            action=best.action,
            value=best.value,
            values=zero_sum_values(game, player, best.value),
            line=best.line,
            nodes=self.nodes,
            depth=self.depth,
            seconds=self.seconds,
            exact=best.exact,
            algorithm=self.algorithm,
            compiled=self.compiled,
            distance=best.distance,
            at_most=best.at_most,
        )

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        fields["lines"] = [{name: getattr(line, name) for name in line.__dataclass_fields__} for line in self.lines]
        return {**fields, "nodes_per_second": self.nodes_per_second}


def outlook(value: float, distance: int | None, exact: bool, at_most: bool = False) -> str:
    """A value in words.

    >>> outlook(-1.0, 12, True, at_most=True), outlook(0.0, None, True), outlook(0.25, None, False)
    ('loses in at most 12 plies', 'a draw', '+0.25')
    """
    if distance is not None:
        return f"{'wins' if value > 0 else 'loses'} in {'at most ' if at_most else ''}{distance} {'ply' if distance == 1 else 'plies'}"
    if exact and value == 0:
        return "a draw"
    return f"{value:+.2f}"


def stream(think: Callable[[Callable[[Analysis], None]], None], stop: Callable[[], None]) -> Iterator[Analysis]:
    """What `think(report)`, running in a thread, reports; closing the iterator calls `stop` until the thread has ended."""
    heard: queue.SimpleQueue[Analysis | BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        try:
            think(heard.put)
            heard.put(None)
        except BaseException as error:
            heard.put(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    patient = True
    try:
        while (said := heard.get()) is not None:
            if isinstance(said, Stopped):
                return
            if isinstance(said, BaseException):
                raise said
            yield said
    except KeyboardInterrupt:
        patient = not ENOUGH.is_set()  # the second one: it may be compiling, for which nobody waits now
        raise
    finally:
        while patient and thread.is_alive():
            stop()
            thread.join(0.005)
