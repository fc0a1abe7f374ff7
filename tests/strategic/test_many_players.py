"""Three and more players, against what Gambit finds, and against theorems."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from counterplay.errors import UsageError
from counterplay.strategic import NormalForm, classic, load_matrix_game


def near(mixtures: Any, wanted: Any) -> bool:
    return all(abs(float(p) - q) < 1e-5 for a, b in zip(mixtures, wanted, strict=True) for p, q in zip(a, b, strict=True))


@pytest.mark.parametrize(
    ("name", "count", "complete"),
    [
        ("2x2x2.nfg", 9, True),  # McKelvey & McLennan's, the most that 2 x 2 x 2 can have
        ("ijgt__nau2004__sec4.nfg", 1, True),  # irrational
        ("ijgt__nau2004__sec5.nfg", None, False),  # a continuum
        ("tests__2x2x2_nfg_from_local_max_cut_2_pure_1_mixed_eq.nfg", 3, True),
    ],
)
def test_files_as_gambit_has_them(shared_data: Path, name: str, count: int | None, complete: bool) -> None:
    text = (shared_data / "strategic" / "oracles.jsonl").read_text(encoding="utf-8")
    oracle = next(each for each in map(json.loads, text.splitlines()) if each["file"] == name)
    found = load_matrix_game(str(shared_data / "strategic" / name)).nash()
    for wanted in oracle["enumpoly"]:
        assert any(near(each.strategies, wanted["p"]) for each in found), wanted
    assert found.complete is complete
    assert count is None or len(found) == count == len(oracle["enumpoly"])
    assert found.regret <= Fraction(1, 10**14)


def test_random_games_have_an_odd_number() -> None:
    random = Random(1)
    for shape in [(2, 2, 2)] * 6 + [(3, 2, 2), (2, 2, 2, 2)]:
        count = 1
        for size in shape:
            count *= size
        game = NormalForm.from_cells(shape, [[random.randint(-50, 50) for _ in shape] for _ in range(count)])
        found = game.nash()
        assert found.complete
        assert len(found) % 2 == 1, "Wilson 1971: a game that is not degenerate has an odd number of equilibria"
        assert found.regret <= Fraction(1, 10**12)


def test_public_goods() -> None:
    found = classic("public_goods", players=4).nash()
    assert [each.supports for each in found] == [((1,), (1,), (1,), (1,))]
    assert found.complete
    assert "all there are" in str(found)


def test_one_player_only_chooses() -> None:
    found = NormalForm.from_cells((3,), [[1], [5], [5]]).nash()
    assert [each.payoffs for each in found] == [(5,), (5,)]


def test_too_many_supports_is_a_sentence() -> None:
    with pytest.raises(UsageError, match="too many to try"):
        NormalForm.from_cells((6, 6, 6), [[0, 0, 0]] * 216).nash(boxes=1)
