"""The tree as a picture, in the style of the lectures."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from html import escape
from math import hypot

from ..layout import place
from ..picture import INK, MUTED, SANS, element, picture, wide, words
from . import icicle
from .certainty import bounded
from .looks import Gallery, Look
from .model import NOTHING, Node, number, show
from .shapes import BOARD_X, BOARD_Y, CURRENT, GREY, PAPER, SMALL, Sign, board, bounds, sign
from .value import Trace

PATH = re.compile(r"root|[\d.]+")
"""A node's name that only says where it is, which the picture shows anyway."""
READABLE = 150
"""A tree of more nodes than this is drawn as an overview."""
READABLE_GROWN = 24
"""Of a Monte Carlo tree, the so many nodes that were visited most are drawn."""
PLAYOUT = 44.0
"""Below the deepest nodes: room for a playout and its result."""
GAP, LEVEL, MARGIN = 16.0, 58.0, 24.0


def draw(trace: Trace, *, step: int | None = None, focus: int = 0, blank: bool = False) -> str:
    """The tree below `focus`, or an overview of it if it is too big to be read; `blank`, to be filled in by hand."""
    nodes = drawn_nodes(trace, focus)
    if blank:
        return TreePicture(trace, Gallery(trace, blank=True), nodes).svg()
    if len(nodes) > READABLE:
        return icicle.draw(trace, step=step, focus=focus)
    context = icicle.strip(trace, focus) if focus and len(trace.nodes) > READABLE and not trace.is_monte_carlo else None
    return TreePicture(trace, Gallery(trace, step), nodes).svg(context)


def drawn_nodes(trace: Trace, focus: int = 0, most: int = READABLE_GROWN) -> list[Node]:
    """The nodes to draw, parents before children: all, but of a Monte Carlo tree only those visited most."""
    if not trace.is_monte_carlo:
        return list(trace.preorder(focus))
    chosen: list[Node] = []
    frontier = [(-trace.visits(focus), focus)]
    while frontier and len(chosen) < most:
        _, index = heappop(frontier)
        chosen.append(trace.nodes[index])
        for child in trace.nodes[index].children:
            heappush(frontier, (-trace.visits(child), child))
    return chosen


@dataclass(frozen=True)
class Spot:
    """A node on the page: the middle of its sign, its board above that."""

    node: Node
    look: Look
    sign: Sign
    board: tuple[str, float, float] | None
    left: float
    right: float

    @property
    def above(self) -> float:
        # Under a board a box keeps the distance of a triangle, so that the boards of a level stand in a row.
        return max(self.sign.top, 21.0) + self.board[2] + 4 if self.board else self.sign.top


class TreePicture:
    """A tree laid out on a page."""

    def __init__(self, trace: Trace, gallery: Gallery, nodes: list[Node], *, alive: bool = False, boards: bool = True) -> None:
        """`alive`: for a page that changes it, with everything there that may ever be shown. `boards`: those of a game, at its nodes."""
        self.trace = trace
        self.alive = alive
        self._board = cache(board)  # many nodes have the same
        self.boards = boards
        self.gallery = gallery
        self.root = nodes[0].index
        self.nodes = nodes
        chosen = {node.index for node in nodes}
        self.children = {node.index: [child for child in node.children if child in chosen] for node in nodes}
        self.hidden = {node.index: len(node.children) - len(self.children[node.index]) for node in nodes}
        self.spots = {node.index: self._spot(node) for node in nodes}
        self.x = place(self.root, self.children, {index: (spot.left, spot.right) for index, spot in self.spots.items()}, GAP)
        self._levels()

    def _spot(self, node: Node) -> Spot:
        look = self.gallery.look(node)
        history = self.trace.history(node)
        widest = ""
        if self.gallery.blank:
            widest = "−00"  # the same room everywhere: how wide the answer is would tell it
        elif history and not self.trace.is_monte_carlo:
            final = "" if node.leaf else bounded(self.trace.relation(node), history[-1].value)
            widest = max(final, *(show(known.value) for known in history), key=len)
        drawn = sign(node, look, widest, self.trace.is_monte_carlo)
        if self.hidden[node.index] or node.unfinished:  # room for a word about what is not drawn
            more = words(0, drawn.bottom + 9, f"+{self.hidden[node.index]} more" if self.hidden[node.index] else "…", SMALL, fill=MUTED)
            drawn = replace(drawn, parts=drawn.parts + more, bottom=drawn.bottom + 17)
        if self.alive and self.trace.is_monte_carlo and "exploration" in self.trace.settings:  # terms that come and go
            room = wide("−0.0001 + 0.001 = −0.001", SMALL) / 2
            drawn = replace(drawn, left=max(drawn.left, room), right=max(drawn.right, room))
        pictured = self._board(self.trace.picture(node.index)) if self.boards else None
        half_board = pictured[1] / 2 if pictured else 0.0
        half_label = wide(_label(node), SMALL) / 2
        ending = Gallery(self.trace).look(node) if self.gallery.step is not None else look
        _, beside = bounds(ending, 0)
        named = wide(node.name, SMALL + 1) + 4 if node.name and not PATH.fullmatch(node.name) else 0.0
        left = max(drawn.left, 0.6 * drawn.left + named, half_board, half_label)
        return Spot(node, look, drawn, pictured, left, max(drawn.right + (beside + 5 if beside else 0), half_board, half_label))

    def _levels(self) -> None:
        top = self.trace.nodes[self.root].ply
        above: dict[int, float] = defaultdict(float)
        below: dict[int, float] = defaultdict(float)
        for spot in self.spots.values():
            level = spot.node.ply - top
            above[level] = max(above[level], spot.above)
            below[level] = max(below[level], spot.sign.bottom)
        self.y_of_level: list[float] = []
        y = 0.0
        for level in range(len(above)):
            y += above[level]
            self.y_of_level.append(y)
            y += below[level] + LEVEL
        self.height = y - LEVEL + (PLAYOUT if self.alive and self.trace.is_monte_carlo else 0)
        self.width = max(self.x[index] + spot.right for index, spot in self.spots.items())
        self.y = {index: self.y_of_level[spot.node.ply - top] for index, spot in self.spots.items()}

    # ── Parts ──
    def svg(self, context: tuple[str, float, float] | None = None) -> str:
        """The whole picture, below a strip that shows where it belongs, if one is given."""
        names = self._level_names()
        gutter = max((wide(name, SMALL) for _, name in names), default=0.0)
        gutter += 20 if gutter else 0
        strip, strip_width, strip_height = context or ("", 0.0, 0.0)
        width = max(self.width + gutter + 2 * MARGIN, 360.0, strip_width + 2 * MARGIN)
        shift = (width - self.width - gutter) / 2 + gutter
        part = f"Below {' '.join(icicle.path(self.trace, self.root))}. " if self.root else ""
        caption = [] if self.alive else wrapped(part + self.gallery.caption(), width - 2 * MARGIN, 13)
        top = MARGIN + (strip_height + 18 if strip else 0)
        height = top + self.height + MARGIN + (18 * len(caption) + 18 if caption else 0)
        parts = [element("rect", width=width, height=height, fill=PAPER, **{"class": "paper"})]
        if strip:
            parts.append(element("g", strip, transform=f"translate({(width - strip_width) / 2:g} {MARGIN:g})"))
        labels = "".join(
            words(shift - gutter + 2, top + y, name, SMALL, fill=MUTED, text_anchor="start", letter_spacing=1) for y, name in names
        )
        parts.append(element("g", labels, **{"class": "levels"}) if labels else "")
        parts.append(element("g", self.body(), transform=f"translate({shift:.6g} {top:g})", font_family=SANS))
        for line, text in enumerate(caption):
            parts.append(words(width / 2, top + self.height + 34 + 18 * line, text, 13, fill="#475569", **{"class": "caption"}))
        return picture(width, height, self.gallery.caption(), *parts)

    def body(self) -> str:
        """Edges, then nodes over them."""
        # The principal variation lies over the rest; on a page, where branches are asked about, they come in the order of the tree.
        ordered = self.nodes if self.alive else sorted(self.nodes, key=lambda node: self.spots[node.index].look.on_line)
        edges = "".join(self._edge(node) for node in ordered if node.index != self.root)
        return edges + "".join(self._node(node) for node in self.nodes)

    def _level_names(self) -> list[tuple[float, str]]:
        """Who moves, at the margin, where a whole level is one player's: MAX and MIN, and what people call them."""
        names: dict[float, set[str]] = defaultdict(set)
        for node in self.nodes:
            if not node.leaf and node.kind != "end":
                names[self.y[node.index]].add(self._mover(node))
        return [(y, name.pop()) for y, name in names.items() if len(name) == 1]

    def _mover(self, node: Node) -> str:
        if node.kind == "chance" or node.player is None or node.player < 0:
            return "CHANCE"
        called = self.trace.players[node.player]
        if node.kind == "player":
            return called
        role = node.kind.upper()
        return role if called.upper() in ("MAX", "MIN") else f"{role} {called}"

    def _edge(self, node: Node) -> str:
        above = self.spots[node.parent or 0]
        spot = self.spots[node.index]
        x1, y1 = self.x[node.parent or 0], self.y[node.parent or 0] + above.sign.bottom
        x2, y2 = self.x[node.index], self.y[node.index] - spot.above
        cut = node.skipped and not self.trace.nodes[node.parent or 0].skipped and not self.gallery.blank
        look = spot.look
        faint, bold = look.status in ("skipped", "unseen"), look.on_line and above.look.on_line
        parts = element(
            "path",
            d=f"M{x1:.6g} {y1:.6g}L{x2:.6g} {y2:.6g}",
            stroke=GREY if faint else INK if bold else "#64748b",
            stroke_width=3.5 if bold else 1.4,
            stroke_dasharray="5 4" if look.status == "skipped" else None,
            fill="none",
            **{"class": "edge"},
        )
        if cut or self.alive:
            parts += self._slashes(x1, y1, x2, y2, hidden=not cut or look.status != "skipped")
        if self.alive:
            path = f"M{x1:.6g} {y1:.6g}L{x2:.6g} {y2:.6g}"
            parts += element("path", d=path, stroke="transparent", stroke_width=18, fill="none", **{"class": "hit"})
        if label := _label(node):
            # On the edge and just above the child; on a flat edge nearer to the child than the edge would have it.
            x, y = x2 - max(-22.0, min(22.0, 0.24 * (x2 - x1))), y1 + 0.76 * (y2 - y1)
            halo: dict[str, str | float | None] = {"stroke": PAPER, "stroke_width": 5, "paint_order": "stroke", "stroke_linejoin": "round"}
            parts += words(x, y, label, SMALL, fill=GREY if faint else INK, font_weight=700 if bold else None, **halo, **{"class": "label"})
        return element(
            "g",
            parts,
            data_edge=self._number(node),
            **{"class": f"edge-group {look.status}{' line' if bold else ''}{' cut' if cut else ''}"},
        )

    def _slashes(self, x1: float, y1: float, x2: float, y2: float, hidden: bool) -> str:
        """A double slash across an edge."""
        length = hypot(x2 - x1, y2 - y1) or 1.0
        along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
        # Each slash stands across the edge and leans a little along it.
        lean_x, lean_y = 6 * (along_y + 0.35 * along_x), 6 * (-along_x + 0.35 * along_y)
        path = ""
        for distance in (-2.5, 2.5):
            x, y = x1 + 0.47 * (x2 - x1) + distance * along_x, y1 + 0.47 * (y2 - y1) + distance * along_y
            path += f"M{x - lean_x:.6g} {y - lean_y:.6g}L{x + lean_x:.6g} {y + lean_y:.6g}"
        return element(
            "path",
            d=path,
            stroke=INK,
            stroke_width=2.2,
            stroke_linecap="round",
            fill="none",
            **{"class": "slashes"},
            opacity=0 if hidden else None,
        )

    def _node(self, node: Node) -> str:
        spot = self.spots[node.index]
        look = spot.look
        parts = element("title", escape(self._told(node)))
        if look.current:
            reach = max(spot.sign.left, spot.sign.right, spot.sign.top) + 7
            parts += element("circle", r=reach, fill=CURRENT, opacity=0.45, **{"class": "halo"})
        if spot.board:
            code, width, _ = spot.board
            code = code.replace(BOARD_X, f"{-width / 2:g}").replace(BOARD_Y, f"{-spot.above:g}")
            parts += element("g", code, opacity=0.35 if look.status in ("skipped", "unseen") else None, **{"class": "board"})
        parts += spot.sign.parts + bounds(look, spot.sign.right + 5)[0]
        if node.name and not PATH.fullmatch(node.name):
            side = spot.sign.left * (1.0 if node.kind == "min" and not node.leaf else 0.6)  # a triangle down is wide at the top
            parts += words(
                -side - 4,
                -spot.sign.top + 2,
                node.name,
                SMALL + 1,
                fill="#475569",
                text_anchor="end",
                font_style="italic",
                **{"class": "name"},
            )
        kind = "leaf" if node.leaf else node.kind
        classes = f"node {kind} {look.status}{' line' if look.on_line else ''}{' current' if look.current else ''}"
        return element(
            "g",
            parts,
            transform=f"translate({self.x[node.index]:.6g} {self.y[node.index]:.6g})",
            data_node=self._number(node),
            **{"class": classes},
        )

    def _number(self, node: Node) -> int | None:
        """The node's number; not on a worksheet: what was cut has the last ones."""
        return None if self.gallery.blank else node.index

    def _told(self, node: Node) -> str:
        """What the pointer shows over a node."""
        if self.gallery.blank:
            return node.state
        if node.skipped:
            return f"{node.action}: never searched\n{node.state}"
        history = [known for known in self.trace.history(node) if self.gallery.step is None or known.step <= self.gallery.step]
        if not self.trace.has_bounds or node.leaf:
            return f"{node.action or 'root'}: {show((history[-1] if history else NOTHING).value)}\n{node.state}"
        told = [
            f"step {known.step + 1}: α {number(known.alpha)}, β {number(known.beta)}, value {show(known.value) or '–'}" for known in history
        ]
        return "\n".join([f"{node.action or 'root'}: {node.state}", *told])


def _label(node: Node) -> str:
    """What stands at the edge to a node: the move, or the outcome of chance with its probability."""
    return node.action if node.probability is None else f"{node.action}: {number(node.probability)}"


def wrapped(text: str, width: float, size: float) -> list[str]:
    """A text in lines of at most this width."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and wide(longer, size) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line] if line else lines
