"""What may miss something can be switched off, is off in proofs, and saves nodes."""

from __future__ import annotations

from typing import Any

import pytest

import counterplay as cp

CHESS = cp.load("chess")
UNSOUND = ("deeper", "reductions", "late_pruning", "null_move", "reverse_futility", "futility", "exchanges", "delta")
"""The switches that look at less than minimax does."""
ELSEWHERE = ("quiescence", "urgent", "forced", "singular")
"""Those that look at more."""
MIDDLEGAMES = (
    "r1bq1rk1/pp2nppp/2n1p3/2ppP3/3P4/P1P2N2/2P2PPP/R1BQKB1R w KQ - 0 9",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rr2k1/1b3ppp/p3pn2/1p6/3N4/1P2P1P1/P3PPBP/R2R2K1 b - - 0 20",
)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/3k4/8/8/4R3/4K3 w - - 0 1",
        "8/2p5/8/KP5r/8/8/8/4k3 w - - 0 1",
        "4k3/8/4K3/8/8/8/8/R7 w - - 98 80",
        "k7/8/1K6/8/8/8/8/7Q b - - 0 1",
    ],
)
def test_without_them_chess_is_minimax(fen: str) -> None:
    state = CHESS.parse_state(fen)
    off: dict[str, Any] = dict.fromkeys((*UNSOUND, *ELSEWHERE), False)
    game: Any = CHESS.using()
    game.repetition_draws = 0  # minimax knows nothing of the line that led here
    for depth in (1, 2, 3):
        found = cp.engine(game, state, depth=depth, compiled=False, **off)
        assert found.value == cp.minimax(game, state, depth=depth, compiled=False).value


def test_a_search_to_the_end_is_a_proof() -> None:
    """There nothing is on that may miss something, unless it was asked for."""
    decided = cp.Switches().decided(CHESS, by_depth=True, to_the_end=True)
    assert not any(decided[name] for name in UNSOUND)
    usually = cp.Switches().decided(CHESS, by_depth=True)
    assert all(usually[name] for name in UNSOUND)
    assert cp.Switches(null_move=True).decided(CHESS, by_depth=True, to_the_end=True)["null_move"]
    four = cp.Switches().decided(cp.load("connect_four"), by_depth=False)
    assert not any(four[name] for name in UNSOUND), "a game that says nothing is searched without"


def nodes(depth: int, **switches: Any) -> int:
    return sum(cp.engine(CHESS, CHESS.parse_state(fen), depth=depth, compiled=True, **switches).nodes for fen in MIDDLEGAMES)


@pytest.mark.parametrize("name", ["reductions", "late_pruning", "exchanges"])
def test_each_saves_nodes(name: str) -> None:
    assert nodes(10) < nodes(10, **{name: False})


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 1", 3),
        ("1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", 5),
    ],
)
def test_a_mate_that_is_found_is_one(fen: str, plies: int) -> None:
    """Pruning leaves nothing out as long as everything loses: what is called proven is."""
    state = CHESS.parse_state(fen)
    found = cp.engine(CHESS, state, depth=9, compiled=True)
    assert (found.value, found.distance, found.exact) == (1.0, plies, True)
