"""A golden game of every kind: a readable file in which any change of the rules or of the notation shows as a difference.

`COUNTERPLAY_REWRITE=1 pytest tests/games/test_playthroughs.py` writes the files anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay import games

FOLDER = Path(__file__).parent / "playthroughs"
MOST_PLIES = 300
"""Nobody reads further: a puzzle played at random goes on for very long."""


def playthrough(game: cp.Game[Any, Any], seed: int) -> str:
    """A random game in full: what people see, what they may do, what was done."""
    rng, state = cp.Random(seed), game.initial()
    lines = [f"{game} played at random with seed {seed}", str(game.properties)]
    ply = 0
    while True:
        lines += ["", f"── ply {ply} ── {game.format_state(state)}", game.text(state)]
        if game.is_terminal(state):
            values = ", ".join(f"{game.player_name(player)} {game.utility(state, player):g}" for player in range(game.players))
            return "\n".join([*lines, f"over: {values}", ""])
        if ply == MOST_PLIES:
            return "\n".join([*lines, "and so on", ""])
        chance = game.to_move(state) == cp.CHANCE
        actions = [outcome for outcome, _ in game.chances(state)] if chance else list(game.actions(state))
        action = actions[rng.below(len(actions))]
        names = ", ".join(f"{game.format_action(state, each)} = {each}" for each in actions)
        lines += [f"evaluation for player 0: {game.evaluate(state, 0):.6g}", f"{game.player_name(game.to_move(state))} may play {names}"]
        lines += [f"and plays {game.format_action(state, action)}"]
        state = game.result(state, action)
        ply += 1


@pytest.mark.parametrize("name", games.names())
def test_the_game_is_played_as_before(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    now = playthrough(cp.load(name), seed=2024)
    if os.environ.get("COUNTERPLAY_REWRITE"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8")
    assert file.is_file(), f"{name} has no play-through yet: run this test once with COUNTERPLAY_REWRITE=1 and read what it wrote"
    assert file.read_text(encoding="utf-8") == now
