"""Games given by a table of payoffs, played once or several times: what rock-paper-scissors and the prisoner's dilemma have in common.

Both players choose at once: as everywhere here, the second chooses after the first but without having seen it. When both have chosen, both
choices are shown. A game of this kind is a class that says how its strategies are called and what each pair of them is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from .bits import Table
from .errors import UsageError
from .game import Game
from .lines import line_text, replayed
from .picture import CELL, FIRST, GLOW, INK, MUTED, RULE, SECOND, button, element, panel, picture, words

MOST_ROUNDS: Final = 12
NOT_YET: Final = -1


class Rounds(NamedTuple):
    """The rounds so far, in base `pairs` with the latest as the lowest digit, and what the first player has chosen in this one."""

    played: int
    past: int
    choice: int


class TableGame(Game[Rounds, int]):
    """Two players choose a row and a column at once; a table says what each gets, and the payoffs of all rounds add up."""

    simultaneous = True
    alternates = True
    strategies: Sequence[str] = ()
    """What both can choose, by name; every name begins with another letter."""
    payoffs: Sequence[Sequence[tuple[float, float]]] = ()
    """A row for each choice of the first player, in it for each choice of the second what both get."""

    def __init__(self, rounds: int = 1):
        if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
            raise UsageError(f"{self.name}: rounds={rounds!r}: give a whole number from 1 to {MOST_ROUNDS}.")
        self.rounds = rounds
        self.choices = len(self.strategies)
        self.pairs = self.choices**2
        self.gains = Table(tuple(map(float, pair)) for row in self.payoffs for pair in row)

    # ── Rules ──
    def initial(self) -> Rounds:
        return Rounds(0, 0, NOT_YET)

    def to_move(self, state: Rounds) -> int:
        return 0 if state.choice == NOT_YET else 1

    def actions(self, state: Rounds) -> Iterator[int]:
        yield from range(self.choices)

    def result(self, state: Rounds, action: int) -> Rounds:
        if state.choice == NOT_YET:
            return Rounds(state.played, state.past, action)
        return Rounds(state.played + 1, state.past * self.pairs + state.choice * self.choices + action, NOT_YET)

    def is_terminal(self, state: Rounds) -> bool:
        return state.played == self.rounds

    def utility(self, state: Rounds, player: int) -> float:
        total, past = 0.0, state.past
        for _ in range(state.played):
            total += self.gains[past % self.pairs][0] if player == 0 else self.gains[past % self.pairs][1]
            past //= self.pairs
        return total

    def observation(self, state: Rounds, player: int) -> tuple[int, tuple[int, int, int]]:
        own = state.choice if player == 0 else NOT_YET
        return own, (state.played, state.past, 0 if state.choice == NOT_YET else 1)

    def seen(self, state: Rounds, player: int) -> Rounds:
        """A choice out of sight is one that does not exist."""
        return state if player == 0 or state.choice == NOT_YET else state._replace(choice=self.choices)

    # ── Notation ──
    def format_action(self, state: Rounds, action: int) -> str:
        return self.strategies[action].lower()

    def format_state(self, state: Rounds) -> str:
        moves = [self.strategies[choice].lower() for pair in self._pairs(state) for choice in pair]
        return line_text(moves if state.choice == NOT_YET else [*moves, self.strategies[state.choice].lower()])

    def parse_state(self, text: str) -> Rounds:
        return replayed(self, text)  # type: ignore[no-any-return]

    def _pairs(self, state: Rounds) -> list[tuple[int, int]]:
        """What both chose in each round, the first round first."""
        pairs = [divmod(state.past // self.pairs**i % self.pairs, self.choices) for i in range(state.played)]
        return pairs[::-1]

    # ── Text and picture ──
    def text(self, state: Rounds) -> str:
        lines = []
        for number, pair in enumerate(self._pairs(state), 1):
            gains = "  ".join(f"{gain:+g}" for gain in self.gains[pair[0] * self.choices + pair[1]])
            lines.append(f"{number}. {self.strategies[pair[0]]}, {self.strategies[pair[1]]}  {gains}")
        if not self.is_terminal(state):
            known = state.choice == NOT_YET or state.choice == self.choices
            first = (
                ("has not chosen yet" if state.choice == NOT_YET else "has chosen") if known else f"chose {self.strategies[state.choice]}"
            )
            lines.append(f"{state.played + 1}. {self.player_name(0)} {first}")
        if self.rounds > 1:
            lines.append(f"So far: {'  '.join(f'{self.utility(state, player):+g}' for player in range(2))}")
        return "\n".join(lines)

    def svg(self, state: Rounds) -> str:
        wide, high, left, top = 96.0, 46.0, 118.0, 66.0
        width, height = left + wide * self.choices + 24, top + high * self.choices + 100
        parts = [panel(width, height), words(left + wide * self.choices / 2, 20, self.player_name(1), 15, fill=SECOND, font_weight="bold")]
        parts.append(words(62, 48, self.player_name(0), 15, fill=FIRST, font_weight="bold"))
        last = self._pairs(state)[-1] if state.played and state.choice == NOT_YET else None
        for i, name in enumerate(self.strategies):
            chosen = i == state.choice
            parts.append(words(left + wide * (i + 0.5), 48, name, 14, fill=INK))
            parts.append(words(left - 12, top + high * (i + 0.5), name, 14, fill=FIRST if chosen else INK, text_anchor="end"))
            for j, (row, column) in enumerate(self.payoffs[i]):
                x, y = left + wide * j, top + high * i
                ground = GLOW if last == (i, j) else CELL
                parts.append(element("rect", x=x, y=y, width=wide, height=high, fill=ground, stroke=RULE, stroke_width=1.5))
                parts.append(words(x + wide * 0.3, y + high / 2, f"{row:g}", 16, fill=FIRST))
                parts.append(words(x + wide * 0.7, y + high / 2, f"{column:g}", 16, fill=SECOND))
        y = top + high * self.choices + 24
        parts.append(words(width / 2, y, self.text(state).splitlines()[-1], 14, fill=MUTED))
        if not self.is_terminal(state):
            wide = (width - 30) / self.choices
            parts += [button(15 + wide * (i + 0.5), y + 42, wide - 10, name.lower()) for i, name in enumerate(self.strategies)]
        return picture(width, height, f"{self.title}. {self.text(state)}", *parts)
