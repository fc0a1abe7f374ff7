"""`counterplay trace`: every step of a search, drawn or told."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..players import algorithm
from .options import AsJson, GameName, PositionText, Seed, examples, find_game, output_file, position
from .output import say_json, screen, working
from .search import in_notation, verify

KINDS = (".html", ".svg", ".tex", ".json", ".txt")
EXAMPLES = examples(
    "trace alphabeta 'tree([[3,12,8],[2,4,6],[14,5,2]])' --steps",
    "trace alphabeta 'tree([[3,12,8],[2,4,6],[14,5,2]])' -o tree.html",
    "trace minimax tic_tac_toe --depth 2 -o tree.svg",
    "trace alphabeta tic_tac_toe --depth 4 --focus 'b2 a1' -o part.svg",
    "trace mcts tic_tac_toe --simulations 50 --seed 1 -o mcts.html",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(trace)


def trace(
    algorithm_name: Annotated[
        str,
        typer.Argument(metavar="ALGORITHM", help="minimax, alphabeta, maxn, shallow_maxn, paranoid, expectiminimax, monte_carlo or mcts."),
    ],
    game_name: GameName,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help=f"Write this file ({', '.join(KINDS)}) instead of the terminal.")
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Every step in a sentence.")] = False,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="Plies to look ahead.")] = None,
    hard: Annotated[bool | None, typer.Option("--hard/--soft", help="Fail-hard or fail-soft (alphabeta).", show_default=False)] = None,
    alpha: Annotated[float | None, typer.Option(help="The window's lower end (alphabeta).")] = None,
    beta: Annotated[float | None, typer.Option(help="The window's upper end (alphabeta).")] = None,
    simulations: Annotated[int | None, typer.Option(help="Games to play out (mcts, monte_carlo).")] = None,
    exploration: Annotated[float | None, typer.Option(help="The constant C of UCB1 (mcts).")] = None,
    seed: Seed = None,
    focus: Annotated[
        str | None, typer.Option(metavar="MOVES", help="Only what is below these moves from the root, like 'b2 a1'.", show_default=False)
    ] = None,
    position_text: PositionText = None,
    as_json: AsJson = False,
) -> None:
    """Look inside a search: every step, drawn or told.

    The algorithm itself is recorded, not an imitation; write a page to step through (.html), a picture (.svg), TikZ (.tex), .json or .txt.
    """
    import counterplay

    chosen = {
        "depth": depth,
        "hard": hard,
        "alpha": alpha,
        "beta": beta,
        "simulations": simulations,
        "exploration": exploration,
        "seed": seed,
    }
    settings: dict[str, Any] = {word: value for word, value in chosen.items() if value is not None}
    search = algorithm(algorithm_name)
    verify(algorithm_name, settings)
    file = output_file(output, KINDS)
    game = find_game(game_name)
    state = position(game, position_text)
    with working(f"tracing {algorithm_name} on {game.name}"):
        recorded = counterplay.trace(search, game, state, **settings)
        part = recorded.at(*(focus or "").split())
        if file is not None:
            recorded.save(file, focus=part)
    if file is not None:
        if as_json:
            say_json({"file": str(file), "steps": len(recorded), "drawn": len(recorded.nodes), **in_notation(game, state, recorded.result)})
        else:
            screen().print(f"Wrote {file}: {len(recorded):,} steps, {len(recorded.nodes):,} nodes.", markup=False, soft_wrap=True)
        return
    sentences = [recorded.sentence(index) for index in range(len(recorded))]
    if as_json:
        told = {"steps": sentences} if steps else {"steps": len(recorded)}
        say_json({"text": recorded.text(focus=part), "drawn": len(recorded.nodes), **in_notation(game, state, recorded.result), **told})
        return
    screen().print(recorded.text(focus=part), markup=False, soft_wrap=True)
    if steps:
        width = len(str(len(sentences)))
        screen().print()
        for count, sentence in enumerate(sentences, 1):
            screen().print(f"{count:>{width}}  {sentence}", markup=False, soft_wrap=True)
    else:
        screen().print("--steps tells every step; -o tree.html writes a page to step through.", style="dim")
