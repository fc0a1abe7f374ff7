"""`counterplay gtp`: a Go program for GoGui, GNU Go's referee and servers, through standard input and output."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from ..errors import UsageError
from ..players import player
from .options import Seed, examples

EXAMPLES = examples(
    "gtp --size 9",
    "gtp --size 9 --player mcts:seconds=2",
    "gtp --size 19 --komi 6.5 --player mcts:simulations=20000 --seed 1",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(gtp)


def gtp(
    size: Annotated[int, typer.Option("--size", metavar="N", help="Rows and columns of the board, until somebody says boardsize.")] = 9,
    komi: Annotated[float, typer.Option("--komi", metavar="POINTS", help="What White gets, until somebody says komi.")] = 7.5,
    player_text: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Who chooses the moves: mcts:seconds=2, random, … (else mcts for 2 s, tuned for Go)",
        ),
    ] = None,
    seed: Seed = None,
) -> None:
    """Play Go by the Go Text Protocol, version 2: commands come in, answers go out.

    Attach it in GoGui (Program, New program) with the command: counterplay gtp --size 9. Area scoring; a move that repeats a position is
    illegal. list_commands tells what it understands; quit, or the end of the input, ends it.
    """
    from ..protocols.gtp import Gtp, converse

    chooser = player(player_text or usual_player(), seed)
    if chooser.name == "human":
        raise UsageError("gtp is for programs; to play in the terminal, use: counterplay play 'go(board_size=9)'.")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # whatever bytes come, they are no reason to leave
    converse(Gtp(chooser, size, komi), sys.stdin, sys.stdout)


def usual_player() -> str:
    """Monte Carlo tree search with the settings that suit Go, two seconds a move."""
    from ..games.go import Go

    settings = {"seconds": 2, **Go.monte_carlo}
    return "mcts:" + ",".join(f"{word}={value}" for word, value in settings.items())
