"""Classes that cannot be called, states that are not values."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from counterplay import Game

from .sound_games import Countdown, Fill, Line, Pile, broken


@broken("missing-method")
class NoUtility(Countdown):
    utility = Game.utility


@broken("wrong-arguments")
class ResultOfOne(Countdown):
    def result(self, state):
        return state


@broken("wrong-arguments")
class EvaluateOfOne(Countdown):
    def evaluate(self, state):
        return 0


@broken("hidden-method")
class CountHidden(Countdown):
    def __init__(self):
        super().__init__()
        self.count = 5


@broken("declaration")
class NoPlayers(Countdown):
    players = 0


@broken("declaration")
class SumOfWords(Countdown):
    payoff_sum: Any = "zero"


@broken("declaration")
class NoBits(Countdown):
    bits = 0


@broken("declaration")
class MaybeFinite(Countdown):
    finite: Any = "perhaps"


@broken("pickle")
class KeepsFunction(Countdown):
    def __init__(self):
        super().__init__()
        self.rule = lambda state: state


class Carrier(NamedTuple):
    left: int
    turn: int
    key: Any


_KEY = lambda: 0  # noqa: E731  (a function that pickle cannot find)


@broken("pickle")
class CarriesFunction(Countdown):
    format_state, parse_state = Game.format_state, Game.parse_state

    def initial(self):
        return Carrier(self.pile, 0, _KEY)

    def result(self, state, action):
        return Carrier(state.left - action, 1 - state.turn, _KEY)


@broken("raises")
class InitialRaises(Countdown):
    def initial(self):
        raise KeyError("pile")


@broken("raises", 1)
class ToMoveRaises(Countdown):
    def to_move(self, state):
        return [0, 1][state.turn] if state.left != 4 else {}[0]


@broken("raises", 2, 2)
class ResultRaises(Countdown):
    def result(self, state, action):
        return super().result(state, action // (1 if (state.left, action) != (3, 2) else 0))


@broken("raises", 2)
class ActionsAreNone(Countdown):
    def actions(self, state):
        return None if state.left == 3 else super().actions(state)


@broken("raises", 2)
class TextRaises(Countdown):
    def text(self, state):
        return "" if state.left != 3 else chr(-1)


@broken("raises")
class ExitsPython(Countdown):
    def evaluate(self, state, player):
        raise SystemExit(3)


@broken("endless-call", 1)
class YieldsForEver(Countdown):
    def actions(self, state):
        return itertools.repeat(1) if state.left == 4 else super().actions(state)


@broken("endless-call", 1, seconds=1)
class NeverComesBack(Countdown):
    def is_terminal(self, state):
        while state.left == 4:
            pass
        return super().is_terminal(state)


@broken("no-state")
class NoBeginning(Countdown):
    def initial(self):
        return None


@broken("no-state", 2, 1)
class ForgetsReturn(Countdown):
    def result(self, state, action):
        return super().result(state, action) if (state.left, action) != (3, 1) else None


class OtherPile(NamedTuple):
    left: int
    turn: int


@broken("state-type", 2, 1)
class ChangesType(Countdown):
    def result(self, state, action):
        new = super().result(state, action)
        return OtherPile(*new) if (state.left, action) == (3, 1) else new


class Chronicle(NamedTuple):
    left: int
    turn: int
    history: list


@broken("unhashable")
class ListInside(Countdown):
    format_state, parse_state = Game.format_state, Game.parse_state

    def initial(self):
        return Chronicle(self.pile, 0, [])

    def result(self, state, action):
        return Chronicle(state.left - action, 1 - state.turn, [*state.history, action])


@broken("unhashable")
class ListAction(Countdown):
    count, random_action, format_action, parse_action = Game.count, Game.random_action, Game.format_action, Game.parse_action

    def actions(self, state):
        for take in super().actions(state):
            yield [take]

    def result(self, state, action):
        return super().result(state, action[0])


class Box:
    def __init__(self, left, turn):
        self.left, self.turn = left, turn

    def __repr__(self):
        return f"Box({self.left}, {self.turn})"


@broken("unequal")
class ByIdentity(Countdown):
    format_state, parse_state = Game.format_state, Game.parse_state

    def initial(self):
        return Box(self.pile, 0)

    def result(self, state, action):
        return Box(state.left - action, 1 - state.turn)


class Equals(Box):
    def __eq__(self, other):
        return (self.left, self.turn) == (other.left, other.turn)

    def __hash__(self):
        return hash((self.left, self.turn))


class EqualButHashedById(Equals):
    def __hash__(self):
        return id(self)


@broken("unequal", 1)
class BadHash(ByIdentity):
    def initial(self):
        return EqualButHashedById(self.pile, 0)

    def result(self, state, action):
        return EqualButHashedById(state.left - action, 1 - state.turn)


@broken("mutates", 1)
class ChangesState(ByIdentity):
    def initial(self):
        return Equals(self.pile, 0)

    def result(self, state, action):
        state.left, state.turn = state.left - action, 1 - state.turn
        return state


@broken("mutates", 2)
class TextChangesState(ByIdentity):
    def initial(self):
        return Equals(self.pile, 0)

    def result(self, state, action):
        return Equals(state.left - action, 1 - state.turn)

    def text(self, state):
        if state.left == 3:
            state.left = 1
        return "a pile"


@broken("not-deterministic", 2, 1)
class Capricious(Countdown):
    def result(self, state, action):
        if (state.left, action) == (3, 1):
            self._clock = getattr(self, "_clock", 0) + 1
            return Pile(self._clock % 2 + 1, 1 - state.turn)
        return super().result(state, action)


@broken("not-deterministic", 2)
class CapriciousActions(Countdown):
    random_action, count = Game.random_action, Game.count

    def actions(self, state):
        self._clock = getattr(self, "_clock", 0) + 1
        return reversed([1, 2]) if state.left == 3 and self._clock % 2 else super().actions(state)


@broken("field", 0, 0, 0, 0)
class Overflows(Fill):
    def result(self, state, action):
        return Line(state.stones << 1 | 1 if state.stones < 7 else 31, state.moves, 1 - state.turn)

    def is_terminal(self, state):
        return state.stones == 31


@broken("field", 0)
class Negative(Fill):
    def result(self, state, action):
        return Line(-15 if state.stones == 0 else 15, state.moves, 1 - state.turn)


@broken("field", 0)
class FloatInInt(Fill):
    def result(self, state, action):
        return Line(15, (state.moves[0] + 1, 1 / 2), 1 - state.turn)


@broken("field", 0)
class TupleGrows(Fill):
    def result(self, state, action):
        return Line(15, (*state.moves, 1), 1 - state.turn)


@broken("field", 0)
class IntTooLarge(Fill):
    def result(self, state, action):
        return Line(15, (0, 1 << 63), 1 - state.turn)


@broken("field", 0)
class NotBool(Fill):
    def result(self, state, action):
        return Line(15, state.moves, 1 - state.turn, done=None)
