"""Kernels of counterplay as contestants. (In a module of their own: functions of `__main__` are compiled anew in every process.)"""

from __future__ import annotations

from typing import Any

from counterplay import Game
from counterplay.kernels import Kernel, Runner
from counterplay.watch import Watch


def nothing(game: Game[Any, Any], state: Any, player: int) -> float:
    """The evaluation of rules alone."""
    return 0.0


class Ours:
    """A kernel of counterplay at one of the two speeds, as a contestant; it remembers what it last answered.

    Compiled, the machine code is called as C is, in this thread: without the thread and the clock that `counterplay.negamax` adds to
    every search, half a millisecond whatever its length.
    """

    def __init__(self, kernel: Kernel, game: Game[Any, Any], *arguments: Any, compiled: bool):
        self.game, self.arguments = game, (game.initial(), *arguments)
        self.run: Any = Runner(compiled=False)
        self.kernel, self.compiled = kernel, compiled
        if compiled:
            from counterplay.native.compiler import entry_point

            self.run = entry_point(kernel, game, (*self.arguments, Watch()))
        self.value, self.nodes = 0.0, 0

    def __call__(self) -> int:
        watch = Watch()
        if self.compiled:
            self.value = self.run(self.game, *self.arguments, watch)
        else:
            self.value = self.run(self.kernel, self.game, *self.arguments, watch=watch)
        self.nodes = watch.nodes
        return self.nodes
