"""GTP: the door itself, a real pipe, any garbage, and GNU Go where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import environment

import counterplay as cp
from counterplay.players import player
from counterplay.protocols.gtp import Gtp

GNU_GO = shutil.which("gnugo", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
QUICK = "mcts:simulations=30,seed=1,compiled=false"


def door(size: int = 5, chooser: str = "random:seed=1") -> Gtp:
    return Gtp(player(chooser), size, 0.5)


def say(gtp: Gtp, *lines: str) -> list[str]:
    """The answers, without the sign and the empty line."""
    answers = [gtp.answer(line) for line in lines]
    return [answer[:-2] for answer in answers if answer is not None]


def test_every_command_of_the_specification_is_there() -> None:
    gtp = door()
    about = "protocol_version name version known_command list_commands quit"
    playing = "boardsize clear_board komi play genmove reg_genmove undo time_settings time_left showboard loadsgf"
    for command in f"{about} {playing} final_score final_status_list".split():
        assert gtp.answer(f"known_command {command}") == "= true\n\n"
    assert say(gtp, "protocol_version", "name", "version", "known_command fly") == [
        "= 2",
        "= counterplay",
        f"= {cp.__version__}",
        "= false",
    ]
    assert "genmove" in say(gtp, "list_commands")[0].splitlines()


def test_numbers_comments_and_control_characters_are_treated_as_specified() -> None:
    gtp = door()
    assert say(gtp, "", "   ", "# a comment", "12 name # and a comment", "7 fly", "\x01na\x02me\r\n", "name\tx") == [
        "=12 counterplay",
        "?7 unknown command",
        "= counterplay",
        "? syntax error",
    ]


def test_a_game_with_undo_and_the_usual_refusals() -> None:
    gtp = door()
    assert say(gtp, "play black C3", "play white c3", "play green c4", "play b i4", "play b z99", "play w pass") == [
        "=",
        "? illegal move",
        "? invalid color or coordinate",
        "? invalid color or coordinate",
        "? invalid color or coordinate",
        "=",
    ]
    assert say(gtp, "undo", "undo", "undo") == ["=", "=", "? cannot undo"]
    assert say(gtp, "boardsize 25", "boardsize 3000", "boardsize x", "komi 3.25", "komi much", "komi 6.5", "boardsize 3") == [
        "? unacceptable size",
        "? unacceptable size",
        "? syntax error",
        "? unacceptable komi: whole and half points are counted",
        "? syntax error",
        "=",
        "=",
    ]
    assert (gtp.game.board_size, gtp.game.komi) == (3, 6.5)
    assert say(gtp, "play b b2", "play b a1", "play b c1")[2] == "="  # the same side again: the other one is taken to pass
    assert "X . X" in say(gtp, "showboard")[0]


def test_a_move_that_repeats_a_position_is_illegal() -> None:
    gtp = door(2)
    moves = ("play b a1", "play w b2", "play b b1", "play w a2", "play b a1", "play w b1")
    assert say(gtp, *moves) == ["="] * 6
    state = gtp.states[-1]
    assert gtp.game.parse_action(state, "A1") in list(gtp.game.actions(state))  # it would capture three: simple ko has nothing against it
    assert say(gtp, "play b a1") == ["? illegal move"]  # but Black's stone at A1 alone was the first position of all
    assert say(gtp, "genmove b") == ["= pass"]


def test_dead_stones_are_seen_and_do_not_count() -> None:
    gtp = door(7)
    for column in "ABCDEFG":
        assert say(gtp, f"play b {column}3", f"play w {column}5") == ["=", "="]
    say(gtp, "play b B6", "play w F1")  # one stone in the other's land
    dead = set(say(gtp, "final_status_list dead")[0].removeprefix("=").split())
    assert dead == {"B6", "F1"}
    assert say(gtp, "final_status_list seki", "final_status_list gone") == ["=", "? syntax error"]
    assert len(say(gtp, "final_status_list alive")[0].splitlines()) == 2
    assert say(gtp, "final_score") == ["= W+0.5"]


def test_the_clock_says_how_long_to_think() -> None:
    gtp = door(5, QUICK)
    assert say(gtp, "time_settings 0 10 5", "time_left b 3 1")[1] == "="
    assert gtp.seconds_for_move == pytest.approx(2.7)
    say(gtp, "time_settings 100 0 0")
    assert gtp.seconds_for_move == pytest.approx(3.6)
    say(gtp, "time_left w 0 0")
    assert gtp.seconds_for_move == pytest.approx(0.05)
    assert say(gtp, "time_settings 1 5 0", "time_left w x y", "time_settings 5") == ["=", "? syntax error", "? syntax error"]
    assert gtp.seconds_for_move is None


def test_games_are_kept_in_files(tmp_path: Path) -> None:
    gtp, file = door(), tmp_path / "game.sgf"
    say(gtp, "play b c3", "play b d4", "play w pass")
    assert say(gtp, f"printsgf {file}", "clear_board", f"loadsgf {file} 3", "printsgf")[3].endswith(";B[cc]\n;W[])")
    assert say(gtp, f"loadsgf {file}", "genmove b")[0] == "="
    assert len(gtp.states) == 6
    assert say(gtp, f"loadsgf {tmp_path / 'none.sgf'}") == ["? cannot load file"]


@given(st.lists(st.one_of(st.text(max_size=30), st.text("abcw 123\tpludonkim#_", max_size=30).map(lambda text: f"play {text}"))))
def test_no_garbage_ends_the_conversation(lines: list[str]) -> None:
    gtp = door()
    for line in lines:
        answer = gtp.answer(line)
        assert answer is None or (answer[0] in "=?" and answer.endswith("\n\n") and "\n\n" not in answer[:-2]) or gtp.finished


def test_through_a_real_pipe() -> None:
    command = [sys.executable, "-m", "counterplay", "gtp", "--size", "5", "--player", QUICK]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as program:
        assert program.stdin is not None and program.stdout is not None

        def ask(line: bytes) -> bytes:
            assert program.stdin is not None and program.stdout is not None
            program.stdin.write(line + b"\n")
            program.stdin.flush()
            answer = b""
            while not answer.endswith(b"\n\n"):
                answer += program.stdout.readline()
            return answer

        assert ask(b"1 name") == b"=1 counterplay\n\n"
        assert ask(b"\xff\xfe\x00\x80 \xc3\x28").startswith(b"? unknown command")
        assert ask(b"play b c3") == b"=\n\n"
        move = ask(b"2 genmove w")
        assert move.startswith(b"=2 ") and len(move.split()[1]) == 2
        assert b"X" in ask(b"showboard")
        assert ask(b"quit") == b"=\n\n"
        assert program.wait(timeout=600) == 0


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed: the conversation with it did not happen")
def test_gnu_go_plays_a_game_and_agrees_about_the_score() -> None:
    game = cp.load("go(board_size=5,komi=0.5)")
    other = player(f"gtp:{GNU_GO} --mode gtp --level 1 --chinese-rules --capture-all-dead --seed 1")
    state, mine = game.initial(), player("random:seed=3")
    while not game.is_terminal(state):
        chooser = other if game.to_move(state) == 0 else mine
        state = game.result(state, chooser.choose(game, state))
    assert game.utility(state, 0) == 1
    other.choose(game, game.parse_state("...../..X../...../...../..... O"))  # set up, not reached by moves
    other.close()  # type: ignore[attr-defined]


def test_a_program_that_is_no_go_program_is_told_so() -> None:
    game = cp.load("go(board_size=5)")
    echo = player(f"gtp:seconds=5:{sys.executable} -c \"print('? what'); print(); import time; time.sleep(9)\"")
    with pytest.raises(cp.CounterplayError, match="refuses 'boardsize 5': what"):
        echo.choose(game, game.initial())
    echo.close()  # type: ignore[attr-defined]
    with pytest.raises(cp.UsageError, match="plays go on square boards"):
        echo.choose(cp.load("nim"), cp.load("nim").initial())
