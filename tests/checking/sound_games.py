"""Sound games, and the gallery of broken ones made from them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from counterplay import CHANCE, Bits, Game, UsageError


class Pile(NamedTuple):
    left: int
    turn: int


class Countdown(Game):
    """Take one or two; whoever takes the last wins. Everything optional is there, too."""

    def __init__(self, pile: int = 5):
        self.pile = pile

    def initial(self) -> Any:
        return Pile(self.pile, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for take in (1, 2):
            if take <= state.left:
                yield take

    def result(self, state, action):
        return Pile(state.left - action, 1 - state.turn)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def evaluate(self, state, player):
        lost = state.left % 3 == 0
        return -0.5 if lost == (player == state.turn) else 0.5

    def count(self, state):
        return min(2, state.left)

    def random_action(self, state, rng):
        return 1 + rng.below(min(2, state.left))

    def is_cutoff(self, state, depth):
        return depth <= 0

    def format_action(self, state, action):
        return f"take {action}"

    def parse_action(self, state, text):
        if text not in ("take 1", "take 2") or int(text[-1]) > state.left:
            raise UsageError(f"{text!r} is not a move here.")
        return int(text[-1])

    def format_state(self, state):
        return f"{state.left}/{state.turn}"

    def parse_state(self, text):
        left, _, turn = text.partition("/")
        if not (left.isdecimal() and turn in ("0", "1")):
            raise UsageError(f"{text!r} is not a state.")
        return Pile(int(left), int(turn))


class Piles(NamedTuple):
    a: int
    b: int
    turn: int


class TwoPiles(Game):
    """Nim with two piles; (a, b) is the same as (b, a)."""

    def initial(self) -> Any:
        return Piles(3, 2, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for take in range(1, state.a + 1):
            yield take
        for take in range(1, state.b + 1):
            yield 10 + take

    def result(self, state, action):
        return Piles(state.a - action, state.b, 1 - state.turn) if action < 10 else Piles(state.a, state.b - action + 10, 1 - state.turn)

    def is_terminal(self, state):
        return state.a + state.b == 0

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def symmetries(self, state):
        yield Piles(state.b, state.a, state.turn)


class Bet(NamedTuple):
    coin: int
    guess: int


class Guess(Game):
    """A coin falls, then the player guesses it without seeing it."""

    players = 1
    payoff_sum = None

    def initial(self) -> Any:
        return Bet(-1, -1)

    def to_move(self, state):
        return CHANCE if state.coin < 0 else 0

    def chances(self, state):
        yield 0, 0.5
        yield 1, 0.5

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return Bet(action, -1) if state.coin < 0 else Bet(state.coin, action)

    def is_terminal(self, state):
        return state.guess >= 0

    def utility(self, state, player):
        return 1 if state.coin == state.guess else 0

    def observation(self, state, player):
        return (), state.coin >= 0


class FairGuess(Guess):
    """The same; heads and tails may be exchanged."""

    def symmetries(self, state):
        yield Bet(1 - state.coin if state.coin >= 0 else -1, 1 - state.guess if state.guess >= 0 else -1)


class ThreePiles(TwoPiles):
    """Three players take turns; the last to take gets all. No minimax value, but symmetric all the same."""

    players = 3
    payoff_sum = 1

    def result(self, state, action):
        return super().result(state, action)._replace(turn=(state.turn + 1) % 3)

    def utility(self, state, player):
        return 1 if player == (state.turn + 2) % 3 else 0


class Line(NamedTuple):
    stones: Bits[4]  # type: ignore[type-arg,valid-type]
    moves: tuple[int, ...]
    turn: int
    done: bool = False
    mean: float = 0.0


class Fill(Game):
    """Put stones on four squares in order; nobody wins."""

    def initial(self) -> Any:
        return Line(0, (0, 0), 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return Line((state.stones << 1 | 1) & 15, state.moves, 1 - state.turn)

    def is_terminal(self, state):
        return state.stones == 15

    def utility(self, state, player):
        return 0


# ── The gallery: each broken game with what `check` has to say about it ──

CASES: list[Any] = []
HINTS: list[Any] = []


def broken(kind: str, *line: Any, **settings: Any):
    """This game has exactly this problem, shown by this line."""

    def keep(made: type[Game]):
        CASES.append(pytest.param(made, kind, line, settings, id=f"{kind}: {made.__name__}"))
        return made

    return keep


def hinting(kind: str):
    """This game has no problem but exactly this hint."""

    def keep(made: type[Game]):
        HINTS.append(pytest.param(made, kind, id=f"{kind}: {made.__name__}"))
        return made

    return keep
