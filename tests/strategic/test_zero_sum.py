"""Values and optimal strategies: exact against von Neumann's theorem and against SciPy; linear programs against SciPy."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from counterplay.errors import UsageError
from counterplay.strategic import MatrixGame, classic, nearly_zero_sum, zero_sum
from counterplay.strategic.linear import Infeasible, Unbounded, maximise

scipy_optimize = pytest.importorskip("scipy.optimize")


def scipy_value(matrix: Any) -> float:
    """The value by HiGHS: maximise v where every column is worth at least v."""
    table = np.array(matrix, dtype=float)
    height, width = table.shape
    answer = scipy_optimize.linprog(
        [0.0] * height + [-1.0],
        A_ub=np.hstack([-table.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=[[1.0] * height + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
    )
    return float(-answer.fun)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (6, 1), (2, 9), (3, 3), (8, 8), (12, 7), (15, 15), (30, 30)])
@pytest.mark.parametrize("spread", [1, 3, 100])
def test_exact_value_against_scipy(shape: tuple[int, int], spread: int) -> None:
    random = Random(sum(shape) * spread)
    matrix = [[random.randint(-spread, spread) for _ in range(shape[1])] for _ in range(shape[0])]
    answer = zero_sum(matrix)  # raises unless both guarantees, recomputed from the mixtures, are the value
    assert float(answer.value) == pytest.approx(scipy_value(matrix), abs=1e-9)
    nearly = nearly_zero_sum(matrix)
    assert nearly.value == pytest.approx(float(answer.value), abs=1e-9)
    assert nearly.gap < 1e-9


def test_rational_matrix_of_thirty() -> None:
    random = Random(7)
    matrix = [[Fraction(random.randint(-50, 50), random.choice((1, 2, 3, 4, 6))) for _ in range(30)] for _ in range(30)]
    assert float(zero_sum(matrix).value) == pytest.approx(scipy_value(matrix), abs=1e-9)


def test_larger_matrix_in_floats() -> None:
    matrix = np.random.default_rng(1).normal(size=(120, 90))
    answer = nearly_zero_sum(matrix)
    assert answer.gap < 1e-12
    assert answer.value == pytest.approx(scipy_value(matrix), abs=1e-9)
    assert (answer.rows >= 0).all()
    assert answer.rows.sum() == pytest.approx(1)


def test_constant_sum_has_a_value_too() -> None:
    game = MatrixGame([[(3, 1), (0, 4)], [(1, 3), (2, 2)]])
    assert game.constant_sum == 4
    assert game.value == Fraction(3, 2)
    with pytest.raises(UsageError, match="Only a zero-sum or constant-sum game has a value"):
        classic("chicken").solve()


@pytest.mark.parametrize(
    ("bad", "words"),
    [([], "rows of equal length"), ([[]], "rows of equal length"), ([[1, 2], [3]], "rows of equal length"), ([[1, "x"]], "no number")],
)
def test_bad_matrices_of_fractions(bad: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        zero_sum(bad)


@pytest.mark.parametrize(
    ("bad", "words"), [([], "at least one"), ([[float("nan"), 1]], "NaN"), ([[1, float("inf")]], "NaN or an infinity")]
)
def test_bad_matrices_of_floats(bad: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        nearly_zero_sum(bad)


# ── Linear programs ──
@settings(max_examples=200)
@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_linear_programs_against_scipy(height: int, width: int, data: st.DataObject) -> None:
    numbers = st.integers(-4, 4)
    objective = data.draw(st.lists(numbers, min_size=width, max_size=width))
    matrix = [data.draw(st.lists(numbers, min_size=width, max_size=width)) for _ in range(height)]
    bounds = data.draw(st.lists(numbers, min_size=height, max_size=height))
    wanted = scipy_optimize.linprog([-c for c in objective], A_ub=matrix, b_ub=bounds, options={"presolve": False})
    assume(wanted.status != 4)  # "numerical difficulties": it does not know

    def exactly(row: list[int]) -> list[Fraction]:
        return list(map(Fraction, row))

    try:
        best = maximise(exactly(objective), [exactly(row) for row in matrix], exactly(bounds))
    except Infeasible:
        assert wanted.status == 2
    except Unbounded:
        assert wanted.status == 3
    else:
        assert wanted.status == 0
        assert float(best.value) == pytest.approx(-wanted.fun, abs=1e-7)


def test_beales_cycle_ends() -> None:
    """Beale's example (1955), on which Dantzig's rule without care cycles for ever."""
    f = Fraction
    best = maximise(
        [f(3, 4), f(-20), f(1, 2), f(-6)],
        [[f(1, 4), f(-8), f(-1), f(9)], [f(1, 2), f(-12), f(-1, 2), f(3)], [f(0), f(0), f(1), f(0)]],
        [f(0), f(0), f(1)],
    )
    assert best.value == f(5, 4)
