"""`counterplay learn` where features are weighed: rounds of play and regression, then a match."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..game import Game
from ..tracing.model import count
from .learn_words import announce, planned, verify_folder
from .output import errors, number, say_json, screen, working

if TYPE_CHECKING:
    from ..learning import Rounds

TRIAL_GAMES = 5
"""Played and thrown away, to know how long the whole will take."""


def learn_features(game: Game[Any, Any], name: str, plan: Rounds, save: Path, resume: bool, match: int, as_json: bool) -> None:
    """Learn, show, prove."""
    from ..evaluations import LinearEvaluation
    from ..learning import improve, proof, requirements

    if not game.feature_names:
        raise UsageError(f"{game.name} has no features to weigh: write its method features and their feature_names.")
    verify_folder(save, any((save / "generations").glob("*.json")), resume)
    _announce(game, plan, save, match, as_json)
    with working("playing and learning", "--resume goes on"):
        for done, found in improve(game, plan, save):
            curve = ", ".join(f"{games:,} games {error:.4f}" for games, error in found.curve)
            errors().print(f"round {done} of {plan.rounds}: error on games not learned from, in bits a position: {curve}", soft_wrap=True)
    last = save / "generations" / f"{plan.rounds:03d}.json"
    evaluation = LinearEvaluation.load(last)
    evaluation.save(save / "evaluation.json")
    (save / "weights.svg").write_text(evaluation.svg(), encoding="utf-8")
    with working("measuring it"):
        met = requirements(game, evaluate=evaluation)
    (save / "calibration.svg").write_text(met.svg(), encoding="utf-8")
    with working(f"a match of {match} games", "what was learned stays"):
        standing = proof(game, save / "evaluation.json", games=match) if match else None
    if as_json:
        learned = {"features": evaluation.names, "weights": evaluation.table, "errors": evaluation.errors, "notes": evaluation.notes}
        say_json({"game": str(game), "file": str(save / "evaluation.json"), **learned, "match": standing.as_dict() if standing else None})
        return
    screen().print(f"{evaluation}\n\nIt {met}.", markup=False, soft_wrap=True)
    if standing is not None:
        screen().print(f"\n{standing}", markup=False, soft_wrap=True)
    written = f"{save}: evaluation.json, weights.svg, calibration.svg, and in generations/ every round"
    screen().print(f"\nWrote {written}. To play against it:", soft_wrap=True)
    screen().print(f"  counterplay play {name} --opponent engine:seconds=1,evaluation={save / 'evaluation.json'}", soft_wrap=True)


def _announce(game: Game[Any, Any], plan: Rounds, save: Path, match: int, as_json: bool) -> None:
    """What will be done, and how long it takes on this machine."""
    from ..learning import gathered

    begun = time.monotonic()
    gathered(game, 1, teacher=plan.teacher)
    started = time.monotonic()
    gathered(game, TRIAL_GAMES, teacher=plan.teacher)
    seconds = (time.monotonic() - started) / TRIAL_GAMES * plan.games * plan.rounds
    announce(
        {
            "game": str(game),
            "features": f"{len(game.feature_names)}, their weights in {count(plan.phases, 'phase')}",
            "learning": f"{count(plan.rounds, 'round')} of {number(plan.games)} games against itself, from {plan.teacher}",
            "proof": f"a match of {number(match)} games against the old ones" if match else "none: --match is 0",
            "time": f"for the games of learning {planned(seconds, 1, started - begun)}",
            "folder": str(save),
        },
        as_json,
    )
