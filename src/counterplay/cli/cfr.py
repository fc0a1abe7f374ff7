"""`counterplay cfr`: an equilibrium of a game with hidden information."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, GameName, Seed, Speed, examples, find_game, loadable
from .output import duration, number, say_json, screen, show_facts, working

if TYPE_CHECKING:
    from ..hidden.equilibrium import Equilibrium, Point

EXAMPLES = examples(
    "cfr kuhn_poker --until 1e-4",
    "cfr leduc_poker --until 1e-6 --algorithm pcfr+ --save leduc.policy",
    "cfr leduc_poker --algorithm pcfr+ --until 1e-7 --save leduc.policy --resume",
    "cfr 'liars_dice(dice_sides=5)' --seconds 60 --json",
    "play leduc_poker --opponent policy:leduc.policy",
)
ALGORITHMS_HELP = "cfr, cfr+, linear, dcfr, pcfr+ (whole tree); external, outcome (samples); fictitious."


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(cfr)


def cfr(
    game_name: GameName,
    until: Annotated[
        float | None, typer.Option("--until", "-u", help="Stop at this exploitability; 1e-3 if nothing bounds the run.")
    ] = None,
    algorithm: Annotated[str, typer.Option("--algorithm", "-a", metavar="NAME", help=ALGORITHMS_HELP)] = "cfr+",
    iterations: Annotated[int | None, typer.Option("--iterations", "-n", help="Stop after so many iterations.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", "-s", help="Stop after this time.")] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the policy here, to play against and to go on from.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the file, if it is there.")] = False,
    every: Annotated[float, typer.Option("--every", metavar="SECONDS", help="How often the file is written.")] = 5.0,
    most: Annotated[int | None, typer.Option("--most", metavar="HISTORIES", help="The largest tree to begin with; 10 million.")] = None,
    seed: Seed = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Find an equilibrium of a game with hidden information: poker, liar's dice, rock-paper-scissors.

    Exploitability is what an opponent who knows the strategy could win from it on average; at an equilibrium that is nothing.
    """
    import counterplay

    game = find_game(game_name)
    room = {} if most is None else {"most": most}
    with working(f"solving {game.name}", "what was saved stays" if save else "") as progress:
        found = counterplay.cfr(
            game,
            algorithm=algorithm,
            until=until,
            iterations=iterations,
            seconds=seconds,
            save=save,
            resume=resume,
            every=every,
            seed=seed,
            compiled=compiled,
            progress=progress,
            **room,
        )
    if as_json:
        say_json({**found.as_dict(), "game": loadable(game, game_name), "file": None if save is None else str(save)})
    else:
        _show(found, [game.player_name(player) for player in range(game.players)], save, until)


def _show(found: Equilibrium, names: list[str], save: Path | None, until: float | None) -> None:
    show_facts(
        {
            "game": found.game,
            "tree": f"{number(found.histories)} histories, {number(found.infosets)} information sets",
            "algorithm": f"{found.algorithm}, {number(found.iterations)} iterations in {duration(found.seconds)}",
            "exploitability": f"{found.exploitability:.3g}{'' if found.reached or until is None else f', not yet {until:g}'}",
            "value": ", ".join(f"{name} {value:+.6f}" for name, value in zip(names, found.values, strict=True)),
        }
    )
    screen().print()
    for point in _spread(list(found.curve)):
        line = f"{point.iterations:>12,} iterations  {duration(point.seconds):>8}  exploitability {point.exploitability:.3g}"
        screen().print(line, markup=False, highlight=False, soft_wrap=True, style="dim")
    if save is not None:
        screen().print(f"\nWrote {save}. To play against it: counterplay play '{found.game}' --opponent policy:{save}", soft_wrap=True)


def _spread(points: list[Point], most: int = 8) -> list[Point]:
    """A few of many, evenly spread, the last one always among them."""
    if len(points) <= most:
        return points
    return [points[round(i * (len(points) - 1) / (most - 1))] for i in range(most)]
