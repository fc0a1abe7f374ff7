"""What rules do, as one short text: whoever changes a rule or the numbering gets another."""

from __future__ import annotations

import hashlib
from typing import Any

from ...errors import UsageError
from ...game import Game, Slice
from ...rng import Random
from .keys import encoder

LOOKED_AT = 400
"""So many positions are looked at, spread over all slices."""


def chosen_slices(game: Game[Any, Any], pieces: int | None) -> list[Slice]:
    """The slices with at most so many pieces."""
    every = list(game.slices())
    if not every:
        raise UsageError(f"{game.name} numbers its states (index), but says nothing of slices(): see `Game.slices`.")
    most = max(one.pieces for one in every)
    if pieces is None:
        return every
    if type(pieces) is not int or not 1 <= pieces <= most:
        raise UsageError(f"pieces={pieces!r}: {game.name} numbers positions with 1 to {most} pieces.")
    return [one for one in every if one.pieces <= pieces]


def fingerprint(game: Game[Any, Any], slices: list[Slice]) -> str:
    """Where the steps from some positions of every slice lead: the same on every machine and with every version of Python."""
    rng, digest, first = Random(20), hashlib.sha256(), 0
    each = max(1, LOOKED_AT // len(slices))
    for one in slices:
        for _ in range(each):
            number = first + rng.below(one.states)
            state = game.unindex(number)
            told: list[float] = [number, game.index(state)]
            if game.is_terminal(state):
                told.append(game.utility(state, game.to_move(state)))
            else:
                told += sorted(game.index(game.result(state, action)) for action in game.actions(state))
            digest.update(repr([float(number) for number in told]).encode())
        first += one.states
    return digest.hexdigest()[:32]


def fingerprint_of_play(game: Game[Any, Any], form: list[int] | None) -> str:
    """The same for a game that does not number its states: what some random games lead to, and all that they leave aside."""
    rng, digest, encoded = Random(20), hashlib.sha256(repr(form).encode()), encoder(form)
    state = game.initial()
    for _ in range(LOOKED_AT):
        digest.update(encoded(game.canonical(state)))
        if game.is_terminal(state):
            digest.update(repr(float(game.utility(state, 0))).encode())
            state = game.initial()
            continue
        digest.update(bytes([game.to_move(state)]))
        children = {encoded(game.canonical(child)): child for child in [game.result(state, action) for action in game.actions(state)]}
        rows = sorted(children)
        for row in rows:
            digest.update(row)
        state = children[rows[rng.below(len(rows))]]
    return digest.hexdigest()[:32]
