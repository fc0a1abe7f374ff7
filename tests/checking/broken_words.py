"""What players see, notation and pictures that do not fit; and games that are merely curious."""

from __future__ import annotations

from typing import NamedTuple

from counterplay import Game

from .broken_states import ByIdentity, Equals
from .sound_games import Countdown, Guess, Pile, broken, hinting


@broken("observation", 0)
class SeesThree(Guess):
    def observation(self, state, player):
        return (1, 2, 3) if state.coin == 0 else super().observation(state, player)


@broken("observation")
class AtOnce(Countdown):
    simultaneous = True


@broken("information-set", 1)
class TellsByActions(Guess):
    def actions(self, state):
        yield state.coin


@broken("seen", 1)
class ShowsTheCoin(Guess):
    def seen(self, state, player):
        return state


@broken("notation-action", 2, 1)
class Misread(Countdown):
    def parse_action(self, state, text):
        return 2 if state.left == 3 and text == "take 1" else super().parse_action(state, text)


@broken("notation-ambiguous", 2)
class SameName(Countdown):
    def format_action(self, state, action):
        return "take 1" if state.left == 3 else super().format_action(state, action)

    def parse_action(self, state, text):
        return super().parse_action(state, text)


@broken("notation-state", 2)
class Rounds(Countdown):
    def format_state(self, state):
        return super().format_state(state if state.left != 3 else Pile(4, 0))


@broken("notation-refusal")
class Rude(Countdown):
    def parse_action(self, state, text):
        return {"take 1": 1, "take 2": 2}[text]


@broken("notation-refusal")
class RudeState(Countdown):
    def parse_state(self, text):
        return Pile(int(text.split("/")[0]), int(text.split("/")[1]))

    def format_state(self, state):
        return f"{state.left}/{state.turn}"


@broken("notation-refusal")
class TakesAnything(Countdown):
    def parse_action(self, state, text):
        return int(text[-1]) if text[-1:] in ("1", "2") else 99


@broken("text", 1, 2, 2)
class OverForNoReason(Countdown):
    def why_over(self, state):
        return None


@broken("text", 2)
class TextOfNumbers(Countdown):
    def text(self, state):
        return 3 if state.left == 3 else "a pile"

    def svg(self, state):
        return "<svg/>"


@broken("svg", 2)
class OpenTag(Countdown):
    def svg(self, state):
        return "<svg><g></svg>" if state.left == 3 else "<svg/>"


@broken("svg")
class NotSvg(Countdown):
    def svg(self, state):
        return "<html/>"


def _local_game() -> type[Game]:
    class Local(Countdown):
        pass

    return Local


def _local_state() -> type[NamedTuple]:
    class Heap(NamedTuple):
        left: int
        turn: int

    return Heap


Heap = _local_state()
hinting("pickle")(_local_game())


@hinting("pickle")
class LocalState(Countdown):
    def initial(self):
        return Heap(self.pile, 0)

    def result(self, state, action):
        return Heap(state.left - action, 1 - state.turn)

    def parse_state(self, text):
        return Heap(*super().parse_state(text))


@hinting("parameter")
class Forgetful(Countdown):
    def __init__(self, size: int = 5):
        super().__init__(size)


@hinting("changes-itself")
class Counts(Countdown):
    calls = 0

    def to_move(self, state):
        self.calls += 1
        return state.turn


@hinting("cutoff-never")
class NeverStops(Countdown):
    def is_cutoff(self, state, depth):
        return False


@hinting("impossible-outcome")
class ZeroChance(Guess):
    def chances(self, state):
        return iter(((0, 0.5), (1, 0.5), (2, 0.0)))


@hinting("chance-never")
class NeverThrown(Countdown):
    def chances(self, state):
        yield 0, 1.0


@hinting("constant-sum")
class SumsUp(Countdown):
    payoff_sum = None


@hinting("finite")
class Ends(Countdown):
    finite = False


@hinting("notation-missing")
class Unreadable(ByIdentity):
    def initial(self):
        return Equals(self.pile, 0)

    def result(self, state, action):
        return Equals(state.left - action, 1 - state.turn)
