"""`counterplay solve`: the value of the whole game."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import AsJson, GameName, PositionText, Speed, examples, find_game, loadable, position
from .output import number, say_json, working
from .search import in_notation, show

EXAMPLES = examples("solve tic_tac_toe", "solve 'nim(pile_sizes=(2,2))'", "solve 'connect_four(rows=4,columns=5)' --json")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(solve)


def solve(
    game_name: GameName,
    seconds: Annotated[float | None, typer.Option("--seconds", "-s", help="Give up after this time.")] = None,
    memory: Annotated[int, typer.Option("--memory", metavar="MEGABYTES", help="How large the table may grow.", min=1)] = 1024,
    position_text: PositionText = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game: its value with best play by all sides.

    Every position is looked at once, however many lines lead to it.
    """
    import counterplay

    game = find_game(game_name)
    state = position(game, position_text)
    with working(f"solving {game.name}") as progress:
        result = counterplay.solve(game, state, memory=memory << 20, seconds=seconds, compiled=compiled, progress=progress)
    if as_json:
        say_json({"game": loadable(game, game_name), "position": game.format_state(state), **in_notation(game, state, result)})
        return
    show(game, state, result, {"states": number(result.states)})
