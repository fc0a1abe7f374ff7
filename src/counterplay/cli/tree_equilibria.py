"""The equilibria of a tree, for `counterplay nash`: found, shown, written."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import duration, say_json, screen, working

if TYPE_CHECKING:
    from ..strategic import ExtensiveForm
    from ..strategic.extensive import Answer, NearlySolved, SubgamePerfect

TREE_KINDS = (".svg", ".efg", ".nfg")
EXACT_MOVES = 20_000
"""A zero-sum tree with more moves of both players together is solved in floats: fractions would take minutes."""
MOST_LINES = 40
"""No more information sets of a player than this are listed on the terminal …"""
IN_A_LINE = 12
"""… and where all players together have more than this, each gets a line."""

Nodes = Annotated[
    int | None, typer.Option("--nodes", metavar="N", min=1, help="The largest tree, in nodes (200,000 if left out).", show_default=False)
]


def show_equilibria(form: ExtensiveForm, name: str, file: Path | None, *, table: bool, subgame_perfect: bool, as_json: bool) -> None:
    """Find the equilibria of a tree and tell them."""
    started = time.perf_counter()
    with working(f"equilibria of {form.title or name[:40]}"):
        answer: Any = subgame_perfect_ones(form) if subgame_perfect else _answer(form, table)
    seconds = time.perf_counter() - started
    if file is not None:
        write_tree(form, file, None if _in_floats(answer) or not len(answer) else answer[0])
    if as_json:
        say_json({"game": name, **_common(form), **_told(answer), "seconds": seconds})
        return
    screen().print(repr(form)[1:-1], markup=False, soft_wrap=True)
    if _in_floats(answer):
        _show_floats(answer)
    else:
        _show_exact(answer)
    screen().print(f"{duration(seconds)}", style="dim")
    if file is not None:
        screen().print(f"Wrote {file}.", markup=False, soft_wrap=True)


def subgame_perfect_ones(form: ExtensiveForm) -> SubgamePerfect:
    """The subgame-perfect equilibria in pure strategies or, where there are none, in mixed ones, which there always are."""
    found = form.subgame_perfect()
    return found if found else form.subgame_perfect(mixed=True)


def _answer(form: ExtensiveForm, table: bool) -> Answer | NearlySolved:
    moves = sum(len(each.actions) for each in form.sets if each.player >= 0)
    solvable = len(form.players) == 2 and form.constant_sum is not None and form.perfect_recall
    if solvable and moves > EXACT_MOVES and not table:
        return form.nearly_solve()
    from ..strategic.extensive.sequence_form import TooLongInFractions

    try:
        return form.nash(table=table)
    except TooLongInFractions:
        return form.nearly_solve()


def _in_floats(answer: Any) -> bool:
    from ..strategic.extensive import NearlySolved

    return isinstance(answer, NearlySolved)


def write_tree(form: ExtensiveForm, file: Path, behaviour: Any = None) -> None:
    """The tree as a picture, as a file of Gambit's, or its reduced normal form as one."""
    kind = file.suffix.lower()
    content = form.svg(behaviour) if kind == ".svg" else form.efg() if kind == ".efg" else form.normal_form().nfg()
    file.write_text(content, encoding="utf-8")


# ── JSON ──
def _common(form: ExtensiveForm) -> dict[str, Any]:
    return {
        "title": form.title,
        "players": form.players,
        "information_sets": information_sets(form),
    }


def information_sets(form: ExtensiveForm) -> list[list[dict[str, Any]]]:
    """For each player the information sets, as JSON tells them."""
    return [
        [
            {"number": each.number, "name": each.name, "actions": each.actions, "nodes": len(each.nodes)}
            for each in (form.sets[number] for number in own)
        ]
        for own in form.own_sets
    ]


def _told(answer: Answer | SubgamePerfect | NearlySolved) -> dict[str, Any]:
    from ..strategic.extensive import Answer, NearlySolved

    if isinstance(answer, NearlySolved):
        return _told_in_floats(answer)
    if not isinstance(answer, Answer):
        equilibria = [each.as_dict() for each in answer]
        return {"method": "subgame perfection", "strategies": None, "equilibria": equilibria, "complete": answer.complete, "remark": ""}
    table, found = answer.table, answer.found
    whole = [each.as_dict() for each in found] if found is not None else [{}] * len(answer)
    own = [each.as_dict() for each in answer.behaviours] or [{}] * len(whole)
    components = getattr(found, "components", None)
    told: dict[str, Any] = {
        "method": answer.method,
        "strategies": None if table is None else table.strategies,
        "pure": None if table is None else table.pure_equilibria(),
        "equilibria": [{**mixed, **behaviour} for mixed, behaviour in zip(whole, own, strict=True)],
        "components": None if components is None else [component.as_dict() for component in components],
        "complete": answer.complete,
        "remark": getattr(found, "remark", ""),
    }
    return told if answer.value is None else {**told, "value": str(answer.value)}


def _told_in_floats(answer: NearlySolved) -> dict[str, Any]:
    total = float(answer.form.constant_sum or 0)
    equilibrium = {
        "behaviour": [answer.of(player) for player in (0, 1)],
        "payoffs": [answer.value, total - answer.value],
        "regret": answer.gap,
    }
    remark = "In floats: the tree is too large for fractions. The regret is how far apart the two sides' guarantees are."
    return {
        "method": "sequence form in floats",
        "strategies": None,
        "pure": None,
        "equilibria": [equilibrium],
        "components": None,
        "complete": False,
        "remark": remark,
        "value": answer.value,
    }


# ── For people ──
def _show_exact(answer: Answer | SubgamePerfect) -> None:
    from ..strategic.extensive import Answer
    from ..strategic.profiles import worded

    form = answer[0].form if len(answer) else None
    if len(answer) == 1 and form is not None and sum(map(len, form.own_sets)) > IN_A_LINE:
        screen().print(str(answer).partition("\n")[0], markup=False, soft_wrap=True)
        _show_sets(form, [worded(mixture, each.actions) for mixture, each in zip(answer[0].mixtures, form.sets, strict=True)])
    else:
        screen().print(str(answer), markup=False, soft_wrap=True)
    if isinstance(answer, Answer) and answer.value is not None:
        value = answer.value
        decimals = f" = {float(value):.10f}…" if value.denominator > 1000 else ""
        screen().print(f"Value to {answer.form.players[0]}: {value}{decimals}", markup=False, soft_wrap=True)


def _show_floats(answer: NearlySolved) -> None:
    form = answer.form
    screen().print("An equilibrium in floats, by the sequence form (the tree is too large for fractions)", markup=False, soft_wrap=True)
    told = [
        ", ".join(f"{action} {share:.4f}" for action, share in zip(each.actions, mixture, strict=True))
        for each, mixture in zip(form.sets, answer.mixtures, strict=True)
    ]
    _show_sets(form, told)
    screen().print(f"Value to {form.players[0]}: {answer.value:.10f}, give or take {answer.gap:.1e}", markup=False, soft_wrap=True)


def _show_sets(form: ExtensiveForm, told: list[str]) -> None:
    """What is done at each information set, a line each."""
    for player, name in enumerate(form.players):
        for number in form.own_sets[player][:MOST_LINES]:
            screen().print(f"  {name}, {form.sets[number].label}: {told[number]}", markup=False, soft_wrap=True)
        left = len(form.own_sets[player]) - MOST_LINES
        if left > 0:
            screen().print(f"  … and {left:,} more information sets of {name}: --json has all", markup=False, soft_wrap=True)
