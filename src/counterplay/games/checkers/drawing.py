"""The board as text and as a picture."""

from __future__ import annotations

from ...bits import popcount
from ...picture import Grid, element, named, words
from .board import SQUARES, Position, bit_of, row_and_column

LIGHT, DARK, FRAME = "#f3e9d6", "#a8815a", "#6b4d33"
BLACK, WHITE = "#2a2f36", "#fbf8f0"
RIM = {"b": "#8b95a1", "w": "#7a6a55"}


def mark_at(state: Position, square: int) -> str:
    """`b` or `w` for a man on square 1 to 32, `B` or `W` for a king, `.` for nothing."""
    bit = bit_of(square)
    mark = "b" if state.black >> bit & 1 else "w" if state.white >> bit & 1 else "."
    return mark.upper() if state.kings >> bit & 1 else mark


def text(state: Position, what: str) -> str:
    """Eight rows, Black's side above; kings are capital letters."""
    rows = [[" "] * 8 for _ in range(8)]
    for square in range(1, SQUARES + 1):
        row, column = row_and_column(square)
        rows[row][column] = mark_at(state, square)
    numbered = [f"{4 * number + 1:2} {' '.join(row).rstrip()}" for number, row in enumerate(rows)]
    count = f"{popcount(state.black)} black and {popcount(state.white)} white {'piece' if popcount(state.white) == 1 else 'pieces'}"
    quiet = f", nothing taken and no man moved for {state.quiet} plies" if state.quiet else ""
    return "\n".join([*numbered, f"{what}, {count}{quiet}"])


def draw(state: Position, label: str) -> str:
    """The board with the numbers of its squares, Black above."""
    grid = Grid(8, 8, cell=56, margin=18)
    extent: dict[str, float] = {"x": grid.margin - 4, "y": grid.margin - 4, "width": 8 * 56 + 8, "height": 8 * 56 + 8, "rx": 8}
    grid.draw(element("rect", fill=FRAME, **extent))
    for row in range(8):
        for column in range(8):
            grid.draw(grid.square(row, column, DARK if (row + column) % 2 else LIGHT, inset=0, rx=0))
    for square in range(1, SQUARES + 1):
        row, column = row_and_column(square)
        x, y = grid.centre(row, column)
        grid.draw(words(x - 25, y - 20, str(square), 11, fill="#f7efe0", text_anchor="start"))
        mark = mark_at(state, square)
        if mark != ".":
            grid.draw(named(f"{square}: {'Black' if mark in 'bB' else 'White'}{' king' if mark.isupper() else ''}", piece(mark, x, y)))
        grid.draw(grid.place(row, column, str(square)))
    return grid.finish(label, sides=(BLACK, WHITE))


def piece(mark: str, x: float, y: float) -> str:
    """A disc with a ring on it; a king has a crown."""
    side = mark.lower()
    fill, rim = (BLACK if side == "b" else WHITE), RIM[side]
    disc = element("circle", cx=x, cy=y, r=20.5, fill=fill, stroke="#1c1712", stroke_width=1.5)
    ring = element("circle", cx=x, cy=y, r=15, fill="none", stroke=rim, stroke_width=1.6)
    if mark.islower():
        return disc + ring
    crown = f"M{x - 10:.10g} {y + 7:.10g}v-13l5.5 6l4.5-9l4.5 9l5.5-6v13z"
    return disc + ring + element("path", d=crown, fill="#e0a526", stroke="#7a5710", stroke_width=1.2, stroke_linejoin="round")
