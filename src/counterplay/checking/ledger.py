"""Where findings are kept, each kind once, with the shortest line that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .asking import Broken, OutOfTime
from .node import Check, Node
from .report import Finding


@dataclass(frozen=True)
class Found:
    """A finding and where it was made."""

    finding: Finding
    node: Node | None
    check: Check | None
    """The check that made it, to try it on shorter lines."""
    proved: bool
    """Whether no shorter line shows it."""

    @property
    def line(self) -> tuple[Any, ...]:
        """The actions from the initial state."""
        return (*(self.node.line if self.node else ()), *self.finding.after)

    @property
    def length(self) -> int:
        """How many actions that is."""
        return (self.node.depth if self.node else 0) + len(self.finding.after)


class Ledger:
    """All findings so far, one for each kind and key."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str, bool], Found] = {}

    def record(self, finding: Finding, node: Node | None = None, check: Check | None = None, proved: bool = True) -> None:
        """Keep a finding unless the same is known with a line as short."""
        where = finding.kind, finding.key, finding.hint
        new = Found(finding, node, check, proved)
        if where not in self.found or new.length < self.found[where].length:
            self.found[where] = new


def carried_out(check: Callable[..., Iterator[Finding]], *arguments: Any) -> Iterator[Finding]:
    """What a check finds; what goes wrong in somebody's code meanwhile is a finding too."""
    try:
        yield from check(*arguments)
    except Broken as broken:
        yield broken.finding
    except OutOfTime:
        raise
    except Exception as error:  # an unguarded corner: say so rather than fail
        name = getattr(check, "__name__", type(check).__name__)
        yield Finding("raises", f"The check {name} could not be made: {type(error).__name__}: {error}.", name)
