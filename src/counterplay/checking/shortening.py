"""Making lines short: moves are left out of a line for as long as the problem at its end stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from .asking import Ask, Broken
from .ledger import Found, Ledger, carried_out
from .node import Node
from .payoffs import utilities_are_numbers
from .report import Finding
from .rules import look, results_are_states

AROUND: Final = (
    "The last {} moves lead back to the same state, so play can go on for ever: count moves in the state, or declare finite = False."
)


def shorten(ledger: Ledger, ask: Ask, initial: Any, whole_depth: int) -> None:
    """Shorten the lines that random games found. All states up to `whole_depth` plies are known not to show their problems."""
    for where, found in list(ledger.found.items()):
        if found.proved or found.check is None or found.node is None:
            continue
        size = max(1, found.node.depth // 2)
        while size:
            start, shortened = 0, False
            while start < found.node.depth:
                line = found.node.line
                shorter = _shown_by((*line[:start], *line[start + size :]), found, ask, initial)
                if shorter is None:
                    start += size
                else:
                    found, shortened = shorter, True
                    assert found.node is not None
                    ledger.found[where] = found
            size = size if shortened and size <= 2 else size // 2
        ledger.found[where] = replace(found, proved=found.length <= whole_depth + 1)


def _shown_by(line: tuple[Any, ...], found: Found, ask: Ask, initial: Any) -> Found | None:
    """The same problem at the end of another line, if that can be played and shows it."""
    node = Node(initial)
    try:
        for action in line:
            if not can_be_looked_at(ask, node) or node.terminal or action not in node.moves:
                return None
            node = Node(ask("result", node.state, action), node, action)
    except Broken:
        return None
    wanted = found.finding.kind, found.finding.key
    for check in dict.fromkeys((look, results_are_states, utilities_are_numbers, found.check)):
        assert check is not None
        for finding in carried_out(check, ask, node):
            if check is found.check and (finding.kind, finding.key) == wanted:
                return Found(finding, node, check, False)
    return None


def can_be_looked_at(ask: Ask, node: Node) -> bool:
    """Find out the moves of a state, without judging them. False where the rules fail."""
    try:
        for _ in look(ask, node):
            pass
    except Broken:
        return False
    return True


def comes_back(ask: Ask, node: Node) -> Iterator[Finding]:
    """The line that leads to a state has been in it before."""
    before = node.parent
    while before is not None:
        if ask.equal(before.state, node.state):
            yield Finding("finite", AROUND.format(node.depth - before.depth))
            return
        before = before.parent
