"""The tree as plain text, with the lines of a directory listing."""

from __future__ import annotations

from .looks import Gallery, Look, summary
from .model import Node, number
from .sentences import Narrator
from .value import Trace

MOST_LINES = 2_000


def text_tree(trace: Trace, focus: int = 0) -> str:
    """What the search found, then the tree, one node a line; cut branches are marked with ╳."""
    gallery, narrator = Gallery(trace), Narrator(trace)
    lines = [summary(trace)]
    waiting: list[tuple[Node, str, str]] = [(trace.nodes[focus], "", "")]
    while waiting and len(lines) < MOST_LINES:
        node, before, indent = waiting.pop()
        lines.append(before + _line(node, gallery.look(node), narrator))
        last = node.children[-1:]
        for child in reversed(node.children):
            below = trace.nodes[child]
            cut = below.skipped and not node.skipped
            branch = ("└" if (child,) == last else "├") + (
                "─╳─ " if cut else "╌╌╌ " if below.skipped else "━━━ " if _bold(trace, child) else "─── "
            )
            waiting.append((below, indent + branch, indent + ("     " if (child,) == last else "│    ")))
    if waiting:
        lines.append("… (the rest is left out: give focus= to see a part)")
    return "\n".join(lines)


def _bold(trace: Trace, node: int) -> bool:
    return node in trace.line


def _line(node: Node, look: Look, narrator: Narrator) -> str:
    odds = f" ({number(node.probability)})" if node.probability is not None else ""
    name = f"{node.action}{odds}: " if node.parent is not None else ""
    if look.status == "skipped":
        return f"{name}{look.value if node.leaf else narrator.who(node)}{' …' if node.unfinished else ''} (never searched)"
    if narrator.trace.is_monte_carlo:
        return f"{name}{look.value}" + (f"   UCB1 {look.note}" if look.note else "")
    if node.leaf:
        return f"{name}{look.value}"
    bounds = f"   α {' → '.join(look.alphas)}  β {' → '.join(look.betas)}" if look.alphas else ""
    return f"{name}{narrator.who(node)} {look.value}{bounds}"
