"""Moves, chance, payoffs, symmetries and evaluations that contradict themselves."""

from __future__ import annotations

from counterplay import CHANCE, Game, UsageError

from .sound_games import Countdown, Guess, Piles, TwoPiles, broken


@broken("terminal-type")
class NoReturn(Countdown):
    def is_terminal(self, state):
        return True if state.left == 0 else None


@broken("to-move", 2)
class ThirdOfTwo(Countdown):
    def to_move(self, state):
        return 2 if state.left == 3 else state.turn


@broken("alternates")
class MovesTwice(Countdown):
    alternates = True

    def to_move(self, state):
        return 1 - state.turn if state.left == 3 else state.turn


@broken("no-action", 2)
class Stuck(Countdown):
    def actions(self, state):
        return iter(()) if state.left == 3 else super().actions(state)


@broken("duplicate-action", 2)
class Twice(Countdown):
    def actions(self, state):
        return iter((1, 2, 1)) if state.left == 3 else super().actions(state)

    def count(self, state):
        return 3 if state.left == 3 else super().count(state)

    def format_action(self, state, action):
        self._names = getattr(self, "_names", 0) + 1
        return f"{action} {self._names}"

    def parse_action(self, state, text):
        if not text.split() or text.split()[0] not in ("1", "2") or int(text.split()[0]) > state.left:
            raise UsageError("no")
        return int(text.split()[0])


@broken("count", 2)
class Miscounts(Countdown):
    def count(self, state):
        return 7 if state.left == 3 else super().count(state)


@broken("random-action", 2, 2)
class TakesTooMuch(Countdown):
    def random_action(self, state, rng):
        return 2 if state.left == 1 else 1


@broken("noisy-actions", 2)
class NoiseUnheard(Countdown):
    def is_noisy(self, state, action):
        return action == 2

    def noisy_actions(self, state):
        if state.left >= 2:
            yield 1 if state.left == 3 else 2


@broken("threatens", 1, 2)
class ThreatensInVain(Countdown):
    def is_urgent(self, state):
        return state.left == 1

    def threatens(self, state, action):
        return state.left - action == 2


@broken("no-chances", 2)
class NoDice(Countdown):
    def to_move(self, state):
        return CHANCE if state.left == 3 else state.turn


@broken("no-outcome")
class NoOutcome(Guess):
    def chances(self, state):
        return iter(())


@broken("outcome-type")
class OutcomesAlone(Guess):
    def chances(self, state):
        return iter((0, 1))


@broken("duplicate-outcome")
class SameOutcome(Guess):
    def chances(self, state):
        return iter(((0, 0.5), (0, 0.5)))

    def format_action(self, state, action):
        self._names = getattr(self, "_names", 0) + 1
        return f"{action} {self._names}"

    def parse_action(self, state, text):
        if text.split()[:1] not in (["0"], ["1"]):
            raise UsageError("no")
        return int(text.split()[0])


@broken("random-outcome")
class ThreeSides(Guess):
    def random_outcome(self, state, rng):
        return 2


@broken("probability-range")
class NegativeChance(Guess):
    def chances(self, state):
        return iter(((0, -0.5), (1, 1.5)))


@broken("probability-sum")
class HalfADie(Guess):
    def chances(self, state):
        return iter(((0, 0.5), (1, 0.4)))


@broken("utility", 1, 2, 2)
class Infinite(Countdown):
    def utility(self, state, player):
        return float("inf") if state.turn == 1 else super().utility(state, player)


@broken("utility", 1, 2, 2)
class UtilityOfNone(Countdown):
    def utility(self, state, player):
        return None if state.turn == 1 else super().utility(state, player)


@broken("payoff-sum", 1, 2, 2)
class BothWin(Countdown):
    evaluate = Game.evaluate

    def utility(self, state, player):
        return 1 if state.turn == 1 else super().utility(state, player)


@broken("finite", 2, 0, 0)
class MayPass(Countdown):
    count, random_action, parse_action = Game.count, Game.random_action, Game.parse_action

    def actions(self, state):
        if state.left == 3:
            yield 0
        yield from super().actions(state)


@broken("symmetry")
class TurnsTheMove(TwoPiles):
    def symmetries(self, state):
        yield Piles(state.b, state.a, 1 - state.turn)


@broken("symmetry")
class LosesAPile(TwoPiles):
    def symmetries(self, state):
        if state.a == 3:
            yield Piles(0, state.b, state.turn)

    def canonical(self, state):
        return state if state.a < 3 else Piles(0, state.b, state.turn)


@broken("symmetry")
class ChangesTheValue(TwoPiles):
    """(3, 1) and (2, 2) have four actions each, but one is won and the other lost."""

    def initial(self):
        return Piles(3, 1, 0)

    def symmetries(self, state):
        yield state

    def canonical(self, state):
        return Piles(2, 2, state.turn) if (state.a, state.b) == (3, 1) else state


@broken("symmetry")
class ChangesTheEnds(ChangesTheValue):
    """Without a sum there is no minimax value; then the trees must have the same shape."""

    payoff_sum = None


@broken("canonical-unstable")
class BackAndForth(TwoPiles):
    def canonical(self, state):
        return Piles(state.b, state.a, state.turn)


@broken("canonical-differs")
class EachItsOwn(TwoPiles):
    def canonical(self, state):
        return state


@broken("evaluation", 2)
class NotANumber(Countdown):
    def evaluate(self, state, player):
        return float("nan") if state.left == 3 else super().evaluate(state, player)


@broken("evaluation-order", 1, 1, 1, 2)
class UpsideDown(Countdown):
    payoff_sum = 1

    def utility(self, state, player):
        return 0 if player == state.turn else 1

    def evaluate(self, state, player):
        return 1 - self.utility(state, player)


@broken("evaluation-sign", 1, 2, 2)
class Gloomy(Countdown):
    def evaluate(self, state, player):
        return self.utility(state, player) / 10 - 0.5 if state.left == 0 else 0


@broken("utility-range", 1, 2, 2)
class Modest(Countdown):
    utility_range = (-1.0, 0.5)


@broken("evaluation-range", 1)
class Exaggerates(Countdown):
    def evaluate(self, state, player):
        return (100 if state.left == 4 else 1) * super().evaluate(state, player)


@broken("evaluation-sides", 2)
class BothAhead(Countdown):
    def evaluate(self, state, player):
        return 0.5 if state.left == 3 else super().evaluate(state, player)
