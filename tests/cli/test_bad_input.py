"""What people get wrong: one sentence, exit code 2 (usage) or 1 (could not), never a traceback, nothing half-written."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import COUNTDOWN, Run, environment

TREE = "tree([[3,12,8],[2,4,6],[14,5,2]])"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["search", "tic_tac_to"], ["tic_tac_to", "tic_tac_toe"]),
        (["search", "connect_four(row=3)"], ["row", "rows"]),
        (["search", "connect_four(rows="], ["connect_four(rows="]),
        (["search", "nim", "--algorithm", "alpha_beta"], ["alpha_beta", "Did you mean alphabeta?"]),
        (["search", "nim", "--depth", "-3"], ["depth=-3"]),
        (["search", "nim", "--depth", "three"], ["--depth", "integer", "See: counterplay search --help"]),
        (["search", "nim", "--seconds", "0"], ["seconds=0"]),
        (["search", "nim", "-a", "minimax", "--simulations", "5"], ["minimax does not take --simulations", "mcts"]),
        (["search", "nim", "--dept", "3"], ["--dept"]),
        (["search", "tic_tac_toe", "--position", "what is this"], ["--position: 'what is this' is not a position"]),
        (["search", "chess", "--position", "1. e4 e5 2. Ke3"], ["--position: Move 3: 'Ke3' is not legal here"]),
        (["tree", "tic_tac_toe", "--position", "b2 b2"], ["Move 2: 'b2' is not a move here"]),
        (["search", "nothere.py:Game"], ["nothere.py"]),
        (["perft", "nim"], ["DEPTH"]),
        (["perft", "nim", "-1"], ["-1"]),
        (["play", "nim", "--side", "7"], ["no side '7'"]),
        (["play", "nim", "--level", "9"], ["no level '9'", "1 beginner"]),
        (["play", "nim", "--opponent", "mcts:hard=true"], ["mcts has no setting 'hard'", "simulations"]),
        (["trace", "alphabet", "nim"], ["alphabet", "Did you mean alphabeta?"]),
        (["trace", "alphabeta", TREE, "-o", "tree.pdf"], ["tree.pdf", ".svg"]),
        (["trace", "alphabeta", TREE, "-o", "missing/tree.svg"], ["missing", "create it first"]),
        (["quiz", "--branching", "5", "--depth", "9"], ["1,953,125 leaves"]),
        (["quiz", "nim", "--branching", "2"], ["leave GAME out"]),
        (["games", "tic_tac_to"], ["tic_tac_toe"]),
        (["bench", "nothing"], ["no benchmark 'nothing'"]),
        (["serv"], ["serv"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_usage(cli: Run, tmp_path: Path, words: list[str], expected: list[str]) -> None:
    cli(*words).refused(*expected)
    assert list(tmp_path.iterdir()) == []


def test_json_says_what_was_wrong_too(cli: Run) -> None:
    done = cli("search", "tic_tac_to", "--json")
    assert done.code == 2
    assert "tic_tac_to" in done.json["error"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"class Broken(:\n", ["mygame.py", "line 1"]),
        (b"import nothing_like_this\n", ["nothing_like_this"]),
        (b"1 / 0\n", ["ZeroDivisionError"]),
        (b"\x00\xff\xfe\x80" * 50, ["mygame.py"]),
        (b"", ["mygame.py"]),
        (b"Game = 5\n", ["mygame.py"]),
    ],
    ids=["syntax error", "missing import", "raises", "binary", "empty", "no class"],
)
def test_a_file_that_is_no_game(cli: Run, tmp_path: Path, content: bytes, expected: list[str]) -> None:
    (tmp_path / "mygame.py").write_bytes(content)
    cli("search", "mygame.py:Game").refused(*expected)


def test_a_folder_is_no_game(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    cli("search", "folder.py:Game").refused("folder.py")


def test_rules_that_fail_while_they_are_searched(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text(
        COUNTDOWN.replace("state.left - action", "state.left - action + 0 // (state.left - 4)"), encoding="utf-8"
    )
    cli("search", "mygame.py:Countdown", "--interpreted").refused("rules of countdown failed", "ZeroDivisionError", "mygame.py", code=1)
    done = cli("search", "mygame.py:Countdown", "--interpreted", "--debug")
    assert done.code == 1
    assert "Traceback" in done.err


def test_an_endless_game_is_told_not_followed(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text(COUNTDOWN.replace("state.left - action", "state.left"), encoding="utf-8")
    cli("search", "mygame.py:Countdown", "--interpreted").refused("30,000 plies", "depth", code=1)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder in which nobody may write")
def test_a_folder_that_may_not_be_written(cli: Run) -> None:
    cli("trace", "alphabeta", TREE, "-o", "/proc/tree.svg").refused("/proc/tree.svg")


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_disk_that_fills_up_leaves_the_old_file(tmp_path: Path) -> None:
    """No file may grow beyond 4 kB: writing the new tree fails in the middle, and the old one stays as it was."""
    (tmp_path / "tree.svg").write_text("old", encoding="utf-8")
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
        f"sys.argv[1:] = ['trace', 'alphabeta', '{TREE}', '-o', 'tree.svg']; from counterplay.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=600)
    assert done.returncode in (1, 2)
    assert "tree.svg cannot be written: File too large." in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["tree.svg"]


def test_a_reader_who_leaves_early() -> None:
    """`counterplay games | head -0`: no complaint on standard error."""
    command = [sys.executable, "-m", "counterplay", "games"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    assert process.stdout is not None
    process.stdout.close()
    _, complaint = process.communicate(timeout=600)
    assert complaint == b""


# ── Ctrl-C ──
def interrupted(words: list[str], cwd: Path, after: float) -> tuple[int, bytes, bytes, float]:
    """Send SIGINT to a running command; returns what it said and how long it took to leave."""
    command = [sys.executable, "-m", "counterplay", *words]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, cwd=cwd, env=environment(), **pipes)  # type: ignore[call-overload]
    time.sleep(after)
    assert process.poll() is None, process.communicate()
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err, time.monotonic() - sent


@pytest.mark.parametrize("speed", ["--interpreted", "--compiled"])
def test_ctrl_c_stops_a_long_search(cli: Run, tmp_path: Path, speed: str) -> None:
    words = ["search", "connect_four", "-a", "minimax", speed, "--json"]
    assert cli(*words, "--depth", "2").code == 0  # compiled by then
    code, out, err, took = interrupted(words, tmp_path, after=3.0)
    assert code == 130
    assert err.decode().endswith("counterplay: Stopped.\n")
    assert "Traceback" not in err.decode()
    assert json.loads(out) == {"error": "Stopped."}
    assert took < 10  # the bar is one second; a shared machine may be slower


def test_ctrl_c_while_compiling_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "empty"))
    code, _, err, _ = interrupted(["search", "connect_four", "-a", "minimax", "--compiled"], tmp_path, after=2.0)
    assert code == 130
    assert "Traceback" not in err.decode()


def test_ctrl_c_leaves_a_game(tmp_path: Path) -> None:
    code, out, err, _ = interrupted(["play", "tic_tac_toe"], tmp_path, after=2.0)
    assert code == 130
    assert b"Traceback" not in err
    assert b"Goodbye" in out


@pytest.mark.parametrize("closed", ["2>&-", ">&-"])
def test_a_stream_may_be_closed(closed: str) -> None:
    """Nobody listens there: the other one says what it always says."""
    command = f'exec "$0" -m counterplay search "$1" --json {closed}'
    done = subprocess.run(["sh", "-c", command, sys.executable, TREE], capture_output=True, env=environment(), text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["value"] == 3.0 if closed == "2>&-" else done.stdout == ""
