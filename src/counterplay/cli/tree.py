"""`counterplay tree`: a game as a tree with information sets, told, drawn or written for Gambit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import DoesNotFit
from .options import AsJson, PositionText, examples, output_file
from .output import say_json, screen, show_facts, working
from .tree_equilibria import TREE_KINDS, Nodes, information_sets, write_tree

if TYPE_CHECKING:
    from ..strategic import ExtensiveForm

EXAMPLES = examples(
    "tree poker.efg -o poker.svg",
    "tree 'nim(1,2)'",
    "tree 'nim(1,2)' -o nim.efg",
    "tree tic_tac_toe -p 'a1 b1 b2 c3 a2' -o end.svg",
    "tree mygame.py:MyGame --equilibrium -o tree.svg",
)
SHOWN_NODES = 60
"""A larger tree is not told line by line."""


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(tree)


def tree(
    game_name: Annotated[
        str, typer.Argument(metavar="GAME", help="A .efg file, or any game with a small tree: its name or mygame.py:MyGame.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write a picture (.svg), Gambit's file (.efg), or the reduced table (.nfg)."),
    ] = None,
    equilibrium: Annotated[bool, typer.Option("--equilibrium", help="Draw what is played in an equilibrium.")] = False,
    position_text: PositionText = None,
    nodes: Nodes = None,
    as_json: AsJson = False,
) -> None:
    """Show a game as a tree: nodes, information sets, who knows and forgets what, subgames, strategies."""
    from ..strategic import load_tree

    file = output_file(output, TREE_KINDS)
    with working(f"growing the tree of {game_name[:40]}"):
        form = load_tree(game_name, nodes, position_text)
        if file is not None:
            found = form.nash() if equilibrium else None
            if found is not None and not found.behaviours:
                raise DoesNotFit(
                    "Somebody forgets here, so equilibria mix whole strategies: none can be drawn. `counterplay nash` tells them."
                )
            write_tree(form, file, found[0] if found is not None else None)
    facts = _facts(form)
    if as_json:
        say_json({"game": game_name, **facts, **({"file": str(file)} if file is not None else {})})
        return
    _show(form, facts)
    if file is not None:
        screen().print(f"Wrote {file}.", markup=False, soft_wrap=True)


def _facts(form: ExtensiveForm) -> dict[str, Any]:
    from ..strategic.extensive.plans import count_plans

    players = range(len(form.players))
    return {
        "title": form.title,
        "players": form.players,
        "nodes": len(form.nodes),
        "ends": len(form.ends),
        "information_sets": information_sets(form),
        "perfect_information": form.perfect_information,
        "perfect_recall": form.perfect_recall,
        "forgetting": [sentence for sentence in form.forgetting if sentence is not None],
        "constant_sum": None if form.constant_sum is None else str(form.constant_sum),
        "subgames": len(form.subgames),
        "pure_strategies": [form.strategies(player) for player in players],
        "reduced_strategies": [count_plans(form, player) for player in players],
    }


def _show(form: ExtensiveForm, facts: dict[str, Any]) -> None:
    if len(form.nodes) <= SHOWN_NODES:
        screen().print(form.text(), markup=False, highlight=False, soft_wrap=True)
        screen().print()

    def each(numbers: list[int]) -> str:
        return ", ".join(f"{name} {_count(number)}" for name, number in zip(form.players, numbers, strict=True))

    payoffs = "general-sum" if form.constant_sum is None else "zero-sum" if form.zero_sum else f"constant-sum ({form.constant_sum})"
    show_facts(
        {
            "nodes": f"{facts['nodes']:,}, {facts['ends']:,} of them ends",
            "information sets": each([len(own) for own in form.own_sets]),
            "payoffs": payoffs,
            "information": "perfect" if form.perfect_information else "hidden",
            "recall": "perfect" if form.perfect_recall else " ".join(facts["forgetting"]),
            "subgames": f"{facts['subgames']:,}",
            "pure strategies": each(facts["pure_strategies"]),
            "reduced": each(facts["reduced_strategies"]),
        }
    )


def _count(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"about 10^{len(str(number)) - 1}"
