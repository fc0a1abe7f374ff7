"""All solutions of a support's equations, by cutting boxes: none is overlooked where it says so.

Given which strategies are in use, all of them must be worth the same: equations that are linear in each player's mixture. A box of mixtures
is thrown away where a bound shows that it holds no solution; Krawczyk's operator K (1969) shows where it holds exactly one: if K(X) lies
inside X, there is one, and it is unique; solutions in X lie in K(X). Otherwise the box is halved. Boxes that stay unclear at the least size
are counted: a continuum, or a solution where the equations depend on each other.

Bounds are those of a linear function on the part of a simplex in a box: the least weights, then the rest to the best (a knapsack).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

import numpy as np

LEAST: Final = 1 / 64
"""Boxes are not cut smaller than this."""
BEYOND: Final = 1 / 128
"""Boxes reach a little beyond 0 and 1, so that no solution lies on their rim."""
ROUNDING: Final = 1e-9
"""Bounds are loosened by this, far more than rounding can amount to."""

Array = Any


@dataclass
class Solutions:
    """Mixtures (one array a player, over the strategies in use) and how many boxes stayed unclear."""

    points: list[list[Array]] = field(default_factory=list)
    unclear: int = 0
    boxes: int = 0


class Indifference:
    """The equations and inequalities of one choice of supports. `payoffs[i]` is player i's payoff, an array over all strategies."""

    def __init__(self, payoffs: list[Array], supports: tuple[tuple[int, ...], ...]):
        self.sizes = [len(support) for support in supports]
        self.players = range(len(supports))
        self.free = sum(size - 1 for size in self.sizes)
        self.gains: list[Array] = []
        for i in self.players:
            table = payoffs[i]
            for j in self.players:
                if j != i:
                    table = np.take(table, supports[j], axis=j)
            table = np.moveaxis(table, i, 0)
            order = [*supports[i][1:], *(k for k in range(table.shape[0]) if k not in supports[i])]
            self.gains.append(table[order] - table[supports[i][0]])

    def solve(self, most: int) -> Solutions:
        """All solutions, at most `most` boxes looked at."""
        found = Solutions()
        waiting = [(np.full(self.free, -BEYOND), np.full(self.free, 1 + BEYOND))]
        while waiting:
            if found.boxes >= most:
                found.unclear += len(waiting)
                return found
            low, high = waiting.pop()
            found.boxes += 1
            verdict, low, high = self.examine(low, high)
            if verdict == "one":
                self.keep(found, (low + high) / 2)
            elif verdict == "unclear":
                widths = high - low
                widest = int(np.argmax(widths))
                if widths[widest] < LEAST:
                    found.unclear += 1
                    continue
                # Not in the very middle, where solutions like to be: one on the cut belongs to both halves, and neither would be sure.
                middle = low[widest] + 0.47 * widths[widest]
                for side in (0, 1):
                    new_low, new_high = low.copy(), high.copy()
                    (new_high if side == 0 else new_low)[widest] = middle
                    waiting.append((new_low, new_high))
        return found

    def seek(self, found: Solutions) -> None:
        """Newton's method from a few points, for a support where boxes stayed unclear: what it finds is there, though not proved alone."""
        random = np.random.default_rng(1)
        for attempt in range(10):
            starts = [np.ones(size) if attempt == 0 else random.exponential(size=size) for size in self.sizes]
            free = np.concatenate([start[:-1] / start.sum() for start in starts])
            for _ in range(30):
                slope = self.slopes([(p, p) for p in self.point(free)])[0]
                free = free - np.linalg.lstsq(slope, self.values(self.point(free)), rcond=None)[0]
            if np.isfinite(free).all() and np.abs(self.values(self.point(free))).max() < 1e-13:
                self.keep(found, free)

    def examine(self, low: Array, high: Array) -> tuple[str, Array, Array]:
        """Whether a box holds "none", exactly "one", or is "unclear"; and the box, perhaps shrunk."""
        for _ in range(20):
            bounds = self.mixtures(low, high)
            if bounds is None or not self.possible(bounds):
                return "none", low, high
            middle = (low + high) / 2
            point = self.point(middle)
            slope = self.slopes([(p, p) for p in point])[0]
            try:
                inverse = np.linalg.inv(slope)
            except np.linalg.LinAlgError:
                return "unclear", low, high
            if not np.isfinite(inverse).all():
                return "unclear", low, high
            least, most = self.slopes(bounds)
            spread = np.abs(np.eye(self.free) - inverse @ ((least + most) / 2)) + np.abs(inverse) @ ((most - least) / 2)
            radius = spread @ ((high - low) / 2) + ROUNDING * 1e-3
            centre = middle - inverse @ self.values(point)
            new_low, new_high = np.maximum(low, centre - radius), np.minimum(high, centre + radius)
            if (new_low > new_high).any():
                return "none", low, high
            if (centre - radius > low).all() and (centre + radius < high).all():
                for _ in range(8):
                    slope = self.slopes([(p, p) for p in self.point(centre)])[0]
                    centre = centre - np.linalg.solve(slope, self.values(self.point(centre)))
                return "one", centre, centre
            shrunk = ((new_high - new_low) < 0.7 * (high - low)).any()
            low, high = new_low, new_high
            if not shrunk:
                break
        return "unclear", low, high

    def mixtures(self, low: Array, high: Array) -> list[tuple[Array, Array]] | None:
        """The bounds of all probabilities, the last of each player included; None where they cannot add up to 1."""
        found, place = [], 0
        for size in self.sizes:
            lows, highs = low[place : place + size - 1], high[place : place + size - 1]
            last_low, last_high = max(-BEYOND, 1 - highs.sum()), min(1 + BEYOND, 1 - lows.sum())
            if last_low > last_high:
                return None
            found.append((np.append(lows, last_low), np.append(highs, last_high)))
            place += size - 1
        return found

    def point(self, free: Array) -> list[Array]:
        """The mixtures with these free probabilities."""
        found, place = [], 0
        for size in self.sizes:
            part = free[place : place + size - 1]
            found.append(np.append(part, 1 - part.sum()))
            place += size - 1
        return found

    def values(self, point: list[Array]) -> Array:
        """How much the other strategies in use gain over the first, at a point: 0 at a solution."""
        bounds = [(p, p) for p in point]
        return np.concatenate([self.contracted(i, bounds)[0][: self.sizes[i] - 1] for i in self.players])

    def possible(self, bounds: list[tuple[Array, Array]]) -> bool:
        """Whether, as far as bounds tell, all strategies in use can be worth the same, and no other more."""
        for i in self.players:
            least, most = self.contracted(i, bounds)
            used = self.sizes[i] - 1
            if (least > ROUNDING).any() or (most[:used] < -ROUNDING).any():
                return False
        return True

    def slopes(self, bounds: list[tuple[Array, Array]]) -> tuple[Array, Array]:
        """Bounds of the derivatives of `values` by the free probabilities."""
        least, most = np.zeros((self.free, self.free)), np.zeros((self.free, self.free))
        row = 0
        for i in self.players:
            column = 0
            for j in self.players:
                if j != i:
                    low, high = self.contracted(i, bounds, but=j)
                    rows, columns = slice(row, row + self.sizes[i] - 1), slice(column, column + self.sizes[j] - 1)
                    least[rows, columns], most[rows, columns] = low, high
                column += self.sizes[j] - 1
            row += self.sizes[i] - 1
        return least, most

    def contracted(self, player: int, bounds: list[tuple[Array, Array]], but: int | None = None) -> tuple[Array, Array]:
        """The gains of a player averaged over the others' mixtures; with `but`, differentiated by that player's free probabilities."""
        gains = self.gains[player] if but is None else self.gains[player][: self.sizes[player] - 1]
        others = [j for j in self.players if j != player]
        if but is not None:
            axis = 1 + others.index(but)
            gains = np.moveaxis(gains, axis, 1)
            gains = gains[:, :-1] - gains[:, -1:]
            others = [j for j in others if j != but]
        low = high = gains
        for j in reversed(others):
            least, most = bounds[j]
            low, high = _least(low, least, most), -_least(-high, least, most)
        return low, high

    def keep(self, found: Solutions, free: Array) -> None:
        """Take a solution unless it is known, or no mixture."""
        point = self.point(free)
        if min(p.min() for p in point) < -1e-9:
            return
        if not any(all(np.allclose(a, b, atol=1e-7) for a, b in zip(point, other, strict=True)) for other in found.points):
            found.points.append([np.maximum(p, 0.0) for p in point])


def _least(table: Array, low: Array, high: Array) -> Array:
    """The least of Σ_k table[…, k] p_k where low ≤ p ≤ high and Σ p = 1: the rest goes to the smallest entries first."""
    if (low == high).all():
        return table @ low
    order = np.argsort(table, axis=-1)
    room = (high - low)[order]
    before = np.cumsum(room, axis=-1) - room
    given = np.clip((1 - low.sum()) - before, 0.0, room)
    return (np.take_along_axis(table, order, axis=-1) * (low[order] + given)).sum(axis=-1)


def supports(sizes: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
    """Every choice of strategies in use in which at least three players mix, small ones first."""
    each = [[tuple(k for k in range(size) if bits >> k & 1) for bits in range(1, 1 << size)] for size in sizes]
    chosen = [some for some in product(*each) if sum(len(support) > 1 for support in some) >= 3]
    return sorted(chosen, key=lambda some: (sum(map(len, some)), some))
