"""All equilibria of two players: against Gambit's exact answers, against slow ways, and against known numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategic.brute_force import by_supports, extreme_equilibria

from counterplay.errors import CounterplayError, UsageError
from counterplay.strategic import MatrixGame, classic, equilibria, load_matrix_game
from counterplay.strategic.equilibria import maximal_bicliques, polytopes
from counterplay.strategic.simple_vertices import simple_vertices
from counterplay.strategic.vertices import exact_vertices
from counterplay.strategic.whole_vertices import whole_vertices

HALF = Fraction(1, 2)


def matrix(random: Random, height: int, width: int, low: int, high: int) -> list[list[Fraction]]:
    return [[Fraction(random.randint(low, high)) for _ in range(width)] for _ in range(height)]


def found_in(game: MatrixGame, **settings: Any) -> set[Any]:
    found = game.nash(**settings)
    assert all(each.regret == 0 for each in found)
    return {each.strategies for each in found}


def lines(shared_data: Path) -> list[dict[str, Any]]:
    text = (shared_data / "strategic" / "oracles.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_file_as_gambit_has_it(shared_data: Path) -> None:
    checked = 0
    for oracle in lines(shared_data):
        if not oracle["file"].endswith(".nfg"):
            continue
        game: Any = load_matrix_game(str(shared_data / "strategic" / oracle["file"]))
        assert game.title == oracle["title"]
        assert list(game.shape) == oracle["strategies"]
        assert (game.constant_sum is not None) == oracle["const_sum"]
        assert sorted(game.pure_equilibria()) == sorted(map(tuple, oracle["pure"])), oracle["file"]
        if oracle["players"] == 2:
            wanted = {tuple(tuple(map(Fraction, mixture)) for mixture in each["p"]) for each in oracle["extreme"]}
            assert found_in(game) == wanted, oracle["file"]
            assert len(wanted) == oracle["n_extreme_distinct"]
        if "lp" in oracle:
            assert game.value == Fraction(oracle["lp"][0]["u"][0])
        checked += 1
    assert checked == 35


# ── Known games ──
def test_prisoners_dilemma_of_the_lectures() -> None:
    game = classic("prisoners_dilemma")
    assert game.cells == [(-1, -1), (-3, 0), (0, -3), (-2, -2)]
    assert game.dominant(0) == game.dominant(1) == 1
    assert [each.strategies for each in game.nash()] == [((0, 1), (0, 1))]
    assert (1, 1) not in game.pareto()
    assert game.welfare().profiles == [(0, 0)]


def test_rock_paper_scissors() -> None:
    game = classic("rock_paper_scissors")
    third = Fraction(1, 3)
    assert [each.strategies for each in game.nash()] == [((third,) * 3,) * 2]
    assert game.value == 0
    assert game.dominant(0) is game.dominant(1, strict=False) is None
    assert game.pure_equilibria() == []


def test_battle_of_the_sexes_has_three() -> None:
    found = classic("battle_of_the_sexes").nash()
    assert [each.payoffs for each in found] == [(3, 2), (Fraction(6, 5), Fraction(6, 5)), (2, 3)]
    assert found.finite
    assert len(found.pure) == 2


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7])
def test_coordination(size: int) -> None:
    assert len(classic("coordination", size=size).nash()) == 2**size - 1


def test_oneill() -> None:
    game = classic("oneill")
    fifth = Fraction(1, 5)
    assert game.value == -fifth
    assert found_in(game) == {((2 * fifth, fifth, fifth, fifth),) * 2}


def test_morra_by_dresher() -> None:
    """Two-finger Morra is fair; 4 : 3 between the two middle calls and 3 : 2 … are its good strategies (Dresher 1961)."""
    game = classic("morra")
    assert game.value == 0
    sevenths, twelfths = (0, Fraction(4, 7), Fraction(3, 7), 0), (0, Fraction(3, 5), Fraction(2, 5), 0)
    assert {x for x, _ in found_in(game)} == {sevenths, twelfths}


def test_travellers_dilemma_ends_at_the_bottom() -> None:
    game = classic("travellers_dilemma", most=8)
    assert game.pure_equilibria() == [(0, 0)]
    assert game.eliminate(strict=False).solved


# ── Continua ──
def test_a_continuum_is_said_plainly() -> None:
    game = MatrixGame([[1, 1], [0, 2]], [[0, 1], [3, 3]], players=("Ann", "Bob"), strategies=(("up", "down"), ("left", "right")))
    found = game.nash()
    assert not found.finite
    assert len(found.components) == 1
    assert "A continuum: Ann plays down, Bob any mixture of these two: (1/2 left + 1/2 right), (right)" in str(found)
    # The middle of it is an equilibrium as well, and a point beyond its end is not.
    assert game.equilibrium([1, (Fraction(1, 4), Fraction(3, 4))]).regret == 0
    assert game.equilibrium([1, (Fraction(3, 4), Fraction(1, 4))]).regret > 0


def test_components_hold_every_extreme_equilibrium() -> None:
    random = Random(5)
    for _ in range(60):
        game = MatrixGame(matrix(random, 3, 4, 0, 2), matrix(random, 3, 4, 0, 2))
        found = game.nash()
        numbers = sorted(number for component in found.components for number in component.equilibria)
        assert numbers == list(range(len(found)))
        for component in found.components:
            for each in component.sets:
                middle = [tuple(sum(ps) / len(side) for ps in zip(*side, strict=True)) for side in (each.rows, each.columns)]
                assert game.equilibrium(middle).regret == 0


def test_nobody_cares() -> None:
    found = MatrixGame([[0] * 5] * 4).nash()
    assert len(found) == 20
    assert len(found.components) == len(found.components[0].sets) == 1


@given(st.lists(st.integers(0, 63), max_size=6))
def test_maximal_bicliques_against_all_subsets(joined: list[int]) -> None:
    wanted = set()
    for some in range(1, 1 << len(joined)):
        shared = (1 << 6) - 1
        for i, others in enumerate(joined):
            if some >> i & 1:
                shared &= others
        if shared:
            wanted.add((sum(1 << i for i, others in enumerate(joined) if shared & ~others == 0), shared))
    found = maximal_bicliques(joined, 6)
    assert len(found) == len(set(found))
    assert set(found) == wanted


# ── Two methods, the same set ──
GAMES = 120
"""All 2,000 were run once by hand (GAMES = 2_000, 18 s); this many on every run."""


def test_vertices_against_brute_force() -> None:
    random = Random(1)
    degenerate = 0
    for number in range(GAMES):
        height, width = random.randint(1, 4), random.randint(1, 3 + number % 2)
        spread = random.choice((1, 2, 5, 100))
        rows, columns = matrix(random, height, width, -spread, spread), matrix(random, height, width, -spread, spread)
        game = MatrixGame(rows, columns)
        found = found_in(game)
        degenerate += len(found) % 2 == 0 or not game.nash().finite
        assert found == extreme_equilibria(rows, columns), game.cells
    assert degenerate > GAMES / 20, "degenerate games are among them"


def test_machine_code_against_supports_and_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibria, "MACHINE_FROM", 0)
    random = Random(2)
    simple = 0
    for height, width in [(2, 3), (3, 3), (4, 4), (4, 5), (5, 5), (5, 4)]:
        rows, columns = matrix(random, height, width, -(10**6), 10**6), matrix(random, height, width, -(10**6), 10**6)
        game = MatrixGame(rows, columns)
        for polytope in polytopes(game):
            fast, slow = simple_vertices(*polytope), exact_vertices(*polytope)
            simple += fast is not None
            assert fast is None or sorted(fast) == sorted(slow)
        assert found_in(game) == found_in(game, exact=True) == by_supports(rows, columns)
    assert simple == 12


def test_machine_code_against_whole_numbers_on_larger_games() -> None:
    random = Random(3)
    for size in (7, 8):
        game = MatrixGame(matrix(random, size, size, -(10**6), 10**6), matrix(random, size, size, -(10**6), 10**6))
        assert found_in(game) == found_in(game, exact=True)
        assert len(game.nash()) % 2 == 1, "a game that is not degenerate has an odd number (Wilson 1971)"


def test_machine_code_says_when_it_is_not_certain() -> None:
    """A tie of one part in 10^15 is no tie, but floats cannot know; an exact tie is one."""
    for tie in (Fraction(0), Fraction(1, 10**15), Fraction(-1, 10**15)):
        rows = [[Fraction((i * 37 + j * 61) % 101) for j in range(7)] for i in range(7)]
        rows[0][0] = Fraction(200)
        rows[1][0] = 200 + tie
        game = MatrixGame(rows, [list(line) for line in zip(*rows, strict=True)])
        assert simple_vertices(*polytopes(game)[1]) is None
        assert found_in(game) == found_in(game, exact=True)


def test_degenerate_games_in_words_of_the_machine() -> None:
    """Vertices, their labels and their mixtures are those of the walk in whole numbers of any length."""
    random = Random(4)
    for height, width, spread in [(1, 1, 0), (2, 3, 1), (4, 4, 1), (5, 6, 2), (6, 6, 9), (3, 3, 0), (7, 7, 2), (5, 5, 1000)]:
        game = MatrixGame(matrix(random, height, width, 0, spread), matrix(random, height, width, 0, spread))
        for polytope in polytopes(game):
            slow, fast = exact_vertices(*polytope), whole_vertices(*polytope)
            assert fast is not None
            assert {int(labels): fast.mixture(place) for place, labels in enumerate(fast.labels)} == slow
    larger = MatrixGame(matrix(random, 8, 7, 0, 2), matrix(random, 8, 7, 0, 2))
    assert found_in(larger) == found_in(larger, exact=True)
    assert not larger.nash().finite


def test_machine_words_say_when_they_are_too_short() -> None:
    random = Random(5)
    for size, spread in ((8, 10**6), (3, 10**12)):
        rows = matrix(random, size, size, 0, spread)
        rows[1] = list(rows[0])  # so that it is degenerate
        game = MatrixGame(rows, rows)
        assert whole_vertices(*polytopes(game)[1]) is None
    assert found_in(game) == found_in(game, exact=True)


def test_huge_payoffs() -> None:
    """Where Gambit returned none: battle of the sexes a million million times over, with a little added."""
    game = MatrixGame([[(3 * 10**12 + 1, 2 * 10**12), (10**12, 10**12)], [(10**12, 10**12), (2 * 10**12, 3 * 10**12 + 1)]])
    assert len(game.nash()) == 3


@pytest.mark.parametrize("label", range(7))
def test_lemke_howson_ends_at_an_equilibrium(label: int) -> None:
    random = Random(label)
    for spread in (1, 3, 1000):
        game = MatrixGame(matrix(random, 3, 4, -spread, spread), matrix(random, 3, 4, -spread, spread))
        found = game.lemke_howson(label)
        assert found.regret == 0
        assert found.strategies in found_in(game)


def test_lemke_howson_of_a_larger_game() -> None:
    random = Random(9)
    assert MatrixGame(matrix(random, 30, 30, -99, 99), matrix(random, 30, 30, -99, 99)).lemke_howson(3).regret == 0


@settings(max_examples=30)
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_scaling_and_shifting_change_nothing(height: int, width: int, data: st.DataObject) -> None:
    entry = st.fractions(-5, 5, max_denominator=4)
    table = st.lists(st.lists(entry, min_size=width, max_size=width), min_size=height, max_size=height)
    rows, columns = data.draw(table), data.draw(table)
    factor, shift = data.draw(st.fractions("1/9", 9, max_denominator=9)), data.draw(entry)
    changed = [[factor * each + shift for each in row] for row in rows]
    assert found_in(MatrixGame(rows, columns)) == found_in(MatrixGame(changed, columns))


def test_too_large_for_all_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from counterplay.strategic import vertices

    monkeypatch.setattr(vertices, "MOST_BASES", 50)
    with pytest.raises(CounterplayError, match=r"more than 50 vertices.*lemke_howson"):
        classic("coordination", size=6).nash()


def test_labels_are_checked() -> None:
    with pytest.raises(UsageError, match="numbered from 0 to 3"):
        classic("chicken").lemke_howson(4)
