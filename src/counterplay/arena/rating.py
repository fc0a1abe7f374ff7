"""What the results of a match say about two players, and how surely.

Openings are played in pairs with colours exchanged, so the pair is what is counted (the pentanomial model): a pair gives the first
player 0, 1/4, 1/2, 3/4 or 1 of its points. The two games of a pair are not independent, and an opening that favours one side makes a
pair even, not two games uncertain; counted game by game, a match looks less certain than it is.

With n pairs, mean m and variance v (divided by n) of their scores:

* **Elo difference**: the logistic curve of A. Elo, *The Rating of Chessplayers* (1978): a score of s corresponds to -400 log10(1/s - 1).
* **95 % interval**: that curve at m ± 1.96 sqrt(v/n), as fishtest and fastchess compute it. Where all pairs ended alike v is 0 and
  says nothing; then E. Wilson's interval (JASA 22, 1927) for a share m of n, which holds since no score between 0 and 1 has a
  greater variance than m (1 - m).
* **Likelihood of superiority**: that the first player is the stronger one, Phi((m - 1/2) / sqrt(v/n)). Where v is 0: 1 - (1/2)^(n+1)
  if all pairs were won, the share of a uniform prior that is left above one half.
* **Log-likelihood ratio** of "the expected score is s1" to "it is s0": each hypothesis is given the distribution of pairs that fits the
  results best among those with its mean (generalized SPRT: Li, Liu & Ying, *Sequential Analysis* 33, 2014; the multinomial case:
  M. Van den Bergh, *The generalized maximum likelihood ratio for the expectation value of a distribution*). That distribution is
  p_i = f_i / (1 + x (a_i - s)), where f_i are the frequencies of the scores a_i and x makes the mean s.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, inf, log, log10, sqrt
from typing import Final

QUANTILE: Final = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""
SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of games can give the first player."""
PRIOR: Final = 1e-3
"""A result that has not happened yet counts as so many pairs in the likelihood ratio, as at fishtest: without it one loss would be
proof against every player who has not lost before."""


def elo_of(score: float) -> float:
    """The difference in Elo to which an expected score belongs.

    >>> round(elo_of(0.75), 1), elo_of(0.5), elo_of(1.0)
    (190.8, 0.0, inf)
    """
    if score <= 0.0 or score >= 1.0:
        return inf if score >= 1.0 else -inf
    return 0.0 - 400.0 * log10(1.0 / score - 1.0)


def score_of(elo: float) -> float:
    """The expected score at a difference in Elo; the inverse of `elo_of`.

    >>> round(score_of(100), 3)
    0.64
    """
    return 1.0 / (1.0 + exp(-elo * log(10.0) / 400.0))


def moments(pairs: Sequence[float]) -> tuple[float, float, float]:
    """Number, mean and variance of the pairs, given how often each of `SCORES` occurred."""
    number = sum(pairs)
    mean = sum(count * score for count, score in zip(pairs, SCORES, strict=True)) / number
    variance = sum(count * (score - mean) ** 2 for count, score in zip(pairs, SCORES, strict=True)) / number
    return number, mean, variance


def interval_of(pairs: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the Elo difference.

    >>> [round(bound, 1) for bound in interval_of((1, 11, 47, 25, 16))]
    [45.4, 111.4]
    """
    if not sum(pairs):
        return -inf, inf
    number, mean, variance = moments(pairs)
    if variance > 0.0:
        margin = QUANTILE * sqrt(variance / number)
        return elo_of(mean - margin), elo_of(mean + margin)
    wide = QUANTILE**2 / number
    margin = QUANTILE * sqrt(mean * (1.0 - mean) / number + wide / number / 4.0)
    low, high = (mean + wide / 2.0 - margin) / (1.0 + wide), (mean + wide / 2.0 + margin) / (1.0 + wide)
    return elo_of(low if mean > 0.0 else 0.0), elo_of(high if mean < 1.0 else 1.0)  # there the formula is 0 or 1 but for rounding


def superiority_of(pairs: Sequence[float]) -> float:
    """How likely it is that the first player is the stronger one.

    >>> round(superiority_of((1, 24, 42, 25, 8)), 4)
    0.9504
    """
    if not sum(pairs):
        return 0.5
    number, mean, variance = moments(pairs)
    if variance == 0.0:
        return 0.5 if mean == 0.5 else 0.5 ** (number + 1) if mean < 0.5 else 1.0 - 0.5 ** (number + 1)
    return 0.5 * (1.0 + erf((mean - 0.5) / sqrt(2.0 * variance / number)))


def log_likelihood_ratio(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """How much better "elo1" explains the results than "elo0" does; 0 is no difference, above 0 speaks for elo1.

    >>> round(log_likelihood_ratio((13, 37, 50, 25, 3), 0.0, 2.716), 3)
    -0.538
    """
    if not sum(pairs):
        return 0.0
    counts = [count or PRIOR for count in pairs]
    return _fit(counts, score_of(elo1)) - _fit(counts, score_of(elo0))


def _fit(counts: Sequence[float], mean: float) -> float:
    """The log-likelihood of the results under the distribution with this mean that fits them best, up to a constant."""
    tilt = _tilt(counts, mean)
    return -sum(count * log(1.0 + tilt * (score - mean)) for count, score in zip(counts, SCORES, strict=True))


def _tilt(counts: Sequence[float], mean: float) -> float:
    """The x for which p_i = f_i / (1 + x (a_i - mean)) has this mean: the root of a falling function, by Newton's method between bounds."""
    low, high, tilt = -1.0 / (SCORES[-1] - mean), 1.0 / (mean - SCORES[0]), 0.0
    for _ in range(200):
        value = slope = 0.0
        for count, score in zip(counts, SCORES, strict=True):
            ratio = (score - mean) / (1.0 + tilt * (score - mean))
            value += count * ratio
            slope -= count * ratio * ratio
        if value > 0.0:
            low = tilt
        else:
            high = tilt
        following = tilt - value / slope
        if not low < following < high:
            following = 0.5 * (low + high)
        if abs(following - tilt) <= 1e-15 * max(1.0, abs(tilt)):
            break
        tilt = following
    return tilt
