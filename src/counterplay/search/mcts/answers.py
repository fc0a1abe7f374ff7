"""Monte Carlo tree search as people use it: `mcts` answers once, `Mcts` keeps its tree from move to move and can think aloud."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from ...errors import Stopped, UsageError
from ...evaluations import PolicyNetwork, find_policy_network
from ...evaluations.policy_network import is_guided
from ...game import CHANCE, Game
from ...interrupts import ENOUGH
from ...kernels import Progress, Runner, at_two_speeds
from ...positions import root_of
from ...result import SearchResult
from ...transpositions import USUAL_MEMORY
from ..analysis import Analysis, stream
from ..endings import Endings, answered, database_for
from ..fitting import require_perfect_information
from ..lookahead import Evaluation
from ..sampled_tree import MOST_NODES, Columns, MonteCarloTree
from ..sampling import Sampling
from ..tables import require_machine
from .enhanced import enhanced_uct
from .growth import Growth, grow_together, merged
from .knowledge import Knowledge
from .settings import Settings, Switches
from .uct import uct

if TYPE_CHECKING:
    from ...solving.databases import Database

Policy = Callable[[Any, Any, Any], float]
"""`def policy(game, state, action)`: how likely an action looks, as a weight of 0 or more."""

MOST_THREADS: Final = 256
FIRST_SIMULATIONS: Final = 100
REPORT_SECONDS: Final = 0.1
"""Whoever listens hears of the first simulations, then of twice as many each time until that takes this long."""


class Mcts:
    """Monte Carlo tree search that goes on with its tree where the game goes on.

    >>> import counterplay as cp
    >>> game = cp.load("connect_four")
    >>> player = cp.Mcts(game, solver=True, seed=1)
    >>> player.search(simulations=2000).action
    3
    >>> player.tree.visits()
    2000
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        exploration: float = 1.4,
        depth: int | None = None,
        memory: int = USUAL_MEMORY,
        threads: int = 1,
        seed: int | None = None,
        evaluate: Evaluation | None = None,
        policy: Policy | None = None,
        network: PolicyNetwork | str | PathLike[str] | bool | None = None,
        compiled: bool | None = None,
        database: Database | str | PathLike[str] | bool | None = None,
        **switches: Any,
    ):
        require_perfect_information("mcts", game)
        Sampling(depth=depth, seed=seed)
        if not 0 <= exploration < inf:
            raise UsageError(f"exploration={exploration}: give a finite number, 0 or more.")
        if not 1 <= threads <= MOST_THREADS:
            raise UsageError(f"threads={threads}: give a number from 1 to {MOST_THREADS}.")
        self.database = database_for(game, database)
        if self.database is not None:
            switches["solver"] = True
        if network is not None and network is not False:
            if evaluate is not None or policy is not None:
                raise UsageError("network= says what states are worth and which actions look good: leave out evaluate and policy.")
            game = find_policy_network(network, game).guiding(game)
        if is_guided(game) and not (switches.setdefault("solver", True) and switches.setdefault("puct", True)):
            raise UsageError("A search that is guided by a network uses PUCT and the solver: leave out puct=False and solver=False.")
        self.switches = Switches.of(switches)
        if policy is not None and not self.switches.priors:
            raise UsageError("policy= says how likely actions look; say what for: puct=True or bias=1.")
        methods = {"evaluate": evaluate, "promise": policy}
        given = {name: method for name, method in methods.items() if method is not None}
        self.game = game.using(**given) if given else game
        self.settings = Settings.of(self.game, float(exploration), self.switches, policy is not None)
        self.exploration, self.depth, self.memory, self.threads, self.seed = float(exploration), depth, memory, threads, seed
        self.compiled = compiled
        node = Columns.node_bytes(game.players) + (0 if self.switches.plain else Knowledge.node_bytes(self.switches, game.players))
        self.capacity = min(memory // (node * threads), MOST_NODES)
        if self.capacity < 1:
            raise UsageError(f"memory={memory}: a node takes {node} bytes, and each thread has a tree of its own. Give more.")
        require_machine(memory)
        self._growths: list[Growth] = []
        self._tree: MonteCarloTree | None = None
        self._stop = threading.Event()
        self._busy = threading.Lock()

    def search(
        self,
        state: Any = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> SearchResult:
        """The best action after so many simulations more, or within the time: 10,000 if you say neither."""
        root = root_of(self.game, state)
        said = answered(self.database, self.game, root, 1, (), "mcts")
        if said is not None:
            return said.result(self.game, self.game.to_move(root))
        self._think(root, Sampling(simulations, seconds, progress=progress), None)
        return self.tree.result()

    def analyse(
        self, state: Any = None, *, lines: int = 1, simulations: int | None = None, seconds: float | None = None
    ) -> Iterator[Analysis]:
        """What is known every moment: the best `lines` actions. Closing the iterator stops the search.

        Without simulations or seconds it goes on until nothing is left to find out, or until it is closed or `stop` is called.
        """
        if lines < 1:
            raise UsageError(f"lines={lines}: give a number above 0.")
        root = root_of(self.game, state)
        if self.game.is_terminal(root):
            raise UsageError("The game is over in this position: there is nothing to analyse.")
        known = answered(self.database, self.game, root, lines, (), "mcts")
        if known is not None:
            return iter((known,))
        sampling = Sampling(simulations, inf if simulations is None and seconds is None else seconds)
        return stream(lambda report: self._think(state, sampling, lambda tree: report(tree.analysis(lines))), self.stop)

    @property
    def tree(self) -> MonteCarloTree:
        """The tree as the last search left it, to look at; the next search changes it."""
        if self._tree is None:
            raise UsageError("There is no tree before the first search.")
        return self._tree

    def stop(self) -> None:
        """End the search that is under way, from any thread; it answers with what it has found."""
        self._stop.set()
        for growth in self._growths:
            growth.watch.stop()

    def forget(self) -> None:
        """Forget the tree, and begin the random numbers anew."""
        self._growths = []

    def _require_weights(self, root: Any) -> None:
        """Refuse a policy whose numbers are no weights, as far as the first state shows it."""
        for action in [] if self.game.to_move(root) == CHANCE else self.game.actions(root):
            weight = self.game.promise(root, action)
            if not 0 <= weight < inf:
                name = self.game.format_action(root, action)
                raise UsageError(f"policy= says {weight!r} of {name}: let it return a weight, a number from 0 on.")

    def _think(self, state: Any, sampling: Sampling, report: Callable[[MonteCarloTree], None] | None) -> None:
        """Search, and report as it goes. One question at a time: a second one waits for the first."""
        root = root_of(self.game, state)
        most = 1 if self.game.is_terminal(root) else sampling.most  # where the game is over there is nothing to find out
        if most > 1 and self.settings.given:
            self._require_weights(root)
        plies = Sampling(depth=self.depth).plies
        kernel = uct if self.switches.plain else enhanced_uct
        seconds = None if sampling.seconds == inf else sampling.seconds
        told = 0

        def attempt(run: Runner) -> None:
            nonlocal told
            run.prepare(lambda: self._make_ready(root, run.compiled))
            before, chunk = self._simulations(), most if report is None else FIRST_SIMULATIONS
            made = 0
            while made < most and not self._stop.is_set():
                begun = run.elapsed()
                try:
                    grow_together(self._growths, run, min(chunk, most - made), plies)
                except Stopped:
                    late = (sampling.seconds is not None or ENOUGH.is_set()) and not self._stop.is_set()
                    if late and not run.trial and not self._simulations():  # a busy machine: one simulation is an answer, none is not
                        grow_together(self._growths, Runner(run.compiled), 1, plies)
                    if run.trial or not self._simulations() or not (late or self._stop.is_set()):
                        raise
                    self._stop.set()
                made = self._simulations() - before
                columns, knowledge = merged(self._growths)
                self._tree = MonteCarloTree(
                    self.game, root, columns, "mcts", False, self.exploration, made, run.elapsed(), run.compiled, knowledge
                )
                if report is not None and (made > told or told == 0):  # machine code begins anew after the trial without it
                    report(self._tree)
                    told = made
                if any(growth.proven for growth in self._growths):
                    break
                if run.elapsed() - begun < REPORT_SECONDS:
                    chunk *= 2

        with self._busy:
            self._stop.clear()
            at_two_speeds(kernel, self.game, attempt, compiled=self.compiled, seconds=seconds, progress=sampling.progress)

    def _simulations(self) -> int:
        return sum(growth.simulations for growth in self._growths)

    def _make_ready(self, root: Any, compiled: bool) -> None:
        """The trees below this root, one for each thread: what they were, as far as they know it, or new ones."""
        if self.game.is_terminal(root) or any(growth.compiled != compiled for growth in self._growths):
            self._growths = []
        growths = []
        for number in range(self.threads if compiled else 1):
            old = self._growths[number] if number < len(self._growths) else None
            if old is not None and old.move_to(root):
                growths.append(old)
                continue
            seed = None if self.seed is None else self.seed + number * SEED_STEP
            endings = Endings.of(self.database, compiled)
            new = Growth(self.game, root, self.settings, self.switches, self.capacity, endings, compiled, seed)
            if old is not None:
                new.rng = old.rng  # another position, but the random numbers go on
            growths.append(new)
        self._growths = growths


SEED_STEP: Final = 0x632BE59BD9B4E019
"""Between the seeds of two threads: far apart among the numbers that the generator goes through."""


def mcts(
    game: Game[Any, Any],
    state: Any = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    exploration: float = 1.4,
    depth: int | None = None,
    memory: int = USUAL_MEMORY,
    threads: int = 1,
    seed: int | None = None,
    evaluate: Evaluation | None = None,
    policy: Policy | None = None,
    network: PolicyNetwork | str | PathLike[str] | bool | None = None,
    compiled: bool | None = None,
    database: Database | str | PathLike[str] | bool | None = None,
    progress: Callable[[Progress], None] | None = None,
    **switches: Any,
) -> SearchResult:
    """The move that Monte Carlo tree search visits most, by so many simulations (10,000 unless you say) or within the time.

    `exploration` is C: 0 is greedy, more looks around more. A playout longer than `depth` plies is cut off and evaluated. The tree takes
    `memory` bytes at most (64 for a node of two players); when it is full it stops growing, and playouts go on from its edge. The same
    `seed` gives the same answer, interpreted and compiled. Where a `database` reaches (a file; None: one in
    the data folder; False: none), it knows, and the solver is on. A `network` (a PolicyNetwork or its file; True: the one that comes with
    the game) takes the place of playouts, with PUCT and the solver on. `switches` turns more ideas on: see
    `counterplay.search.mcts.Switches`.

    >>> import counterplay as cp
    >>> game = cp.load("nim(pile_sizes=(1,3))")
    >>> game.format_action(game.initial(), cp.mcts(game, simulations=500, seed=1).action)      # take all of b; the last match loses
    'b3'
    """
    one = Mcts(
        game,
        exploration=exploration,
        depth=depth,
        memory=memory,
        threads=threads,
        seed=seed,
        evaluate=evaluate,
        policy=policy,
        network=network,
        compiled=compiled,
        database=database,
        **switches,
    )
    return one.search(state, simulations=simulations, seconds=seconds, progress=progress)


_signature = inspect.signature(mcts)
_plain = [one for one in _signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
_switches = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in inspect.signature(Switches).parameters.values()]
mcts.__signature__ = _signature.replace(parameters=[*_plain, *_switches])  # type: ignore[attr-defined]  # help() and players list them
