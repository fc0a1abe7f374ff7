"""In which order the engine tries actions, and which it puts aside: the lists that its loop works on."""

from __future__ import annotations

from array import array
from typing import Any

import chess
import pytest

import counterplay as cp
from counterplay.search.engine import deepening
from counterplay.search.engine import room as layout
from counterplay.search.engine.ordering import bring_noisy
from counterplay.search.engine.pruning import NEVER, enough_actions, keep_loud
from counterplay.watch import Line

CHESS = cp.load("chess")
POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


def room(**switches: int) -> Any:
    words = layout.Room(compiled=False, motifs=True).words
    for name, value in switches.items():
        words[getattr(layout, name.upper())] = value
    return words


def listed(fen: str) -> tuple[Any, list[int], array[float]]:
    state = CHESS.parse_state(fen)
    actions = list(CHESS.actions(state))
    return state, actions, array("d", range(len(actions)))


def is_loud(fen: str, name: str) -> bool:
    """What python-chess says: a capture, a promotion to a queen, or a check."""
    board = chess.Board(fen)
    move = board.parse_san(name)
    return board.is_capture(move) or move.promotion == chess.QUEEN or board.gives_check(move)


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("start", [0, 3])
def test_what_is_kept_is_loud_and_keeps_order_and_promise(fen: str, start: int) -> None:
    state, actions, promises = listed(fen)
    moves = list(actions)
    last = keep_loud(CHESS, state, start, len(moves), moves, promises, room(urgent=1))
    loud = [action for action in actions[start:] if is_loud(fen, CHESS.format_action(state, action))]
    assert moves[:start] == actions[:start] and moves[start:last] == loud
    assert [actions[int(promise)] for promise in promises[start:last]] == loud
    assert 0 < len(loud) < len(actions) - start


@pytest.mark.parametrize("fen", POSITIONS)
def test_noisy_ones_come_first_and_none_is_lost(fen: str) -> None:
    state, actions, _ = listed(fen)
    moves = list(actions)
    after = bring_noisy(CHESS, state, 1, len(moves), moves, room(quiescence=1, promise=layout.BY_PROMISE))
    assert moves[0] == actions[0] and sorted(moves) == sorted(actions)
    assert [CHESS.is_noisy(state, move) for move in moves[1:]] == [True] * (after - 1) + [False] * (len(moves) - after)
    assert bring_noisy(CHESS, state, 1, len(moves), list(actions), room(promise=layout.BY_PROMISE)) == len(moves)


def test_when_it_is_enough() -> None:
    behind, level = 9.0, 0.0
    assert enough_actions(2, behind, True, room(futility=1, late_pruning=1)) == 1
    assert enough_actions(2, level, True, room(futility=1, late_pruning=1)) == 7
    assert enough_actions(2, level, False, room(late_pruning=1)) < 7
    assert enough_actions(2, behind, True, room()) == enough_actions(99, level, True, room(late_pruning=1)) == NEVER


class Siblings(Line):
    """Notes which actions are tried at each node, one after the other."""

    def __init__(self, depth: int, top: int | None = None) -> None:
        super().__init__(depth, top)
        self.open: list[list[Any]] = []

    def enter(self, state: Any, depth: int, alpha: float, beta: float) -> bool:
        self.open.append([])
        return super().enter(state, depth, alpha, beta)

    def descend(self, action: Any) -> None:
        self.open[-1].append(action)

    def leave(self, value: Any) -> None:
        TRIED.append(self.open.pop())


TRIED: list[list[Any]] = []


@pytest.mark.parametrize("fen", POSITIONS)
def test_no_action_of_a_node_is_tried_twice(fen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those put aside do not come back, nor do those kept come twice."""
    TRIED.clear()
    monkeypatch.setattr(deepening, "Line", Siblings)
    cp.engine(CHESS, CHESS.parse_state(fen), depth=5, compiled=False)
    assert max(map(len, TRIED)) > 10
    assert all(len(set(tried)) == len(tried) for tried in TRIED)
