"""Symmetric positions share what the table knows: it is kept for the least of them (`game.canonical`), and so is the best action there."""

from __future__ import annotations

from ...kernels import kernel


@kernel
def same_action(game, state, action, other, nothing):
    """The action of `other`, symmetric to `state`, that does there what `action` does here: it leads to a symmetric state."""
    if action != nothing:
        goal = game.key(game.canonical(game.result(state, action)))
        for each in game.actions(other):
            if game.key(game.canonical(game.result(other, each))) == goal:
                return each
    return nothing
