"""Compiling in the background: as long as a game has no machine code it is searched interpreted, so that nobody waits for the compiler.

It runs in a process of its own, because within this one it would hold up every page and every interpreted search; what it makes is kept
on disk, where the next search finds it. Where nothing can be kept on disk, a thread of this process compiles after all.
"""

from __future__ import annotations

import inspect
import os
import pickle
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import CounterplayError
from ..evaluations.policy_network import is_guided
from ..game import Game
from ..kernels import Kernel
from ..players import algorithm
from ..search.best import advice
from ..search.engine import Engine
from . import bounds

CHILD_SECONDS = 600
FILE_MODULE = "counterplay_file_"
"""How the modules of users' files are called (`registry.load_file`): another process has to read the file first."""


class Compiler:
    """One thread that has compiled what was asked for, one game after another."""

    def __init__(self) -> None:
        # The last one first: whoever asked before may have left already.
        self._waiting: queue.LifoQueue[tuple[str, Game[Any, Any]] | None] = queue.LifoQueue()
        self._asked: dict[tuple[str, Game[Any, Any]], bool] = {}
        """What was asked for, and whether it is done."""
        self._known: set[tuple[str, Game[Any, Any]]] = set()
        """What has machine code, or is known to have none: finding that out takes a few milliseconds, which every search would pay."""
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        threading.Thread(target=self._work, name="compiler", daemon=True).start()

    def speed(self, search: str, game: Game[Any, Any]) -> bool | None:
        """The keyword `compiled` for a search now: None (machine code) where it is at hand, else False, and it will be made."""
        if not game.compiles:
            return False
        asked = search, game
        with self._lock:
            if asked in self._known:
                return None
            if asked in self._asked or len(self._asked) >= 2 * bounds.COMPILED_GAMES:
                return False
        known = _is_known(search, game)
        with self._lock:
            if known:
                self._known.add(asked)
            elif asked not in self._asked:
                self._asked[asked] = False
                self._waiting.put(asked)
        return None if known else False

    @property
    def compiling(self) -> list[str]:
        """The titles of the games that have no machine code yet but will have."""
        with self._lock:
            return sorted({game.title for (_, game), done in self._asked.items() if not done})

    def _work(self) -> None:
        while (asked := self._waiting.get()) is not None and not self._closed:
            search, game = asked
            # What does not compile is searched interpreted from now on; `game.native` says why.
            with suppress(Exception):
                self._in_a_process(search, game)
                if not _is_known(search, game) and not self._closed:
                    compile_search(search, game)
            with self._lock:
                self._asked[asked] = True
                self._known.add(asked)  # or nothing can be had: then searches find that out for themselves, at once

    def _in_a_process(self, search: str, game: Game[Any, Any]) -> None:
        module = type(game).__module__
        source = inspect.getsourcefile(type(game)) or "" if module.startswith(FILE_MODULE) else ""
        self._child = subprocess.Popen(
            [sys.executable, "-m", __name__, search, source], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with self._child as child:
            try:
                child.communicate(pickle.dumps(game), timeout=CHILD_SECONDS)
            finally:
                child.kill()

    def close(self) -> None:
        """Compile nothing more."""
        self._closed = True
        self._waiting.put(None)
        if self._child is not None:
            self._child.kill()


def _is_known(search: str, game: Game[Any, Any]) -> bool:
    """Whether all that a search runs is compiled, whoever has done that (or it is known that it cannot be).

    That its kernel has been compiled does not tell: it may have been for other arguments, as for a search that asks a database. Then the
    compiler would run here, in the thread of somebody who waits for a move. So it is tried: what that loads, the search needs anyway.
    """
    from ..native import store

    try:
        kernel = kernel_of(search, game)
        if store.refusal(kernel, game) is not None:
            return True
        if not store.is_known(kernel, game):
            return False
        with store.only_kept():
            compile_search(search, game)
    except (CounterplayError, MemoryError):
        return False
    return True


def kernel_of(search: str, game: Game[Any, Any]) -> Kernel:
    """The kernel that a search runs on this game."""
    from ..search.alphabeta import alphabeta_value
    from ..search.astar import astar_search
    from ..search.engine.principal import find_value
    from ..search.mcts.enhanced import enhanced_uct
    from ..search.mcts.uct import uct
    from ..search.shallow_maxn import shallow_maxn_values
    from ..search.star_minimax import star_value

    return {
        "alphabeta": alphabeta_value,
        "astar": astar_search,
        "engine": find_value,
        "mcts": enhanced_uct if advice(game, search) or is_guided(game) else uct,
        "shallow_maxn": shallow_maxn_values,
        "star_minimax": star_value,
    }[search]


def compile_search(search: str, game: Game[Any, Any]) -> None:
    """Make the machine code of a search by searching for a moment: as levels do that ask no database, then as those that do if there is
    one (one that is built later is met by compiling once more)."""
    if search == "engine":
        for database in (False, None):
            Engine(game, memory=bounds.TABLE_BYTES, compiled=True, database=database).search(depth=1)
    elif search == "mcts":
        switches = {"solver": True, "puct": True} if is_guided(game) else advice(game, search)
        for database in (False, None):
            algorithm(search)(game, simulations=1, memory=1 << 16, compiled=True, database=database, **switches)
    elif search == "astar":
        algorithm(search)(game, nodes=1, compiled=True)
    else:
        algorithm(search)(game, depth=1, compiled=True)


def main() -> None:
    """The process: the search and the file of the game's rules on the command line, the game itself on standard input."""
    from .. import registry

    if hasattr(os, "nice"):
        os.nice(5)  # people who play come first
    search, source = sys.argv[1:]
    if source:
        registry.load_file(Path(source))
    game = pickle.load(sys.stdin.buffer)  # from the server, which started this process
    compile_search(search, game)


if __name__ == "__main__":
    main()
