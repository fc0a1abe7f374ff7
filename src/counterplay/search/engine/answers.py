"""The engine as people use it: `engine` answers once; `Engine` remembers between questions and says what it finds as it goes."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from ...buffers import MOST_WAITING
from ...errors import CounterplayError, OutsideRange, Stopped, TableFull, TooDeep, UsageError
from ...game import Game
from ...kernels import Progress, Runner, at_two_speeds
from ...positions import root_of
from ...result import SearchResult
from ...transpositions import USUAL_MEMORY
from ..analysis import Analysis, stream
from ..endings import Endings, answered, database_for
from ..fitting import require_opponents, zero_sum_values
from ..lookahead import CutoffTest, Evaluation, Limits, mover
from ..tables import require_room, table_for
from .deepening import MOST_DEPTH, NO_LIMIT, Deepening, Question
from .principal import find_value
from .room import MOST_LEFT_OUT, Room
from .settings import SELECTIVE, Switches

if TYPE_CHECKING:
    from ...solving.databases import Database

MOST_THREADS = 256
MARGIN_SECONDS = 0.004
"""So much before its time is up it stops looking: what it has found must still be told, perhaps on a busy machine."""

PATIENT_SECONDS = 0.5
"""Whoever gives so much time waits for the table's memory, too (`take_memory`)."""


class Engine:
    """Finds the strongest action within a depth, a time or a number of nodes, and remembers what it has seen for the next question.

    >>> import counterplay as cp
    >>> engine = cp.Engine(cp.load("tic_tac_toe"))
    >>> engine.search(depth=9).value
    0.0
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        threads: int = 1,
        memory: int = USUAL_MEMORY,
        evaluate: Evaluation | None = None,
        is_cutoff: CutoffTest | None = None,
        compiled: bool | None = None,
        database: Database | str | PathLike[str] | bool | None = None,
        **switches: Any,
    ):
        require_opponents("engine", game)
        if not 1 <= threads <= MOST_THREADS:
            raise UsageError(f"threads={threads}: give a number from 1 to {MOST_THREADS}.")
        require_room(memory)
        for name, on in switches.items():
            if name not in Switches.__dataclass_fields__:
                raise UsageError(f"The engine has no switch {name!r}; its switches are {', '.join(Switches.__dataclass_fields__)}.")
            may_be_none = Switches.__dataclass_fields__[name].default is None
            if on not in (True, False) and not (on is None and may_be_none):
                raise UsageError(f"{name}={on!r}: a switch is True or False.")
        self.switches = Switches(**switches)
        self.game = Limits(evaluate=evaluate, is_cutoff=is_cutoff).applied_to(game)
        self.threads, self.memory, self.compiled = threads, memory, compiled
        self.database = database_for(game, database)
        self._distances = True
        self._tables: dict[bool, Any] = {}
        self._rooms: dict[bool, list[Room]] = {True: [], False: []}
        self._stop = threading.Event()
        self._working: list[Deepening] = []
        self._busy = threading.Lock()

    def search(
        self,
        state: Any = None,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        earlier: Sequence[Any] = (),
        progress: Callable[[Progress], None] | None = None,
    ) -> SearchResult:
        """The best action found within depth, seconds or nodes, whichever comes first; without any of them, to the end of the game."""
        root = root_of(self.game, state)
        player = mover(self.game, root)
        if self.game.is_terminal(root):
            value = float(self.game.utility(root, player))
            return SearchResult(None, value, zero_sum_values(self.game, player, value), (), 1, 0, 0.0, True, "engine", False)
        if depth == 0:
            value = float(self.game.evaluate(root, player))
            return SearchResult(None, value, zero_sum_values(self.game, player, value), (), 1, 0, 0.0, False, "engine", False)
        said = answered(self.database, self.game, root, 1, (), "engine")
        if said is not None:
            return said.result(self.game, player)
        last: list[Analysis] = []
        unlimited = depth is None and seconds is None and nodes is None
        self._think(root, 1, depth, seconds, nodes, earlier, last.append, progress, proves=unlimited)
        if not last:
            raise Stopped("The search was stopped before it had an answer.")
        said = last[-1]
        best = said.lines[0]
        if unlimited and not best.exact and said.depth >= MOST_DEPTH and not self._stop.is_set():
            raise TooDeep(f"Even {MOST_DEPTH:,} plies deep not every line has come to an end. Give a depth, seconds or nodes to stop at.")
        return said.result(self.game, player)

    def analyse(
        self,
        state: Any = None,
        *,
        lines: int = 1,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        earlier: Sequence[Any] = (),
        only: Sequence[Any] = (),
    ) -> Iterator[Analysis]:
        """What is known after each depth: the best `lines` actions, for as long as you ask. Closing the iterator stops the search.

        Without depth, seconds or nodes it goes on until nothing is left to find out, or until it is closed or `stop` is called.
        `only` are the actions to look at, if not all.
        """
        if not 1 <= lines <= MOST_LEFT_OUT:
            raise UsageError(f"lines={lines}: give a number from 1 to {MOST_LEFT_OUT}.")
        root = root_of(self.game, state)
        if self.game.is_terminal(root):
            raise UsageError("The game is over in this position: there is nothing to analyse.")
        known = answered(self.database, self.game, root, lines, only, "engine")
        if known is not None:
            return iter((known,))

        def think(report: Callable[[Analysis], None]) -> None:
            self._think(root, lines, depth, seconds, nodes, earlier, report, None, only, proves=False)

        return stream(think, self.stop)

    def thorough(self, memory: int) -> Engine:
        """Another engine for this game that overlooks nothing: to a depth it finds what minimax finds. (A mate is there, or it is not.)"""
        plain: dict[str, Any] = dict.fromkeys(SELECTIVE, False)
        return Engine(self.game, threads=self.threads, memory=memory, compiled=self.compiled, database=self.database or False, **plain)

    def stop(self) -> None:
        """End the search that is under way, from any thread; it answers with what it has found."""
        self._stop.set()
        for one in list(self._working):
            one.halt()

    def forget(self) -> None:
        """Forget what was learnt from the positions searched so far."""
        for table in self._tables.values():
            table.clear()
        for room in (*self._rooms[True], *self._rooms[False]):
            room.forget()

    def take_memory(self) -> None:
        """Have all memory of the table that compiled searches have made so far, with nothing in it. The system gives it when it is first
        written to: else in the time of the next search, of which that may take a large part."""
        self.forget()
        if True in self._tables:
            self._tables[True].take_memory()

    def _think(
        self,
        root: Any,
        lines: int,
        depth: int | None,
        seconds: float | None,
        nodes: int | None,
        earlier: Sequence[Any],
        report: Callable[[Analysis], None],
        progress: Callable[[Progress], None] | None,
        only: Sequence[Any] = (),
        *,
        proves: bool,
    ) -> None:
        """Search, and report after each depth. One question at a time: a second one waits for the first.

        `proves`: it is to go on to the end of the game, so nothing may be overlooked. Whoever listens for as long as it pleases wants the
        best answer so far, as with a clock.
        """
        Limits(depth, seconds)
        if nodes is not None and nodes < 1:
            raise UsageError(f"nodes={nodes}: give a number above 0.")
        nodes = None if nodes is None else min(nodes, NO_LIMIT)
        game, told = self.game, (0, 0)

        def tell(said: Analysis) -> None:
            nonlocal told
            further = said.depth, said.nodes
            if further > told or said.exact:  # machine code begins anew after the trial without it
                report(said)
            told = max(told, further)

        actions = list(game.actions(root))
        left_out = tuple(action for action in actions if action not in only) if only else ()
        count = len(actions) - len(left_out)
        if only and not count:
            raise UsageError("None of the actions to look at (`only`) is legal here.")
        if len(left_out) + lines > MOST_LEFT_OUT:
            raise UsageError(f"`only`: no more than {MOST_LEFT_OUT - lines} of the actions here can be left out.")
        switches = self.switches.decided(game, by_depth=seconds is None and nodes is None, to_the_end=proves)
        deepest = MOST_DEPTH if depth is None else max(1, min(depth, MOST_DEPTH))
        question = Question(game, root, switches, max(1, min(lines, count)), deepest, nodes, earlier, left_out)

        def attempt(run: Runner) -> None:
            try:
                self._attempt(replace(question, distances=self._distances), run, tell)
            except OutsideRange:  # found out by looking: here 1 is no win
                self._distances = False
                self.forget()
                attempt(run)
            except Stopped:  # of a trial: what follows may be interpreted, too, and begins afresh
                self.forget()
                raise

        with self._busy:
            self._stop.clear()
            try:
                ahead = None if seconds is None else seconds - min(MARGIN_SECONDS, seconds / 25)
                at_two_speeds(find_value, game, attempt, compiled=self.compiled, seconds=ahead, progress=progress)
            except TableFull as full:
                raise TableFull(
                    f"{game.name} has lines of play on which more than {MOST_WAITING:,} actions wait to be tried. Give a smaller depth."
                ) from full
            finally:
                self._working = []

    def _attempt(self, question: Question, run: Runner, report: Callable[[Analysis], None]) -> None:
        threads = self.threads if run.compiled else 1
        patient = run.deadline is not None and run.deadline - time.monotonic() >= PATIENT_SECONDS
        table, rooms, endings = run.prepare(
            lambda: (self._table(run.compiled, patient), self._rooms_for(run.compiled, threads), Endings.of(self.database, run.compiled))
        )
        table.age()
        for room in rooms:
            room.begin()
        share = None if question.nodes is None else max(1, question.nodes // threads)
        question = replace(question, threads=threads, nodes=share)
        main = Deepening(question, run, rooms[0], table, endings, self._stop)
        helpers = [Deepening(question, Runner(compiled=True), room, table, endings, self._stop) for room in rooms[1:]]
        self._working = [main, *helpers]
        with _Helping(helpers):
            main.go(lambda said: report(replace(said, nodes=said.nodes + sum(helper.entered() for helper in helpers))))

    def _table(self, compiled: bool, patient: bool) -> Any:
        """The table for this speed, made when first needed: small at first, with all its memory where somebody is `patient`."""
        if compiled not in self._tables:
            self._tables[compiled] = table_for(self.game, self.memory, compiled, grows=True)
        table = self._tables[compiled]
        if patient and compiled:
            table.take_memory()
        return table

    def _rooms_for(self, compiled: bool, threads: int) -> list[Room]:
        rooms = self._rooms[compiled]
        while len(rooms) < threads:
            rooms.append(Room(compiled, self.game.overrides("motif")))
        return rooms[:threads]


class _Helping:
    """While the main thread searches, others search the same and share the table: what one has found, all know."""

    def __init__(self, helpers: list[Deepening]):
        self.helpers = helpers
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self._help, args=(number,), daemon=True) for number in range(len(helpers))]

    def _help(self, number: int) -> None:
        helper = self.helpers[number]
        helper.stop = self.over
        with suppress(CounterplayError):  # whatever stops the main thread too is told there
            helper.go(None)

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *details: object) -> None:
        self.over.set()
        for helper, thread in zip(self.helpers, self.threads, strict=True):
            while thread.is_alive():
                helper.halt()
                thread.join(0.002)


def engine(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = USUAL_MEMORY,
    evaluate: Evaluation | None = None,
    is_cutoff: CutoffTest | None = None,
    compiled: bool | None = None,
    database: Database | str | PathLike[str] | bool | None = None,
    earlier: Sequence[Any] = (),
    progress: Callable[[Progress], None] | None = None,
    **switches: Any,
) -> SearchResult:
    """The strongest action within depth, seconds or nodes: alpha-beta with table, ordering, extensions and quiescence.

    At the same depth it finds the value that minimax finds. `earlier` are the states of the game before this one, where coming back to one
    of them is a draw. Where a `database` reaches, it knows: a file, or None: one in the data folder; False: none.
    `switches` turns single ideas on or off: see `Switches`.

    >>> import counterplay as cp
    >>> game = cp.load("connect_four(rows=4,columns=5)")
    >>> result = cp.engine(game, game.parse_state("3322"), depth=8)
    >>> result.value, result.distance
    (1.0, 3)
    """
    one = Engine(
        game, threads=threads, memory=memory, evaluate=evaluate, is_cutoff=is_cutoff, compiled=compiled, database=database, **switches
    )
    return one.search(state, depth=depth, seconds=seconds, nodes=nodes, earlier=earlier, progress=progress)


_signature = inspect.signature(engine)
_plain = [one for one in _signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
_switches = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in inspect.signature(Switches).parameters.values()]
engine.__signature__ = _signature.replace(parameters=[*_plain, *_switches])  # type: ignore[attr-defined]  # help() and players list them
