"""Backgammon, without the doubling cube: rules, notation and evaluation. Beside it, how plays are written and how the board is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ...bits import Bits, highest, members, popcount, select
from ...errors import UsageError
from ...game import CHANCE, Game
from .board import board
from .inputs import INPUTS, network_inputs
from .plays import direct, normal, written
from .position_id import PLACES, checkers, position_id

if TYPE_CHECKING:
    from ...rng import Random

OPENING = 2
"""Whose turn it is before the opening roll has decided who begins."""
NONE = 26
"""In place of a point: no checker is moved any more."""
FULL = 15

# The checkers of a player are 26 numbers of four bits, as the first player, who moves down, counts the points:
#
#     off  1  2  3  …  24  bar      the first player's
#     bar  1  2  3  …  24  off      the second player's, who moves up: the second's own point p is 25 - p
#
# so number 0 is where the first player bears off and where the second enters, and number 25 the other way round.

ONES = sum(1 << 4 * point for point in range(26))
POINTS = ONES & ~1 & ~(1 << 100)


class Board(NamedTuple):
    """The checkers of both, whose turn it is, the dice still to be played (0: none; the higher first), and how many steps of a double."""

    first: Bits
    second: Bits
    turn: int
    high: int
    low: int
    left: int


class Backgammon(Game[Board, int]):
    """Fifteen checkers each, two dice; all home, then off the board. Gammons count twice and backgammons three times.

    Both dice must be played if they can be, else the higher one; a double is played four times; a player who cannot move loses the
    turn, which passes at once. The opening roll is one die each: the higher one begins with both.

    An action is a whole play, all dice at once (and no two plays lead to the same position): right for searches that look at every
    play. `steps=True` makes it one checker and one die, the same player moving again: the same rules and positions, far fewer actions
    at a time, right for Monte Carlo. `most_points=1` counts every win as one, as OpenSpiel does unless told otherwise, 2 counts gammons.

    A position is GNU Backgammon's position ID and, after colons, who is on roll and the dice: `4HPwATDgc/ABMA:1:31`; without dice they
    are to be rolled, and a question mark stands for the opening roll. Plays are written as everywhere: `8/5 6/5`, `bar/22*`, `6/off(2)`.

    >>> import counterplay as cp
    >>> game = cp.load("backgammon")
    >>> state = game.parse_state("4HPwATDgc/ABMA:1:31")
    >>> len(list(game.actions(state)))
    16
    >>> game.format_state(game.result(state, game.parse_action(state, "8/5 6/5")))
    'sGfwATDgc/ABMA:2'
    """

    finite = False
    network_inputs = INPUTS

    def __init__(self, steps: bool = False, most_points: int = 3):
        if type(steps) is not bool:
            raise UsageError(f"backgammon: steps={steps!r}: say true (one checker at a time) or false (whole plays).")
        if type(most_points) is not int or most_points not in (1, 2, 3):
            raise UsageError(f"backgammon: most_points={most_points!r}: give 1, 2 (gammons count) or 3 (backgammons as well).")
        self.steps, self.most_points = steps, most_points
        self.utility_range = (-float(most_points), float(most_points))
        self.rungs = tuple(float(points) for points in (-3, -2, -1, 1, 2, 3) if abs(points) <= most_points)
        self.bits = 128  # 26 numbers of four bits, in whole machine words
        self.ones, self.points, self.bar = ONES, POINTS, 1 << 100
        self.first = _checkers({24: 2, 13: 5, 8: 3, 6: 5})
        self.second = _checkers({1: 2, 12: 5, 17: 3, 19: 5})

    # ── Rules ──
    def initial(self) -> Board:
        return Board(self.first, self.second, OPENING, 0, 0, 0)

    def to_move(self, state: Board) -> int:
        return CHANCE if state.high == 0 else state.turn

    def chances(self, state: Board) -> Iterator[tuple[int, float]]:
        for high in range(1, 7):
            for low in range(1, high + 1):
                if state.turn != OPENING:
                    yield 8 * high + low, (1.0 if high == low else 2.0) / 36.0
                elif high != low:
                    yield 8 * high + low, 1 / 30
                    yield 64 + 8 * high + low, 1 / 30

    def actions(self, state: Board) -> Iterator[int]:
        turn, high, low = state.turn, state.high, state.low
        mine, theirs = self.sides(state)
        if self.steps and (low == 0 or low == high):
            for place in members(self.sources(mine, theirs, turn, high)):
                yield place // 4 * 8 + high
        elif high == low:
            yield from self.doubles(mine, theirs, turn, high)
        else:
            found = False
            by_high = self.sources(mine, theirs, turn, high)
            by_low = self.sources(mine, theirs, turn, low)
            for i in members(by_high):
                mine_then, theirs_then = self.moved(mine, theirs, turn, i // 4, high)
                then = self.sources(mine_then, theirs_then, turn, low)
                if self.steps:
                    if then:
                        found = True
                        yield i // 4 * 8 + high
                else:
                    for j in members(then):
                        found = True
                        fills = self.target(turn, j // 4, low) == i // 4  # it steps into the other's place: one checker may do both
                        if not fills or not self.one_checker(mine, theirs, turn, j // 4, high, low):
                            yield i // 4 + 32 * (j // 4) + (NONE << 10) + (NONE << 15)
            for i in members(by_low):
                mine_then, theirs_then = self.moved(mine, theirs, turn, i // 4, low)
                then = self.sources(mine_then, theirs_then, turn, high)
                if self.steps:
                    if then:
                        found = True
                        yield i // 4 * 8 + low
                else:
                    for j in members(then):
                        if not self.same_the_other_way(mine, theirs, turn, i // 4, j // 4, high, low):
                            found = True
                            yield i // 4 + 32 * (j // 4) + (NONE << 10) + (NONE << 15) + (1 << 20)
            if not found:  # one die alone, and the higher if there is a choice
                die, sources = (high, by_high) if by_high else (low, by_low)
                for i in members(sources):
                    if self.steps:
                        yield i // 4 * 8 + die
                    else:
                        yield i // 4 + (NONE << 5) + (NONE << 10) + (NONE << 15) + (0 if die == high else 1 << 20)

    def doubles(self, mine: Bits, theirs: Bits, turn: int, die: int) -> Iterator[int]:
        """Up to four steps of the same die, those from further back first: then every play is made once."""
        for a in members(self.sources(mine, theirs, turn, die)):
            mine_1, theirs_1 = self.moved(mine, theirs, turn, a // 4, die)
            second = self.sources(mine_1, theirs_1, turn, die)
            if not second:
                yield a // 4 + (NONE << 5) + (NONE << 10) + (NONE << 15)
            for b in members(self.not_before(second, turn, a)):
                mine_2, theirs_2 = self.moved(mine_1, theirs_1, turn, b // 4, die)
                third = self.sources(mine_2, theirs_2, turn, die)
                if not third:
                    yield a // 4 + (b // 4 << 5) + (NONE << 10) + (NONE << 15)
                for c in members(self.not_before(third, turn, b)):
                    mine_3, theirs_3 = self.moved(mine_2, theirs_2, turn, c // 4, die)
                    fourth = self.sources(mine_3, theirs_3, turn, die)
                    if not fourth:
                        yield a // 4 + (b // 4 << 5) + (c // 4 << 10) + (NONE << 15)
                    for d in members(self.not_before(fourth, turn, c)):
                        yield a // 4 + (b // 4 << 5) + (c // 4 << 10) + (d // 4 << 15)

    def not_before(self, sources: Bits, turn: int, place: int) -> Bits:
        """The sources that are not further back than the one at this place."""
        if turn == 0:
            return sources & (self.bit(place + 1) - 1)
        return sources >> place << place

    def same_the_other_way(self, mine: Bits, theirs: Bits, turn: int, source: int, then: int, high: int, low: int) -> bool:
        """Whether playing the lower die from `source` and the higher from `then` leads where a play of the higher die first leads."""
        middle = self.target(turn, source, low)
        if then == middle and theirs >> 4 * middle & 15 == 0 and self.one_checker(mine, theirs, turn, source, high, low):
            return True
        if middle % 25 == 0 and self.target(turn, then, low) % 25 == 0:  # both off, with either die
            source, then = then, source
        if self.sources(mine, theirs, turn, high) & self.bit(4 * then) == 0:
            return False
        mine, theirs = self.moved(mine, theirs, turn, then, high)
        return self.sources(mine, theirs, turn, low) & self.bit(4 * source) != 0

    def one_checker(self, mine: Bits, theirs: Bits, turn: int, source: int, high: int, low: int) -> bool:
        """Whether one checker can play the higher die and then the lower, hitting nothing on the way."""
        middle = self.target(turn, source, high)
        if self.sources(mine, theirs, turn, high) & self.bit(4 * source) == 0 or not 0 < middle < 25 or theirs >> 4 * middle & 15:
            return False
        mine, theirs = self.moved(mine, theirs, turn, source, high)
        return self.sources(mine, theirs, turn, low) & self.bit(4 * middle) != 0

    def result(self, state: Board, action: int) -> Board:
        mine, theirs = self.sides(state)
        if state.high == 0:
            turn = action >> 6 if state.turn == OPENING else state.turn
            if turn != state.turn and turn == 1:
                mine, theirs = theirs, mine
            high, low = action >> 3 & 7, action & 7
            return self.after(mine, theirs, turn, high, low, 4 if high == low else 0)
        turn, high, low, left = state.turn, state.high, state.low, state.left
        if self.steps:
            die = action & 7
            mine, theirs = self.moved(mine, theirs, turn, action >> 3, die)
            if high == low:
                return self.after(mine, theirs, turn, high if left > 1 else 0, low if left > 1 else 0, left - 1)
            return self.after(mine, theirs, turn, 0 if low == 0 else low if die == high else high, 0, 0)
        for number in range(4):
            source = action >> 5 * number & 31
            if source < NONE:
                first_die, second_die = (low, high) if action >> 20 else (high, low)
                mine, theirs = self.moved(mine, theirs, turn, source, first_die if number == 0 else second_die)
        return self.after(mine, theirs, turn, 0, 0, 0)

    def is_terminal(self, state: Board) -> bool:
        return state.first & 15 == FULL or state.second >> 100 == FULL

    def utility(self, state: Board, player: int) -> float:
        first_wins = state.first & 15 == FULL
        points = 1
        if first_wins and state.second >> 100 == 0:  # the loser has borne off none: a gammon; one is in the winner's home: a backgammon
            points = 3 if state.second & (self.bit(28) - 1) else 2
        elif not first_wins and state.first & 15 == 0:
            points = 3 if state.first >> 76 else 2
        points = min(points, self.most_points)
        return float(points if first_wins == (player == 0) else -points)

    def random_action(self, state: Board, rng: Random) -> int:
        """Uniform over `actions`; with `steps`, a step is drawn and kept if the other die can follow, which is nearly always so."""
        turn, high, low = state.turn, state.high, state.low
        if self.steps:
            mine, theirs = self.sides(state)
            by_high = self.sources(mine, theirs, turn, high)
            number = popcount(by_high)
            if low == 0 or low == high:
                return select(by_high, rng.below(number)) // 4 * 8 + high
            by_low = self.sources(mine, theirs, turn, low)
            for _ in range(4):
                chosen = rng.below(number + popcount(by_low))
                die, other = (high, low) if chosen < number else (low, high)
                source = (select(by_high, chosen) if chosen < number else select(by_low, chosen - number)) // 4
                if (by_low if chosen < number else by_high) & ~self.bit(4 * source):  # another checker can, whatever this one does
                    return source * 8 + die
                mine_then, theirs_then = self.moved(mine, theirs, turn, source, die)
                if self.sources(mine_then, theirs_then, turn, other):
                    return source * 8 + die
        count = 0
        for _ in self.actions(state):
            count += 1
        chosen = rng.below(count)
        for action in self.actions(state):
            if chosen == 0:
                return action
            chosen -= 1
        raise ValueError("a state that is not terminal has no action")

    def random_outcome(self, state: Board, rng: Random) -> int:
        """Two dice; in the opening roll, which has no doubles, the player whose die is the higher one begins."""
        if state.turn != OPENING:
            one, other = 1 + rng.below(6), 1 + rng.below(6)
            return 8 * max(one, other) + min(one, other)
        one, other = 1 + rng.below(6), 1 + rng.below(5)
        return 8 * one + other if other < one else 64 + 8 * (other + 1) + one

    def sides(self, state: Board) -> tuple[Bits, Bits]:
        """The checkers of the player to move, and the other's."""
        return (state.second, state.first) if state.turn == 1 else (state.first, state.second)

    def target(self, turn: int, source: int, die: int) -> int:
        """Where a checker comes to."""
        return max(source - die, 0) if turn == 0 else min(source + die, 25)

    def sources(self, mine: Bits, theirs: Bits, turn: int, die: int) -> Bits:
        """The points from which a checker can be moved by this die, as the lowest bit of each point's four."""
        stand = (mine | mine >> 1 | mine >> 2 | mine >> 3) & self.ones
        free = self.points & ~(theirs >> 1 | theirs >> 2 | theirs >> 3)  # no two of theirs
        step = 4 * die
        if turn == 0:
            stand = self.bar & stand if mine >> 100 else stand & self.points
            found = stand & free << step
            if not mine >> 28:  # all are home: bear off from the point of the die, or from the highest if that is lower
                if stand >> step & 1:
                    found |= self.bit(step)
                elif not stand >> step and stand:
                    found |= self.bit(highest(stand))
            return found
        stand = self.bit(0) & stand if mine & 15 else stand & self.points
        found = stand & free >> step
        if not mine & (self.bit(76) - 1):
            home = 100 - step
            if stand >> home & 1:
                found |= self.bit(home)
            elif not stand & (self.bit(home) - 1) and stand:
                found |= stand & (~stand + 1)
        return found

    def moved(self, mine: Bits, theirs: Bits, turn: int, source: int, die: int) -> tuple[Bits, Bits]:
        """The checkers after one step; a single one of theirs that is hit goes to its bar."""
        target = self.target(turn, source, die)
        mine = mine - self.bit(4 * source) + self.bit(4 * target)
        if 0 < target < 25 and theirs >> 4 * target & 15:
            theirs = theirs - self.bit(4 * target) + self.bit(0 if turn == 0 else 100)
        return mine, theirs

    def after(self, mine: Bits, theirs: Bits, turn: int, high: int, low: int, left: int) -> Board:
        """The turn goes on while a step is possible, else it passes."""
        if high and (self.sources(mine, theirs, turn, high) or (0 < low < high and self.sources(mine, theirs, turn, low))):
            return Board(mine, theirs, turn, high, low, left) if turn == 0 else Board(theirs, mine, turn, high, low, left)
        return Board(mine, theirs, 1, 0, 0, 0) if turn == 0 else Board(theirs, mine, 0, 0, 0, 0)

    # ── Notation: points as the player who moves counts them, 25 the bar and 0 off the board ──
    def player_name(self, player: int) -> str:
        return ("White", "Black")[player] if player >= 0 else super().player_name(player)

    def own(self, turn: int, point: int) -> int:
        """A point's number as this player counts, and back."""
        return 25 - point if turn == 1 else point

    def hops(self, state: Board, action: int) -> list[tuple[int, int, bool]]:
        """The steps of an action, each from, to, and whether it hits."""
        mine, theirs = self.sides(state)
        turn, dice = state.turn, (state.high, state.low, state.low, state.low)
        if self.steps:
            steps = [(action >> 3, action & 7)]
        else:
            dice = dice if action >> 20 == 0 else (state.low, state.high, 0, 0)
            sources = [action >> 5 * number & 31 for number in range(4)]
            steps = [(source, die) for source, die in zip(sources, dice, strict=True) if source != NONE]
        found = []
        for source, die in steps:
            before = theirs
            mine, theirs = self.moved(mine, theirs, turn, source, die)
            found.append((self.own(turn, source), self.own(turn, self.target(turn, source, die)), theirs != before))
        return found

    def format_action(self, state: Board, action: int) -> str:
        if state.high == 0:
            dice = f"{action >> 3 & 7}{action & 7}"
            return f"{(action >> 6) + 1}:{dice}" if state.turn == OPENING else dice
        return written(self.hops(state, action))

    def parse_action(self, state: Board, text: str) -> int:
        """A play may be written in any order, without the asterisks, and with the points on the way."""
        if not self.is_terminal(state) and state.high:
            wanted = normal(text)
            parts = {action: normal(self.format_action(state, action)) for action in self.actions(state)}
            for meant in ([one for one in parts if parts[one] == wanted], [one for one in parts if parts[one] == direct(wanted)]):
                if len(meant) == 1:
                    return meant[0]
        return super().parse_action(state, text)

    def counts(self, state: Board, player: int) -> list[int]:
        """How many checkers a player has off the board, on the points 1 to 24 as that player counts them, and on the bar."""
        checkers = state.first if player == 0 else state.second
        return [checkers >> 4 * self.own(player, point) & 15 for point in range(26)]

    def format_state(self, state: Board) -> str:
        on_roll = 0 if state.turn == OPENING else state.turn
        name = position_id(self.counts(state, 1 - on_roll)[1:], self.counts(state, on_roll)[1:])
        if state.turn == OPENING:
            return f"{name}:?"
        if state.high == 0:
            return f"{name}:{on_roll + 1}"
        dice = f"{state.high}{state.low or ''}" + (f"x{state.left}" if state.high == state.low and state.left < 4 else "")
        return f"{name}:{on_roll + 1}:{dice}"

    def parse_state(self, text: str) -> Board:
        match = re.fullmatch(r"\s*([A-Za-z0-9+/]{14})(?::(?:(\?)|([12])(?::([1-6])([1-6])?(?:x([1-3]))?)?))?\s*", text)
        if not match:
            raise UsageError(
                f"{text!r} is not a position: write GNU Backgammon's position ID and, after colons, who is on roll (1 or 2, ? before the"
                " opening roll) and the dice, like 4HPwATDgc/ABMA:1:31."
            )
        first, second = self._sides_of(text, match[1], int(match[3] or 1) - 1)
        if match[2]:
            if (first, second) != (self.first, self.second):
                raise UsageError(f"{text!r} cannot arise: the opening roll is made in the starting position.")
            return self.initial()
        return self._rolled(text, Board(first, second, int(match[3] or 1) - 1, 0, 0, 0), match[4], match[5], match[6])

    def _sides_of(self, text: str, name: str, on_roll: int) -> tuple[int, int]:
        """The checkers of both players that an ID tells."""
        opponent, roller, more = checkers(name)
        sides = []
        for player, numbers in ((1 - on_roll, opponent), (on_roll, roller)):
            if sum(numbers) > FULL or len(numbers) < PLACES:
                raise UsageError(f"{text!r} cannot arise: a player has more than {FULL} checkers.")
            places = {self.own(player, point): number for point, number in enumerate((FULL - sum(numbers), *numbers))}
            sides.append((player, _checkers(places)))
        (_, first), (_, second) = sorted(sides)
        if any(first >> 4 * point & 15 and second >> 4 * point & 15 for point in range(1, 25)):
            raise UsageError(f"{text!r} cannot arise: both players have checkers on the same point.")
        if more:
            raise UsageError(f"{text!r} is not a position ID: there is something after the checkers of both players.")
        return first, second

    def _rolled(self, text: str, state: Board, high: str | None, low: str | None, left: str | None) -> Board:
        """The position with these dice, if it can arise."""
        if self.is_terminal(state):
            if high or (state.first & 15 == FULL) == (state.turn == 0):
                raise UsageError(f"{text!r} cannot arise: the game is over; write the loser as the one on roll, without dice.")
            return state
        if high is None:
            return state
        dice = sorted((int(high), int(low or 0)), reverse=True)
        if not self.steps and (low is None or left):
            raise UsageError(f"{text!r} cannot arise: whole plays use both dice at once (steps=true plays one checker at a time).")
        if left and dice[0] != dice[1]:
            raise UsageError(f"{text!r} cannot arise: only the steps of a double are counted.")
        mine, theirs = self.sides(state)
        number = int(left or 4) if dice[0] == dice[1] else 0
        rolled = self.after(mine, theirs, state.turn, dice[0], dice[1], number)
        if rolled.high == 0:
            raise UsageError(f"{text!r} cannot arise: this roll cannot be played, so the turn has passed: leave the dice out.")
        return rolled

    # ── Evaluation ──
    def is_cutoff(self, state: Board, depth: int) -> bool:
        """Positions are judged before a roll: which dice have been thrown says little until they are played."""
        return depth <= 0 and (state.high == 0 or depth < -4)

    def evaluate(self, state: Board, player: int) -> float:
        """How far one is ahead, in pips: the race, the points held, checkers that can be hit; pressed into -1 to 1."""
        if self.is_terminal(state):
            return self.utility(state, player)
        ahead = self.standing(state.first, state.second, 0) - self.standing(state.second, state.first, 1)
        if state.turn != OPENING:
            ahead += 4.0 if state.turn == 0 else -4.0  # half a roll
        share = ahead / (50.0 + abs(ahead))
        return share if player == 0 else -share

    def viewpoint(self, state: Board) -> int:
        return 0 if state.turn == OPENING else state.turn

    def encode(self, state: Board, places: Any, amounts: Any) -> int:
        mine, theirs = self.sides(state)
        return network_inputs(mine, theirs, state.turn, places, amounts)

    def standing(self, mine: Bits, theirs: Bits, turn: int) -> float:
        """What the checkers of one player are worth, in pips."""
        worth, behind, run, prime = 0.0, 0, 0, 0
        for point in range(25):  # as this player counts, from the bar of the opponent on
            place = 4 * (25 - point if turn == 1 else point)
            number = int(mine >> place & 15) if point > 0 else 0
            worth -= float(point * number)
            run = run + 1 if number > 1 else 0
            prime = max(prime, run)
            if behind:
                if number == 1:
                    worth -= self.danger(theirs, turn, point) * (30.0 - point)
                elif number > 1:
                    worth += 3.0 if 3 < point < 9 else 2.0 if point > 18 else 1.0
            behind += int(theirs >> place & 15)
        bar = int(mine & 15) if turn == 1 else int(mine >> 100)
        worth -= 35.0 * bar
        if behind and prime > 2:
            worth += float(prime * prime)
        return worth

    def danger(self, theirs: Bits, turn: int, point: int) -> float:
        """About how likely a single checker on this point, as its owner counts, is hit by the next roll."""
        shots = 0.0
        for away in range(1, min(point, 11) + 1):
            place = 4 * (25 - point + away if turn == 1 else point - away)
            if theirs >> place & 15:
                shots += 11.0 + away if away < 7 else 4.0
        return min(shots, 33.0) / 36.0

    # ── Text and picture ──
    def text(self, state: Board) -> str:
        cells = [self._cell(state, point) for point in range(26)]
        above = " ".join(f"{point:>3}" for point in range(13, 19)) + " |   | " + " ".join(f"{point:>3}" for point in range(19, 25))
        below = " ".join(f"{point:>3}" for point in range(12, 6, -1)) + " |   | " + " ".join(f"{point:>3}" for point in range(6, 0, -1))
        top = " ".join(cells[13:19]) + f" |{state.second & 15 or '':>2} | " + " ".join(cells[19:25])
        bottom = " ".join(cells[12:6:-1]) + f" |{state.first >> 100 or '':>2} | " + " ".join(cells[6:0:-1])
        return "\n".join([above, top, "", bottom, below, f"off: O {state.first & 15}, X {state.second >> 100}   {self._to_do(state)}"])

    def _cell(self, state: Board, point: int) -> str:
        first, second = state.first >> 4 * point & 15, state.second >> 4 * point & 15
        return f"{f'{first}O' if first else f'{second}X' if second else '·':>3}"

    def _to_do(self, state: Board) -> str:
        if self.is_terminal(state):
            points = abs(int(self.utility(state, 0)))
            return f"{self.player_name(int(self.utility(state, 0) < 0))} has won {('', 'a game', 'a gammon', 'a backgammon')[points]}"
        if state.turn == OPENING:
            return "the opening roll"
        mark = f"{'OX'[state.turn]} ({self.player_name(state.turn)})"
        return f"{mark} to roll" if state.high == 0 else f"{mark} plays {self.format_state(state).rsplit(':', 1)[1]}"

    def svg(self, state: Board) -> str:
        faces = [state.high, state.low] if state.low != state.high else [state.high] * state.left
        label = f"Backgammon, {self.format_state(state)}"
        return board(state.first, state.second, state.turn, [face for face in faces if face], self._to_do(state), label)


def _checkers(places: dict[int, int]) -> int:
    """Checkers at these places as a set of bits."""
    return sum(number << 4 * place for place, number in places.items())
