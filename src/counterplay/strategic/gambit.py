"""Gambit's `.nfg` files, read and written with exact fractions.

Both versions are read: payoffs one after another, and named outcomes with a list of their numbers (0: nobody gets anything). The first
player's strategy changes first. What `write_nfg` writes, `read_nfg` reads back as the same game.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

from .gambit_words import WordReader, quoted, read_file
from .normal_form import NormalForm, verify_shape


def read_nfg_file(path: Path) -> NormalForm:
    """The game in a `.nfg` file."""
    return read_file(path, read_nfg)


def read_nfg(text: str) -> NormalForm:
    """The game that the text of a `.nfg` file describes.

    >>> read_nfg('NFG 1 R "tiny" { "A" "B" } { 2 1 } 1 -1 1/2 0').payoffs((1, 0))
    (Fraction(1, 2), Fraction(0, 1))
    """
    return _Reader(text).game()


class _Reader(WordReader):
    """Reads the words of a `.nfg` file."""

    def game(self) -> NormalForm:
        title, players = self.header("NFG", "1")
        sizes, strategies = self.strategies(players)
        comment = self.comment()
        shape = verify_shape(sizes)
        rows = self.outcomes(shape) if self.peek().text == "{" else self.payoffs(shape)
        if self.peek().kind != "end":
            raise self.wrong("there is more in the file than the game needs")
        return NormalForm.from_cells(shape, rows, players, strategies, title, comment)

    def strategies(self, players: list[str]) -> tuple[list[int], list[list[str]] | None]:
        """Either `{ 2 3 }` or `{ { "a" "b" } { "x" "y" "z" } }`."""
        self.brace("{", "the strategies")
        sizes: list[int] = []
        named: list[list[str]] = []
        while self.peek().text != "}":
            if self.peek().text == "{":
                named.append(self.names("the strategies"))
                sizes.append(len(named[-1]))
            else:
                sizes.append(self.count("a number of strategies"))
        self.brace("}", "the strategies")
        if len(sizes) != len(players):
            raise self.wrong(f"there are {len(players)} players, but strategies for {len(sizes)}", back=True)
        if named and len(named) != len(sizes):
            raise self.wrong("name the strategies of all players or of none", back=True)
        return sizes, named or None

    def payoffs(self, shape: tuple[int, ...]) -> list[tuple[Fraction, ...]]:
        needed, players = prod(shape), len(shape)
        left = len(self.tokens) - self.place - 1
        if left != needed * players:
            raise self.wrong(f"{' x '.join(map(str, shape))} strategies of {players} players need {needed * players} payoffs, not {left}")
        numbers = [self.number() for _ in range(needed * players)]
        return _reordered(shape, [tuple(numbers[k * players : (k + 1) * players]) for k in range(needed)])

    def outcomes(self, shape: tuple[int, ...]) -> list[tuple[Fraction, ...]]:
        self.brace("{", "the outcomes")
        known = [(Fraction(0),) * len(shape)]
        while self.peek().text == "{":
            self.brace("{", "an outcome")
            self.take("text", "the name of an outcome, which may be empty")
            known.append(tuple(self.number() for _ in shape))
            self.brace("}", "an outcome")
        self.brace("}", "the outcomes")
        left = len(self.tokens) - self.place - 1
        if left != prod(shape):
            raise self.wrong(f"{' x '.join(map(str, shape))} strategies need {prod(shape)} numbers of outcomes, not {left}")
        chosen = []
        for _ in range(left):
            number = self.count("the number of an outcome")
            if number >= len(known):
                raise self.wrong(f"there is no outcome {number}: the last is {len(known) - 1}", back=True)
            chosen.append(known[number])
        return _reordered(shape, chosen)


def _reordered(shape: tuple[int, ...], cells: list[tuple[Fraction, ...]]) -> list[tuple[Fraction, ...]]:
    """From Gambit's order, first player first, to ours, last player first."""
    steps = [prod(shape[:i]) for i in range(len(shape))]
    return [cells[sum(k * step for k, step in zip(profile, steps, strict=True))] for profile in product(*map(range, shape))]


def write_nfg(game: NormalForm, outcomes: bool = False) -> str:
    """The game as the text of a `.nfg` file; `outcomes` writes each different cell once, with a list of numbers."""
    players = " ".join(map(quoted, game.players))
    names = "\n".join(f"{{ {' '.join(map(quoted, some))} }}" for some in game.strategies)
    head = f"NFG 1 R {quoted(game.title)} {{ {players} }}\n\n{{ {names}\n}}\n{quoted(game.comment)}\n\n"
    order = (tuple(reversed(profile)) for profile in product(*(range(size) for size in reversed(game.shape))))
    cells = [game.payoffs(profile) for profile in order]
    if not outcomes:
        return head + "\n".join(" ".join(map(str, cell)) for cell in cells) + "\n"
    different = list(dict.fromkeys(cells))
    numbers = {cell: number for number, cell in enumerate(different, 1)}
    lines = "\n".join(f'{{ "" {", ".join(map(str, cell))} }}' for cell in different)
    return f"{head}{{\n{lines}\n}}\n{' '.join(str(numbers[cell]) for cell in cells)}\n"
