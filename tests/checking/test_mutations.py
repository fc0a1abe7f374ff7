"""A correct game, broken in one place chosen at random: `check` reports it, with a line as short as can be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf, nan
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay import Game
from counterplay.checking import check


class Heaps(NamedTuple):
    first: int
    second: int
    turn: int


class TwoHeaps(Game):
    """Nim with two heaps: actions 1, 2, … take from the first, 101, 102, … from the second."""

    def __init__(self, first: int = 3, second: int = 2):
        self.first = first
        self.second = second

    def initial(self) -> Any:
        return Heaps(self.first, self.second, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for take in range(1, state.first + 1):
            yield take
        for take in range(1, state.second + 1):
            yield 100 + take

    def result(self, state, action):
        if action < 100:
            return Heaps(state.first - action, state.second, 1 - state.turn)
        return Heaps(state.first, state.second - action + 100, 1 - state.turn)

    def is_terminal(self, state):
        return state.first + state.second == 0

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def count(self, state):
        return state.first + state.second

    def evaluate(self, state, player):
        won = 1 if state.first != state.second else -1
        return won if player == state.turn else -won


def distances(game: Game) -> dict[Any, int]:
    """Every state with its distance from the start, by the plainest means."""
    far, queue = {game.initial(): 0}, deque([game.initial()])
    while queue:
        state = queue.popleft()
        for action in () if game.is_terminal(state) else game.actions(state):
            new = game.result(state, action)
            if new not in far:
                far[new] = far[state] + 1
                queue.append(new)
    return far


def instead(method: str, wrong: Callable[..., Any]) -> Callable[[Any], dict[str, Any]]:
    """A mutation: in one state this method does something else."""
    right = getattr(TwoHeaps, method, None) or getattr(Game, method)

    def mutation(where: Any) -> dict[str, Any]:
        def mutated(game, state, *rest):
            return wrong(game, state, *rest) if state == where else right(game, state, *rest)

        return {method: mutated}

    return mutation


def fails(game, *arguments):
    raise LookupError("broken on purpose")


ANYWHERE = {
    "is_terminal raises": ("raises", 0, instead("is_terminal", fails)),
    "is_terminal is None": ("terminal-type", 0, instead("is_terminal", lambda game, state: None if any(state[:2]) else "yes")),
    "format_state raises": ("raises", 0, instead("format_state", fails)),
    "svg is broken": ("svg", 0, instead("svg", lambda game, state: "<svg>&</svg>")),
    "text is a number": ("text", 0, instead("text", lambda game, state: 1)),
}
INSIDE = {
    "no action": ("no-action", 0, instead("actions", lambda game, state: iter(()))),
    "an action twice": ("duplicate-action", 0, instead("actions", lambda game, state: iter([*TwoHeaps.actions(game, state)] * 2))),
    "actions raises": ("raises", 0, instead("actions", fails)),
    "to_move raises": ("raises", 0, instead("to_move", fails)),
    "to_move is 2": ("to-move", 0, instead("to_move", lambda game, state: 2)),
    "to_move is -2": ("to-move", 0, instead("to_move", lambda game, state: -2)),
    "to_move is chance": ("no-chances", 0, instead("to_move", lambda game, state: -1)),
    "result raises": ("raises", 1, instead("result", fails)),
    "result is None": ("no-state", 1, instead("result", lambda game, state, action: None)),
    "result is a tuple": ("state-type", 1, instead("result", lambda game, state, action: (*TwoHeaps.result(game, state, action),))),
    "result is the state": ("finite", 1, instead("result", lambda game, state, action: state)),
    "half a token": ("field", 1, instead("result", lambda game, state, action: Heaps(0.5, 0, 1))),  # type: ignore[arg-type]
    "count is wrong": ("count", 0, instead("count", lambda game, state: 0)),
    "evaluate is infinite": ("evaluation", 0, instead("evaluate", lambda game, state, player: inf)),
    "evaluate is for both": ("evaluation-sides", 0, instead("evaluate", lambda game, state, player: 1)),
    "evaluate is too much": ("evaluation-range", 0, instead("evaluate", lambda game, state, player: 7 - 14 * player)),
    "a name for all": ("notation-ambiguous", 0, instead("format_action", lambda game, state, action: "move")),
    "illegal at random": ("random-action", 0, instead("random_action", lambda game, state, rng: 1000)),
}
AT_THE_END = {
    "utility raises": ("raises", 0, instead("utility", fails)),
    "utility is NaN": ("utility", 0, instead("utility", lambda game, state, player: nan)),
    "utility for both": ("payoff-sum", 0, instead("utility", lambda game, state, player: 1)),
    "evaluation upside down": (
        "evaluation-sign",
        0,
        instead("evaluate", lambda game, state, player: -TwoHeaps.utility(game, state, player)),
    ),
}


@given(st.integers(1, 4), st.integers(1, 4), st.data())
@settings(max_examples=150)
def test_one_mutation_is_reported_with_a_shortest_line(first, second, data):
    sound = TwoHeaps(first, second)
    far = distances(sound)
    where = data.draw(st.sampled_from(sorted(far)), "state")
    mutations = ANYWHERE | (AT_THE_END if sound.is_terminal(where) else INSIDE)
    name = data.draw(st.sampled_from(sorted(mutations)), "mutation")
    kind, extra, mutation = mutations[name]
    if kind == "notation-ambiguous" and sound.count(where) < 2:
        kind, extra = "", 0  # one action alone may have any name
    report = check(sound.using(**mutation(where)), compiled=False)
    if not kind:
        assert report.ok, str(report)
        return
    shown = {problem.kind: problem for problem in report.problems}
    assert kind in shown, f"{name} at {where}: {report}"
    assert len(shown[kind].line) == far[where] + extra, f"{name} at {where}: {report}"
    assert shown[kind].shortest


@given(st.integers(1, 5), st.integers(0, 5))
@settings(max_examples=30)
def test_without_a_mutation_nothing_is_reported(first, second):
    report = check(TwoHeaps(first, second), compiled=False)
    assert report.ok and not report.hints, str(report)
    assert report.examined.states == len(distances(TwoHeaps(first, second)))
