"""`counterplay quiz`: the tree with blanks, asked in the terminal or written as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from ..players import algorithm
from .keyboard import Keyboard
from .options import AsJson, PositionText, Seed, examples, find_game, loadable, output_file, position
from .output import say_json, screen, working

EXAMPLES = examples(
    "quiz",
    "quiz --seed 7 --branching 2 --depth 4",
    "quiz tic_tac_toe --algorithm minimax --depth 2",
    "quiz -o quiz.html",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(quiz)


def quiz(
    game_name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game; left out: the lecture's tree, or a random one with --seed.", show_default=False),
    ] = None,
    algorithm_name: Annotated[str, typer.Option("--algorithm", "-a", metavar="NAME", help="What you are asked about.")] = "alphabeta",
    branching: Annotated[int | None, typer.Option(help="Random tree: branches at every node.", min=2, max=6)] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", help="Plies: of the random tree, or to look ahead in GAME.", min=1, max=20)
    ] = None,
    seed: Seed = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it instead: .html asks and checks; .svg, .tex, .txt are blank."),
    ] = None,
    position_text: PositionText = None,
    as_json: AsJson = False,
) -> None:
    """Do the search by hand: values, bounds, cuts.

    Your answers are checked and wrong ones explained, here in the terminal or on a page (-o quiz.html). Or print the
    blank tree (-o quiz.tex).
    """
    import counterplay

    from ..tracing.exercises import lecture_tree, random_tree
    from ..tracing.quiz import run_in_terminal

    search = algorithm(algorithm_name)
    file = output_file(output, (".html", ".svg", ".tex", ".txt"))
    if game_name is not None and branching is not None:
        raise UsageError("--branching is for random trees: leave GAME out.")
    if game_name is not None:
        game = find_game(game_name)
    else:
        game = lecture_tree() if branching is depth is seed is None else random_tree(branching or 3, depth or 2, seed)
    state = position(game, position_text)
    settings = {} if game_name is None or depth is None else {"depth": depth}
    with working(f"preparing {algorithm_name} on {game.name}"):
        recorded = counterplay.trace(search, game, state, **settings)
        if file is not None:
            recorded.save(file, quiz=True)
    if file is not None:
        if as_json:
            say_json({"game": loadable(game, game_name or ""), "algorithm": algorithm_name, "file": str(file)})
        else:
            screen().print(f"Wrote {file}.{' Open it in a browser.' if file.suffix == '.html' else ''}", markup=False, soft_wrap=True)
        return
    keyboard = Keyboard(on_stderr=as_json)
    questions = recorded.quiz()
    right = run_in_terminal(questions, keyboard.ask, keyboard.say)
    if as_json:
        say_json(
            {"game": loadable(game, game_name or ""), "algorithm": algorithm_name, "questions": len(questions.questions), "right": right}
        )
