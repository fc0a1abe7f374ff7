"""From the rules of a game to its tree: who can tell what apart, exact chance, what bad rules are told."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from counterplay import CHANCE, Game, load
from counterplay.errors import UsageError
from counterplay.strategic import ExtensiveForm, MatrixGame
from counterplay.strategic.exact import recognised


class Moves(NamedTuple):
    """All that has happened."""

    made: tuple[int, ...] = ()


class Line(Game[Moves, int]):
    """Somebody moves, one after another; subclasses say who, and what is seen."""

    order: tuple[int, ...] = (0, 1)
    width = 2

    def initial(self) -> Moves:
        return Moves()

    def to_move(self, state: Moves) -> int:
        return self.order[len(state.made)]

    def actions(self, state: Moves) -> Iterator[int]:
        yield from range(self.width)

    def result(self, state: Moves, action: int) -> Moves:
        return Moves((*state.made, action))

    def is_terminal(self, state: Moves) -> bool:
        return len(state.made) == len(self.order)

    def utility(self, state: Moves, player: int) -> float:
        return 1.0 if (state.made[0] == state.made[-1]) == (player == 0) else -1.0


class Pennies(Line):
    """Both choose at once: the second does not see what the first did."""

    simultaneous = True

    def observation(self, state: Moves, player: int) -> tuple[Any, Any]:
        return state.made[player : player + 1], ()


class Forgetful(Line):
    """One player, who moves twice and sees nothing."""

    order = (0, 0)
    players = 1
    payoff_sum = None

    def observation(self, state: Moves, player: int) -> tuple[Any, Any]:
        return (), len(state.made)


class Glimpse(Line):
    """Chance throws a coin that player 2 sees while player 1 thinks, and not any more when it is player 2's turn."""

    order = (CHANCE, 0, 1)

    def chances(self, state: Moves) -> Iterator[tuple[int, float]]:
        yield 0, 1 / 3
        yield 1, 2 / 3

    def observation(self, state: Moves, player: int) -> tuple[Any, Any]:
        return state.made[0] if player == 1 and len(state.made) == 1 else "nothing", ()


class Unseen(Line):
    """Chance lets player 1 move once or twice, which player 2 cannot notice."""

    def to_move(self, state: Moves) -> int:
        if not state.made:
            return CHANCE
        return 1 if len(state.made) == state.made[0] + 2 else 0

    def chances(self, state: Moves) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield 1, 0.5

    def is_terminal(self, state: Moves) -> bool:
        return bool(state.made) and len(state.made) == state.made[0] + 3

    def observation(self, state: Moves, player: int) -> tuple[Any, Any]:
        return (len(state.made), state.made[0]) if player == 0 and state.made else (), ()


def sizes(form: ExtensiveForm) -> list[list[int]]:
    """For each player how many nodes each information set has."""
    return [[len(form.sets[number].nodes) for number in own] for own in form.own_sets]


def test_simultaneous_moves_are_hidden_sequential_ones() -> None:
    form = ExtensiveForm.from_game(Pennies())
    assert sizes(form) == [[1], [2]]
    assert form.normal_form() == MatrixGame([[1, -1], [-1, 1]], strategies=(("0", "1"),) * 2, title="Pennies")
    solved = form.solve()
    assert solved.value == 0
    assert solved.behaviour.of(0) == solved.behaviour.of(1) == ((Fraction(1, 2), Fraction(1, 2)),)


def test_players_remember_unless_told_otherwise() -> None:
    assert sizes(ExtensiveForm.from_game(Forgetful())) == [[1, 1, 1]]
    forgetful = ExtensiveForm.from_game(Forgetful(), memory=False)
    assert sizes(forgetful) == [[1, 2]]
    assert not forgetful.perfect_recall
    assert "cannot tell whether one's last move was '0' at set 1 or '1' at set 1" in str(forgetful.forgetting[0])


def test_what_was_seen_in_passing_is_remembered() -> None:
    form = ExtensiveForm.from_game(Glimpse())
    assert sizes(form) == [[2], [2, 2]], "player 2 saw the coin, but not the move"
    assert sizes(ExtensiveForm.from_game(Glimpse(), memory=False)) == [[2], [4]]
    assert form.perfect_recall
    assert form.sets[form.nodes[0].set].probabilities == (Fraction(1, 3), Fraction(2, 3))


def test_nobody_notices_how_often_others_move_unseen() -> None:
    assert sizes(ExtensiveForm.from_game(Unseen())) == [[1, 1, 1, 1], [6]]


def test_perfect_information_tells_all_nodes_apart() -> None:
    """The same position by another way is another node: 33 nodes of nim(2,2), though there are only nine positions."""
    form = ExtensiveForm.from_game(load("nim(2,2)"))
    assert form.perfect_information
    assert len(form.subgames) == sum(map(len, form.own_sets)) == len(form.nodes) - len(form.ends)


def test_a_lecture_tree_with_chance() -> None:
    tree = load("tree({'chance': ['1/3', '2/3'], 'children': [[3, 12], {'player': 'min', 'children': [2, 4]}]})")
    form = ExtensiveForm.from_game(tree)
    assert form.players == ("Max", "Min")
    assert form.backward_induction().payoffs == (Fraction(12, 3) + Fraction(4, 3), -Fraction(16, 3))


def test_ends_are_finished_games() -> None:
    """On 2 x 2 with two in a row, the first to place a second stone wins: four, three and two choices."""
    form = ExtensiveForm.from_game(load("tic_tac_toe(rows=2,columns=2,line=2)"))
    assert len(form.ends) == 4 * 3 * 2
    assert form.solve().value == 1


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        (1 / 3, Fraction(1, 3)),
        (0.1, Fraction(1, 10)),
        (1 / 1081, Fraction(1, 1081)),
        (-2 / 7, Fraction(-2, 7)),
        (0.0, Fraction(0)),
        (5, Fraction(5)),
    ],
)
def test_floats_that_stand_for_fractions(value: float, meant: Fraction) -> None:
    assert recognised(value) == meant


class Silent(Line):
    """Says that moves are simultaneous, and hides nothing."""

    simultaneous = True


class Stuck(Line):
    """Has no action."""

    width = 0


class Unequal(Pennies):
    """The second player has other actions in states that look the same."""

    def actions(self, state: Moves) -> Iterator[int]:
        yield from range(1 + (state.made or (1,))[0])


class Careless(Glimpse):
    """Probabilities that do not add up."""

    def chances(self, state: Moves) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield 1, 0.25


class Third(Line):
    """A player who does not exist."""

    order = (0, 2)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Silent(), "has no method observation"),
        (Stuck(), "There is no action in a state that is not terminal"),
        (Unequal(), "Player 2 cannot tell two states apart, but has other actions in them"),
        (Careless(), "Probabilities add up to 0.75, not to 1"),
        (Third(), "to_move says 2"),
    ],
)
def test_bad_rules_get_a_sentence(game: Game[Any, Any], words: str) -> None:
    with pytest.raises(UsageError) as refusal:
        ExtensiveForm.from_game(game)
    assert words in str(refusal.value)
