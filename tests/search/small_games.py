"""Games for the tests of searches: explicit trees, and small ones with every property that a search can meet. All but the first compile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.naive import Dice, Tree, Turn

from counterplay import CHANCE, Game


class Explicit(Game[tuple[int, ...], int]):
    """A tree of the naive oracle as a game; a state is the way from the root."""

    compiles = False

    def __init__(self, tree: Tree, players: int = 2, payoff_sum: float | None = 0.0, dice: bool = False):
        self.tree, self.players, self.payoff_sum, self.dice = tree, players, payoff_sum, dice

    def at(self, state: tuple[int, ...]) -> Tree:
        tree = self.tree
        for step in state:
            assert isinstance(tree, (Turn, Dice))
            tree = tree.below[step] if isinstance(tree, Turn) else tree.below[step][1]
        return tree

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        tree = self.at(state)
        assert isinstance(tree, (Turn, Dice)), "to_move was asked of a terminal state"
        return tree.player if isinstance(tree, Turn) else CHANCE

    def actions(self, state: tuple[int, ...]) -> Iterator[int]:
        tree = self.at(state)
        assert isinstance(tree, Turn), "actions were asked of a chance node or a terminal state"
        yield from range(len(tree.below))

    def chances(self, state: tuple[int, ...]) -> Iterator[tuple[int, float]]:
        tree = self.at(state)
        assert isinstance(tree, Dice)
        for number, (chance, _) in enumerate(tree.below):
            yield number, chance

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return not isinstance(self.at(state), (Turn, Dice))

    def utility(self, state: tuple[int, ...], player: int) -> float:
        tree = self.at(state)
        assert not isinstance(tree, (Turn, Dice)), "utility was asked of a state that is not terminal"
        return tree[player]

    def evaluate(self, state: tuple[int, ...], player: int) -> float:
        return guess(state, player)

    def overrides(self, method: str) -> bool:
        return self.dice if method == "chances" else super().overrides(method)


def guess(state: Any, player: int) -> float:
    """An evaluation without any sense: a number from the hash of the state, the opponent's being minus it."""
    value = float(hash(state) % 41 - 20)
    return value if player == 0 else -value


class Count(NamedTuple):
    """What is left, whose turn it is, and what player 0 has."""

    left: int
    turn: int
    first: int


class Greed(Game[Count, int]):
    """Take 1 to 3 from a pile; whoever takes an even number moves again. Each stone is a point; zero-sum, and turns do not alternate."""

    def __init__(self, pile: int = 9):
        self.pile = pile

    def initial(self) -> Count:
        return Count(self.pile, 0, 0)

    def to_move(self, state: Count) -> int:
        return state.turn

    def actions(self, state: Count) -> Iterator[int]:
        for take in range(1, 4):
            if take <= state.left:
                yield take

    def result(self, state: Count, action: int) -> Count:
        points = action * (state.left % 3) if state.turn == 0 else -action * (state.left % 3)
        return Count(state.left - action, state.turn if action == 2 else 1 - state.turn, state.first + points)

    def is_terminal(self, state: Count) -> bool:
        return state.left == 0

    def utility(self, state: Count, player: int) -> float:
        return float(state.first) if player == 0 else -float(state.first)

    def evaluate(self, state: Count, player: int) -> float:
        return float(state.first + state.left % 2) if player == 0 else -float(state.first + state.left % 2)


class Shares(NamedTuple):
    """What is left, whose turn it is, and what each of three players has."""

    left: int
    turn: int
    have: tuple[int, ...]


class ThreeWays(Game[Shares, int]):
    """Three players take 1 or 2 from a pile in turn; who takes the last gets it all squared, others what they have: general-sum."""

    players = 3
    payoff_sum = None

    def __init__(self, pile: int = 8):
        self.pile = pile

    def initial(self) -> Shares:
        return Shares(self.pile, 0, (0, 0, 0))

    def to_move(self, state: Shares) -> int:
        return state.turn

    def actions(self, state: Shares) -> Iterator[int]:
        for take in (1, 2):
            if take <= state.left:
                yield take

    def result(self, state: Shares, action: int) -> Shares:
        a, b, c = state.have
        if state.turn == 0:
            a += action
        elif state.turn == 1:
            b += action
        else:
            c += action
        return Shares(state.left - action, (state.turn + 1) % 3, (a, b, c))

    def is_terminal(self, state: Shares) -> bool:
        return state.left == 0

    def utility(self, state: Shares, player: int) -> float:
        own = state.have[player]
        return float(own * own) if (player + 1) % 3 == state.turn else float(own)

    def evaluate(self, state: Shares, player: int) -> float:
        return state.have[player] * 0.5


class Race(NamedTuple):
    """How far each player is, whose turn it is, and whether the die is about to be thrown."""

    first: int
    second: int
    turn: int
    thrown: int


class Pig(Game[Race, int]):
    """A race to a goal. In turn, choose to throw once or twice; 1 loses half of what you have, 2 and 3 move you so far."""

    def __init__(self, goal: int = 5):
        self.goal = goal

    def initial(self) -> Race:
        return Race(0, 0, 0, 0)

    def to_move(self, state: Race) -> int:
        return CHANCE if state.thrown else state.turn

    def actions(self, state: Race) -> Iterator[int]:
        yield 1
        yield 2

    def chances(self, state: Race) -> Iterator[tuple[int, float]]:
        yield 1, 0.25
        yield 2, 0.25
        yield 3, 0.5

    def result(self, state: Race, action: int) -> Race:
        if not state.thrown:
            return Race(state.first, state.second, state.turn, action)
        have = state.first if state.turn == 0 else state.second
        have = have // 2 if action == 1 else have + action
        left = state.thrown - 1
        turn = state.turn if left else 1 - state.turn
        return Race(have, state.second, turn, left) if state.turn == 0 else Race(state.first, have, turn, left)

    def is_terminal(self, state: Race) -> bool:
        return state.first >= self.goal or state.second >= self.goal

    def utility(self, state: Race, player: int) -> float:
        return 1.0 if (state.first >= self.goal) == (player == 0) else -1.0

    def evaluate(self, state: Race, player: int) -> float:
        ahead = (state.first - state.second) / (2.0 * self.goal)
        return ahead if player == 0 else -ahead


class Step(NamedTuple):
    """How far the walk has come."""

    far: int


class Corridor(Game[Step, int]):
    """One player walks a straight corridor, forward or (where `wide`) to and fro. It is `length` long; length 0 never ends."""

    players = 1
    payoff_sum = None

    def __init__(self, length: int = 0, wide: bool = False):
        self.length, self.wide = length, wide
        self.finite = length > 0 and not wide

    def initial(self) -> Step:
        return Step(0)

    def to_move(self, state: Step) -> int:
        return 0

    def actions(self, state: Step) -> Iterator[int]:
        yield 1
        if self.wide:
            yield -1

    def result(self, state: Step, action: int) -> Step:
        return Step(state.far + action)

    def is_terminal(self, state: Step) -> bool:
        return self.length > 0 and state.far >= self.length

    def utility(self, state: Step, player: int) -> float:
        return float(state.far)


class Blind(Greed):
    """A game whose players do not see what is left."""

    def observation(self, state: Count, player: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (), (state.turn,)
