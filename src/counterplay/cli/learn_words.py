"""What `learn` and `zero` have in common to say: the plan, its time, the way, the curve."""

from __future__ import annotations

from pathlib import Path

from ..errors import UsageError
from .output import errors, screen, show_facts

BARS = "▁▂▃▄▅▆▇█"
NOTICED = 3.0
"""What took less was only fetched from the disk."""


def announce(facts: dict[str, str], as_json: bool = False) -> None:
    """Say what will be done, before it begins."""
    if screen().is_terminal and not as_json:
        show_facts(facts)
        return
    for name, value in facts.items():
        errors().print(f"{name:<9} {value}", soft_wrap=True)


def planned(seconds: float, processors: int, compiling: float) -> str:
    """How long it will take, in words; the compiler's work was done for that guess."""
    compiled = f" (compiling took {spoken(compiling)} first, which is kept for the next time)" if compiling >= NOTICED else ""
    who = "one processor" if processors == 1 else f"{processors} processors"
    return f"about {spoken(seconds)} on {who}{compiled}; Ctrl-C stops, and --resume goes on"


def left(done: float, goal: float, seconds: float) -> str:
    """How long the rest will take, where the part done so far took so long.

    >>> left(25, 100, 60)
    'about 3 minutes left'
    """
    return f"about {spoken(seconds / done * (goal - done))} left" if done else "just begun"


def spoken(seconds: float) -> str:
    """A time in words: 40 s, 12 minutes, 3.5 hours."""
    from ..learning.runs import working_time

    return working_time(seconds, "minutes", "hours")


def verify_folder(save: Path, holds_run: bool, resume: bool) -> None:
    """Refuse to begin where a run is, and to go on where none is."""
    if holds_run and not resume:
        raise UsageError(f"{save} holds a run already: add --resume to go on, or give another folder.")
    if resume and not holds_run:
        raise UsageError(f"{save} holds no run: leave out --resume.")


def sparkline(numbers: list[float]) -> str:
    """A curve in one line.

    >>> sparkline([0.0, 0.5, 1.0])
    '▁▅█'
    """
    low, high = min(numbers), max(numbers)
    return "".join(BARS[round((value - low) / (high - low) * (len(BARS) - 1)) if high > low else 0] for value in numbers)
