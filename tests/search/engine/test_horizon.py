"""The lectures' two diagrams: an evaluation in the middle of a trade, and a promotion that delaying checks push past the horizon."""

from __future__ import annotations

from typing import Any

import counterplay as cp

CHESS = cp.load("chess")
TRADE = CHESS.parse_state("r2q2k1/5ppp/p1n1b3/3p4/8/2N2N2/PP3PPP/3R1QK1 w - - 0 1")
"""Equal material; the pawn on d5 is protected."""
PROMOTION = CHESS.parse_state("7k/P5b1/6pp/2p1p3/8/5K2/8/8 b - - 0 1")
"""Nothing stops the pawn on a7; a check puts it off by two plies."""


def move(state: Any, depth: int, **switches: Any) -> tuple[str, float]:
    found = cp.engine(CHESS, state, depth=depth, compiled=False, **switches)
    return CHESS.format_action(state, found.action), found.value


def test_no_evaluation_in_the_middle_of_a_trade() -> None:
    taken, hope = move(TRADE, 1, quiescence=False)
    assert taken == "Rxd5"
    quiet, truth = move(TRADE, 1)
    assert quiet != "Rxd5"
    assert truth < hope
    assert move(TRADE, 2, quiescence=False)[0] != "Rxd5", "one ply more sees the rook taken"


def test_delaying_checks_do_not_help() -> None:
    delaying, hope = move(PROMOTION, 2, urgent=False)
    assert (delaying, hope > 0) == ("e4+", True), "a pawn is given up so that the promotion is out of sight"
    other, truth = move(PROMOTION, 2)
    assert (other != "e4+", truth < -0.4) == (True, True), "who answers a check looks one ply deeper"
    assert move(PROMOTION, 3, urgent=False)[1] < -0.4
