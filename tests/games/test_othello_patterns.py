"""The patterns of Othello's learned evaluation, read square by square; and what it is worth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.evaluations import Network, own_network
from counterplay.evaluations.forward import MOST_ACTIVE, network_value
from counterplay.games.othello.patterns import FIRST_CORNERS, INPUTS, INPUTS_A_PHASE, LINES, corner_number, edge_number, line_number
from counterplay.kernels import Runner, kernel
from counterplay.learning.yardstick import measured
from counterplay.watch import Watch
from counterplay.weights import Weights

OTHELLO = cp.games.Othello()
EDGES = {"a1 b1 c1 d1 e1 f1 g1 h1 b2 g2", "a8 b8 c8 d8 e8 f8 g8 h8 b7 g7", "a1 a2 a3 a4 a5 a6 a7 a8 b2 b7", "h1 h2 h3 h4 h5 h6 h7 h8 g2 g7"}
CORNERS = {"a1 b1 c1 a2 b2 c2 a3 b3 c3", "h1 g1 f1 h2 g2 f2 h3 g3 f3", "a8 b8 c8 a7 b7 c7 a6 b6 c6", "h8 g8 f8 h7 g7 f7 h6 g6 f6"}
ROWS = {" ".join(f"{column}{row}" for column in "abcdefgh") for row in range(2, 8)}
COLUMNS = {" ".join(f"{column}{row}" for row in range(1, 9)) for column in "bcdefg"}
FALLING = {" ".join(f"{'abcdefgh'[i + max(0, gap)]}{i + max(0, -gap) + 1}" for i in range(8 - abs(gap))) for gap in range(-4, 5)}
RISING = {" ".join(f"{name[0]}{9 - int(name[1])}" for name in line.split()) for line in FALLING}
BOARDS = st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)).map(lambda both: (both[0], both[1] & ~both[0]))


def covering(names: str, mine: int, theirs: int) -> int:
    """The number of a covering, digit by digit."""
    squares = ["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names.split()]
    return sum(3**digit * ((mine >> square & 1) + 2 * (theirs >> square & 1)) for digit, square in enumerate(squares))


@given(BOARDS)
def test_numbers_are_the_squares_in_base_three(discs: tuple[int, int]) -> None:
    mine, theirs = discs
    assert sorted(edge_number(mine, theirs, edge) for edge in range(4)) == sorted(covering(line, mine, theirs) for line in EDGES)
    corners = sorted(corner_number(mine, theirs, corner) - FIRST_CORNERS for corner in range(4))
    assert corners == sorted(covering(line, mine, theirs) for line in CORNERS)
    lines = sorted(line_number(mine, theirs, line) - LINES[line][3] for line in range(len(LINES)))
    assert lines == sorted(covering(line, mine, theirs) for line in ROWS | COLUMNS | FALLING | RISING)


@given(st.integers(0, 60), st.integers(0, 2**32))
def test_all_coverings_of_a_board_are_of_one_phase(plies: int, seed: int) -> None:
    state, rng = OTHELLO.initial(), cp.Random(seed)
    for _ in range(plies):
        if not OTHELLO.is_terminal(state):
            state = OTHELLO.result(state, OTHELLO.random_action(state, rng))
    numbers, amounts = [0] * MOST_ACTIVE, [0.0] * MOST_ACTIVE
    active = OTHELLO.coverings(state, numbers, amounts)
    assert active == 4 + 12 + 18 + 4 + 3
    assert all(0 <= place < INPUTS for place in numbers[:active])
    assert len({place // INPUTS_A_PHASE for place in numbers[:active]}) == 1
    assert max(amounts) <= 1


@kernel
def total(game, state, rng, watch):
    """What the network says of all positions of a random game."""
    found = 0.0
    while not game.is_terminal(state) and not watch.stopped():
        found += network_value(game, state, 0)
        state = game.result(state, game.random_action(state, rng))
    return found


def test_compiled_patterns_equal_interpreted_ones() -> None:
    numbers = np.random.default_rng(1).normal(0, 0.2, INPUTS + 1)
    game = Network("othello", INPUTS, 0, (-1.0, 1.0), Weights(numbers)).carried_by(OTHELLO)
    both = [Runner(compiled)(total, game, OTHELLO.initial(), cp.Random(5), watch=Watch()) for compiled in (True, False)]
    assert both[0] == pytest.approx(both[1], abs=1e-12)


def test_the_network_that_comes_with_othello_beats_the_features() -> None:
    """Both look one ply ahead. With these dice it is always the same games, so the bar is no matter of luck."""
    path = own_network(OTHELLO)
    assert path is not None
    score = measured(OTHELLO, Network.load(path), 200)
    assert score.share > 0.8
    assert own_network(cp.games.Othello(6)) is None, "it has learned 8x8 squares"
