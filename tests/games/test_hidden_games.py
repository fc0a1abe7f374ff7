"""Games with hidden information: the rules are OpenSpiel's step by step, and nobody sees more than the rules let them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import counterplay as cp

ALL = (
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "leduc_poker(suit_isomorphism=true)",
    "liars_dice",
    "liars_dice(numdice=2,dice_sides=4)",
    "goofspiel",
    "goofspiel(num_cards=5,points_order=ascending,imp_info=true)",
    "goofspiel(num_cards=3,points_order=descending)",
    "phantom_tic_tac_toe",
    "blotto(coins=4,fields=3)",
    "rock_paper_scissors(rounds=3)",
    "prisoners_dilemma(rounds=2)",
    "battle_of_the_sexes",
    "matching_pennies",
)


def theirs(ours: str) -> str:
    if ours.startswith("goofspiel"):
        return f"turn_based_simultaneous_game(game={ours if '(' in ours else ours + '(num_cards=4)'})"
    return ours.replace("phantom_tic_tac_toe", "phantom_ttt")


@pytest.mark.parametrize(
    "ours", [name for name in ALL if name.split("(")[0] in "kuhn_poker leduc_poker liars_dice goofspiel phantom_tic_tac_toe"]
)
def test_random_games_agree_with_openspiel(ours: str) -> None:
    """Movers, actions, chances, ends and returns are equal; and what we call one information set, OpenSpiel calls one."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")
    game, other = cp.load(ours), pyspiel.load_game(theirs(ours))
    rng = random.Random(ours)
    information: dict[Any, str] = {}
    for _ in range(300):
        state, there = game.initial(), other.new_initial_state()
        while not there.is_terminal():
            assert not game.is_terminal(state)
            player = game.to_move(state)
            assert player == there.current_player()
            if player == cp.CHANCE:
                outcomes = dict(game.chances(state))
                assert outcomes == pytest.approx(dict(there.chance_outcomes()))
                action = rng.choice(list(outcomes))
            else:
                assert list(game.actions(state)) == there.legal_actions()
                known = information.setdefault((player, game.observation(state, player)), there.information_state_string(player))
                assert known == there.information_state_string(player)
                action = rng.choice(there.legal_actions())
            state = game.result(state, action)
            there.apply_action(action)
        assert game.is_terminal(state)
        assert [game.utility(state, player) for player in range(game.players)] == there.returns()


@pytest.mark.parametrize("name", ALL)
def test_what_a_player_sees_follows_from_what_the_player_observes(name: str) -> None:
    """Text and picture of `seen` are the same in all states that a player cannot tell apart, be it the player's turn or not."""
    game, rng = cp.load(name), random.Random(name)
    looks: dict[Any, tuple[str, str]] = {}
    for _ in range(150):
        state = game.initial()
        while not game.is_terminal(state):
            for player in range(game.players):
                if game.to_move(state) in (player, cp.CHANCE):
                    continue
                text = game.text(game.seen(state, player))
                assert looks.setdefault((player, "waits", game.observation(state, player)), (text, "")) == (text, "")
            player = game.to_move(state)
            if player == cp.CHANCE:
                state = game.result(state, rng.choice([outcome for outcome, _ in game.chances(state)]))
                continue
            seen = game.seen(state, player)
            look = game.text(seen), game.svg(seen)
            assert looks.setdefault((player, "moves", game.observation(state, player)), look) == look
            assert game.to_move(seen) == player
            assert list(game.actions(seen)) == list(game.actions(state)), "the picture offers what can be played"
            state = game.result(state, rng.choice(list(game.actions(state))))


@pytest.mark.parametrize("name", ALL)
def test_positions_are_read_back(name: str) -> None:
    game, rng = cp.load(name), random.Random(name)
    for _ in range(30):
        state = game.initial()
        while True:
            assert game.parse_state(game.format_state(state)) == state
            if game.is_terminal(state):
                break
            chance = game.to_move(state) == cp.CHANCE
            moves = [outcome for outcome, _ in game.chances(state)] if chance else list(game.actions(state))
            state = game.result(state, rng.choice(moves))


def test_a_bid_of_all_dice_is_true_where_all_show_the_face() -> None:
    game = cp.load("liars_dice(numdice=4)")
    state = game.parse_state("3 3 3 3 3 3 3 3 8x3 liar")
    assert [game.utility(state, player) for player in (0, 1)] == [1.0, -1.0]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("kuhn_poker(players=4)", "give 2 or 3"),
        ("leduc_poker(suit_isomorphism=2)", "true or false"),
        ("liars_dice(numdice=9)", "1 to 4 dice"),
        ("liars_dice(dice_sides=1)", "2 to 6 sides"),
        ("goofspiel(num_cards=1)", "from 2 to 13"),
        ("goofspiel(points_order=up)", "random, descending, ascending"),
        ("goofspiel(imp_info=1)", "true or false"),
        ("blotto(coins=0)", "from 1 to 30"),
        ("blotto(fields=6)", "from 1 to 5"),
        ("blotto(coins=30,fields=5)", "46,376 ways"),
        ("prisoners_dilemma(rounds=0)", "from 1 to 12"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(name: str, complaint: str) -> None:
    with pytest.raises(cp.UsageError, match=complaint):
        cp.load(name)


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("kuhn_poker", "", "start"),
        ("kuhn_poker", "K K", "Move 2"),
        ("kuhn_poker", "K J pass pass bet", "the game is over before it"),
        ("blotto", "3-3", "divide 10 coins among 3 fields"),
        ("blotto", "a-b-c", "is not an order"),
        ("phantom_tic_tac_toe", "d4", "is not a square"),
        ("phantom_tic_tac_toe", "a1 a1 a1", "tried before"),
        ("kuhn_poker", "K " * 2000, "over 1,000 moves"),
    ],
)
def test_positions_that_mean_nothing_are_refused(name: str, text: str, complaint: str) -> None:
    with pytest.raises(cp.UsageError, match=complaint):
        cp.load(name).parse_state(text)


def test_blotto_divides_the_coins_in_every_way() -> None:
    """Ten coins go to three fields in (12 choose 2) ways; one of the two colonels wins what the other loses, as OpenSpiel counts it."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")
    game, matrix = cp.load("blotto"), pyspiel.load_matrix_game("blotto")
    start = game.initial()
    orders = list(game.actions(start))
    assert len(orders) == matrix.num_rows() == 66
    place = {matrix.row_action_name(row).strip("[]").replace(",", "-"): row for row in range(66)}
    for first in orders:
        row = place[game.format_action(start, first)]
        for second in orders[::7]:
            state = game.result(game.result(start, first), second)
            column = place[game.format_action(start, second)]
            assert game.utility(state, 0) == -game.utility(state, 1) == matrix.player_utility(0, row, column)
