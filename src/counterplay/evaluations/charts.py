"""Pictures of what was learned: weights as bars, calibration as a curve."""

from __future__ import annotations

from collections.abc import Sequence

from ..picture import INK, MUTED, element, panel, picture, words

BLUE, LIGHT, RED = "#2563eb", "#93c5fd", "#dc2626"
ROW = 24.0


def bar_chart(names: Sequence[str], table: Sequence[Sequence[float]], errors: Sequence[Sequence[float]] = ()) -> str:
    """A bar for each weight, to the right where it is good; one below the other for the phases; thin lines are 95 % intervals."""
    left, room = 20.0 + 7.0 * max(map(len, names)), 360.0
    width, height = left + room + 90.0, 30.0 + ROW * len(names)
    spreads = errors or [[0.0] * len(names)] * len(table)
    most = (
        max(
            (
                abs(number) + 1.96 * spread
                for row, around in zip(table, spreads, strict=True)
                for number, spread in zip(row, around, strict=True)
            ),
            default=1.0,
        )
        or 1.0
    )
    middle, scale = left + room / 2, room / 2 / most
    parts = [panel(width, height), element("path", d=f"M{middle:.1f} 12V{height - 14:.1f}", stroke=MUTED, stroke_width=1)]
    thick = (ROW - 8) / len(table)
    for i, name in enumerate(names):
        top = 16.0 + ROW * i
        parts.append(words(left - 8, top + (ROW - 8) / 2, name, 12, fill=INK, text_anchor="end"))
        for phase, (row, around) in enumerate(zip(table, spreads, strict=True)):
            number, y = row[i], top + thick * phase
            x = middle + min(0.0, number) * scale
            colour = BLUE if number >= 0 else RED
            parts.append(
                element(
                    "rect", x=f"{x:.1f}", y=f"{y:.1f}", width=f"{abs(number) * scale:.1f}", height=f"{max(1.0, thick - 1):.1f}", fill=colour
                )
            )
            if around[i]:
                low, high = (middle + (number + sign * 1.96 * around[i]) * scale for sign in (-1, 1))
                parts.append(element("path", d=f"M{low:.1f} {y + thick / 2:.1f}H{high:.1f}", stroke=INK, stroke_width=1))
        parts.append(words(left + room + 8, top + (ROW - 8) / 2, f"{table[-1][i]:+.3g}", 12, fill=MUTED, text_anchor="start"))
    return picture(width, height, "Weights of the features", *parts)


def calibration_chart(bins: Sequence[tuple[float, float, int]]) -> str:
    """What positions that were given a value (across) were worth in the end (up); on the diagonal the evaluation is right."""
    side, margin = 320.0, 40.0
    width = height = side + 2 * margin

    def place(value: float, result: float) -> tuple[float, float]:
        return margin + (value + 1) / 2 * side, margin + (1 - result) / 2 * side

    parts = [panel(width, height), element("rect", x=margin, y=margin, width=side, height=side, fill="none", stroke=MUTED)]
    parts.append(element("path", d=f"M{margin} {margin + side}L{margin + side} {margin}", stroke=LIGHT, stroke_width=2))
    most = max((count for _, _, count in bins), default=1)
    for value, result, count in bins:
        x, y = place(value, result)
        parts.append(
            element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{3 + 7 * (count / most) ** 0.5:.1f}", fill=BLUE, fill_opacity="0.7")
        )
    for number in (-1, 0, 1):
        x, _ = place(number, 0)
        parts.append(words(x, margin + side + 14, f"{number:+d}" if number else "0", 12, fill=MUTED))
        parts.append(words(margin - 14, place(0, number)[1], f"{number:+d}" if number else "0", 12, fill=MUTED))
    parts.append(words(width / 2, height - 10, "what the evaluation said", 12, fill=INK))
    parts.append(words(width / 2, 18, "what came of it, on average", 12, fill=INK))
    return picture(width, height, "Calibration: results by value", *parts)
