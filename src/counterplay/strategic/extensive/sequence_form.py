"""Zero-sum games of two players without a table: the sequence form (Romanovskii 1962; Koller, Megiddo & von Stengel 1994).

The unknowns are the first player's realisation plan x, one number for each own move, and for each information set of the second the least
that the first lets them have, q. There are as many as there are moves, while pure strategies grow exponentially:

    maximise q(beginning) where  x(beginning) = 1,  Σ_a x(I, a) = x(move before I)         for each own information set I
                                 q(J) ≤ Σ_x A(x, (J, b)) + Σ q(K), K next after (J, b)     for each move (J, b) of the other

A(x, y) is what chance makes the ends with these last moves worth. With all payoffs made positive, "=" may be "≤" (more is never worse), all
unknowns are at least 0, and all unknowns at 0 is a point to begin with. The dual prices of the moves are the other's realisation plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from ...errors import CounterplayError, UsageError
from ..linear import Optimum, maximise
from .kuhn import behaviour_from_realisation

if TYPE_CHECKING:
    from .behaviour import Behaviour
    from .form import ExtensiveForm

Move = tuple[int, int] | None
"""A player's last move, as information set and action; None: none yet. With perfect recall it says all own moves before it."""


GUESS_FROM: Final = 40
"""Smaller programs are solved in fractions from the start: sooner than SciPy is loaded."""
MOST_UNKNOWNS: Final = 700
"""A larger program, whose optimum floats did not guess, is given up: the simplex method in fractions would take minutes."""


class TooLongInFractions(CounterplayError):
    """A tree is too large to be solved in fractions."""


@dataclass(frozen=True)
class Solved:
    """What the game is worth to the first player, and an equilibrium, whose regret, recomputed on the tree, is 0."""

    value: Fraction
    behaviour: Behaviour


@dataclass(frozen=True)
class SequenceForm:
    """Both players' moves, what comes after which, and what pairs of last moves are worth to the first player."""

    moves: tuple[list[Move], list[Move]]
    sets: tuple[dict[int, Move], dict[int, Move]]
    """For each own information set the last own move before it."""
    worth: dict[tuple[Move, Move], Fraction]


def sequence_form(form: ExtensiveForm) -> SequenceForm:
    """The sequence form of a game of two players with perfect recall.

    >>> from counterplay.strategic.extensive import read_efg
    >>> text = 'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 3 -3 }'
    >>> sequence_form(read_efg(text)).moves
    ([None, (0, 0), (0, 1)], [None])
    """
    if len(form.players) != 2:
        raise UsageError(f"The sequence form here is for two players; this game has {len(form.players)}.")
    for forgotten in form.forgetting:
        if forgotten is not None:
            raise UsageError(f"{forgotten} The sequence form needs it.")
    sets = tuple({number: form.last_moves[form.sets[number].nodes[0]][player] for number in form.own_sets[player]} for player in (0, 1))
    moves = tuple(
        [None, *((number, action) for number in form.own_sets[player] for action in range(len(form.sets[number].actions)))]
        for player in (0, 1)
    )
    worth: dict[tuple[Move, Move], Fraction] = {}
    for end in form.ends:
        mine, theirs = form.last_moves[end]
        worth[mine, theirs] = worth.get((mine, theirs), Fraction(0)) + form.luck[end] * form.gains[end][0]
    return SequenceForm((moves[0], moves[1]), (sets[0], sets[1]), worth)


@dataclass(frozen=True)
class Program:
    """The linear program: maximise the variable `goal` where every row, as coefficients of variables, is at most its bound."""

    mine: dict[Move, int]
    """The variable x of each move of the first player; of the beginning it is the constant 1."""
    goal: int
    size: int
    rows: list[dict[int, Fraction]]
    bounds: list[Fraction]
    theirs: dict[Move, int]
    """The row of each move of the second player."""
    least: Fraction
    span: Fraction
    """From all payoffs the least was taken away, and the rest divided by how far they are apart."""

    def value(self, optimum: Any) -> Any:
        """What the game is worth, from the optimum of the program."""
        return optimum * self.span + self.least


def program(form: ExtensiveForm, sequences: SequenceForm) -> Program:
    """The first player's linear program, as above, payoffs mapped into 0 to 1."""
    mine: dict[Move, int] = {move: k for k, move in enumerate(sequences.moves[0][1:])}
    limits: dict[int | None, int] = {number: len(mine) + k for k, number in enumerate((None, *sequences.sets[1]))}
    payoffs = [form.gains[end][0] for end in form.ends]
    least, span = min(payoffs), max(payoffs) - min(payoffs) or Fraction(1)
    rows: list[dict[int, Fraction]] = []
    bounds: list[Fraction] = []
    for number, before in sequences.sets[0].items():
        row = {mine[number, action]: Fraction(1) for action in range(len(form.sets[number].actions))}
        if before is not None:
            row[mine[before]] = Fraction(-1)
        rows.append(row)
        bounds.append(Fraction(before is None))
    theirs = {move: len(rows) + k for k, move in enumerate(sequences.moves[1])}
    rows += [{limits[None if move is None else move[0]]: Fraction(1)} for move in theirs]
    bounds += [Fraction(0)] * len(theirs)
    for number, before in sequences.sets[1].items():
        rows[theirs[before]][limits[number]] = Fraction(-1)
    chances: dict[tuple[Move, Move], Fraction] = {}
    for end in form.ends:
        one, other = form.last_moves[end]
        chances[one, other] = chances.get((one, other), Fraction(0)) + form.luck[end]
    for (one, other), amount in sequences.worth.items():
        raised = (amount - least * chances[one, other]) / span
        if one is None:
            bounds[theirs[other]] += raised
        elif raised:
            rows[theirs[other]][mine[one]] = -raised
    return Program(mine, limits[None], len(mine) + len(limits), rows, bounds, theirs, least, span)


def solve(form: ExtensiveForm) -> Solved:
    """Value and equilibrium of a zero-sum or constant-sum game of two players, exact."""
    needs_constant_sum(form)
    sequences = sequence_form(form)
    lp = program(form, sequences)
    best = _optimum(lp)
    first = completed(form, sequences, 0, {move: best.point[k] for move, k in lp.mine.items()})
    second = completed(form, sequences, 1, {move: best.prices[k] for move, k in lp.theirs.items()})
    found = behaviour_from_realisation(form, (first, second))
    value = lp.value(best.value)
    if found.regret != 0 or found.payoffs[0] != value:
        raise CounterplayError("The sequence form's answer did not pass its own check; please report this game.")
    return Solved(value, found)


def _optimum(lp: Program) -> Optimum:
    """The exact optimum: as floats guess it, or by the simplex method in fractions."""
    if lp.size >= GUESS_FROM:
        from .guess import guessed

        found = guessed(lp)
        if found is not None:
            return found
    if lp.size > MOST_UNKNOWNS:
        raise TooLongInFractions("This tree is too large for fractions; nearly_solve() answers in floats.")
    matrix = [[row.get(k, Fraction(0)) for k in range(lp.size)] for row in lp.rows]
    return maximise([Fraction(k == lp.goal) for k in range(lp.size)], matrix, lp.bounds)


def needs_constant_sum(form: ExtensiveForm) -> None:
    """Refuse a game without a value."""
    if len(form.players) == 2 and form.constant_sum is None:
        raise UsageError("Only a zero-sum or constant-sum game has a value: these payoffs do not add up to the same at every end.")


def completed(form: ExtensiveForm, sequences: SequenceForm, player: int, realised: Mapping[Move, Any]) -> dict[Move, Any]:
    """A realisation plan from a point of the linear program: what an inequality left over goes to the first action of its set."""
    plan: dict[Move, Any] = {**realised, None: Fraction(1)}
    for number, before in sequences.sets[player].items():
        moves = [(number, action) for action in range(len(form.sets[number].actions))]
        plan[moves[0]] += plan[before] - sum(plan[move] for move in moves)
    return plan
