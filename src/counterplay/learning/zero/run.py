"""Generation after generation: play, learn, and let the new network play from then on if it is no worse than the one before.

A run has a folder. Its checkpoint (see `checkpoints`) holds the network that plays, the one that learns and the optimiser's memory;
`experience/` keeps the games of the last generations, `generations/` every generation's network. Random numbers depend on the seed and the
generation alone: a run that is killed at any moment goes on with the generation it was in, and finds what it would have found.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...errors import UsageError
from ...evaluations import foresight, policy_network
from ...evaluations.policy_network import PolicyNetwork
from ...game import Game
from ...locks import Lock
from ...search import ending_score
from ...search.mcts import enhanced, knowledge, learned, proofs, selection, settling, uct
from ...weights import Weights
from ..checkpoints import LOCK, code_digest, holds_run, keep, kept, verify_run
from ..curves import Curve
from ..rates import falling
from . import experience, lessons, playing
from .experience import Experience, play_against, played
from .lessons import Learner
from .playing import Plan

SOURCES: Final = (
    *(sys.modules[__name__], experience, playing, lessons, foresight, policy_network),
    *(ending_score, enhanced, knowledge, learned, proofs, selection, settling, uct),
)
"""What, beside the rules, a run depends on."""
SEEDS: Final = 1_000
"""Between the seeds of two generations: playing, learning and gating each have one of their own."""


LEAST_WINDOW: Final = 4


@dataclass(frozen=True)
class ZeroSettings:
    """What a run depends on; with the code, all it depends on."""

    game: str
    generations: int = 80
    games: int = 500
    """In each generation."""
    simulations: int = 200
    quick: int = 40
    thorough: float = 0.3
    noise: float = 0.2
    opening: int = 22
    wandering: int = 4
    exploration: float = 1.0
    wide: int = 384
    narrow: int = 96
    rate: float = 0.002
    final_rate: float = 0.0001
    """The learning rate falls from the one to the other by the same factor with every generation."""
    batch: int = 512
    passes: float = 6.0
    """How often a position is learned from while it is new: a generation takes as many steps as that needs for its own positions."""
    window: int = 30
    """From how many generations, the newest and those before, it learns at most; see `window_in`."""
    share: float = 0.5
    """What the end of a game counts beside what the search thought, when the value is learned."""
    value_weight: float = 8.0
    """What the value counts beside the policy in what is learned."""
    decay: float = 1e-5
    gate: int = 40
    """Games of the new network against the one that plays; half of the points are enough to take its place. 0: it always does."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("generations", "games", "simulations", "quick", "wide", "narrow", "batch", "window"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise UsageError(f"{name}={getattr(self, name)!r}: give a whole number from 1 on.")
        for name in ("opening", "wandering", "gate", "seed"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 0:
                raise UsageError(f"{name}={getattr(self, name)!r}: give a whole number from 0 on.")
        for name in ("thorough", "noise", "share"):
            if not self._is_number(name) or not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name}={getattr(self, name)!r}: give a number from 0 to 1.")
        for name in ("exploration", "passes", "value_weight", "decay"):
            if not self._is_number(name) or not 0 <= getattr(self, name) < 1e9:
                raise UsageError(f"{name}={getattr(self, name)!r}: give a number from 0 on.")
        for name in ("rate", "final_rate"):
            if not self._is_number(name) or not 0 < getattr(self, name) < 1:
                raise UsageError(f"{name}={getattr(self, name)!r}: a learning rate lies between 0 and 1.")

    def _is_number(self, name: str) -> bool:
        return type(getattr(self, name)) in (int, float)

    @property
    def plan(self) -> Plan:
        """How games are played."""
        return Plan(self.simulations, self.quick, float(self.thorough), float(self.noise), self.opening, self.wandering)

    def rate_in(self, generation: int) -> float:
        """The learning rate of a generation, from 1 on."""
        return falling(self.rate, self.final_rate, (generation - 1) / max(self.generations - 1, 1))

    def window_in(self, generation: int) -> int:
        """From how many generations it learns then: from the newest third. What was played when little was known is soon forgotten."""
        return min(self.window, max(LEAST_WINDOW, generation // 3))


class Generation(NamedTuple):
    """What a generation brought."""

    number: int
    games: int
    positions: int
    value_loss: float
    policy_loss: float
    gate: float
    """The share of points in the gating match; 0.5 where there was none."""
    promoted: bool


class ZeroRun:
    """A network that learns from the search it guides."""

    def __init__(self, game: Game[Any, Any], settings: ZeroSettings, threads: int = 1):
        self.game, self.settings, self.threads, self.code = game, settings, threads, code_digest(game, SOURCES)
        self.playing = PolicyNetwork.fresh(game, settings.wide, settings.narrow, settings.seed)
        self.learner = Learner(self.playing, settings.decay)
        self.history: list[Generation] = []
        self.recent: dict[int, Experience] = {}
        """The games of the generations in the window, as far as they have been needed."""

    @property
    def generation(self) -> int:
        """How many there have been."""
        return len(self.history)

    @property
    def games(self) -> int:
        """How many have been played."""
        return sum(generation.games for generation in self.history)

    @property
    def network(self) -> PolicyNetwork:
        """The network that learns, as it is now."""
        return self.learner.network({"settings": asdict(self.settings), "generation": self.generation, "code": self.code})

    def step(self, folder: Path) -> Generation:
        """One generation: play, learn, compare; everything is kept."""
        settings, number = self.settings, self.generation + 1
        seed = (settings.seed * SEEDS + number) * SEEDS
        path = _experience(folder, number)
        new, ended = played(
            self.game,
            self.playing,
            settings.games,
            settings.plan,
            exploration=settings.exploration,
            seed=seed,
            threads=self.threads,
        )
        new.save(path)
        window = range(max(1, number - settings.window_in(number) + 1), number)
        there = [old for old in window if old in self.recent or _experience(folder, old).exists()]  # damaged ones may be taken away
        self.recent = {old: self._remembered(folder, old) for old in there} | {number: new}
        steps = round(settings.passes * new.size / settings.batch)
        whole = Experience.joined(self.recent.values())
        how: Any = {"share": settings.share, "weight": settings.value_weight, "seed": seed + 1}
        losses = self.learner.learn(whole, steps, settings.batch, settings.rate_in(number), **how)
        share, challenger = 0.5, self.network
        if settings.gate:
            share = play_against(
                self.game,
                challenger,
                self.playing,
                settings.gate,
                simulations=settings.quick,
                opening=settings.opening,
                exploration=settings.exploration,
                seed=seed + 2,
            )
        if share >= 0.5:
            self.playing = challenger
        self.history.append(Generation(number, ended, new.size, *losses, share, share >= 0.5))
        self.network.save(folder / "generations" / f"{number:04d}.npz")
        self.save(folder)
        _experience(folder, number - settings.window).unlink(missing_ok=True)
        return self.history[-1]

    def _remembered(self, folder: Path, number: int) -> Experience:
        """The games of a generation: from memory, or after an interruption from their file."""
        known = self.recent.get(number)
        return Experience.load(_experience(folder, number)) if known is None else known

    # ── Checkpoints ──
    def save(self, folder: Path) -> None:
        """Write a checkpoint; the last one becomes the one before."""
        playing, learning = self.playing.weights.array.tobytes(), self.learner.to_bytes()
        facts = {"settings": asdict(self.settings), "code": self.code, "playing": len(playing), "history": self.history}
        keep(folder, "zero", facts, playing + learning)

    @classmethod
    def resume(cls, game: Game[Any, Any], folder: Path, threads: int = 1, say: Callable[[str], None] = lambda text: None) -> ZeroRun:
        """Go on from the last checkpoint in the folder, or, where that is damaged, from the one before."""
        import numpy

        facts, numbers = kept(folder, say)
        verify_run(game, "zero", facts, code_digest(game, SOURCES), folder, say)
        run = cls(game, ZeroSettings(**facts["settings"]), threads)
        weights = Weights(numpy.frombuffer(numbers[: facts["playing"]]))
        run.playing = PolicyNetwork(run.playing.game, *run.playing.shape, weights, run.playing.most_score)
        run.learner.remember(numbers[facts["playing"] :])
        run.history = [Generation(*row) for row in facts["history"]]
        return run


def train_zero(run: ZeroRun, folder: Path) -> Iterator[Generation]:
    """Train to the end; yields what every generation brought."""
    for name in ("generations", "experience"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    with Lock(folder / LOCK, f"Another process is training in {folder}. Let it finish, or give another folder."):
        if not holds_run(folder):
            run.save(folder)
        curve = Curve(folder, "zero", asdict(run.settings), run.games)
        while run.generation < run.settings.generations:
            found = run.step(folder)
            curve.add(run.games, **{word: value for word, value in found._asdict().items() if word != "games"})
            yield found


def _experience(folder: Path, number: int) -> Path:
    """Where the games of a generation are kept while they are in the window."""
    return folder / "experience" / f"{number:04d}.games"
