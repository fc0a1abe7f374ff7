"""What the rules of test games import from another module."""

from __future__ import annotations

LIMIT = 1000
MASK = 1 << 80
OTHER = 3


def twice(x: int) -> int:
    return 2 * x + OTHER


def nested(x: int) -> int:
    return twice(twice(x)) if x < LIMIT else x
