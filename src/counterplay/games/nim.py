"""Nim with any piles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..bits import replace
from ..errors import UsageError
from ..game import Game
from ..picture import INK, MUTED, RULE, element, panel, picture, words

MOST_PILES = 16
MOST_MATCHES = 1000
MOST_PLAYERS = 9


class Piles(NamedTuple):
    """How many matches each pile has, and whose turn it is."""

    piles: tuple[int, ...]
    turn: int


class Nim(Game[Piles, int]):
    """Players in turn take any number of matches, at least one, from one pile. Whoever takes the last match loses (`is_misere`) or wins.

    With `players=3` or more the loser pays 1, which the others share; or the winner gets 1, which the others pay in equal parts.

    Actions are numbered as in OpenSpiel, (taken - 1) * piles + pile; people write the pile's letter and the number taken, `b3`.
    A position is the piles and, after a colon, the player to move: `1-3-5-7:2` (the first player if nothing is said).
    """

    decisive = True

    def __init__(self, pile_sizes: tuple[int, ...] = (1, 3, 5, 7), is_misere: bool = True, players: int = 2):
        sizes = (pile_sizes,) if isinstance(pile_sizes, int) else tuple(pile_sizes) if isinstance(pile_sizes, (tuple, list)) else ()
        if (
            not 1 <= len(sizes) <= MOST_PILES
            or any(type(size) is not int or not 0 <= size <= MOST_MATCHES for size in sizes)
            or not any(sizes)
        ):
            raise UsageError(
                f"nim: pile_sizes={pile_sizes!r:.80}: give from 1 to {MOST_PILES} piles of 0 to {MOST_MATCHES} matches, not all empty,"
                " like 1;3;5;7."
            )
        if not isinstance(is_misere, bool):
            raise UsageError(f"nim: is_misere={is_misere!r}: say true (the last match loses) or false (the last match wins).")
        if type(players) is not int or not 2 <= players <= MOST_PLAYERS:
            raise UsageError(f"nim: players={players!r}: give a number from 2 to {MOST_PLAYERS}.")
        self.pile_sizes, self.is_misere, self.players = sizes, is_misere, players
        self.alternates = players == 2
        self.share = 1.0 / (players - 1)
        self.least_payoff = -1.0 if is_misere else -self.share

    # ── Rules ──
    def initial(self) -> Piles:
        return Piles(self.pile_sizes, 0)

    def to_move(self, state: Piles) -> int:
        return state.turn

    def actions(self, state: Piles) -> Iterator[int]:
        piles = len(state.piles)
        for taken in range(1, max(state.piles) + 1):
            for pile in range(piles):
                if taken <= state.piles[pile]:
                    yield (taken - 1) * piles + pile

    def result(self, state: Piles, action: int) -> Piles:
        piles = len(state.piles)
        pile = action % piles
        return Piles(replace(state.piles, pile, state.piles[pile] - action // piles - 1), (state.turn + 1) % self.players)

    def is_terminal(self, state: Piles) -> bool:
        return sum(state.piles) == 0

    def utility(self, state: Piles, player: int) -> float:
        # Whoever is to move next is the one after the player who took the last match.
        took_last = (player + 1) % self.players == state.turn
        if self.is_misere:
            return -1.0 if took_last else self.share
        return 1.0 if took_last else -self.share

    def pass_turn(self, state: Piles) -> Piles:
        # Between two players doing nothing may well be best in Nim; with more, best-reply search asks for it.
        return Piles(state.piles, (state.turn + 1) % self.players) if self.players > 2 else state

    def count(self, state: Piles) -> int:
        return sum(state.piles)

    def symmetries(self, state: Piles) -> Iterator[Piles]:
        """Any two piles exchanged."""
        for i in range(len(state.piles)):
            for j in range(i):
                yield Piles(replace(replace(state.piles, i, state.piles[j]), j, state.piles[i]), state.turn)

    def canonical(self, state: Piles) -> Piles:
        """The piles in order of size: the order of piles never matters."""
        piles = state.piles
        for i in range(1, len(piles)):
            for j in range(i, 0, -1):
                if piles[j] < piles[j - 1]:
                    piles = replace(replace(piles, j, piles[j - 1]), j - 1, piles[j])
        return Piles(piles, state.turn)

    # ── Notation ──
    def format_action(self, state: Piles, action: int) -> str:
        taken, pile = divmod(action, len(state.piles))
        return f"{chr(ord('a') + pile)}{taken + 1}"

    def format_state(self, state: Piles) -> str:
        return f"{'-'.join(map(str, state.piles))}:{state.turn + 1}"

    def parse_state(self, text: str) -> Piles:
        match = re.fullmatch(rf"\s*(\d{{1,9}}(?:\s*[-,; ]\s*\d{{1,9}})*)\s*(?::\s*([1-{self.players}])\s*)?", text, re.ASCII)
        if not match:
            raise UsageError(
                f"{text!r} is not a position: write the piles and the player to move, like {self.format_state(self.initial())}."
            )
        piles = tuple(map(int, re.findall(r"\d+", match[1])))
        if len(piles) != len(self.pile_sizes):
            raise UsageError(f"{text!r} has {len(piles)} piles, but this game has {len(self.pile_sizes)}: write 0 for an empty one.")
        for letter, pile, size in zip("abcdefghijklmnop", piles, self.pile_sizes, strict=False):
            if pile > size:
                raise UsageError(f"{text!r} cannot arise: pile {letter} has {pile} matches, but it began with {size}.")
        return Piles(piles, int(match[2] or 1) - 1)

    # ── Evaluation ──
    def evaluate(self, state: Piles, player: int) -> float:
        """Bouton's theorem: the player to move wins if the piles' binary digits do not cancel out; certain, so it says ±1.

        It is a theorem about two players; with more nothing is known.
        """
        if self.players > 2:
            return 0.0
        balance, large = 0, 0
        for pile in state.piles:
            balance ^= pile
            if pile > 1:
                large += 1
        wins = balance != 0
        if self.is_misere and large == 0:
            wins = not wins
        return 1.0 if wins == (player == state.turn) else -1.0

    # ── Text and picture ──
    def text(self, state: Piles) -> str:
        matches = ["|" * pile if pile <= 60 else "|" * 59 + "…" for pile in state.piles]
        return "\n".join(f"{chr(ord('a') + i)} {pile:4}  {matches[i]}".rstrip() for i, pile in enumerate(state.piles))

    def svg(self, state: Piles) -> str:
        row, left = 64.0, 40.0
        step = min(22.0, 550 / max(self.pile_sizes))
        thick = step * 0.28
        width, height = left + max(3, *self.pile_sizes) * step + 60, len(state.piles) * row + 24
        parts = [panel(width, height)]
        for i, pile in enumerate(state.piles):
            y = 12 + (i + 0.5) * row
            letter = chr(ord("a") + i)
            parts.append(words(left / 2 + 2, y, letter, 18, fill=MUTED))
            parts.append(element("line", x1=left, y1=y + row / 2 - 3, x2=width - 16, y2=y + row / 2 - 3, stroke=RULE, stroke_width=1))
            parts.append(words(width - 30, y, str(pile), 18, fill=INK if pile else MUTED))
            for j in range(pile):
                x = left + (j + 0.5) * step
                parts.append(
                    element("line", x1=x, y1=y - 14, x2=x, y2=y + 23, stroke="#c49a6c", stroke_width=thick, stroke_linecap="round")
                )
                parts.append(element("ellipse", cx=x, cy=y - 16, rx=thick * 0.9, ry=8, fill="#b3412e"))
                # Clicking a match takes it and all to the right of it.
                place = {"x": x - step / 2, "y": y - row / 2, "width": step, "height": row}
                parts.append(element("rect", **place, fill="none", pointer_events="all", data_action=f"{letter}{pile - j}"))
        return picture(width, height, f"Nim, piles {'-'.join(map(str, state.piles))}", *parts)
