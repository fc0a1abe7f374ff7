"""All equilibria of a game of two players, degenerate games included.

A pair of vertices, one of each player's best-response polytope, is an equilibrium where every label is on at least one of them: a strategy
is unused or a best response. These are the *extreme* equilibria. All others are mixtures of them: let extreme equilibria be the edges of a
graph between the two players' vertices; each maximal set X × Y of vertices that are all joined spans a set conv X × conv Y of equilibria,
and these sets are all there are (Winkels 1979; Avis, Rosenberg, Savani & von Stengel 2010). Sets that touch make one component.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from ..errors import CounterplayError
from .dictionary import packing
from .exact import shown
from .profiles import Equilibrium, Mixed, worded
from .vertices import Labels, exact_vertices, positive

if TYPE_CHECKING:
    from .matrix_game import MatrixGame

MACHINE_FROM: Final = 13
"""With so many strategies in all, machine code is worth loading; smaller games are done before it is."""


@dataclass(frozen=True)
class NashSet:
    """All pairs of a mixture of `rows` and a mixture of `columns`: every one is an equilibrium, and no larger such set contains it."""

    rows: tuple[Mixed, ...]
    columns: tuple[Mixed, ...]
    equilibria: tuple[int, ...]
    """Its corners, as numbers in the list of extreme equilibria."""


@dataclass(frozen=True)
class Component:
    """Equilibria that hang together: one point, or a continuum."""

    sets: tuple[NashSet, ...]
    game: MatrixGame

    @property
    def equilibria(self) -> tuple[int, ...]:
        """The extreme equilibria in it, as numbers in the list."""
        return tuple(sorted({number for each in self.sets for number in each.equilibria}))

    @property
    def isolated(self) -> bool:
        """Whether it is a single equilibrium."""
        return len(self.equilibria) == 1

    def __str__(self) -> str:
        if self.isolated:
            return f"Equilibrium {self.equilibria[0] + 1} stands alone"
        return "A continuum: " + "; and ".join(self._told(each) for each in self.sets)

    def _told(self, each: NashSet) -> str:
        parts = []
        for player, mixtures in enumerate((each.rows, each.columns)):
            names = [worded(mixture, self.game.strategies[player]) for mixture in mixtures]
            if len(names) == 1:
                parts.append(f"{self.game.players[player]} plays {names[0]}")
            else:
                number = {2: "these two", 3: "these three"}.get(len(names), f"these {len(names)}")
                parts.append(f"{self.game.players[player]} any mixture of {number}: ({'), ('.join(names)})")
        return ", ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: fractions as text."""
        return {
            "isolated": self.isolated,
            "equilibria": list(self.equilibria),
            "sets": [
                {
                    "strategies": [[[str(p) for p in mixture] for mixture in side] for side in (each.rows, each.columns)],
                    "equilibria": list(each.equilibria),
                }
                for each in self.sets
            ],
            "text": str(self),
        }


@dataclass(frozen=True)
class Equilibria(Sequence[Equilibrium]):
    """All extreme equilibria, as a list, and the components they span."""

    extreme: tuple[Equilibrium, ...]
    components: tuple[Component, ...]
    game: MatrixGame

    @property
    def pure(self) -> list[Equilibrium]:
        """Those in which nobody mixes."""
        return [each for each in self.extreme if each.pure]

    @property
    def finite(self) -> bool:
        """Whether these are all; otherwise there is a continuum between some of them."""
        return all(component.isolated for component in self.components)

    def __getitem__(self, index: Any) -> Any:
        return self.extreme[index]

    def __len__(self) -> int:
        return len(self.extreme)

    def __str__(self) -> str:
        count = len(self.extreme)
        what = f"{count} equilibri{'um' if count == 1 else 'a'}"
        if not self.finite:
            what = f"{count} extreme equilibria, and a continuum between them"
        lines = [f"{what}; every regret, computed in fractions, is 0"]
        lines += [f"{number + 1}. {each}" for number, each in enumerate(self.extreme)]
        lines += [f"{component}." for component in self.components if not component.isolated]
        return "\n".join(lines)


def all_equilibria(game: MatrixGame, exact: bool = False) -> Equilibria:
    """All equilibria of a two-player game, each with its certificate. `exact` uses whole numbers only, never machine code."""
    pairs = None if exact or sum(game.shape) < MACHINE_FROM else _simple_pairs(game)
    if pairs is None:
        pairs = _whole_pairs(game) if not exact and sum(game.shape) >= MACHINE_FROM else None
    if pairs is None:
        pairs = _exact_pairs(game)
    ordered = sorted(pairs, key=lambda pair: (*(tuple(-p for p in mixture) for mixture in pair),))
    extreme = []
    for pair in ordered:
        found = game.equilibrium(pair)
        if found.regret != 0:
            raise CounterplayError(
                f"An equilibrium did not pass its own check: its regret is {shown(found.regret)}; please report this game."
            )
        extreme.append(found)
    return Equilibria(tuple(extreme), tuple(_components(game, ordered)), game)


def polytopes(game: MatrixGame) -> tuple[tuple[Any, range, range], tuple[Any, range, range]]:
    """Each player's polytope: matrix, labels of the player's own strategies, labels of the replies. Rows are 0 …, columns come after."""
    height, width = game.shape
    rows, columns = range(height), range(height, height + width)
    replies_of_columns = [list(line) for line in zip(*positive(game.matrix(1)), strict=True)]
    return (replies_of_columns, rows, columns), (positive(game.matrix(0)), columns, rows)


def _exact_pairs(game: MatrixGame) -> list[tuple[Mixed, Mixed]]:
    first, second = polytopes(game)
    mine, theirs = exact_vertices(*first), exact_vertices(*second)
    everything = (1 << sum(game.shape)) - 1
    found = []
    for one, other in _complementary(list(mine), list(theirs), everything, game.shape):
        x, y = mine[one], theirs[other]
        if x is not None and y is not None:
            found.append((x, y))
    return found


def _complementary(mine: list[Labels], theirs: list[Labels], everything: Labels, shape: Sequence[int]) -> Iterator[tuple[Labels, Labels]]:
    """Pairs that have every label between them. A vertex that is not degenerate has exactly as many labels as it has dimensions."""
    known = set(theirs)
    more_mine = [labels for labels in mine if labels.bit_count() > shape[0]]
    more_theirs = [labels for labels in theirs if labels.bit_count() > shape[1]]
    for labels in mine:
        needed = everything ^ labels
        if labels.bit_count() == shape[0]:
            if needed in known:
                yield labels, needed
            for other in more_theirs:
                if needed & ~other == 0 and other != needed:
                    yield labels, other
    for labels in more_mine:
        needed = everything ^ labels
        for other in theirs:
            if needed & ~other == 0:
                yield labels, other


def _simple_pairs(game: MatrixGame) -> list[tuple[Mixed, Mixed]] | None:
    """The same by machine code, where both polytopes are certainly simple; only the equilibria are then solved in whole numbers."""
    from .simple_vertices import simple_vertices

    first, second = polytopes(game)
    mine = simple_vertices(*first)
    theirs = None if mine is None else simple_vertices(*second)
    if mine is None or theirs is None:
        return None
    height, width = game.shape
    everything = (1 << (height + width)) - 1
    known, found = set(theirs), []
    for labels in mine:
        other = everything ^ labels
        if other in known and other >> height != (1 << width) - 1:  # at the artificial one, nobody plays anything
            x, y = _solved(labels, *first), _solved(other, *second)
            if x is None or y is None:
                return None
            found.append((x, y))
    return found


def _whole_pairs(game: MatrixGame) -> list[tuple[Mixed, Mixed]] | None:
    """The same by machine code in whole numbers, degenerate or not, where they are short enough."""
    from .whole_vertices import complementary, whole_vertices

    first, second = polytopes(game)
    mine = whole_vertices(*first)
    theirs = None if mine is None else whole_vertices(*second)
    return None if mine is None or theirs is None else list(complementary(mine, theirs, sum(game.shape)))


def _solved(labels: Labels, matrix: Sequence[Sequence[int]], own: range, replies: range) -> Mixed | None:
    """The mixture of the vertex with these labels: the strategies in use make exactly these replies equally good."""
    support = [k for k, name in enumerate(own) if not labels >> name & 1]
    tight = [i for i, name in enumerate(replies) if labels >> name & 1]
    size = len(support)
    system = packing([[matrix[i][k] for k in support] for i in tight], range(size, 2 * size), range(size)).pivot_to(range(size))
    if system is None:
        return None
    numbers = [system.numerator(k) for k in range(size)]
    total, mixture = sum(numbers), [Fraction(0)] * len(own)
    for k, number in zip(support, numbers, strict=True):
        mixture[k] = Fraction(number, total)
    return tuple(mixture) if min(numbers, default=0) > 0 else None


# ── Components ──


def _components(game: MatrixGame, pairs: list[tuple[Mixed, Mixed]]) -> list[Component]:
    row_of, rows = _numbered([x for x, _ in pairs])
    column_of, columns = _numbered([y for _, y in pairs])
    number_of = {place: number for number, place in enumerate(zip(row_of, column_of, strict=True))}
    joined = [0] * len(rows)
    for i, j in number_of:
        joined[i] |= 1 << j
    sets = []
    for some, others in maximal_bicliques(joined, len(columns)):
        inside = tuple(sorted(number_of[i, j] for i in _members(some) for j in _members(others)))
        sets.append(NashSet(tuple(rows[i] for i in _members(some)), tuple(columns[j] for j in _members(others)), inside))
    groups: list[list[NashSet]] = []
    for each in sorted(sets, key=lambda each: each.equilibria):
        touching = [group for group in groups if any(set(each.equilibria) & set(other.equilibria) for other in group)]
        merged = [each for group in touching for each in group] + [each]
        groups = [group for group in groups if group not in touching] + [merged]
    components = [Component(tuple(sorted(group, key=lambda each: each.equilibria)), game) for group in groups]
    return sorted(components, key=lambda component: component.equilibria)


def _numbered(mixtures: list[Mixed]) -> tuple[list[int], list[Mixed]]:
    """The number of each mixture among the different ones, and these. (Pairs of ints: the hash of a long fraction takes its time.)"""
    known: dict[tuple[tuple[int, int], ...], int] = {}
    numbers = [known.setdefault(tuple((p.numerator, p.denominator) for p in mixture), len(known)) for mixture in mixtures]
    different: dict[int, Mixed] = {}
    for number, mixture in zip(numbers, mixtures, strict=True):
        different.setdefault(number, mixture)
    return numbers, list(different.values())


def maximal_bicliques(joined: Sequence[int], width: int) -> list[tuple[int, int]]:
    """All maximal sets of left and right vertices that are all joined, as bits; `joined[i]` are the right neighbours of left vertex i.

    A maximal set of left vertices is closed: it holds every vertex joined to all that its members share. Each is found once, from the
    closed set without its last added vertex (Close-by-One, Kuznetsov 1993).

    >>> maximal_bicliques([0b01, 0b11, 0b10], 2)
    [(3, 1), (2, 3), (6, 2)]
    """
    found = []

    def close(shared: int) -> int:
        return sum(1 << i for i, others in enumerate(joined) if shared & ~others == 0)

    waiting = [(close((1 << width) - 1), (1 << width) - 1, 0)]
    while waiting:
        some, shared, first = waiting.pop()
        if some and shared:
            found.append((some, shared))
        for i in range(len(joined) - 1, first - 1, -1):
            if some >> i & 1 or not shared & joined[i]:
                continue
            larger = close(shared & joined[i])
            if (larger ^ some) & ((1 << i) - 1) == 0:
                waiting.append((larger, shared & joined[i], i + 1))
    return sorted(found, key=lambda pair: _members(pair[0]))


def _members(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]
