"""The tree as a picture, as textbooks draw it: the root above, actions on the edges, payoffs at the ends in the players' colours, chance as
a small square with its fractions. Nodes between which a player cannot tell are joined by a dashed line.

The nodes of an information set stand on one level, where that is possible. Where a straight line would run through somebody else's
node, it runs above.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ...game import CHANCE
from ...layout import place
from ...picture import FIRST, INK, MUTED, PAPER, SECOND, THIRD, element, escaped, panel, picture, wide, words
from ..exact import shown
from .form import END

if TYPE_CHECKING:
    from .behaviour import Behaviour
    from .form import ExtensiveForm

READABLE: Final = 300
"""Of a larger tree the first levels are drawn, as many as have no more nodes than this."""
COLOURS: Final = (FIRST, SECOND, THIRD, "#7c3aed", "#b45309", "#475569")
SIZE: Final = 13.0
LINE: Final = 17.0
GAP, LEVEL, LANE, MARGIN = 14.0, 78.0, 9.0, 22.0
ALONG: Final = 0.6
"""So far along an edge stands its action."""
HALO: Final[dict[str, str | float | None]] = {"stroke": PAPER, "stroke_width": 4.0, "paint_order": "stroke", "stroke_linejoin": "round"}
"""Keeps words readable where they cross a line."""
LONGEST: Final = 18
"""Longer names are cut."""


def svg_tree(form: ExtensiveForm, behaviour: Behaviour | None = None) -> str:
    """The picture; with a behaviour what is played is bold and has its probability."""
    return _Drawing(form, behaviour).svg()


class _Drawing:
    """Where everything goes, and the parts of the picture."""

    def __init__(self, form: ExtensiveForm, behaviour: Behaviour | None):
        self.form, self.behaviour = form, behaviour
        self.nodes = _drawn(form)
        self.kept = set(self.nodes)
        self.levels = _levels(form, self.nodes)
        self.x = self._across()
        self.lanes = self._lanes()
        self.y = self._down()
        self.reach = {0: Fraction(1)}
        for number in self.nodes[1:]:
            node = form.nodes[number]
            self.reach[number] = self.reach[node.parent] * self._share(number)

    # ── Places ──
    def _across(self) -> dict[int, float]:
        """The x of each node, by the contour layout; a node that stands lower than its parent's next level hangs on empty ones."""
        children: dict[int, list[int]] = {}
        widths: dict[int, tuple[float, float]] = {}
        empty = len(self.form.nodes)
        for number in self.nodes:
            children[number] = []
            widths[number] = self._width(number)
            node = self.form.nodes[number]
            if node.parent < 0:
                continue
            above = node.parent
            for _ in range(self.levels[number] - self.levels[node.parent] - 1):
                children[above].append(empty)
                children[empty], widths[empty] = [], (4.0, 4.0)
                above, empty = empty, empty + 1
            children[above].append(number)
        return place(0, children, widths, GAP)

    def _width(self, number: int) -> tuple[float, float]:
        node = self.form.nodes[number]
        label = wide(self._action(number), SIZE - 1) / 2 / ALONG if node.parent >= 0 else 0.0
        if node.player == END:
            half = max(12.0, max(wide(text, SIZE) for text in self._payoffs(number)) / 2 + 2)
            return max(half, label), max(half, label)
        named = wide(self._name(number), SIZE) + 12 if self._named_here(number) else 8.0
        return max(named, label), max(8.0, label)

    def _lanes(self) -> dict[int, int]:
        """For each information set that is drawn as one line, how far above the nodes the line runs: 0 is through them."""
        rows: dict[int, list[int]] = {}
        for number in self.nodes:
            rows.setdefault(self.levels[number], []).append(number)
        lanes: dict[int, int] = {}
        for row in rows.values():
            row.sort(key=self.x.__getitem__)
            taken: list[float] = []  # where the last line in each lane above the nodes ends
            found: dict[int, list[int]] = {}
            for k, number in enumerate(row):
                if self.form.nodes[number].player >= 0:
                    found.setdefault(self.form.nodes[number].set, []).append(k)
            for own, places in sorted(found.items(), key=lambda item: item[1][0]):
                if len(places) < 2 or len(places) < sum(1 for node in self.form.sets[own].nodes if node in self.kept):
                    continue
                if places[-1] - places[0] == len(places) - 1:
                    lanes[own] = 0
                    continue
                begin, end = self.x[row[places[0]]], self.x[row[places[-1]]]
                lane = next((k for k, last in enumerate(taken) if last < begin - 6), len(taken))
                taken[lane : lane + 1] = [end]
                lanes[own] = lane + 1
        return lanes

    def _down(self) -> dict[int, float]:
        """The y of each node: every level needs room for its lines."""
        most: dict[int, int] = {}
        for own, lane in self.lanes.items():
            level = self.levels[self.form.sets[own].nodes[0]]
            most[level] = max(most.get(level, 0), lane)
        top = [MARGIN + 44.0 + (26.0 if self.form.title else 0.0)]
        for level in range(max(self.levels.values())):
            top.append(top[-1] + LEVEL + LANE * most.get(level + 1, 0))
        return {number: top[self.levels[number]] for number in self.nodes}

    # ── Words ──
    def _share(self, number: int) -> Fraction:
        """How probable the move to a node is: chance's own, or what is played."""
        node = self.form.nodes[number]
        above = self.form.nodes[node.parent]
        if above.player == CHANCE:
            return self.form.sets[above.set].probabilities[node.action]
        return Fraction(1) if self.behaviour is None else self.behaviour.mixtures[above.set][node.action]

    def _action(self, number: int) -> str:
        node = self.form.nodes[number]
        each = self.form.sets[self.form.nodes[node.parent].set]
        name = _short(each.actions[node.action])
        if each.player == CHANCE:
            share = shown(each.probabilities[node.action])
            return share if name in (share, "") else f"{name} ({share})"
        if self.behaviour is None:
            return name
        played = self.behaviour.mixtures[self.form.nodes[node.parent].set][node.action]
        return f"{name} {shown(played)}" if 0 < played < 1 else name

    def _payoffs(self, number: int) -> list[str]:
        return [shown(worth).replace("-", "−") for worth in self.form.gains[number]]

    def _name(self, number: int) -> str:
        node = self.form.nodes[number]
        return "" if node.player == CHANCE else _short(self.form.players[node.player])

    def _named_here(self, number: int) -> bool:
        """Whether the player's name stands beside this node: the first of its set on its level."""
        node = self.form.nodes[number]
        if node.player < 0:
            return False
        return all(
            other >= number or self.levels[other] != self.levels[number] for other in self.form.sets[node.set].nodes if other in self.kept
        )

    # ── Parts ──
    def svg(self) -> str:
        title = wide(self.form.title, 16) * 1.1
        legend, legend_width = self._legend()
        width = max(max(self.x[number] + self._width(number)[1] for number in self.nodes), title, legend_width) + 2 * MARGIN
        shift = (width - max(self.x[number] + self._width(number)[1] for number in self.nodes)) / 2
        self.x = {number: x + shift for number, x in self.x.items()}
        bottom = max(
            self.y[number] + (LINE * len(self.form.players) if self.form.nodes[number].player == END else 12) for number in self.nodes
        )
        height = bottom + MARGIN + (24 if len(self.nodes) < len(self.form.nodes) else 0)
        parts = [panel(width, height, PAPER)]
        if self.form.title:
            parts.append(words(MARGIN, MARGIN + 4, self.form.title, 16, text_anchor="start", font_weight=600))
        parts += legend
        parts += [self._edge(number) for number in self.nodes[1:]]
        parts += [self._information_set(own) for own in range(len(self.form.sets)) if self.form.sets[own].player >= 0]
        parts += [self._node(number) for number in self.nodes]
        parts += [self._label(number) for number in self.nodes[1:]]
        if len(self.nodes) < len(self.form.nodes):
            left = len(self.form.nodes) - len(self.nodes)
            parts.append(words(width / 2, height - MARGIN + 4, f"… and {left:,} more nodes below", 12, fill=MUTED))
        return picture(width, height, self._told(), *parts)

    def _told(self) -> str:
        form = self.form
        joined = sum(1 for each in form.sets if each.player >= 0 and len(each.nodes) > 1)
        told = (
            f"{form.title or 'A game'} as a tree: {len(form.nodes)} nodes, {len(form.ends)} ends; {joined} information sets hide something"
        )
        return told if self.behaviour is None else f"{told}; played: {self.behaviour}"

    def _legend(self) -> tuple[list[str], float]:
        """Whose colour is whose."""
        x, y = MARGIN, MARGIN + (30 if self.form.title else 4)
        parts = []
        for player, name in enumerate(self.form.players):
            parts.append(element("circle", cx=x + 5, cy=y, r=5, fill=_colour(player)))
            parts.append(words(x + 15, y, _short(name), SIZE, text_anchor="start"))
            x += 33 + wide(_short(name), SIZE)
        return parts, x - MARGIN

    def _edge(self, number: int) -> str:
        node = self.form.nodes[number]
        above = self.form.nodes[node.parent]
        played = self.behaviour is not None and above.player >= 0 and self._share(number) > 0
        colour = _colour(above.player) if above.player >= 0 and (self.behaviour is None or played) else MUTED
        return element(
            "line",
            x1=self.x[node.parent],
            y1=self.y[node.parent],
            x2=self.x[number],
            y2=self.y[number],
            stroke=colour,
            stroke_width=3.2 if played else 1.4,
        )

    def _label(self, number: int) -> str:
        node = self.form.nodes[number]
        x1, y1, x2, y2 = self.x[node.parent], self.y[node.parent], self.x[number], self.y[number]
        played = self.behaviour is not None and self.form.nodes[node.parent].player >= 0 and self._share(number) > 0
        x, y = x1 + (x2 - x1) * ALONG, y1 + (y2 - y1) * ALONG
        return words(x, y, self._action(number), SIZE - 1, font_weight=600 if played else None, **HALO)

    def _node(self, number: int) -> str:
        node, x, y = self.form.nodes[number], self.x[number], self.y[number]
        if node.player == END:
            bold = 700 if self.behaviour is not None and self.reach[number] > 0 else None
            lines = [
                words(x, y + 4 + (k + 0.5) * LINE, text, SIZE, fill=_colour(k), font_weight=bold)
                for k, text in enumerate(self._payoffs(number))
            ]
            return element("circle", cx=x, cy=y, r=2.5, fill=INK) + "".join(lines)
        more = "" if not node.children or node.children[0] in self.kept else words(x, y + 12, "⋮", 14, fill=MUTED)
        each = self.form.sets[node.set]
        title = element(
            "title", escaped(f"{'Chance' if node.player == CHANCE else self.form.players[node.player]}: {node.name or each.label}")
        )
        if node.player == CHANCE:
            return (
                element("g", title + element("rect", x=x - 5, y=y - 5, width=10, height=10, fill=PAPER, stroke=INK, stroke_width=1.6))
                + more
            )
        dot = element("circle", cx=x, cy=y, r=5.5, fill=_colour(node.player))
        name = ""
        if self._named_here(number):
            name = words(x - 9, y - 8, self._name(number), SIZE, text_anchor="end", fill=_colour(node.player), **HALO)
        return element("g", title + dot) + name + more

    def _information_set(self, own: int) -> str:
        """The dashed line that joins the nodes of a set."""
        some = sorted((node for node in self.form.sets[own].nodes if node in self.kept), key=self.x.__getitem__)
        if len(some) < 2:
            return ""
        colour = _colour(self.form.sets[own].player)
        dashes: dict[str, str | float | None] = {"stroke": colour, "stroke_width": 1.8, "stroke_dasharray": "5 4", "fill": "none"}
        if own in self.lanes:
            y = self.y[some[0]] - LANE * self.lanes[own]
            ticks = "".join(f"M{self.x[node]:.4g} {self.y[node]:.4g}V{y:.4g}" for node in some) if self.lanes[own] else ""
            return element("path", d=f"{ticks}M{self.x[some[0]]:.5g} {y:.5g}H{self.x[some[-1]]:.5g}", **dashes)
        path = ""
        for one, other in pairwise(some):
            x1, y1, x2, y2 = self.x[one], self.y[one], self.x[other], self.y[other]
            path += f"M{x1:.5g} {y1:.5g}Q{(x1 + x2) / 2 + 18:.5g} {(y1 + y2) / 2 - 24:.5g} {x2:.5g} {y2:.5g}"
        return element("path", d=path, **dashes)


def _drawn(form: ExtensiveForm) -> list[int]:
    """The nodes of the picture: all, or those of the first levels."""
    if len(form.nodes) <= READABLE:
        return list(range(len(form.nodes)))
    counts: dict[int, int] = {}
    for depth in form.depths:
        counts[depth] = counts.get(depth, 0) + 1
    deepest, total = 0, 1
    while total + counts.get(deepest + 1, READABLE) <= READABLE:
        deepest += 1
        total += counts[deepest]
    return [number for number, depth in enumerate(form.depths) if depth <= deepest]


def _levels(form: ExtensiveForm, nodes: list[int]) -> dict[int, int]:
    """The level of each node: below its parent, and where it can be on one level with all nodes of its information set.

    A set's nodes are lowered to the lowest of them, again and again until nothing moves; where a set comes before and after another one,
    that never ends, and everybody stays where the moves say.
    """
    levels = {number: form.depths[number] for number in nodes}
    for _ in range(len(nodes)):
        changed = False
        lowest: dict[int, int] = {}
        for number in nodes:
            node = form.nodes[number]
            if node.parent >= 0:
                levels[number] = max(levels[number], levels[node.parent] + 1)
            if node.player >= 0:
                lowest[node.set] = max(lowest.get(node.set, 0), levels[number])
        for number in nodes:
            node = form.nodes[number]
            if node.player >= 0 and levels[number] < lowest[node.set]:
                levels[number] = lowest[node.set]
                changed = True
        if not changed:
            return levels
    return {number: form.depths[number] for number in nodes}


def _colour(player: int) -> str:
    return COLOURS[player % len(COLOURS)]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
