"""What a Monte Carlo tree says of its nodes: wins, visits, and the two terms of UCB1 by which selection chose."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING

from .model import Known, number

if TYPE_CHECKING:
    from .value import Trace


@dataclass(frozen=True, slots=True)
class Terms:
    """UCB1 = what the child brought on average + how little it has been tried."""

    exploitation: float
    exploration: float

    @property
    def total(self) -> float:
        return self.exploitation + self.exploration

    def __str__(self) -> str:
        return f"{number(self.exploitation)} + {number(self.exploration)} = {number(self.total)}"


def ucb1(trace: Trace, node: int, step: int) -> Terms | None:
    """The terms of a child as they were at a step; None at the root, below chance, before the first visit, and where another rule chose."""
    above = trace.nodes[node].parent
    by_ucb1 = "exploration" in trace.settings and not any(trace.settings.get(other) for other in ("puct", "bias", "rave"))
    if above is None or trace.nodes[above].kind == "chance" or not by_ucb1:
        return None
    own, parent = trace[step].known(node), trace[step].known(above)
    if own is None or parent is None or not own.visits or not parent.visits:
        return None
    term = trace.settings["exploration"] * trace.scales[step]
    return Terms(mean(trace, node, own), term * sqrt(log(parent.visits)) / sqrt(own.visits))


def formula(trace: Trace, node: int, step: int) -> str:
    """UCB1 of a child with its numbers put in; empty where it has none."""
    terms, above = ucb1(trace, node, step), trace.nodes[node].parent
    if terms is None or above is None:
        return ""
    own, parent = trace[step].known(node), trace[step].known(above)
    assert own is not None and parent is not None
    constant, scale = trace.settings["exploration"], trace.scales[step]
    factor = number(constant) + (f" · {number(scale)}" if scale != 1 else "")
    record = record_of(trace, node, step)
    average = f"(2 · {record} − 1)" if trace.pays_wins else record
    told = "; a win pays 1, a loss −1" if trace.pays_wins else ""
    told += f"; {number(scale)} is half the range of the payoffs so far" if scale != 1 else ""
    return (
        f"UCB1 = {average} + {factor} · √(ln {parent.visits:,} / {own.visits:,})"
        f" = {number(terms.exploitation)} + {number(terms.exploration)} = {number(terms.total)}{told}"
    )


def chooser(trace: Trace, node: int) -> int:
    """The player who moved to a node; at the root the one who moves there; where chance did, the first."""
    above = trace.nodes[node].parent
    player = trace.nodes[node if above is None else above].player
    return max(player or 0, 0)


def mean(trace: Trace, node: int, known: Known) -> float:
    """What the playouts through a node brought on average to the player who chose it."""
    return known.total[chooser(trace, node)] / known.visits if known.visits else 0.0


def record_of(trace: Trace, node: int, step: int) -> str:
    """`wins/visits` for the player who chose the node, a draw counting half; in games that pay otherwise, `sum of payoffs/visits`."""
    known = trace[step].known(node)
    if known is None or not known.visits:
        return "0/0"
    total = known.total[chooser(trace, node)]
    wins = (total + known.visits) / 2 if trace.pays_wins else total
    if wins < 0 or wins * 2 != int(wins * 2):
        return f"{number(wins)}/{known.visits:,}"
    whole = f"{int(wins):,}" if wins >= 1 or not wins else ""
    return f"{whole}{'½' if wins % 1 else ''}/{known.visits:,}"
