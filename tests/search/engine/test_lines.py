"""The lines that the engine tells: to the end where one is proven, and not round in circles."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import chess
import pytest
from tests.search.engine.lattice import Circle

import counterplay as cp
from counterplay.search.engine import following
from counterplay.search.engine.repeating import came_back


def test_the_line_asks_once_of_each_state_whether_it_has_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, Any]] = []

    def noted(game: Any, state: Any, ply: int, *rest: Any) -> Any:
        asked.append((ply, state))
        return came_back(game, state, ply, *rest)

    monkeypatch.setattr(following, "came_back", noted)
    found = cp.engine(Circle(places=8, start=2), depth=8, compiled=False, deepening=False, aspiration=False)
    assert len(found.line) == 2 and asked
    assert all(one != other for one, other in pairwise(asked))


MATES = ("8/8/3k4/8/8/3K4/8/R7 w - - 0 1", "3k4/8/3K4/8/8/8/3Q4/8 w - - 0 1", "8/8/8/3k4/8/8/QK6/8 b - - 0 1")


@pytest.mark.parametrize("fen", MATES)
def test_the_line_of_a_proven_mate_ends_with_mate(fen: str) -> None:
    """As python-chess sees it; and few nodes go into telling it, none beyond those allowed."""
    game, board = cp.load("chess"), chess.Board(fen)
    found = cp.engine(game, game.parse_state(fen), nodes=3_000_000, memory=64 << 20, compiled=True)
    assert found.distance is not None and found.nodes <= 3_000_064
    state = game.parse_state(fen)
    for action in found.line:
        board.push_san(game.format_action(state, action))
        state = game.result(state, action)
    assert board.is_checkmate() and board.turn != (chess.Board(fen).turn == (found.value > 0))
    assert len(found.line) <= found.distance


@pytest.mark.parametrize(
    "moves", ["2252576253462244111563365343671351441", "7422341735647741166133573473242566", "1233722555341451114725221333"]
)
@pytest.mark.parametrize("compiled", [True, False])
def test_the_line_of_a_proven_win_ends_with_it(moves: str, compiled: bool) -> None:
    """Positions of Pascal Pons's sets: the winner's score says after how many plies the game is over."""
    game = cp.load("connect_four")
    root = state = game.parse_state(moves)
    found = cp.engine(game, root, nodes=20_000, compiled=compiled)
    for action in found.line:
        assert action in game.actions(state) and not game.is_terminal(state)
        state = game.result(state, action)
    assert game.is_terminal(state) and game.utility(state, game.to_move(root)) == found.value
    score = cp.Solver(game).solve(root).score
    assert score is not None and found.value == (1.0 if score > 0 else -1.0)
    stones = 22 - abs(score) - (len(moves) + (score < 0)) // 2  # so many more the winner will have dropped
    assert found.distance is not None and found.distance >= len(found.line) >= 2 * stones - (score > 0)
