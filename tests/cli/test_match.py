"""`counterplay match` and `counterplay replay` as processes: killed, interrupted, started twice, on a full disk."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run, environment

SLOW_PLAYER = """
import os, time

class Slow:
    def choose(self, game, state):
        time.sleep(0.05)
        while os.path.exists("hold"):
            time.sleep(0.01)
        return next(iter(game.actions(state)))
"""
LONG = ("match", "tic_tac_toe", "python:slow.py:Slow", "random", "--games", "60", "--jobs", "2", "--file", "match.sqlite")


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A folder with a player that takes its time, and does nothing as long as there is a file `hold`."""
    (tmp_path / "slow.py").write_text(SLOW_PLAYER, encoding="utf-8")
    return tmp_path


def start(folder: Path, *words: str, **more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "counterplay", *words]
    return subprocess.Popen(command, cwd=folder, env=environment(**more), stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_who_wins_every_game_is_told_in_words(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("class Wrong:\n    def choose(self, game, state):\n        return 99\n", encoding="utf-8")
    words = ("match", "tic_tac_toe", "random", "python:wrong.py:Wrong", "--games", 2)
    done = cli(*words)
    assert "Elo at least -233.8 (every pair won), 95 % certain" in done.out, done.out
    answer = cli(*words, "--json").json
    assert answer["elo"] is None and answer["interval"][1] is None and round(answer["interval"][0], 1) == -233.8


def games_in(file: Path) -> list[Any]:
    if not file.exists():
        return []
    try:
        connection = sqlite3.connect(file, timeout=600)
        rows = connection.execute("SELECT number, first, opening, moves, score FROM games ORDER BY number").fetchall()
    except sqlite3.OperationalError:  # not yet made
        return []
    finally:
        connection.close()
    return [(*row[:3], [text for text, _ in json.loads(row[3])], row[4]) for row in rows]


def wait_for(file: Path, games: int, process: subprocess.Popen[bytes]) -> None:
    """Until so many games are kept; then the match is held, so that it does not end before we have looked, however slow we are."""
    deadline = time.monotonic() + 300
    while len(games_in(file)) < games:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    (file.parent / "hold").touch()


def go_on(folder: Path) -> None:
    """The match that was held is played on."""
    (folder / "hold").unlink()


def alive_with(mark: str) -> list[int]:
    """The processes that were started with this word in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


# ── Played, shown, told ──
def test_a_match_for_people_and_its_games(cli: Run, countdown: str, tmp_path: Path) -> None:
    done = cli("match", countdown, "alphabeta", "random", "--games", 10, "--jobs", 2, "--file", "match.sqlite")
    assert done.code == 0, done.err
    assert "match     alphabeta against random at countdown(pile=7)" in done.out
    assert "rating    Elo +" in done.out
    assert "The games: counterplay replay match.sqlite" in done.out
    listed = cli("replay", "match.sqlite")
    assert listed.code == 0
    assert "alphabeta won" in listed.out
    shown = cli("replay", "match.sqlite", 2)
    assert shown.code == 0
    assert "Game 2: Player 1 is random, Player 2 is alphabeta" in shown.out
    assert "(opening)" in shown.out
    assert shown.out.count("Pile(left=") > 3
    again = cli("match", countdown, "alphabeta", "random", "--games", 10, "--file", "match.sqlite")
    assert "All of this was played before" in again.out


def test_json_of_everything(cli: Run) -> None:
    done = cli("match", "tic_tac_toe", "alphabeta:depth=2", "random", "--games", 6, "--sprt", "0,20", "--json", "--file", "match.sqlite")
    answer = done.json
    assert done.err == ""
    assert (answer["games"], answer["finished"], answer["file"], answer["openings"]) == (6, True, "match.sqlite", 3)
    assert answer["wins"] + answer["draws"] + answer["losses"] == 6
    assert sum(answer["pairs"]) == 3
    assert answer["sprt"]["decision"] is None
    assert answer["sprt"]["bounds"] == pytest.approx([-2.9444, 2.9444], abs=1e-4)
    listed = cli("replay", "match.sqlite", "--json").json
    assert [game["number"] for game in listed["list"]] == [1, 2, 3, 4, 5, 6]
    assert listed["settings"]["seed"] == 1
    one = cli("replay", "match.sqlite", 3, "--json").json
    assert one["players"] == ["alphabeta:depth=2", "random"]
    assert len(one["positions"]) == 1 + len(one["opening"]["moves"]) + len(one["moves"])
    assert len(one["times"]) == len(one["moves"])


def test_without_a_file_the_games_are_kept_in_a_usual_place(cli: Run, tmp_path: Path) -> None:
    words = ("match", "tic_tac_toe", "random", "random", "--games", 4, "--json")
    first, second = (cli(*words, COUNTERPLAY_DATA=str(tmp_path / "data")).json for _ in "12")
    assert first == second
    assert Path(first["file"]).parent == tmp_path / "data" / "matches"
    assert Path(first["file"]).is_file()


def test_a_failing_player_is_told(cli: Run, slow: Path) -> None:
    (slow / "slow.py").write_text("def wrong(game, state):\n    return -1\n", encoding="utf-8")
    done = cli("match", "tic_tac_toe", "python:slow.wrong", "random", "--games", 4, "--file", "match.sqlite")
    assert done.code == 0
    assert "python:slow.wrong 4; the first: illegal move: -1" in " ".join(done.out.split())


# ── Ends of processes ──
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_kill_9_loses_only_the_games_under_way_and_the_same_command_goes_on(cli: Run, slow: Path) -> None:
    file, mark = slow / "match.sqlite", f"mark{os.getpid()}x{time.time_ns()}"
    kept: list[Any] = []
    for games in (5, 15, 30):
        process = start(slow, *LONG, COUNTERPLAY_TEST_MARK=mark)
        wait_for(file, games, process)
        process.kill()
        process.communicate()
        go_on(slow)
        now = games_in(file)
        assert now[: len(kept)] == kept or {one[0] for one in kept} <= {one[0] for one in now}
        kept = now
        deadline = time.monotonic() + 300
        while alive_with(mark):
            assert time.monotonic() < deadline, "its workers go with it"
            time.sleep(0.05)
    before = {one[0]: one for one in kept}
    assert cli(*LONG).code == 0
    after = {one[0]: one for one in games_in(file)}
    assert sorted(after) == list(range(1, 61))
    assert all(after[number] == before[number] for number in before), "what was kept was not played again"
    file.rename(slow / "interrupted.sqlite")
    assert cli(*LONG).code == 0
    assert games_in(file) == games_in(slow / "interrupted.sqlite"), "the same games as without any interruption"


def test_two_processes_do_not_play_one_match(cli: Run, slow: Path) -> None:
    process = start(slow, *LONG)
    wait_for(slow / "match.sqlite", 2, process)
    cli(*LONG).refused("match.sqlite is being played by another process", code=1)
    listed = cli("replay", "match.sqlite")
    assert listed.code == 0, "but everybody may look"
    go_on(slow)
    _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (0, b"")
    assert len(games_in(slow / "match.sqlite")) == 60


def test_ctrl_c_keeps_what_was_played(cli: Run, slow: Path) -> None:
    process = start(slow, *LONG, "--json")
    wait_for(slow / "match.sqlite", 3, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    go_on(slow)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"the same command goes on" in err
    answer = json.loads(out)
    assert answer["finished"] is False
    assert answer["games"] == len(games_in(slow / "match.sqlite")) >= 3
    assert cli(*LONG).code == 0
    assert len(games_in(slow / "match.sqlite")) == 60


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_disk_that_fills_up(cli: Run, tmp_path: Path) -> None:
    """No file may grow beyond 100 kB: the match stops with a sentence, and goes on when there is room again."""
    words = ["match", "othello(board_size=4)", "random", "random", "--games", "1000", "--file", "match.sqlite"]
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY)); "
        f"sys.argv[1:] = {words!r}; from counterplay.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=600)
    assert done.returncode == 1
    assert "match.sqlite cannot be written" in done.stderr
    assert "the same command goes on" in done.stderr
    assert "Traceback" not in done.stderr
    kept = games_in(tmp_path / "match.sqlite")
    assert 10 < len(kept) < 1000
    assert cli(*words).code == 0
    assert games_in(tmp_path / "match.sqlite")[: len(kept)] == kept


# ── Wrong usage ──
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["match", "tic_tac_toe", "random"], ["PLAYER", "See: counterplay match --help"]),
        (["match", "tic_tac_toe", "random", "nobody"], ["no algorithm 'nobody'"]),
        (["match", "tic_tac_toe", "random", "random", "--games", "3"], ["even number"]),
        (["match", "tic_tac_toe", "random", "random", "--sprt", "5"], ["elo0,elo1"]),
        (["match", "tic_tac_toe", "random", "random", "--openings-from", "nothing.txt"], ["nothing.txt"]),
        (["match", "tic_tac_to", "random", "random"], ["tic_tac_toe"]),
        (["replay", "nothing.sqlite"], ["no file nothing.sqlite"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_usage(cli: Run, tmp_path: Path, words: list[str], expected: list[str]) -> None:
    cli(*words).refused(*expected)
    assert list(tmp_path.iterdir()) == []


def test_other_settings_on_the_same_file(cli: Run) -> None:
    words = ("match", "tic_tac_toe", "random", "random", "--games", 2, "--file", "match.sqlite")
    assert cli(*words).code == 0
    cli(*words, "--seed", 2).refused("match.sqlite holds another match", "its seed is 1, not 2", "another file")
    cli("replay", "match.sqlite", 3).refused("no game 3")


def test_a_search_that_does_not_fit_stops_before_it_loses(cli: Run) -> None:
    tree = "tree({'chance': [0.5, 0.5], 'children': [[1, 2], [3, 4]]})"
    done = cli("match", tree, "minimax", "random", "--games", 4, "--file", "match.sqlite")
    done.refused("use expectiminimax")


# ── At a terminal ──
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_stepping_through_a_game_with_the_arrow_keys(cli: Run, tmp_path: Path) -> None:
    import pty
    import select

    assert cli("match", "tic_tac_toe", "alphabeta", "random", "--games", 2, "--file", "match.sqlite").code == 0
    result = cli("replay", "match.sqlite", 1, "--json").json["result"]
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover
        os.chdir(tmp_path)
        os.execve(sys.executable, [sys.executable, "-m", "counterplay", "replay", "match.sqlite", "1"], environment(TERM="xterm"))
    seen = b""

    def until(*words: bytes) -> None:
        nonlocal seen
        seen = b""
        while not all(word in seen for word in words):
            ready, _, _ = select.select([terminal], [], [], 60)
            assert ready, seen
            seen += os.read(terminal, 10_000)

    until(b"Game 1: X is alphabeta, O is random", b"5 of ", b"q leaves")
    os.write(terminal, b"\x1b[D")
    until(b"4 of ", b"(opening)", b"q leaves")
    os.write(terminal, b"\x1b[C")
    until(b"5 of ", b"q leaves")
    os.write(terminal, b"\x1b[F")
    until(result.encode(), b"q leaves")
    os.write(terminal, b"\x1b[H")
    until(b"the beginning", b"q leaves")
    os.write(terminal, b"q")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
