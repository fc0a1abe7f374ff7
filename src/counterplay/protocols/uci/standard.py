"""UCI on standard input and output, for a process that does nothing else."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from typing import NoReturn

from .door import converse


def main() -> NoReturn:
    """Converse, and leave at once: threads that compile or search need not finish."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # whatever bytes come, they are no reason to leave
    gc.set_threshold(100_000, 50, 50)  # a collection in the middle of a move would cost time on the clock
    with contextlib.suppress(KeyboardInterrupt):
        converse(sys.stdin, sys.stdout, lambda: os._exit(0))
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(0)
