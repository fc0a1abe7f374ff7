"""A strategy for every player of a game with hidden information: with what probability to do what, at every information set.

It is kept by what a player observes, written as text; so it can be saved, loaded without the solver, and asked by anything that plays.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..errors import CounterplayError, UsageError
from ..game import CHANCE, Game
from ..rng import Random
from ..whole_files import read_whole, write_whole
from .flatten import FlatTree
from .sequence_form import Places, SequenceForm

KIND: Final = "counterplay policy 1"


def information_key(game: Game[Any, Any], state: Any) -> str:
    """The information set of the player to move, as text."""
    player = game.to_move(state)
    return f"{player} {game.observation(state, player)!r}"


@dataclass(frozen=True, repr=False)
class Policy:
    """What every player does everywhere in a game.

    >>> import counterplay as cp
    >>> game = cp.load("kuhn_poker")
    >>> policy = cp.cfr(game, until=1e-3).policy
    >>> state = game.parse_state("K J pass bet")             # a king is called with
    >>> {game.format_action(state, action): round(p, 2) for action, p in policy.probabilities(game, state).items()}
    {'pass': 0.0, 'bet': 1.0}
    """

    game: str
    """The game it is for, as `load` reads it."""
    table: Mapping[str, tuple[float, ...]]
    """For each information set the probabilities of its actions, in their order."""
    about: dict[str, Any] = field(default_factory=dict)
    """How it was found: algorithm, iterations, exploitability, …"""

    def probabilities(self, game: Game[Any, Any], state: Any) -> dict[Any, float]:
        """With what probability each action is played here."""
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            raise UsageError("Nobody chooses here: the game is over, or chance moves.")
        known = self.table.get(information_key(game, state))
        actions = list(game.actions(state))
        if known is None or len(known) != len(actions):
            raise UsageError(f"This policy is for {self.game}, and knows nothing about {game.format_state(state)!r} of {game}.")
        return dict(zip(actions, known, strict=True))

    def choose(self, game: Game[Any, Any], state: Any, rng: Random) -> Any:
        """An action, drawn with these probabilities."""
        probabilities = self.probabilities(game, state)
        left = rng.uniform()
        for action, probability in probabilities.items():
            left -= probability
            if left < 0:
                return action
        return max(probabilities, key=lambda action: probabilities[action])  # rounding has left nothing over

    def weights(self, tree: FlatTree, form: SequenceForm, places: Places) -> Any:
        """The policy as weights of the sequences of a tree, to be assessed."""
        weights = np.zeros(form.sequences)
        states = tree.representatives()
        for here, there in enumerate(places.sets):
            probabilities = self.probabilities(tree.game, states[there])
            weights[form.first[here] : form.first[here] + form.width[here]] = list(probabilities.values())
        return weights

    @classmethod
    def of(cls, tree: FlatTree, form: SequenceForm, places: Places, sigma: Any, about: dict[str, Any]) -> Policy:
        """The policy that plays `sigma` at the sequences of a tree."""
        states = tree.representatives()
        table = {}
        for here, there in enumerate(places.sets):
            first = int(form.first[here])
            table[information_key(tree.game, states[there])] = tuple(sigma[first : first + int(form.width[here])].tolist())
        return cls(str(tree.game), table, about)

    # ── Files ──
    def save(self, path: Path, **arrays: Any) -> None:
        """Write the policy into a file, whole or not at all; with it, the arrays that a solver needs to go on."""
        about = {"kind": KIND, "game": self.game, "keys": list(self.table), "about": self.about}
        widths = np.array([len(probabilities) for probabilities in self.table.values()], np.int32)
        probabilities = np.array([p for row in self.table.values() for p in row])
        content = io.BytesIO()
        np.savez(content, text=np.array(json.dumps(about)), widths=widths, probabilities=probabilities, **arrays)
        try:
            write_whole(path, content.getvalue())
        except OSError as error:
            raise CounterplayError(f"{path} cannot be written: {error.strerror}.") from error

    @classmethod
    def load(cls, path: Path | str) -> Policy:
        """The policy in a file."""
        return load_with_arrays(Path(path))[0]


def load_with_arrays(path: Path) -> tuple[Policy, dict[str, Any]]:
    """The policy in a file, and what the solver that wrote it needs to go on."""
    try:
        content = read_whole(path)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}. `counterplay cfr GAME --save {path.name}` makes such a file."
        ) from error
    problem = f"{path} is no policy, or it is damaged. `counterplay cfr GAME --save {path.name}` makes such a file."
    if content is None:
        raise UsageError(problem)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(str(arrays.pop("text")))
        if about["kind"] != KIND:
            raise UsageError(f"{path} was made by another version of counterplay: {about['kind']!r}, not {KIND!r}.")
        ends = np.cumsum(arrays.pop("widths"))
        parts = np.split(arrays.pop("probabilities"), ends[:-1]) if len(ends) else []
        table = {key: tuple(part.tolist()) for key, part in zip(about["keys"], parts, strict=True)}
        return Policy(about["game"], table, about["about"]), arrays
    except (ValueError, KeyError, TypeError, EOFError) as error:
        raise UsageError(problem) from error
