"""The signs of a drawn tree: triangles for Max and Min, circles for chance, pills for several players, boxes for leaves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

from ..picture import FIRST, INK, MUTED, SECOND, element, wide, words
from .looks import Look
from .model import Kind, Node

PAPER: Final = "#ffffff"
GREY: Final = "#9aa3af"
"""Text and lines of what was cut: faint, but readable on white."""
CURRENT: Final = "#facc15"
STROKES: Final[dict[Kind, str]] = {"max": FIRST, "min": SECOND, "chance": "#0f766e", "player": INK, "end": "#64748b"}
FILLS: Final[dict[Kind, str]] = {"max": "#dbeafe", "min": "#ffedd5", "chance": "#ccfbf1", "player": "#f1f5f9", "end": "#ffffff"}
PLAYERS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#7c3aed", "#475569")
"""Wong's palette, which colour-blind eyes can tell apart; the number stands beside it anyway."""

SIZE: Final = 15.0
SMALL: Final = 11.5
BOARD: Final = 66.0
"""The longer side of a board in a node."""
BOARD_X: Final = "BOARD-X"
BOARD_Y: Final = "BOARD-Y"
_OPENING: Final = re.compile(r"""<svg(?:[^>"']|"[^"]*"|'[^']*')*>""")
_DRAWING: Final = {"svg", "g", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "text", "tspan", "title", "desc"}


@dataclass(frozen=True)
class Sign:
    """A node's sign, drawn around (0, 0): how far it reaches, and the parts of it."""

    left: float
    right: float
    top: float
    bottom: float
    """How far it reaches from the middle, each a positive number."""
    parts: str


def sign(node: Node, look: Look, widest: str, growing: bool) -> Sign:
    """The sign of a node. `widest` is the longest value it will ever show, so that it keeps its size from step to step."""
    text = max(look.value, widest, key=lambda one: wide(one, SIZE))
    half = wide(text, SIZE) / 2
    if growing:
        return _pill(node, look, half)
    if node.leaf or node.kind == "end":
        return _box(node, look, half)
    if node.kind == "chance":
        radius = max(20.0, half + 7)
        return Sign(radius, radius, radius, radius, element("circle", r=radius, **_paint(node, look)) + _value(look, 0))
    if node.kind == "player":
        return _pill(node, look, half)
    return _triangle(node, look, half)


def _paint(node: Node, look: Look) -> dict[str, str | float | None]:
    kind: Kind = "end" if node.leaf else node.kind
    faint = look.status in ("skipped", "unseen")
    return {
        "class": "shape",
        "fill": PAPER if faint else FILLS[kind],
        "stroke": GREY if faint else STROKES[kind],
        "stroke_width": 3 if look.on_line else 1.75,
        "stroke_dasharray": "4 3" if look.status == "skipped" else None,
        "stroke_linejoin": "round",
    }


def _value(look: Look, y: float, x: float = 0) -> str:
    faint = look.status in ("skipped", "unseen")
    return words(x, y, look.value or "\u00a0", SIZE, fill=GREY if faint else INK, font_weight=None if faint else 600, **{"class": "value"})


def _triangle(node: Node, look: Look, half: float) -> Sign:
    base, height = max(27.0, half * 1.45 + 9), 42.0
    up = node.kind == "max"
    tip, foot = (-height / 2, height / 2) if up else (height / 2, -height / 2)
    shape = element("polygon", points=f"0,{tip:g} {base:g},{foot:g} {-base:g},{foot:g}", **_paint(node, look))
    return Sign(base, base, height / 2, height / 2, shape + _value(look, 9 if up else -9))


def _box(node: Node, look: Look, half: float) -> Sign:
    side, height = max(15.0, half + 7), 28.0
    shape = element("rect", x=-side, y=-height / 2, width=2 * side, height=height, rx=4, **_paint(node, look))
    mark = ""
    if look.status == "skipped":
        mark = element(
            "path", d=f"M{side - 4:g} {-height / 2 - 4:g}l8 8m0 -8l-8 8", stroke=GREY, stroke_width=1.75, fill="none", **{"class": "mark"}
        )
    return Sign(side, side, height / 2, height / 2, shape + _value(look, 0) + mark)


def _pill(node: Node, look: Look, half: float) -> Sign:
    """Whose turn it is as a number in a coloured disc, then the value."""
    half, height, disc = half + 20.0, 32.0, 11.0
    faint = look.status in ("skipped", "unseen")
    parts = element("rect", x=-half, y=-height / 2, width=2 * half, height=height, rx=height / 2, **_paint(node, look))
    turn = "✓" if node.player is None else "?" if node.player < 0 else str(node.player + 1)
    colour = (
        GREY
        if faint
        else STROKES["end"]
        if node.player is None
        else STROKES["chance"]
        if node.player < 0
        else PLAYERS[node.player % len(PLAYERS)]
    )
    parts += element("circle", cx=-half + 16, cy=0, r=disc, fill=colour, **{"class": "disc"})
    parts += words(-half + 16, 0, turn, 13, fill="#ffffff", font_weight=700) + _value(look, 0, 12)
    bottom = height / 2
    if look.note:
        parts += words(0, bottom + 9, look.note, SMALL, fill="#475569", **{"class": "note"})
        half, bottom = max(half, wide(look.note, SMALL) / 2 + 2), bottom + 18
    return Sign(half, half, height / 2, bottom, parts)


def bounds(look: Look, x: float) -> tuple[str, float]:
    """Alpha over beta beside a node, old ones struck out; and how wide that is."""
    parts, width = "", 0.0
    for letter, values, y in (("α", look.alphas, -8.0), ("β", look.betas, 8.0)):
        if values:
            # `dx` and not blanks: renderers differ in what they do with blanks at the ends of a span.
            old = "".join(element("tspan", one, dx=4, text_decoration="line-through", fill=MUTED) for one in values[:-1])
            line = element("tspan", letter, fill="#64748b") + old + element("tspan", values[-1], dx=4)
            parts += element(
                "text", line, x=x, y=y + 4, font_size=SMALL + 0.5, fill=INK, **{"class": f"bound {'alpha' if letter == 'α' else 'beta'}"}
            )
            width = max(width, wide(letter + "".join(values), SMALL + 0.5) + 4 * len(values))
    return parts, width


def board(picture: str | None) -> tuple[str, float, float] | None:
    """A game's own picture made small: an `<svg>` that goes to (BOARD_X, BOARD_Y), its width and height. None if it is no plain drawing."""
    if not picture:
        return None
    try:
        root = ElementTree.fromstring(picture)
        _, _, width, height = (float(one) for one in re.split(r"[\s,]+", root.get("viewBox", "").strip()))
    except (ElementTree.ParseError, ValueError):
        return None
    if not _is_harmless(root) or not (width > 0 and height > 0):
        return None
    scale = BOARD / max(width, height)
    small = f'<svg x="{BOARD_X}" y="{BOARD_Y}" width="{width * scale:g}" height="{height * scale:g}" viewBox="{root.get("viewBox")}">'
    return _OPENING.sub(small, picture[picture.index("<svg") :], count=1), width * scale, height * scale


def _is_harmless(root: ElementTree.Element) -> bool:
    """Whether a picture only draws: it may come from a file that somebody sent."""
    for part in root.iter():
        if not isinstance(part.tag, str) or part.tag.rpartition("}")[2] not in _DRAWING:
            return False
        for name, value in part.attrib.items():
            if name.lower().startswith("on") or "href" in name.lower() or "url(" in value.lower() or name == "style":
                return False
    return True
