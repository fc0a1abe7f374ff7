"""Every move here is searched by itself, deeper and deeper: an analysis by any search, for games that the engine does not play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..errors import Stopped
from ..game import Game
from ..interrupts import ENOUGH
from ..kernels import Progress
from . import ALGORITHMS
from .analysis import Analysis, BestLine

Stop = Callable[[Progress | None], None]
"""Called now and then by a search; raises `Stopped` when it is to stop."""
MOST_DEPTH: Final = 200
FIRST_NODES: Final = 64
"""A search that is limited by nodes, not by depth, looks at twice as many with each depth; so many with none."""
MEMORY: Final = 8 << 20
"""The table of one such search, in bytes: there are many of them, one after the other."""


class TimeIsUp(Stopped):
    """The time of this search is over; what is known stays known."""


def until(deadline: float, stop: Stop) -> Stop:
    """Stop when `stop` does, or when it is so late (by `time.monotonic`), or somebody at the keyboard has had enough."""

    def watch(progress: Progress | None = None) -> None:
        stop(progress)
        if time.monotonic() > deadline or ENOUGH.is_set():
            raise TimeIsUp("The time is up.")

    return watch


def move_by_move(
    game: Game[Any, Any],
    state: Any,
    search: str,
    *,
    lines: int,
    stop: Stop,
    speed: Callable[[], bool | None],
    depth: int = MOST_DEPTH,
) -> Iterator[Analysis]:
    """Every move searched to depth 1, 2, 3, …; those that are known to the end of the game are not searched again.

    `speed()` is the keyword `compiled`, asked anew for each depth.
    """
    started = time.monotonic()
    player, function, words = game.to_move(state), ALGORITHMS[search].function, ALGORITHMS[search].words
    found: dict[Any, BestLine] = {}
    nodes = 0
    children = [(action, game.result(state, action)) for action in game.actions(state)]
    settings = {"memory": MEMORY} if "memory" in words else {}
    for plies in range(1, depth + 1):
        compiled = speed()
        limit = {"depth": plies - 1} if "depth" in words else {"nodes": FIRST_NODES << plies}
        for action, child in children:
            if action in found and found[action].exact:
                continue
            stop(None)
            result = function(game, child, compiled=compiled, progress=stop, **settings, **limit)
            distance = None if result.distance is None else result.distance + 1
            found[action] = BestLine(action, result.values[player], (action, *result.line), distance, result.exact)
            nodes += result.nodes
        ranked = tuple(sorted(found.values(), key=lambda line: (-line.value, line.distance or 0)))
        exact = all(line.exact for line in ranked)
        yield Analysis(
            depth=plies,
            selective_depth=max(len(line.line) for line in ranked),
            lines=ranked[:lines],
            nodes=nodes,
            seconds=time.monotonic() - started,
            table_full=0.0,
            exact=exact,
            algorithm=search,
            compiled=compiled is not False,
        )
        if exact:
            return
        children.sort(key=lambda pair: -found[pair[0]].value)
