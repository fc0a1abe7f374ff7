"""Pig, the dice game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from ..game import CHANCE, Game
from ..picture import CELL, FIRST, INK, MUTED, RULE, SECOND, element, panel, picture, words

if TYPE_CHECKING:
    from ..rng import Random

ROLL, HOLD = 0, 1
MOST_GOAL, MOST_SIDES = 1000, 20


class Scores(NamedTuple):
    """What both players have put aside, whose turn it is, what the turn has brought so far, and whether the die is in the air."""

    first: int
    second: int
    turn: int
    total: int
    rolling: bool


class Pig(Game[Scores, int]):
    """Roll the die as often as you dare and add it up; a 1 loses the turn and all of it; hold to put it aside. The first to 100 wins.

    Whoever has enough must hold, as in OpenSpiel. Actions are numbered as there: 0 rolls, 1 holds; so are
    the outcomes of the die, from 0. A position is the two scores, the player to move and the turn's total, `31-45:1+12`, with a
    question mark while the die is in the air: `31-45:1+12?`.

    >>> import counterplay as cp
    >>> game = cp.load("pig(goal=20)")
    >>> state = game.parse_state("15-0:1+4")
    >>> [game.format_action(state, action) for action in game.actions(state)]
    ['roll', 'hold']
    >>> round(cp.solve(game).value, 6)                  # what the first player wins on average, to 0.000 000 001
    0.231117
    """

    decisive = True
    finite = False  # two players who hold at nothing never end

    def __init__(self, goal: int = 100, sides: int = 6):
        if type(goal) is not int or not 1 <= goal <= MOST_GOAL:
            raise UsageError(f"pig: goal={goal!r}: give a whole number from 1 to {MOST_GOAL}.")
        if type(sides) is not int or not 2 <= sides <= MOST_SIDES:
            raise UsageError(f"pig: sides={sides!r}: give a die of 2 to {MOST_SIDES} sides.")
        self.goal, self.sides = goal, sides

    # ── Rules ──
    def initial(self) -> Scores:
        return Scores(0, 0, 0, 0, False)

    def to_move(self, state: Scores) -> int:
        return CHANCE if state.rolling else state.turn

    def actions(self, state: Scores) -> Iterator[int]:
        if self.reached(state) < self.goal:
            yield ROLL
        yield HOLD

    def chances(self, state: Scores) -> Iterator[tuple[int, float]]:
        for outcome in range(self.sides):
            yield outcome, 1 / self.sides

    def result(self, state: Scores, action: int) -> Scores:
        first, second, turn, total, rolling = state
        if rolling:
            if action == 0:
                return Scores(first, second, 1 - turn, 0, False)
            return Scores(first, second, turn, total + action + 1, False)
        if action == ROLL:
            return Scores(first, second, turn, total, True)
        if turn == 0:
            return Scores(first + total, second, 1, 0, False)
        return Scores(first, second + total, 0, 0, False)

    def is_terminal(self, state: Scores) -> bool:
        return max(state.first, state.second) >= self.goal

    def utility(self, state: Scores, player: int) -> float:
        return 1.0 if (state.first >= self.goal) == (player == 0) else -1.0

    def random_action(self, state: Scores, rng: Random) -> int:
        return HOLD if self.reached(state) >= self.goal else rng.below(2)

    def reached(self, state: Scores) -> int:
        """What the player to move would have after holding."""
        return (state.first if state.turn == 0 else state.second) + state.total

    # ── Notation ──
    def format_action(self, state: Scores, action: int) -> str:
        return str(action + 1) if state.rolling else ("roll", "hold")[action]

    def format_state(self, state: Scores) -> str:
        return f"{state.first}-{state.second}:{state.turn + 1}+{state.total}{'?' if state.rolling else ''}"

    def parse_state(self, text: str) -> Scores:
        match = re.fullmatch(r"\s*(\d{1,9})\s*-\s*(\d{1,9})\s*:\s*([12])\s*(?:\+\s*(\d{1,9})\s*(\?)?)?\s*", text, re.ASCII)
        if not match:
            raise UsageError(
                f"{text!r} is not a position: write both scores, the player to move (1 or 2) and the turn's total, like 31-45:1+12;"
                " a question mark at the end says that the die is in the air."
            )
        state = Scores(int(match[1]), int(match[2]), int(match[3]) - 1, int(match[4] or 0), match[5] == "?")
        self._verify(text, state)
        return state

    def _verify(self, text: str, state: Scores) -> None:
        """Refuse what no game can come to."""
        most = self.goal + self.sides - 1
        mover, other = (state.first, state.second) if state.turn == 0 else (state.second, state.first)
        if mover >= self.goal or other > most:
            raise UsageError(f"{text!r} cannot arise: a game to {self.goal} ends when a player has so much, with the other's turn to come.")
        if other >= self.goal and (state.total or state.rolling):
            raise UsageError(f"{text!r} cannot arise: the game is over, and nobody rolls.")
        if mover + state.total > (self.goal - 1 if state.rolling else most):
            raise UsageError(f"{text!r} cannot arise: whoever has {self.goal} together with the turn's total holds.")
        if state.total == 1 or state.first == 1 or state.second == 1:
            raise UsageError(f"{text!r} cannot arise: a 1 is never added, so nobody has exactly 1.")
        if self.sides == 2 and any(points % 2 for points in (state.first, state.second, state.total)):
            raise UsageError(f"{text!r} cannot arise: with two sides only a 2 adds anything.")

    # ── Evaluation ──
    def evaluate(self, state: Scores, player: int) -> float:
        """How far one is ahead, the turn's total counted by half, for it may be lost; as a part of the goal."""
        if self.is_terminal(state):
            return self.utility(state, player)
        ahead = state.first - state.second + (0.5 if state.turn == 0 else -0.5) * state.total
        share = ahead / (self.goal + self.sides)
        return share if player == 0 else -share

    # ── Text and picture ──
    def text(self, state: Scores) -> str:
        lines = []
        for player, score in enumerate((state.first, state.second)):
            marks = "#" * (40 * min(score, self.goal) // self.goal)
            risked = f"  +{state.total}{' and the die rolls' if state.rolling else ''}" if player == state.turn else ""
            lines.append(f"{'>' if player == state.turn else ' '} {self.player_name(player)} {score:4}  {marks:40}{risked}".rstrip())
        return "\n".join(lines)

    def svg(self, state: Scores) -> str:
        width, height, left, full = 460.0, 210.0, 60.0, 330.0
        parts = [panel(width, height)]
        for player, (score, colour) in enumerate(((state.first, FIRST), (state.second, SECOND))):
            y = 24.0 + 50 * player
            moving = player == state.turn and not self.is_terminal(state)
            parts.append(words(left - 30, y + 15, "AB"[player], 22, fill=colour, font_weight="bold"))
            parts.append(element("rect", x=left, y=y, width=full, height=30, rx=6, fill=CELL, stroke=RULE, stroke_width=1.5))
            have = full * min(score, self.goal) / self.goal
            parts.append(element("rect", x=left, y=y, width=have, height=30, rx=6, fill=colour))
            if moving and state.total:
                risk = min(full * state.total / self.goal, full - have)
                parts.append(element("rect", x=left + have, y=y, width=risk, height=30, rx=6, fill=colour, opacity=0.35))
            parts.append(words(left + full + 34, y + 15, str(score), 20, fill=INK if moving else MUTED))
        if not self.is_terminal(state):
            parts += self._controls(state)
        return picture(width, height, f"Pig, {self.format_state(state)}", *parts)

    def _controls(self, state: Scores) -> list[str]:
        """The die, what is at risk, and the two things one can do."""
        colour = FIRST if state.turn == 0 else SECOND
        parts = [words(110, 163, f"this turn: {state.total}", 18, fill=colour)]
        if state.rolling:
            die = element("rect", x=200, y=141, width=44, height=44, rx=9, fill=CELL, stroke=INK, stroke_width=2.5)
            return [*parts, die, words(222, 163, "?", 26)]
        for action in self.actions(state):
            name = self.format_action(state, action)
            x = 200.0 + 120 * action
            parts.append(element("rect", x=x, y=139, width=104, height=48, rx=10, fill=CELL, stroke=colour, stroke_width=2.5))
            parts.append(words(x + 52, 163, name, 20))
            parts.append(element("rect", x=x, y=139, width=104, height=48, fill="none", pointer_events="all", data_action=name))
        return parts
