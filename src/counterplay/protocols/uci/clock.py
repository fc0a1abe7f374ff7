"""How long to think about a move: the usual time, after which no deeper search is begun, and the most, at which everything stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from .going import Going

MOVES_LEFT: Final = 28
"""For how many moves the time is to last, where nobody says."""
MOST_SHARE: Final = 0.4
"""No move takes more than this part of all the time there is, unless it is the last one before time is added."""
LAST_SHARE: Final = 0.8
PATIENCE: Final = 4.0
"""A hard move may take so many times as long as usual."""
LEAST_SECONDS: Final = 0.001
CHANGED, STEADY = 1.0, 0.6
"""After which part of the usual time no deeper search is begun: it would take longer than all before, so that it seldom would be finished
in time. Somewhat later where the last search changed the mind."""
MOST_LOST: Final = 1000.0
"""More milliseconds than this are lost by somebody who sets the clock, not on the way."""
FADING: Final = 0.95
RECENT: Final = 0.1
"""With each move, the worst that was lost fades, and the mean comes by this part nearer to what was lost now."""


class Budget(NamedTuple):
    """Seconds for one move."""

    usual: float
    most: float

    def is_enough(self, seconds: float, changed: bool) -> bool:
        """Whether to answer after so much thinking, the last search having changed the best move or not."""
        return seconds >= self.usual * (CHANGED if changed else STEADY)


@dataclass
class Lost:
    """What moves lose on the way, in milliseconds: on a busy machine more than anybody has set as Move Overhead.

    Each `go` says what is left on the clock, and that is less than what was left before, without the thinking.
    """

    mean: float = 0.0
    worst: float = 0.0
    _expected: tuple[int, float] | None = None
    """Whose clock should come to how much."""

    def asked(self, going: Going, side: int) -> None:
        """Compare the clock that comes with `go` with what should be left on it."""
        time, _ = going.time_of(side)
        if time is not None and self._expected is not None and self._expected[0] == side:
            lost = max(0.0, self._expected[1] - time)
            if lost <= MOST_LOST:
                self.mean += RECENT * (lost - self.mean)
                self.worst = max(lost, FADING * self.worst)
        self._expected = None

    def answered(self, going: Going, side: int, seconds: float) -> None:
        """A move was made after so much thinking."""
        time, increment = going.time_of(side)
        if time is not None and not going.ponder:
            self._expected = side, time + increment - 1000 * seconds

    def another_game(self) -> None:
        """The clocks are set anew."""
        self._expected = None


def budget(going: Going, side: int, overhead: int, lost: Lost | None = None) -> Budget | None:
    """How long this side may think about its move; None where no clock runs. `overhead` milliseconds are lost on the way of every move, or
    as many as were lost so far: where that is more than a move adds, it plays ever faster until a reserve is left."""
    if going.move_time is not None:
        seconds = max(LEAST_SECONDS, (going.move_time - overhead) / 1000)
        return Budget(seconds / STEADY, seconds)
    time, increment = going.time_of(side)
    if time is None:
        return None
    reserve = 0.0
    usually = float(overhead)
    if lost is not None:
        usually = max(usually, lost.mean)
        reserve = max(0.0, lost.worst - usually)
    left = max(0.0, time - usually - reserve) / 1000
    moves = min(going.moves_to_go or MOVES_LEFT, MOVES_LEFT)
    in_all = max(0.0, time + (moves - 1) * increment - (moves + 1) * usually - reserve) / 1000
    share = LAST_SHARE if moves == 1 else MOST_SHARE
    usual = min(in_all / moves, share * left)
    return Budget(max(LEAST_SECONDS, usual), max(LEAST_SECONDS, min(PATIENCE * usual, share * left)))
