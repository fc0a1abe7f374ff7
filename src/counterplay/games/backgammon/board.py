"""The picture of a backgammon board."""

from __future__ import annotations

from ...picture import FIRST, INK, MUTED, SECOND, element, panel, picture, words


def board(first: int, second: int, turn: int, dice: list[int], below: str, label: str) -> str:
    """The board with the checkers of both players (four bits a point, as in `backgammon`), the dice, and a line of words below."""
    width, height = 640.0, 420.0
    parts = [panel(width, height), element("rect", x=20, y=20, width=560, height=360, rx=8, fill="#7a5230")]
    for half in (30.0, 310.0):
        parts.append(element("rect", x=half, y=30, width=260, height=340, rx=3, fill="#e8d8b8"))
    for point in range(1, 25):
        x, top = _middle(point), point > 12
        base, tip = (30.0, 180.0) if top else (370.0, 220.0)
        path = f"M{x - 20:.10g} {base:.10g}L{x + 20:.10g} {base:.10g}L{x:.10g} {tip:.10g}Z"
        parts.append(element("path", d=path, fill="#b98a5a" if point % 2 else "#d9b98a"))
        parts.append(words(x, 391 if not top else 11, str(point), 11, fill=MUTED))
        for player, checkers in enumerate((first, second)):
            parts += _stack(x, 48 if top else 352, 30 if top else -30, checkers >> 4 * point & 15, player)
    parts += _stack(300, 235, 30, first >> 100, 0) + _stack(300, 165, -30, second & 15, 1)
    parts += _stack(608, 352, -20, first & 15, 0) + _stack(608, 48, 20, second >> 100, 1)
    for number, face in enumerate(dice):
        x = 440 - 22 * len(dice) + 44 * number
        colour = FIRST if turn == 0 else SECOND
        parts.append(element("rect", x=x, y=182, width=36, height=36, rx=7, fill="#ffffff", stroke=colour, stroke_width=3))
        parts.append(words(x + 18, 200, str(face), 22))
    return picture(width, height, label, *parts, words(300, 409, below, 13, fill=INK))


def _middle(point: int) -> float:
    """Where the middle of a point is, from the left."""
    column = 12 - point if point < 13 else point - 13
    return 51.0 + 43.5 * column + (19.0 if column > 5 else 0.0)


def _stack(x: float, y: float, step: float, number: int, player: int) -> list[str]:
    """Checkers on top of each other; from the sixth on they are counted on the last one."""
    colour, edge = (("#f8fafc", FIRST), ("#1e293b", SECOND))[player]
    parts = [element("circle", cx=x, cy=y + step * i, r=16, fill=colour, stroke=edge, stroke_width=2.5) for i in range(min(number, 5))]
    if number > 5:
        parts.append(words(x, y + step * 4, str(number), 15, fill=edge, font_weight="bold"))
    return parts
