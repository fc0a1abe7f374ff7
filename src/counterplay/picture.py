"""Pictures of states: a few SVG helpers, so that a game draws itself in a dozen lines.

What every picture promises, so that it can stand alone in a file and be nested, shrunk, in the drawing of a tree:

* it is one complete `<svg>` with a `viewBox` and the same `width` and `height`, a `role` and a label for screen readers;
* it uses presentation attributes only: no `<style>`, no `id`, no script, no reference to anything outside;
* every place that a person may click carries `data-action` with the name of the action, as `format_action` writes it; or, in a game
  whose actions go from one square to another and are written so (`e2e4`), every square carries `data-square` with its name;
* a board that may as well be seen from the other side says so by `data-turns`, and the colours of its two sides, if they are not ours,
  by `data-sides`; what stands on it has a name for screen readers;
* all text is escaped here; callers pass plain strings.

Sides differ in colour and in mark, and the colours stay apart for colour-blind eyes.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

INK: Final = "#1e293b"
MUTED: Final = "#94a3b8"
PAPER: Final = "#f8fafc"
CELL: Final = "#ffffff"
RULE: Final = "#cbd5e1"
FIRST: Final = "#2563eb"
SECOND: Final = "#ea7317"
THIRD: Final = "#009e73"
GLOW: Final = "#fef3c7"

SANS: Final = "ui-sans-serif, system-ui, 'Helvetica Neue', Arial, sans-serif"
MONO: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

_NOT_XML: Final = re.compile("[^\\t\\n\\x20-\\x7e\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def element(tag: str, content: str = "", /, **attributes: str | float | None) -> str:
    """One SVG element. `stroke_width=2` becomes `stroke-width="2"`; an attribute that is None is left out.

    >>> element("circle", cx=5, cy=5, r=2.5, fill="red", data_action=None)
    '<circle cx="5" cy="5" r="2.5" fill="red"/>'
    """
    words = "".join(f' {name.replace("_", "-")}="{_value(value)}"' for name, value in attributes.items() if value is not None)
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def _value(value: str | float | None) -> str:
    return f"{value:.10g}" if isinstance(value, (int, float)) else escaped(str(value))


def escaped(text: str) -> str:
    """Text as XML can hold it: markup escaped, and the characters that no XML document may contain replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))


def picture(width: float, height: float, label: str, *parts: str, turns: bool = False, sides: tuple[str, str] | None = None) -> str:
    """The whole picture from its parts. The label says in words what there is to see.

    `turns`: it can be looked at from the other side. `sides`: the colours of the first and the second player, where they are not ours.
    """
    more = (' data-turns="yes"' if turns else "") + (f' data-sides="{" ".join(sides)}"' if sides else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.10g} {height:.10g}" width="{width:.10g}" height="{height:.10g}"'
        f' role="img" aria-label="{escaped(label)}"{more}>{"".join(parts)}</svg>'
    )


def words(x: float, y: float, text: str, size: float = 16, **attributes: str | float | None) -> str:
    """A line of text centred at a point, unless the attributes say otherwise."""
    settings: dict[str, str | float | None] = {
        "x": x,
        "y": y + 0.35 * size,
        "font_size": size,
        "font_family": SANS,
        "fill": INK,
        "text_anchor": "middle",
        **attributes,
    }
    return element("text", escaped(text), **settings)


def wide(text: str, size: float) -> float:
    """About how wide a text is."""
    return size * sum(0.36 if sign in " ,.()'|:;il" else 0.62 for sign in text)


def panel(width: float, height: float, fill: str = PAPER, stroke: str = RULE, radius: float = 12) -> str:
    """The rounded ground on which a picture stands."""
    return element("rect", x=1, y=1, width=width - 2, height=height - 2, rx=radius, fill=fill, stroke=stroke, stroke_width=2)


def text_picture(text: str) -> str:
    """Any text in a rounded box: the picture of a game that draws none of its own."""
    lines = text.expandtabs(4).splitlines() or [""]
    size, step, margin = 16.0, 22.0, 18.0
    width = max(max(map(len, lines)) * size * 0.61, 24) + 2 * margin
    height = len(lines) * step + 2 * margin - (step - size)
    rows = [
        # Blanks at both ends and in rows are part of a drawing made of characters: no-break spaces keep them.
        words(margin, margin + size / 2 + i * step, line.replace(" ", "\u00a0"), size, font_family=MONO, text_anchor="start")
        for i, line in enumerate(lines)
    ]
    return picture(width, height, text, panel(width, height), *rows)


def named(name: str, *parts: str) -> str:
    """Parts that are one thing, with a name that screen readers say: "b2: X"."""
    return element("g", "".join(parts), role="img", aria_label=name)


def cross(x: float, y: float, size: float, colour: str = FIRST, width: float | None = None) -> str:
    """An X that fills a square of this size around the point."""
    r = size / 2
    path = f"M{x - r:.10g} {y - r:.10g}L{x + r:.10g} {y + r:.10g}M{x + r:.10g} {y - r:.10g}L{x - r:.10g} {y + r:.10g}"
    return element("path", d=path, stroke=colour, stroke_width=width or size * 0.24, stroke_linecap="round", fill="none")


def ring(x: float, y: float, size: float, colour: str = SECOND, width: float | None = None) -> str:
    """An O that fills a square of this size around the point."""
    line = width or size * 0.24
    return element("circle", cx=x, cy=y, r=(size - line) / 2 + line / 4, stroke=colour, stroke_width=line, fill="none")


def triangle(x: float, y: float, size: float, colour: str = THIRD, width: float | None = None) -> str:
    """A triangle that fills a square of this size around the point."""
    r = size / 2
    path = f"M{x:.10g} {y - r:.10g}L{x + r:.10g} {y + 0.8 * r:.10g}L{x - r:.10g} {y + 0.8 * r:.10g}Z"
    return element("path", d=path, stroke=colour, stroke_width=width or size * 0.24, stroke_linejoin="round", fill="none")


def playing_card(x: float, y: float, face: str | None, colour: str = INK, height: float = 76) -> str:
    """A playing card around a point, with its face in one or two letters; face down where that is None."""
    width = 0.7 * height
    corner: dict[str, str | float | None] = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height, "rx": height * 0.1}
    if face is None:
        inner = element("rect", x=x - width / 2 + 5, y=y - height / 2 + 5, width=width - 10, height=height - 10, rx=4, fill=MUTED)
        return element("rect", **corner, fill=CELL, stroke=MUTED, stroke_width=2) + inner
    return element("rect", **corner, fill=CELL, stroke=colour, stroke_width=2.5) + words(x, y, face, height * 0.42, fill=colour)


def button(x: float, y: float, width: float, action: str, height: float = 40) -> str:
    """A place to click, centred at a point, that has the name of its action on it."""
    place: dict[str, str | float | None] = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    ground = element("rect", **place, rx=9, fill=CELL, stroke=INK, stroke_width=2)
    return ground + words(x, y, action, 16) + element("rect", **place, fill="none", pointer_events="all", data_action=action)


class Grid:
    """Rows and columns of square cells with coordinates around them: where things are, and the ground they stand on.

    Row 0 is the top one. Parts are collected with `draw` and put together by `finish`.
    """

    def __init__(self, rows: int, columns: int, cell: float = 60, margin: float = 26):
        self.rows, self.columns, self.cell, self.margin = rows, columns, cell, margin
        self.width = columns * cell + 2 * margin
        self.height = rows * cell + 2 * margin
        self.parts: list[str] = []

    def centre(self, row: float, column: float) -> tuple[float, float]:
        """The middle of a cell."""
        return self.margin + (column + 0.5) * self.cell, self.margin + (row + 0.5) * self.cell

    def draw(self, *parts: str) -> None:
        """Put parts on top of what is there."""
        self.parts.extend(parts)

    def square(self, row: float, column: float, fill: str = CELL, inset: float = 1.5, **attributes: str | float | None) -> str:
        """A cell as a slightly rounded square."""
        x, y = self.centre(row, column)
        side = self.cell - 2 * inset
        settings: dict[str, str | float | None] = {"rx": self.cell * 0.1, "fill": fill, **attributes}
        return element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, **settings)

    def coordinates(self, columns: list[str], rows: list[str]) -> None:
        """Names below the columns and to the left of the rows, discreet."""
        size = min(13.0, self.margin * 0.52)
        for column, name in enumerate(columns):
            x, _ = self.centre(0, column)
            self.draw(words(x, self.height - self.margin / 2, name, size, fill=MUTED))
        for row, name in enumerate(rows):
            _, y = self.centre(row, 0)
            self.draw(words(self.margin / 2, y, name, size, fill=MUTED))

    def target(self, row: float, column: float, action: str, rows: int = 1) -> str:
        """An invisible place to click, over everything else: one cell, or `rows` cells down from it."""
        x, y = self.centre(row, column)
        half = self.cell / 2
        return element(
            "rect", x=x - half, y=y - half, width=self.cell, height=self.cell * rows, fill="none", pointer_events="all", data_action=action
        )

    def place(self, row: float, column: float, square: str) -> str:
        """An invisible square with a name: people choose the one that an action goes from, then the one it goes to."""
        x, y = self.centre(row, column)
        half = self.cell / 2
        return element(
            "rect", x=x - half, y=y - half, width=self.cell, height=self.cell, fill="none", pointer_events="all", data_square=square
        )

    def finish(self, label: str, *, turns: bool = True, sides: tuple[str, str] | None = None) -> str:
        """The picture of everything drawn. A board has another side, unless things fall in it: then it does not turn."""
        return picture(self.width, self.height, label, panel(self.width, self.height), *self.parts, turns=turns, sides=sides)


def fan(shape: str, name: str, children: list[tuple[str, str, str]], label: str) -> str:
    """A node of a tree above its children, each given as shape, what stands in it, and the name of the action that leads there.

    The shapes are the textbook's: "max" a triangle, "min" one upside down, "chance" a circle, "player" a rounded square, "leaf" a box.
    """
    wide = max([56.0, *(9.0 * len(word) + 14 for _, shown, action in children for word in (shown, action))])
    wide = min(wide, 180.0)
    width = max(len(children) * wide + 32, 9.0 * len(name) + 60, 120)
    height = 84.0 if not children else 214.0
    x, y = width / 2, 42.0
    parts = [panel(width, height)]
    for i, (_, _, action) in enumerate(children):
        below = width / 2 + (i - (len(children) - 1) / 2) * wide
        parts.append(element("line", x1=x, y1=y + 26, x2=below, y2=height - 66, stroke=MUTED, stroke_width=2))
        parts.append(words(below, height - 20, action, 13, fill=MUTED))
    parts.append(_node(shape, x, y, name, 30))
    for i, (kind, shown, action) in enumerate(children):
        below = width / 2 + (i - (len(children) - 1) / 2) * wide
        parts.append(_node(kind, below, height - 56, shown, 22))
        parts.append(
            element(
                "rect",
                x=below - wide / 2,
                y=y + 34,
                width=wide,
                height=height - y - 36,
                fill="none",
                pointer_events="all",
                data_action=action,
            )
        )
    return picture(width, height, label, *parts)


def _node(shape: str, x: float, y: float, name: str, r: float) -> str:
    colour, ground = {"max": (FIRST, "#dbeafe"), "min": (SECOND, "#ffedd5")}.get(shape, (INK, CELL))
    line: dict[str, str | float | None] = {"fill": ground, "stroke": colour, "stroke_width": 2.5, "stroke_linejoin": "round"}
    size = r * 0.52 if len(name) <= 4 else r * 2.3 / len(name) if len(name) <= 6 else r * 0.42
    if shape in ("max", "min"):
        tip, base = (-1, 0.8) if shape == "max" else (1, -0.8)
        path = f"M{x:.10g} {y + tip * r:.10g}L{x + 1.15 * r:.10g} {y + base * r:.10g}L{x - 1.15 * r:.10g} {y + base * r:.10g}Z"
        return element("path", d=path, **line) + words(x, y + base * r * 0.35, name, size)
    if shape == "chance":
        return element("circle", cx=x, cy=y, r=r, **line) + words(x, y, name, size)
    if shape == "player":
        return element("rect", x=x - r * 1.2, y=y - r * 0.85, width=2.4 * r, height=1.7 * r, rx=8, **line) + words(x, y, name, size)
    wide = max(2 * r, 0.4 * r * len(name) + 8)
    line["stroke"] = RULE
    return element("rect", x=x - wide / 2, y=y - r * 0.7, width=wide, height=1.4 * r, rx=4, **line) + words(x, y, name, r * 0.66)


def column_letters(columns: int) -> list[str]:
    """a, b, c, … as on a chess board."""
    return [chr(ord("a") + column) for column in range(columns)]
