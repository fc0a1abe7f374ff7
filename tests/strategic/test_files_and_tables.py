"""Gambit's files both ways, tables and diagrams, and what bad input is told."""

from __future__ import annotations

import contextlib
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.errors import UsageError
from counterplay.strategic import CLASSICS, MatrixGame, NormalForm, classic, load_matrix_game, read_nfg, write_nfg
from counterplay.strategic.diagram import best_response_curve
from counterplay.strategic.exact import exact, shown

HALF = Fraction(1, 2)
NAMES = st.text(max_size=6)


@st.composite
def games(draw: st.DrawFn) -> NormalForm:
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    count = int(np.prod(shape))
    cell = st.lists(st.fractions(max_denominator=1000), min_size=len(shape), max_size=len(shape))
    cells = draw(st.lists(cell, min_size=count, max_size=count))
    players = draw(st.lists(NAMES, min_size=len(shape), max_size=len(shape)))
    names = [draw(st.lists(NAMES, min_size=size, max_size=size)) for size in shape]
    return NormalForm.from_cells(shape, cells, players, names, draw(NAMES), draw(NAMES))


# ── Files ──
@given(games(), st.booleans())
def test_round_trip_is_identity(game: NormalForm, outcomes: bool) -> None:
    text = write_nfg(game, outcomes=outcomes)
    again = read_nfg(text)
    assert again == game
    assert write_nfg(again, outcomes=outcomes) == text


def test_files_of_others_round_trip(shared_data: Path) -> None:
    files = sorted((shared_data / "strategic").glob("*.nfg"))
    assert len(files) >= 35
    for file in files:
        game = load_matrix_game(str(file))
        assert read_nfg(game.nfg()) == read_nfg(game.nfg(outcomes=True)) == game


def test_both_versions_by_hand() -> None:
    """The first player's strategy changes first; outcome 0 gives nobody anything."""
    payoffs = read_nfg('NFG 1 R "t" { "A" "B" } { 2 3 }\n 1 10 2 20 3 30 4 40 5 50 6 60')
    assert [payoffs.payoff((i, j), 1) for i in (0, 1) for j in (0, 1, 2)] == [10, 30, 50, 20, 40, 60]
    outcomes = read_nfg(
        'NFG 1 D "t" { "A" "B" }\n{ { "up" "down" } { "left" "right" } }\n"said \\"so\\""\n{ { "x" 1/2, -2.5 } { "" 1e2 .5 } }\n1 0 2 1'
    )
    assert outcomes.cells == [(HALF, Fraction(-5, 2)), (100, HALF), (0, 0), (HALF, Fraction(-5, 2))]
    assert outcomes.comment == 'said "so"'
    assert isinstance(outcomes, MatrixGame)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "must begin with NFG 1 R"),
        ("EFG 2 R", "must begin with NFG"),
        ('NFG 1 Q "t"', "R or D"),
        ("NFG 1 R t", "the title"),
        ('NFG 1 R "t', "quotation mark has no partner"),
        ('NFG 1 R "t" { }', "need names"),
        ('NFG 1 R "t" { "A" "B" } { 2 }', "2 players, but strategies for 1"),
        ('NFG 1 R "t" { "A" "B" } { 2 x }', "number of strategies is expected"),
        ('NFG 1 R "t" { "A" "B" } { 1000000 1000000 }', "too large"),
        ('NFG 1 R "t" { "A" "B" } { 0 1 }', "at least one strategy"),
        ('NFG 1 R "t" { "A" "B" }\n{ 2 2 }\n\n1 2 3', "line 4: 2 x 2 strategies of 2 players need 8 payoffs, not 3"),
        ('NFG 1 R "t" { "A" } { 1 }\n\nNaN', "line 3: a payoff is 'NaN', which is no number"),
        ('NFG 1 R "t" { "A" } { 1 } 1/0', "divided by 0"),
        ('NFG 1 R "t" { "A" } { 1 } { { "" 1 } } 2', "no outcome 2"),
        ('NFG 1 R "t" { "A" } { 1 } { { "" 1 2 } } 1', "'}' is expected"),
        ('NFG 1 R "t" { "A" "B" } { 2 { "x" } } 1', "all players or of none"),
    ],
)
def test_a_malformed_file_gets_a_sentence(text: str, words: str) -> None:
    with pytest.raises(UsageError) as refusal:
        read_nfg(text)
    assert words in str(refusal.value)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(["NFG", "1", "R", '"t"', "{", "}", "2", "1/2", '"', "\\", ",", "-", "\n", "é"]), max_size=25))
def test_no_text_breaks_the_reader(words: list[str]) -> None:
    with contextlib.suppress(UsageError):
        read_nfg("NFG 1 R " + " ".join(words))


# ── Numbers and bad input ──
def test_floats_mean_what_they_print() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert exact(np.float64(0.3)) == Fraction(3, 10)
    assert exact(np.int32(4)) == 4
    assert exact("−1/3") == Fraction(-1, 3)
    assert (shown(Fraction(183, 25)), shown(Fraction(-1, 3)), shown(Fraction(5))) == ("7.32", "-1/3", "5")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: MatrixGame([[1, 2], [3]]), "ragged: row 2 has 1 entries, row 1 has 2"),
        (lambda: MatrixGame([[1, float("nan")]]), "row 1, column 2 is nan"),
        (lambda: MatrixGame([[1, float("inf")]]), "finite number"),
        (lambda: MatrixGame([]), "list of rows"),
        (lambda: MatrixGame(7), "list of rows"),
        (lambda: MatrixGame([[]]), "row 1"),
        (lambda: MatrixGame([["x"]]), "no number"),
        (lambda: MatrixGame([[True]]), "True"),
        (lambda: MatrixGame([[(1, 2, 3)]]), "holds 3 numbers"),
        (lambda: MatrixGame([[1]], [[1, 2]]), "differ in size"),
        (lambda: MatrixGame([[0]] * 1_000_001), "too large"),
        (lambda: MatrixGame([[0] * 1_000_001]), "too large"),
        (lambda: MatrixGame([[1]], strategies=(("a", "b"), ("c",))), "need 1 names"),
        (lambda: MatrixGame([[1]], players=("a",)), "need 2 names"),
        (lambda: NormalForm([1, 2]), "For one matrix or two, use MatrixGame"),
        (lambda: NormalForm([[[1, 2], [3, 4]], [[1, 2]]]), "ragged: row 2 has not 2 entries"),
        (lambda: NormalForm.from_cells((2,), [[1]]), "2 cells, but 1"),
        (lambda: classic("chicken").equilibrium([0]), "one strategy for each"),
        (lambda: classic("chicken").equilibrium([0, (HALF, 1)]), "add up to 1"),
        (lambda: classic("chicken").equilibrium([0, 5]), "no strategy number 5"),
        (lambda: classic("chicken").security(2), "numbered from 0 to 1"),
        (lambda: classic("checkers"), "There are: prisoners_dilemma"),
        (lambda: classic("coordination", size=99), "from 1 to 12"),
        (lambda: classic("chicken", size=2), "does not take size"),
        (lambda: load_matrix_game("chiken"), "Did you mean chicken"),
        (lambda: load_matrix_game("coordination(4)"), "name=value"),
        (lambda: load_matrix_game("[[1,nan]]"), "is no matrix"),
        (lambda: load_matrix_game("[[1,2],[3]]"), "ragged"),
        (lambda: classic("rock_paper_scissors").best_response_diagram(), "two strategies for each"),
    ],
)
def test_bad_input_gets_a_sentence(make: Any, words: str) -> None:
    with pytest.raises(UsageError) as refusal:
        make()
    assert words in str(refusal.value)


def test_many_ways_to_write_the_same_game() -> None:
    game = MatrixGame([[(3, 2), (0, 0)], [(0, 0), (2, 3)]])
    assert MatrixGame([[3, 0], [0, 2]], [[2, 0], [0, 3]]) == game
    assert MatrixGame(np.array([[3, 0], [0, 2]]), np.array([[2, 0], [0, 3]])) == game
    assert NormalForm(np.array([[[3, 2], [0, 0]], [[0, 0], [2, 3]]])) == game
    assert load_matrix_game("[[(3,2),(0,0)],[(0,0),(2,3)]]") == game
    assert load_matrix_game("[[1/3, -1/3], ['1/2', 0.25]]").cells[0] == (Fraction(1, 3), Fraction(-1, 3))
    assert len({hash(each) for each in (game, read_nfg(game.nfg()))}) == 1


# ── Tables and diagrams ──
def test_the_table_of_the_lectures_in_text() -> None:
    wanted = """\
Prisoner's dilemma
                           Prisoner 2
                    ┌──────────┬──────────┐
                    │  Silent  │  Betray  │
           ┌────────┼──────────┼──────────┤
Prisoner 1 │ Silent │  -1, -1  │  -3,  0  │
           │        │          │       ‾  │
           ├────────┼──────────┼──────────┤
           │ Betray │   0, -3  │ [-2, -2] │
           │        │   ‾      │  ‾‾  ‾‾  │
           └────────┴──────────┴──────────┘"""
    assert str(classic("prisoners_dilemma")) == wanted


@pytest.mark.parametrize("name", CLASSICS)
def test_pictures_are_whole_and_say_what_they_show(name: str) -> None:
    game = classic(name)
    for text in (game.svg(), game.eliminate().svg()):
        root = ElementTree.fromstring(text)
        assert root.tag.endswith("svg")
        assert "equilibria of pure strategies" in root.attrib["aria-label"]
        assert "<style" not in text
    ElementTree.fromstring(f"<div>{game._repr_html_()}</div>")
    if len(game.shape) == 2:
        boxes = game.svg().count('stroke-width="3"')
        assert boxes == sum(1 for profile in game.pure_equilibria() if max(profile) < 30)


def test_underlined_are_exactly_the_best_responses() -> None:
    game = classic("prisoners_dilemma")
    assert game.svg().count("underline") == game._repr_html_().count("<u>") == 4
    assert game._repr_html_().count("3px solid") == 1


def test_names_are_escaped() -> None:
    game = MatrixGame([[1]], players=("<b>", "&"), strategies=(("<script>",), ('"',)), title="<i>")
    for text in (game.svg(), game._repr_html_()):
        assert "<script>" not in text
        assert "&lt;script&gt;" in text
        ElementTree.fromstring(f"<div>{text}</div>")


def test_large_tables_show_their_first_part() -> None:
    game = MatrixGame([[i * j % 7 for j in range(40)] for i in range(35)])
    assert "… and 5 more rows and 10 more columns" in game.text()
    assert "10 more columns" in game.svg()


@given(st.lists(st.integers(-3, 3), min_size=8, max_size=8), st.integers(0, 6))
def test_best_response_curves(numbers: list[int], step: int) -> None:
    """At every probability of the other, the curve holds exactly the pure best responses as its ends."""
    game = MatrixGame([numbers[:2], numbers[2:4]], [numbers[4:6], numbers[6:]])
    q = Fraction(step, 6)
    for player in (0, 1):
        best = set(game.best_responses(player, [(q, 1 - q)]))
        (piece,) = best_response_curve(game, player)
        reached = set()
        for (p1, q1), (p2, q2) in pairwise(piece):
            if min(q1, q2) <= q <= max(q1, q2):
                reached |= {p1, p2} if q1 == q2 else {p1 + (p2 - p1) * (q - q1) / (q2 - q1)}
        assert {0 if p == 1 else 1 for p in reached} == best
    ElementTree.fromstring(game.best_response_diagram())
