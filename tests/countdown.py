"""The smallest game there is, as a user writes it in a file: for all tests that need somebody's own game."""

from typing import NamedTuple

from counterplay import Game


class Pile(NamedTuple):
    left: int
    turn: int


class Countdown(Game):
    """Take one or two from a pile; whoever takes the last wins."""

    def __init__(self, pile: int = 7):
        self.pile = pile

    def initial(self):
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
