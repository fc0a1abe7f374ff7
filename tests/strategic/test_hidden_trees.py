"""Poker and its kin as trees: OpenSpiel's counts of information sets, published values, and memories that agree with what is observed."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from counterplay import CHANCE, load
from counterplay.hidden import Policy, assess, flattened
from counterplay.hidden.policy import information_key
from counterplay.hidden.sequence_form import sequence_form
from counterplay.strategic import ExtensiveForm, classic, load_strategic_game, load_tree

SMALL = [
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "liars_dice(numdice=1,dice_sides=3)",
    "goofspiel(num_cards=3)",
    "matching_pennies(rounds=2)",
    "rock_paper_scissors",
    "blotto(coins=3)",
]


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    """Kuhn (1950): the first player loses 1/18; the second's strategy is unique, the first's a family with 0 ≤ α ≤ 1/3."""
    form = load_tree("kuhn_poker")
    solved = form.solve()
    assert solved.value == Fraction(-1, 18)
    shares = {form.sets[number].name: solved.behaviour.mixtures[number][1] for own in form.own_sets for number in own}
    third = Fraction(1, 3)
    assert {name: shares[name] for name in ("J pass", "J bet", "Q pass", "Q bet", "K pass", "K bet")} == {
        "J pass": third,
        "J bet": 0,
        "Q pass": 0,
        "Q bet": third,
        "K pass": 1,
        "K bet": 1,
    }
    alpha = shares["J"]
    assert 0 <= alpha <= third
    assert [shares["Q"], shares["Q pass bet"], shares["K"]] == [Fraction(0), alpha + third, 3 * alpha]


def test_leduc_poker_in_fractions_and_in_floats() -> None:
    """The published value has ten digits, -0.0856064241. Seeing suits or not changes the tree, but not the value."""
    form = load_tree("leduc_poker")
    solved = form.solve()
    assert solved.behaviour.regret == 0, "which proves it"
    assert solved.value == load_tree("leduc_poker(suit_isomorphism=true)").solve().value
    assert round(float(solved.value), 10) == -0.0856064241
    nearly = form.nearly_solve()
    assert abs(nearly.value - float(solved.value)) < 1e-9
    assert nearly.gap < 1e-9


def test_liars_dice_in_fractions() -> None:
    """Within what OpenSpiel's CFR+ leaves open (below); that they are so simple was not known to us."""
    assert load_tree("liars_dice(dice_sides=3)").solve().value == Fraction(1, 9)
    assert load_tree("liars_dice(dice_sides=4)").solve().value == Fraction(1, 16)


def test_information_sets_are_openspiels(shared_data: Path) -> None:
    """And the values lie within what OpenSpiel's CFR+ leaves open."""
    lines = (shared_data / "poker" / "poker_values.csv").read_text(encoding="utf-8").splitlines()
    seen = 0
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        if row["game"] not in (*SMALL, "liars_dice(numdice=1,dice_sides=4)"):
            continue
        form = load_tree(row["game"])
        assert sum(map(len, form.own_sets)) == int(row["infostates"]), row["game"]
        if len(form.players) == 2:
            assert abs(form.nearly_solve().value - float(row["value_player0"])) <= float(row["nash_conv"]), row["game"]
        seen += 1
    assert seen >= 5


@pytest.mark.parametrize("name", SMALL)
def test_what_is_observed_is_all_that_is_remembered(name: str) -> None:
    """These games show players the whole past, so that forgetting it changes nothing."""
    game = load(name)
    form = ExtensiveForm.from_game(game)
    assert form == ExtensiveForm.from_game(game, memory=False)
    assert form.perfect_recall


def test_games_at_once_are_the_classics() -> None:
    """The rules of a game and the table of the same name are one game."""
    for name in ("matching_pennies", "rock_paper_scissors", "prisoners_dilemma", "battle_of_the_sexes"):
        assert load_tree(name).normal_form().cells == classic(name).cells
        assert load_strategic_game(name) == classic(name)
    assert isinstance(load_strategic_game("prisoners_dilemma(rounds=2)"), ExtensiveForm)


def test_the_repeated_dilemma_unravels() -> None:
    """Played a known number of times, betraying always is the only subgame-perfect equilibrium."""
    found = load_tree("prisoners_dilemma(rounds=2)").subgame_perfect()
    assert found.complete
    assert len(found) == 1
    assert all(mixture == (0, 1) for player in (0, 1) for mixture in found[0].of(player))


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_nobody_exploits_an_exact_equilibrium(name: str) -> None:
    """The other way to hidden information in this project, compiled and in floats, flattens the same tree and finds nothing to gain."""
    game = load(name)
    form = ExtensiveForm.from_game(game)
    solved = form.solve()
    table = {}
    for own in form.own_sets:
        for number in own:
            state = game.initial()
            for _, action in form.moves(form.sets[number].nodes[0]):
                moves = [move for move, _ in game.chances(state)] if game.to_move(state) == CHANCE else list(game.actions(state))
                state = game.result(state, moves[action])
            table[information_key(game, state)] = tuple(map(float, solved.behaviour.mixtures[number]))
    tree = flattened(game)
    sequences, places = sequence_form(tree)
    assessment = assess(sequences, Policy(str(game), table).weights(tree, sequences, places))
    assert abs(assessment.values[0] - float(solved.value)) < 1e-12
    assert assessment.exploitability < 1e-12


def test_one_subgame_perfect_equilibrium_where_the_table_has_too_many() -> None:
    found = ExtensiveForm.from_game(load("kuhn_poker")).subgame_perfect(mixed=True)
    assert len(found) == 1 and not found.complete
    assert found[0].payoffs == (Fraction(-1, 18), Fraction(1, 18)) and max(found[0].regrets) == 0
