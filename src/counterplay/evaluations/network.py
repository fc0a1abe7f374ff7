"""A network as a thing that is made, saved, loaded and given to a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..errors import UsageError
from ..game import Game
from ..rng import Random
from ..weights import Weights
from ..whole_files import replace_file
from .files import packed, read_network, unpacked
from .forward import MOST_HIDDEN, MOST_OUTPUTS, network_value
from .trial import verify_fit

FORMAT: Final = "counterplay network 1"
FIRST_WEIGHTS: Final = 0.1
"""Weights begin between minus this and this: small enough that no unit is saturated, different enough that no two units are alike."""


@dataclass(frozen=True)
class Network:
    """Weights of a network for one game: sparse inputs, one hidden layer, and the chance to reach every rung of utility.

    `evaluate=network` makes any search use it; `notes` tell where it comes from.
    """

    game: str
    """The name of the game whose `encode` it reads."""
    inputs: int
    hidden: int
    rungs: tuple[float, ...]
    weights: Weights
    notes: dict[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.hidden <= MOST_HIDDEN:
            raise UsageError(f"hidden={self.hidden}: a network has up to {MOST_HIDDEN} hidden units, or none to weigh patterns.")
        if not 2 <= len(self.rungs) <= MOST_OUTPUTS + 1 or list(self.rungs) != sorted(set(self.rungs)):
            raise UsageError(
                f"rungs={self.rungs}: give the utilities a game can end with, from worst to best, 2 to {MOST_OUTPUTS + 1} of them."
            )
        if len(self.weights) != size_of(self.inputs, self.hidden, len(self.rungs) - 1):
            raise UsageError(
                f"A network of {self.inputs} inputs and {self.hidden} hidden units does not have {len(self.weights):,} weights."
            )

    @classmethod
    def fresh(cls, game: Game[Any, Any], hidden: int, seed: int) -> Network:
        """A network that knows nothing yet."""
        import numpy

        game, inputs = seen_by(game, hidden)
        if inputs == 0:
            method, attribute = ("encode", "network_inputs") if hidden else ("coverings", "pattern_inputs")
            raise UsageError(
                f"{game.name} does not say what a network sees of it: write its method {method}, and how many {attribute} it has."
            )
        verify_fit(game)
        if hidden == 0:  # nothing is alike that has to be told apart, and most coverings are rare: what is not learned is worth nothing
            return cls(game.name, inputs, 0, game.rungs, Weights(numpy.zeros(size_of(inputs, 0, len(game.rungs) - 1))), {"seed": seed})
        rungs = game.rungs
        outputs, rng = len(rungs) - 1, Random(seed)
        numbers = numpy.array([FIRST_WEIGHTS * (2.0 * rng.uniform() - 1.0) for _ in range(size_of(inputs, hidden, outputs))])
        numbers[inputs * hidden : (inputs + 1) * hidden] = 0.0
        numbers[-outputs:] = 0.0
        return cls(game.name, inputs, hidden, rungs, Weights(numbers), {"seed": seed})

    def fits(self, game: Game[Any, Any]) -> bool:
        """Whether it has learned this game, on a board of this size."""
        return game.name == self.game and seen_by(game, self.hidden)[1] == self.inputs

    def carried_by(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game with this network among its attributes, its own evaluation unchanged."""
        if game.name != self.game:
            raise UsageError(f"This network is for {self.game}, not for {game.name}.")
        game, inputs = seen_by(game, self.hidden)
        if inputs != self.inputs:
            raise UsageError(f"This network has {self.inputs} inputs, but {game.name} now has {inputs}: train another.")
        verify_fit(game)
        low, high = game.utility_range
        copy: Any = game.using()
        copy.network, copy.network_inputs, copy.network_hidden = self.weights, self.inputs, self.hidden
        copy.rungs = tuple(max(low, min(high, rung)) for rung in self.rungs)  # where gammons do not count, a rung above is no higher
        return copy  # type: ignore[no-any-return]

    def used_by(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game with this network as its evaluation."""
        return self.carried_by(game).using(evaluate=network_value)

    def __call__(self, game: Game[Any, Any], state: Any, player: int) -> float:
        """What a state looks like being worth to a player."""
        return network_value(self.carried_by(game), state, player)

    def outputs(self, game: Game[Any, Any], state: Any) -> list[float]:
        """How likely each rung above the lowest is reached, for the player whose viewpoint it is."""
        from .forward import MOST_ACTIVE, outputs_from, reached, sum_inputs

        outputs = len(self.rungs) - 1
        width = reached(self.hidden, outputs)
        places, amounts, sums, units, found = (
            [0] * MOST_ACTIVE,
            [0.0] * MOST_ACTIVE,
            [0.0] * width,
            [0.0] * self.hidden,
            [0.0] * MOST_OUTPUTS,
        )
        active = seen_by(game, self.hidden)[0].encode(state, places, amounts)
        sum_inputs(self.weights, self.inputs, width, places, amounts, active, sums)
        outputs_from(self.weights, self.inputs, self.hidden, outputs, sums, units, found)
        return found[:outputs]

    # ── Files ──
    def to_bytes(self) -> bytes:
        """The content of an .npz file."""
        shape = {"inputs": self.inputs, "hidden": self.hidden, "rungs": list(self.rungs)}
        return packed(FORMAT, self.weights, {"game": self.game, **shape, "notes": self.notes})

    def save(self, path: str | Path) -> None:
        """Write it to an .npz file, whole or not at all."""
        replace_file(Path(path), self.to_bytes())

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """The network in an .npz file."""
        return read_network(Path(path), cls.from_bytes)

    @classmethod
    def from_bytes(cls, content: bytes) -> Network:
        """The network that `to_bytes` wrote."""
        weights, facts = unpacked(FORMAT, content)
        return cls(facts["game"], facts["inputs"], facts["hidden"], tuple(facts["rungs"]), weights, facts["notes"])


def size_of(inputs: int, hidden: int, outputs: int) -> int:
    """How many weights a network has."""
    return (inputs + 1) * hidden + (hidden + 1) * outputs if hidden else (inputs + 1) * outputs


def seen_by(game: Game[Any, Any], hidden: int) -> tuple[Game[Any, Any], int]:
    """The game as a network with so many hidden units sees it, and how many inputs it then has: without any it sees the patterns."""
    kind: Any = type(game)
    if hidden or kind.encode is kind.coverings:
        return game, game.network_inputs
    seen: Any = game.using(encode=kind.coverings)
    seen.network_inputs, seen.rungs = game.pattern_inputs, (game.rungs[0], game.rungs[-1])
    return seen, game.pattern_inputs
