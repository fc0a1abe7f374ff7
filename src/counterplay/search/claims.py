"""Several threads at one position: each takes an action that no other thread looks at, as long as there is one."""

from __future__ import annotations

from ..kernels import kernel


@kernel
def claim(game, state, base, i, end, table, moves):
    """Among threads that search together: bring to `i` the next action that no other thread is looking at, and say that this one does.

    All look at the first action together: only if that is not enough do the others matter (young brothers wait: Feldmann 1993; telling
    one another through a table of what is under way: Weill 1996, Kerrigan 2017).
    """
    if i > base:
        free = i
        while free < end - 1 and table.is_claimed(game.key(game.result(state, moves[free]))):
            free += 1
        action = moves[free]
        if not table.is_claimed(game.key(game.result(state, action))):
            for j in range(free, i, -1):
                moves[j] = moves[j - 1]
            moves[i] = action
    table.claim(game.key(game.result(state, moves[i])))
