"""The words of Gambit's files, which `.nfg` and `.efg` share: quoted texts, braces, numbers; every complaint names the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from ..errors import UsageError
from .exact import exact

MOST_CHARACTERS: Final = 50_000_000
_TOKEN: Final = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([{}])|([^\s{}",]+)|(,))', re.DOTALL)
Read = TypeVar("Read")


class Token(NamedTuple):
    """A word of the file: its kind ("text", "brace", "word" for numbers and letters, "end"), its content and its line."""

    kind: str
    text: str
    line: int


def read_file(path: Path, read: Callable[[str], Read]) -> Read:
    """What `read` makes of a file's text; complaints name the file."""
    try:
        if path.stat().st_size > MOST_CHARACTERS:
            raise UsageError(f"{path} is too large: {MOST_CHARACTERS:,} characters is the most.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not a text file.") from error
    try:
        return read(text)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


class WordReader:
    """Reads word after word."""

    def __init__(self, text: str):
        self.tokens = list(_tokens(text))
        self.place = 0

    def header(self, kind: str, version: str) -> tuple[str, list[str]]:
        """The first line of both formats: the title and the players."""
        if [token.text for token in self.tokens[:2]] != [kind, version]:
            raise UsageError(f"this is no .{kind.lower()} file: it must begin with {kind} {version} R (or D).")
        self.place = 2
        if self.take("word", "R or D").text not in ("R", "D"):
            raise self.wrong(f"after {kind} {version} comes R or D", back=True)
        title = unquoted(self.take("text", "the title in quotation marks").text)
        return title, self.names("the players")

    def comment(self) -> str:
        """The text that may follow the header."""
        return unquoted(self.take("text", "a comment").text) if self.peek().kind == "text" else ""

    def names(self, what: str) -> list[str]:
        """Texts in braces, at least one."""
        self.brace("{", what)
        found = []
        while self.peek().kind == "text":
            found.append(unquoted(self.take("text", what).text))
        self.brace("}", what)
        if not found:
            raise self.wrong(f"{what} need names", back=True)
        return found

    def number(self, what: str = "a payoff") -> Fraction:
        """A number, exact."""
        token = self.take("word", "a number")
        return exact(token.text, f"line {token.line}: {what}")

    def count(self, what: str) -> int:
        """A whole number that is not negative."""
        token = self.take("word", what)
        if not token.text.isascii() or not token.text.isdigit() or len(token.text) > 12:
            raise self.wrong(f"{what} is expected, not {token.text[:30]!r}", back=True)
        return int(token.text)

    def brace(self, which: str, what: str) -> None:
        """This brace and no other word."""
        if self.peek().text != which or self.peek().kind != "brace":
            raise self.wrong(f"{which!r} is expected for {what}, not {self.peek().text[:30]!r}")
        self.place += 1

    def take(self, kind: str, what: str) -> Token:
        """The next word, if it is of this kind."""
        token = self.peek()
        if token.kind != kind:
            raise self.wrong(f"{what} is expected, not {token.text[:30]!r}")
        self.place += 1
        return token

    def peek(self) -> Token:
        """The next word, which stays."""
        return self.tokens[min(self.place, len(self.tokens) - 1)]

    def wrong(self, sentence: str, back: bool = False) -> UsageError:
        """The complaint about this word, or about the one before it."""
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
            yield Token(("", "text", "brace", "word")[match.lastindex or 0], match[match.lastindex or 0], line)
        line += text.count("\n", begin, match.end())
        place = match.end()
    yield Token("end", "the end of the file", line)


def unquoted(text: str) -> str:
    """What stands between the quotation marks."""
    return re.sub(r'\\(["\\])', r"\1", text[1:-1])


def quoted(text: str) -> str:
    """A text as these files write it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
