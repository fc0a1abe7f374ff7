"""`counterplay nash`: the equilibria of a matrix game or of a tree, each with its certificate."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import AsJson, examples, output_file
from .output import duration, say_json, screen, working
from .tree_equilibria import TREE_KINDS, Nodes, show_equilibria

if TYPE_CHECKING:
    from ..strategic import NormalForm

EXAMPLES = examples(
    "nash prisoners_dilemma",
    "nash rock_paper_scissors --json",
    "nash '[[3,-1],[-2,1]]'",
    "nash '[[(3,2),(0,0)],[(0,0),(2,3)]]' -o table.svg",
    "nash mygame.nfg --one",
    "nash poker.efg",
    "nash 'nim(1,2)' --subgame-perfect",
)
WIDEST = 12
"""Tables with more columns or rows than this are not shown on the terminal."""

GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A .nfg or .efg file, a matrix like '[[1,-1],[-1,1]]' or of pairs, a classic: prisoners_dilemma, …; or a game with a tree.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(nash)


def nash(
    game_name: GameText,
    one: Annotated[bool, typer.Option("--one", help="One equilibrium only, for games too large for all (two players).")] = False,
    table: Annotated[bool, typer.Option("--table", help="Of a zero-sum tree, too: all equilibria, by the reduced normal form.")] = False,
    subgame_perfect: Annotated[
        bool, typer.Option("--subgame-perfect", help="Of a tree: the subgame-perfect equilibria, pure ones if there are any.")
    ] = False,
    nodes: Nodes = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Also write the table (.svg, .html, .nfg), or the tree (.svg, .efg)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find all Nash equilibria of a matrix game, exactly; or those of a tree with hidden information.

    Two players: all extreme equilibria and the components they span, degenerate games included. More players: see docs/strategic.md.
    Trees: one equilibrium and the value, by the sequence form, where two players' payoffs have a constant sum; else all: docs/extensive.md.
    """
    from ..errors import UsageError
    from ..strategic import ExtensiveForm, load_strategic_game

    game = load_strategic_game(game_name, nodes)
    if isinstance(game, ExtensiveForm):
        show_equilibria(game, game_name, output_file(output, TREE_KINDS), table=table, subgame_perfect=subgame_perfect, as_json=as_json)
        return
    if table or subgame_perfect:
        raise UsageError(f"{'--table' if table else '--subgame-perfect'} is for trees, and {game_name[:40]} is a table already.")
    file = output_file(output, (".svg", ".html", ".nfg"))
    started = time.perf_counter()
    with working(f"equilibria of {game.title or game_name[:40]}"):
        answer = _one(game) if one else game.nash()
    seconds = time.perf_counter() - started
    if file is not None:
        _write(game, file)
    value = game.value if len(game.shape) == 2 and game.constant_sum is not None else None  # type: ignore[attr-defined]
    if as_json:
        say_json(_as_json(game, game_name, answer, value, seconds))
        return
    show_table(game)
    screen().print(str(answer) if not one else str(answer[0]), markup=False, soft_wrap=True)
    if value is not None:
        from ..strategic.exact import shown

        screen().print(f"Value to {game.players[0]}: {shown(value)}", markup=False, soft_wrap=True)
    screen().print(f"{duration(seconds)}", style="dim")
    if file is not None:
        screen().print(f"Wrote {file}.", markup=False, soft_wrap=True)


def _one(game: NormalForm) -> list[Any]:
    from ..errors import UsageError
    from ..strategic import MatrixGame

    if not isinstance(game, MatrixGame):
        raise UsageError("--one is for two players.")
    if game.constant_sum is not None:
        solved = game.solve()
        return [game.equilibrium((solved.rows, solved.columns))]
    return [game.lemke_howson()]


def _as_json(game: NormalForm, name: str, answer: Any, value: Any, seconds: float) -> dict[str, Any]:
    components = getattr(answer, "components", None)
    found: dict[str, Any] = {
        "game": name,
        "title": game.title,
        "players": game.players,
        "strategies": game.strategies,
        "pure": game.pure_equilibria(),
        "equilibria": [each.as_dict() for each in answer],
        "components": None if components is None else [component.as_dict() for component in components],
        "complete": not isinstance(answer, list) and getattr(answer, "complete", True),
        "remark": getattr(answer, "remark", ""),
        "seconds": seconds,
    }
    return found if value is None else {**found, "value": str(value)}


def show_table(game: NormalForm) -> None:
    """The table, where it fits a screen."""
    if max(game.shape[:2]) <= WIDEST:
        screen().print(game.text(), markup=False, highlight=False, soft_wrap=True)
    else:
        screen().print(f"{game.title or 'A game'}: {' x '.join(map(str, game.shape))}", markup=False, soft_wrap=True)


def _write(game: NormalForm, file: Path) -> None:
    kind = file.suffix.lower()
    content = game.nfg() if kind == ".nfg" else game.svg() if kind == ".svg" else f"<!doctype html><meta charset=utf-8>{game._repr_html_()}"
    file.write_text(content, encoding="utf-8")
