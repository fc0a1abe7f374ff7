"""`counterplay perft`: how many lines of play there are, the classic test of rules and of their speed."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..errors import UsageError
from ..game import Game
from .options import AsJson, GameName, PositionText, Speed, examples, find_game, loadable, position
from .output import a_second, duration, number, say_json, show_facts, working

EXAMPLES = examples(
    "perft connect_four 8",
    "perft tic_tac_toe 5 --divide",
    "perft connect_four 8 --distinct",
    "perft connect_four 6 --position '4 4' --json",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(perft)


def perft(
    game_name: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="The number of plies.", min=0)],
    divide: Annotated[bool, typer.Option("--divide", help="The count below each first move as well.")] = False,
    finished: Annotated[bool, typer.Option("--finished", help="Count games that end earlier too, as is usual in Othello.")] = False,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count positions instead of lines, after each number of plies.")] = False,
    position_text: PositionText = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Count all lines of play of DEPTH plies.

    The numbers are published for many games: the quickest way to see that rules are right, and how fast they are.
    """
    import counterplay

    game = find_game(game_name)
    state = position(game, position_text)
    if distinct:
        if divide or finished:
            raise UsageError("--distinct goes with neither --divide nor --finished.")
        _count_positions(game, state, depth, compiled, loadable(game, game_name) if as_json else None)
        return
    with working(f"perft {depth} of {game.name}") as progress:
        result = counterplay.perft(game, depth, state, finished=finished, compiled=compiled, progress=progress)
    below = {game.format_action(state, action): count for action, count in result.divide}
    if as_json:
        answer = {"game": loadable(game, game_name), "position": game.format_state(state), **result.as_dict()}
        say_json({**answer, "divide": below})
        return
    rows = {name: number(count) for name, count in below.items()} if divide else {}
    rows["leaves"] = number(result.leaves)
    rows["seconds"] = f"{duration(result.seconds)}, {'compiled' if result.compiled else 'interpreted'}"
    rows["speed"] = f"{a_second(result.leaves, result.seconds)} (leaves)"
    show_facts(rows)


def _count_positions(game: Game[Any, Any], state: Any, depth: int, compiled: bool | None, name_for_json: str | None) -> None:
    """The number of different positions after 0, 1, … plies."""
    import counterplay

    with working(f"counting positions of {game.name}") as progress:
        found = counterplay.count_positions(game, depth, state, compiled=compiled, progress=progress)
    if name_for_json is not None:
        say_json({"game": name_for_json, "position": game.format_state(state), "depth": depth, **found.as_dict()})
        return
    rows = {f"after {ply} {'ply' if ply == 1 else 'plies'}": number(count) for ply, count in enumerate(found.counts)}
    show_facts({**rows, "seconds": f"{duration(found.seconds)}, {'compiled' if found.compiled else 'interpreted'}"})
