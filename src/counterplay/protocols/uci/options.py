"""What `setoption` sets, and how `uci` declares it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

LEAST_ELO: Final = 600
MOST_ELO: Final = 1950


class Option(NamedTuple):
    """An option: where its value is kept, what kind it is, and for numbers between what it lies."""

    field: str
    kind: str
    least: int = 0
    most: int = 0


@dataclass
class Settings:
    """The options' values, under names of our own."""

    hash: int = 64
    threads: int = 1
    lines: int = 1
    ponder: bool = False
    overhead: int = 30
    own_book: bool = False
    chess960: bool = False
    show_wdl: bool = False
    limit_strength: bool = False
    elo: int = 1500
    tablebases: str = ""


OPTIONS: Final = {
    "Hash": Option("hash", "spin", 1, 65_536),
    "Threads": Option("threads", "spin", 1, 256),
    "MultiPV": Option("lines", "spin", 1, 218),
    "Ponder": Option("ponder", "check"),
    "Move Overhead": Option("overhead", "spin", 0, 5_000),
    "OwnBook": Option("own_book", "check"),
    "Clear Hash": Option("", "button"),
    "UCI_Chess960": Option("chess960", "check"),
    "UCI_ShowWDL": Option("show_wdl", "check"),
    "UCI_LimitStrength": Option("limit_strength", "check"),
    "UCI_Elo": Option("elo", "spin", LEAST_ELO, MOST_ELO),
    "SyzygyPath": Option("tablebases", "string"),
}
"""By the names that programs know. Hash is in MB, Move Overhead in milliseconds; 218 moves is the most there are in a position."""
SENTENCE: Final = re.compile(r"name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*))?)?\s*", re.IGNORECASE)


class NotAnOption(ValueError):
    """What was said has no meaning; the sentence says why."""


def declared() -> Iterator[str]:
    """The lines that tell a program which options there are."""
    usual = Settings()
    for name, (field, kind, least, most) in OPTIONS.items():
        line = f"option name {name} type {kind}"
        if kind == "check":
            line += f" default {str(getattr(usual, field)).lower()}"
        elif kind == "spin":
            line += f" default {getattr(usual, field)} min {least} max {most}"
        elif kind == "string":
            line += " default <empty>"
        yield line


def set_option(settings: Settings, text: str) -> str:
    """Do what stands after the word `setoption`; returns the option's name as it is declared.

    >>> settings = Settings()
    >>> set_option(settings, "name hash value 128"), settings.hash
    ('Hash', 128)
    """
    match = SENTENCE.fullmatch(text.strip())
    if match is None:
        raise NotAnOption("write: setoption name NAME value VALUE")
    known = {option.lower(): option for option in OPTIONS}
    name = known.get(" ".join(match["name"].split()).lower())
    if name is None:
        raise NotAnOption(f"there is no option {match['name'][:60]!r}; there are {', '.join(OPTIONS)}")
    option = OPTIONS[name]
    if option.field:
        setattr(settings, option.field, _value(name, option, (match["value"] or "").strip()))
    return name


def _value(name: str, option: Option, text: str) -> Any:
    if option.kind == "check":
        if text.lower() not in ("true", "false"):
            raise NotAnOption(f"{name} is true or false, not {text[:60]!r}")
        return text.lower() == "true"
    if option.kind == "string":
        return "" if text == "<empty>" else text
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or not option.least <= int(text) <= option.most:
        raise NotAnOption(f"{name} is a number from {option.least} to {option.most}, not {text[:60]!r}")
    return int(text)


assert {option.field for option in OPTIONS.values() if option.field} == {field.name for field in fields(Settings)}
