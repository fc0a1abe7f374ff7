"""Compiling in the background: as long as a game has no machine code it is searched interpreted, so that nobody waits for the compiler."""

from __future__ import annotations

import queue
import threading
from typing import Any

from ..errors import CounterplayError
from ..game import Game
from ..kernels import Kernel
from ..players import algorithm
from . import bounds


class Compiler:
    """One thread that compiles what was asked for, one game after another."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[str, Game[Any, Any]] | None] = queue.SimpleQueue()
        self._asked: dict[tuple[str, Game[Any, Any]], bool] = {}
        """What was asked for, and whether it is done."""
        self._lock = threading.Lock()
        threading.Thread(target=self._work, name="compiler", daemon=True).start()

    def speed(self, search: str, game: Game[Any, Any]) -> bool | None:
        """The keyword `compiled` for a search now: None (machine code) where it is at hand, else False, and it will be made."""
        from ..native import store

        if not game.compiles:
            return False
        try:
            if store.is_known(kernel_of(search), game):
                return None
        except CounterplayError:
            return False
        with self._lock:
            if (search, game) not in self._asked and len(self._asked) < 2 * bounds.COMPILED_GAMES:
                self._asked[search, game] = False
                self._waiting.put((search, game))
        return False

    @property
    def compiling(self) -> list[str]:
        """The titles of the games that have no machine code yet but will have."""
        with self._lock:
            return sorted({game.title for (_, game), done in self._asked.items() if not done})

    def _work(self) -> None:
        while (asked := self._waiting.get()) is not None:
            search, game = asked
            try:
                if search == "mcts":
                    algorithm(search)(game, simulations=1, capacity=100, compiled=True)
                else:
                    algorithm(search)(game, depth=1, compiled=True)
            except Exception:  # it does not compile, and is searched interpreted from now on; `game.native` says why
                pass
            finally:
                with self._lock:
                    self._asked[asked] = True

    def close(self) -> None:
        """Compile nothing more."""
        self._waiting.put(None)


def kernel_of(search: str) -> Kernel:
    """The kernel that a search runs."""
    from ..search.alphabeta import alphabeta_value
    from ..search.expectiminimax import expectiminimax_value
    from ..search.maxn import maxn_values
    from ..search.mcts import uct

    return {"alphabeta": alphabeta_value, "expectiminimax": expectiminimax_value, "maxn": maxn_values, "mcts": uct}[search]
