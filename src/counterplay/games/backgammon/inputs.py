"""What a network sees of a backgammon board: the 198 inputs of TD-Gammon (Tesauro 1992), through the eyes of the player who is to roll.

    0 … 3       the player's own checkers on the own first point: 1 if there is one, a second, a third; half of how many more
    4 … 95      the same for the points 2 to 24
    96, 97      half of the checkers on the bar; the fifteenth part of those borne off
    98          the pips still to go, as a part of the 167 at the beginning
    99 … 197    the same for the opponent, as the opponent counts the points

TD-Gammon looked through one player's eyes and had two inputs that say whose turn it is. Here the one to roll always looks, so that both
sides are learned at once; the two places hold the race.
"""

from __future__ import annotations

from typing import Any, Final

from ...bits import Bits

SIDE: Final = 99
INPUTS: Final = 2 * SIDE
BAR, OFF, RACE = 96, 97, 98


def network_inputs(mine: Bits, theirs: Bits, turn: int, places: Any, amounts: Any) -> int:
    """List the inputs that are not 0, in order; returns how many. `turn` is the player who rolls and whose checkers are `mine`."""
    active = 0
    for side in range(2):
        checkers = mine if side == 0 else theirs
        upwards = (turn == 1) == (side == 0)  # the second player counts the points the other way
        first, pips = side * SIDE, 0
        for point in range(1, 25):
            number = int(checkers >> 4 * (25 - point if upwards else point) & 15)
            if number > 0:
                pips += point * number
                place = first + 4 * point - 4
                for unit in range(min(number, 3)):
                    places[active], amounts[active] = place + unit, 1.0
                    active += 1
                if number > 3:
                    places[active], amounts[active] = place + 3, 0.5 * (number - 3)
                    active += 1
        bar = int(checkers & 15 if upwards else checkers >> 100)
        off = int(checkers >> 100 if upwards else checkers & 15)
        pips += 25 * bar
        if bar > 0:
            places[active], amounts[active] = first + BAR, 0.5 * bar
            active += 1
        if off > 0:
            places[active], amounts[active] = first + OFF, off / 15.0
            active += 1
        if pips > 0:
            places[active], amounts[active] = first + RACE, pips / 167.0
            active += 1
    return active
