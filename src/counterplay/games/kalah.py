"""Kalah, the mancala game that is best known to computers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, sin, sqrt
from typing import NamedTuple

from ..bits import replace
from ..errors import UsageError
from ..game import Game
from ..picture import FIRST, INK, MUTED, SECOND, element, named, panel, picture, words

MOST_HOUSES = 6
MOST_SEEDS = 12


class Board(NamedTuple):
    """How many seeds are in each pit, and whose turn it is.

    The pits in the order of sowing: South's houses (0 to m - 1), South's store (m), North's houses (m + 1 to 2m), North's store (2m + 1).

        2m  ...  m+1
    2m+1              m
         0  ...  m-1
    """

    pits: tuple[int, ...]
    turn: int


class Kalah(Game[Board, int]):
    """Take all seeds of one of your houses and sow them one by one, counter-clockwise, into the pits that follow, your store among them.

    Whoever sows the last seed into the own store moves again. Whoever sows it into an own house that was empty, opposite one that is not,
    takes both into the store. When a side has no seed left in its houses the other one puts its own into its store, and whoever has more
    wins. The score is by how many.

    South's houses are A, B, C, … in the order of sowing, North's a, b, c, … A position is South's houses and store, North's houses and
    store, and the player to move: `4-4-4:0 4-4-4:0 1`.
    """

    decisive = True

    def __init__(self, houses: int = 6, seeds: int = 4):
        if type(houses) is not int or not 1 <= houses <= MOST_HOUSES:
            raise UsageError(f"kalah: houses={houses!r}: give a number from 1 to {MOST_HOUSES}.")
        if type(seeds) is not int or not 1 <= seeds <= MOST_SEEDS:
            raise UsageError(f"kalah: seeds={seeds!r}: give a number from 1 to {MOST_SEEDS} for each house.")
        self.houses, self.seeds = houses, seeds
        self.total = 2 * houses * seeds
        self.start = (*(seeds,) * houses, 0) * 2

    # ── Rules ──
    def initial(self) -> Board:
        return Board(self.start, 0)

    def to_move(self, state: Board) -> int:
        return state.turn

    def actions(self, state: Board) -> Iterator[int]:
        first = state.turn * (self.houses + 1)
        for house in range(self.houses):
            if state.pits[first + house] > 0:
                yield house

    def result(self, state: Board, action: int) -> Board:
        houses, pits = self.houses, state.pits
        first = state.turn * (houses + 1)
        store, skipped = first + houses, (first + 2 * houses + 1) % (2 * houses + 2)
        place = first + action
        seeds = pits[place]
        pits = replace(pits, place, 0)
        while seeds > 0:
            place = (place + 1) % (2 * houses + 2)
            if place != skipped:
                pits = replace(pits, place, pits[place] + 1)
                seeds -= 1
        if first <= place < store and pits[place] == 1 and pits[2 * houses - place] > 0:
            taken = pits[2 * houses - place] + 1
            pits = replace(replace(replace(pits, place, 0), 2 * houses - place, 0), store, pits[store] + taken)
        south, north = 0, 0
        for house in range(houses):
            south += pits[house]
            north += pits[houses + 1 + house]
        if south == 0 or north == 0:
            for house in range(houses):
                pits = replace(replace(pits, house, 0), houses + 1 + house, 0)
            pits = replace(replace(pits, houses, pits[houses] + south), 2 * houses + 1, pits[2 * houses + 1] + north)
        return Board(pits, state.turn if place == store else 1 - state.turn)

    def is_terminal(self, state: Board) -> bool:
        return state.pits[self.houses] + state.pits[2 * self.houses + 1] == self.total

    def utility(self, state: Board, player: int) -> float:
        lead = self.score(state, player)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    # ── Facts ──
    def score(self, state: Board, player: int) -> float:
        """By how many seeds this player's store is ahead."""
        lead = state.pits[self.houses] - state.pits[2 * self.houses + 1]
        return float(lead if player == 0 else -lead)

    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        """What is in a store stays there."""
        mine, theirs = state.pits[self.houses], state.pits[2 * self.houses + 1]
        if player == 1:
            mine, theirs = theirs, mine
        return float(2 * mine - self.total), float(self.total - 2 * theirs)

    # ── Evaluation ──
    def evaluate(self, state: Board, player: int) -> float:
        """The lead in the stores, as a part of all seeds."""
        return 0.9 * self.score(state, player) / self.total

    # ── Notation ──
    def player_name(self, player: int) -> str:
        return ("South", "North")[player] if player >= 0 else super().player_name(player)

    def format_action(self, state: Board, action: int) -> str:
        return chr(ord("A" if state.turn == 0 else "a") + action)

    def format_state(self, state: Board) -> str:
        half = self.houses + 1
        sides = (state.pits[:half], state.pits[half:])
        return " ".join([*(f"{'-'.join(map(str, side[:-1]))}:{side[-1]}" for side in sides), str(state.turn + 1)])

    def parse_state(self, text: str) -> Board:
        side = rf"(\d{{1,4}}(?:-\d{{1,4}}){{{self.houses - 1}}}:\d{{1,4}})"
        match = re.fullmatch(rf"\s*{side}\s+{side}\s+([12])\s*", text, re.ASCII)
        if not match:
            raise UsageError(f"{text!r} is not a position of this board: write it like {self.format_state(self.initial())}.")
        pits = tuple(int(number) for number in re.findall(r"\d+", f"{match[1]}:{match[2]}"))
        state = Board(pits, int(match[3]) - 1)
        if sum(pits) != self.total:
            raise UsageError(f"{text!r} has {sum(pits)} seeds; on this board there are {self.total}.")
        if not self.is_terminal(state) and not (sum(pits[: self.houses]) and sum(pits[self.houses + 1 : -1])):
            raise UsageError(f"{text!r} cannot arise: where a side has no seed left, the other one's are in its store.")
        return state

    # ── Text and picture ──
    def text(self, state: Board) -> str:
        houses, pits = self.houses, state.pits
        north, south = ("".join(f"{pit:4}" for pit in row) for row in (pits[2 * houses : houses : -1], pits[:houses]))
        names = [chr(ord("A") + house) for house in range(houses)]
        above, below = ("".join(f"{name:>4}" for name in row) for row in ([name.lower() for name in reversed(names)], names))
        return f"    {above}\n    {north}\n{pits[-1]:4}{' ' * 4 * houses}{pits[houses]:4}\n    {south}\n    {below}"

    def svg(self, state: Board) -> str:
        step, houses = 92.0, self.houses
        width, height = (houses + 2) * step + 24, 2 * step + 74
        parts = [panel(width, height, fill="#e7d3b1", stroke="#b08d57", radius=36)]
        for pit, seeds in enumerate(state.pits):
            side, house = divmod(pit, houses + 1)
            colour = (FIRST, SECOND)[side]
            if house == houses:
                x = 12 + step * (houses + 1.5) if side == 0 else 12 + step * 0.5
                place = {"x": x - 36, "y": 37.0, "width": 72.0, "height": 2 * step}
                hole = element("rect", **place, rx=36, fill="#c9a878", stroke=colour, stroke_width=3)
                parts += [hole, *_seeds(x, 37 + step, seeds), words(x, height - 17, str(seeds), 20, fill=INK)]
                continue
            x = 12 + step * (house + 1.5 if side == 0 else houses - house + 0.5)
            y = 37 + step * (1.5 if side == 0 else 0.5)
            letter = chr(ord("Aa"[side]) + house)
            hole = element("circle", cx=x, cy=y, r=39, fill="#c9a878", stroke=colour, stroke_width=1.5)
            label = words(x, height - 17 if side == 0 else 18, f"{letter} {seeds}", 15, fill=INK if seeds else MUTED)
            target = element("circle", cx=x, cy=y, r=42, fill="none", pointer_events="all", data_action=letter)
            parts.append(named(f"{letter}: {seeds}", hole, *_seeds(x, y, seeds), label, target))
        return picture(width, height, f"Kalah, {self.format_state(state)}", *parts)


def _seeds(x: float, y: float, seeds: int) -> list[str]:
    """So many seeds around a point, as in a sunflower."""
    return [
        element(
            "circle",
            cx=x + 7.2 * sqrt(i + 0.4) * cos(2.4 * i),
            cy=y + 7.2 * sqrt(i + 0.4) * sin(2.4 * i),
            r=5.2,
            fill="#5b3a1e",
            stroke="#e7d3b1",
        )
        for i in range(min(seeds, 24))
    ]
