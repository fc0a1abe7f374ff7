"""A linear evaluation that improves by rounds: play with what is known, learn from that, play again. Every round leaves a generation.

The first round plays with the evaluation that the game has by itself. What counts in the end is a match of new against old (`proof`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..arena import Standing, play_match
from ..errors import UsageError
from ..evaluations.linear import LinearEvaluation
from ..game import Game
from ..locks import Lock
from ..players import player
from ..search.best import algorithm_for
from .checkpoints import LOCK
from .curves import Curve
from .experience import Teacher, gathered
from .regression import Fit, fit


@dataclass(frozen=True)
class Rounds:
    """What a run depends on."""

    teacher: Teacher = "results"
    rounds: int = 2
    games: int = 1000
    """In each round."""
    phases: int = 4
    trace: float = 0.7
    explore: float = 0.05
    opening: int = 6
    seed: int = 1

    def __post_init__(self) -> None:
        if self.teacher not in ("results", "searches", "td"):
            raise UsageError(f"teacher={self.teacher!r}: learn from results, searches or td.")
        if self.rounds < 1:
            raise UsageError("rounds: from 1 on.")


def improve(game: Game[Any, Any], settings: Rounds, folder: Path) -> Iterator[tuple[int, Fit]]:
    """Play and learn, round by round, going on after the last generation that the folder holds; yields what each round found."""
    home = folder / "generations"
    home.mkdir(parents=True, exist_ok=True)
    with Lock(folder / LOCK, f"Another process is training in {folder}. Let it finish, or give another folder."):
        done = len(list(home.glob("*.json")))
        curve = Curve(folder, "learn", {"game": str(game), **asdict(settings)}, done * settings.games)
        for number, found in _rounds(game, settings, home):
            curve.add(number * settings.games, round=number, error=found.held_out_error)
            yield number, found


def _rounds(game: Game[Any, Any], settings: Rounds, home: Path) -> Iterator[tuple[int, Fit]]:
    for number in range(1, settings.rounds + 1):
        path, before = home / f"{number:03d}.json", home / f"{number - 1:03d}.json"
        if path.exists():
            continue
        playing = LinearEvaluation.load(before).used_by(game) if number > 1 else game
        experience = gathered(
            playing,
            settings.games,
            teacher=settings.teacher,
            trace=settings.trace,
            explore=settings.explore,
            opening=settings.opening,
            seed=settings.seed + number,
        )
        found = fit(experience, game.feature_names, phases=settings.phases)
        notes = {**found.evaluation.notes, "game": str(game), "round": number, "settings": asdict(settings)}
        LinearEvaluation(found.evaluation.features, found.evaluation.weights, found.evaluation.errors, notes).save(path)
        yield number, found


def proof(game: Game[Any, Any], new: Path, old: Path | None = None, *, games: int = 100, nodes: int = 300, seed: int = 1) -> Standing:
    """A match of the new evaluation against the old one, or against the game's own, with the same search."""
    search = algorithm_for(game)
    limit = {"engine": f"nodes={nodes}", "mcts": f"simulations={nodes}"}.get(search, "depth=1")
    names = [f"{search}:{limit}" + ("" if path is None else f",evaluation={path}") for path in (new, old)]
    return play_match(game, player(names[0], seed), player(names[1], seed), games=games, seed=seed)
