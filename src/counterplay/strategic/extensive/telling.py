"""A tree as indented lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...game import CHANCE
from ..exact import shown
from .form import END

if TYPE_CHECKING:
    from .form import ExtensiveForm

MOST_LINES: Final = 400
"""Of a larger tree the beginning is told."""


def text_tree(form: ExtensiveForm) -> str:
    """One line a node: the action that leads there, then who moves and in which information set, or what everybody gets.

    >>> from counterplay.strategic.extensive import read_efg
    >>> print(text_tree(read_efg('EFG 2 R "" { "A" } c "" 1 "" { "h" 1/2 "t" 1/2 } 0 t "" 1 "" { 1 } t "" 2 "" { 0 }')))
    Chance
      h (1/2): 1
      t (1/2): 0
    """
    lines = [form.title] if form.title else []
    for number, node in enumerate(form.nodes[:MOST_LINES]):
        before = ""
        if node.parent >= 0:
            above = form.sets[form.nodes[node.parent].set]
            chance = f" ({shown(above.probabilities[node.action])})" if above.player == CHANCE else ""
            before = f"{above.actions[node.action]}{chance}: "
        lines.append("  " * form.depths[number] + before + _here(form, number))
    if len(form.nodes) > MOST_LINES:
        lines.append(f"… and {len(form.nodes) - MOST_LINES:,} more nodes")
    return "\n".join(lines)


def _here(form: ExtensiveForm, number: int) -> str:
    node = form.nodes[number]
    if node.player == END:
        return ", ".join(map(shown, form.gains[number]))
    won = "" if not node.outcome else f"; {', '.join(map(shown, form.outcomes[node.outcome].payoffs))} on the way"
    if node.player == CHANCE:
        return f"Chance{won}"
    each = form.sets[node.set]
    others = f", {len(each.nodes)} nodes" if len(each.nodes) > 1 else ""
    return f"{form.players[node.player]} [{each.label}{others}]{won}"
