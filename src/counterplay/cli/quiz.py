"""`counterplay quiz`: the tree with blanks, asked in the terminal or written as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import UsageError
from ..game import Game
from ..games.tree import Tree
from ..players import algorithm
from .keyboard import Keyboard
from .options import AsJson, PositionText, Seed, examples, find_game, loadable, output_file, position
from .output import say_json, screen, working

MOST_LEAVES = 128
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
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE.html", help="Write the quiz as a page instead.")] = None,
    position_text: PositionText = None,
    as_json: AsJson = False,
) -> None:
    """Do the search by hand: values, bounds, cuts.

    Your answers are checked and wrong ones explained, here in the terminal or on a page (-o quiz.html).
    """
    import counterplay

    from ..tracing.quiz import run_in_terminal

    search = algorithm(algorithm_name)
    file = output_file(output, (".html",))
    random_tree = game_name is None and not (branching is None and depth is None and seed is None)
    if game_name is not None and branching is not None:
        raise UsageError("--branching is for random trees: leave GAME out.")
    game: Game[Any, Any]
    if random_tree:
        game = _random_tree(branching or 3, depth or 2, seed)
    else:
        game = Tree() if game_name is None else find_game(game_name)
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
            screen().print(f"Wrote {file}. Open it in a browser.", markup=False, soft_wrap=True)
        return
    keyboard = Keyboard(on_stderr=as_json)
    questions = recorded.quiz()
    right = run_in_terminal(questions, keyboard.ask, keyboard.say)
    if as_json:
        say_json(
            {"game": loadable(game, game_name or ""), "algorithm": algorithm_name, "questions": len(questions.questions), "right": right}
        )


def _random_tree(branching: int, depth: int, seed: int | None) -> Tree:
    """A full tree whose leaves are random numbers from 0 to 20."""
    if branching**depth > MOST_LEAVES:
        raise UsageError(f"{branching} branches over {depth} plies make {branching**depth:,} leaves; keep it under {MOST_LEAVES}.")
    return Tree.random(branching, depth, seed)
