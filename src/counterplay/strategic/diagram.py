"""The best-response diagram of a 2 x 2 game: where two curves meet are the equilibria."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ..errors import UsageError
from ..picture import CELL, FIRST, INK, MUTED, RULE, SECOND, element, panel, picture, words
from .exact import shown

if TYPE_CHECKING:
    from .matrix_game import MatrixGame

SIZE: Final = 300.0
LEFT: Final = 84.0
TOP: Final = 56.0

Point = tuple[Fraction, Fraction]


def best_response_curve(game: MatrixGame, player: int) -> list[list[Point]]:
    """A player's best responses as connected pieces of points (own probability of the first strategy, the other's).

    The gain of the first strategy over the second is linear in the other's probability q: where it is positive the answer is 1, where
    negative 0, and where it is 0, at one point or everywhere, anything.
    """
    matrix = game.matrix(player)
    if player == 1:
        matrix = [list(line) for line in zip(*matrix, strict=True)]
    at_one, at_zero = matrix[0][0] - matrix[1][0], matrix[0][1] - matrix[1][1]
    zero, one = Fraction(0), Fraction(1)
    if at_one == at_zero == 0:
        return [[(zero, zero), (one, zero), (one, one), (zero, one), (zero, zero)]]
    low, high = (one if at_zero > 0 else zero), (one if at_one > 0 else zero)
    if at_zero == 0:
        return [[(one - high, zero), (high, zero), (high, one)]]
    if at_one == 0:
        return [[(low, zero), (low, one), (one - low, one)]]
    if low == high:
        return [[(low, zero), (low, one)]]
    turn = at_zero / (at_zero - at_one)
    return [[(low, zero), (low, turn), (high, turn), (high, one)]]


def best_response_diagram(game: MatrixGame) -> str:
    """Both curves over the square of the two probabilities, and every extreme equilibrium as a dot."""
    if game.shape != (2, 2):
        raise UsageError(f"A best-response diagram needs two strategies for each; this game is {game.shape[0]} x {game.shape[1]}.")

    def place(p: Fraction, q: Fraction) -> tuple[float, float]:
        return LEFT + SIZE * float(p), TOP + SIZE * (1 - float(q))

    parts = [element("rect", x=LEFT, y=TOP, width=SIZE, height=SIZE, fill=CELL, stroke=RULE)]
    for tick in (Fraction(0), Fraction(1, 2), Fraction(1)):
        x, y = place(tick, tick)
        parts.append(words(x, TOP + SIZE + 14, shown(tick), 12, fill=MUTED))
        parts.append(words(LEFT - 8, y, shown(tick), 12, fill=MUTED, text_anchor="end"))
    rows, columns = game.strategies
    for player, colour, dash in ((0, FIRST, None), (1, SECOND, "9 5")):
        for piece in best_response_curve(game, player):
            corners = [place(own, other) if player == 0 else place(other, own) for own, other in piece]
            anything = len(piece) == 5
            path = "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in corners)
            parts.append(
                element(
                    "path",
                    d=path,
                    fill=colour if anything else "none",
                    fill_opacity=0.15 if anything else None,
                    stroke=colour,
                    stroke_width=4,
                    stroke_dasharray=dash,
                    stroke_linejoin="round",
                )
            )
    found = game.nash()
    for each in found:
        x, y = place(each.strategies[0][0], each.strategies[1][0])
        parts.append(element("circle", cx=x, cy=y, r=7, fill=INK))
    parts.append(words(LEFT + SIZE / 2, TOP + SIZE + 36, f"p: {game.players[0]} plays {rows[0]}", 14, fill=FIRST))
    turned = f"translate(28 {TOP + SIZE / 2}) rotate(-90)"
    parts.append(words(0, 0, f"q: {game.players[1]} plays {columns[0]}", 14, fill=SECOND, transform=turned))
    title = game.title or "Best responses"
    heading = f"{title}: solid {game.players[0]}, dashed {game.players[1]}"
    parts.append(words(LEFT, 28, heading, 13, text_anchor="start"))
    width = max(LEFT + SIZE + 40, LEFT + 7.2 * len(heading) + 20)
    dots = "; ".join(f"{shown(each.strategies[0][0])}, {shown(each.strategies[1][0])}" for each in found)
    label = f"Best responses of {title}. Extreme equilibria at p, q = {dots}"
    height = TOP + SIZE + 60
    return picture(width, height, label, panel(width, height), *parts)
