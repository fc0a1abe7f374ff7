"""Long columns of small numbers, one entry a state, and how much memory there is for them."""

from __future__ import annotations

import os
from typing import Any

from ..buffers import Pointer
from ..errors import TableFull

WIDTHS = {"int8": 1, "int16": 2, "int32": 4, "int64": 8, "float64": 8}
RESERVE = 0.8
"""The part of the free memory that is taken at most: other programs live here, too."""


def column(size: int, kind: str, *, compiled: bool) -> Any:
    """Room for so many numbers, all 0, of the kind that this speed needs."""
    if not compiled:
        return [0.0 if kind == "float64" else 0] * size
    import numpy

    return Pointer(numpy.zeros(max(size, 1), kind))


def numbers(column: Any) -> Any:
    """What Python can index: the list itself, or the array behind a pointer."""
    return column.array if isinstance(column, Pointer) else column


def sum_of(column: Any, size: int) -> int:
    """What the first so many entries add up to."""
    first = numbers(column)[:size]
    return sum(first) if isinstance(first, list) else int(first.sum(dtype="int64"))


def free_memory() -> int:
    """How many bytes this machine has to spare, as far as it says."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 1 << 31


def amount(size: float) -> str:
    """A number of bytes in words: `1.9 GB`."""
    for unit, width in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= width:
            return f"{size / width:.3g} {unit}"
    return f"{size:.0f} bytes"


def require_memory(what: str, needed: int, memory: int) -> None:
    """Refuse work that would take more memory than it may."""
    if needed > memory:
        raise TableFull(f"{what} needs {amount(needed)} of memory, and {amount(memory)} are allowed. Give more memory, or solve less.")
