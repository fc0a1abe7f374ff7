"""Gambit's `.nfg` files, read and written with exact fractions.

Both versions are read: payoffs one after another, and named outcomes with a list of their numbers (0: nobody gets anything). The first
player's strategy changes first. What `write_nfg` writes, `read_nfg` reads back as the same game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Final, NamedTuple

from ..errors import UsageError
from .exact import exact
from .normal_form import NormalForm, verify_shape

MOST_CHARACTERS: Final = 50_000_000
_TOKEN: Final = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([{}])|([^\s{}",]+)|(,))', re.DOTALL)


class Token(NamedTuple):
    """A word of the file: its kind ("text", "brace", "number"), its content and its line."""

    kind: str
    text: str
    line: int


def read_nfg_file(path: Path) -> NormalForm:
    """The game in a `.nfg` file."""
    try:
        if path.stat().st_size > MOST_CHARACTERS:
            raise UsageError(f"{path} is too large: {MOST_CHARACTERS:,} characters is the most.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not a text file.") from error
    try:
        return read_nfg(text)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def read_nfg(text: str) -> NormalForm:
    """The game that the text of a `.nfg` file describes.

    >>> read_nfg('NFG 1 R "tiny" { "A" "B" } { 2 1 } 1 -1 1/2 0').payoffs((1, 0))
    (Fraction(1, 2), Fraction(0, 1))
    """
    return _Reader(text).game()


class _Reader:
    """Reads word after word; every complaint names the line."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = list(_tokens(text))
        self.place = 0

    def game(self) -> NormalForm:
        if [token.text for token in self.tokens[:2]] != ["NFG", "1"]:
            raise UsageError("this is no .nfg file: it must begin with NFG 1 R (or D).")
        self.place = 2
        if self.take("number", "R or D").text not in ("R", "D"):
            raise self.wrong("after NFG 1 comes R or D", back=True)
        title = unquoted(self.take("text", "the title in quotation marks").text)
        players = self.names("the players")
        sizes, strategies = self.strategies(players)
        comment = ""
        if self.peek().kind == "text":
            comment = unquoted(self.take("text", "a comment").text)
        shape = verify_shape(sizes)
        rows = self.outcomes(shape) if self.peek().text == "{" else self.payoffs(shape)
        if self.peek().kind != "end":
            raise self.wrong("there is more in the file than the game needs")
        return NormalForm.from_cells(shape, rows, players, strategies, title, comment)

    def names(self, what: str) -> list[str]:
        self.brace("{", what)
        found = []
        while self.peek().kind == "text":
            found.append(unquoted(self.take("text", what).text))
        self.brace("}", what)
        if not found:
            raise self.wrong(f"{what} need names", back=True)
        return found

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

    def number(self) -> Fraction:
        token = self.take("number", "a number")
        return exact(token.text, f"line {token.line}: a payoff")

    def count(self, what: str) -> int:
        token = self.take("number", what)
        if not token.text.isascii() or not token.text.isdigit() or len(token.text) > 12:
            raise self.wrong(f"{what} is expected, not {token.text[:30]!r}", back=True)
        return int(token.text)

    def brace(self, which: str, what: str) -> None:
        if self.peek().text != which or self.peek().kind != "brace":
            raise self.wrong(f"{which!r} is expected for {what}, not {self.peek().text[:30]!r}")
        self.place += 1

    def take(self, kind: str, what: str) -> Token:
        token = self.peek()
        if token.kind != kind:
            raise self.wrong(f"{what} is expected, not {token.text[:30]!r}")
        self.place += 1
        return token

    def peek(self) -> Token:
        return self.tokens[min(self.place, len(self.tokens) - 1)]

    def wrong(self, sentence: str, back: bool = False) -> UsageError:
        if back:
            self.place -= 1
        return UsageError(f"line {self.peek().line}: {sentence}.")


def _tokens(text: str) -> Iterator[Token]:
    place, line, end = 0, 1, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            raise UsageError(f"line {line + text.count(chr(10), place, end)}: a quotation mark has no partner.")
        begin = match.start(match.lastindex or 0)
        line += text.count("\n", place, begin)
        if match.lastindex != 4:
            yield Token(("", "text", "brace", "number")[match.lastindex or 0], match[match.lastindex or 0], line)
        line += text.count("\n", begin, match.end())
        place = match.end()
    yield Token("end", "the end of the file", line)


def _reordered(shape: tuple[int, ...], cells: list[tuple[Fraction, ...]]) -> list[tuple[Fraction, ...]]:
    """From Gambit's order, first player first, to ours, last player first."""
    steps = [prod(shape[:i]) for i in range(len(shape))]
    return [cells[sum(k * step for k, step in zip(profile, steps, strict=True))] for profile in product(*map(range, shape))]


def unquoted(text: str) -> str:
    """What stands between the quotation marks."""
    return re.sub(r'\\(["\\])', r"\1", text[1:-1])


def quoted(text: str) -> str:
    """A text as these files write it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


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
