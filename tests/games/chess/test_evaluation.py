"""The evaluation of chess: both sides are seen alike, and machine code sees what Python sees."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import counterplay as cp
from counterplay.games.chess import Position, evaluation
from counterplay.games.chess.evaluation import HANGING, LOOSE, TEMPO, balance
from counterplay.games.chess.position import turned_over
from counterplay.native.compiler import entry_point
from counterplay.native.rules import call_evaluate
from counterplay.vectors import Vector, exchanged
from counterplay.watch import Watch

GAME = cp.load("chess")
FULL_OF_QUEENS = "QQQQQQQk/QQQQQQQ1/QQQQQQ1Q/QQQQQQQQ/8/8/8/K7 b - - 0 1"
"""More than sixteen bits of a side's sums hold."""


def positions(seed: int, games: int) -> Iterator[Position]:
    """Those of random games."""
    rng = random.Random(seed)
    for _ in range(games):
        state = GAME.initial()
        while not GAME.is_terminal(state) and state.played < 120:
            yield state
            state = GAME.result(state, rng.choice(list(GAME.actions(state))))


def test_what_is_mine_is_yours_with_the_board_turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving out that it is somebody's turn."""
    rows = list(evaluation.WEIGHT)
    rows[TEMPO] = Vector([])
    rows[HANGING + 1], rows[LOOSE + 1] = rows[HANGING], rows[LOOSE]
    monkeypatch.setattr(evaluation, "WEIGHT", rows)
    for state in positions(5, 2):
        own, phase, far = balance(state)
        assert (exchanged(own), phase, -far) == balance(turned_over(state))


def test_machine_code_evaluates_as_python_does() -> None:
    evaluate = entry_point(call_evaluate, GAME, (GAME.initial(), 0, Watch()))
    for state in [*positions(6, 3), GAME.parse_state(FULL_OF_QUEENS)]:
        assert evaluate(GAME, state, 0, Watch()) == GAME.evaluate(state, 0), GAME.format_state(state)
