"""One search, from `go` to `bestmove`.

It is run by the workshop's thread, when all that was asked before is answered; `stop` and `ponderhit` come from the door's. A second
thread looks at the clock and after `stop`, and tells the engine, again and again until that has ended: a `stop` cannot get lost because
it came before the search had quite begun.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from copy import copy
from typing import Final

from ...errors import CounterplayError
from ...games.chess import Chess, Position
from ...games.chess.book import book_moves
from ...games.chess.notation import read_move, write_uci
from ...rng import Random
from ...search.analysis import Analysis, BestLine
from ...search.engine import Engine
from .clock import LEAST_SECONDS, Budget, Lost, budget
from .going import Going
from .handicap import CANDIDATES, choose, handicap
from .options import Settings
from .words import lines_of

FOREVER: Final = 1e7
DEEPEST: Final = 200
POLL_SECONDS: Final = 0.005
SURE_MEMORY: Final = 32 << 20


class Thinking:
    """What is thought about one position. `game` is the one whose notation is spoken: in Chess960 castling is written otherwise."""

    def __init__(self, game: Chess, states: Sequence[Position], going: Going, settings: Settings, tell: Callable[[str], None], lost: Lost):
        self.began = time.monotonic()
        self.game, self.root, self.going, self.settings = game, states[-1], going, copy(settings)
        self.earlier = states[-1 - self.root.clock : -1]  # what was before the last capture or pawn's move cannot come back
        self._lost = lost
        self.budget: Budget | None = None
        """Known when it is its turn: what the move before has lost on the way is not known earlier."""
        self._tell = tell
        self._changed = threading.Condition()
        self._pondering = going.ponder
        self._clock_began: float | None = None if going.ponder else self.began
        self._stopped = self._over = False

    # ── From the door ──
    def stop(self) -> None:
        """Answer as soon as possible."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def ponderhit(self) -> None:
        """The move that was expected has been played: from now on the clock runs. What was thought before counts as thought."""
        with self._changed:
            if not self._pondering:
                return
            self._pondering = False
            self._clock_began = time.monotonic()
            if self.budget is not None and self.budget.is_enough(time.monotonic() - self.began, changed=False):
                self._stopped = True
            self._changed.notify_all()

    @property
    def over(self) -> bool:
        """Whether it has answered, or is about to."""
        return self._over

    @property
    def waits_for_a_word(self) -> bool:
        """Whether it goes on until somebody says something."""
        limited = self.going.is_limited(self.root.played & 1) or self.settings.limit_strength
        return self.going.infinite or self._pondering or not limited

    # ── In the workshop ──
    def run(self, engine_made: Callable[[], Engine], ready_since: float = 0.0) -> None:
        """Search, tell what is found, and answer when the time has come: whatever happens, there is an answer.

        The clock of a game runs while a program loads; a time to think (`movetime`) begins when the engine is ready.
        """
        if self.going.move_time is not None and self._clock_began is not None:
            self.began = self._clock_began = max(self.began, ready_since)
        best: BestLine | None = None
        guard: threading.Thread | None = None
        legal = list(self.game.actions(self.root))
        self._look_at_the_clock()
        try:
            engine = engine_made()
            if self.going.is_sure:
                engine = engine.thorough(SURE_MEMORY)
            guard = threading.Thread(target=self._guard, args=(engine,), name="clock", daemon=True)
            guard.start()
            best = self._searched(engine, legal)
        except (CounterplayError, OSError, MemoryError) as error:
            self._tell(f"info string {error}")
        finally:
            self._wait_until_asked()
            with self._changed:
                self._over = True
                self._changed.notify_all()
            if guard is not None:
                guard.join()
            answer = self._answer(best, legal)
            self._lost.answered(self.going, self.root.played & 1, time.monotonic() - self.began)
            self._tell(answer)

    def _searched(self, engine: Engine, legal: list[int]) -> BestLine | None:
        if not legal:
            self._tell(f"info depth 0 score {'mate' if self.game.in_check(self.root) else 'cp'} 0")
            return None
        if self.game.is_terminal(self._searched_root()):  # nobody can win any more, but somebody wants a move
            self._tell("info depth 0 score cp 0")
            return None
        if book := self._from_book():
            return book
        found: tuple[BestLine, ...] = ()
        with closing(self._analyses(engine, legal)) as stream:
            for said in stream:
                seconds = time.monotonic() - self.began
                for line in lines_of(self.game, self.root, said, self.settings.lines, seconds, self.settings.show_wdl):
                    self._tell(line)
                changed = not found or found[0].action != said.lines[0].action
                found = said.lines
                if self._is_enough(found[0], len(legal), seconds, changed):
                    break
        if not found:
            return None
        if self.settings.limit_strength:
            return choose(found, handicap(self.settings.elo).noise, Random(None))
        return found[0]

    def _from_book(self) -> BestLine | None:
        """A move of the book, where it may be asked and knows one: any of them, for variety."""
        going = self.going
        if not self.settings.own_book or going.infinite or going.ponder or going.mate is not None or going.only:
            return None
        moves = book_moves(self.game, self.root)
        if not moves:
            return None
        move = moves[Random(None).below(len(moves))]
        self._tell(f"info string one of {len(moves)} moves of the book")
        return BestLine(move, 0.0, (move,), None, exact=False)

    def _analyses(self, engine: Engine, legal: list[int]) -> Generator[Analysis, None, None]:
        going = self.going
        nodes, lines = going.nodes, self.settings.lines
        if self.settings.limit_strength:
            fewer = handicap(self.settings.elo).nodes
            nodes, lines = fewer if nodes is None else min(nodes, fewer), max(lines, CANDIDATES)
        seconds: float | None = FOREVER
        deadline = self._deadline
        if deadline is not None:
            seconds = max(LEAST_SECONDS, deadline - time.monotonic())
        elif going.depth is not None and not (going.infinite or going.ponder):
            seconds = None
        deepest = 2 * going.mate - 1 if going.mate is not None and going.is_sure else DEEPEST
        yield from engine.analyse(
            self._searched_root(),
            lines=lines,
            depth=min(going.depth or deepest, deepest),
            seconds=seconds,
            nodes=nodes,
            earlier=self.earlier,
            only=self._only(legal),
        )

    def _searched_root(self) -> Position:
        """Where the game is drawn by the fifty moves and nobody has claimed it: the same as if it were not."""
        return self.root._replace(clock=0) if self.game.is_terminal(self.root) else self.root

    def _only(self, legal: list[int]) -> list[int]:
        """The legal ones among the moves after `searchmoves`."""
        wanted = set()
        for word in self.going.only:
            try:
                wanted.add(read_move(self.game, self.root, word))
            except CounterplayError as error:
                self._tell(f"info string {error}")
        return [action for action in legal if action in wanted]

    def _is_enough(self, best: BestLine, choices: int, seconds: float, changed: bool) -> bool:
        """Whether to look no deeper."""
        with self._changed:
            if self._stopped:
                return True
            if self.going.mate is not None and best.distance is not None and best.value > 0 and best.distance < 2 * self.going.mate:
                return True
            if self.budget is None or self._pondering:
                return False
            return (choices == 1 and self.going.move_time is None) or self.budget.is_enough(seconds, changed)

    def _answer(self, best: BestLine | None, legal: list[int]) -> str:
        if not legal:
            return "bestmove (none)"
        if best is None:  # stopped at once, or the game is over by a draw that nobody has claimed: the best at first sight
            side = self.game.to_move(self.root)
            seen = {action: self.game.evaluate(self.game.result(self.root, action), side) for action in self._only(legal) or legal}
            return f"bestmove {write_uci(self.game, self.root, max(seen, key=lambda action: seen[action]))}"
        answer = f"bestmove {write_uci(self.game, self.root, best.action)}"
        after = self.game.result(self.root, best.action)
        if len(best.line) > 1 and best.line[1] in self.game.actions(after):
            answer += f" ponder {write_uci(self.game, after, best.line[1])}"
        return answer

    # ── Clock and stop ──
    def _look_at_the_clock(self) -> None:
        """How long to think, now that all that was asked before is answered."""
        side = self.root.played & 1
        self._lost.asked(self.going, side)
        with self._changed:
            self.budget = None if self.going.infinite else budget(self.going, side, self.settings.overhead, self._lost)

    @property
    def _deadline(self) -> float | None:
        return None if self.budget is None or self._clock_began is None else self._clock_began + self.budget.most

    def _wait_until_asked(self) -> None:
        """After `go infinite`, and while pondering, nobody wants an answer before they say so."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or not (self.going.infinite or self._pondering))

    def _guard(self, engine: Engine) -> None:
        with self._changed:
            while not self._over:
                deadline = self._deadline
                left = None if deadline is None else deadline - time.monotonic()
                if self._stopped or (left is not None and left <= 0):
                    engine.stop()
                    left = POLL_SECONDS
                self._changed.wait(left)
