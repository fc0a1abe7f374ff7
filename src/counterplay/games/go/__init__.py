"""Go on boards of up to 19x19 points: `rules.py`, `playouts.py` (plausible moves for Monte Carlo), `notation.py` (words and pictures)."""

from .notation import Go

__all__ = ["Go"]
