"""How `check` examines: within its time, from the same seed the same, with lines as short as it says; whatever the rules do."""

from __future__ import annotations

import html
import json
import time
from dataclasses import FrozenInstanceError
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay import Game, UsageError
from counterplay.checking import KINDS, check, explain


class Walk(NamedTuple):
    plies: int
    ones: int


class Binary(Game):
    """Say 0 or 1, `length` times; the number of ones decides. Too many states to see all of them breadth-first."""

    def __init__(self, length: int = 40, fatal: int = 99):
        self.length = length
        self.fatal = fatal

    def initial(self) -> Any:
        return Walk(0, 0)

    def to_move(self, state):
        return state.plies % 2

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return Walk(state.plies + 1, state.ones * 2 + action)

    def is_terminal(self, state):
        return state.plies == self.length

    def utility(self, state, player):
        return 1 if state.ones % 2 == player else -1

    def evaluate(self, state, player):
        return 1 / 0 if state.plies >= self.fatal else 0


class Endless(Binary):
    """Never over, and never the same state twice."""

    def is_terminal(self, state):
        return False

    def result(self, state, action):
        return Walk(state.plies + 1, 0)


class Hops(NamedTuple):
    place: int


class Ring(Game):
    """Go round a ring; at home one may stop. A large ring is seen only by random games."""

    players = 1
    payoff_sum = None

    def __init__(self, size: int = 1500, doors: int = 3):
        self.size = size
        self.doors = doors

    def initial(self) -> Any:
        return Hops(0)

    def to_move(self, state):
        return 0

    def actions(self, state):
        yield from range(self.doors)

    def result(self, state, action):
        return Hops((state.place + 1) % self.size if action else -1)

    def is_terminal(self, state):
        return state.place < 0

    def utility(self, state, player):
        return 0


def test_a_problem_met_in_random_play_gets_a_short_line():
    """Ten plies are 2,047 states; breadth-first sees 1,000 of them, so depth 30 is met in random games only."""
    report = check(Binary(40, fatal=30), compiled=False)
    assert report.kinds == ("raises",)
    assert len(report.problems[0].line) == 30  # every line that shows it has 30 moves or more
    assert not report.problems[0].shortest
    assert report.examined.games > 0 and not report.examined.whole_game
    assert report.examined.deepest >= 30


def test_lines_are_shortened_by_leaving_moves_out():
    """Random games meet the problem after some two dozen moves; twelve ones are enough to show it."""

    class Ones(NamedTuple):
        left: int
        ones: int

    class Fragile(Binary):
        def initial(self):
            return Ones(4000, 0)

        def to_move(self, state):
            return state.left % 2

        def result(self, state, action):
            return Ones(state.left - 1, min(state.ones + action, 12))

        def is_terminal(self, state):
            return state.left == 3000

        def utility(self, state, player):
            return 0

        def evaluate(self, state, player):
            return 1 / 0 if state.ones == 12 else 0

    report = check(Fragile(), compiled=False, states=60)
    assert report.kinds == ("raises",)
    assert report.problems[0].line == (1,) * 12
    assert not report.problems[0].shortest  # breadth-first did not get that far, so nobody knows for sure


def test_an_endless_game_is_found_by_playing():
    report = check(Endless(), compiled=False, states=50)
    assert report.kinds == ("finite",)
    assert len(report.problems[0].line) == 10_000
    assert {name: verdict for name, _, verdict in report.properties}["finite"] == "contradicted"


def test_an_endless_game_that_says_so_is_fine():
    game = Endless()
    game.finite = False
    assert check(game, compiled=False, states=50, seconds=5).ok


@pytest.mark.parametrize(("size", "line"), [(1, (1,)), (2, (1, 1)), (50, (1,) * 50)])
def test_the_shortest_way_round_is_found(size, line):
    report = check(Ring(size), compiled=False)
    assert report.kinds == ("finite",)
    assert report.problems[0].line == line
    assert report.problems[0].shortest


class Slow(Binary):
    def actions(self, state):
        time.sleep(0.02)
        return super().actions(state)


@pytest.mark.parametrize("seconds", [0.2, 1.0])
def test_the_time_is_kept(seconds):
    started = time.monotonic()
    report = check(Slow(), seconds=seconds, compiled=False)
    assert report.ok and report.examined.states > 0
    assert time.monotonic() - started < seconds + 2


class Hangs(Binary):
    def utility(self, state, player):
        try:
            while True:
                pass
        except Exception:
            return 0


def test_a_call_that_never_returns_is_interrupted():
    started = time.monotonic()
    report = check(Hangs(length=1), seconds=0.5, compiled=False)
    assert "endless-call" in report.kinds
    assert "utility(" in report.problems[0].sentence
    assert time.monotonic() - started < 10


@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=5)
def test_the_same_seed_gives_the_same_report(seed):
    game = Binary(30, fatal=20)
    one, other = (check(game, seed=seed, states=300, compiled=False) for _ in range(2))
    assert one.problems == other.problems and one.hints == other.hints
    assert (one.examined.states, one.examined.games) == (other.examined.states, other.examined.games)


def test_the_report_is_a_value_for_people_and_programs():
    report = check(Binary(3, fatal=2), compiled=False)
    assert not report.ok
    with pytest.raises(FrozenInstanceError):
        report.problems = ()
    data = json.loads(json.dumps(report.as_dict()))
    assert data["ok"] is False
    assert data["problems"][0]["kind"] == "raises"
    assert data["problems"][0]["line"] == ["0", "0"]
    assert data["properties"]["players"] == {"value": 2, "verdict": "holds"}
    text = str(report)
    assert "1 problem" in text and "ZeroDivisionError" in text and "2 moves; no shorter line shows it" in text
    assert "test_examination.py, line" in text
    assert report._repr_html_() == f"<pre>{html.escape(text)}</pre>"


def test_progress_is_told():
    told: list[Any] = []
    check(Binary(), compiled=False, progress=told.append)
    assert told and told[-1].nodes > 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_explained_in_sentences(kind):
    assert len(explain(kind).split()) >= 5
    assert explain(kind).endswith(".")


@pytest.mark.parametrize("wrong", [{"states": 0}, {"states": 2.5}, {"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}])
def test_wrong_settings_are_refused(wrong):
    with pytest.raises(UsageError, match="give"):
        check(Binary(), **wrong)


@pytest.mark.parametrize("wrong", [Binary, "nim", None, object()])
def test_what_is_not_a_game_is_refused(wrong):
    with pytest.raises(UsageError, match="check takes a game"):
        check(wrong)


def test_rules_that_interrupt_are_obeyed():
    """Ctrl-C is a person, not a bug."""

    class Interrupted(Binary):
        def to_move(self, state):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(Interrupted(), compiled=False)


def test_one_forced_move_is_no_reason_to_look_far_ahead():
    """Values of symmetric states are compared by looking at a few hundred states below, however many moves those have."""
    made = []

    class Funnel(Binary):
        def actions(self, state):
            yield from range(30 if state.plies else 1)

        def result(self, state, action):
            made.append(action)
            return Walk(state.plies + 1, state.ones * 31 + action)

        def symmetries(self, state):
            yield state
            yield Walk(state.plies, -1 - state.ones)

    check(Funnel(), states=1, compiled=False)
    assert len(made) < 1_000
