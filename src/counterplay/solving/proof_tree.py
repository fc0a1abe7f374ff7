"""A proof that a side can force a win, as a value: what it does in every state that may come up.

Whoever doubts it plays it through (`verify`): at the attacker's turn what the proof says, at the other's turn everything, by the rules
alone. That knows nothing of how the proof was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import CounterplayError, TableFull
from ..game import Game


class NoProof(CounterplayError):
    """What was given out as a proof is none."""


@dataclass(frozen=True)
class Proof:
    """The attacker's action in every state where it is the attacker's turn, as far as the actions before it lead there."""

    game: Game[Any, Any]
    state: Any
    attacker: int
    actions: dict[Any, Any]
    plies: int
    """After how many plies the game is won at the latest, if the attacker does as the proof says (another way may be shorter)."""

    def __len__(self) -> int:
        return len(self.actions)

    def replies(self, state: Any) -> Iterator[Any]:
        """What has to be looked at in a state: the proof's action, or all of the defender's."""
        if self.game.to_move(state) != self.attacker:
            yield from self.game.actions(state)
            return
        action = self.actions.get(state)
        if action not in list(self.game.actions(state)):
            raise NoProof(f"The proof does not say what to do in {self.game.format_state(state)}.")
        yield action

    def verify(self) -> int:
        """Play the proof through; returns how many different states come up. Raises `NoProof` where it does not lead to a win."""
        return sum(1 for _ in walked(self.game, self.state, self.attacker, self.replies))


def walked(game: Game[Any, Any], root: Any, attacker: int, replies: Callable[[Any], Iterator[Any]]) -> Iterator[tuple[Any, int]]:
    """Every state that can come up, each once, after those it leads to, with the plies to the win; refuses what is no win."""
    left: dict[Any, int | None] = {}  # None: on the line that is being played
    line: list[tuple[Any, list[Any]]] = []
    waiting = [root]
    while True:
        if waiting:
            state = waiting.pop()
            if state not in left:
                if game.is_terminal(state):
                    if not game.utility(state, attacker) > 0:
                        raise NoProof(f"{game.format_state(state)} is an end, and no win.")
                    left[state] = 0
                    yield state, 0
                else:
                    left[state] = None
                    line.append((state, waiting))
                    waiting = [game.result(state, action) for action in replies(state)]
            elif left[state] is None:
                raise NoProof(f"{game.format_state(state)} comes back: so the game need not end.")
        elif line:
            state, waiting = line.pop()
            plies = 1 + max(left[game.result(state, action)] or 0 for action in replies(state))
            left[state] = plies
            yield state, plies
        else:
            return


def extracted(game: Game[Any, Any], root: Any, attacker: int, winning_action: Callable[[Any], Any]) -> Proof:
    """The proof of a state that is proven, by asking what wins wherever the attacker moves."""
    actions: dict[Any, Any] = {}

    def replies(state: Any) -> Iterator[Any]:
        if game.to_move(state) != attacker:
            yield from game.actions(state)
            return
        if state not in actions:
            actions[state] = winning_action(state)
        yield actions[state]

    try:
        *_, (_, plies) = walked(game, root, attacker, replies)
    except NoProof as error:
        raise TableFull(f"The win is proven, but the table has forgotten too much of the proof to write it down. {error}") from error
    return Proof(game, root, attacker, actions, plies)
