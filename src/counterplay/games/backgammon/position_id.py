"""GNU Backgammon's position IDs: for each player and each point so many ones as there are checkers, then a zero; 80 bits in base 64."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable

PLACES = 25
"""The points as a player counts them, and the bar."""


def position_id(opponent: Iterable[int], on_roll: Iterable[int]) -> str:
    """The ID of a position, from how many checkers each player has on the points 1 to 24 and on the bar.

    >>> start = [0] * 5 + [5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [2, 0]
    >>> position_id(start, start)
    '4HPwATDgc/ABMA'
    """
    bits = "".join("1" * number + "0" for side in (opponent, on_roll) for number in side)
    data = bytes(int(bits.ljust(80, "0")[i : i + 8][::-1], 2) for i in range(0, 80, 8))
    return b64encode(data).decode()[:14]


def checkers(name: str) -> tuple[list[int], list[int], bool]:
    """What an ID of 14 letters says of the player not on roll, of the one on roll, and whether more follows."""
    bits = "".join(f"{byte:08b}"[::-1] for byte in b64decode(name + "=="))
    runs = [len(run) for run in bits.split("0")]
    return runs[:PLACES], runs[PLACES : 2 * PLACES], any(runs[2 * PLACES :])
