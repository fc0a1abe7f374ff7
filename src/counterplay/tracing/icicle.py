"""The overview of a big tree: an icicle, where every node is a bar under its parent, as wide as its share of the tree.

Searched nodes are coloured by who decides, leaves by their value from pale to dark; what was cut is grey, the principal variation framed.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..picture import INK, SANS, element, picture, wide, words
from .looks import Gallery
from .model import Node, Value, count, first, number
from .shapes import CURRENT, GREY, PAPER, PLAYERS, SMALL
from .value import Trace

WIDTH, ROW, MARGIN = 1000.0, 26.0, 20.0
LEVELS = 24
"""Deeper levels are not shown."""
NARROWEST = 0.2
"""A bar thinner than this is left out, with all below it: nobody could see it."""

BARS = {"max": "#93c5fd", "min": "#fdba74", "chance": "#5eead4", "end": "#c4b5fd"}
CUT = "#e5e7eb"
PALE, DARK = (233, 228, 255), (76, 29, 149)
"""The least and the greatest value of a leaf."""


def draw(trace: Trace, *, step: int | None = None, focus: int = 0, told: bool = True) -> str:
    """The overview as a picture of its own, with a legend; `told` adds what it shows in words."""
    gallery = Gallery(trace, step)
    bars = _in_order(trace, _bars(trace, focus, WIDTH))
    levels = max(level for _, level, _, _ in bars) + 1
    parts = "".join(_bar(trace, gallery, node, level, x, width, ROW) for node, level, x, width in bars)
    total = sum(1 for _ in trace.preorder(focus))
    legend, top = _legend(trace), MARGIN + (24 if told else 0)
    where = "" if focus == 0 else f" below {' '.join(path(trace, focus))}"
    title = f"{count(total, 'node')}{where}, too many to draw one by one: give focus= to see a part as a tree."
    height = top + levels * ROW + (64 if told else 36)
    return picture(
        WIDTH + 2 * MARGIN,
        height,
        gallery.caption(),
        element("rect", width=WIDTH + 2 * MARGIN, height=height, fill=PAPER, **{"class": "paper"}),
        words(MARGIN, MARGIN, title, 13, fill="#475569", text_anchor="start") if told else "",
        element("g", parts, transform=f"translate({MARGIN:g} {top:g})", font_family=SANS),
        element("g", legend, transform=f"translate({MARGIN:g} {top + levels * ROW + 20:g})"),
        words(MARGIN, height - 14, gallery.caption(), 13, fill="#475569", text_anchor="start") if told else "",
    )


def strip(trace: Trace, focus: int, width: float = 560.0, row: float = 9.0) -> tuple[str, float, float]:
    """A small overview of the whole tree that shows where `focus` is; its width and height."""
    gallery = Gallery(trace)
    bars = [bar for bar in _bars(trace, 0, width) if bar[1] < 8]
    parts = "".join(_bar(trace, gallery, node, level, x, wide_, row, labels=False) for node, level, x, wide_ in bars)
    levels = max(level for _, level, _, _ in bars) + 1
    for node, level, x, wide_ in bars:
        if node.index == focus:
            frame = {"x": x - 1, "y": level * row - 1, "width": max(wide_, 3) + 2, "height": (levels - level) * row + 2}
            parts += element("rect", **frame, rx=2, fill=CURRENT, fill_opacity=0.35, stroke=INK, stroke_width=2)
    return parts, width, levels * row


def _bars(trace: Trace, focus: int, width: float) -> Iterable[tuple[Node, int, float, float]]:
    """Each node with its level, x and width: a parent's width divided by the number of leaves below each child."""
    leaves: dict[int, int] = {}
    for node in reversed(list(trace.preorder(focus))):
        leaves[node.index] = sum(leaves[child] for child in node.children) or 1
    waiting = [(trace.nodes[focus], 0, 0.0, width)]
    while waiting:
        node, level, x, share = waiting.pop()
        yield node, level, x, share
        if level + 1 < LEVELS:
            for child in node.children:
                part = share * leaves[child] / leaves[node.index]
                if part >= NARROWEST:
                    waiting.append((trace.nodes[child], level + 1, x, part))
                x += part


def _in_order(trace: Trace, bars: Iterable[tuple[Node, int, float, float]]) -> list[tuple[Node, int, float, float]]:
    """The principal variation last, so that its frames lie over their neighbours."""
    line = set(trace.line)
    return sorted(bars, key=lambda bar: bar[0].index in line)


def _shade(trace: Trace, value: Value | None) -> str:
    """The colour of a leaf of this value."""
    least, most = trace.extremes
    height = 0.5 if value is None or most <= least else max(0.0, min(1.0, (first(value) - least) / (most - least)))
    return "#" + "".join(f"{round(a + (b - a) * height):02x}" for a, b in zip(PALE, DARK, strict=True))


def _bar(trace: Trace, gallery: Gallery, node: Node, level: int, x: float, width: float, row: float, labels: bool = True) -> str:
    look = gallery.look(node)
    faint = look.status in ("skipped", "unseen")
    if faint:
        colour = CUT
    elif node.leaf:
        colour = _shade(trace, trace.leaf_value(node))
    else:
        colour = PLAYERS[(node.player or 0) % len(PLAYERS)] if node.kind == "player" else BARS[node.kind]
    gap = 1.0 if width > 4 else 0.15
    parts = element("title", _told(node, look.value, look.status)) if width > 2 else ""
    parts += element(
        "rect",
        x=x + gap / 2,
        y=level * row,
        width=max(width - gap, 0.2),
        height=row - 1.5,
        rx=min(3.0, width / 4),
        fill=CURRENT if look.current else colour,
        opacity=0.55 if node.kind == "player" and not faint else None,
        stroke=INK if look.on_line and labels else GREY if look.status == "skipped" and width > 6 else None,
        stroke_width=2 if look.on_line else 0.8 if look.status == "skipped" and width > 6 else None,
        stroke_dasharray="3 2" if look.status == "skipped" and width > 6 else None,
        **{"class": f"bar {look.status}"},
    )
    text = f"{node.action} {look.value}".strip() if not faint else node.action
    for label in (text, look.value if not faint else "", node.action):
        if labels and label and wide(label, SMALL) < width - 6:
            parts += words(x + width / 2, (level + 0.47) * row, label, SMALL, fill=GREY if faint else PAPER if node.leaf else INK)
            break
    return element("g", parts, data_node=node.index)


def _told(node: Node, value: str, status: str) -> str:
    return escape(f"node {node.index}: {node.action or 'root'} {value} {'never searched' if status == 'skipped' else ''}\n{node.state}")


def path(trace: Trace, node: int) -> list[str]:
    """The moves from the root to a node."""
    moves: list[str] = []
    at = trace.nodes[node]
    while at.parent is not None:
        moves.append(at.action)
        at = trace.nodes[at.parent]
    return moves[::-1]


def _legend(trace: Trace) -> str:
    kinds = {node.kind for node in trace.nodes if not node.leaf}
    entries: list[tuple[str, str | None, str]]
    entries = [(BARS[kind], None, name) for kind, name in (("max", "Max"), ("min", "Min"), ("chance", "Chance")) if kind in kinds]
    if "player" in kinds:
        entries = [(PLAYERS[i % len(PLAYERS)], None, name) for i, name in enumerate(trace.players)]
    least, most = trace.extremes
    entries.append((_shade(trace, least), None, f"leaf worth {number(least)}"))
    entries.append((_shade(trace, most), None, f"leaf worth {number(most)}"))
    if trace.cuts:
        entries.append((CUT, GREY, "cut, never searched"))
    entries.append((PAPER, INK, "principal variation"))
    parts, x = "", 0.0
    for fill, stroke, name in entries:
        dashes = "3 2" if stroke == GREY else None
        parts += element(
            "rect",
            x=x,
            y=-7,
            width=18,
            height=14,
            rx=3,
            fill=fill,
            stroke=stroke,
            stroke_width=2 if stroke == INK else 1,
            stroke_dasharray=dashes,
        )
        parts += words(x + 24, 0, name, 12, text_anchor="start", fill="#475569")
        x += 24 + wide(name, 12) + 24
    return parts
