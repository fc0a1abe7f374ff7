"""A network that guides Monte Carlo tree search, as a thing that is made, saved, loaded and given to a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, inf
from pathlib import Path
from typing import Any, Final

from ..errors import UsageError
from ..game import Game
from ..rng import Random
from ..weights import Weights
from ..whole_files import replace_file
from .files import packed, read_network, unpacked
from .foresight import MOST_POLICY, MOST_UNITS, network_foresees, weight_count
from .trial import verify_fit

FORMAT: Final = "counterplay policy network 1"


@dataclass(frozen=True)
class PolicyNetwork:
    """Weights of a network for one game that says what a state is worth and which actions look good.

    `counterplay.mcts(game, network=network)` is guided by it; `notes` tell where it comes from.
    """

    game: str
    """The game with its parameters, as `str(game)` says it: on another board nothing of this is true."""
    inputs: int
    wide: int
    """Units of the first hidden layer."""
    narrow: int
    """Units of the second."""
    policy: int
    """How many action numbers there are."""
    weights: Weights
    most_score: float = 0.0
    """Where it has learned the game's scores: the greatest one. 0: it has learned who wins."""
    notes: dict[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for name in ("wide", "narrow"):
            if not 1 <= getattr(self, name) <= MOST_UNITS:
                raise UsageError(f"{name}={getattr(self, name)}: a layer has 1 to {MOST_UNITS} units.")
        if len(self.weights) != weight_count(*self.shape):
            raise UsageError(f"A network of the shape {self.shape} does not have {len(self.weights):,} weights.")

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Inputs, units of the first and of the second layer, action numbers."""
        return self.inputs, self.wide, self.narrow, self.policy

    @classmethod
    def fresh(cls, game: Game[Any, Any], wide: int, narrow: int, seed: int) -> PolicyNetwork:
        """A network that knows nothing yet: uniform weights that keep the size of what goes through (He 2015), and outputs near 0."""
        import numpy

        verify_learnable(game)
        inputs, policy, rng = game.network_inputs, game.policy_outputs, Random(seed)
        layers = []
        for size, width, reach in ((inputs, wide, (6 / 32) ** 0.5), (wide, narrow, (6 / wide) ** 0.5), (narrow, policy + 1, 0.01)):
            layers += [numpy.array([reach * (2.0 * rng.uniform() - 1.0) for _ in range(size * width)]), numpy.zeros(width)]
        return cls(str(game), inputs, wide, narrow, policy, Weights(numpy.concatenate(layers)), greatest_score(game))

    def guiding(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game with this network as its `foresee`, its own evaluation unchanged."""
        if self.game != str(game):
            raise UsageError(f"This network is for {self.game}, not for {game}.")
        if (game.network_inputs, game.policy_outputs) != (self.inputs, self.policy):
            raise UsageError(f"This network was made for another encoding of {game.name}: train another.")
        verify_learnable(game)
        copy: Any = game.using(foresee=network_foresees)
        copy.network, copy.network_wide, copy.network_narrow = self.weights, self.wide, self.narrow
        copy.most_score = self.most_score
        return copy  # type: ignore[no-any-return]

    def foresee(self, game: Game[Any, Any], state: Any) -> tuple[float, dict[Any, float]]:
        """What a state is worth to the player to move, and how likely each action looks."""
        logits = [0.0] * MOST_POLICY
        value = self.guiding(game).foresee(state, logits)
        said = {action: logits[game.action_number(state, action)] for action in game.actions(state)}
        most = max(said.values())
        total = sum(exp(logit - most) for logit in said.values())
        return value, {action: exp(logit - most) / total for action, logit in said.items()}

    # ── Files ──
    def to_bytes(self) -> bytes:
        """The content of an .npz file."""
        return packed(FORMAT, self.weights, {"game": self.game, "shape": self.shape, "most_score": self.most_score, "notes": self.notes})

    def save(self, path: str | Path) -> None:
        """Write it to an .npz file, whole or not at all."""
        replace_file(Path(path), self.to_bytes())

    @classmethod
    def load(cls, path: str | Path) -> PolicyNetwork:
        """The network in an .npz file."""
        return read_network(Path(path), cls.from_bytes)

    @classmethod
    def from_bytes(cls, content: bytes) -> PolicyNetwork:
        """The network that `to_bytes` wrote."""
        weights, facts = unpacked(FORMAT, content)
        inputs, wide, narrow, policy = facts["shape"]
        return cls(facts["game"], inputs, wide, narrow, policy, weights, facts["most_score"], facts["notes"])


def is_guided(game: Game[Any, Any]) -> bool:
    """Whether a network guides the search of this game (`PolicyNetwork.guiding`)."""
    return type(game).foresee is network_foresees


def greatest_score(game: Game[Any, Any]) -> float:
    """The greatest score that the game says there can be; 0 where it has no scores, or says nothing."""
    if not game.overrides("score") or not game.overrides("bounds"):
        return 0.0
    start = game.initial()
    most = game.bounds(start, game.to_move(start))[1]
    return float(most) if most < inf else 0.0


def verify_learnable(game: Game[Any, Any]) -> None:
    """Refuse a game that no network can guide the search of."""
    if not game.network_inputs or not 1 <= game.policy_outputs <= MOST_POLICY:
        raise UsageError(
            f"{game} does not say what a network sees of it and how its actions are numbered: write encode, network_inputs,"
            f" action_number and policy_outputs (1 to {MOST_POLICY})."
        )
    if game.properties.chance or tuple(game.rungs) not in ((-1.0, 1.0), (-1.0, 0.0, 1.0)):
        raise UsageError(f"A network that guides a search is for games without chance that pay -1, 0 or 1; {game.name} is none.")
    verify_fit(game)
