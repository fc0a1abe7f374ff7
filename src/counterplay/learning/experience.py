"""Experience: positions from games that an evaluation plays against itself, each with what there is to learn about it.

results    how the game ended: 1 won, 1/2 drawn, 0 lost, for the player whose viewpoint it is
searches   what a deeper search says, brought between 0 and 1
td         the lambda-return: between what the evaluation said of the next position and how the game ended
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from ..buffers import Pointer
from ..errors import UsageError
from ..game import CHANCE, Game
from ..kernels import Runner, kernel
from ..rng import Random
from ..search.expectiminimax import expectiminimax_value
from ..watch import Watch
from .self_play import rolled

Teacher = Literal["results", "searches", "td"]
MOST_PLIES: Final = 400
"""A game is given up, and not learned from, after so many plies."""


class Experience(NamedTuple):
    """Positions as a linear evaluation sees them: row i of each column belongs to position i."""

    features: Any
    """One column for each feature."""
    phases: Any
    targets: Any
    """What the evaluation should have said: the chance to win, 0 to 1."""
    games: Any
    """Which game a position is from: positions of one game teach nearly the same."""

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.targets)

    def chosen(self, which: Any) -> Experience:
        """Some of the positions."""
        return Experience(*(column[which] for column in self))


@kernel
def best_child(game, state, depth, watch):
    """What the action leads to that is best for the player to move, looking `depth` plies beyond it, and its value."""
    player, best, most, none_yet = game.to_move(state), state, 0.0, True
    for action in game.actions(state):
        child = game.result(state, action)
        value = expectiminimax_value(game, child, depth, player, watch)
        if none_yet or value > most:
            best, most, none_yet = child, value, False
    return best, most


@kernel
def gather(game, root, games, depth, explore, opening, deeper, first, features, phases, views, owners, guesses, results, rng, watch):
    """Play games that begin with `opening` random plies and write down their positions; returns how many there are.

    `guesses` are what the look ahead said or, with `deeper`, what looking so many plies ahead says, for the player of the viewpoint.
    """
    written = 0
    for number in range(games):
        state, ply, begun = root, 0, written
        while not game.is_terminal(state) and ply < MOST_PLIES and not watch.enter(state, number, 0.0, 0.0):
            if game.to_move(state) == CHANCE:
                state = rolled(game, state, rng)
            elif ply < opening:
                state = game.result(state, game.random_action(state, rng))
                ply += 1
            else:
                player = game.viewpoint(state)
                numbers = game.features(state)
                for i in range(len(numbers)):
                    features[written * len(numbers) + i] = numbers[i]
                phases[written], views[written], owners[written] = game.phase(state), player, first + number
                best, most = best_child(game, state, depth, watch)
                if deeper > 0:
                    guesses[written] = expectiminimax_value(game, state, deeper, player, watch)
                else:
                    guesses[written] = most if game.to_move(state) == player else -most
                written += 1
                state = game.result(state, game.random_action(state, rng)) if rng.uniform() < explore else best
                ply += 1
        if game.is_terminal(state):
            for i in range(begun, written):
                results[i] = float(game.utility(state, views[i]))
        else:
            written = begun
    return written


def gathered(
    game: Game[Any, Any],
    games: int,
    *,
    teacher: Teacher = "results",
    depth: int = 0,
    deeper: int = 3,
    trace: float = 0.7,
    explore: float = 0.05,
    opening: int = 6,
    seed: int = 1,
    first: int = 0,
    compiled: bool = True,
) -> Experience:
    """Play so many games with the game's evaluation, looking `depth` plies beyond each action, and keep what they teach."""
    import numpy

    if games < 1 or depth < 0 or deeper < 1 or opening < 0 or not 0 <= explore <= 1 or not 0 <= trace <= 1:
        raise UsageError("games, deeper: from 1 on; depth, opening: from 0 on; explore, trace: from 0 to 1.")
    count = len(game.features(game.initial()))
    if count == 0:
        raise UsageError(f"{game.name} has no features: write its method features, or give functions to LinearEvaluation.")
    room = games * MOST_PLIES
    kinds = ((float, room * count), (float, room), (numpy.int64, room), (numpy.int64, room), (float, room), (float, room))
    columns = [numpy.zeros(length, kind) for kind, length in kinds]
    seen = [Pointer(column) for column in columns] if compiled else columns
    looks = deeper if teacher == "searches" else 0
    written = Runner(compiled)(
        gather, game, game.initial(), games, depth, explore, opening, looks, first, *seen, Random(seed), watch=Watch()
    )  # fmt: skip
    features, phases, views, owners, guesses, results = (column[: written * (count if i == 0 else 1)] for i, column in enumerate(columns))
    most = max(abs(results).max(), 1.0) if written else 1.0
    won, said = (results / most + 1) / 2, (guesses / most + 1) / 2
    targets = won if teacher == "results" else said if teacher == "searches" else lambda_returns(said, won, views, owners, trace)
    return Experience(features.reshape(written, count).copy(), phases.copy(), targets, owners.copy())


def lambda_returns(said: Any, won: Any, views: Any, games: Any, trace: float) -> Any:
    """For every position: (1 - lambda) of what was said about the next one of its game, and lambda of that one's own return."""
    targets = won.copy()
    for i in range(len(said) - 2, -1, -1):
        if games[i] == games[i + 1]:
            after = (1 - trace) * said[i + 1] + trace * targets[i + 1]
            targets[i] = after if views[i] == views[i + 1] else 1 - after
    return targets
