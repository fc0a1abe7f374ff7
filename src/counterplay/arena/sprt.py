"""When to stop: Wald's sequential probability ratio test (*Annals of Mathematical Statistics* 16, 1945), on pairs of games.

Two hypotheses, "the difference is elo0" and "it is elo1", in logistic Elo. After every pair the log-likelihood ratio is compared with

    log(beta / (1 - alpha))    at or below: elo0 is accepted
    log((1 - beta) / alpha)    at or above: elo1 is accepted

where alpha is how often elo1 is accepted although elo0 is true, beta the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log

from ..errors import UsageError
from .rating import log_likelihood_ratio


@dataclass(frozen=True)
class Sprt:
    """A stop rule.

    >>> Sprt.from_text("0,10")
    Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (isfinite(self.elo0) and isfinite(self.elo1) and self.elo0 < self.elo1):
            raise UsageError(f"A test of elo0={self.elo0:g} against elo1={self.elo1:g} has no meaning: elo0 must be below elo1.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError(f"alpha={self.alpha:g}, beta={self.beta:g}: errors are numbers above 0 and below 0.5, say 0.05.")

    @classmethod
    def from_text(cls, text: str) -> Sprt:
        """The rule that `elo0,elo1` or `elo0,elo1,alpha,beta` describes."""
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise UsageError(f"{text!r} is not a stop rule: write elo0,elo1 or elo0,elo1,alpha,beta, say 0,10.")
        return cls(*numbers)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the ratio stops the match."""
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio of elo1 to elo0."""
        return log_likelihood_ratio(pairs, self.elo0, self.elo1)

    def decision(self, pairs: Sequence[float]) -> str | None:
        """`elo0` or `elo1` if one of them is accepted."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None

    def __str__(self) -> str:
        return f"elo0={self.elo0:g}, elo1={self.elo1:g}, alpha={self.alpha:g}, beta={self.beta:g}"
