"""What `go` asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

NUMBERS: Final = {
    "wtime": "white_time",
    "btime": "black_time",
    "winc": "white_increment",
    "binc": "black_increment",
    "movestogo": "moves_to_go",
    "movetime": "move_time",
    "depth": "depth",
    "nodes": "nodes",
    "mate": "mate",
    "perft": "perft",
}
SWITCHES: Final = ("infinite", "ponder")
UNCLEAR_TIME: Final = 1000
"""So many milliseconds for somebody whose limits are not understood: they wanted some."""
SURE_MATE: Final = 3
"""A mate in so many moves is looked for without leaving anything out: it is found, or there is none. One in more may never be found."""
MOST: Final = 10**12
"""Larger numbers than this mean this."""


@dataclass
class Going:
    """The limits of a search; None where nothing was said. Times are in milliseconds, as they come."""

    white_time: int | None = None
    black_time: int | None = None
    white_increment: int | None = None
    black_increment: int | None = None
    moves_to_go: int | None = None
    move_time: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    perft: int | None = None
    infinite: bool = False
    ponder: bool = False
    only: list[str] = field(default_factory=list)
    """The moves after `searchmoves`."""
    unread: list[str] = field(default_factory=list)
    """Words that mean nothing, and limits without a number."""

    def time_of(self, side: int) -> tuple[int | None, int]:
        """What is left on this side's clock, and what a move adds to it."""
        time, increment = (self.black_time, self.black_increment) if side else (self.white_time, self.white_increment)
        return time, increment or 0

    @property
    def is_sure(self) -> bool:
        """Whether somebody asks for a mate that is near enough to look at everything."""
        return self.mate is not None and self.mate <= SURE_MATE

    def is_limited(self, side: int) -> bool:
        """Whether there is anything that ends the search of this side, except a word."""
        return self.is_sure or any(limit is not None for limit in (self.time_of(side)[0], self.move_time, self.depth, self.nodes))

    def is_unclear(self, side: int) -> bool:
        """Whether somebody wanted limits, but there is none for this side: words that mean nothing, or only the other side's clock."""
        wanted = bool(self.unread) or self.is_limited(1 - side)
        return wanted and not self.infinite and not self.is_limited(side)


def read_going(words: Sequence[str]) -> Going:
    """What the words after `go` mean; words that mean nothing are passed over and named.

    >>> read_going("ponder wtime 100 btime -5 searchmoves e2e4 d2d4 depth 3".split()).only
    ['e2e4', 'd2d4']
    """
    going = Going()
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word in SWITCHES:
            setattr(going, word, True)
        elif word in NUMBERS and place < len(words) and re.fullmatch(r"[+-]?[0-9]{1,99}(\.[0-9]*)?", words[place]):
            number = min(MOST, int(words[place].partition(".")[0]))
            if word != "perft":  # a count of no plies is 1, and one of less is refused by whoever counts
                number = max(1 if word in ("depth", "nodes", "mate") else 0, number)  # a clock a little below 0 is as good as 0
            setattr(going, NUMBERS[word], number)
            place += 1
        elif word == "searchmoves":
            while place < len(words) and words[place] not in (*SWITCHES, *NUMBERS):
                going.only.append(words[place])
                place += 1
        else:
            going.unread.append(word)
    return going
