"""`bench`: the same positions to the same depth, always the same number of nodes; and `go perft`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from ...errors import Stopped
from ...games.chess import Chess, Position
from ...games.chess.notation import write_uci
from ...kernels import Progress
from ...search.engine import Engine
from ...search.perft import perft

DEPTH: Final = 11
POSITIONS: Final = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/ppp1nppp/4n3/3p3Q/3P4/1BP1B3/PP1N2PP/R4RK1 w - - 1 16",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
)
"""From the opening to the end: the positions that everybody counts, and a few endings."""


class Counting:
    """Something that is counted and told line by line, until somebody has had enough."""

    waits_for_a_word: Final = False
    """It ends by itself."""

    def __init__(self, lines: Callable[[threading.Event], Iterator[str]], tell: Callable[[str], None], interrupt: Callable[[], None]):
        self._lines, self._tell, self._interrupt = lines, tell, interrupt
        self._enough = threading.Event()
        self.over = False

    def stop(self) -> None:
        """Count no further."""
        self._enough.set()
        if not self.over:
            self._interrupt()

    def run(self) -> None:
        """Count."""
        try:
            for line in self._lines(self._enough):
                self._tell(line)
        finally:
            self.over = True


def bench(engine: Engine, depth: int, enough: threading.Event) -> Iterator[str]:
    """What to print: a line for each position, then nodes and nodes a second in all; nothing more once somebody has had enough."""
    game = Chess()
    nodes, started = 0, time.monotonic()
    if enough.is_set():
        return
    for number, fen in enumerate(POSITIONS, 1):
        engine.forget()
        state = game.parse_state(fen)
        for analysis in engine.analyse(state, depth=depth):
            said = analysis
            if enough.is_set():
                break
        if enough.is_set():
            return
        nodes += said.nodes
        yield f"info string position {number}/{len(POSITIONS)} nodes {said.nodes} bestmove {write_uci(game, state, said.lines[0].action)}"
    seconds = time.monotonic() - started
    yield f"Total time (ms) : {round(1000 * seconds)}"
    yield f"Nodes searched  : {nodes}"
    yield f"Nodes/second    : {round(nodes / seconds)}"


def count(game: Chess, written: Chess, state: Position, depth: int, enough: threading.Event) -> Iterator[str]:
    """How many lines of this length begin with each move, and in all; nothing if somebody has had enough meanwhile."""

    def look(progress: Progress) -> None:
        if enough.is_set():
            raise Stopped("The count was stopped.")

    found = perft(game, depth, state, compiled=True, progress=look)
    for action, leaves in found.divide:
        yield f"{write_uci(written, state, action)}: {leaves}"
    yield ""
    yield f"Nodes searched: {found.leaves}"
