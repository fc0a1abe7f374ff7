"""A plot of a few curves on a logarithmic scale, as SVG: names stand beside the curves, not in a legend."""

from __future__ import annotations

from math import ceil, log10
from typing import NamedTuple

from counterplay.picture import INK, MUTED, RULE, element, panel, picture, words

COLOURS = ("#94a3b8", "#64748b", "#0891b2", "#2563eb", "#7c3aed", "#c026d3", "#ea7317", "#16a34a")
WIDTH, HEIGHT = 860, 470
LEFT, RIGHT, TOP, BOTTOM = 64, 270, 56, 50


class Curve(NamedTuple):
    """A name and a number for each place from left to right, say for each depth from 1 on; None where there is none."""

    name: str
    values: list[float | None]
    dashed: bool = False
    """Not measured, but drawn for comparison."""


def plot(title: str, curves: list[Curve], across: str = "depth in plies", places: list[str] | None = None) -> str:
    """The picture; `places` are the names of the places, if these are not just numbered. Numbers below 1 are drawn as 1."""
    deepest = max(len(curve.values) for curve in curves)
    top = ceil(log10(max(value for curve in curves for value in curve.values if value)))

    def x(depth: float) -> float:
        return LEFT + (depth - 1) / max(1, deepest - 1) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - log10(max(1.0, value)) / top * (HEIGHT - TOP - BOTTOM)

    parts = [panel(WIDTH, HEIGHT, "#ffffff"), words(LEFT, 28, title, 17, text_anchor="start", font_weight="600")]
    for power in range(top + 1):
        parts.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y(10.0**power), y2=y(10.0**power), stroke=RULE, stroke_width=1))
        parts.append(words(LEFT - 10, y(10.0**power), _power(power), 12, text_anchor="end", fill=INK))
    for depth in range(1, deepest + 1):
        parts.append(words(x(depth), HEIGHT - BOTTOM + 18, places[depth - 1] if places else str(depth), 12))
    parts.append(words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, 13, fill=MUTED))
    ends = []
    for number, curve in enumerate(curves):
        points = [(x(depth), y(value)) for depth, value in enumerate(curve.values, 1) if value is not None]
        colour = MUTED if curve.dashed else COLOURS[number % len(COLOURS)]
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
        dashes, width = ("5 5", 1.5) if curve.dashed else (None, 2.5)
        parts.append(
            element("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round", stroke_dasharray=dashes)
        )
        if not curve.dashed:
            parts += [element("circle", cx=a, cy=b, r=3, fill=colour) for a, b in points]
        ends.append((points[-1][1], points[-1][0], curve.name, colour))
    parts += _names(ends)
    return picture(WIDTH, HEIGHT, title, *parts)


def _names(ends: list[tuple[float, float, str, str]]) -> list[str]:
    """The names at the right, each as near to its curve's end as the others leave room, with a thin line to it."""
    parts: list[str] = []
    ends = sorted(ends)
    places = [height for height, *_ in ends]
    for number in range(1, len(places)):
        places[number] = max(places[number], places[number - 1] + 19)
    below = float(HEIGHT - BOTTOM + 8)
    for number in reversed(range(len(places))):  # not below the picture: rather the others a little higher
        places[number] = min(places[number], below)
        below = places[number] - 19
    for (height, end, name, colour), place in zip(ends, places, strict=True):
        start = WIDTH - RIGHT + 26
        parts.append(element("path", d=f"M{end + 6:.1f} {height:.1f}L{start - 6} {place:.1f}", stroke=colour, stroke_width=1, opacity=0.6))
        parts.append(words(start, place, name, 13, text_anchor="start", fill=colour, font_weight="600"))
    return parts


def _power(power: int) -> str:
    return "1" if power == 0 else "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))
