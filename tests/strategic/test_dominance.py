"""Dominance, security, properties, correlated equilibria: textbook facts, and each answer against its definition."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.errors import UsageError
from counterplay.strategic import MatrixGame, NormalForm, classic
from counterplay.strategic.security import against

HALF = Fraction(1, 2)


def random_game(random: Random, shape: tuple[int, ...], spread: int) -> Any:
    count = 1
    for size in shape:
        count *= size
    return NormalForm.from_cells(shape, [[random.randint(-spread, spread) for _ in shape] for _ in range(count)])


def test_only_a_mixture_dominates() -> None:
    """The textbook's: 3 and 0, 0 and 3 dominate 1 and 1 only together."""
    game = MatrixGame([[3, 0], [0, 3], [1, 1]], [[0, 0]] * 3, strategies=(("top", "middle", "bottom"), ("left", "right")))
    assert game.dominated(0, mixed=False) == []
    (found,) = game.dominated(0)
    assert (found.strategy, found.by, found.margin) == (2, (HALF, HALF, Fraction(0)), HALF)
    assert str(found) == "Player 1: bottom is strictly dominated by 1/2 top + 1/2 middle, better by at least 1/2"


def test_weakly_by_a_mixture() -> None:
    game = MatrixGame([[2, 0, 4], [0, 2, 4], [1, 1, 3]], [[0] * 3] * 3)
    assert game.dominated(0) == []
    (found,) = game.dominated(0, strict=False)
    assert (found.strategy, found.strict, found.margin) == (2, False, Fraction(0))


def test_elimination_is_told_step_by_step() -> None:
    """Osborne and Rubinstein's kind of example: right goes first, then down, then left."""
    game = MatrixGame([[(1, 0), (1, 2), (0, 1)], [(0, 3), (0, 1), (2, 0)]], strategies=(("Up", "Down"), ("Left", "Middle", "Right")))
    found = game.eliminate()
    told = [[(each.player, each.strategy) for each in steps] for steps in found.rounds]
    assert told == [[(1, 2)], [(0, 1)], [(1, 0)]]
    assert found.solved
    assert found.kept == ((0,), (1,))
    assert str(found).startswith("Round 1: Player 2: Right is strictly dominated by Middle, better by at least 1.\nRound 2: Player 1: Down")
    assert found.svg().count("round 1") == 1


@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (2, 3, 2)])
def test_dominated_against_the_definition(shape: tuple[int, ...]) -> None:
    random = Random(sum(shape))
    for spread in (1, 2, 9):
        for _ in range(8):
            game = random_game(random, shape, spread)
            for strict in (True, False):
                for each in game.dominated(strict=strict):
                    matrix = against(game, each.player)
                    gains = [
                        sum(p * row[s] for p, row in zip(each.by, matrix, strict=True)) - matrix[each.strategy][s]
                        for s in range(len(matrix[0]))
                    ]
                    assert min(gains) == each.margin if each.strict else min(gains) == 0 < max(gains)
                    assert each.by[each.strategy] == 0 or not each.strict


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_strict_elimination_keeps_every_equilibrium(seed: int) -> None:
    game = random_game(Random(seed), (4, 4), 4)
    found = game.eliminate()
    whole = {each.strategies for each in game.nash()}
    left = set()
    for each in found.left.nash():
        mixtures = []
        for mixture, kept, size in zip(each.strategies, found.kept, game.shape, strict=True):
            entries = [Fraction(0)] * size
            for k, p in zip(kept, mixture, strict=True):
                entries[k] = p
            mixtures.append(tuple(entries))
        left.add(tuple(mixtures))
    assert left == whole


def test_an_undominated_strategy_is_a_best_response_to_something() -> None:
    """Pearce 1984: in games of two, strictly dominated and never a best response are the same."""
    random = Random(4)
    for _ in range(15):
        game = random_game(random, (4, 3), 5)
        dominated = {each.strategy for each in game.dominated(0)}
        best = set()
        for a in range(13):
            for b in range(13 - a):
                best |= set(game.best_responses(0, [(Fraction(a, 12), Fraction(b, 12), Fraction(12 - a - b, 12))]))
        assert not dominated & best


def test_security() -> None:
    found = classic("battle_of_the_sexes").security(0)
    assert (found.level, found.strategy) == (Fraction(6, 5), (Fraction(2, 5), Fraction(3, 5)))
    assert (found.pure, found.pure_level) == (0, 0)
    assert classic("public_goods").security(2).level == 0


# ── Properties ──
@pytest.mark.parametrize(
    ("name", "zero", "symmetric", "potential"),
    [
        ("prisoners_dilemma", False, True, True),
        ("rock_paper_scissors", True, True, False),
        ("matching_pennies", True, False, False),
        ("battle_of_the_sexes", False, False, True),
        ("coordination", False, True, True),
        ("public_goods", False, True, True),
        ("oneill", True, False, False),
    ],
)
def test_kinds(name: str, zero: bool, symmetric: bool, potential: bool) -> None:
    game = classic(name)
    assert (game.zero_sum, game.symmetric, game.potential() is not None) == (zero, symmetric, potential)


def test_congestion_has_a_potential_with_pure_equilibria_at_its_tops() -> None:
    cells = []
    for a in (0, 1):
        for b in (0, 1):
            for c in (0, 1):
                cells.append([-([a, b, c].count(choice) ** 2) for choice in (a, b, c)])
    game = NormalForm.from_cells((2, 2, 2), cells)
    values = game.potential()
    assert values is not None
    tops = {profile for profile, value in zip(game.profiles(), values, strict=True) if value == max(values)}
    assert tops <= set(game.pure_equilibria())


def test_pareto_and_welfare() -> None:
    game = classic("stag_hunt")
    assert game.pareto() == [(0, 0)]
    assert game.welfare().total == 8
    assert sorted(classic("prisoners_dilemma").pareto()) == [(0, 0), (0, 1), (1, 0)]


# ── Correlated equilibria ──
def test_aumanns_example() -> None:
    """Aumann 1974/1987: with 6,6 2,7 7,2 0,0 the best sum is 10 1/2, beyond the equilibria's."""
    game = MatrixGame([[(6, 6), (2, 7)], [(7, 2), (0, 0)]])
    found = game.correlated()
    assert found.payoffs == (Fraction(21, 4), Fraction(21, 4))
    assert found.probabilities == {(0, 0): HALF, (0, 1): Fraction(1, 4), (1, 0): Fraction(1, 4)}
    assert max(sum(each.payoffs) for each in game.nash()) == Fraction(28, 3)
    assert sum(game.correlated("least welfare").payoffs) <= sum(found.payoffs)


def test_coarse_is_wider_than_correlated_is_wider_than_nash() -> None:
    random = Random(11)
    for _ in range(15):
        game = random_game(random, (3, 3), 6)
        best_nash = max(sum(each.payoffs) for each in game.nash())
        correlated, coarse = sum(game.correlated().payoffs), sum(game.correlated(coarse=True).payoffs)
        assert best_nash <= correlated <= coarse
        assert game.correlated("player 1").payoffs[0] >= max(each.payoffs[0] for each in game.nash())


def test_correlated_of_three_players() -> None:
    found = classic("public_goods").correlated()
    assert found.probabilities == {(1, 1, 1): 1}
    with pytest.raises(UsageError, match="none of: welfare"):
        classic("chicken").correlated("happiness")
