"""One tree at one speed, with the random numbers that it grows by; and several of them, grown side by side (root parallelisation).

Each thread grows a tree of its own from the same root, with its own random numbers and its share of the memory: no thread ever waits for
another or sees a half-written node, and the same seed, number of simulations and number of threads give the same answer. What the trees
found out about the root's moves is added up (Chaslot, Winands & van den Herik 2008).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from math import sqrt
from typing import Any

from ...errors import Stopped
from ...game import Game
from ...kernels import Runner
from ...rng import Random
from ...watch import Watch
from ..endings import Endings
from ..sampled_tree import DEEPEST, FULL, LEAST, MOST, ROOT, USED, Columns
from ..vectors import zeros
from ..watching import observed
from .enhanced import enhanced_uct
from .knowledge import Knowledge
from .reuse import find, keep_below
from .settings import Settings, Switches
from .uct import uct


class Growth:
    """A tree that grows."""

    def __init__(
        self,
        game: Game[Any, Any],
        root: Any,
        settings: Settings,
        switches: Switches,
        capacity: int,
        endings: Endings,
        compiled: bool,
        seed: int | None,
    ):
        self.game, self.root, self.settings, self.endings = game, root, settings, endings
        self.columns = Columns.empty(capacity, game.players, compiled)
        self.knowledge = None if switches.plain else Knowledge.empty(switches, capacity, game.players, compiled, settings.best)
        if settings.learned:  # what a network says lies between the least and the greatest utility, which need not have been seen
            self.columns.extremes[LEAST], self.columns.extremes[MOST] = game.rungs[0], game.rungs[-1]
        self.rng, self.watch, self.compiled = Random(seed), Watch(), compiled

    def move_to(self, state: Any) -> bool:
        """Make another state the root and keep what is below it; False if the tree does not know it."""
        found = find(self.game, self.columns, self.root, state)
        if found is None:
            return False
        node, plies = found
        if node != ROOT:
            keep_below(self.columns, self.knowledge, node, plies, self.game.players)
        self.root = state
        return True

    @property
    def simulations(self) -> int:
        """How many have gone through the root."""
        return int(self.columns.visits[ROOT])

    @property
    def proven(self) -> bool:
        """Whether nothing is left to find out."""
        return self.settings.solver and self.knowledge is not None and bool(self.knowledge.proven[ROOT])

    def grow(self, run: Runner, simulations: int, depth: int) -> None:
        """Make so many simulations, fewer if the clock or `watch.stop` says so (then `Stopped` is raised) or the root is proven."""
        self.watch = Watch()
        tree, nothing, watch = self.columns.for_kernels(self.compiled), zeros(self.game), observed(self.watch)
        if self.knowledge is None:
            run(uct, self.game, self.root, simulations, self.settings.exploration, depth, nothing, tree, self.rng, watch=watch)
        else:
            known = self.knowledge.for_kernels(self.compiled)
            arguments = (self.root, simulations, self.settings, depth, nothing, tree, known, self.endings, self.rng)
            run(enhanced_uct, self.game, *arguments, watch=watch)


def grow_together(growths: Sequence[Growth], run: Runner, simulations: int, depth: int) -> None:
    """Make so many simulations in all, each tree its share; when the first tree has to stop, or knows all, the others stop too."""
    share, more = divmod(simulations, len(growths))
    shares = [share + (number < more) for number in range(len(growths))]
    errors: list[Exception] = []

    def help_growing(growth: Growth, number: int) -> None:
        try:
            with suppress(Stopped):
                growth.grow(Runner(compiled=True), number, depth)
        except Exception as error:  # raised below, where the search was asked for
            errors.append(error)

    helpers = list(zip(growths[1:], shares[1:], strict=True))
    threads = [threading.Thread(target=help_growing, args=helper, daemon=True) for helper in helpers]
    for thread in threads:
        thread.start()
    patient = False
    try:
        growths[0].grow(run, shares[0], depth)
        patient = not growths[0].proven
    finally:
        for (growth, _), thread in zip(helpers, threads, strict=True):
            while thread.is_alive():
                if not patient or any(one.proven for one in growths):
                    growth.watch.stop()
                thread.join(0.002)
    if errors:
        raise errors[0]


def merged(growths: Sequence[Growth]) -> tuple[Columns, Knowledge | None]:
    """The first tree (of those that are proven, if there are any) with what the others found out about the root and its children."""
    first = next((growth for growth in growths if growth.proven), growths[0])
    columns, knowledge = first.columns, first.knowledge
    if len(growths) == 1:
        return columns, knowledge
    players, used = first.game.players, int(columns.counts[USED])
    columns = columns._replace(
        visits=columns.visits[:used].copy(), totals=columns.totals[: used * players].copy(), counts=columns.counts.copy()
    )
    columns = columns._replace(extremes=columns.extremes.copy(), means=columns.means[:used].copy(), rarities=columns.rarities[:used].copy())
    if knowledge is not None:
        knowledge = knowledge._replace(proven=knowledge.proven.copy(), worths=knowledge.worths.copy())
    children = {columns.actions[child]: child for child in columns.below([ROOT])}
    for other in (growth for growth in growths if growth is not first):
        places = {ROOT: ROOT}
        places |= {child: children[action] for child in other.columns.below([ROOT]) if (action := other.columns.actions[child]) in children}
        for theirs, ours in places.items():
            _add(columns, knowledge, ours, other, theirs, players)
        columns.extremes[LEAST] = min(columns.extremes[LEAST], other.columns.extremes[LEAST])
        columns.extremes[MOST] = max(columns.extremes[MOST], other.columns.extremes[MOST])
        columns.counts[DEEPEST] = max(columns.counts[DEEPEST], other.columns.counts[DEEPEST])
        columns.counts[FULL] |= other.columns.counts[FULL]
    return columns, knowledge


def _add(columns: Columns, knowledge: Knowledge | None, ours: int, other: Growth, theirs: int, players: int) -> None:
    """Add what another tree says of a node."""
    columns.visits[ours] += other.columns.visits[theirs]
    mine, them = slice(ours * players, (ours + 1) * players), slice(theirs * players, (theirs + 1) * players)
    columns.totals[mine] += other.columns.totals[them]
    if columns.visits[ours]:
        columns.rarities[ours] = 1 / sqrt(columns.visits[ours])
    if knowledge is not None and other.knowledge is not None and len(knowledge.proven) > 1 and other.knowledge.proven[theirs]:
        knowledge.proven[ours] = 1
        knowledge.worths[mine] = other.knowledge.worths[them]
