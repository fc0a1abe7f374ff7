"""`counterplay check`: examine the rules of a game as a linter does code."""

from __future__ import annotations

import typer

from .options import AsJson, GameName, Seed, examples, find_game
from .output import say_json, screen, working

EXAMPLES = examples("check tic_tac_toe", "check mygame.py:MyGame", "check 'nim(pile_sizes=(3,4,5))' --json")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(check)


def check(game_name: GameName, seed: Seed = None, as_json: AsJson = False) -> None:
    """Look for mistakes in the rules of a game.

    Each is shown with the shortest line of moves that leads to it. The exit code is 1 if there are any.
    """
    import counterplay

    game = find_game(game_name)
    with working(f"checking {game.name}") as progress:
        report = counterplay.check(game, seed=1 if seed is None else seed, progress=progress)
    if as_json:
        say_json(report.as_dict())
    else:
        screen().print(str(report), markup=False, soft_wrap=True)
    if not report.ok:
        raise typer.Exit(1)
