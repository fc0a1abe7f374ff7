"""How many words a game's keys and observations take in machine code."""

from __future__ import annotations

from typing import Any

from ..game import Game
from ..kernels import kernel
from ..watch import Watch
from .compiler import entry_point
from .words import as_words


@kernel
def count_key_words(game, state, watch):
    """The number of words of a state's key."""
    return len(as_words(game.key(state)))


def key_words(game: Game[Any, Any]) -> int:
    """The size of this game's keys, which is a matter of their type."""
    state, watch = game.initial(), Watch()
    return int(entry_point(count_key_words, game, (state, watch))(game, state, watch))


@kernel
def count_observation_words(game, state, watch):
    """The number of words of what a player observes."""
    private, public = game.observation(state, 0)
    return len(as_words((private, public)))


def observation_words(game: Game[Any, Any]) -> int:
    """The size of this game's observations, which is a matter of their type."""
    state, watch = game.initial(), Watch()
    return int(entry_point(count_observation_words, game, (state, watch))(game, state, watch))
