"""`counterplay learn`: an evaluation from experience."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import UsageError
from ..game import Game
from .learn_features import learn_features
from .learn_words import announce, left, planned, sparkline, verify_folder
from .options import AsJson, GameName, examples, find_game
from .output import errors, number, say_json, screen, working

if TYPE_CHECKING:
    from ..learning import Settings, Training

EXAMPLES = examples(
    "learn backgammon --games 20000 --save bg",
    "learn backgammon --save bg --resume",
    "learn othello --games 2000 --save reversi",
    "learn othello --patterns --games 300000 --save patterns",
    "match backgammon star_minimax:depth=1,evaluation=bg/network.npz star_minimax:depth=1 --games 1000",
)
TRIAL_GAMES = 100
"""Played and thrown away, to know how long the whole will take."""
TRIAL_MEASURED = 20
"""And so many to know how long it takes to measure."""
LOOKS = 30
"""How often on the way the network is measured."""
SHOWN = 40
"""So many points of the curve stand in a line."""
NETWORK_RATE, PATTERNS_RATE = 0.1, 0.02
"""Learning rates at the beginning: some 40 patterns move together, and none of them twice in a game."""
NETWORK_TRACE, PATTERNS_TRACE = 0.5, 0.7
OPTIONS = {
    "games": "--games",
    "hidden": "--hidden",
    "rate": "--rate",
    "final_rate": "--final-rate",
    "trace": "--lambda",
    "explore": "--explore",
    "seed": "--seed",
}
"""What of a run's settings is said on the command line, and how."""


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(learn)


def learn(
    context: typer.Context,
    game_name: GameName,
    save: Annotated[Path, typer.Option("--save", metavar="FOLDER", help="Keep checkpoints, generations and the network here.")],
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, help="Learn from so many games: 100,000, or 2,000 for features.", show_default=False),
    ] = None,
    linear: Annotated[bool, typer.Option("--linear", help="Learn the weights of the game's features: usual where there are some.")] = False,
    patterns: Annotated[
        bool, typer.Option("--patterns", help="Learn what each covering of parts of the board is worth: a network without hidden units.")
    ] = False,
    teacher: Annotated[str, typer.Option("--teacher", help="Features learn from results, searches (deeper ones) or td.")] = "results",
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Features: play with what was learned and learn again, so often.")] = 2,
    phases: Annotated[int, typer.Option("--phases", min=1, help="Features: weights for so many phases of the game.")] = 4,
    match: Annotated[
        int, typer.Option("--match", metavar="GAMES", min=0, help="Features: prove it by a match against the old ones.")
    ] = 100,
    hidden: Annotated[
        int, typer.Option("--hidden", min=1, help="A network, with so many hidden units: usual where there are no features.")
    ] = 80,
    rate: Annotated[
        float | None, typer.Option("--rate", help="The learning rate at the beginning: 0.1, of patterns 0.02.", show_default=False)
    ] = None,
    final_rate: Annotated[
        float | None, typer.Option("--final-rate", help="The learning rate at the end: a tenth of that.", show_default=False)
    ] = None,
    trace: Annotated[
        float | None,
        typer.Option(
            "--lambda", min=0.0, max=1.0, help="1 learns from results, 0 from the next position: 0.5, patterns 0.7.", show_default=False
        ),
    ] = None,
    explore: Annotated[
        float | None,
        typer.Option(
            "--explore", min=0.0, max=1.0, help="How often it plays any move; 0 where there are dice, else 0.1.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="First weights and dice.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint in the folder, with its settings.")] = False,
    measure: Annotated[int, typer.Option("--measure", metavar="GAMES", min=2, help="Games to measure the network by, each time.")] = 1000,
    as_json: AsJson = False,
) -> None:
    """Learn an evaluation by self-play: a network by TD(lambda), as TD-Gammon learned backgammon, or weights of features by regression.

    It says first what it will do and how long that takes. Killed at any moment it goes on with --resume, as if nothing had happened.
    """
    from ..learning import Rounds, Settings, Training, holds_run

    game = find_game(game_name)
    trace = trace if trace is not None else PATTERNS_TRACE if patterns else NETWORK_TRACE
    source = context.get_parameter_source("hidden")
    hidden_given = source is not None and source.name == "COMMANDLINE"
    of_network = patterns or hidden_given or (resume and holds_run(save))  # a run of features has no checkpoint
    if not resume:
        verify_folder(save, holds_run(save), resume)
    if linear or (game.feature_names and not of_network):
        spread = explore if explore is not None else 0.05
        plan = Rounds(teacher, rounds, max(1, (games or 2000) // rounds), phases, trace, spread, seed=seed)  # type: ignore[arg-type]
        learn_features(game, game_name, plan, save, resume, match, as_json)
        return
    if not of_network and not game.network_inputs:
        raise UsageError(_nothing_to_learn(game))
    games = games or 100_000
    verify_folder(save, holds_run(save), resume)
    wandering = explore if explore is not None else 0.0 if game.properties.chance else 0.1
    hidden, rate = (0, rate or PATTERNS_RATE) if patterns else (hidden, rate or NETWORK_RATE)
    settings = Settings(str(game), games, hidden, rate, final_rate or rate / 10, trace, wandering, seed)
    if resume:
        training = Training.resume(game, save, lambda text: errors().print(text))
        _verify_same(training.settings, settings, context, save)
    else:
        training = Training(game, settings)
    _announce(game, training, save, measure, as_json)
    curve = _trained(game, training, save, measure)
    network = training.network
    network.save(save / "network.npz")
    if as_json:
        say_json({"game": training.settings.game, "file": str(save / "network.npz"), "notes": network.notes, "curve": curve})
    else:
        screen().print(f"Wrote {save / 'network.npz'}. To play against it:", soft_wrap=True)
        search = "star_minimax:depth=1" if game.properties.chance else "engine:seconds=1"
        screen().print(f"  counterplay play {game_name} --opponent {search},evaluation={save / 'network.npz'}", soft_wrap=True)


def _nothing_to_learn(game: Game[Any, Any]) -> str:
    """What a game would have to say, the shortest way first."""
    return (
        f"{game.name} does not say what there is to learn about it. The shortest way is features: write its method features (a few numbers"
        " that are greater where a player is better off) and their feature_names, and learn weighs them. For a network write its method"
        " encode and how many network_inputs there are. docs/learning.md has an example of each."
    )


def _verify_same(kept: Settings, given: Settings, context: typer.Context, save: Path) -> None:
    """A run goes on with its own settings: others, where somebody gave them, are refused."""
    if context.params["patterns"] and kept.hidden:
        raise UsageError(f"The run in {save} has {kept.hidden} hidden units and learns no patterns: leave out --patterns.")
    for name, option in OPTIONS.items():
        before, now = getattr(kept, name), getattr(given, name)
        source = context.get_parameter_source(name)
        if before != now and source is not None and source.name == "COMMANDLINE":
            raise UsageError(
                f"The run in {save} has {option} {before:g}, not {now:g}: leave it out, or begin another run in another folder."
            )


def _trained(game: Game[Any, Any], training: Training, save: Path, measure: int) -> list[dict[str, Any]]:
    """Train to the end; now and then the network is measured, and that is the curve."""
    from ..kernels import Progress
    from ..learning import measured, train
    from ..learning.training import is_generation

    goal, begun, began = training.settings.games, training.games, time.monotonic()

    def look() -> None:
        score, curve = measured(game, training.network, measure), training.curve
        assert curve is not None  # training has begun
        curve.add(training.games, points=score.points, error=score.error, won=score.share, measured=score.games)
        line = sparkline([point["points"] for point in curve.points[-SHOWN:] if "points" in point])
        errors().print(f"{training.games:>12,} games  {score}  {line}", highlight=False, soft_wrap=True)

    due = training.games
    with working("playing and learning", "--resume goes on") as hear:
        for _ in train(training, save):
            if training.games >= due or training.games == goal or is_generation(training.games):
                due = max(due, training.games + goal // LOOKS)
                look()
            rest = left(training.games - begun, goal - begun, time.monotonic() - began)
            hear(Progress(f"{training.games:,} of {goal:,} games, {rest}", 0, 0.0))
        assert training.curve is not None
        if not training.curve.points or training.curve.points[-1]["games"] < goal:  # stopped when only this was left to do
            look()
    return training.curve.points


def _announce(game: Game[Any, Any], training: Training, save: Path, measure: int, as_json: bool) -> None:
    """What will be done, and how long it takes on this machine: from some games that are thrown away."""
    from ..learning import Training, measured
    from ..learning.training import BLOCK

    settings = training.settings
    trial = Training(game, settings, training.network)
    begun = time.monotonic()
    trial.play(1)
    measured(game, trial.network, 2)
    started = time.monotonic()
    trial.play(TRIAL_GAMES)
    middle = time.monotonic()
    measured(game, trial.network, TRIAL_MEASURED)
    a_game, a_look = (middle - started) / TRIAL_GAMES, (time.monotonic() - middle) / TRIAL_MEASURED * measure
    share = 1 - training.games / settings.games
    seconds = share * (settings.games * a_game + min(LOOKS, -(-settings.games // BLOCK)) * a_look)
    network = training.network
    units = f"{network.hidden} hidden units" if network.hidden else "no hidden units"
    outputs = len(network.rungs) - 1
    layers = f"{network.inputs:,} inputs, {units}, {outputs} output{'s' if outputs > 1 else ''}"
    facts = {
        "game": settings.game,
        "network": f"{layers}: {number(len(network.weights))} weights",
        "learning": f"TD({settings.trace:g}), rate {settings.rate:g} falling to {settings.final_rate:g}, seed {settings.seed}",
        "games": f"{number(settings.games)}" + (f", of which {number(training.games)} are played" if training.games else ""),
        "time": planned(seconds, 1, started - begun),
        "folder": f"{save}",
    }
    announce(facts, as_json)
