"""Running kernels that work on arrays alone, and no longer on a game: compiled once for all games, at both speeds like every kernel."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ..game import Game
from ..kernels import Kernel, Runner
from ..watch import Watch


class Nothing(NamedTuple):
    """The one state there is."""

    nothing: int


class EveryGame(Game[Nothing, int]):
    """Stands where a kernel's game stands: machine code is kept for a kernel and a game, and here one game serves for all."""

    def initial(self) -> Nothing:
        return Nothing(0)


EVERY_GAME: Final = EveryGame()
_compiled: Final = Runner(compiled=True)
_interpreted: Final = Runner(compiled=False)


def run_on_arrays(one: Kernel, *arguments: Any, compiled: bool = True) -> Any:
    """What `one(game, *arguments, watch)` returns, where it asks nothing of the game."""
    runner = _compiled if compiled else _interpreted
    return runner(one, EVERY_GAME, *arguments, watch=Watch(), here=True)
