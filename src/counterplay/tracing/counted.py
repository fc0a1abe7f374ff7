"""A trace told in what people count in (pawns): the same search, its values in other words.

An evaluation v means half * v / (1 - |v|) points ahead, up to MOST (`points.py`). That never falls as v grows, so Max and Min choose
alike in either, every bound stays a bound and every cut a cut. An average does not stay one: where chance or playouts decide, values stay
as they are.
"""

from __future__ import annotations

from dataclasses import replace
from math import copysign, isinf
from typing import Final

from ..points import ahead
from .model import WON, Counted, Value
from .value import Trace

EXACT: Final = 6
"""Digits after the point that are kept: two are shown, the others keep apart what differs."""
BELOW: Final = WON - 1


def told_in_points(trace: Trace, counts_in: tuple[str, float] | None) -> Trace:
    """The trace with its values in what the game counts in (`Game.counts_in`); as it is where the game counts in nothing.

    >>> import counterplay as cp
    >>> game = cp.load("chess")
    >>> trace = cp.trace("minimax", game, game.parse_state("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), depth=1)
    >>> trace.found, told_in_points(trace, game.counts_in).found
    ('1', '+M')
    """
    if counts_in is None or not _can_be_counted(trace):
        return trace
    half = counts_in[1]

    def number(value: float) -> float:
        if isinf(value):
            return value
        if abs(value) >= 1:
            return Counted(copysign(WON, value))
        return Counted(max(-BELOW, min(BELOW, round(ahead(value, half), EXACT))))

    def told(value: Value | None) -> Value | None:
        return tuple(map(number, value)) if isinstance(value, tuple) else None if value is None else number(value)

    def bound(value: float | None) -> float | None:
        return None if value is None else number(value)

    return replace(
        trace,
        nodes=tuple(replace(node, worth=told(node.worth)) for node in trace.nodes),
        steps=tuple(replace(step, value=told(step.value), alpha=bound(step.alpha), beta=bound(step.beta)) for step in trace.steps),
        result=replace(trace.result, value=number(trace.result.value), values=tuple(map(number, trace.result.values))),
    )


def _can_be_counted(trace: Trace) -> bool:
    """Whether no value is an average."""
    return not trace.is_monte_carlo and not any(node.kind == "chance" for node in trace.nodes)
