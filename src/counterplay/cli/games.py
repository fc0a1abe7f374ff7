"""`counterplay games`: which games there are, and all about one of them."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from ..errors import CounterplayError
from ..game import Game
from .options import AsJson, examples, find_game
from .output import board, complain, say_json, screen, show_facts, show_paragraphs, working

EXAMPLES = examples("games", "games connect_four", "games 'nim(pile_sizes=(3,4,5),is_misere=True)'", "games mygame.py:MyGame --native")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(games)


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game in detail; left out: all of them.", show_default=False)
    ] = None,
    native: Annotated[bool, typer.Option("--native", help="Compile the rules, and say whether that worked and if not, why.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the games, or tell all about one.

    The list shows each game's kind and its parameters with their defaults; one game is shown with its rules and its board.
    """
    if name is not None:
        _one(find_game(name), native, as_json)
    else:
        _all(native, as_json)


def _all(native: bool, as_json: bool) -> None:
    from .. import registry

    found: list[dict[str, Any]] = []
    for name in registry.names():
        try:
            found.append(describe(find_game(name), native))
        except CounterplayError as error:  # somebody's plug-in is broken; the other games are still there
            complain(str(error))
    if as_json:
        say_json({"games": found})
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", style="bold cyan", no_wrap=True)
    table.add_column("kind")
    table.add_column("parameters", overflow="fold")
    for one in found:
        parameters = ", ".join(f"{word}={value!r}" for word, value in one["parameters"].items())
        kind = one["kind"] + (f" · {_native_word(one['native'])}" if native else "")
        table.add_row(one["name"], Text(kind), Text(parameters.replace("'", "") if len(parameters) > 200 else parameters))
    screen().print(table)
    screen().print("counterplay games NAME tells more about one; counterplay play NAME plays it.", style="dim")


def _one(game: Game[Any, Any], native: bool, as_json: bool) -> None:
    answer = describe(game, native)
    state = game.initial()
    if as_json:
        say_json(
            {**answer, "rules": inspect.cleandoc(type(game).__doc__ or ""), "position": game.format_state(state), "text": game.text(state)}
        )
        return
    screen().print(game.title, style="bold")
    show_paragraphs(inspect.cleandoc(type(game).__doc__ or ""))
    screen().print()
    board(game, state)
    screen().print()
    rows = {"kind": answer["kind"], "name": str(game)}
    rows["position"] = game.format_state(state)
    if native:
        rows["native"] = _native_word(answer["native"])
    show_facts(rows)


def describe(game: Game[Any, Any], native: bool) -> dict[str, Any]:
    """What kind of game it is, in plain values."""
    answer: dict[str, Any] = {
        "name": game.name,
        "title": game.title,
        "kind": str(game.properties),
        "properties": game.properties.as_dict(),
        "parameters": game.parameters,
    }
    if native:
        with working(f"compiling {game.name}"):
            status = game.native
        answer["native"] = {"compiles": bool(status), "reason": str(status)}
    return answer


def _native_word(native: dict[str, Any]) -> str:
    return "compiles" if native["compiles"] else f"does not compile: {native['reason']}"
