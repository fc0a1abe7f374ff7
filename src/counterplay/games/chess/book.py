"""A small book of openings, for variety: moves that the engine's own search thinks nearly as good as the best.

`openings.txt` has a line of play on each line. `python -m bench.book_chess` made it; no move is from anybody else's book.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .position import Position
    from .rules import Chess

FILE: Final = Path(__file__).with_name("openings.txt")


def book_moves(game: Chess, state: Position) -> tuple[int, ...]:
    """The moves that the book has here; none where it has ended.

    >>> import counterplay as cp
    >>> game = cp.load("chess")
    >>> "e4" in [game.format_action(game.initial(), move) for move in book_moves(game, game.initial())]
    True
    """
    return _pages().get(game.key(state), ())


@cache
def _pages() -> dict[Hashable, tuple[int, ...]]:
    """The moves of each position of the book."""
    from .rules import Chess

    game = Chess()
    pages: dict[Hashable, tuple[int, ...]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        state = game.initial()
        for word in line.split():
            move, key = game.parse_action(state, word), game.key(state)
            if move not in pages.get(key, ()):
                pages[key] = (*pages.get(key, ()), move)
            state = game.result(state, move)
    return pages
