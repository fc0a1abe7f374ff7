"""What a compiler's complaint means, in one sentence with file and line, for somebody who knows Python but not Numba."""

from __future__ import annotations

import dis
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numba

from ..game import Game
from ..kernels import Kernel

_PLACE = re.compile(r'(?:File "|(?:at|from|location:) )([^"\n]+?\.py)(?:", line | \()(\d+)')
_PACKAGE = Path(__file__).resolve().parents[1]
_NUMBA = Path(numba.__file__).resolve().parent

_MEANINGS = (
    (r"(the field '\w+' of \w+ is declared )(.+?)( but is given )(.+)", "{0}{1:type}{2}{3:type}"),
    (r"(\w+ is memoized with [^\n]*)", "{0}"),
    (r"(\w+ is declared to return )(.+?)( but returns )(.+)", "{0}{1:type}{2}{3:type}"),
    (r"(_replace cannot put )(.+?)( into the field '\w+' of \w+)", "{0}{1:type}{2}"),
    (r"replace\(\) is to put (.+?) into a tuple of (.+)", "replace() is to put {0:type} into a tuple of {1:type}"),
    (r"(replace\(\) changes tuples[^\n]*)", "{0}; this one has several"),
    (r"(self\.\w+ is a \w+; the compiler takes[^\n]*)", "{0}"),
    (r"(sets of more than 64 bits cannot be divided|a Table holds [^\n]*)", "{0}"),
    (r"actions must be ints to compile, but they are (.+)", "actions are ints to compile, but here they are {0:type}"),
    (r">>> setitem\(array\(int64, 1d, C\), \w+, (.+)\)\n", "actions are ints to compile, but here they are {0:type}"),
    (r"The use of yield in a closure is unsupported", "a generator expression compiles only in any(…), all(…) and sum(…); write a loop"),
    (r"f-strings not supported", "formatted text (an f-string) does not compile"),
    (r"Exception matching is limited", "except with a particular error does not compile; test beforehand with if"),
    (r"compiler re-entrant to the same function", "methods that call each other in a circle do not compile; write a loop"),
    (r"[Uu]se of (?:a )?unsupported opcode \(([^)]*)\)", "a statement here does not compile; write it with plain loops and ifs"),
    (r"Untyped global name '(\w+)': *Cannot determine Numba type of <class '(?:[\w.]*\.)?(\w+)'>", "{0} is a {1}, which does not compile"),
    (r"Untyped global name '(\w+)'", "{0} is something that does not compile"),
    (r"Cannot determine Numba type of <class '(?:[\w.]*\.)?(\w+)'>", "a {0} is used here, which does not compile"),
    (r"Unknown attribute '(\w+)' of type (.+)", "{1:type} has no attribute {0} that compiles"),
    (r"Cannot unify (.+?) and (.+?) for '(\w+)[\w.]*'", "the variable {2} is {0:type} in one place and {1:type} in another; keep to one"),
    (r"Can't unify return type from the following types: (.+)", "it returns different types in different places: {0:types}"),
    (r"Int value is too large", "a number over 63 bits is negative or otherwise too large"),
    (r"variable '(\w+)' referenced before assignment", "the variable {0} may be used before it has a value"),
    (r"name '(\w+)' is not defined", "the name {0} is not defined"),
    (r"Type of variable '[^']*' cannot be determined", "the compiler cannot tell what type this has"),
    (r"reflected list|list\(|\bset\(", "a list or set here does not compile; take tuples and Tables"),
    (r">>> (?!typer|_)(\w+)\((.*)\)\n", "{0}() is not known for these types: {1:types}"),
)
"""What Numba (or this package, in a TypingError) says, and what that means. The innermost complaint counts."""


def explain(error: BaseException, game: Game[Any, Any], kernel: Kernel) -> str:
    """One sentence: file, line, reason."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    start, reason = _reason(message, game)
    place = _place_after(message, start) or _place_in_rules(reason, game)
    return f"{place}: {reason}." if place else f"{reason} (in {kernel.name} for {game.name})."


def place_of(thing: Any, line_of: str = "") -> str:
    """File and line of a function or class, or of the line in it that begins with these words; "" where its source is not to be had."""
    try:
        lines, first = inspect.getsourcelines(thing)
        file = inspect.getsourcefile(thing)
    except (OSError, TypeError):
        return ""
    offset = next((i for i, line in enumerate(lines) if line_of and line.lstrip().startswith(line_of)), 0)
    return f"{Path(str(file)).resolve()}, line {first + offset}"


def _reason(message: str, game: Game[Any, Any]) -> tuple[int, str]:
    """The meaning of the innermost complaint we know, and where in the message it stands."""
    depth = message.rfind("Rejected as the implementation raised a specific error")
    for pattern, meaning in _MEANINGS:
        for match in re.finditer(pattern, message):
            if match.start() > depth or not any(re.search(other, message[depth:]) for other, _ in _MEANINGS[:-1]):
                return match.start(), meaning.format(*(_Words(group or "", game) for group in match.groups()))
    first = next((line.strip() for line in message[max(depth, 0) :].splitlines()[1:] if line.strip()), message)
    return max(depth, 0), f"the compiler does not take this ({textwrap.shorten(first, 120)})"


class _Words(str):
    """A piece of a message: as it is, as a type, or as several types."""

    def __new__(cls, text: str, game: Game[Any, Any]) -> _Words:
        words = super().__new__(cls, text)
        words.game = type(game).__name__  # type: ignore[attr-defined]
        return words

    def __format__(self, form: str) -> str:
        if form == "types":
            inside = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
            text = str(self)
            while inside.search(text):  # what types are made of is not said
                text = inside.sub("…", text)
            return ", ".join(_type_name(each.replace("…", "("), self.game) for each in text.split(", "))  # type: ignore[attr-defined]
        return _type_name(self, self.game) if form == "type" else str(self)  # type: ignore[attr-defined]


def _type_name(text: str, game: str) -> str:
    """One of Numba's types as people say it."""
    text = text.strip()
    if text.startswith(f"{game}["):
        return "the game"
    for pattern, name in (
        (r"Literal\[int\]|u?int\d+$|IntegerLiteral", "int"),
        (r"Literal\[str\]|unicode_type", "str"),
        (r"Literal\[bool\]|boolean|bool$", "bool"),
        (r"float\d+", "float"),
        (r"none|omitted", "None"),
        (r"(?:Uni)?Tuple\(", "a tuple"),
        (r"(?:reflected )?[Ll]ist\(", "a list"),
        (r"(?:reflected )?[Ss]et\(", "a set"),
        (r"array\(", "an array"),
    ):
        if re.match(pattern, text):
            return name
    return re.split(r"[(<]", text)[0]


# ── Where ──


def _place_after(message: str, start: int) -> str:
    """The first place in somebody's rules that the message names after the complaint; of several returns the last, in any order."""
    returns = [match for match in _PLACE.finditer(message, start, max(message.find("During:", start), start)) if _is_rules(match[1])]
    if message.startswith("Can't unify return type", start) and returns:
        last = max(returns, key=lambda match: int(match[2]))
        return f"{Path(last[1]).resolve()}, line {last[2]}"
    for match in _PLACE.finditer(message, start):
        if _is_rules(match[1]):
            return f"{Path(match[1]).resolve()}, line {match[2]}"
    return ""


def _is_rules(file: str) -> bool:
    """Whether a file holds somebody's rules or kernels, or a game of this package: not the machinery."""
    path = Path(file).resolve()
    if path.is_relative_to(_PACKAGE):
        return path.parts[len(_PACKAGE.parts)] == "games"
    return not path.is_relative_to(_NUMBA)


def _place_in_rules(reason: str, game: Game[Any, Any]) -> str:
    """Where in the game's methods the thing is that the reason is about, for complaints that do not say where."""
    if reason.startswith("actions are"):
        return _place_of_instruction([type(game).actions], lambda step: step.opname == "YIELD_VALUE")
    name = re.match(r"the name (\w+) is not defined", reason)
    methods = [method for _, method in inspect.getmembers(type(game), inspect.isfunction)]
    return _place_of_instruction(methods, lambda step: "GLOBAL" in step.opname and step.argval == name[1]) if name else ""


def _place_of_instruction(functions: list[Any], wanted: Callable[[dis.Instruction], bool]) -> str:
    for function in functions:
        for line, step in _instructions(function):
            if wanted(step):
                return f"{Path(function.__code__.co_filename).resolve()}, line {line}"
    return ""


def _instructions(function: FunctionType) -> Iterator[tuple[int, dis.Instruction]]:
    for step in dis.get_instructions(function):
        if step.positions and step.positions.lineno:
            yield step.positions.lineno, step
