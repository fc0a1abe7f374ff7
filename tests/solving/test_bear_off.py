"""The bear-off against tables that another program computed, and that agree with GNU Backgammon's."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.solving.bear_off import ROLLS, BearOff


@pytest.fixture(scope="module")
def table() -> BearOff:
    return BearOff(cp.load("backgammon(steps=true)"), checkers=6)


def rows(file: Path) -> Iterator[dict[str, str]]:
    with file.open() as lines:
        next(lines)
        yield from csv.DictReader(lines)


def position(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def test_there_are_21_rolls() -> None:
    assert len(ROLLS) == 21 and sum(p for _, _, p in ROLLS) == pytest.approx(1.0, abs=1e-15)


def test_every_mean_and_every_distribution_of_one_side(table: BearOff, shared_data: Path) -> None:
    compared = 0
    for row in rows(shared_data / "backgammon/bearoff_one_sided.csv"):
        place = position(row["position"])
        assert table.mean_rolls(place) == pytest.approx(float(row["mean_rolls"]), abs=1e-9)
        for rolls in range(1, 7):
            assert table.off_in(place, rolls) == pytest.approx(float(row[f"p_off_in_{rolls}"]), abs=1e-9)
        compared += 1
    assert compared == 923 == len(table.positions) - 1


def test_every_race_of_two_sides(table: BearOff, shared_data: Path) -> None:
    compared = 0
    for row in rows(shared_data / "backgammon/bearoff_two_sided.csv"):
        assert table.wins(position(row["on_roll"]), position(row["opp"])) == pytest.approx(float(row["p_win_exact"]), abs=1e-9)
        compared += 1
    assert compared == 2229


def test_the_rules_of_the_whole_game_agree(table: BearOff) -> None:
    """`solve` on the same positions by the whole rules, and whole plays instead of steps: with two checkers each that is quick."""
    game: Any = cp.load("backgammon(most_points=1)")
    for mine, theirs in (((0, 0, 0, 0, 1, 1), (1, 0, 0, 0, 1, 0)), ((0, 1, 0, 0, 0, 1), (0, 0, 0, 0, 1, 1))):
        first = sum(number << 4 * point for point, number in enumerate(mine, 1)) + 13
        second = sum(number << 4 * (25 - point) for point, number in enumerate(theirs, 1)) + (13 << 100)
        state = game.initial()._replace(first=first, second=second, turn=0)
        value = cp.solve(game, state, compiled=False).value
        assert (1 + value) / 2 == pytest.approx(table.wins(mine, theirs), abs=1e-9)


def test_bad_input_is_refused(table: BearOff) -> None:
    with pytest.raises(cp.UsageError, match=r"steps=true"):
        BearOff(cp.load("backgammon"))
    with pytest.raises(cp.UsageError, match="from 1 to 10"):
        BearOff(cp.load("backgammon(steps=true)"), checkers=16)
    with pytest.raises(cp.UsageError, match="not in this table"):
        table.mean_rolls((9, 0, 0, 0, 0, 0))
