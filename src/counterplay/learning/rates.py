"""How the learning rate of a run falls: by the same factor with every step, from what it begins with to what it ends with."""

from __future__ import annotations


def falling(first: float, last: float, share: float) -> float:
    """The learning rate when this share of a run is done.

    >>> [round(falling(0.1, 0.001, share), 6) for share in (0.0, 0.5, 1.0)]
    [0.1, 0.01, 0.001]
    """
    return float(first * (last / first) ** share)
