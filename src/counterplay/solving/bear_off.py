"""The bear-off of backgammon, exactly: both players are home and have passed each other, so nobody can be hit any more.

A position is how many checkers stand on the points 1 to 6, `(2, 0, 1, 0, 0, 0)`. Every move brings checkers nearer to the end, so one pass
in the order of the pips left finds, for one player alone and for two who race each other:

    mean(a)    = 1 + the sum over rolls of p * min over plays a → b of mean(b)                     mean((0, …)) = 0
    wins(a, o) = the sum over rolls of p * max over plays a → b of 1 - wins(o, b)                  wins(a, (0, …)) = 0

The moves are those of the game's own rules (`backgammon(steps=true)`), one checker at a time.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..game import Game

if TYPE_CHECKING:
    import numpy

POINTS = 6
MOST_CHECKERS = 10
"""With more, the table for two players would not fit into a gigabyte."""
ROLLS = tuple((high, low, (1 if high == low else 2) / 36) for high in range(1, 7) for low in range(1, high + 1))

Position = tuple[int, ...]


class BearOff:
    """Everything about bearing off up to so many checkers a side. The two tables are made when first needed.

    >>> import counterplay as cp
    >>> from counterplay.solving.bear_off import BearOff
    >>> table = BearOff(cp.load("backgammon(steps=true)"), checkers=2)
    >>> round(table.mean_rolls((0, 0, 0, 0, 0, 2)), 6)                       # two checkers on the six-point
    2.109611
    >>> round(table.wins((0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 1)), 6)         # against one there
    0.278935
    """

    def __init__(self, game: Game[Any, Any], checkers: int = 6):
        if game.name != "backgammon" or not game.parameters["steps"]:
            raise UsageError(f"{game}: the bear-off is backgammon's: give load('backgammon(steps=true)').")
        if type(checkers) is not int or not 1 <= checkers <= MOST_CHECKERS:
            raise UsageError(f"checkers={checkers!r}: give a whole number from 1 to {MOST_CHECKERS}.")
        self.game = game
        found = {
            tuple(stand.count(point) for point in range(1, POINTS + 1)): None
            for number in range(checkers + 1)
            for stand in combinations_with_replacement(range(1, POINTS + 1), number)
        }
        self.positions: list[Position] = sorted(found, key=pips)
        """All positions, those with fewer pips first; the first is the end."""
        self.numbers = {position: number for number, position in enumerate(self.positions)}

    def mean_rolls(self, position: Position) -> float:
        """How many rolls it takes on average to bear off all checkers, with play that makes this least."""
        return self.alone[0][self._number(position)]

    def off_in(self, position: Position, rolls: int) -> float:
        """How likely that play is done after exactly so many rolls."""
        chances = self.alone[1][self._number(position)]
        return chances[rolls] if 0 <= rolls < len(chances) else 0.0

    def wins(self, on_roll: Position, opponent: Position) -> float:
        """How likely the player on roll is done first, with best play by both."""
        return float(self.racing[self._number(on_roll), self._number(opponent)])

    def _number(self, position: Position) -> int:
        if position not in self.numbers:
            raise UsageError(f"{position!r} is not in this table: give the checkers on the points 1 to {POINTS}, like (2, 0, 1, 0, 0, 0).")
        return self.numbers[position]

    @cached_property
    def plays(self) -> list[list[list[int]]]:
        """For every position and every one of the 21 rolls: the positions that a play may lead to."""
        steps = [[self._steps(position, die) for die in range(1, 7)] for position in self.positions]

        def after(numbers: list[int], die: int) -> list[int]:
            return sorted({then for number in numbers for then in (steps[number][die - 1] if number else [0])})

        found: list[list[list[int]]] = []
        for number in range(len(self.positions)):
            rolls = []
            for high, low, _ in ROLLS:
                if high == low:
                    ends = [number]
                    for _ in range(4):
                        ends = after(ends, high)
                else:
                    ends = sorted({*after(after([number], high), low), *after(after([number], low), high)})
                rolls.append(ends)
            found.append(rolls)
        return found

    def _steps(self, position: Position, die: int) -> list[int]:
        """Where one checker moved by this die leads, by the rules of the game: the opponent has one checker left, at home."""
        if not any(position):
            return []
        places = sum(number << 4 * point for point, number in enumerate(position, 1))
        mine, theirs = places + 15 - sum(position), (14 << 100) + (1 << 96)
        state = self.game.initial()._replace(first=mine, second=theirs, turn=0, high=die, low=0)
        boards = [self.game.result(state, action).first for action in self.game.actions(state)]
        return [self.numbers[tuple(board >> 4 * point & 15 for point in range(1, POINTS + 1))] for board in boards]

    @cached_property
    def alone(self) -> tuple[list[float], list[list[float]]]:
        """For every position: the mean number of rolls, and how likely it takes 0, 1, 2, … of them."""
        means, chances = [0.0], [[1.0]]
        for plays in self.plays[1:]:
            best = [min(ends, key=means.__getitem__) for ends in plays]
            means.append(1.0 + sum(p * means[end] for (_, _, p), end in zip(ROLLS, best, strict=True)))
            longest = max(len(chances[end]) for end in best)
            row = [0.0] * (longest + 1)
            for (_, _, p), end in zip(ROLLS, best, strict=True):
                for rolls, chance in enumerate(chances[end]):
                    row[rolls + 1] += p * chance
            chances.append(row)
        return means, chances

    @cached_property
    def racing(self) -> numpy.ndarray[Any, Any]:
        """For every pair of positions, on roll and opponent: how likely the one on roll is first."""
        import numpy

        left = [pips(position) for position in self.positions]
        groups = {total: numpy.flatnonzero(numpy.array(left) == total) for total in sorted(set(left))}
        wins = numpy.zeros((len(left), len(left)))
        wins[0, :] = 1.0
        wins[:, 0] = 0.0  # the opponent is off: too late
        for total in range(2, 2 * max(left) + 1):  # what both have left together only falls
            for mine, numbers in groups.items():
                others = groups.get(total - mine)
                if mine == 0 or others is None or total == mine:
                    continue
                for number in numbers:
                    value = numpy.zeros(len(others))
                    for (_, _, p), ends in zip(ROLLS, self.plays[number], strict=True):
                        # An end at which all are off is won at once: the opponent's chances there count as none.
                        lost = 0.0 if ends[0] == 0 else wins[others][:, ends].min(axis=1)
                        value += p * (1.0 - lost)
                    wins[number, others] = value
        return wins


def pips(position: Position) -> int:
    """How many steps all checkers have to go."""
    return sum(point * number for point, number in enumerate(position, 1))
