"""Liar's dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..bits import Bits, members, popcount
from ..errors import UsageError
from ..game import CHANCE, Game
from ..lines import line_text, replayed
from ..picture import CELL, FIRST, INK, MUTED, RULE, SECOND, button, element, panel, picture, words

MOST_DICE, MOST_SIDES = 4, 6
DIGIT = 16
"""Dice are counted in base 16, above the number of all dice: the digit i of a cup says how many of its dice show the face i + 1."""
UNSEEN = -1


class Cups(NamedTuple):
    """What lies under the two cups, how many dice have been rolled, which bids were made (they only rise), and whether one was doubted."""

    first: int
    second: int
    rolled: int
    bids: Bits
    called: bool


class LiarsDice(Game[Cups, int]):
    """Both roll in secret, then bid how many dice of a face there are under both cups together. Doubt a bid, and the dice decide who wins.

    The highest face counts as every face. Each bid is more dice than the one before, or as many of a higher face. Rules and numbers are
    OpenSpiel's: quantities and faces count from 0 in a bid's number `quantity * dice_sides + face`; the number after the last bid doubts.
    A position is the line that leads to it: `2 6 1x3 1x5 liar`.

    >>> import counterplay as cp
    >>> game = cp.load("liars_dice")
    >>> state = game.parse_state("2 6 1x2 2x2 liar")
    >>> game.utility(state, 1), game.observation(state, 0)      # a two and a joker are two twos
    (1.0, (16, (130, 1)))
    """

    bits = 60
    decisive = True

    def __init__(self, numdice: int = 1, dice_sides: int = 6):
        if type(numdice) is not int or not 1 <= numdice <= MOST_DICE:
            raise UsageError(f"liars_dice: numdice={numdice!r}: give each player 1 to {MOST_DICE} dice.")
        if type(dice_sides) is not int or not 2 <= dice_sides <= MOST_SIDES:
            raise UsageError(f"liars_dice: dice_sides={dice_sides!r}: give dice of 2 to {MOST_SIDES} sides.")
        self.numdice, self.dice_sides = numdice, dice_sides

    # ── Rules ──
    def initial(self) -> Cups:
        return Cups(0, 0, 0, 0, False)

    def to_move(self, state: Cups) -> int:
        return CHANCE if state.rolled < 2 * self.numdice else popcount(state.bids) % 2

    def chances(self, state: Cups) -> Iterator[tuple[int, float]]:
        for face in range(self.dice_sides):
            yield face, 1 / self.dice_sides

    def actions(self, state: Cups) -> Iterator[int]:
        liar = 2 * self.numdice * self.dice_sides
        yield from range(self.last_bid(state) + 1, liar)
        if state.bids:
            yield liar

    def last_bid(self, state: Cups) -> int:
        """The highest bid so far; -1 before the first."""
        last = -1
        for bid in members(state.bids):
            last = bid
        return last

    def result(self, state: Cups, action: int) -> Cups:
        first, second, rolled, bids, _ = state
        if rolled < 2 * self.numdice:
            die = DIGIT**action
            if rolled < self.numdice:
                return Cups(first + die, second, rolled + 1, bids, False)
            return Cups(first, second + die, rolled + 1, bids, False)
        if action == 2 * self.numdice * self.dice_sides:
            return Cups(first, second, rolled, bids, True)
        return Cups(first, second, rolled, bids | self.bit(action), False)

    def is_terminal(self, state: Cups) -> bool:
        return state.called

    def utility(self, state: Cups, player: int) -> float:
        bid = self.last_bid(state)
        quantity, face = bid // self.dice_sides + 1, bid % self.dice_sides
        dice = state.first + state.second
        there_are = dice // DIGIT**face % DIGIT
        joker = self.dice_sides - 1
        if face != joker:
            there_are += dice // DIGIT**joker % DIGIT
        bidder = (popcount(state.bids) + 1) % 2
        winner = bidder if there_are >= quantity else 1 - bidder
        return 1.0 if player == winner else -1.0

    def observation(self, state: Cups, player: int) -> tuple[int, tuple[int, int]]:
        return (state.first if player == 0 else state.second), (int(state.bids), int(state.called))

    def seen(self, state: Cups, player: int) -> Cups:
        first, second = (state.first, UNSEEN) if player == 0 else (UNSEEN, state.second)
        return Cups(first, second, 2 * self.numdice, state.bids, state.called)

    # ── Notation ──
    def format_action(self, state: Cups, action: int) -> str:
        if state.rolled < 2 * self.numdice:
            return str(action + 1)
        if action == 2 * self.numdice * self.dice_sides:
            return "liar"
        return f"{action // self.dice_sides + 1}x{action % self.dice_sides + 1}"

    def format_state(self, state: Cups) -> str:
        dice = [*faces(state.first), *faces(state.second)]
        return line_text([*map(str, dice), *self._bids(state)])

    def parse_state(self, text: str) -> Cups:
        return replayed(self, text)  # type: ignore[no-any-return]

    def _bids(self, state: Cups) -> list[str]:
        bids = [f"{bid // self.dice_sides + 1}x{bid % self.dice_sides + 1}" for bid in members(state.bids)]
        return [*bids, "liar"] if state.called else bids

    # ── Text and picture ──
    def text(self, state: Cups) -> str:
        bids = self._bids(state)
        lines = []
        for player, cup in enumerate((state.first, state.second)):
            dice = " ".join(map(str, faces(cup))) if cup != UNSEEN else " ".join("?" * self.numdice)
            lines.append(f"{self.player_name(player)}  [{dice}]  {' '.join(bids[player::2])}".rstrip())
        return "\n".join(lines)

    def svg(self, state: Cups) -> str:
        columns = self.dice_sides
        rows = 2 * self.numdice
        width, height = max(420.0, 64.0 * columns + 40), 176.0 + 48 * rows + 50
        parts = [panel(width, height)]
        over, mover, bids = self.is_terminal(state), self.to_move(state), self._bids(state)
        for player, (cup, colour) in enumerate(((state.first, FIRST), (state.second, SECOND))):
            y = 50.0 + 70 * player
            moving = player == mover and not over
            parts.append(words(70, y, self.player_name(player), 17, fill=colour if moving or over else MUTED, font_weight="bold"))
            shown = [None] * self.numdice if cup == UNSEEN else faces(cup)
            parts += [die(150.0 + 50 * i, y, face, colour) for i, face in enumerate(shown)]
            parts.append(words(168 + 50 * self.numdice, y, ", ".join(bids[player::2][-5:]), 15, text_anchor="start"))
        last = self.last_bid(state)
        left, top = width / 2 - 32 * columns + 32, 186.0
        for bid in range(rows * columns):
            x, y = left + 64 * (bid % columns), top + 48 * (bid // columns)
            name = f"{bid // columns + 1}x{bid % columns + 1}"
            if bid > last and not over and mover != CHANCE:
                parts.append(button(x, y, 56, name))
            else:
                made = state.bids >> bid & 1
                parts.append(words(x, y, name, 15, fill=INK if made else RULE, font_weight="bold" if made else None))
        if not over and state.bids:
            parts.append(button(width / 2, height - 34, 110, "liar"))
        return picture(width, height, f"Liar's dice. {self.text(state)}", *parts)


def faces(cup: int) -> list[int]:
    """The dice under a cup, sorted.

    >>> faces(16 + 2)
    [1, 1, 2]
    """
    found, face = [], 1
    while cup > 0:
        found += [face] * (cup % DIGIT)
        cup, face = cup // DIGIT, face + 1
    return found


def die(x: float, y: float, face: int | None, colour: str) -> str:
    """A die with its number, or with nothing to see where that is None."""
    ground = element("rect", x=x - 20, y=y - 20, width=40, height=40, rx=8, fill=CELL if face else MUTED, stroke=colour, stroke_width=2)
    return ground + words(x, y, str(face) if face else "?", 20, fill=INK if face else CELL)
