"""Checkers: Aart Bik's counts, PDN, and what the rules say in positions made for it."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.games.checkers import Checkers

GAME = Checkers()
TESTED_LEAVES = 20_000_000


def moves(fen: str) -> list[str]:
    state = GAME.parse_state(fen)
    return sorted(GAME.format_action(state, action) for action in GAME.actions(state))


def after(fen: str, move: str) -> str:
    state = GAME.parse_state(fen)
    return GAME.format_state(GAME.result(state, GAME.parse_action(state, move)))


def test_perft_is_the_published_one(shared_data: Path) -> None:
    lines = (line for line in (shared_data / "checkers/checkers_perft.csv").read_text().splitlines() if not line.startswith("#"))
    table = {int(row["depth"]): int(row["nodes"]) for row in csv.DictReader(lines)}
    for depth, leaves in table.items():
        if leaves <= TESTED_LEAVES:
            assert cp.perft(GAME, depth, compiled=depth > 4).leaves == leaves


def test_whoever_can_capture_must_and_goes_on_but_need_not_take_most() -> None:
    assert moves("B:W6,22:B1,21") == ["1x10"]
    assert moves("B:W6,15,14:B1") == ["1x10x17", "1x10x19"]
    assert after("B:W6,15,14:B1", "1x10x19") == "W:W14:B19"
    assert moves("B:W6,7,15,16,24:B2") == ["2x11x18", "2x11x20x27", "2x9"]


def test_the_same_first_and_last_square_by_two_ways_are_two_moves() -> None:
    fen = "B:W6,7,14,15:BK2"
    assert moves(fen) == ["2x11x18x9x2", "2x9x18x11x2"]  # a king may come back to where it was
    state = GAME.parse_state(fen)
    with pytest.raises(cp.UsageError, match="names 2 moves"):
        GAME.parse_action(state, "2x2")
    assert GAME.parse_action(GAME.parse_state("B:W6,15:B1"), " 1X19 ") == GAME.parse_action(GAME.parse_state("B:W6,15:B1"), "1x10x19")


def test_crowning_ends_the_move() -> None:
    assert moves("B:W26,25:B22") == ["22x29", "22x31"]
    fen = "B:W26,27:B22"  # a king on 31 could go on over 27
    assert moves(fen) == ["22x31"] and after(fen, "22x31") == "W:W27:BK31"
    assert after("W:W5:B28", "5-1").startswith("B:WK1")


def test_men_go_forward_kings_both_ways_and_a_man_may_capture_a_king() -> None:
    assert moves("B:W32:B10,K19") == ["10-14", "10-15", "19-15", "19-16", "19-23", "19-24"]
    assert moves("W:W32:B10,K28") == ["32-27"]
    assert after("B:WK6:B1", "1x10") == "W:W:B10"


def test_no_move_left_is_lost() -> None:
    for fen, loser in (("W:W:B10", 1), ("W:W12:B8,3", 1), ("B:W32:B", 0)):
        state = GAME.parse_state(fen)
        assert GAME.is_terminal(state) and GAME.utility(state, loser) == -1 == -GAME.utility(state, 1 - loser)


def test_forty_quiet_moves_of_each_side_are_a_draw() -> None:
    state = GAME.parse_state("B:WK1:BK32:H79")
    assert not GAME.is_terminal(state)
    state = GAME.result(state, GAME.parse_action(state, "32-28"))
    assert GAME.is_terminal(state) and GAME.utility(state, 0) == 0
    assert GAME.parse_state(GAME.format_state(state)) == state
    endless = Checkers(quiet_moves=0)
    assert (
        not endless.finite
        and endless.result(endless.parse_state("B:WK1:BK32"), GAME.parse_action(GAME.parse_state("B:WK1:BK32"), "32-28")).quiet == 0
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a position"),
        ("B:B1:B2", "is not a position"),
        ("B:W33:B1", "'33' is no square"),
        ("B:W18:B18", "two pieces stand on 18"),
        ("B:W1:B5", "write a K"),
        ("B:W:B", "one side has one"),
        ("B:WK1:BK32:H81", "was a draw before"),
        ("B:W" + ",".join(map(str, range(10, 23))) + ":B1", "at most 12"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, why: str) -> None:
    with pytest.raises(cp.UsageError, match=why):
        GAME.parse_state(text)


def test_check_finds_nothing_also_compiled() -> None:
    report = cp.check(GAME, states=60, seconds=60)
    assert report.ok and not report.hints, str(report)
    assert report.examined.compared == report.examined.states


def test_the_evaluation_is_fair() -> None:
    assert GAME.evaluate(GAME.initial(), 0) == -GAME.evaluate(GAME.initial(), 1) > 0  # the move is worth a little
    assert GAME.evaluate(GAME.parse_state("B:W32:B1,2"), 0) > 0 > GAME.evaluate(GAME.parse_state("B:W32,31:B1"), 0)
    black, white = GAME.parse_state("B:W21,22,K30:B1,6,10"), GAME.parse_state("W:W32,27,23:B11,12,K3")  # the same, turned
    assert GAME.evaluate(black, 0) == pytest.approx(GAME.evaluate(white, 1))


def test_the_picture_names_its_squares() -> None:
    picture = ElementTree.fromstring(GAME.svg(GAME.parse_state("B:W18,K24:B1,K5")))
    assert [part.get("data-square") for part in picture.iter() if part.get("data-square")] == [str(square) for square in range(1, 33)]
    assert {part.get("aria-label") for part in picture.iter() if part.get("role")} >= {"18: White", "24: White king", "5: Black king"}
