"""Training that goes on for hours: checkpoints, resuming, generations.

A run has a folder. `run.checkpoint` is the last state of the training, `before.checkpoint` the one before; `generations/` keeps the network
as it was after 1,000, 2,000, 5,000, 10,000, … games. Everything is written whole, with a checksum; one process at a time holds the folder's
lock, and `curve.jsonl` is there for those who watch. A run that is killed at any moment goes on from its last checkpoint, and what it
finds is what it would have found without the interruption, bit for bit: a checkpoint holds the weights and the random numbers to come,
and the learning rate depends on the number of games alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, Final

from ..buffers import Pointer
from ..errors import UsageError
from ..evaluations import forward
from ..evaluations.forward import MOST_ACTIVE, MOST_HIDDEN, MOST_OUTPUTS
from ..evaluations.network import Network, seen_by
from ..game import Game
from ..kernels import Runner
from ..locks import Lock
from ..rng import Random
from ..watch import Watch
from ..weights import Weights
from . import self_play
from .checkpoints import LOCK, code_digest, holds_run, keep, kept, verify_run
from .curves import Curve
from .rates import falling
from .self_play import MOST_POSITIONS, play_and_learn

BLOCK: Final = 500
"""So many games are played between two looks at the clock; the learning rate changes with them."""
CHECKPOINT_SECONDS: Final = 20.0
SOURCES: Final = (self_play, forward)
"""What, beside the rules, a run depends on."""


@dataclass(frozen=True)
class Settings:
    """What a run depends on; with the code, all it depends on."""

    game: str
    games: int
    """After how many games it is done."""
    hidden: int = 80
    rate: float = 0.1
    final_rate: float = 0.01
    """The learning rate falls from the one to the other by the same factor with every game."""
    trace: float = 0.5
    """Lambda."""
    explore: float = 0.0
    """How often it plays any legal action instead of the one it likes best."""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.games < 1:
            raise UsageError(f"games={self.games}: a run has at least one game.")
        if not 0 <= self.hidden <= MOST_HIDDEN:
            raise UsageError(f"hidden={self.hidden}: a network has up to {MOST_HIDDEN} hidden units, or none to weigh patterns.")
        for name in ("rate", "final_rate"):
            if not 0 < getattr(self, name) < inf:
                raise UsageError(f"{name}={getattr(self, name)}: a learning rate is a finite number above 0.")
        for name in ("trace", "explore"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name}={getattr(self, name)}: give a number from 0 to 1.")

    def rate_after(self, games: int) -> float:
        """The learning rate after so many games."""
        return falling(self.rate, self.final_rate, games / self.games)


class Training:
    """A network that learns by playing against itself."""

    def __init__(self, game: Game[Any, Any], settings: Settings, network: Network | None = None, games: int = 0, random: int | None = None):
        import numpy

        self.settings, self.code = settings, code_digest(game, SOURCES)
        fresh = network or Network.fresh(game, settings.hidden, settings.seed)
        self.game = fresh.carried_by(game)
        self.weights = fresh.weights.array.copy()
        self.games = games
        """How many have been played."""
        self.curve: Curve | None = None
        self.rng = Random(settings.seed if random is None else random)
        shapes = (("f8", MOST_POSITIONS * MOST_ACTIVE),) * 2 + (("i8", MOST_POSITIONS),) * 2 + (("f8", MOST_POSITIONS * MOST_OUTPUTS),)
        self._columns = [numpy.zeros(length, kind) for kind, length in shapes]

    @property
    def network(self) -> Network:
        """The network as it is now."""
        game, notes = self.game, {"settings": asdict(self.settings), "games": self.games, "code": self.code}
        return Network(game.name, game.network_inputs, self.settings.hidden, game.rungs, Weights(self.weights.copy()), notes)

    @cached_property
    def _run(self) -> Runner:
        return Runner(compiled=True)

    def play(self, games: int) -> int:
        """Play so many games and learn from them; returns from how many positions."""
        rate = self.settings.rate_after(self.games)
        weights, columns = Pointer(self.weights), [Pointer(column) for column in self._columns]
        how = rate, self.settings.trace, self.settings.explore
        played, positions = self._run(
            play_and_learn, self.game, self.game.initial(), weights, games, *how, *columns, self.rng, watch=Watch()
        )
        self.games += played
        return int(positions)

    # ── Checkpoints ──
    def save(self, folder: Path) -> None:
        """Write a checkpoint; the last one becomes the one before."""
        facts = {"settings": asdict(self.settings), "games": self.games, "random": self.rng.words[0], "code": self.code}
        keep(folder, "learn", facts, self.weights.tobytes())

    @classmethod
    def resume(cls, game: Game[Any, Any], folder: Path, say: Callable[[str], None] = lambda text: None) -> Training:
        """Go on from the last checkpoint in the folder, or, where that is damaged, from the one before."""
        import numpy

        facts, numbers = kept(folder, say)
        verify_run(game, "learn", facts, code_digest(game, SOURCES), folder, say)
        settings = Settings(**facts["settings"])
        seen, inputs = seen_by(game, settings.hidden)
        network = Network(game.name, inputs, settings.hidden, seen.rungs, Weights(numpy.frombuffer(numbers)))
        return cls(game, settings, network, facts["games"], facts["random"])


def train(training: Training, folder: Path, clock: Callable[[], float] = time.monotonic) -> Iterator[tuple[int, int]]:
    """Train to the end, block by block, with checkpoints; yields how many games and how many positions each block had.

    From the first of them on, `training.curve` takes what the caller measures.
    """
    (folder / "generations").mkdir(parents=True, exist_ok=True)
    with Lock(folder / LOCK, f"Another process is training in {folder}. Let it finish, or give another folder."):
        if not holds_run(folder):
            training.save(folder)
        training.curve = Curve(folder, "learn", asdict(training.settings), training.games)
        saved = clock()
        while training.games < training.settings.games:
            block = min(BLOCK - training.games % BLOCK, training.settings.games - training.games)
            positions = training.play(block)
            if is_generation(training.games):
                training.network.save(folder / "generations" / f"{training.games:09d}.npz")
            if clock() - saved > CHECKPOINT_SECONDS or training.games == training.settings.games:
                training.save(folder)
                saved = clock()
            yield block, positions


def is_generation(games: int) -> bool:
    """Whether the network is kept after so many games: 1, 2 or 5 and zeros, from 500 on.

    >>> [games for games in range(0, 10_001, 500) if is_generation(games)]
    [500, 1000, 2000, 5000, 10000]
    """
    return games >= BLOCK and str(games).rstrip("0") in ("1", "2", "5")
