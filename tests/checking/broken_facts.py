"""Facts for searches that are not true."""

from __future__ import annotations

from math import nan
from typing import Any, NamedTuple

from counterplay import Game

from .sound_games import Countdown, broken


class Known(Countdown):
    """The countdown with every fact stated, and true: the score is 1 and what is taken more than needed does not count."""

    alternates = True

    def score(self, state, player):
        return 3.0 * self.utility(state, player)

    def bounds(self, state, player):
        if state.left == 0:
            return self.score(state, player), self.score(state, player)
        if state.left <= 2:
            return 3.0, 3.0
        return -3.0, 3.0

    def candidates(self, state):
        if state.left % 3:
            yield state.left % 3
        else:
            yield 1

    def promise(self, state, action):
        return -float((state.left - action) % 3)

    def key(self, state):
        return 2 * state.left + state.turn

    def plies_left(self, state):
        return state.left


@broken("plies-left", 2)
class GamesAreLonger(Known):
    """Three may be taken one by one."""

    def plies_left(self, state):
        return 2 if state.left == 3 else super().plies_left(state)


@broken("plies-left", 1)
class PliesInHalves(Known):
    def plies_left(self, state):
        return 4.5 if state.left == 4 else super().plies_left(state)


@broken("score", 1, 2, 2)
class ScoreIsNoNumber(Known):
    bounds, candidates = Game.bounds, Game.candidates

    def score(self, state, player):
        return super().score(state, player) if state.turn == 0 else nan


@broken("score", 1, 2, 2)
class ScoresBothSides(Known):
    bounds, candidates = Game.bounds, Game.candidates

    def score(self, state, player):
        return 3.0 if player == 1 - state.turn else -2.0


@broken("score-sign", 1, 2, 2)
class ScoresTheLoser(Known):
    bounds, candidates = Game.bounds, Game.candidates

    def score(self, state, player):
        return -super().score(state, player)


@broken("score-sign", 1, 2, 2)
class UtilityIsMoreThanASign(Known):
    def utility(self, state, player):
        return -2 if player == state.turn else 2

    def score(self, state, player):
        return 1.5 * self.utility(state, player)


@broken("bounds", 1)
class BoundsUpsideDown(Known):
    def bounds(self, state, player):
        return (3.0, -3.0) if state.left == 4 else super().bounds(state, player)


@broken("bounds", 1)
class OneBound(Known):
    def bounds(self, state, player):
        return 3.0 if state.left == 4 else super().bounds(state, player)


@broken("bounds", 1)
class BoundIsNoNumber(Known):
    def bounds(self, state, player):
        return (nan, 3.0) if state.left == 4 else super().bounds(state, player)


@broken("bounds-wrong", 2)
class TooSure(Known):
    """Three are lost, not won."""

    def bounds(self, state, player):
        return (3.0, 3.0) if state.left == 3 else super().bounds(state, player)


@broken("bounds-wrong", 1)
class TooNarrow(Known):
    def bounds(self, state, player):
        return (-3.0, 2.0) if state.left == 4 else super().bounds(state, player)


@broken("bounds-wrong", 1)
class ForTheOtherPlayer(Known):
    """Four are won by whoever is to move; this says what they are for the other."""

    def bounds(self, state, player):
        return (-3.0, -3.0) if state.left == 4 else super().bounds(state, player)


@broken("bounds-wrong", 2, 2, 1)
class DoesNotKnowTheEnd(Known):
    """A candidate ends the game, and of an end nothing is known."""

    def bounds(self, state, player):
        return (3.0, 3.0) if state.left == 2 else (-3.0, 3.0)


@broken("candidates", 1)
class NoAction(Known):
    def candidates(self, state):
        yield 3 if state.left == 4 else 1 + (state.left % 3 == 2)


@broken("candidates", 1)
class CandidateTwice(Known):
    def candidates(self, state):
        yield 1
        yield 1 if state.left == 4 else 2


@broken("candidates", 1)
class NoCandidate(Known):
    def candidates(self, state):
        return iter(()) if state.left == 4 else super().candidates(state)


@broken("candidates-wrong", 1)
class LeavesOutTheBest(Known):
    """From four only one stone wins."""

    def candidates(self, state):
        yield 2 if state.left == 4 else 1 + (state.left % 3 == 2)


@broken("promise", 1, 1)
class PromisesNothing(Known):
    def promise(self, state, action):
        return nan if state.left == 4 else 0.0


@broken("promise", 2)
class PromisesWords(Known):
    def promise(self, state, action):
        return "much" if state.left == 5 else 0.0


@broken("key")
class ListAsKey(Known):
    def key(self, state):
        return [state.left, state.turn]


@broken("key", 2)
class ForgetsInTheKey(Known):
    """Five are won, three are lost."""

    def key(self, state):
        return state.left % 2


class Row(NamedTuple):
    filled: int
    first: int
    turn: int


class LongRow(Game):
    """Forty squares are filled in turn, each by either of two stones; the first square decides, and so does the last one."""

    alternates = True

    def initial(self) -> Any:
        return Row(0, 0, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return Row(state.filled + 1, state.first * 2 + action, 1 - state.turn)

    def is_terminal(self, state):
        return state.filled == 40

    def utility(self, state, player):
        last = state.first % 2
        return 1 if last == player else -1


class KnowsTheEnd(LongRow):
    """The player who moves last wins."""

    def bounds(self, state, player):
        if state.filled == 40:
            return float(self.utility(state, player)), float(self.utility(state, player))
        return (1.0, 1.0) if state.turn == 1 else (-1.0, -1.0)


class ErrsNearTheEnd(KnowsTheEnd):
    """Wrong six plies before the end, where breadth-first never comes."""

    def bounds(self, state, player):
        return (0.0, 0.0) if state.filled == 34 else super().bounds(state, player)


class Far(NamedTuple):
    far: int


class Walk(Game):
    """One player walks three steps, one or two at a time."""

    players = 1
    payoff_sum = None

    def initial(self) -> Any:
        return Far(0)

    def to_move(self, state):
        return 0

    def actions(self, state):
        yield 1
        if state.far < 2:
            yield 2

    def result(self, state, action):
        return Far(state.far + action)

    def is_terminal(self, state):
        return state.far == 3

    def utility(self, state, player):
        return 1

    def heuristic(self, state):
        return (3 - state.far) / 2


@broken("heuristic-too-much", 1, 2)
class CountsEveryStep(Walk):
    """Two steps at once cost one move."""

    def heuristic(self, state):
        return 3.0 - state.far


@broken("heuristic")
class HopesForNothing(Walk):
    def heuristic(self, state):
        return -1.0


@broken("heuristic")
class WalksForFree(Walk):
    def cost(self, state, action):
        return 0.0

    def heuristic(self, state):
        return 0.0


@broken("least-payoff", 1, 2, 2)
class LosesMoreThanItSays(Countdown):
    least_payoff = -0.5
