"""OpenSpiel plays the same games with chance: random games, step by step, with equal movers, actions, probabilities, ends and returns.

Every difference is named here, with its reason.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tests.long_runs import games

import counterplay as cp

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the comparison with its rules did not run")


def same_chances(game: cp.Game[Any, Any], state: Any, there: Any) -> list[int]:
    """The outcomes, after verifying that both have them with the same probabilities."""
    ours, theirs = dict(game.chances(state)), dict(there.chance_outcomes())
    assert ours.keys() == theirs.keys()
    assert all(abs(ours[outcome] - theirs[outcome]) < 1e-12 for outcome in ours)
    return list(ours)


def test_pig() -> None:
    game, other = cp.load("pig"), pyspiel.load_game("pig(horizon=100000)")
    rng = random.Random("pig")
    for _ in range(games(300)):
        state, there = game.initial(), other.new_initial_state()
        while not there.is_terminal():
            assert not game.is_terminal(state)
            assert game.to_move(state) == there.current_player()
            if there.is_chance_node():
                action = rng.choice(same_chances(game, state, there))
            else:
                actions = list(game.actions(state))
                assert there.legal_actions() == actions
                action = rng.choice(actions) if rng.random() < 0.3 else actions[0]
            state = game.result(state, action)
            there.apply_action(action)
        assert game.is_terminal(state)
        assert [game.utility(state, player) for player in (0, 1)] == there.returns()


def slid(line: list[int]) -> tuple[list[int], int]:
    """One line of 2048 pushed to the left, and the points: as plainly as possible."""
    tiles, made, points = [tile for tile in line if tile], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            points += tile
        made.append(tile)
    return made + [0] * (4 - len(made)), points


def pushed(rows: list[list[int]], direction: int) -> tuple[list[list[int]], int]:
    """A whole board pushed up, right, down or left."""
    lines = [list(line) for line in zip(*rows, strict=True)] if direction % 2 == 0 else rows
    lines = [line[::-1] for line in lines] if direction in (1, 2) else lines
    done = [slid(line) for line in lines]
    lines = [line[::-1] if direction in (1, 2) else line for line, _ in done]
    return ([list(line) for line in zip(*lines, strict=True)] if direction % 2 == 0 else lines), sum(points for _, points in done)


def test_2048() -> None:
    """One difference: OpenSpiel 2.0 still takes a tile made by the last move for one that cannot be merged when it lists actions.

    (Its `DoesActionChangeBoard` reads `is_merged` before the next move resets it.) It then leaves out a move that the game has; the
    plain rules above decide.
    """
    game: Any = cp.load("twenty_forty_eight(max_tile=2048)")
    other = pyspiel.load_game("2048")
    rng = random.Random("2048")
    for _ in range(games(60)):
        state, there, merged = game.initial(), other.new_initial_state(), False
        while not there.is_terminal():
            assert not game.is_terminal(state)
            assert game.to_move(state) == there.current_player()
            rows = [list(map(int, row.split())) for row in str(there).splitlines()]
            assert game.values(state) == rows
            if there.is_chance_node():
                action = rng.choice(same_chances(game, state, there))
            else:
                actions = list(game.actions(state))
                after = {direction: pushed(rows, direction) for direction in range(4)}
                assert actions == [direction for direction in range(4) if after[direction][0] != rows]
                theirs = there.legal_actions()
                assert theirs == actions or (merged and set(theirs) < set(actions))
                action = rng.choice(actions)
                merged = after[action][1] > 0
                assert game.result(state, action).score == state.score + after[action][1]
            state = game.result(state, action)
            there.apply_action(action)
        assert game.is_terminal(state)
        assert game.utility(state, 0) == there.returns()[0]


def checkers(there: Any) -> tuple[int, int]:
    """OpenSpiel's board as our two sets of checkers: its player 1, O, moves down as our first player does."""
    shown = str(there)
    bar = next(line for line in shown.splitlines() if line.startswith("Bar:"))
    x_off, o_off = (int(number) for number in re.findall(r"\d+", shown.splitlines()[-1]))
    first = sum(there.board(1, point) << 4 * (point + 1) for point in range(24)) + (bar.count("o") << 100) + o_off
    second = sum(there.board(0, point) << 4 * (point + 1) for point in range(24)) + bar.count("x") + (x_off << 100)
    return first, second


def whole_turns(there: Any, dice: tuple[int, int]) -> set[tuple[int, int]]:
    """The boards that a turn may end with: OpenSpiel plays a double as two actions of two steps each."""
    found = set()
    for action in there.legal_actions():
        child = there.child(action)
        again = dice[0] == dice[1] and not child.is_terminal() and child.current_player() == there.current_player()
        found |= {checkers(child.child(one)) for one in child.legal_actions()} if again else {checkers(child)}
    return found


def rolled(there: Any) -> tuple[int, int, int]:
    """Whose turn it is, as we count players, and the dice, the higher one first."""
    dice = re.search(r"Dice: (\d)(\d)", str(there))
    assert dice
    return 1 - there.current_player(), max(map(int, dice.groups())), min(map(int, dice.groups()))


def test_backgammon() -> None:
    """Legal plays as the positions they lead to (OpenSpiel lists some twice), rolls, who begins, gammons and backgammons.

    Two differences by rule: a turn without a legal play passes at once (OpenSpiel has an action for that), and a double is one play.
    """
    whole: Any = cp.load("backgammon")
    single: Any = cp.load("backgammon(steps=true)")
    other = pyspiel.load_game("backgammon(scoring_type=full_scoring,max_player_turns=100000)")
    rng = random.Random("backgammon")
    for number in range(games(25)):
        state, there = whole.initial(), other.new_initial_state()
        while not there.is_terminal():
            assert not whole.is_terminal(state)
            assert (state.first, state.second) == checkers(there)
            chances = there.chance_outcomes()
            before, begins, together = state, state.turn == 2, dict[int, float]()
            for roll, probability in chances:  # 36 ordered rolls are 21
                turn, high, low = rolled(there.child(roll))
                name = 8 * high + low + (64 * turn if begins else 0)
                together[name] = together.get(name, 0.0) + probability
            assert together == pytest.approx(dict(whole.chances(state)), abs=1e-12)
            there.apply_action(rng.choices(*zip(*chances, strict=True))[0])
            turn, high, low = rolled(there)
            outcome = 8 * high + low + (64 * turn if begins else 0)
            assert outcome in dict(whole.chances(before)) and (begins or before.turn == turn)
            state = whole.result(before, outcome)
            stepwise = single.result(before, outcome)
            if state.high == 0:  # nothing can be played
                assert {checkers(there.child(action)) for action in there.legal_actions()} == {(state.first, state.second)}
                assert (state.turn, stepwise) == (1 - turn, state)
            else:
                plays = {(after.first, after.second): action for action in whole.actions(state) for after in [whole.result(state, action)]}
                assert len(plays) == whole.count(state)
                if high != low or number % 5 == 0:
                    assert set(plays) == whole_turns(there, (high, low))
                    assert set(plays) == ends_of_turn(single, stepwise, turn, {})
            mover = there.current_player()
            while not there.is_terminal() and there.current_player() == mover:
                there.apply_action(rng.choice(there.legal_actions()))
            if state.high:
                state = whole.result(state, plays[checkers(there)])
        assert whole.is_terminal(state)
        assert [whole.utility(state, 1), whole.utility(state, 0)] == there.returns()


def ends_of_turn(game: Any, state: Any, turn: int, known: dict[Any, set[tuple[int, int]]]) -> set[tuple[int, int]]:
    """The boards that a turn may end with, one checker at a time."""
    if state.high == 0 or state.turn != turn:
        return {(state.first, state.second)}
    if state not in known:
        known[state] = set().union(*(ends_of_turn(game, game.result(state, action), turn, known) for action in game.actions(state)))
    return known[state]
