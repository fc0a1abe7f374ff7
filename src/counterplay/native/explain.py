"""What a compiler's complaint means, in one sentence with file and line, for somebody who knows Python but not Numba."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

from ..game import Game
from ..kernel import Kernel

_PLACE = re.compile(r'File "([^"\n]+)", line (\d+)')
_PACKAGE = str(Path(__file__).parents[1])

_MEANINGS = (
    (r"The use of yield in a closure is unsupported", "a generator expression such as any(… for …) does not compile; write a loop"),
    (r"[Uu]se of (?:a )?unsupported opcode \(([^)]*)\)", "this statement does not compile ({0}); write it with plain loops and ifs"),
    (r"Untyped global name ['\"](\w+)['\"]:? *(?:Cannot determine Numba type of (.*))?", "{0} is something the compiler does not know"),
    (r"Unknown attribute ['\"](\w+)['\"] of type (\S+)", "{1} has no attribute {0} that compiles"),
    (r"Cannot unify (.+?) and (.+?) for '([\w.]+)'", "the variable {2} is {0} in one place and {1} in another; let it keep one type"),
    (r"Can't unify return type from the following types: (.+)", "it returns different types in different places: {0}"),
    (r"(the field '\w+' of \w+ is declared .*)", "{0}"),
    (r"(actions must be ints to compile[^\n]*)", "{0}"),
    (r"Int value is too large", "a number over 63 bits is written in the code; make it an attribute in __init__"),
    (r"[Rr]eflected list|list\(", "it uses a list; the compiler takes tuples and Tables"),
    (r"variable '(\w+)' referenced before assignment|name '(\w+)' is not defined", "the name {0} is used before it has a value"),
    (r"No implementation of function Function\(<(?:built-in function|function|class) '?(\w+)'?[^\n]*\) found for signature", "{0}() cannot be used here with these types"),
    (r"Invalid use of [^\n]*<(?:built-in function|function|class) '?(\w+)'?[^\n]*with parameters", "{0}() cannot be used here with these types"),
    (r"(cannot determine Numba type of [^\n]*)", "{0}"),
)


def explain(error: BaseException, game: Game[Any, Any], kernel: Kernel) -> str:
    """One sentence: file, line, reason."""
    message = _plain_text(str(error))
    reason = _reason(message) or f"{type(error).__name__}: {_first_line(message)}"
    places = [(str(Path(file).resolve()), int(line)) for file, line in _PLACE.findall(message) if "numba" not in file]
    rules = [place for place in places if not place[0].startswith(_PACKAGE) or "games" in Path(place[0]).parts]
    if rules:
        file, line = rules[-1]
        return f"{file}, line {line}: {reason}."
    return f"{reason} (in {kernel.name} for {game.name})."


def _plain_text(message: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", message)


def _reason(message: str) -> str | None:
    """The meaning of the innermost complaint we know."""
    found = []
    for pattern, meaning in _MEANINGS:
        for match in re.finditer(pattern, message):
            groups = [group for group in match.groups() if group] or [""]
            found.append((match.start(), meaning.format(*(_type_names(group) for group in groups), "", "", "")))
    return max(found)[1] if found else None


def _type_names(text: str) -> str:
    """Numba's names of types as people say them."""
    for numba_name, name in (("int64", "int"), ("float64", "float"), ("boolean", "bool"), ("unicode_type", "str"), ("Literal[int]", "int ")):
        text = text.replace(numba_name, name)
    return text.strip()


def _first_line(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return textwrap.shorten(lines[0] if lines else "no message", 200)
