"""Depth after depth (Slate & Atkin 1977) until the depth, the clock or the nodes asked for end it, or nothing is left to find out.

Each depth fills the table that orders the next one, so that all depths before the last one cost less than they save. A depth that is
stopped in the middle still counts if it had found a better action than the depth before.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from math import inf, isinf
from typing import Any

from ...buffers import MOST_WAITING
from ...errors import Stopped
from ...game import Game
from ...kernels import Runner
from ...transpositions import NO_ACTION
from ...watch import CLOCK, Line, Watch
from ..analysis import Analysis, BestLine
from ..endings import Endings
from ..fitting import endless_value
from ..lookahead import mover
from . import room as layout
from .distances import PROVEN, is_best, plain, plies_to_end, sooner
from .principal import find_value
from .repeating import came_back
from .room import Room
from .settings import SELECTIVE

ASPIRATION_WIDTH = 0.05
"""The first window around the value of the depth before, to either side, as a part of the way from a draw to a win."""
STEPWISE_DEPTH = 200
"""Whoever looks further than this looks at once to the end: a game that goes on for so long is a long corridor, or endless."""
MOST_DEPTH = 30_000
QUICK_SECONDS = 0.25
QUICK_DEPTH = 60
NO_LIMIT = 1 << 62
TOLD_SHARE, LEAST_TOLD, MOST_TOLD = 20, 1000, 50_000
"""Where a win is proven, so many nodes may go into telling a whole line at one depth: this part of those so far, but between these
numbers."""


@dataclass(frozen=True)
class Question:
    """What is asked of the engine."""

    game: Game[Any, Any]
    root: Any
    switches: dict[str, bool]
    lines: int = 1
    depth: int = MOST_DEPTH
    nodes: int | None = None
    earlier: Sequence[Any] = ()
    """The states of the game before the root: coming back to one of them is a draw where the game says so."""
    left_out: tuple[Any, ...] = ()
    """Actions of the root that are not to be looked at."""
    distances: bool = True
    threads: int = 1
    """How many look for the answer; nodes are those of each."""


@dataclass
class Deepening:
    """One thread's search of one question."""

    question: Question
    run: Runner
    room: Room
    table: Any
    endings: Endings
    stop: threading.Event
    must_answer: bool = True
    """Whether the first depth is searched in any case, whatever clock and nodes say, so that there is always an answer."""
    nodes: int = 0
    found: list[tuple[float, BestLine]] = field(default_factory=list)
    """The best lines so far, with their values as the engine has them."""
    watch: Line | None = None
    _last: float = 0.0
    """How many seconds the search before this one took."""
    _deepest: int = 0
    _searching: bool = False
    _further: Deepening | None = None
    """A search that goes on from the end of a line."""

    def prepare(self) -> None:
        """Write switches and limits into the room."""
        question, words = self.question, self.room.words
        game = question.game
        orders = layout.BY_PROMISE if game.overrides("promise") else layout.BY_EVALUATION
        for name, on in question.switches.items():
            words[getattr(layout, name.upper())] = int(on)
        words[layout.PROMISE] *= orders
        words[layout.SHARED] = int(question.threads > 1)
        words[layout.DISTANCES] = int(question.distances)
        words[layout.DECISIVE] = int(question.distances and is_best(game))
        words[layout.REPETITION] = int(game.repetition_draws > 0)
        words[layout.NO_PASSING] = 0
        if game.repetition_draws:  # the positions of the game before the root, where the kernel looks for them
            first = max(0, len(question.earlier) - min(layout.MOST_PATH // 2, game.reversible_plies(question.root)))
            earlier = question.earlier[first:]
            for number, state in enumerate(earlier):
                self.run(came_back, game, state, number, self.table, words, watch=Watch(), here=True)
            words[layout.REPETITION] = 1 + len(earlier)

    def go(self, report: Callable[[Analysis], None] | None) -> None:
        """Search depth after depth, and report after each, if anybody listens."""
        self.prepare()
        depth, expected = 1, self.question.nodes or 0
        if not self.question.switches["deepening"]:
            depth, expected = self.question.depth, NO_LIMIT  # nobody will ask again whether there is enough room
        self._expect(expected)
        while True:
            before = self.found
            if not self._search_to(depth, tells=report is not None):
                if self.found and report is not None:  # a depth that was begun counts if it has found something else
                    report(self._analysis(depth if self.found != before else depth - 1))
                return
            if report is not None:
                report(self._analysis(depth))
            if depth >= self.question.depth or self._is_decided(depth):
                return
            self._expect(max(expected, self.nodes if depth < STEPWISE_DEPTH else NO_LIMIT))
            depth = depth + 1 if depth < STEPWISE_DEPTH else self.question.depth

    def _expect(self, nodes: int) -> None:
        """The table is to have room for so many nodes of each thread: what they find, they share."""
        self.room.words[layout.EXPECTED_NODES] = min(self.question.threads * nodes, NO_LIMIT)

    def halt(self) -> None:
        """Stop what it searches now, from any thread."""
        for one in (self, self._further):
            if one is not None and one.watch is not None:
                one.watch.stop()

    def entered(self) -> int:
        """How many nodes it has entered by now, in the middle of a depth, too."""
        return self.nodes + (self.watch.nodes if self.watch is not None and self._searching else 0)

    def _search_to(self, depth: int, tells: bool) -> bool:
        """Find the best lines to this depth; False if it was stopped. What it had found by then is kept. `tells`: lines of proven ends are
        told to their ends."""
        before = self.found
        now: list[tuple[float, BestLine]] = []
        whole = True
        for number in range(self.question.lines):
            guess = before[number][0] if number < len(before) else None
            found: tuple[float, BestLine] | None
            try:
                with self._whole_first_depth():
                    left_out = [*self.question.left_out, *(line.action for _, line in now)]
                    found = self._best_line(depth, guess, left_out)
            except Stopped:
                if self.run.trial and not self._is_spent():
                    raise
                found, whole = self._better_than(before, depth) if number == 0 else None, False
            if found is not None:
                value, line = found
                told = self._told_further(line, left_out) if tells and whole else line
                now.append((sooner(value, (line.distance or 0) - (told.distance or 0)), told))
            if not whole:
                break
        chosen = {line.action for _, line in now}
        now += [old for old in before if old[1].action not in chosen]
        self.found = now[: self.question.lines]
        if whole:
            self.found.sort(key=lambda one: -one[0])
        return whole

    def _is_spent(self) -> bool:
        """Whether it has entered as many nodes as it may, so that no clock has stopped it: machine code would find no more."""
        return self.question.nodes is not None and not self._owes_an_answer and self.nodes >= self.question.nodes

    @property
    def _owes_an_answer(self) -> bool:
        return self.must_answer and not self.found

    @contextmanager
    def _whole_first_depth(self) -> Iterator[None]:
        """Without a clock as long as an answer is owed, however busy the machine. (Compiling postpones it.)"""
        run = self.run
        deadline, started = run.deadline, run.started
        if deadline is None or not self._owes_an_answer or not run.compiled:
            yield
            return
        run.deadline = None
        try:
            yield
        finally:
            run.deadline = deadline + run.started - started

    def _best_line(self, depth: int, guess: float | None, left_out: list[Any]) -> tuple[float, BestLine]:
        """The best action that is not left out."""
        question, room = self.question, self.room
        game, root = question.game, question.root
        room.words[layout.LEFT_OUT] = len(left_out)
        for number, action in enumerate(left_out):
            room.words[layout.LEFT_OUT + 1 + number] = action
        limited = question.nodes is not None and not self._owes_an_answer
        room.words[layout.MOST_NODES] = (question.nodes or 0) - self.nodes if limited else NO_LIMIT
        room.words[layout.DEEPEST_PLY] = min(2 * depth + 8, layout.MOST_PLIES - 1)
        aspires = question.switches["aspiration"] and guess is not None and abs(guess) < PROVEN
        width = ASPIRATION_WIDTH if aspires else inf
        start, nothing, player = 0, NO_ACTION, mover(game, root)
        self.watch = Line(2 * depth + 16, top=0)
        if self.stop.is_set():
            self.watch.stop()
        began, self._searching = time.monotonic(), True
        try:
            value = self.run(
                find_value,
                game,
                root,
                depth,
                (guess if aspires else None) or 0.0,
                width,
                player,
                start,
                nothing,
                start,
                self.table,
                self.endings,
                room.moves,
                room.promises,
                room.words,
                watch=self.watch,
                here=self._is_quick(depth),
            )
        finally:
            self._searching = False
            self.nodes += self.watch.nodes
            self._last = time.monotonic() - began
            self._deepest = max(self._deepest, self.watch.deepest)
        if isinf(value):
            raise endless_value(game)
        followed = tuple(room.words[layout.LINE + 1 + i] for i in range(room.words[layout.LINE]))
        line, exact = max(self.watch.line, followed, key=len), self.watch.exact
        return value, self._line(value, line, exact, depth)

    def _told_further(self, told: BestLine, left_out: list[Any]) -> BestLine:
        """The line of a proven end, with the plies that are missing: the table has lost them, or never had them exactly.

        What is searched from the end of the line is near its end, and known to be won or lost, so that little is left to do. If that little
        is not enough, the line stays as short as it is: it is told, and nothing rests on it.

        Some lines are looked at further than others, so that a line may turn out to end sooner than was proven. That is no proof that the
        game does: whoever loses may have something better. So it goes back to where that may be, and on from there; if there is nothing
        back to the root, the sooner end is proven.
        """
        question, game = self.question, self.question.game
        line, plies = told.line, (told.distance or 0) - len(told.line)
        if plies <= 0 or len(line) >= layout.MOST_LINE:
            return told
        left = min(max(self.nodes // TOLD_SHARE, LEAST_TOLD), MOST_TOLD)
        if question.nodes is not None:
            left = min(left, question.nodes - self.nodes)
        first = mover(game, question.root)
        winner = first ^ (told.value < 0)
        shortest = 1 if winner == first else 0  # the winner's action stands; who loses may have had a better one
        states = [question.root]
        for action in line:
            states.append(game.result(states[-1], action))
        over = game.is_terminal(states[-1])
        distance, back = told.distance or 0, layout.MOST_LINE
        with self.room.lent(), suppress(Stopped):  # by the clock, before the first node or in a trial
            while plies > 0 and left > 0 and not (self.stop.is_set() or self._is_late()):
                more = None
                if not game.is_terminal(states[-1]):
                    before = self.nodes
                    more = self._searched_on(states, plies, left, winner, left_out)
                    left -= self.nodes - before
                    if more is None or (not line and more.action != told.action):
                        break
                if more is not None and (more.distance == plies or len(line) == shortest):
                    line, plies = line + more.line, (more.distance or 0) - len(more.line)
                    distance = len(line) + plies
                    for action in more.line:
                        states.append(game.result(states[-1], action))
                    continue
                while len(line) > shortest:
                    line, plies = line[:-1], plies + 1
                    states.pop()
                    if len(line) < back and mover(game, states[-1]) != winner:
                        break
                if len(line) >= back:  # it was here before
                    break
                back = len(line)
        if plies > 0 and distance == told.distance and back < layout.MOST_LINE and not over:
            line = told.line
        return replace(told, line=line or told.line[:1], distance=distance)

    def _searched_on(self, states: list[Any], plies: int, nodes: int, winner: int, left_out: list[Any]) -> BestLine | None:
        """How the game goes on after these states, the last of which is won by `winner` within so many plies; None if it was not found."""
        question = self.question
        others = tuple(left_out) if len(states) == 1 else ()
        earlier = (*question.earlier, *states[:-1])
        rest = replace(question, root=states[-1], lines=1, depth=plies, nodes=nodes, earlier=earlier, left_out=others)
        self._further = Deepening(rest, self.run, self.room, self.table, self.endings, self.stop, must_answer=False)
        try:
            return self._further._way_to_the_end(wins=mover(question.game, states[-1]) == winner)
        finally:
            self.nodes += self._further.nodes
            self._further = None

    def _is_late(self) -> bool:
        return self.run.deadline is not None and time.monotonic() >= self.run.deadline

    def _way_to_the_end(self, wins: bool) -> BestLine | None:
        """The first line found, deeper and deeper, that is won or lost within the depth of the question; None without one."""
        self.room.begin()
        self.prepare()
        for depth in range(1, self.question.depth + 1):
            if not self._search_to(depth, tells=False):
                return None
            found = self.found[0][1]
            if found.distance is not None and found.distance <= self.question.depth and (found.value > 0) == wins:
                return found
        return None

    def _is_quick(self, depth: int) -> bool:
        """Whether this depth is over in a moment, by the clock or because the one before was: then nobody needs to interrupt it."""
        if CLOCK is None or depth > QUICK_DEPTH:
            return False
        ends_soon = self.run.deadline is not None and self.run.deadline - time.monotonic() < QUICK_SECONDS
        return ends_soon or (self._last < QUICK_SECONDS / 50 and (depth <= 2 or bool(self.found)))

    def _better_than(self, before: list[tuple[float, BestLine]], depth: int) -> tuple[float, BestLine] | None:
        """What a search that was stopped had found by then, if that is another action than the depth before found."""
        assert self.watch is not None
        if not self.watch.line or (before and self.watch.line[0] == before[0][1].action):
            return None
        value = self.room.promises[MOST_WAITING]
        return value, self._line(value, self.watch.line, exact=False, depth=depth)

    def _line(self, value: float, line: tuple[Any, ...], exact: bool, depth: int) -> BestLine:
        distances = self.question.distances
        distance = plies_to_end(value, distances)
        proven = distance is not None and is_best(self.question.game)
        overlooks = any(self.question.switches[name] for name in SELECTIVE)
        at_most = overlooks and distance is not None and distance > 1
        return BestLine(line[0], plain(value, distances) + 0.0, line, distance, exact or proven, at_most, depth)

    def _is_decided(self, depth: int) -> bool:
        """Whether looking deeper cannot change anything. Where some lines are looked at further than others, a sooner end may be left."""
        known = self.endings.positions > 0
        further = known or self.question.switches["urgent"]
        return all(line.exact and not (further and (line.distance or 0) > depth) for _, line in self.found)

    def _analysis(self, depth: int) -> Analysis:
        assert self.watch is not None
        return Analysis(
            depth=depth,
            selective_depth=self._deepest,
            lines=tuple(line for _, line in self.found),
            nodes=self.nodes,
            seconds=self.run.elapsed(),
            table_full=self.table.full(),
            exact=all(line.exact for _, line in self.found),
            algorithm="engine",
            compiled=self.run.compiled,
        )
