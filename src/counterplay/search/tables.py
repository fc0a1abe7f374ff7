"""Making the tables of a search, of the kind that its speed needs."""

from __future__ import annotations

from typing import Any, Final

from ..errors import UsageError
from ..game import Game
from ..transpositions import USUAL_MEMORY, CompiledTranspositionTable, MemoryBlock, TranspositionTable

LEAST_MEMORY: Final = 1 << 16
"""No table is smaller than this, in bytes."""


def require_room(memory: int) -> None:
    """Refuse a size that holds nothing, and one that the system does not grant."""
    if memory < LEAST_MEMORY:
        raise UsageError(f"memory={memory}: give at least {LEAST_MEMORY:,} bytes.")
    require_machine(memory)


def require_machine(memory: int) -> None:
    """Refuse a size that the system does not grant: at once, also where a small search (an interpreted one) would never need it all."""
    if memory > USUAL_MEMORY and not MemoryBlock.fits(memory):
        raise UsageError(f"memory={memory:,} bytes ({memory >> 20:,} MB): this machine has no room for such a table. Give less.")


def table_for(game: Game[Any, Any], memory: int, compiled: bool, more_words: int = 0, *, grows: bool = False) -> Any:
    """A table of so many bytes; a key has `more_words` besides those of the game's own keys. `grows`: the search calls `make_room`."""
    if not compiled:
        return TranspositionTable(memory)
    from ..native.keys import key_words

    try:
        return CompiledTranspositionTable(memory, key_words(game) + more_words, grows=grows)
    except (OSError, OverflowError, ValueError) as error:
        raise UsageError(f"memory={memory:,} bytes ({memory >> 20:,} MB): this machine has no room for such a table. Give less.") from error


def state_words(game: Game[Any, Any], who: str | None = None) -> int:
    """How many words a state takes in machine code; `who` is the game's `native.store.identity`, if somebody knows it already."""
    from ..native.types import game_type, state_type
    from ..native.words import word_count

    return word_count(state_type(game) if who is None else game_type(game, who).state)
