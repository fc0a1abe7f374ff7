"""Go on boards of up to 19x19 points: `rules.py`, then `notation.py` (words and pictures); `Go` is both."""

from .notation import Go

__all__ = ["Go"]
