"""Colonel Blotto."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import UsageError
from ..game import Game
from ..lines import line_text, replayed
from ..picture import CELL, FIRST, MUTED, RULE, SECOND, element, panel, picture, words

MOST_COINS, MOST_FIELDS, MOST_CHOICES = 30, 5, 5_000
NOTHING, UNSEEN = -1, -2


class Orders(NamedTuple):
    """How each colonel has divided the coins: a digit a field in base `coins + 1`; NOTHING yet, or UNSEEN."""

    first: int
    second: int


class Blotto(Game[Orders, int]):
    """Both divide their coins among the fields in secret; who has more on a field wins it, and who wins more fields wins.

    An action is written as the coins on each field, `3-4-3`. The second decides after the first, but without having seen it.

    >>> import counterplay as cp
    >>> game = cp.load("blotto(coins=3,fields=2)")
    >>> [game.format_action(game.initial(), action) for action in game.actions(game.initial())]
    ['0-3', '1-2', '2-1', '3-0']
    """

    simultaneous = True
    alternates = True
    decisive = True

    def __init__(self, coins: int = 10, fields: int = 3):
        if type(coins) is not int or not 1 <= coins <= MOST_COINS:
            raise UsageError(f"blotto: coins={coins!r}: give a whole number from 1 to {MOST_COINS}.")
        if type(fields) is not int or not 1 <= fields <= MOST_FIELDS:
            raise UsageError(f"blotto: fields={fields!r}: give a whole number from 1 to {MOST_FIELDS}.")
        choices = 1
        for i in range(1, fields):
            choices = choices * (coins + i) // i
        if choices > MOST_CHOICES:
            raise UsageError(f"blotto: {coins} coins go to {fields} fields in {choices:,} ways: give fewer.")
        self.coins, self.fields = coins, fields
        self.base = coins + 1
        self.everything = self.base**fields

    # ── Rules ──
    def initial(self) -> Orders:
        return Orders(NOTHING, NOTHING)

    def to_move(self, state: Orders) -> int:
        return 0 if state.first == NOTHING else 1

    def actions(self, state: Orders) -> Iterator[int]:
        """Every number whose digits add up to the coins. Such a number is a multiple of the coins, for the base is one more than them."""
        for order in range(self.coins, self.everything, self.coins):
            if self.total(order) == self.coins:
                yield order

    def total(self, order: int) -> int:
        """The sum of the digits."""
        total = 0
        while order > 0:
            total += order % self.base
            order //= self.base
        return total

    def result(self, state: Orders, action: int) -> Orders:
        if state.first == NOTHING:
            return Orders(action, NOTHING)
        return Orders(state.first, action)

    def is_terminal(self, state: Orders) -> bool:
        return state.second != NOTHING

    def utility(self, state: Orders, player: int) -> float:
        won, first, second = 0, state.first, state.second
        for _ in range(self.fields):
            mine, other = first % self.base, second % self.base
            won += 1 if mine > other else -1 if mine < other else 0
            first, second = first // self.base, second // self.base
        result = 1.0 if won > 0 else -1.0 if won < 0 else 0.0
        return result if player == 0 else -result

    def observation(self, state: Orders, player: int) -> tuple[int, int]:
        return (state.first if player == 0 else state.second), (0 if state.first == NOTHING else 1)

    def seen(self, state: Orders, player: int) -> Orders:
        if player == 0 or state.first == NOTHING:
            return state
        return Orders(UNSEEN, state.second)

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("Colonel Blotto", "Colonel Lotso")[player]

    def format_action(self, state: Orders, action: int) -> str:
        return "-".join(map(str, self._fields(action)))

    def parse_action(self, state: Orders, text: str) -> int:
        if not re.fullmatch(r"\s*\d{1,9}(\s*-\s*\d{1,9})*\s*", text, re.ASCII):
            raise UsageError(f"{text!r} is not an order: write the coins on each field, like {self._example()}.")
        coins = [int(part) for part in text.split("-")]
        if len(coins) != self.fields or sum(coins) != self.coins:
            raise UsageError(f"{text!r}: divide {self.coins} coins among {self.fields} fields, like {self._example()}.")
        order = 0
        for number in coins:
            order = order * self.base + number
        return order

    def _example(self) -> str:
        share = self.coins // self.fields
        return "-".join([str(share)] * (self.fields - 1) + [str(self.coins - share * (self.fields - 1))])

    def _fields(self, order: int) -> list[int]:
        return [order // self.base ** (self.fields - 1 - field) % self.base for field in range(self.fields)]

    def format_state(self, state: Orders) -> str:
        return line_text(self.format_action(state, order) for order in state if order != NOTHING)

    def parse_state(self, text: str) -> Orders:
        return replayed(self, text)  # type: ignore[no-any-return]

    # ── Text and picture ──
    def _coins(self, order: int) -> list[str]:
        """What is to be seen on each field."""
        return ["-" if order == NOTHING else "?"] * self.fields if order < 0 else [str(coins) for coins in self._fields(order)]

    def text(self, state: Orders) -> str:
        return "\n".join(
            f"{self.player_name(player):14}  {'  '.join(f'{coins:>2}' for coins in self._coins(order))}"
            for player, order in enumerate(state)
        )

    def svg(self, state: Orders) -> str:
        width, height = 180.0 + 70 * self.fields, 190.0
        parts = [panel(width, height)]
        for player, (order, colour) in enumerate(zip(state, (FIRST, SECOND), strict=True)):
            y = 66.0 + 70 * player
            parts.append(words(84, y, self.player_name(player), 15, fill=colour, font_weight="bold"))
            for field, coins in enumerate(self._coins(order)):
                x = 196.0 + 70 * field
                parts.append(element("rect", x=x - 27, y=y - 27, width=54, height=54, rx=8, fill=CELL, stroke=RULE, stroke_width=2))
                parts.append(words(x, y, coins, 22, fill=MUTED if order < 0 else colour))
        for field in range(self.fields):
            parts.append(words(196.0 + 70 * field, 22, f"field {field + 1}", 13, fill=MUTED))
        return picture(width, height, f"Blotto. {self.text(state)}", *parts)
