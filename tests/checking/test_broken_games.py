"""One deliberately broken game for everything `check` can say: exactly that is said, with the shortest line that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from counterplay import Game, load
from counterplay.checking import KINDS, Report, check

from . import broken_facts, broken_moves, broken_states, broken_words  # noqa: F401  (importing them fills the gallery)
from .broken_facts import ErrsNearTheEnd, Known, KnowsTheEnd
from .sound_games import CASES, HINTS, Countdown, FairGuess, Fill, Guess, ThreePiles, TwoPiles


def examine(game: Game, **settings: Any) -> Report:
    return check(game, **{"compiled": False, "seconds": 5, **settings})


@pytest.mark.parametrize("game", [Countdown(), Known(), TwoPiles(), ThreePiles(), Guess(), FairGuess(), Fill()], ids=repr)
def test_the_sound_games_are_clean(game):
    report = examine(game)
    assert report.ok and not report.hints, str(report)
    assert report.examined.whole_game
    assert {verdict for _, _, verdict in report.properties} == {"holds"}


@pytest.mark.parametrize(("made", "kind", "line", "settings"), CASES)
def test_a_broken_game_is_found_out(made, kind, line, settings):
    report = examine(made(), **settings)
    assert report.kinds == (kind,), str(report)
    problem = report.problems[0]
    assert problem.line == line, str(report)
    assert len(problem.moves) == len(line)
    assert problem.shortest
    assert problem.explanation == KINDS[kind]
    assert kind in str(report) and problem.sentence in str(report)


@pytest.mark.parametrize(("made", "kind"), HINTS)
def test_a_curious_game_gets_a_hint(made, kind):
    report = examine(made())
    assert report.ok, str(report)
    assert [hint.kind for hint in report.hints] == [kind], str(report)


def test_every_kind_has_a_game_that_shows_it():
    shown = {case.values[1] for case in (*CASES, *HINTS)}
    assert set(KINDS) - shown == {"name", "disagree", "does-not-compile"}  # test_registered_games.py and test_two_speeds.py have those


def test_facts_are_verified_near_the_end_of_long_games():
    """A million million million states; what is said six plies before the end is compared with minimax all the same."""
    assert examine(KnowsTheEnd()).ok
    report = examine(ErrsNearTheEnd())
    assert report.kinds == ("bounds-wrong",), str(report)
    assert len(report.problems[0].line) == 34
    assert not report.problems[0].shortest


def mirrored_key(game, state):
    return min(state.mine + state.stones, game.mirrored(state.mine) + game.mirrored(state.stones))


def wrong_height(game, state):
    return state.mine


def too_hopeful(game, state, player):
    low, high = type(game).__mro__[1].bounds(game, state, player)
    return (low + 1.0, high) if low < high else (low, high)


def only_the_left(game, state):
    yield next(iter(type(game).__mro__[1].candidates(game, state)))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({}, ()),
        ({"key": mirrored_key}, ()),  # the game itself calls these the same position
        ({"key": wrong_height}, ("key",)),
        ({"bounds": too_hopeful}, ("bounds-wrong",)),
        ({"candidates": only_the_left}, ("candidates-wrong",)),
    ],
)
@pytest.mark.parametrize("name", ["connect_four(rows=4,columns=4)", "connect_four"])
def test_facts_of_connect_four(name, change, kind):
    report = examine(load(name).using(**change), states=600, seconds=100)
    assert report.kinds == kind, str(report)
