"""Rules that give one answer interpreted and another compiled are found out; rules that agree are not slandered.

That our own games agree: `test_registered_games.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from counterplay import Bits, Game
from counterplay.checking import check


class Track(NamedTuple):
    stones: Bits[4]  # type: ignore[type-arg,valid-type]
    turn: int


class Run(Game):
    """One stone runs along four squares, one square at a time."""

    def initial(self) -> Any:
        return Track(1, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield 1
        yield 2

    def result(self, state, action):
        return Track((state.stones << action) & 15, 1 - state.turn)

    def is_terminal(self, state):
        return state.stones == 0

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def evaluate(self, state, player):
        return 0.0


class ForgetsTheMask(Run):
    """Shifts out of the four bits and back: a Python int still has the bit, a set of four bits has lost it."""

    def is_terminal(self, state):
        return (state.stones << 1) >> 1 == 0


class EvaluatesTheOverflow(Run):
    def evaluate(self, state, player):
        far = 1.0 if (state.stones << 1) >> 4 else 0.0
        return far if player == state.turn else -far


class UsesAnything(Run):
    def to_move(self, state):
        return state._asdict()["turn"]


def test_rules_that_agree_are_clean():
    report = check(Run(), compiled=True)
    assert report.ok, str(report)
    assert report.examined.compared == report.examined.states


@pytest.mark.parametrize(("made", "line", "method"), [(ForgetsTheMask, (1, 2), "is_terminal"), (EvaluatesTheOverflow, (1, 2), "evaluate")])
def test_rules_that_disagree_are_found_out(made, line, method):
    assert check(made(), compiled=False).ok
    report = check(made(), compiled=True)
    assert report.kinds == ("disagree",), str(report)
    assert report.problems[0].line == line
    assert method in report.problems[0].sentence
    assert report.problems[0].shortest


def test_rules_that_do_not_compile_get_a_hint_or_a_problem_when_they_must():
    hint = check(UsesAnything())
    assert hint.ok and [one.kind for one in hint.hints] == ["does-not-compile"], str(hint)
    assert "test_two_speeds.py" in hint.hints[0].sentence and "line" in hint.hints[0].sentence
    assert check(UsesAnything(), compiled=True).kinds == ("does-not-compile",)


class Interpreted(Run):
    compiles = False


def test_a_game_that_never_compiles_is_asked_nothing():
    assert not check(Interpreted()).hints
    assert check(Interpreted(), compiled=True).kinds == ("does-not-compile",)
