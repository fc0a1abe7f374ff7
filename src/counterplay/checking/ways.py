"""Checks of what a game for one player says about ways and their costs."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from numbers import Real
from typing import Any

from .asking import Ask, shown
from .node import Node
from .report import Finding

CLOSE = 1e-9


def heuristic_never_says_too_much(ask: Ask, node: Node) -> Iterator[Finding]:
    """Costs are above 0, heuristics are numbers from 0 on, and no way that was found to a won end costs less than the heuristic said."""
    if ask.game.players != 1 or not (ask.has("heuristic") or ask.has("cost")):
        return
    estimate = ask("heuristic", node.state)
    if not _is_number(estimate) or estimate < 0:
        yield Finding("heuristic", f"heuristic(state) returned {shown(estimate, 60)}: return a number from 0 on.", "number")
        return
    for action in node.moves:
        cost = ask("cost", node.state, action)
        if not _is_number(cost) or cost <= 0:
            yield Finding("heuristic", f"cost(state, {shown(action, 30)}) returned {shown(cost, 60)}: return a number above 0.", "cost")
            return
    if node.utilities is None or node.utilities[0] <= 0:
        return
    spent, here = 0.0, node
    while True:
        said = float(ask("heuristic", here.state))
        if said > spent + CLOSE:
            sentence = f"heuristic(state) says {said:g} after {shown(here.line, 80)}, but from there a way to this end costs {spent:g}."
            yield Finding("heuristic-too-much", sentence)
            return
        if here.parent is None:
            return
        spent += float(ask("cost", here.parent.state, here.action))
        here = here.parent


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and isfinite(value)
