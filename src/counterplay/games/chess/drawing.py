"""The picture of a position. The pieces are drawn here, in a box of 100 by 100, from a few strokes each."""

from __future__ import annotations

from ...picture import Grid, column_letters, element
from .notation import letter_at, square_name
from .position import Position

LIGHT, DARK, FRAME = "#eef0f4", "#8ba0b8", "#5b7089"
IN_CHECK = "#f6b5ab"
WHITE, BLACK, ON_BLACK = "#fdfcf8", "#2b3648", "#c6d2e0"
"""None is a colour of `picture.py`, which pages darken at night: pieces and the lines inside them stay as they are."""
FOOT = "M22 88v-7q0-6 9-6h38q9 0 9 6v7z"
SHAPES = {
    "p": ("M50 20a13 13 0 0 1 8 23q5 3 5 7h-6q1 14 12 25H31q11-11 12-25h-6q0-4 5-7a13 13 0 0 1 8-23z", FOOT),
    "n": (
        "M33 75q0-15 17-29q-6 2-11 8q-6 7-13 3q-6-4-1-11l13-20l1-12l9 8q25 3 27 34q0 11-4 19z",
        FOOT,
    ),
    "b": (
        "M50 12a5.5 5.5 0 0 1 3 10q18 15 16 30q-1 9-8 14l4 9H35l4-9q-7-5-8-14q-2-15 16-30a5.5 5.5 0 0 1 3-10z",
        FOOT,
    ),
    "r": ("M27 20h11v8h7v-8h10v8h7v-8h11v18l-8 7v21l6 9H29l6-9V45l-8-7z", FOOT),
    "q": (
        "M14 33a5 5 0 1 1 6 4l13 17l0-25a5 5 0 1 1 5-1l11 22l1-26a5 5 0 1 1 2 0"
        "l1 26l11-22a5 5 0 1 1 5 1l0 25l13-17a5 5 0 1 1 6-4l-14 43H28z",
        FOOT,
    ),
    "k": (
        "M46 9h8v7h7v7h-7v9q5-6 15-6q19 1 18 19q-1 11-17 24l0 7H30v-7Q14 56 13 45q-1-18 18-19q10 0 15 6v-9h-7v-7h7z",
        FOOT,
    ),
}
STROKES = {"b": "M50 30v18M42 39h16", "k": "M50 36v26", "r": "M35 45h30", "n": "M46 33l.1 0"}
"""Lines inside a piece, in the colour of its outline."""


def draw(state: Position, in_check: bool, label: str) -> str:
    """The board, White below, every square with its name."""
    grid = Grid(8, 8, cell=56)
    extent: dict[str, float] = {"x": grid.margin - 4, "y": grid.margin - 4, "width": 8 * 56 + 8, "height": 8 * 56 + 8, "rx": 8}
    grid.draw(element("rect", fill=FRAME, **extent))
    king = "k" if state.played & 1 else "K"
    for square in range(64):
        row, column = 7 - square // 8, square % 8
        letter = letter_at(state, square)
        fill = IN_CHECK if in_check and letter == king else LIGHT if (row + column) % 2 == 0 else DARK
        grid.draw(grid.square(row, column, fill, inset=0, rx=0))
        if letter:
            grid.draw(piece(letter, *grid.centre(row, column), 0.52, square_name(square)))
        grid.draw(grid.place(row, column, square_name(square)))
    grid.coordinates(column_letters(8), [str(rank) for rank in range(8, 0, -1)])
    return grid.finish(label, sides=(WHITE, BLACK))


def piece(letter: str, x: float, y: float, scale: float, square: str) -> str:
    """A piece in the middle of its square, of which pages know the name; small letters are Black's."""
    white = letter.isupper()
    fill, line = (WHITE, "#1f2937") if white else (BLACK, "#0b1220")
    shapes = [
        element("path", d=path, fill=fill, stroke=line, stroke_width=4, stroke_linejoin="round", stroke_linecap="round")
        for path in SHAPES[letter.lower()]
    ]
    if strokes := STROKES.get(letter.lower()):
        width = 7 if letter in "nN" else 4
        shapes.append(
            element("path", d=strokes, fill="none", stroke=line if white else ON_BLACK, stroke_width=width, stroke_linecap="round")
        )
    transform = f"translate({x - 50 * scale:.10g} {y - 50 * scale:.10g}) scale({scale:.10g})"
    return element("g", element("g", "".join(shapes), transform=transform), data_piece=square)
