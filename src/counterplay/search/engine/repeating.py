"""A position that comes back: whoever is not worse off can bring it back again, so the search takes it for a draw at once.

Where a position stands on the line of play is known by its code, ply by ply; before those of the search, the positions of the game that
could come back.
"""

from __future__ import annotations

from ...kernels import kernel
from .room import MOST_PATH, PATH, REPETITION


@kernel
def came_back(game, state, ply, table, room, watch):
    """Whether this state stands earlier on this line of play (or in the game before it); it is added to the line."""
    code = table.code(game.key(state))
    here = min(room[REPETITION] - 1 + ply, MOST_PATH - 1)
    room[PATH + here] = code
    if ply > 0:
        for i in range(max(0, here - game.reversible_plies(state)), here):
            if room[PATH + i] == code:
                return True
    return False
