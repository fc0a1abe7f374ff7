"""How a match stands: what was won, what that says about the players, and whether the stop rule has spoken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from .rating import elo_of, interval_of, moments, superiority_of
from .sprt import Sprt


@dataclass(frozen=True)
class Standing:
    """The results of a match so far; every number is the first player's.

    >>> standing = Standing.of({1: 1.0, 2: 0.5, 3: 1.0, 4: 0.0}, players=("mcts", "random"))
    >>> standing.wins, standing.draws, standing.losses, standing.pairs
    (2, 1, 1, (0, 0, 1, 1, 0))
    >>> print(standing)
    mcts against random: 2 won, 1 drawn, 1 lost (62.5 %), Elo +88.7 [-33.6, +238.9], stronger with 92.1 %
    """

    players: tuple[str, str]
    games: int
    """How many games count: all that have ended, or, where a stop rule has spoken, those up to the pair at which it did."""
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """How many pairs of games gave the first player 0, 1/2, 1, 3/2 and 2 points. A pair counts when both its games have ended."""
    sprt: Sprt | None = None
    decision: str | None = None
    """`elo0` or `elo1` once the stop rule has accepted one of them."""
    failures: tuple[int, int] = (0, 0)
    """How many games each player lost by an error, an illegal move or its clock."""
    failure: str = ""
    """The first of these reasons."""

    @classmethod
    def of(cls, scores: Mapping[int, float], players: tuple[str, str], sprt: Sprt | None = None) -> Standing:
        """The standing after games with these numbers (from 1; 1 and 2 are a pair) and scores of the first player."""
        tally = Tally(players, sprt)
        for number, score in scores.items():
            tally.add(number, score)
        return tally.standing()

    @property
    def score(self) -> float:
        """The share of points, 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> float:
        """The difference in Elo: infinite where everything was won or lost."""
        return elo_of(moments(self.pairs)[1]) if sum(self.pairs) else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the difference lies with a probability of 95 %."""
        return interval_of(self.pairs)

    @property
    def superiority(self) -> float:
        """How likely it is that the first player is the stronger one."""
        return superiority_of(self.pairs)

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the stop rule, if there is one."""
        return None if self.sprt is None else self.sprt.ratio(self.pairs)

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "players": list(self.players),
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": list(self.pairs),
            "score": self.score,
            "elo": self.elo,
            "interval": list(self.interval),
            "superiority": self.superiority,
            "sprt": None
            if self.sprt is None
            else {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "alpha": self.sprt.alpha,
                "beta": self.sprt.beta,
                "llr": self.llr,
                "bounds": list(self.sprt.bounds),
                "decision": self.decision,
            },
            "failures": list(self.failures),
            "failure": self.failure or None,
        }

    def rating(self) -> str:
        """The difference in Elo with its interval, in a few characters."""
        low, high = self.interval
        if not sum(self.pairs) or (low, high) == (-inf, inf):
            return "Elo not known yet"
        if not isfinite(self.elo):  # whoever has won everything may be better by any number
            return f"Elo at least {_signed(low)} (every pair won)" if self.elo > 0 else f"Elo at most {_signed(high)} (every pair lost)"
        return f"Elo {_signed(self.elo)} [{_signed(low)}, {_signed(high)}]"

    def test(self) -> str:
        """What the stop rule says, in a few characters."""
        if self.sprt is None:
            return ""
        low, high = self.sprt.bounds
        said = {None: "no decision yet", "elo0": f"elo0={self.sprt.elo0:g} accepted", "elo1": f"elo1={self.sprt.elo1:g} accepted"}
        return f"LLR {self.llr:.2f} ({low:.2f}, {high:.2f}) [{self.sprt.elo0:g}, {self.sprt.elo1:g}]: {said[self.decision]}"

    def __str__(self) -> str:
        first, second = self.players
        parts = [
            f"{first} against {second}: {self.wins} won, {self.draws} drawn, {self.losses} lost ({self.score:.1%})".replace("%", " %"),
            self.rating(),
            f"stronger with {100 * self.superiority:.1f} %",
            self.test(),
        ]
        return ", ".join(part for part in parts if part)


class Tally:
    """Counts games as they end, in whatever order.

    The stop rule looks at the pairs in the order of their numbers, not in that in which they ended: so it decides the same whatever the
    number of workers, and games that end quickly have no more weight than others. Games beyond the deciding pair do not count.
    """

    def __init__(self, players: tuple[str, str], sprt: Sprt | None = None):
        self.players, self.sprt = players, sprt
        self.decision: str | None = None
        self._scores: dict[int, float] = {}
        self._counts = {1.0: 0, 0.5: 0, 0.0: 0}
        self._failures: dict[int, tuple[int, str]] = {}
        self._pairs = [0, 0, 0, 0, 0]
        self._in_order = [0, 0, 0, 0, 0]
        self._next = 1

    def __contains__(self, number: int) -> bool:
        return number in self._scores

    def __len__(self) -> int:
        return len(self._scores)

    def add(self, number: int, score: float, failed: int | None = None, reason: str = "") -> None:
        """A game has ended with this score for the first player; `failed` is the player who lost it otherwise than by the rules."""
        self._scores[number] = score
        self._counts[score] += 1
        if failed is not None:
            self._failures[number] = failed, reason
        partner = number + 1 if number % 2 else number - 1
        if partner in self._scores:
            self._pairs[self._points(number, partner)] += 1
        while self.sprt is not None and self.decision is None and self._next in self._scores and self._next + 1 in self._scores:
            self._in_order[self._points(self._next, self._next + 1)] += 1
            self.decision = self.sprt.decision(self._in_order)
            self._next += 2

    def _points(self, number: int, partner: int) -> int:
        """What a pair gave the first player, in half points."""
        return round(2 * (self._scores[number] + self._scores[partner]))

    def standing(self) -> Standing:
        """What the games that count add up to."""
        counts, pairs, failures = self._counts, self._pairs, self._failures
        if self.decision is not None:
            values = [self._scores[number] for number in range(1, self._next)]
            counts, pairs = {score: values.count(score) for score in counts}, self._in_order
            failures = {number: failure for number, failure in failures.items() if number < self._next}
        losers = [loser for loser, _ in failures.values()]
        low, less, even, more, high = pairs
        return Standing(
            players=self.players,
            games=sum(counts.values()),
            wins=counts[1.0],
            draws=counts[0.5],
            losses=counts[0.0],
            pairs=(low, less, even, more, high),
            sprt=self.sprt,
            decision=self.decision,
            failures=(losers.count(0), losers.count(1)),
            failure=failures[min(failures)][1] if failures else "",
        )


def _signed(elo: float) -> str:
    return f"{elo:+.1f}" if isfinite(elo) else "no limit"
