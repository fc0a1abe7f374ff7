"""Playing in the terminal, through pipes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from counterplay import UsageError, load
from counterplay.cli.play import sides
from counterplay.players import LEVELS, LevelPlayer, SearchPlayer, level, player
from counterplay.search.best import algorithm_for

from .conftest import Run


def test_a_whole_game_with_everything_people_say(cli: Run, countdown: str) -> None:
    done = cli("play", countdown, "--level", "full", stdin="help\nmoves\nhint\nvalue\n3\nnonsense\n1\nundo\n1\nposition\nquit\n")
    assert done.code == 0, done.err
    assert done.err == ""
    assert "Player 1: you" in done.out
    assert "Moves: 1, 2" in done.out
    assert "Hint: 1" in done.out
    assert "Worth exactly 1 to Player 1." in done.out
    assert "'3' is not a move here" in done.out
    assert "'nonsense' is not a move here" in done.out
    assert done.out.count("Player 2 plays") == 2
    assert "To come back: counterplay play mygame.py:Countdown --position 'Pile(left=" in done.out


def test_perfect_play_wins_and_the_record_says_so(cli: Run, countdown: str) -> None:
    record = cli("play", countdown, "--side", "none", "--level", "full", "--json").json
    assert record["over"] is True
    assert record["payoffs"] == [1, -1]
    assert sum(map(int, record["moves"])) == 7
    assert record["players"] == ["full", "full"]


def test_end_of_input_ends_the_game_politely(cli: Run) -> None:
    done = cli("play", "tic_tac_toe", "--level", "1", "--seed", "1")
    assert done.code == 0
    assert "No more input." in done.out
    assert done.err == ""


def test_either_side_both_sides_and_opponents_by_name(cli: Run, countdown: str) -> None:
    second = cli("play", countdown, "--side", "1", "--opponent", "alphabeta:depth=9", "--json")
    assert second.json["moves"] == ["1"]
    both = cli("play", countdown, "--side", "both", stdin="2\n2\n2\n1\nquit\n")
    assert "Player 1 wins." not in both.out
    assert "Player 2 wins." in both.out
    again = cli("play", countdown, "--side", "both", stdin="2\n2\n2\n1\nnew\nquit\n")
    assert again.out.count("Pile(left=7, turn=0)") == 2


def test_an_end_is_called_by_its_name(cli: Run) -> None:
    assert "Black wins: checkmate." in cli("play", "chess", "--side", "both", stdin="f3\ne5\ng4\nQh4#\nquit\n").out


def test_the_same_seed_plays_the_same_game(cli: Run) -> None:
    words = ("play", "tic_tac_toe", "--side", "none", "--level", "1", "--seed", "3", "--json")
    assert cli(*words).json == cli(*words).json


def test_chance_is_rolled_and_announced(cli: Run) -> None:
    tree = "tree({'chance': [0.5, 0.5], 'children': [[1, 2], [3, 4]]})"
    done = cli("play", tree, "--side", "none", "--seed", "1")
    assert done.code == 0, done.err
    assert "Chance: " in done.out


def test_bytes_that_are_no_text(cli: Run, countdown: str) -> None:
    done = cli("play", countdown, "--opponent", "random", "--seed", 1, stdin=b"\xff\xfe\x00\n1\n")
    assert done.code == 0
    assert "Traceback" not in done.err


# ── Players ──
def test_an_opponent_that_cannot_play_is_refused_before_the_first_move(cli: Run, tmp_path: Path) -> None:
    for opponent in ("uci:no_such_program", "program:no_such_program"):
        cli("play", "chess", "--opponent", opponent, stdin="e4\n").refused("no_such_program cannot be started", code=1)
    cli("play", "nim", "--opponent", "uci:cat", stdin="a1\n").refused("plays chess, not nim")
    cli("play", "go(board_size=5)", "--opponent", "gtp:no_such_program").refused("cannot be started", code=1)


def test_what_was_played_is_not_lost_with_the_opponent(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("input()\n")
    done = cli("play", "tic_tac_toe", "--opponent", f"program:{sys.executable} bot.py", stdin="b2\n")
    assert done.code == 1 and "instead of answering" in done.err
    assert "To go on from here: counterplay play" in done.out and "--opponent" in done.out


def test_the_way_back_says_only_what_is_unusual(cli: Run) -> None:
    assert "To go on from here: counterplay play chess --position" in cli("play", "chess", "--side", "both", stdin="e4\n").out
    assert "play 'nim(pile_sizes=(2,2))' --position" in cli("play", "nim((2,2))", "--side", "both", stdin="a1\n").out


def test_player_strings() -> None:
    assert player("alphabeta:depth=4").name == "alphabeta:depth=4"
    assert player("alphabeta: depth=4, hard=true").name == "alphabeta:depth=4,hard=True"
    assert isinstance(player("level:3"), LevelPlayer)
    for wrong in ("alphabeta:deep=4", "alphabeta:depth", "alphabeta:depth=x", "nobody", "random:depth=1", "level:0"):
        with pytest.raises(UsageError):
            player(wrong)


def test_a_player_plays_what_its_search_finds() -> None:
    game = load("nim(pile_sizes=(3,1))")
    state = game.initial()
    one = SearchPlayer("alphabeta", {"compiled": False})
    assert one.choose(game, state) == one.search(game, state).action
    assert one.search(game, state).value == 1


def test_every_level_plays_legal_moves_and_is_described() -> None:
    game = load("nim(pile_sizes=(3,2))")
    state = game.initial()
    for number, one in enumerate(LEVELS, 1):
        assert level(number) is level(one.name) is one
        assert str(one)
    chosen = LevelPlayer(level(2), seed=1)
    while not game.is_terminal(state):
        action = chosen.choose(game, state)
        assert action in list(game.actions(state))
        state = game.result(state, action)


def test_full_strength_does_not_lose_to_a_beginner() -> None:
    game = load("tic_tac_toe")
    for seed in range(4):
        players = [LevelPlayer(level(5), seed), LevelPlayer(level(1), seed)]
        state = game.initial()
        while not game.is_terminal(state):
            state = game.result(state, players[(game.to_move(state) + seed) % 2].choose(game, state))
        assert game.utility(state, seed % 2) >= 0


def test_the_algorithm_fits_the_game() -> None:
    assert algorithm_for(load("tic_tac_toe")) == "engine"
    assert algorithm_for(load("tree({'chance': [0.5, 0.5], 'children': [1, 2]})")) == "star_minimax"
    assert algorithm_for(load("tree([(1,2,3),(3,2,1)])")) == "shallow_maxn"


def test_sides_by_number_and_name() -> None:
    game = load("tic_tac_toe")
    assert sides(game, "0") == sides(game, game.player_name(0).lower()) == {0}
    assert sides(game, "both") == {0, 1}
    with pytest.raises(UsageError, match="no side"):
        sides(game, "Z")
