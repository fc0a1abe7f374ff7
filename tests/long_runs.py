"""How much is compared: a little in every run of the tests, as much as you like when you ask for it."""

from __future__ import annotations

import os


def games(usual: int) -> int:
    """How many random games are played beside another program: `COUNTERPLAY_GAMES=10000 pytest tests/games` plays so many of each kind."""
    return int(os.environ.get("COUNTERPLAY_GAMES", usual))
