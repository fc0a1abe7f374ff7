"""The games that every course begins with, by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from ..errors import UsageError
from .matrix_game import MatrixGame
from .normal_form import NormalForm


def prisoners_dilemma() -> MatrixGame:
    """Two prisoners, questioned apart: years in prison, as losses. Betraying dominates, and both would rather both be silent."""
    return MatrixGame(
        [[(-1, -1), (-3, 0)], [(0, -3), (-2, -2)]],
        players=("Prisoner 1", "Prisoner 2"),
        strategies=(("Silent", "Betray"),) * 2,
        title="Prisoner's dilemma",
    )


def rock_paper_scissors() -> MatrixGame:
    """Rock breaks scissors, scissors cut paper, paper wraps rock."""
    return MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], strategies=(("Rock", "Paper", "Scissors"),) * 2, title="Rock, paper, scissors")


def matching_pennies() -> MatrixGame:
    """The first wins if the two coins show the same, the second if not."""
    return MatrixGame([[1, -1], [-1, 1]], players=("Even", "Odd"), strategies=(("Heads", "Tails"),) * 2, title="Matching pennies")


def battle_of_the_sexes() -> MatrixGame:
    """Both want to meet, each rather at another place."""
    return MatrixGame(
        [[(3, 2), (0, 0)], [(0, 0), (2, 3)]],
        players=("Husband", "Wife"),
        strategies=(("Football", "Opera"),) * 2,
        title="Battle of the sexes",
    )


def chicken() -> MatrixGame:
    """Two cars drive towards each other; who swerves is a chicken, and if nobody does, both crash."""
    return MatrixGame(
        [[(0, 0), (-1, 1)], [(1, -1), (-10, -10)]],
        players=("Driver 1", "Driver 2"),
        strategies=(("Swerve", "Straight"),) * 2,
        title="Chicken",
    )


def stag_hunt() -> MatrixGame:
    """A stag takes two hunters, a hare one."""
    return MatrixGame(
        [[(4, 4), (0, 3)], [(3, 0), (2, 2)]],
        players=("Hunter 1", "Hunter 2"),
        strategies=(("Stag", "Hare"),) * 2,
        title="Stag hunt",
    )


def coordination(size: int = 3) -> MatrixGame:
    """Both get 1 if they choose the same: 2^size - 1 equilibria."""
    _verify("size", size, 1, 12)
    rows = [[int(i == j) for j in range(size)] for i in range(size)]
    return MatrixGame(rows, rows, title=f"Coordination {size} x {size}")


def oneill() -> MatrixGame:
    """O'Neill's card game (1987), built so that its unique solution does not depend on how players like risk."""
    cards = ("Joker", "Ace", "Two", "Three")
    rows = [[1, -1, -1, -1], [-1, -1, 1, 1], [-1, 1, -1, 1], [-1, 1, 1, -1]]
    return MatrixGame(rows, strategies=(cards,) * 2, title="O'Neill's card game")


def morra() -> MatrixGame:
    """Two-finger Morra: show one or two fingers and guess the other's; a right guess alone wins the sum."""
    options = [(show, guess) for show in (1, 2) for guess in (1, 2)]
    rows = []
    for show, guess in options:
        line = []
        for other, their_guess in options:
            mine, theirs = guess == other, their_guess == show
            line.append((show + other) * (int(mine) - int(theirs)))
        rows.append(line)
    names = tuple(f"show {show}, say {guess}" for show, guess in options)
    return MatrixGame(rows, strategies=(names, names), title="Two-finger Morra")


def travellers_dilemma(least: int = 2, most: int = 10, bonus: int = 2) -> MatrixGame:
    """Both get the lower claim, and whoever made it a bonus from the other (Basu 1994)."""
    _verify("least", least, 0, 1000)
    _verify("most", most, least, least + 100)
    claims = range(least, most + 1)
    cells = [[(min(a, b) + bonus * ((a < b) - (a > b)), min(a, b) + bonus * ((b < a) - (b > a))) for b in claims] for a in claims]
    names = tuple(map(str, claims))
    return MatrixGame(cells, players=("Traveller 1", "Traveller 2"), strategies=(names, names), title="Traveller's dilemma")


def blotto(soldiers: int = 4, fields: int = 3) -> MatrixGame:
    """Colonel Blotto: divide soldiers over fields; who has more on a field wins it, and who wins more fields wins."""
    _verify("soldiers", soldiers, 1, 12)
    _verify("fields", fields, 2, 4)
    plans = [plan for plan in product(range(soldiers + 1), repeat=fields) if sum(plan) == soldiers]

    def won(mine: tuple[int, ...], theirs: tuple[int, ...]) -> int:
        balance = sum((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
        return (balance > 0) - (balance < 0)

    names = tuple("-".join(map(str, plan)) for plan in plans)
    return MatrixGame([[won(mine, theirs) for theirs in plans] for mine in plans], strategies=(names, names), title="Colonel Blotto")


def public_goods(players: int = 3) -> NormalForm:
    """Each may give 1; what is given doubles and is shared by all. Keeping dominates, giving would be best for all."""
    _verify("players", players, 2, 8)
    cells = []
    for profile in product((0, 1), repeat=players):
        share = Fraction(2 * profile.count(0), players)
        cells.append(tuple(share - (1 if choice == 0 else 0) for choice in profile))
    return NormalForm.from_cells((2,) * players, cells, strategies=(("Give", "Keep"),) * players, title="Public goods")


CLASSICS: dict[str, Callable[..., NormalForm]] = {
    made.__name__: made
    for made in (
        prisoners_dilemma,
        rock_paper_scissors,
        matching_pennies,
        battle_of_the_sexes,
        chicken,
        stag_hunt,
        coordination,
        oneill,
        morra,
        travellers_dilemma,
        blotto,
        public_goods,
    )
}
"""All of them by name."""


def classic(name: str, **parameters: Any) -> Any:
    """A classic game by its name: a `MatrixGame`, or with more than two players a `NormalForm`.

    >>> classic("chicken").pure_equilibria()
    [(0, 1), (1, 0)]
    """
    if name not in CLASSICS:
        raise UsageError(f"There is no classic game {name[:80]!r}. There are: {', '.join(CLASSICS)}.")
    try:
        return CLASSICS[name](**parameters)
    except TypeError:
        raise UsageError(f"{name} does not take {', '.join(parameters) or 'that'}.") from None


def _verify(name: str, value: Any, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise UsageError(f"{name} is a whole number from {least} to {most}, not {value!r}.")
