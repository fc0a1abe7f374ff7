"""`counterplay zero`: a network that guides a search learns from that search, in the way of AlphaZero."""

from __future__ import annotations

import time
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import UsageError
from .learn_words import announce, left, planned, sparkline, verify_folder
from .options import AsJson, GameName, examples, find_game
from .output import errors, number, say_json, screen, working

if TYPE_CHECKING:
    from ..learning.zero import Generation, ZeroRun

EXAMPLES = examples(
    "zero connect_four --save c4",
    "zero connect_four --save c4 --resume --threads 2",
    "zero 'othello(board_size=6)' --set opening=10,wide=192,narrow=48 --save six",
    "zero 'connect_four(rows=5,columns=6)' --generations 30 --set opening=10,wide=256 --save small",
    "play connect_four --opponent mcts:simulations=400,exploration=1,network=c4/network.npz",
    "match connect_four mcts:simulations=400,network=c4/generations/0040.npz mcts:simulations=400,network=c4/generations/0010.npz",
)
TRIAL_GAMES = 50
"""Played and thrown away, to know how long a generation's games will take."""
LEARNING_PART = 1.8
"""A generation takes so many times as long as its games: learning and the match come to nearly as much again."""


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(zero)


def zero(
    game_name: GameName,
    save: Annotated[Path, typer.Option("--save", metavar="FOLDER", help="Keep checkpoints, generations and the network here.")],
    generations: Annotated[int | None, typer.Option("--generations", "-g", min=1, help="So many in all.", show_default=False)] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", min=1, help="In each generation.", show_default=False)] = None,
    simulations: Annotated[int | None, typer.Option("--simulations", min=2, help="In a thorough search.", show_default=False)] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="First weights, games and lessons.", show_default=False)] = None,
    settings: Annotated[
        str, typer.Option("--set", metavar="NAME=VALUE,…", help="Other settings of counterplay.learning.zero.ZeroSettings, as wide=256.")
    ] = "",
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="For the games; what is learned does not depend on it.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint in the folder, with its settings.")] = False,
    as_json: AsJson = False,
) -> None:
    """Learn a network that says what positions are worth and which moves look good, as AlphaZero learned: from the search that it guides.

    It says first what it will do and how long that takes. Killed at any moment it goes on with --resume, and nothing is lost but the
    generation it was in. Needs PyTorch (the extra `learn`); the network that it writes does not.
    """
    from ..kernels import Progress
    from ..learning import holds_run
    from ..learning.zero import ZeroRun, ZeroSettings, train_zero
    from ..players import settings_in

    game = find_game(game_name)
    verify_folder(save, holds_run(save), resume)
    named = {"generations": generations, "games": games, "simulations": simulations, "seed": seed}
    given = {**settings_in(settings, f"--set {settings}"), **{name: value for name, value in named.items() if value is not None}}
    known = [field.name for field in fields(ZeroSettings)][1:]
    if strange := next((name for name in given if name not in known), None):
        raise UsageError(f"--set: there is no setting {strange!r}; there are {', '.join(known)}.")
    if resume:
        run = ZeroRun.resume(game, save, threads, lambda text: errors().print(text))
        for name, value in given.items():
            if (before := getattr(run.settings, name)) != value:
                raise UsageError(f"The run in {save} has {name}={before!r}, not {value!r}: leave it out, or begin another run elsewhere.")
    else:
        run = ZeroRun(game, ZeroSettings(str(game), **given), threads)
    _announce(run, save, as_json)
    begun, began = run.generation, time.monotonic()
    with working("playing the first generation", "--resume goes on") as hear:
        for generation in train_zero(run, save):
            errors().print(told(generation, run), highlight=False, soft_wrap=True)
            rest = left(run.generation - begun, run.settings.generations - begun, time.monotonic() - began)
            hear(Progress(f"generation {run.generation + 1} of {run.settings.generations}, {rest}", 0, 0.0))
    network = run.network
    network.save(save / "network.npz")
    if as_json:
        curve = [generation._asdict() for generation in run.history]
        say_json({"game": str(game), "file": str(save / "network.npz"), "notes": network.notes, "curve": curve})
    else:
        screen().print(f"Wrote {save / 'network.npz'}, and in generations/ all before it. To play against it:", soft_wrap=True)
        opponent = f"mcts:simulations=400,exploration={run.settings.exploration:g},network={save / 'network.npz'}"
        screen().print(f"  counterplay play {game_name} --opponent {opponent}", soft_wrap=True)


def told(generation: Generation, run: ZeroRun) -> str:
    """A generation in one line, with the curve of the policy's loss so far."""
    curve = sparkline([-before.policy_loss for before in run.history[-30:]])
    gate = f"match {generation.gate:.0%}{'' if generation.promoted else ', the one before plays on'}"
    losses = f"loss: value {generation.value_loss:.3f}, policy {generation.policy_loss:.3f}"
    return f"{generation.number:>4} of {run.settings.generations}  {number(generation.positions)} positions  {losses}  {gate}  {curve}"


def _announce(run: ZeroRun, save: Path, as_json: bool) -> None:
    """What will be done, and how long it takes on this machine: from some games that are thrown away."""
    from ..learning.zero import play_against, played

    settings, network = run.settings, run.playing
    how: dict[str, Any] = {"exploration": settings.exploration, "threads": run.threads}
    begun = time.monotonic()
    played(run.game, network, 1, settings.plan, **how)
    if settings.gate:
        play_against(run.game, network, network, 2, simulations=settings.quick, opening=settings.opening)
    started = time.monotonic()
    played(run.game, network, TRIAL_GAMES, settings.plan, **how)
    remaining = settings.generations - run.generation
    seconds = (time.monotonic() - started) / TRIAL_GAMES * settings.games * remaining * LEARNING_PART
    layers = f"{network.inputs} inputs, {network.wide} and {network.narrow} hidden units, a value and {network.policy} moves"
    learns = "the game's scores" if network.most_score else "who wins"
    facts = {
        "game": settings.game,
        "network": f"{layers}: {number(len(network.weights))} weights; learns {learns}",
        "games": f"{number(settings.games)} in a generation, {settings.simulations} or {settings.quick} simulations a move",
        "learning": f"{settings.generations} generations" + (f", of which {run.generation} are done" if run.generation else ""),
        "time": planned(seconds, run.threads, started - begun),
        "folder": f"{save}",
    }
    announce(facts, as_json)
