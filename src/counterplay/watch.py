"""Watchers: what a search tells while it runs, and how it is told to stop.

Every kernel takes one watcher and reports to it as it goes; what the watcher does with that is its own affair. `Watch` counts nodes
and carries the stop flag: compiled, that is two machine instructions and all other reports vanish. `Line` also keeps the principal
variation. The recorder of `counterplay.trace` writes everything down. The kernel is the same function for all three.
"""

from __future__ import annotations

import time
from array import array
from typing import Any, Final

from .errors import OutsideRange, RulesError, Stopped, TableFull, TooDeep

MOST_PLIES: Final = 100_000
"""No search goes deeper than this. Real games end long before; an endless one is reported instead of overflowing the stack."""

CLOCK: Final[int | None] = getattr(time, "CLOCK_MONOTONIC", None)
"""The clock that machine code can ask; None where the system has no such call (Windows): there only the caller looks at the clock."""

NODES: Final = 0
STOP: Final = 1
CUT_OFF: Final = 2
TOP: Final = 3
ROWS: Final = 4
DEEPEST: Final = 5
STACK: Final = 6
FLOOR: Final = 7
DEADLINE: Final = 8
HEADER: Final = 9
"""Indices into `shared`, the words a kernel and the world outside it both see; after the header come the rows of `Line`.

DEADLINE is when to stop, in nanoseconds of `time.monotonic`; 0: never. STACK is how many bytes of stack a compiled kernel has (0 if
unknown), FLOOR the address below which there are no more: -1, above every address, until the kernel has measured it and again when it is
to stop.
"""
APART: Final = 16
"""So many words more, and what two threads count is never in one line of the processor's cache, which they would take from each other."""

RUNNING: Final = 0
STOPPED: Final = 1
TOO_DEEP: Final = 2
TABLE_FULL: Final = 3
REPEATS: Final = 4
STACK_ENDS: Final = 5
OUTSIDE: Final = 6
"""Why a kernel stopped; what is not in the way of an answer is 0."""


class Watch:
    """Counts nodes and stops the search when told to. The base of all watchers."""

    def __init__(self) -> None:
        self.shared = array("q", bytes(8 * (HEADER + APART)))

    # ── What kernels call ──
    def enter(self, state: Any, depth: int, alpha: float, beta: float) -> bool:
        """A node is entered with `depth` plies left and this window. True: stop at once, whatever you return is thrown away."""
        shared = self.shared
        shared[NODES] += 1
        if depth < -MOST_PLIES:
            shared[STOP] = TOO_DEEP
        return shared[STOP] != RUNNING

    def terminal(self, value: Any) -> None:
        """The game is over here; this is the utility."""

    def evaluated(self, value: Any) -> None:
        """The search stops here although the game goes on; this is the evaluation."""
        self.shared[CUT_OFF] += 1

    def descend(self, action: Any) -> None:
        """The child after this action (or outcome of chance) is searched next."""

    def improve(self, depth: int, action: Any, value: Any, alpha: float, beta: float) -> None:
        """The child just searched is the best so far: the node's value is now `value`, its window alpha to beta."""

    def cut(self, alpha: float, beta: float) -> None:
        """The remaining actions cannot matter: the node is left without looking at them."""

    def leave(self, value: Any) -> None:
        """The node is finished and returns this value."""

    def stopped(self) -> bool:
        """Whether the kernel is to stop: for long stretches in which no node is entered."""
        return self.shared[STOP] != RUNNING

    def out_of_time(self) -> bool:
        """Whether the deadline has passed: for kernels that look at the clock themselves, now and then."""
        deadline = self.shared[DEADLINE]
        return deadline > 0 and time.monotonic_ns() >= deadline

    def entered(self) -> int:
        """How many nodes have been entered so far."""
        return self.shared[NODES]

    def cutoffs(self) -> int:
        """How many evaluations stood for a search to the end so far: where none was added, what was found is the truth."""
        return self.shared[CUT_OFF]

    def halt(self, reason: int) -> None:
        """The kernel itself finds that it cannot go on; every later `enter` says stop."""
        self.shared[STOP] = reason

    # ── What Monte Carlo kernels call besides: their tree's nodes are numbered, the root is 0 ──
    def select(self, node: int) -> None:
        """Selection goes down to this node."""

    def expand(self, parent: int, node: int, action: Any) -> None:
        """The tree grows by this child of `parent`."""

    def simulate(self, values: Any) -> None:
        """A playout from the node selected last ended with these utilities, one for each player."""

    def back_up(self, node: int) -> None:
        """The playout's outcome has been added to this node."""

    def move(self, old: int, new: int) -> None:
        """A node of the tree has another number from now on."""

    # ── What the world outside calls ──
    @property
    def address(self) -> int:
        """Where machine code finds the shared words."""
        return self.shared.buffer_info()[0]

    @property
    def nodes(self) -> int:
        """How many nodes have been entered."""
        return self.shared[NODES]

    @property
    def exact(self) -> bool:
        """Whether every line was followed to the end of the game."""
        return not self.shared[CUT_OFF]

    def give_stack(self, size: int) -> None:
        """A compiled kernel is about to run on a fresh stack of this many bytes; it stops before they are used up."""
        self.shared[STACK], self.shared[FLOOR] = size, -1

    def stop(self) -> None:
        """Ask the kernel to return; it does so at its next node."""
        self.shared[STOP] = STOPPED
        self.shared[FLOOR] = -1  # in this order: whoever sees the floor raised must find out why

    def verify(self) -> None:
        """After the kernel returned: raise if what it returned is not an answer."""
        if self.shared[STOP] == TOO_DEEP:
            raise TooDeep(f"A line of play went on for {MOST_PLIES:,} plies without an end. Give a depth to stop at.")
        if self.shared[STOP] == STACK_ENDS:
            raise TooDeep("A line of play went on for so long that this machine has no room for more. Give a depth to stop at.")
        if self.shared[STOP] == REPEATS:
            problem = "A position came back on a line of play, so this game may go on for ever"
            raise RulesError(f"{problem}: search it to a depth, or with an algorithm for such games.")
        if self.shared[STOP] == OUTSIDE:
            raise OutsideRange("A utility or an evaluation lies outside of -1 to 1.")
        if self.shared[STOP] == TABLE_FULL:
            raise TableFull("The table of positions is full.")
        if self.shared[STOP] == STOPPED:
            raise Stopped("The search was stopped before it had an answer.")


class Line(Watch):
    """Also keeps the principal variation: row i holds the best line from ply i on (the triangular table of chess programs)."""

    MOST = 200
    """Longer lines are cut off here: the table has MOST rows of up to MOST actions."""

    def __init__(self, depth: int, top: int | None = None) -> None:
        """For lines of up to `depth` actions, of a kernel that counts down from `top` (or from `depth`)."""
        super().__init__()
        rows = min(depth, self.MOST) + 2
        self.shared = array("q", bytes(8 * (HEADER + APART + rows * rows)))
        self.shared[TOP] = depth if top is None else top
        self.shared[ROWS] = rows
        self._rows: list[tuple[Any, ...]] = [()] * (rows + 1)

    def enter(self, state: Any, depth: int, alpha: float, beta: float) -> bool:
        ply = self.shared[TOP] - depth
        if ply > self.shared[DEEPEST]:
            self.shared[DEEPEST] = ply
            if ply > MOST_PLIES:
                self.shared[STOP] = TOO_DEEP
        if ply < self.shared[ROWS]:
            self._rows[ply] = ()
        return super().enter(state, depth, alpha, beta)

    def improve(self, depth: int, action: Any, value: Any, alpha: float, beta: float) -> None:
        ply = self.shared[TOP] - depth
        if ply + 1 < self.shared[ROWS]:
            self._rows[ply] = (action, *self._rows[ply + 1])

    @property
    def deepest(self) -> int:
        """How many plies below the root the search has been."""
        return self.shared[DEEPEST]

    @property
    def line(self) -> tuple[Any, ...]:
        """The principal variation from the root."""
        native = self.shared[HEADER]
        return tuple(self.shared[HEADER + 1 : HEADER + 1 + native]) if native else self._rows[0]
