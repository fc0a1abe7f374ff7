"""Answers as people write them."""

from __future__ import annotations

import re
from math import inf, isclose
from typing import Any

from .model import WON, Value

Answer = Value | bool | None
"""Whether a branch is cut, a number or several, or None where the search never goes."""
NEVER = ("", "-", "–", "—", "x")
"""How people say that."""
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?")


def read_value(given: Any) -> Value | None:
    """A number, or several, however written: 3, "-1", "−∞", "inf", "1/2", "(1, 2, 6)", "+M". None if it is none."""
    if isinstance(given, bool):
        return None
    if isinstance(given, (int, float)):
        return float(given)
    if isinstance(given, (tuple, list)):
        numbers = [read_value(one) for one in given]
        return tuple(one for one in numbers if isinstance(one, float)) if all(isinstance(one, float) for one in numbers) else None
    text = str(given).strip().replace("−", "-").lower().strip("()[]<> ")
    if "," in text or (";" in text) or (" " in text):
        parts = [read_value(part) for part in re.split(r"[,;\s]+", text)]
        return tuple(part for part in parts if isinstance(part, float)) if all(isinstance(part, float) for part in parts) else None
    if text.lstrip("+-") in ("∞", "inf", "infinity", "oo"):
        return -inf if text.startswith("-") else inf
    if text.lstrip("+-") == "m":  # won, or mated, where people count in pawns
        return -WON if text.startswith("-") else WON
    over, _, under = text.partition("/")
    if not _NUMBER.fullmatch(over) or (under and not _NUMBER.fullmatch(under)):
        return None
    divisor = float(under) if under else 1.0
    return float(over) / divisor if divisor else None


def is_same(given: Value, answer: Answer) -> bool:
    """Whether two answers say the same, to the digits that people write."""
    if answer is None:
        return False
    if isinstance(given, tuple) or isinstance(answer, tuple):
        return isinstance(given, tuple) and isinstance(answer, tuple) and len(given) == len(answer) and all(map(is_same, given, answer))
    return given == answer or isclose(given, answer, rel_tol=5e-3, abs_tol=5e-3)


def read_truth(given: Any) -> bool:
    """Yes or no, however written."""
    return given if isinstance(given, bool) else str(given).strip().lower() in ("1", "true", "yes", "y", "x", "cut")
