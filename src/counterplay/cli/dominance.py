"""`counterplay dominance`: which strategies are never worth playing, and what remains without them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .nash import show_table
from .options import AsJson, examples, output_file
from .output import say_json, screen, working

EXAMPLES = examples(
    "dominance prisoners_dilemma",
    "dominance travellers_dilemma --weak",
    "dominance mygame.nfg --pure -o rounds.svg",
    "dominance public_goods --json",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(dominance)


def dominance(
    game_name: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A .nfg file, a matrix like '[[1,-1],[-1,1]]' or of pairs, or a classic: prisoners_dilemma, coordination(size=4), …",
        ),
    ],
    weak: Annotated[bool, typer.Option("--weak", help="Take weakly dominated strategies away, too; then the order may matter.")] = False,
    pure: Annotated[bool, typer.Option("--pure", help="Only what a pure strategy dominates, not a mixture.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Draw the table with what was struck out, and when (.svg).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take dominated strategies away, round after round, and say by what each is dominated."""
    from ..strategic import load_matrix_game

    file = output_file(output, (".svg",))
    game = load_matrix_game(game_name)
    with working(f"dominance in {game.title or game_name[:40]}"):
        found = game.eliminate(strict=not weak, mixed=not pure)
    dominant = [game.dominant(player) for player in range(len(game.shape))]
    if file is not None:
        file.write_text(found.svg(), encoding="utf-8")
    if as_json:
        answer = {
            "game": game_name,
            "title": game.title,
            "players": game.players,
            "strategies": game.strategies,
            "dominant": [None if k is None else game.strategies[i][k] for i, k in enumerate(dominant)],
            "rounds": [[each.as_dict() for each in steps] for steps in found.rounds],
            "left": found.left.strategies,
            "solved": found.solved,
        }
        say_json(answer)
        return
    show_table(game)
    for player, k in enumerate(dominant):
        if k is not None:
            screen().print(f"{game.players[player]}: {game.strategies[player][k]} is dominant.", markup=False, soft_wrap=True)
    screen().print(str(found), markup=False, soft_wrap=True)
    if file is not None:
        screen().print(f"Wrote {file}.", markup=False, soft_wrap=True)
