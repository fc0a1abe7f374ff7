"""A game in normal form: players who choose at once, a finite set of strategies for each, and what every choice of all is worth to each.

    game = NormalForm(payoffs, players=("Ann", "Bob", "Eve"), strategies=(("left", "right"), …))

`payoffs` is nested one level for each player, with one number for each player inside. All numbers are kept exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final

from ..errors import UsageError
from .exact import exact
from .profiles import Equilibrium, Mixed, mixed_strategy

if TYPE_CHECKING:
    from .correlated import Correlated
    from .dominance import Domination, Elimination
    from .efficiency import Outcome
    from .security import Security

MOST_CELLS: Final = 1_000_000
"""A table with more cells than this is refused: no answer about it would come."""
MOST_PLAYERS: Final = 20

Profile = tuple[int, ...]
"""One pure strategy, by its number, for each player."""


class NormalForm:
    """A game of any number of players who choose their strategies at the same time.

    >>> game = NormalForm([[[1, -1], [-1, 1]], [[-1, 1], [1, -1]]])
    >>> game.shape, game.payoff((0, 1), player=0)
    ((2, 2), Fraction(-1, 1))
    >>> game.pure_equilibria()
    []
    """

    def __init__(
        self,
        payoffs: Any,
        players: Sequence[str] | None = None,
        strategies: Sequence[Sequence[str]] | None = None,
        title: str = "",
        comment: str = "",
    ):
        shape, cells = _read(payoffs)
        self._begin(shape, cells, players, strategies, title, comment)

    def _begin(
        self,
        shape: tuple[int, ...],
        cells: list[tuple[Fraction, ...]],
        players: Sequence[str] | None,
        strategies: Sequence[Sequence[str]] | None,
        title: str,
        comment: str,
    ) -> None:
        self.shape = shape
        """How many strategies each player has."""
        self.cells = cells
        """What each choice of all is worth to each, the last player's strategy changing first."""
        self.players = _names(players, [f"Player {i + 1}" for i in range(len(shape))], "players")
        if strategies is not None and len(strategies) != len(shape):
            raise UsageError(f"There are {len(shape)} players, but strategies are named for {len(strategies)}.")
        self.strategies = tuple(
            _names(None if strategies is None else strategies[i], [str(k + 1) for k in range(size)], f"strategies of {self.players[i]}")
            for i, size in enumerate(shape)
        )
        self.title, self.comment = str(title), str(comment)

    @classmethod
    def from_cells(
        cls,
        shape: Sequence[int],
        cells: Sequence[Sequence[Any]],
        players: Sequence[str] | None = None,
        strategies: Sequence[Sequence[str]] | None = None,
        title: str = "",
        comment: str = "",
    ) -> NormalForm:
        """The game with these payoffs in one list, the last player's strategy changing first. With two players it is a `MatrixGame`."""
        from .matrix_game import MatrixGame

        sizes = verify_shape(shape)
        if len(cells) != prod(sizes):
            raise UsageError(f"{' x '.join(map(str, sizes))} strategies make {prod(sizes)} cells, but {len(cells)} are given.")
        rows = [tuple(exact(value) for value in cell) for cell in cells]
        if any(len(row) != len(sizes) for row in rows):
            raise UsageError(f"Each cell needs {len(sizes)} payoffs, one for each player.")
        game: NormalForm = NormalForm.__new__(MatrixGame if len(sizes) == 2 else NormalForm)
        game._begin(sizes, rows, players, strategies, title, comment)
        return game

    # ── What happens ──
    def profiles(self) -> Iterator[Profile]:
        """Every choice of pure strategies, in the order of `cells`."""
        return product(*map(range, self.shape))

    def index(self, profile: Sequence[int]) -> int:
        """Where a choice of pure strategies stands in `cells`."""
        place = 0
        for size, choice in zip(self.shape, profile, strict=True):
            if not 0 <= choice < size:
                raise UsageError(f"There is no strategy number {choice}: they are numbered from 0 to {size - 1}.")
            place = place * size + choice
        return place

    def payoffs(self, profile: Sequence[int]) -> tuple[Fraction, ...]:
        """What a choice of pure strategies is worth to each player."""
        return self.cells[self.index(profile)]

    def payoff(self, profile: Sequence[int], player: int) -> Fraction:
        """What a choice of pure strategies is worth to one player."""
        return self.payoffs(profile)[player]

    def deviations(self, mixtures: Sequence[Mixed], player: int) -> list[Fraction]:
        """What each pure strategy of a player is worth while the others mix as they do."""
        worth = [Fraction(0)] * self.shape[player]
        supports = [
            [(k, p) for k, p in enumerate(mixture) if p] if i != player else [(k, Fraction(1)) for k in range(self.shape[i])]
            for i, mixture in enumerate(mixtures)
        ]
        for choice in product(*supports):
            weight = Fraction(1)
            for _, probability in choice:
                weight *= probability
            profile = tuple(k for k, _ in choice)
            worth[profile[player]] += weight * self.payoff(profile, player)
        return worth

    def expected(self, mixtures: Sequence[Any]) -> tuple[Fraction, ...]:
        """What mixed strategies, one for each player, are worth to each on average."""
        return self.equilibrium(mixtures).payoffs

    def regrets(self, mixtures: Sequence[Any]) -> tuple[Fraction, ...]:
        """How much each player could gain by changing alone: all 0 in an equilibrium. Computed in fractions."""
        return tuple(most - worth for worth, most in self._worth(self.mixtures(mixtures)))

    def _worth(self, mixed: tuple[Mixed, ...]) -> list[tuple[Fraction, Fraction]]:
        """For each player what the mixtures are worth, and what the best reply to the others would be."""
        found = []
        for player, mixture in enumerate(mixed):
            worth = self.deviations(mixed, player)
            found.append((sum((p * w for p, w in zip(mixture, worth, strict=True) if p), Fraction(0)), max(worth)))
        return found

    def mixtures(self, mixtures: Sequence[Any]) -> tuple[Mixed, ...]:
        """One mixed strategy for each player, verified; a single number stands for a pure strategy."""
        if len(mixtures) != len(self.shape):
            raise UsageError(f"Give one strategy for each of the {len(self.shape)} players, not {len(mixtures)}.")
        return tuple(mixed_strategy(given, size) for given, size in zip(mixtures, self.shape, strict=True))

    def equilibrium(self, mixtures: Sequence[Any]) -> Equilibrium:
        """These strategies with their payoffs and their regret, all exact. Whether they are an equilibrium, the regret says."""
        mixed = self.mixtures(mixtures)
        worth = self._worth(mixed)
        regret = max(most - value for value, most in worth)
        return Equilibrium(mixed, tuple(value for value, _ in worth), regret, self.strategies, self.players)

    # ── Best responses and pure equilibria ──
    @cached_property
    def best_cells(self) -> list[tuple[bool, ...]]:
        """For each cell, whether each player's strategy is a best response there: what tables underline."""
        best: list[dict[Profile, Fraction]] = [{} for _ in self.shape]
        for profile, cell in zip(self.profiles(), self.cells, strict=True):
            for player, worth in enumerate(cell):
                others = profile[:player] + profile[player + 1 :]
                if others not in best[player] or worth > best[player][others]:
                    best[player][others] = worth
        return [
            tuple(worth == best[player][profile[:player] + profile[player + 1 :]] for player, worth in enumerate(cell))
            for profile, cell in zip(self.profiles(), self.cells, strict=True)
        ]

    def best_responses(self, player: int, others: Sequence[Any]) -> list[int]:
        """The pure strategies that are best for a player while the others (one entry for each, in order) play pure or mixed."""
        sizes = [size for i, size in enumerate(self.shape) if i != player]
        if not 0 <= player < len(self.shape) or len(others) != len(sizes):
            raise UsageError(f"Players are numbered from 0 to {len(self.shape) - 1}; give a strategy for each of the others.")
        mixed = [mixed_strategy(given, size) for given, size in zip(others, sizes, strict=True)]
        mixed.insert(player, mixed_strategy(0, self.shape[player]))
        worth = self.deviations(mixed, player)
        return [k for k, value in enumerate(worth) if value == max(worth)]

    def pure_equilibria(self) -> list[Profile]:
        """All choices of pure strategies in which nobody gains by changing alone."""
        return [profile for profile, best in zip(self.profiles(), self.best_cells, strict=True) if all(best)]

    # ── Answers that live in files of their own ──
    def dominated(self, player: int | None = None, *, strict: bool = True, mixed: bool = True) -> list[Domination]:
        """The dominated strategies, each with what dominates it. See `dominance.py`."""
        from .dominance import dominated

        return dominated(self, player, strict=strict, mixed=mixed)

    def dominant(self, player: int, *, strict: bool = True) -> int | None:
        """The strategy that is better than every other whatever the rest do (not strict: never worse, once better), or None."""
        from .dominance import dominant

        return dominant(self, player, strict=strict)

    def eliminate(self, *, strict: bool = True, mixed: bool = True) -> Elimination:
        """Take dominated strategies away, round after round, with every step told."""
        from .dominance import eliminate

        return eliminate(self, strict=strict, mixed=mixed)

    def without(self, removed: Sequence[Sequence[int]]) -> NormalForm:
        """The game that is left when each player gives up these strategies."""
        kept = [[k for k in range(size) if k not in set(gone)] for size, gone in zip(self.shape, removed, strict=True)]
        cells = [self.payoffs(profile) for profile in product(*kept)]
        names = [[self.strategies[i][k] for k in ks] for i, ks in enumerate(kept)]
        return NormalForm.from_cells([len(ks) for ks in kept], cells, self.players, names, self.title)

    def security(self, player: int) -> Security:
        """The mixture that guarantees the most whatever the others do, even together, and how much that is."""
        from .security import security

        return security(self, player)

    def correlated(self, objective: str = "welfare", *, coarse: bool = False) -> Correlated:
        """The (coarse) correlated equilibrium with the most `welfare` (the sum), or `player 2`'s most, or `least welfare`."""
        from .correlated import correlated

        return correlated(self, objective, coarse=coarse)

    def pareto(self) -> list[Profile]:
        """The choices of pure strategies that no other makes better for somebody and worse for nobody."""
        from .efficiency import pareto

        return pareto(self)

    def welfare(self) -> Outcome:
        """The largest sum of payoffs, and where it is."""
        from .efficiency import welfare

        return welfare(self)

    @cached_property
    def constant_sum(self) -> Fraction | None:
        """What all payoffs of every cell add up to, if that is always the same; None otherwise."""
        sums = {sum(cell) for cell in self.cells}
        return Fraction(sums.pop()) if len(sums) == 1 else None

    @property
    def zero_sum(self) -> bool:
        """Whether one's gain is always the others' loss."""
        return self.constant_sum == 0

    @property
    def symmetric(self) -> bool:
        """Whether it does not matter who is who: the same strategies, the same payoffs with players exchanged."""
        from .efficiency import is_symmetric

        return is_symmetric(self)

    def potential(self) -> list[Fraction] | None:
        """One number a cell (as in `cells`) that changes exactly as the payoff of whoever changes does; None if there is none."""
        from .efficiency import potential

        return potential(self)

    def nash(self, **settings: Any) -> Any:
        """The equilibria, with exact certificates: for two players all of them (`Equilibria`), else as `many_players.py` says."""
        from .many_players import many_player_equilibria

        if len(self.shape) == 2:
            two = NormalForm.from_cells(self.shape, self.cells, self.players, self.strategies, self.title, self.comment)
            return two.nash(**settings)
        return many_player_equilibria(self, **settings)

    # ── For people ──
    def text(self) -> str:
        """The table as text: best responses underlined, equilibria in brackets."""
        from .table import text_table

        return text_table(self)

    def svg(self) -> str:
        """The table as a picture: best responses underlined, equilibria boxed."""
        from .table import svg_table

        return svg_table(self)

    def _repr_html_(self) -> str:
        from .table import html_table

        return html_table(self)

    def nfg(self, outcomes: bool = False) -> str:
        """The game as a `.nfg` file of Gambit's."""
        from .gambit import write_nfg

        return write_nfg(self, outcomes=outcomes)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<{type(self).__name__}{title} {' x '.join(map(str, self.shape))}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NormalForm) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.shape, tuple(self.cells)))

    def _identity(self) -> tuple[Any, ...]:
        return self.shape, self.cells, self.players, self.strategies, self.title, self.comment


def verify_shape(shape: Sequence[int]) -> tuple[int, ...]:
    """The numbers of strategies, if a game can have them."""
    sizes = tuple(shape)
    if not sizes:
        raise UsageError("A game needs at least one player.")
    if len(sizes) > MOST_PLAYERS:
        raise UsageError(f"This game has {len(sizes)} players; {MOST_PLAYERS} is the most.")
    if min(sizes) < 1:
        raise UsageError("Every player needs at least one strategy.")
    if prod(sizes) > MOST_CELLS:
        raise UsageError(f"A table of {' x '.join(f'{size:,}' for size in sizes)} cells is too large: {MOST_CELLS:,} cells is the most.")
    return sizes


def _read(payoffs: Any) -> tuple[tuple[int, ...], list[tuple[Fraction, ...]]]:
    """Nested lists (or an array), one level a player and one inside for the payoffs, as shape and cells."""
    sizes: list[int] = []
    level = payoffs
    while hasattr(level, "__len__") and not isinstance(level, str) and getattr(level, "ndim", 1) > 0:
        if len(level) == 0:
            raise UsageError("Every player needs at least one strategy: the table has an empty row.")
        sizes.append(len(level))
        level = level[0]
    if len(sizes) < 2 or sizes[-1] != len(sizes) - 1:
        raise UsageError(
            "Payoffs are nested lists, one level for each player, with one number for each player inside: "
            "[[[3, 3], [0, 5]], [[5, 0], [1, 1]]] is a game of two. For one matrix or two, use MatrixGame."
        )
    shape = verify_shape(sizes[:-1])
    cells = []
    for profile in product(*map(range, shape)):
        cell = payoffs
        for depth, k in enumerate(profile):
            cell = cell[k]
            if not hasattr(cell, "__len__") or len(cell) != sizes[depth + 1]:
                raise UsageError(f"The table is ragged: {_place(profile[: depth + 1])} has not {sizes[depth + 1]} entries like the first.")
        cells.append(tuple(exact(value, f"The payoff of player {i + 1} at {_place(profile)}") for i, value in enumerate(cell)))
    return shape, cells


def _place(profile: Sequence[int]) -> str:
    words = ("row", "column")
    return ", ".join(f"{words[i] if i < 2 else f'strategy of player {i + 1}'} {k + 1}" for i, k in enumerate(profile))


def _names(given: Sequence[str] | None, usual: list[str], what: str) -> tuple[str, ...]:
    if given is None:
        return tuple(usual)
    if isinstance(given, str) or len(given) != len(usual):
        raise UsageError(f"The {what} need {len(usual)} names, but {given!r} is given.")
    return tuple(str(name) for name in given)
