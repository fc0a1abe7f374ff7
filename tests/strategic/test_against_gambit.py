"""Random trees through Gambit itself, where it is installed: what it reads from our files, and what it answers."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategic.random_trees import trees

from counterplay.strategic import ExtensiveForm
from counterplay.strategic.extensive.plans import count_plans

gambit: Any = pytest.importorskip("pygambit", reason="Gambit is an oracle for tests only, and not installed")


def read(form: ExtensiveForm) -> Any:
    return gambit.read_efg(io.StringIO(form.efg()))


@settings(max_examples=60)
@given(trees(recall=False))
def test_gambit_reads_the_same_game(form: ExtensiveForm) -> None:
    theirs = read(form)
    assert len(theirs.nodes) == len(form.nodes)
    assert [len(player.infosets) for player in theirs.players] == [len(own) for own in form.own_sets]
    assert theirs.is_perfect_recall == form.perfect_recall
    if form.perfect_recall:
        assert [len(player.strategies) for player in theirs.players] == [count_plans(form, k) for k in range(len(form.players))]


@settings(max_examples=30)
@given(trees(players=st.just(2), zero_sum=True))
def test_gambit_finds_the_same_value(form: ExtensiveForm) -> None:
    found = gambit.nash.lp_solve(read(form), rational=True, use_strategic=True).equilibria[0]
    assert Fraction(str(found.payoff("P1"))) == form.solve().value


@settings(max_examples=30)
@given(trees(players=st.just(2), most=14))
def test_gambit_finds_the_same_pure_equilibria(form: ExtensiveForm) -> None:
    theirs = read(form)
    found = {
        tuple([mixed[strategy] for strategy in player.strategies].index(1) for player in theirs.players)
        for mixed in gambit.nash.enumpure_solve(theirs).equilibria
    }
    assert found == set(form.normal_form().pure_equilibria()), json.dumps(form.efg())
