"""Numbers as they were meant: every payoff and every probability is a `fractions.Fraction`.

A float stands for the decimal that it prints as: 0.1 is 1/10, not the binary number next to it. Text may say `1/3`, `-0.25` or `1e-3`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isfinite, lcm
from typing import Any, Final

from ..errors import UsageError

_NUMBER: Final = re.compile(r"\s*[-+]?(\d+/\d+|(\d+\.?\d*|\.\d+)(e[-+]?\d{1,4})?)\s*", re.IGNORECASE)
LONGEST: Final = 4_000
"""No number is written with more characters than this."""


LONG_DIGITS: Final = 12
"""Fractions with longer denominators are shown to people as decimals."""


SIMPLE_DIGITS: Final = 6
"""The denominator of a fraction that a float is taken for has at most so many digits."""


def exact(value: Any, where: str = "A payoff") -> Fraction:
    """The fraction that a number, or its text, means; `where` says in the error what it was to be.

    >>> exact(0.1), exact("-2/6"), exact(3)
    (Fraction(1, 10), Fraction(-1, 3), Fraction(3, 1))
    """
    if type(value) is int or isinstance(value, Fraction):
        return Fraction(value)
    if isinstance(value, str):
        text = value.replace("−", "-")
        if len(text) <= LONGEST and _NUMBER.fullmatch(text):
            try:
                return Fraction(text.strip())
            except ZeroDivisionError:
                raise UsageError(f"{where} is {value.strip()}: nothing can be divided by 0.") from None
        raise UsageError(f"{where} is {value.strip()[:40]!r}, which is no number: write 3, -0.5 or 1/3.")
    if isinstance(value, Decimal) and value.is_finite():
        return Fraction(value)
    if not isinstance(value, (int, float)) and hasattr(value, "item"):
        return exact(value.item(), where)  # a number of NumPy's
    if isinstance(value, float) and isfinite(value):
        return Fraction(repr(float(value)))
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(int(value))
    raise UsageError(f"{where} is {value!r}, but must be a finite number, like 3, 0.5 or Fraction(1, 3).")


def recognised(value: Any, where: str = "A number") -> Fraction:
    """The simplest fraction that a number may stand for: the float 1/3 stands for a third, 0.1 for a tenth.

    >>> recognised(1 / 3), recognised(1 / 6 + 1 / 6), recognised(2.0), recognised(3.14159265358979)
    (Fraction(1, 3), Fraction(1, 3), Fraction(2, 1), Fraction(314159265358979, 100000000000000))
    """
    if isinstance(value, float) and isfinite(value):
        near = Fraction(value)
        for digits in range(SIMPLE_DIGITS + 1):
            simple = near.limit_denominator(10**digits)
            if abs(simple - near) <= abs(near) / 2**50:
                return simple
    return exact(value, where)


def whole(numbers: list[Fraction]) -> tuple[list[int], int]:
    """The same numbers over one denominator: numerators, denominator.

    >>> whole([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    denominator = lcm(*(number.denominator for number in numbers))
    return [number.numerator * (denominator // number.denominator) for number in numbers], denominator


def shown(number: Fraction) -> str:
    """A fraction for people: 3, -1/2, 7.32; where it would be longer than anybody reads, rounded and marked so: ≈0.619233.

    >>> shown(Fraction(183, 25)), shown(Fraction(1, 3)), shown(Fraction(2**70, 3**50))
    ('7.32', '1/3', '≈0.00164451')
    """
    if number.denominator == 1:
        return str(number.numerator)
    if len(str(number.denominator)) > LONG_DIGITS:
        return f"≈{float(number):.6g}"
    digits = _decimals(number.denominator)
    if digits is not None and number.denominator > 20:
        return str((Decimal(number.numerator) / Decimal(number.denominator)).normalize()) if digits <= 6 else str(number)
    return str(number)


def _decimals(denominator: int) -> int | None:
    """How many decimals a fraction with this denominator needs; None where they never end."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return max(twos, fives) if denominator == 1 else None
