"""`counterplay solve` with one position, with a file of them, and through a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

import counterplay

from .conftest import Finished, Run, environment

BOARD = "connect_four(rows=4,columns=4)"
FIELDS = ["position", "value", "score", "action", "line", "nodes", "seconds"]


def objects(done: Finished) -> list[dict[str, Any]]:
    """One JSON object on each line of standard output, and nothing else there."""
    return [json.loads(line) for line in done.out.splitlines()]


def is_right(answer: dict[str, Any]) -> bool:
    """The fields, the score of the library, and a line that leads to an end of that score."""
    game = counterplay.load(BOARD)
    state = game.parse_state(answer["position"])
    player, truth = game.to_move(state), counterplay.solve(game, state, compiled=False)
    assert list(answer) == FIELDS
    assert (answer["score"], answer["value"]) == (truth.score, truth.value)
    assert answer["action"] == answer["line"][0]
    assert answer["nodes"] >= 0 and answer["seconds"] >= 0
    for move in answer["line"]:
        state = game.result(state, game.parse_action(state, move))
    return game.is_terminal(state) and game.score(state, player) == answer["score"]


@pytest.mark.parametrize("speed", ["--interpreted", "--compiled"])
def test_positions_come_and_answers_go_through_a_pipe(tmp_path: Path, speed: str) -> None:
    """Each answer arrives before the next question is asked: programs can talk with it."""
    command = [sys.executable, "-m", "counterplay", "solve", BOARD, "--positions", "-", "--json", speed]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True)
    assert process.stdin and process.stdout and process.stderr
    try:
        for position in ("1212", "112233", "44 0 what follows is somebody's own", "123"):
            process.stdin.write(f"{position}\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer["position"] == position.split()[0]
            assert is_right(answer)
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stdout.read() == ""
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_a_file_of_positions(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "positions.txt").write_text("# four by four\n1212 5\n\n  4343  \n", encoding="utf-8")
    done = cli("solve", BOARD, "--positions", "positions.txt", "--json", "--interpreted")
    assert (done.code, done.err) == (0, "")
    assert [answer["position"] for answer in objects(done)] == ["1212", "4343"]
    assert all(map(is_right, objects(done)))
    plain = cli("solve", BOARD, "--positions", "positions.txt", "--interpreted")
    assert [line.split()[0] for line in plain.out.splitlines()] == ["1212", "4343"]
    assert {line.split()[1] for line in plain.out.splitlines()} == {"score"}
    assert [float(line.split()[2]) for line in plain.out.splitlines()] == [answer["score"] for answer in objects(done)]


def test_lines_that_are_no_positions_are_reported_and_the_rest_solved(cli: Run) -> None:
    lines = "1212\n9999\nwhat is this\n11111\n1233\n"
    done = cli("solve", BOARD, "--positions", "-", "--json", "--interpreted", stdin=lines)
    assert done.code == 1
    assert "Traceback" not in done.err
    answers = objects(done)
    assert [answer["position"] for answer in answers] == ["1212", "9999", "what", "11111", "1233"]
    assert is_right(answers[0]) and is_right(answers[4])
    for answer, word in zip(answers[1:4], ("columns are 1 to 4", "is not a position", "full"), strict=True):
        assert set(answer) == {"position", "error"}
        assert word in answer["error"]
    assert done.err.count("counterplay: ") == 3


def test_a_position_in_which_the_game_is_over(cli: Run) -> None:
    (answer,) = objects(cli("solve", BOARD, "--positions", "-", "--json", "--interpreted", stdin="1212121\n"))
    assert (answer["score"], answer["value"], answer["action"], answer["line"]) == (5, 1, None, [])


def test_one_that_takes_too_long_is_reported_and_the_rest_solved(cli: Run) -> None:
    lines = "1\n2252576253462244111563365343671351441\n"
    done = cli("solve", "connect_four", "--positions", "-", "--json", "--interpreted", "--seconds", 0.5, stdin=lines)
    assert done.code == 1
    hard, easy = objects(done)
    assert "stopped" in hard["error"]
    assert list(easy) == FIELDS


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--positions", "nowhere.txt"), "nowhere.txt"),
        (("--positions", "."), "--positions ."),
        (("--positions", "-", "--position", "12"), "none of --position, --all and --superko"),
        (("--positions", "-", "--all"), "none of --position, --all and --superko"),
        (("--position", "9"), "Move 1: '9' is not a move here. Moves: 1, 2, 3, 4."),
        (("--seconds", "-1"), "above 0"),
    ],
)
def test_what_has_no_meaning_is_refused(cli: Run, words: tuple[str, ...], said: str) -> None:
    cli("solve", BOARD, *words, stdin="12\n").refused(said)


@pytest.mark.parametrize("source", ["-", "latin.txt"])
@pytest.mark.parametrize("utf8", ["0", "1"])
def test_bytes_that_are_no_text_are_refused(cli: Run, tmp_path: Path, source: str, utf8: str) -> None:
    nonsense = "1212\nweiß\n".encode("latin-1")
    (tmp_path / "latin.txt").write_bytes(nonsense)
    done = cli("solve", BOARD, "--positions", source, "--interpreted", stdin=nonsense, PYTHONUTF8=utf8)
    assert done.code in (1, 2)
    assert "Traceback" not in done.err
    assert done.err.startswith("counterplay: ")


def test_games_that_cannot_be_solved_line_by_line_are_refused(cli: Run) -> None:
    cli("solve", "tree([[(1,2,3),(2,1,0)],(0,0,1)])", "--positions", "-", stdin="root\n").refused("use maxn")


def test_all_visits_every_state(cli: Run) -> None:
    answer = cli("solve", "connect_four(rows=3,columns=4)", "--all", "--json", "--interpreted").json
    some = cli("solve", "connect_four(rows=3,columns=4)", "--json").json
    assert answer["states"] > 1000 and some["states"] is None
    assert (answer["value"], some["value"], some["score"]) == (0, 0, 0)
    assert cli("solve", "connect_four(rows=3,columns=4)", "--all", "--threads", 2, "--json").json == {
        **answer,
        "seconds": ANY,
        "compiled": ANY,
    }
    shown = cli("solve", "tic_tac_toe", "--all", "--interpreted")
    assert "765" in shown.out


def test_several_threads_find_the_same(cli: Run) -> None:
    (answer,) = objects(cli("solve", BOARD, "--positions", "-", "--threads", 2, "--json", "--compiled", stdin="1212\n"))
    assert is_right(answer)
    cli("solve", BOARD, "--threads", 0).refused("threads")
    cli("solve", "tic_tac_toe", "--threads", 2).refused("every state is visited by one thread")


@pytest.mark.parametrize(("name", "number"), [("rand10.txt", 100), ("ffo_40_44.txt", 1)])
def test_collections_of_othello_positions_are_read_and_solved(cli: Run, shared_data: Path, tmp_path: Path, name: str, number: int) -> None:
    lines = [line for line in (shared_data / "othello" / name).read_text(encoding="utf-8").splitlines() if line[0] != "#"][:number]
    (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    answers = objects(cli("solve", "othello", "--positions", name, "--json", "--compiled"))
    assert len(answers) == number
    for line, answer in zip(lines, answers, strict=True):
        assert answer["score"] == float(line.split()[-2])
        assert answer["action"] is not None and answer["line"][0] == answer["action"]


def test_little_memory_is_enough(cli: Run) -> None:
    (answer,) = objects(cli("solve", BOARD, "--positions", "-", "--memory", 1, "--json", "--interpreted", stdin="1212\n"))
    assert is_right(answer)
    cli("solve", "connect_four", "--all", "--memory", 1, "--interpreted").refused("Give more memory", code=1)


def test_perft_counts_positions(cli: Run) -> None:
    answer = cli("perft", "tic_tac_toe", 4, "--distinct", "--json", "--interpreted").json
    assert answer["counts"] == [1, 9, 72, 252, 756]
    assert answer["depth"] == 4
    shown = cli("perft", "tic_tac_toe", 2, "--distinct", "--interpreted").out
    assert "after 1 ply" in shown and "72" in shown
    cli("perft", "tic_tac_toe", 2, "--distinct", "--divide").refused("neither --divide nor --finished")


def test_superko(cli: Run) -> None:
    go = "go(board_size=2,komi=0.5,max_game_length=-1)"
    assert cli("solve", go, "--superko", "--json", "--interpreted").json["value"] == 1
    cli("solve", go, "--superko", "--all").refused("--superko does not go with --all")
    cli("solve", "go(board_size=2,komi=1,max_game_length=-1)", "--superko", "--interpreted").refused("komi of half points")
